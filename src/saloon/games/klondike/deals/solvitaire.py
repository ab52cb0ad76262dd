"""The deal numbers of Solvitaire (github.com/thecharlieblake/Solvitaire, `--random`).

It shuffles with the Mersenne Twister, seeded by a number, and with Boost's evenly distributed numbers.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from saloon.core.cards import RANKS, SUITS, Card, deck

from .numbers import read_number

_LARGEST: Final = 2**31 - 1
_WORDS: Final = 624
_STOCK: Final = 24
_COLUMNS: Final = 7


def numbered_deck(number: str) -> list[Card]:
    """Return the deck of a deal number.

    Solvitaire deals from the back of its deck: the stock, its bottom first, then rows of the tableau from the right.
    """
    words = _twister(read_number("solvitaire", number, 0, _LARGEST))
    cards = [one for rank in RANKS for one in deck(SUITS, [rank])]
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    cards.reverse()
    stock, rest = cards[:_STOCK], iter(cards[_STOCK:])
    columns: list[list[Card]] = [[] for _ in range(_COLUMNS)]
    for row in range(_COLUMNS):
        for column in reversed(columns[row:]):
            column.append(next(rest))
    return [one for column in columns for one in column] + stock[::-1]


def _twister(seed: int) -> Callable[[], int]:
    """Return the words of a Mersenne Twister that is seeded as in C++; Python seeds its own in another way."""
    state = [seed]
    for place in range(1, _WORDS):
        state.append((1_812_433_253 * (state[-1] ^ (state[-1] >> 30)) + place) & 0xFFFF_FFFF)
    random = Random()
    random.setstate((3, (*state, _WORDS), None))
    return lambda: random.getrandbits(32)


def _below(bound: int, words: Callable[[], int]) -> int:
    """Return an evenly distributed number: the words are cut into buckets of the same size, what is left is skipped."""
    bucket = (1 << 32) // bound
    while (found := words() // bucket) >= bound:
        pass
    return found
