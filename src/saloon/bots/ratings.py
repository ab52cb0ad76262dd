"""Who is stronger? Ratings after a match, by openskill: for two seats and for four, people and bots alike."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from saloon.core.game import Game, Seat

_SHOWN_AT_FIRST: Final = 1000
_SHOWN_FOR_ONE: Final = 40


class Rating(Struct, frozen=True):
    """A mean and how unsure it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The strength that a player has almost surely, as the number that people see: 1000 for a newcomer."""
        return max(0, round(_SHOWN_AT_FIRST + _SHOWN_FOR_ONE * self._sure))

    @property
    def _sure(self) -> float:
        return self.mu - 3 * self.sigma

    def is_above(self, other: "Rating") -> bool:
        """Return whether the mean or the shown strength is higher: a draw can raise the latter alone."""
        return self.mu > other.mu or self._sure > other._sure


NEWCOMER: Final = Rating(25.0, 25.0 / 3)
"""What everyone begins with."""


def rated(before: Sequence[Rating], places: Sequence[float]) -> list[Rating]:
    """Return the ratings after a match in which each seat came to its place: 0 is the best, equal ones share it."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]


def places(game: Game[Any, Any], winners: Collection[Seat], scores: Sequence[int]) -> list[float]:
    """Return each seat's place: the winners first, then by points; equal ones share a place."""
    sign = 1 if game.lowest_wins else -1
    if len(scores) == 2:
        return [float(bool(winners) and seat not in winners) for seat in range(2)]
    order = [(seat not in winners, sign * score) for seat, score in enumerate(scores)]
    return [float(sum(other < one for other in order)) for one in order]


@lru_cache(1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()
