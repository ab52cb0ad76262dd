"""Ratings after a match, computed by openskill, for people and bots alike."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from saloon.core.bots import Rating
from saloon.core.game import Seat
from saloon.core.registry import AnyGame

NEWCOMER: Final = Rating(25.0, 25.0 / 3)
"""The initial rating."""


def rated(before: Sequence[Rating], places: Sequence[float]) -> list[Rating]:
    """Return the ratings after a match, given each seat's place: 0 is the best, ties share a place."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]


def places(game: AnyGame, winners: Collection[Seat], scores: Sequence[int]) -> list[float]:
    """Return each seat's place: winners first, then by points; ties share a place."""
    sign = 1 if game.lowest_wins else -1
    if len(scores) == 2:
        return [float(bool(winners) and seat not in winners) for seat in range(2)]
    order = [(seat not in winners, sign * score) for seat, score in enumerate(scores)]
    return [float(sum(other < one for other in order)) for one in order]


@lru_cache(1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()
