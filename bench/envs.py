"""Steps per CPU-second of the learning environments in random play, next to OpenSpiel and RLCard where installed.

A step includes the observation and the mask of the seat to act, and the choice of a random legal action. Of OpenSpiel,
games of its own are measured through Python: its solitaire and a trick-taking game in C++, and games in Python.
"""

import importlib.util
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from saloon.envs import BatchEnv, env
from saloon.games import GAMES

from ._measure import Line, rate_of

STEPS = 1000
ROWS = 512
BAR = 1_000_000
SPIEL = ("solitaire", "hearts", "python_block_dominoes", "python_team_dominoes", "python_liars_poker")
RLCARD = ("leduc-holdem", "gin-rummy", "bridge", "uno", "doudizhu", "mahjong")


def measure(seconds: float) -> list[Line]:
    """Return a line per game and form."""
    works: list[tuple[str, Callable[[], int], str, int | None]] = []
    for game in GAMES:
        works.append((f"envs {game.name}", partial(_play, env(game.name)), "steps, PettingZoo", None))
        if game.batch() is not None:
            works.append((f"envs {game.name} batch", _batch(game.name), f"steps, {ROWS} games at once", BAR))
    if importlib.util.find_spec("pyspiel"):
        works += [(f"envs OpenSpiel {name}", _spiel(name), "steps through Python", None) for name in SPIEL]
        works += [(f"envs {name}", _spiel(name), "steps of our bridge", None) for name in _registered()]
    if importlib.util.find_spec("rlcard"):
        works += [(f"envs RLCard {name}", _rlcard(name), "steps", None) for name in RLCARD]
    return [Line(name, rate_of(work, seconds), what, bar) for name, work, what, bar in works]


def _play(made: Any) -> int:
    random, steps = Random(1), 0
    while steps < STEPS:
        made.reset(seed=steps)
        for _ in made.agent_iter():
            seen, _, terminated, truncated, _ = made.last()
            over = terminated or truncated
            made.step(None if over else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += not over
    return steps


def _batch(name: str) -> Callable[[], int]:
    batch = BatchEnv(name, ROWS)
    batch.reset(1)
    batch.step(batch.sample())

    def work() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
        return STEPS * ROWS

    return work


def _registered() -> list[str]:
    from saloon.envs import spiel

    return spiel.register()


def _spiel(name: str) -> Callable[[], int]:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers those in Python

    game, random = pyspiel.load_game(name), Random(1)

    def work() -> int:
        steps = 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(random.choices(*zip(*outcomes, strict=True))[0])
                    continue
                if game.get_type().provides_observation_tensor:
                    state.observation_tensor()
                elif game.get_type().provides_information_state_tensor:
                    state.information_state_tensor()
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def _rlcard(name: str) -> Callable[[], int]:
    import rlcard

    made, random = rlcard.make(name), Random(1)

    def work() -> int:
        steps = 0
        while steps < STEPS:
            state, _ = made.reset()
            while not made.is_over():
                state, _ = made.step(random.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return work
