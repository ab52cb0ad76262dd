"""Column types, the direction lock and runs. [MM-33…MM-48]"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from saloon.core.cards import ACE, KING, RED, Card, Pile

from .state import ColumnType

ASCENDING: Final = 1
DESCENDING: Final = -1
FREE: Final = 0
"""No direction yet."""

Opening = tuple[int, bool, int]
"""A card that a column accepts: its rank, its redness, and the direction in which it continues the column."""

_EMPTY_TAKES: Final[tuple[Opening, ...]] = tuple((rank, red, FREE) for rank in (ACE, KING) for red in (True, False))


def type_by(card: Card) -> ColumnType:
    """Return the type of a column whose only card, or first card laid by a move, is `card`. [MM-173…MM-175]"""
    if card.rank == ACE:
        return "ace"
    return "king" if card.rank == KING else "untyped"


def dealt_types(tableau: Sequence[Pile]) -> tuple[ColumnType | None, ...]:
    """Return the types at the deal: the first column's by its card; the others have no type yet. [MM-122]"""
    untyped: ColumnType = "untyped"
    return type_by(tableau[0][0]), *(untyped for _ in tableau[1:])


def retyped(kind: ColumnType | None, column: Pile) -> ColumnType | None:
    """Return the type of a column that lost cards: by its last card if one is left, else as before. [MM-177…MM-179]

    The bottom card types a column. If that card is gone while others remain, no type is left.
    """
    if not column:
        return None
    if len(column) == 1:
        return type_by(column[0])
    return kind if kind == type_by(column[0]) else "untyped"


def step(lower: Card, upper: Card) -> int:
    """Return the direction in which `upper` continues `lower`, colours alternating; FREE if it does not."""
    rise = upper.rank - lower.rank
    return rise if rise in (ASCENDING, DESCENDING) and (lower.suit in RED) != (upper.suit in RED) else FREE


def heading(column: Pile, kind: ColumnType | None, base: int, *, locked: bool) -> int:
    """Return the one direction in which a column is built, or FREE.

    The first card that a move lays on the cards already there chooses it for an untyped column. [MM-34…MM-39, MM-184]
    """
    if kind == "ace":
        return ASCENDING
    if kind == "king":
        return DESCENDING
    if locked and 0 < base < len(column):
        return step(column[base - 1], column[base])
    return FREE


def openings(column: Pile, heading: int) -> tuple[Opening, ...]:
    """Return which cards a column takes: an Ace or a King on nothing, else what continues its top. [MM-198…MM-202]"""
    if not column:
        return _EMPTY_TAKES
    return () if column[-1].face_down else _openings_on(column[-1], heading)


@lru_cache
def _openings_on(top: Card, heading: int) -> tuple[Opening, ...]:
    return tuple((top.rank + d, not top.red, d) for d in (ASCENDING, DESCENDING) if heading in (FREE, d))


def fits(run: Pile, open_to: Iterable[Opening]) -> bool:
    """Whether a run goes on a column with these openings, all of it in the direction of the junction. [MM-206]"""
    head, own = run[0], direction(run)
    return any((head.rank, head.red) == (rank, red) and goes_with(own, junction) for rank, red, junction in open_to)


def goes_with(own: int, junction: int) -> bool:
    """Whether a run of the direction `own` may be laid down in the direction `junction`; FREE goes with both."""
    return junction == FREE or own in (FREE, junction)


def direction(run: Pile) -> int:
    """Return the direction of a run; a single card has none."""
    return step(run[0], run[1]) if len(run) > 1 else FREE


def run_start(column: Pile, kind: ColumnType | None) -> int:
    """Return where the longest movable run of a column begins; the column's length if nothing can be moved. [MM-170]"""
    start = len(column)
    if not column or column[-1].face_down:
        return start
    start -= 1
    wanted = ASCENDING if kind == "ace" else DESCENDING if kind == "king" else FREE
    while start and not column[start - 1].face_down:
        found = step(column[start - 1], column[start])
        if found == FREE or not goes_with(found, wanted):
            break
        wanted = found
        start -= 1
    return start


def guessed_base(column: Pile, kind: ColumnType | None) -> int:
    """Guess the unknown base height of a column: the run at its top counts as laid by moves."""
    return min(run_start(column, kind) + 1, len(column))


def is_sequence(cards: Pile, wanted: int = FREE) -> bool:
    """Whether cards alternate in colour and step by one in a direction: `wanted`, or any if FREE. [MM-195, MM-196]"""
    for lower, upper in pairwise(cards):
        found = step(lower, upper)
        if found == FREE or not goes_with(found, wanted):
            return False
        wanted = found
    return True
