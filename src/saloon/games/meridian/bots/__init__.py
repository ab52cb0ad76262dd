"""The bots of Meridian: a demonstration player that asks the solver, without peeking."""

from functools import partial
from typing import Final

from saloon.core.bots import SIMPLE_LEVELS, Level
from saloon.search.sampling import Effort

from .seats import DemoSeat

DEMO: Final = Effort(worlds=8, states=20_000)

LEVELS: Final[tuple[Level, ...]] = (
    *SIMPLE_LEVELS,
    Level(
        "demo",
        "deals out the hidden cards in its head and asks the solver",
        partial(DemoSeat, effort=DEMO),
        compiled=True,
    ),
)
"""The weakest first."""
