"""Servers for the tests, and who judges at their tables."""

import gc
from functools import cache
from typing import Any

import pytest

from saloon.games import GAMES
from saloon.server.settings import Settings
from server import scene
from server.houses import house, postgres, running_house, valkey  # noqa: F401 - fixtures

CLERKS = [clerk for game in GAMES if (clerk := game.clerk()) is not None]


@cache
def prepare_clerks() -> None:
    """Have the kernels loaded; what they hold stays, and a look through it for garbage would hold up a whole round."""
    for clerk in CLERKS:
        clerk.prepare()
    gc.collect()
    gc.freeze()


@pytest.fixture
def by_clerks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Have the clerks ready; return a list that gets what they make of each action, None being left to the law."""
    made: list[Any] = []
    for clerk in CLERKS:
        kind: Any = type(clerk)

        def noted(*asked: Any, take: Any = kind.take) -> Any:
            answers = take(*asked)
            made.extend(answers)
            return answers

        monkeypatch.setattr(kind, "take", noted)
    prepare_clerks()
    return made


@pytest.fixture(params=["law", "clerks"])
def judges(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test be run twice: the tables of a scene are judged by the law alone, and with the help of clerks."""
    if request.param == "clerks":
        monkeypatch.setattr(scene, "SETTINGS", Settings(database="", clerks_from=1))
        prepare_clerks()
