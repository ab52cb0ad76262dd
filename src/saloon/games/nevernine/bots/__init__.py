"""The bots of Never Nine: they deal out the unseen cards many times and play out each choice."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from saloon.core.bots import GREEDY, RANDOM, Level, Rating

from .seats import Effort, RuleSeat, SamplingSeat

SAMPLER: Final = Effort(bid_worlds=20, card_work=1_500, most_worlds=20, noise=0.3, wild=0.3)
MASTER: Final = Effort(
    bid_worlds=300,
    card_work=60_000,
    most_worlds=600,
    noise=0.1,
    wild=0.1,
    choice=4,
    spread=0.8,
    doubt=0.05,
    exact=4,
    exact_worlds=(0, 40, 40, 40, 30),
)
_QUICK: Final = (300, 750)
"""Between two turns of a player three others think."""

LEVELS: Final[tuple[Level, ...]] = (
    replace(RANDOM, pause=_QUICK, rating=Rating(-18.1, 4.8)),
    replace(GREEDY, make=RuleSeat, pause=_QUICK, rating=Rating(30.1, 2.4)),
    Level(
        "sampler",
        "tries its choices on some hands that the others may have",
        partial(SamplingSeat, effort=SAMPLER),
        _QUICK,
        compiled=True,
        rating=Rating(38.5, 2.4),
    ),
    Level(
        "master",
        "weighs many hands by what was bid, and plays the end exactly",
        partial(SamplingSeat, effort=MASTER),
        _QUICK,
        compiled=True,
        rating=Rating(41.3, 2.4),
    ),
)
"""The weakest first; the ratings are those of an arena of them all."""
