"""The legal actions of HighNoon: every action that the rules accept, in a fixed order.

Actions do not name cards, so there are few of them: each exists once and is shared by all tables. What the columns
offer is cached, because most actions leave them unchanged.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from saloon.core.cards import RANKS, RED, Pile
from saloon.core.game import SERVER, Action, Seat
from saloon.core.memory import remembered
from saloon.core.piles import Face, look

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
"""The number of the waste among the places that a card can be taken from, after the columns."""


class _Own(NamedTuple):
    """The actions of one player: by place, and where a card goes to by that too, and by how many cards."""

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


class _Offer(NamedTuple):
    """What a player's columns offer."""

    tops: Sequence[tuple[int, tuple[str, int]]]
    """Where a card lies open on top, and its suit and rank."""
    takers: Mapping[Face, Sequence[int]]
    """Which columns take a card."""
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
    """Return whether a player has nothing left but to resign and to offer the end."""
    return not _moves(state.board(seat), state.foundations, seat)


@remembered(1 << 12)
def _moves(board: Board, foundations: tuple[Foundation, ...], seat: Seat) -> Sequence[Action]:
    """Cached: one player's moves do not change the other's, unless a foundation grew."""
    own, wanted, (tops, takers, moves) = _OWN[seat], openings(foundations), _offer(board.tableau, seat)
    actions: list[Action] = [own.up[index][wanted[card]] for index, card in tops if card in wanted]
    if board.waste:
        top = board.waste[-1]
        if (top.suit, top.rank) in wanted:
            actions.append(own.up[_WASTE][wanted[top.suit, top.rank]])
        actions += moves
        actions += [own.move[_WASTE][index][1] for index in takers.get((top.rank, top.suit in RED), ())]
    else:
        actions += moves
    if board.stock:
        actions.append(own.draw)
    elif board.waste:
        actions.append(own.recycle)
    return actions


@remembered(1 << 12)
def _offer(tableau: tuple[Pile, ...], seat: Seat) -> _Offer:
    own = _OWN[seat]
    takers: dict[Face, list[int]] = {}
    tops: list[tuple[int, tuple[str, int]]] = []
    runs: list[tuple[int, tuple[Face, ...]]] = []
    actions: list[Action] = []
    for index, column in enumerate(tableau):
        top_down, takes, run = look(column)
        if top_down:
            actions.append(own.flip[index])
            continue
        for face in takes:
            takers.setdefault(face, []).append(index)
        if run:
            tops.append((index, (column[-1].suit, column[-1].rank)))
            runs.append((index, run))
    for source, run in runs:
        for count, face in enumerate(run, start=1):
            if face in takers:
                actions += [own.move[source][index][count] for index in takers[face] if index != source]
    return _Offer(tops, takers, actions)
