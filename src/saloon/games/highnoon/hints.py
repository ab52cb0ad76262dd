"""Hints: a fixed order of the kinds of move, seen from one seat."""

from collections.abc import Sequence
from functools import partial

from msgspec import UNSET

from saloon.core.advice import first_of_best, is_king, king_waits
from saloon.core.cards import Hidden
from saloon.core.game import Action

from .state import Draw, Flip, FoundationMove, Recycle, TableauMove
from .view import BoardView, View


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the first legal action of the best kind: up, turn, uncover, play from the waste, draw."""
    assert view.you is not UNSET
    return first_of_best(legal, partial(_rank, view.you))


def _rank(board: BoardView, action: Action) -> int | None:
    match action:
        case FoundationMove():
            return 0
        case Flip():
            return 1
        case TableauMove(source) if source.zone == "waste":
            return 4
        case TableauMove(source, _, count):
            return _uncovering_rank(board, int(source.index or 0), count)
        case Draw() | Recycle():
            return 5
    return None


def _uncovering_rank(board: BoardView, index: int, count: object) -> int | None:
    """Return the rank of a move that exposes a hidden card, or empties a column for a King that waits."""
    column = board.tableau[index]
    assert isinstance(count, int)
    rest = column[:-count]
    if rest:
        return 2 if isinstance(rest[-1], Hidden) else None
    makes_room = not is_king(column[0]) and all(board.tableau) and king_waits(board.tableau, board.waste)
    return 3 if makes_room else None
