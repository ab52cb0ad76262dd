"""Who is stronger? Ratings after a match, by openskill: for two seats and for four, people and bots alike."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct


class Rating(Struct, frozen=True):
    """A mean and how unsure it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> float:
        """The strength that a player has almost surely: what a list is sorted by."""
        return self.mu - 3 * self.sigma


NEWCOMER: Final = Rating(25.0, 25.0 / 3)
"""What everyone begins with."""


def rated(before: Sequence[Rating], places: Sequence[float]) -> list[Rating]:
    """Return the ratings after a match in which each seat came to its place: 0 is the best, equal ones share it."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]


@lru_cache(1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()
