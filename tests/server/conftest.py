"""Servers for the tests, and who judges at their tables."""

from typing import Any

import pytest

from saloon.clerks.highnoon import HighNoonClerk, warm_up
from saloon.server.settings import Settings
from server import scene
from server.houses import house, postgres, running_house, valkey  # noqa: F401 - fixtures


@pytest.fixture
def by_clerks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Have the clerks ready; return a list that gets what they make of each action, None being left to the law."""
    made: list[Any] = []
    take = HighNoonClerk.take

    def noted(*asked: Any) -> Any:
        answers = take(*asked)
        made.extend(answers)
        return answers

    monkeypatch.setattr(HighNoonClerk, "take", noted)
    warm_up().join()
    return made


@pytest.fixture(params=["law", "clerks"])
def judges(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test be run twice: the tables of a scene are judged by the law alone, and with the help of clerks."""
    if request.param == "clerks":
        monkeypatch.setattr(scene, "SETTINGS", Settings(database="", clerks_from=1))
        warm_up().join()
