"""What would a sensible player do? A fixed order of the kinds of move, none of which can go in circles.

Every hint brings a card up, bares a hidden one, or lessens the piles that no King begins or the Kings that wait.
"""

from collections.abc import Sequence
from itertools import chain

from saloon.core.cards import KING, Card, Hidden, Shown
from saloon.core.game import Action

from .state import SUITS, FoundationMove, TableauMove
from .view import View, as_cards


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the first legal action of the best kind: up, uncover, uncover what goes up, make room, settle a King."""
    tableau = tuple(map(as_cards, view.tableau))
    heights = tuple(map(len, view.foundations))
    ranked = [
        (rank, place) for place, action in enumerate(legal) if (rank := _rank(tableau, heights, action)) is not None
    ]
    return legal[min(ranked)[1]] if ranked else None


def _rank(tableau: Sequence[Shown], heights: Sequence[int], action: Action) -> int | None:
    match action:
        case FoundationMove():
            return 0
        case TableauMove(source, _, int(count)) if source.zone == "tableau":
            pile = tableau[int(source.index or 0)]
            return _uncovering_rank(tableau, heights, pile[:-count], pile[-count])
    return None


def _uncovering_rank(tableau: Sequence[Shown], heights: Sequence[int], rest: Shown, head: Card | Hidden) -> int | None:
    """Return the worth of moving `head` and what lies on it off `rest`."""
    carries_king = isinstance(head, Card) and head.rank == KING
    if not rest:
        return 3 if not carries_king and _king_waits_for_room(tableau) else None
    bared = rest[-1]
    if isinstance(bared, Hidden):
        return 1
    if heights[SUITS.index(bared.suit)] == bared.rank - 1:
        return 2
    return 4 if carries_king else None


def _king_waits_for_room(tableau: Sequence[Shown]) -> bool:
    above = chain.from_iterable(pile[1:] for pile in tableau)
    return all(tableau) and any(isinstance(card, Card) and card.rank == KING for card in above)
