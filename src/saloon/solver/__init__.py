"""The solver: verdicts, lines that win, ratings and deals that can be won.

Nothing compiled is loaded before the first search: importing this package is cheap.
"""

from saloon.core.solver import Limits, Verdict

from .deals import Rated, daily, next_winnable, winnable_seeds
from .rating import Rating, rate
from .solve import SOLVED, prepare, solve

__all__ = [
    "SOLVED",
    "Limits",
    "Rated",
    "Rating",
    "Verdict",
    "daily",
    "next_winnable",
    "prepare",
    "rate",
    "solve",
    "winnable_seeds",
]
