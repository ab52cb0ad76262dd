"""The positions that searches take and the moves they return. Importing this loads no kernel."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from saloon.core.cards import KING, RANK_LETTERS, Card, Pile, the_card
from saloon.core.piles import stacks_on
from saloon.core.solver import Answer

SUITS: Final = "DHCS"
"""The suits in the kernels' order: red, then black."""


def number_of(card: Card) -> int:
    """Return the kernels' number of a card: 4 · (rank - 1) + suit."""
    return 4 * (card.rank - 1) + SUITS.index(card.suit)


def card_of(number: int) -> Card:
    """Return the card with a number, face-up."""
    rank, suit = number // 4 + 1, SUITS[number % 4]
    assert rank <= KING
    return the_card(RANK_LETTERS[rank] + suit, False, rank, suit)


def groups_of(column: Pile) -> list[list[int]]:
    """Return the groups of a column, bottom first: face-up cards that continue each other, or single cards."""
    groups: list[list[int]] = []
    below = None
    for card in column:
        if below is not None and not card.face_down and not below.face_down and stacks_on(card, below):
            groups[-1].append(number_of(card))
        else:
            groups.append([number_of(card)])
        below = card
    return groups


def heights_of(foundations: Sequence[Pile]) -> list[int]:
    """Return the heights of the foundations, each of one suit, in the kernels' order of suits."""
    heights = {pile[0].suit: len(pile) for pile in foundations if pile}
    return [heights.get(suit, 0) for suit in SUITS]


def hidden_in(columns: Sequence[Pile]) -> list[int]:
    """Return the number of face-down cards in each column."""
    return [sum(card.face_down for card in column) for column in columns]


class AlternatingPosition(Struct, frozen=True):
    """A position for `alternating`: columns are built down in alternating colours, Kings go on empty ones."""

    columns: Sequence[Sequence[Sequence[int]]]
    """Per column its groups, bottom first: a run of face-up cards, or a card that is not exposed with the one above."""
    heights: Sequence[int]
    stock: Sequence[int] = ()
    """Waste and stock in the order in which they are drawn."""
    waste: int = 0
    """How many of these are on the waste."""
    draw: int = 1
    redeals: int | None = None
    """How often the waste may still be turned over; None for no limit."""
    ranks: int = 13
    hidden: Sequence[int] | None = None
    """Face-down cards per column, if any stack of face-up cards may be moved; None if only runs may."""

    @property
    def free(self) -> bool:
        """Whether every stock card is available at any time."""
        return not self.stock or (self.draw == 1 and self.redeals is None)


class Found(Struct, frozen=True):
    """The result of `alternating`; the log holds kind · 64 + card of each move."""

    answer: Answer
    log: Sequence[int] = ()


class BestFirstPosition(Struct, frozen=True):
    """A position for `best_first`: up to eight columns whose cards are in any order.

    `downward`: columns are built down, any stack of face-up cards may be moved, foundations go up from the Ace and
    give cards back. `locked` and `flexible`: columns are built as their types say, runs may be moved, foundations go
    up from the 7 and down from the 6; an untyped column keeps its first direction, or does not.
    """

    rules: Literal["downward", "locked", "flexible"]
    columns: Sequence[Pile]
    up: Sequence[int]
    """The heights of the foundations that go up."""
    down: Sequence[int] = (0, 0, 0, 0)
    types: Sequence[Literal["ace", "king", "untyped"] | None] = ()
    bases: Sequence[int] = ()
    """Per column the number of cards that no move has put there."""
    pockets: Sequence[Card | None] = ()
    stock: Sequence[Card] = ()
    """Cards of stock and waste, each available at any time."""


Spot = tuple[Literal["column", "pocket", "stock", "foundation"], int]
"""A place with its number, which is 0 for stock and foundations."""


class Carry(Struct, frozen=True):
    """A move of `best_first`: a card, with all cards on top of it in its column, goes to another place."""

    card: int
    source: Spot
    start: int
    """The card's place in its column."""
    target: Spot


class Effort(Struct, frozen=True):
    """The effort of `determinization`. Work is counted, not timed: the same inputs and seed give the same choice."""

    worlds: int
    """Worlds in which the steps are compared, at most."""
    positions: int
    """Positions of one search."""
    margin: float = 2.0
    """How many standard deviations a step may be behind the best before it drops out."""
