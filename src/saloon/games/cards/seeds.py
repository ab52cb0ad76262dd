"""Seeds of Cards: whole numbers in decimal digits. A new game takes the time in milliseconds since 1970."""

from re import compile as pattern
from typing import Final

from saloon.core.errors import BadSeed, quoted

LARGEST_SEED: Final = 2**53 - 1
"""The largest whole number that is exact in a double, with every smaller one."""
_CANONICAL: Final = pattern("0|[1-9][0-9]{0,15}")


def check_seed(seed: object) -> str:
    """Return `seed` if it is the one decimal text of a number from 0 to 2^53 - 1.

    Alea reads the text, so `01` would deal a different game from `1` although it is the same number.
    """
    if not isinstance(seed, str) or not _CANONICAL.fullmatch(seed) or int(seed) > LARGEST_SEED:
        raise BadSeed(f"{quoted(seed)} cannot seed Cards; write a number from 0 to {LARGEST_SEED} in plain digits")
    return seed


def fresh_seed(now: int | None = None, last: str | None = None) -> str:
    """Return the seed of a new game: the time in milliseconds since 1970, one more if the last game had it. [CA-99]

    The rules read no clock, so the caller passes the time.
    """
    if now is None:
        raise BadSeed("Cards is dealt from the time; pass `now`, the milliseconds since 1970, or a seed")
    seed = str(now)
    return check_seed(str(now + 1) if seed == last else seed)
