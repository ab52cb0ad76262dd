"""The bots of Klondike: a demonstration bot, which sees no more than a player does."""

from functools import partial
from typing import Final

from saloon.core.bots import SIMPLE_LEVELS, Level

from .seats import DemoSeat, Effort

DEMO: Final = Effort(worlds=100)

LEVELS: Final[tuple[Level, ...]] = (
    *SIMPLE_LEVELS,
    Level(
        "demo",
        "deals out the hidden cards in its head, many times over",
        partial(DemoSeat, effort=DEMO),
        compiled=True,
    ),
)
"""The weakest first."""
