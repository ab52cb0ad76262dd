"""What may seed a game of Cards? A whole number in decimal digits, for the clock's milliseconds seed a new game."""

from re import compile as pattern
from typing import Final

from saloon.core.errors import BadSeed, quoted
from saloon.core.seeds import fresh_number

LARGEST_SEED: Final = 2**53 - 1
"""The largest whole number that is exact in a double, with every smaller one."""
_CANONICAL: Final = pattern("0|[1-9][0-9]{0,15}")


def check_seed(seed: object) -> str:
    """Return `seed` if it is the one decimal text of a number from 0 to 2^53 - 1.

    Alea reads the text, so `01` would deal another game than `1` while looking like the same number.
    """
    if not isinstance(seed, str) or not _CANONICAL.fullmatch(seed) or int(seed) > LARGEST_SEED:
        raise BadSeed(f"{quoted(seed)} cannot seed Cards; write a number from 0 to {LARGEST_SEED} in plain digits")
    return seed


def fresh_seed() -> str:
    """Return a random seed; whoever has a clock may rather take `new_seed`."""
    return fresh_number(LARGEST_SEED + 1)


def new_seed(now_ms: int, last: str | None) -> str:
    """Return the seed of a new game: the clock's milliseconds, one more if the last game had them. [CA-99]"""
    seed = str(now_ms)
    return check_seed(str(now_ms + 1) if seed == last else seed)
