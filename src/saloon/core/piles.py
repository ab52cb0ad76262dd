"""Building rules shared by games with columns and foundations: which card may go on which."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from msgspec import Struct

from .cards import ACE, KING, RED, Card, Pile
from .memory import remembered

T = TypeVar("T")


def stacks_on(card: Card, top: Card) -> bool:
    """Whether `card` continues a tableau pile: one rank lower, of the other colour."""
    return card.rank == top.rank - 1 and (card.suit in RED) != (top.suit in RED)


def fits_column(card: Card, column: Pile) -> bool:
    """Whether a run headed by `card` may go on `column`: a King on an empty one, else on a face-up top."""
    if not column:
        return card.rank == KING
    top = column[-1]
    return not top.face_down and stacks_on(card, top)


Takers = dict[tuple[int, bool], list[int]]
"""The columns that accept a card, from left to right, by its rank and redness."""


def takers(tableau: Sequence[Pile]) -> Takers:
    """Return the columns that accept a card, for every rank and redness: `fits_column` for all at once."""
    columns: Takers = {}
    for index, column in enumerate(tableau):
        if not column:
            columns.setdefault((KING, True), []).append(index)
            columns.setdefault((KING, False), []).append(index)
        elif not (top := column[-1]).face_down:
            wanted = top.rank - 1, top.suit not in RED
            if wanted in columns:
                columns[wanted].append(index)
            else:
                columns[wanted] = [index]
    return columns


def fits_foundation(card: Card, pile: Pile) -> bool:
    """Whether `card` is the Ace that starts `pile`, or the next of its suit."""
    if not pile:
        return card.rank == ACE
    top = pile[-1]
    return card.suit == top.suit and card.rank == top.rank + 1


def is_run(cards: Sequence[Card]) -> bool:
    """Whether `cards`, bottom first, are all face-up, descend by one and alternate in colour."""
    below = None
    for card in cards:
        if card.face_down or (below is not None and not stacks_on(card, below)):
            return False
        below = card
    return True


def run_length(column: Pile) -> int:
    """Return how many cards at the top of `column` form the longest run."""
    if not column or column[-1].face_down:
        return 0
    length = 1
    while (
        length < len(column) and not column[-length - 1].face_down and stacks_on(column[-length], column[-length - 1])
    ):
        length += 1
    return length


Face = tuple[int, bool]
"""The rank of a card and whether it is red: all that building in columns depends on."""

_KINGS: Final = ((KING, True), (KING, False))


@lru_cache(1 << 12)
def face(card: Card) -> Face:
    """Return the face of a card; cached, because loops over whole piles need it."""
    return card.rank, card.red


@lru_cache(1 << 12)
def taken_on(card: Card) -> Face:
    """Return the faces that may go on a card: the inverse of `stacks_on`."""
    return card.rank - 1, not card.red


_NO_CARD: Final = ("", 0)


class Look(Struct, frozen=True, gc=False):
    """A column as seen when looking for moves. Columns that look the same share one object."""

    top_down: bool = False
    """Whether its top card is face-down."""
    top: tuple[str, int] = _NO_CARD
    """The suit and the rank of its top card, if it is face-up."""
    takes: tuple[Face, ...] = ()
    """The faces that may go on it."""
    run: tuple[Face, ...] = ()
    """The faces of the run at its top, from the top."""


_EMPTY: Final = Look(takes=_KINGS)
_TO_TURN: Final = Look(top_down=True)


@remembered(1 << 14)
def look(column: Pile) -> Look:
    """Return the look of a column; cached, because a move leaves most columns unchanged."""
    if not column:
        return _EMPTY
    card = column[-1]
    if card.face_down:
        return _TO_TURN
    length = 1
    for below in column[-2::-1]:
        if below.face_down or taken_on(below) != face(card):
            break
        card, length = below, length + 1
    return _look_of_run(column[-1], length)


@lru_cache(1 << 12)
def _look_of_run(top: Card, length: int) -> Look:
    """Return the look of a run, which its top card and its length determine."""
    run = tuple((top.rank + depth, top.red != bool(depth % 2)) for depth in range(length))
    return Look(False, (top.suit, top.rank), (taken_on(top),), run)


def turn_top(column: Pile) -> Pile:
    """Return `column` with its top card face-up."""
    return (*column[:-1], column[-1].up()) if column and column[-1].face_down else column


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return `items` (mostly piles) with the one at `index` replaced."""
    return (*items[:index], item, *items[index + 1 :])


def triangle(cards: Sequence[Card], columns: int = 7) -> tuple[tuple[Pile, ...], Pile]:
    """Deal columns of 1, 2, … cards, only the last of each face-up; return them and the rest as face-down stock."""
    tableau: list[Pile] = []
    start = 0
    for size in range(1, columns + 1):
        dealt = cards[start : start + size]
        tableau.append((*(one.down() for one in dealt[:-1]), dealt[-1].up()))
        start += size
    return tuple(tableau), tuple(one.down() for one in cards[start:])
