"""Hints: a fixed order of the kinds of move, from what the player sees. [KL-77]"""

from collections.abc import Sequence
from functools import partial

from saloon.core.advice import first_of_best, is_king, king_waits
from saloon.core.cards import KING, Card, Hidden, Shown
from saloon.core.game import Action, Stuck
from saloon.core.piles import fits_foundation, stacks_on
from saloon.core.places import Place

from .state import Draw, FoundationMove, Recycle, TableauMove
from .view import View


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the first legal action of the best kind; None if no visible move helps.

    The kinds, best first: a card up to a foundation, a hidden card turned, the waste's top to a column, a column
    emptied for a King that waits, a draw (or a recycling whose pass brings up a card that can be played), and a move
    that frees a card for a foundation. Following hints never leads into a cycle.
    """
    return first_of_best(legal, partial(_rank, view))


def stuck(view: View, legal: Sequence[Action]) -> Stuck | None:
    """Return whether no useful move is visible. The game continues anyway. [KL-77, KL-79]"""
    return "noUsefulMoves" if view.status == "active" and hint(view, legal) is None else None


def _rank(view: View, action: Action) -> int | None:
    match action:
        case FoundationMove():
            return 0
        case TableauMove(source, _, count):
            return _tableau_rank(view, source, count)
        case Draw():
            return 4
        case Recycle():
            return 4 if _next_pass_helps(view) else None
    return None


def _tableau_rank(view: View, source: Place, count: object) -> int | None:
    if source.zone == "waste":
        return 2
    if source.zone == "foundation":
        return None
    assert isinstance(source.index, int)
    assert isinstance(count, int)
    column = view.tableau[source.index]
    rest = column[:-count]
    if not rest:
        return 3 if not is_king(column[0]) and king_waits(view.tableau, view.waste) else None
    exposed = rest[-1]
    if isinstance(exposed, Hidden):
        return 1
    return 5 if _goes_up(view, exposed) else None


def _next_pass_helps(view: View) -> bool:
    """Whether the waste, turned over and drawn again, brings up a card that can be played.

    The last card of the pass is the current top: if it could be played, there would be a better action than recycling.
    """
    brought_up = view.waste[view.options.draw - 1 :: view.options.draw]
    return any(_goes_up(view, card) or any(_takes(column, card) for column in view.tableau) for card in brought_up)


def _goes_up(view: View, card: Card) -> bool:
    return any(fits_foundation(card, pile) for pile in view.foundations)


def _takes(column: Shown, card: Card) -> bool:
    if not column:
        return card.rank == KING
    top = column[-1]
    return isinstance(top, Card) and stacks_on(card, top)
