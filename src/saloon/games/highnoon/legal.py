"""The legal actions of HighNoon: every action that the rules accept, in a fixed order.

Actions do not name cards, so there are few of them: each exists once and is shared by all tables. What the columns
offer is cached, because most actions leave them unchanged.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import UNSET, Struct

from saloon.core.cards import RANKS, Pile
from saloon.core.game import SERVER, Action, Seat
from saloon.core.memory import remembered
from saloon.core.piles import Face, Look, face, look

from .foundations import openings
from .state import (
    PLAYERS,
    SIZES,
    Board,
    Draw,
    Flip,
    Foundation,
    FoundationMove,
    OfferEnd,
    Player,
    Recycle,
    Resign,
    State,
    TableauMove,
    Timeout,
    Zone,
)
from .versions import can_time_out

_WASTE: Final = SIZES["tableau"]
"""The number of the waste as a source, after the columns."""


class _Own(NamedTuple):
    """The actions of one player, indexed by source, target and number of cards."""

    up: Sequence[Sequence[FoundationMove]]
    flip: Sequence[Flip]
    move: Sequence[Sequence[Sequence[TableauMove]]]
    draw: Draw
    recycle: Recycle
    offer_end: OfferEnd
    resign: Resign


def _own(player: Player) -> _Own:
    columns = [Zone("tableau", index, owner=player) for index in range(SIZES["tableau"])]
    foundations = [Zone("foundation", index, owner="global") for index in range(SIZES["foundation"])]
    stock, waste = Zone("stock", owner=player), Zone("waste", owner=player)
    sources, counts = [*columns, waste], range(RANKS.stop)
    return _Own(
        up=[[FoundationMove(source, target) for target in foundations] for source in sources],
        flip=[Flip(column) for column in columns],
        move=[[[TableauMove(source, column, n) for n in counts] for column in columns] for source in sources],
        draw=Draw(stock, waste),
        recycle=Recycle(waste, stock),
        offer_end=OfferEnd(),
        resign=Resign(),
    )


_OWN: Final = tuple(map(_own, PLAYERS))


class _Offer(Struct, frozen=True, gc=False):
    """What a player's columns offer."""

    columns: Sequence[Look]
    actions: Sequence[Action]
    """Flips, and moves from column to column."""


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every action that `apply` accepts; a foundation move names the foundation that will be chosen."""
    if state.status == "finished":
        return []
    if seat == SERVER:
        return [Timeout("p1"), Timeout("p2")] if can_time_out(state) else []
    own, moves, offers = _OWN[seat], _moves(state.board(seat), state.foundations, seat), state.offers
    if offers is UNSET or (offers.p2 if seat else offers.p1):
        return [*moves, own.resign]
    return [*moves, own.offer_end, own.resign]


def can_only_end(state: State, seat: Seat) -> bool:
    """Return whether a player can only resign or offer to end the match."""
    return not _moves(state.board(seat), state.foundations, seat)


@remembered(1 << 12)
def _moves(board: Board, foundations: tuple[Foundation, ...], seat: Seat) -> Sequence[Action]:
    """Cached: one player's moves do not change the other's, unless a foundation grew."""
    own, wanted, offer = _OWN[seat], openings(foundations), _offer(board.tableau, seat)
    actions: list[Action] = [
        own.up[index][wanted[column.top]] for index, column in enumerate(offer.columns) if column.top in wanted
    ]
    if board.waste:
        top = board.waste[-1]
        if (top.suit, top.rank) in wanted:
            actions.append(own.up[_WASTE][wanted[top.suit, top.rank]])
        actions += offer.actions
        face_up = face(top)
        actions += [own.move[_WASTE][index][1] for index, column in enumerate(offer.columns) if face_up in column.takes]
    else:
        actions += offer.actions
    if board.stock:
        actions.append(own.draw)
    elif board.waste:
        actions.append(own.recycle)
    return tuple(actions)


@remembered(1 << 12)
def _offer(tableau: tuple[Pile, ...], seat: Seat) -> _Offer:
    own, columns = _OWN[seat], tuple(map(look, tableau))
    actions: list[Action] = [own.flip[index] for index, column in enumerate(columns) if column.top_down]
    takers: dict[Face, list[int]] = {}
    for index, column in enumerate(columns):
        for taken in column.takes:
            takers.setdefault(taken, []).append(index)
    for source, column in enumerate(columns):
        for count, moved in enumerate(column.run, start=1):
            if moved in takers:
                actions += [own.move[source][index][count] for index in takers[moved] if index != source]
    return _Offer(columns, tuple(actions))
