"""Making and checking seeds."""

from secrets import randbelow, token_hex
from typing import Final

from .errors import BadSeed, quoted

LONGEST_SEED: Final = 256
DEAL_NUMBERS: Final = 10**8
"""How many deals of a solitaire are dealt at random: eight digits can be read out and typed."""


def fresh_seed() -> str:
    """Return 128 random bits from the operating system, in hex."""
    return token_hex(16)


def deal_number() -> str:
    """Return a short random seed, for a deal whose player may know it."""
    return str(randbelow(DEAL_NUMBERS))


def check_seed(seed: object, name: str = "seed") -> str:
    """Return `seed` if it is text that can be hashed and shown; else raise BadSeed, which calls it `name`."""
    if not isinstance(seed, str):
        raise BadSeed(f"the {name}, {quoted(seed)}, is not text")
    if not 1 <= len(seed) <= LONGEST_SEED:
        raise BadSeed(f"a {name} has 1 to {LONGEST_SEED} characters; this one has {len(seed)}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise BadSeed(f"the {name} {quoted(seed)} holds a character that UTF-8 cannot express") from None
    return seed
