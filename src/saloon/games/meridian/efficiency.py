"""Efficiency: the moves that a perfect game needs, against those that were made. [MM-281…MM-290]"""

from collections.abc import Mapping
from typing import Final

from .state import COLUMNS, Board, Mode

_BANDS: Final = ("Excellent", "Good", "Average")
BASELINES: Final[Mapping[Mode, tuple[int, int, int]]] = {
    "classic": (75, 60, 45),
    "double_pocket": (80, 65, 50),
    "traditional": (65, 50, 35),
    "expert": (55, 40, 25),
}
"""The lowest percentages for excellent, good and average play in each mode. [MM-285…MM-288]"""


def optimal_moves(board: Board) -> int:
    """Return the moves that this board needs: its foundation cards, and its column cards beyond seven. [MM-282]"""
    raised = sum(map(len, (*board.up, *board.down)))
    return raised + max(0, sum(map(len, board.tableau)) - COLUMNS)


def efficiency(board: Board, moves: int) -> int:
    """Return the percentage of the moves that were needed, rounded half up and at most 100. [MM-283, MM-284]"""
    optimal = optimal_moves(board)
    if optimal <= 0 or moves <= 0:
        return 100
    return min(100, (200 * optimal + moves) // (2 * moves))


def rating(mode: Mode, percentage: int) -> str:
    """Return the name of a percentage in a mode."""
    for name, least in zip(_BANDS, BASELINES[mode], strict=True):
        if percentage >= least:
            return name
    return "Needs Improvement"
