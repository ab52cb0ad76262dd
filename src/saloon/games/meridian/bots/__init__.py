"""The bots of Meridian: a demonstration player that asks the solver, without peeking."""

from functools import partial
from typing import Final

from saloon.core.bots import SIMPLE_LEVELS, FairBots, Level
from saloon.search.sampling import Effort

from .seats import DemoSeat

DEMO: Final = Effort(worlds=8, states=20_000)
HINT: Final = Effort(worlds=8, states=5_000)
QUICK: Final = Effort(worlds=1, states=300)

LEVELS: Final[tuple[Level, ...]] = (
    *SIMPLE_LEVELS,
    Level(
        "demo",
        "guesses the hidden cards at random and asks the solver",
        partial(DemoSeat, effort=DEMO),
        compiled=True,
    ),
)
"""The weakest first."""

FAIR_BOTS: Final = FairBots(partial(DemoSeat, effort=HINT), partial(DemoSeat, effort=QUICK), games=12)
