"""The deal numbers of Klondike-Solver (github.com/ShootMe/Klondike-Solver, `/GAME`), and how it lays out a deck."""

from collections.abc import Iterator, Sequence
from typing import Final

from saloon.core.cards import Card, deck

from .numbers import read_number

_LARGEST: Final = 2**31 - 1
_SUITS: Final = "CDSH"
"""The order of its suits before shuffling."""
_SWAPS: Final = 269
_WARM_UP: Final = (50, 950)
"""Numbers that the generator skips, before and after the seed is mixed in a second time."""
_COLUMNS: Final = 7
_DEALT: Final = 28


def numbered_deck(number: str) -> list[Card]:
    """Return the deck of a deal number: 269 swaps of two random cards."""
    numbers = _random_numbers(read_number("klondike-solver", number, 0, _LARGEST))
    cards = deck(_SUITS)
    for _ in range(_SWAPS):
        one, other = next(numbers) % len(cards), next(numbers) % len(cards)
        cards[one], cards[other] = cards[other], cards[one]
    return by_columns(cards)


def by_columns(rows: Sequence[Card]) -> list[Card]:
    """Convert a deck that is dealt row by row, from the left, to one that is dealt column by column."""
    return [rows[place] for place in _places()] + list(rows[_DEALT:])


def by_rows(columns: Sequence[Card]) -> list[Card]:
    """Convert a deck that is dealt column by column to one that is dealt row by row."""
    dealt = dict(zip(_places(), columns, strict=False))
    return [dealt[place] for place in range(_DEALT)] + list(columns[_DEALT:])


def _places() -> list[int]:
    """Return where the cards of the columns are in a deck that is dealt by rows, column by column."""
    starts = [row * _COLUMNS - row * (row - 1) // 2 for row in range(_COLUMNS)]
    return [starts[row] + column - row for column in range(_COLUMNS) for row in range(column + 1)]


def _random_numbers(seed: int) -> Iterator[int]:
    """Yield the program's random numbers: three signed words of 32 bits, mixed with each other."""
    words = (seed, 51_651_237, 895_213_268)
    for _ in range(_WARM_UP[0]):
        words = _mixed(*words)
    words = (_signed(0x9417B3AF ^ seed ^ (seed >> 15)), *words[1:])
    for _ in range(_WARM_UP[1]):
        words = _mixed(*words)
    while True:
        words = _mixed(*words)
        yield words[0] & 0x7FFF_FFFF


def _mixed(value: int, mix: int, twist: int) -> tuple[int, int, int]:
    carry = _signed(twist - mix) ^ twist ^ value ^ mix
    mix ^= twist ^ value
    value ^= _signed(twist - mix)
    twist ^= value ^ carry
    value ^= _signed(twist << 7) ^ (mix >> 16) ^ _signed(carry << 8)
    return value, mix, twist


def _signed(word: int) -> int:
    """Return the low 32 bits as a signed number."""
    return ((word + (1 << 31)) & 0xFFFF_FFFF) - (1 << 31)
