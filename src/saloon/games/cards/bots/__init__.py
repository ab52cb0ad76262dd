"""The bots of Cards: a demonstration player that asks the solver, without peeking."""

from functools import partial
from typing import Final

from saloon.core.bots import SIMPLE_LEVELS, FairBots, Level
from saloon.search.sampling import Effort

from .seats import DemoSeat

DEMO: Final = Effort(worlds=8, states=4_000)
HINT: Final = Effort(worlds=8, states=4_000)
QUICK: Final = Effort(worlds=2, states=500)

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

FAIR_BOTS: Final = FairBots(
    hint=partial(DemoSeat, effort=HINT),
    quick=partial(DemoSeat, effort=QUICK),
    games=20,
    bands=(0.4, 0.2, 0.05),
    where={"stack": "any"},
)
