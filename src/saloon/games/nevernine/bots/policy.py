"""The learnt policy: what players usually bid and play. `training.py` makes it."""

from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("policy.txt")
FINENESS: Final = 1024
"""Promised tricks are stored in these fractions."""
_SUITS: Final = 512


@cache
def learnt() -> tuple[Any, Any]:
    """Return the tricks that each set of cards of a suit promises, and the weights of the cards."""
    import numpy as np

    both = np.loadtxt(FILE, dtype=np.int16).ravel()
    return both[:_SUITS] / FINENESS, both[_SUITS:].astype(np.int32)


@cache
def fixed(worth: tuple[float, ...]) -> tuple[Any, Any]:
    """Return the same for players who only count high cards: what each rank is worth, and no weights."""
    import numpy as np

    ranks = range(len(worth))
    promises = [sum(worth[rank] for rank in ranks if suit >> rank & 1) for suit in range(_SUITS)]
    return np.array(promises, dtype=np.float64), np.zeros(0, dtype=np.int32)
