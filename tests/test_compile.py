"""Kernels are compiled ahead of time, each once."""

from threading import Event

import pytest

from saloon import compile as ahead
from saloon.bots import levels
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.solver import solved_games


def test_everything_is_compiled_once_and_games_that_share_kernels_in_one_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = ahead.parts()
    assert first == [*solved_games()]
    assert sorted([*first, *(name for part in others for name in part)]) == sorted(game.name for game in GAMES)
    done: list[str] = []

    def warmed(game: AnyGame, level: str) -> Event:
        done.append(f"{level} of {game.name}")
        ready = Event()
        ready.set()
        return ready

    monkeypatch.setattr(ahead, "prepare", lambda name: done.append(f"solver of {name}"))
    monkeypatch.setattr(ahead, "_play_a_batch", lambda name: done.append(f"batch of {name}"))
    monkeypatch.setattr(ahead, "warm_up", warmed)
    for part in ahead.parts():
        ahead.compile_games(part)
    assert {f"solver of {name}" for name in solved_games()} <= {*done}
    assert {f"{level} of {game.name}" for game in GAMES for level in levels(game)} <= {*done}
    assert {f"batch of {game.name}" for game in GAMES if game.batch() is not None} <= {*done}
