"""The bots of Never Nine: they deal out the unseen cards many times and play out each choice."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from saloon.core.bots import GREEDY, RANDOM, Level, Rating

from .seats import Effort, RuleSeat, SamplingSeat

SAMPLER: Final = Effort(bid_worlds=20, card_work=1_500, most_worlds=20, noise=0.3, wild=0.3)
VETERAN: Final = Effort(
    bid_worlds=300,
    card_work=60_000,
    most_worlds=600,
    noise=0.1,
    wild=0.1,
    choice=4,
    spread=0.8,
    doubt=0.05,
    exact=4,
    exact_choice=4,
    exact_worlds=(0, 40, 40, 40, 30),
)
"""The master before it learnt; it plays in benchmarks, and training learns from its games."""
MASTER: Final = replace(
    VETERAN,
    bid_worlds=200,
    card_work=30_000,
    most_worlds=300,
    noise=0.0,
    wild=0.0,
    choice=2,
    exact_choice=8,
    belief=True,
    learnt_playouts=True,
)
_QUICK: Final = (300, 750)
"""Three other seats think between two turns of a player."""

LEVELS: Final[tuple[Level, ...]] = (
    replace(RANDOM, pause=_QUICK, rating=Rating(-18.0, 4.8)),
    replace(GREEDY, make=RuleSeat, pause=_QUICK, rating=Rating(31.1, 2.4)),
    Level(
        "sampler",
        "tries its choices against possible hands of the others",
        partial(SamplingSeat, effort=SAMPLER),
        _QUICK,
        compiled=True,
        rating=Rating(35.5, 2.3),
    ),
    Level(
        "master",
        "weighs many possible hands by the bids and cards played, and plays the end exactly",
        partial(SamplingSeat, effort=MASTER),
        _QUICK,
        compiled=True,
        rating=Rating(43.2, 2.4),
    ),
)
"""The weakest first; the ratings are those of an arena of them all."""
