"""Which card goes where? The building rules of `saloon.core.piles`, written out for each of the 52 cards.

`legal` and `check` ask this so often that looking the answer up pays; the answers themselves are the rules' own.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from saloon.core.cards import SUITS, Card, Pile, deck
from saloon.core.piles import fits_column, fits_foundation, run_length

REMEMBERED: Final = 1 << 12
"""Piles whose judgement is kept: an action changes one or two of them, and the others need no second look."""
FACE_UP: Final = frozenset(deck())
FACE_DOWN: Final = frozenset(card.down() for card in deck())
SUIT_PILES: Final[Mapping[str, Pile]] = {suit: tuple(deck(suit)) for suit in SUITS}
"""The finished foundation of each suit."""

Top = Card | None
"""The top card of a pile; None for an empty one."""


def _taken(fits: Callable[[Card, Pile], bool]) -> Mapping[Top, Sequence[Card]]:
    piles: dict[Top, Pile] = {None: ()} | {card: (card,) for card in FACE_UP | FACE_DOWN}
    return {top: [card for card in deck() if fits(card, pile)] for top, pile in piles.items()}


TAKEN_BY_COLUMN: Final = _taken(fits_column)
"""By a column's top: the cards that may be laid on it, each with the run that lies on it."""
TAKEN_BY_FOUNDATION: Final = _taken(fits_foundation)
"""By a foundation's top: the cards that may be laid on it."""


@lru_cache(REMEMBERED)
def waiting_columns(tops: tuple[Top, ...]) -> Mapping[Top, Sequence[int]]:
    """Return by card which columns it may be laid on, from left to right."""
    return _waiting(tops, TAKEN_BY_COLUMN)


@lru_cache(REMEMBERED)
def waiting_foundations(tops: tuple[Top, ...]) -> Mapping[Top, Sequence[int]]:
    """Return by card which foundations it may be laid on, from left to right."""
    return _waiting(tops, TAKEN_BY_FOUNDATION)


def _waiting(tops: Sequence[Top], taken: Mapping[Top, Sequence[Card]]) -> Mapping[Top, Sequence[int]]:
    waiting: dict[Top, list[int]] = {}
    for index, top in enumerate(tops):
        for card in taken[top]:
            waiting.setdefault(card, []).append(index)
    return waiting


@lru_cache(REMEMBERED)
def heads(column: Pile) -> Sequence[Card]:
    """Return the cards that may be moved with all that lies on them, the top first."""
    return column[: -run_length(column) - 1 : -1]
