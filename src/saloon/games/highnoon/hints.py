"""What would a sensible player do? A fixed order of the kinds of move, seen from one seat."""

from collections.abc import Sequence

from msgspec import UNSET

from saloon.core.cards import KING, Card, Hidden
from saloon.core.game import Action

from .state import Draw, Flip, FoundationMove, Recycle, TableauMove
from .view import BoardView, View


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the first legal action of the best kind: up, turn, uncover, play from the waste, draw."""
    assert view.you is not UNSET
    ranked = [(rank, place) for place, action in enumerate(legal) if (rank := _rank(view.you, action)) is not None]
    return legal[min(ranked)[1]] if ranked else None


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
    """A move is worth making if it bares a hidden card, or empties a column for a King that waits."""
    column = board.tableau[index]
    assert isinstance(count, int)
    rest = column[:-count]
    if rest:
        return 2 if isinstance(rest[-1], Hidden) else None
    head = column[0]
    king_moves_nothing = isinstance(head, Card) and head.rank == KING
    return 3 if not king_moves_nothing and all(board.tableau) and _king_waits(board) else None


def _king_waits(board: BoardView) -> bool:
    below_tops = [card for column in board.tableau for card in column[1:]]
    return any(isinstance(card, Card) and card.rank == KING for card in (*below_tops, *board.waste[-1:]))
