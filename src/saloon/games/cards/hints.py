"""Hints: a fixed order of the kinds of move, none of which can lead into a cycle.

Every hint moves a card to a foundation, exposes a hidden one, or reduces the piles without a King at the bottom or the
Kings that wait.
"""

from collections.abc import Sequence
from functools import partial

from saloon.core.advice import first_of_best, is_king, king_waits
from saloon.core.cards import Card, Hidden, Shown
from saloon.core.game import Action

from .state import SUITS, FoundationMove, TableauMove
from .view import View


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the first legal action of the best kind: up, uncover, uncover what goes up, make room, settle a King."""
    heights = tuple(map(len, view.foundations))
    return first_of_best(legal, partial(_rank, view.tableau, heights))


def _rank(tableau: Sequence[Shown], heights: Sequence[int], action: Action) -> int | None:
    match action:
        case FoundationMove():
            return 0
        case TableauMove(source, _, int(count)) if source.zone == "tableau":
            pile = tableau[int(source.index or 0)]
            return _uncovering_rank(tableau, heights, pile[:-count], pile[-count])
    return None


def _uncovering_rank(tableau: Sequence[Shown], heights: Sequence[int], rest: Shown, head: Card | Hidden) -> int | None:
    """Return the rank of moving `head` and the cards on it off `rest`."""
    carries_king = is_king(head)
    if not rest:
        return 3 if not carries_king and all(tableau) and king_waits(tableau) else None
    exposed = rest[-1]
    if isinstance(exposed, Hidden):
        return 1
    if heights[SUITS.index(exposed.suit)] == exposed.rank - 1:
        return 2
    return 4 if carries_king else None
