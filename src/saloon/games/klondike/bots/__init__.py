"""The bots of Klondike, which see no more than a player does."""

from functools import partial
from typing import Final

from saloon.core.bots import SIMPLE_LEVELS, Bot, FairBots, Level
from saloon.core.registry import AnyGame
from saloon.games.klondike.state import UNLIMITED_REDEALS
from saloon.search.positions import Effort

from . import seats
from .determinization import DeterminizationSeat

SAMPLER: Final = seats.Effort(worlds=100)
QUICK_SAMPLER: Final = seats.Effort(worlds=8)
DEMO: Final = Effort(worlds=2_000, positions=500, margin=2.5)
HINT: Final = Effort(worlds=500, positions=300, margin=2.5)
QUICK: Final = Effort(worlds=16, positions=100)


def _searching(game: AnyGame, seed: str, effort: Effort, other: seats.Effort = SAMPLER) -> Bot:
    return DeterminizationSeat(game, seed, effort, seats.SamplerSeat(game, seed, other))


LEVELS: Final[tuple[Level, ...]] = (
    *SIMPLE_LEVELS,
    Level(
        "sampler",
        "guesses the hidden cards at random and plays on",
        partial(seats.SamplerSeat, effort=SAMPLER),
        compiled=True,
    ),
    Level(
        "demo",
        "guesses the hidden cards many times and searches each guess",
        partial(_searching, effort=DEMO),
        compiled=True,
    ),
)
"""The weakest first."""

FAIR_BOTS: Final = FairBots(
    hint=partial(_searching, effort=HINT),
    quick=partial(_searching, effort=QUICK, other=QUICK_SAMPLER),
    games=20,
    bands=(0.75, 0.4, 0.15),
    where={"redeals": UNLIMITED_REDEALS},
)
