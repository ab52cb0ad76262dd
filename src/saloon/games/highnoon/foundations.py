"""Which foundation takes a card."""

from collections.abc import Mapping

from saloon.core.cards import Card
from saloon.core.memory import remembered

from .state import Foundation


def chosen_foundation(foundations: tuple[Foundation, ...], card: Card) -> int | None:
    """Return the index of the foundation that takes `card`: higher top rank first, then lower index. [HN-39…HN-41]

    Two foundations that take the same card always have equal tops, so the lower index decides.
    """
    return openings(foundations).get((card.suit, card.rank))


@remembered(1 << 10)
def openings(foundations: tuple[Foundation, ...]) -> Mapping[tuple[str, int], int]:
    """Return where each card that can go up goes, by its suit and rank."""
    last_first = reversed(list(enumerate(foundations)))
    return {(pile.suit, len(pile.cards) + 1): index for index, pile in last_first}
