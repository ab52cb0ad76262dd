"""Many games at once: seeding, dealing again and truncation."""

import numpy as np
import pytest

from saloon import envs
from saloon.core.errors import BadInput
from saloon.games import GAMES
from samples import DUEL, easy

COMPILED = [game.name for game in GAMES if game.batch() is not None]


def played(name: str, seed: int, steps: int = 300) -> tuple[envs.BatchEnv, list[bytes], int]:
    batch = envs.BatchEnv(name, 16, options=easy(name), max_steps=100)
    batch.reset(seed)
    seen, ended = [], 0
    for _ in range(steps):
        _, over, too_long = batch.step(batch.sample())
        seen.append(batch.observations.tobytes())
        ended += int(over.sum() + too_long.sum())
    return batch, seen, ended


@pytest.mark.parametrize("name", COMPILED)
def test_a_seed_repeats_a_batch_and_ended_games_are_dealt_again(name: str) -> None:
    batch, seen, ended = played(name, 1)
    _, again, _ = played(name, 1)
    _, other, _ = played(name, 2)
    assert seen == again != other
    assert ended >= 2 * 16
    assert (batch.counts > 0).all()
    assert len(np.unique(batch.observations, axis=0)) == 16
    space = batch.episode.observation_box()
    assert all(space.contains(row) for row in batch.observations)


@pytest.mark.parametrize("name", COMPILED)
def test_an_illegal_action_changes_nothing(name: str) -> None:
    batch = envs.BatchEnv(name, 4)
    batch.reset(1)
    before = batch.rows.copy()
    batch.step(batch.masks.argmin(axis=1))
    assert (batch.rows == before).all()


def test_a_game_without_compiled_rules_says_so() -> None:
    with pytest.raises(BadInput, match="no compiled rules"):
        envs.BatchEnv(DUEL, 4)
