"""Which combinations of parameters the tests try by day, and which every night only (`make long`)."""

from collections.abc import Iterable, Sequence

import pytest
from _pytest.mark.structures import ParameterSet

LANGUAGES = ["de-DE", pytest.param("en-US", marks=pytest.mark.long)]
"""For screens that are tested in English elsewhere: by day in German, whose words are longer."""


def chequered(first: Iterable[object], second: Iterable[object]) -> list[ParameterSet]:
    """Return all pairs; by day every other one is tried, as on a chessboard, so that no value of either is left out."""
    columns = list(second)
    return [
        pytest.param(one, other, marks=[] if (row + column) % 2 == 0 else [pytest.mark.long])
        for row, one in enumerate(first)
        for column, other in enumerate(columns)
    ]


def sampled(values: Sequence[object], first: int, by_day: int = 2) -> list[ParameterSet]:
    """Return all values, of which so many from `first` on, round and round, are tried by day.

    For what is one piece of code for all of them, such as the lobby for all games.
    """
    chosen = {(first + number) % len(values) for number in range(by_day)}
    return [pytest.param(one, marks=[] if index in chosen else [pytest.mark.long]) for index, one in enumerate(values)]
