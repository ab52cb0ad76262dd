"""The bots of HighNoon: one that evaluates single moves, and one that plays out sampled matches."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from saloon.core.bots import GREEDY, RANDOM, Level, Rating

from .seats import AimlessSeat, BuilderSeat, Effort, RuleSeat, SearchingSeat

MASTER: Final = Effort(worlds=80, ticks=40, tail=1.0)

LEVELS: Final[tuple[Level, ...]] = (
    replace(RANDOM, make=AimlessSeat, rating=Rating(7.9, 4.4)),
    replace(GREEDY, make=RuleSeat, rating=Rating(20.9, 4.0)),
    Level(
        "builder",
        "values uncovering, free columns and the waste",
        BuilderSeat,
        compiled=True,
        rating=Rating(31.8, 3.9),
    ),
    Level(
        "master",
        "remembers the stocks and simulates the rest of the match",
        partial(SearchingSeat, effort=MASTER),
        compiled=True,
        rating=Rating(41.1, 4.3),
    ),
)
"""The weakest first; the ratings are those of an arena of them all."""
