"""The view of a HighNoon seat: all face-up cards of both players, and only the number of the others."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from saloon.core.canonical import Orderly
from saloon.core.cards import Pile, Shown, shown
from saloon.core.game import Seat
from saloon.core.memory import remembered

from .state import PLAYERS, Board, EndedReason, Foundation, Mode, Offers, Player, SinceProgress, State, StateOptions


class BoardView(Struct, frozen=True, rename="camel", gc=False):
    """One player's zones: the stock is only counted."""

    cards_left: int
    score: int
    stock: int
    tableau: tuple[Shown, ...]
    waste: Pile


class View(Orderly, frozen=True, rename="camel", kw_only=True):
    """A match as one receiver sees it: a seat has `you` and `opp`, a watcher `p1` and `p2`. [HN-46]"""

    ended_by: Player | None
    ended_reason: EndedReason | None
    foundations: tuple[Foundation, ...]
    mode: Mode
    offers: Offers | UnsetType
    opp: BoardView | UnsetType = UNSET
    options: StateOptions | UnsetType
    p1: BoardView | UnsetType = UNSET
    p2: BoardView | UnsetType = UNSET
    seat: Player | None
    since_progress: SinceProgress | UnsetType
    status: Literal["active", "finished"]
    winner: Player | None
    you: BoardView | UnsetType = UNSET


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat`, or a watcher, may see."""
    p1, p2 = _board(state.players.p1), _board(state.players.p2)
    return View(
        ended_by=state.ended_by,
        ended_reason=state.ended_reason,
        foundations=state.foundations,
        mode=state.mode,
        offers=state.offers,
        opp=UNSET if seat is None else p1 if seat else p2,
        options=state.options,
        p1=p1 if seat is None else UNSET,
        p2=p2 if seat is None else UNSET,
        seat=None if seat is None else PLAYERS[seat],
        since_progress=state.since_progress,
        status=state.status,
        winner=state.winner,
        you=UNSET if seat is None else p2 if seat else p1,
    )


@remembered(1 << 12)
def _board(board: Board) -> BoardView:
    return BoardView(
        cards_left=board.cards_left,
        score=board.score,
        stock=len(board.stock),
        tableau=_columns(board.tableau),
        waste=board.waste,
    )


@remembered(1 << 12)
def _columns(tableau: tuple[Pile, ...]) -> tuple[Shown, ...]:
    return tuple(map(shown, tableau))
