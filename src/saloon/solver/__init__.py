"""Solving for every game that has a solver: verdicts, winning lines, deal ratings and winnable deals.

Importing this package is cheap: compiled code is loaded for the first search.
"""

from saloon.core.solver import Limits, Verdict

from .analysis import analyse
from .deals import Rated, daily, next_winnable, winnable_seeds
from .rating import DealRating, rate
from .solve import find_line, is_prepared, prepare, solve, solved_games

__all__ = [
    "DealRating",
    "Limits",
    "Rated",
    "Verdict",
    "analyse",
    "daily",
    "find_line",
    "is_prepared",
    "next_winnable",
    "prepare",
    "rate",
    "solve",
    "solved_games",
    "winnable_seeds",
]
