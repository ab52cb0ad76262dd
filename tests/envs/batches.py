"""Compares the compiled rules of a game, step by step, with the rules."""

from random import Random
from typing import Any

import numpy as np

from positions import Position
from saloon import envs
from saloon.envs.episode import payoffs

FIRST = 0


class Compared:
    """A batch of one game next to the rules."""

    def __init__(self, name: str) -> None:
        self.batch = envs.BatchEnv(name, 1, max_steps=1_000_000)
        self.batch.reset(1)
        self.episode = envs.Episode(name)
        compiled = self.episode.game.batch()
        assert compiled is not None
        self.compiled = compiled

    def show(self, state: Any) -> None:
        """Put a state into the batch and compare what is legal and seen."""
        self.batch.rows[FIRST] = self.compiled.row(state)
        self.batch.look()
        self.episode.begin(state)
        seat = self.episode.to_move()
        if seat is None:
            assert not self.batch.masks.any()
            return
        legal = self.episode.legal(seat)
        assert self.batch.seats[FIRST] == seat
        assert self.batch.masks[FIRST].tobytes() == self.episode.mask(seat).tobytes()
        assert sorted(self.batch.legal[FIRST, : self.batch.counts[FIRST]].tolist()) == sorted(legal)
        assert self.batch.observations[FIRST].tolist() == self.episode.observe(seat).tolist()

    def step(self, position: Position, random: Random, *, most: int = 12) -> list[tuple[Any, list[int]]]:
        """Take up to `most` legal actions from a position; return the states after them with the rows of the batch."""
        stepped = []
        self.show(position.state)
        seat = self.episode.to_move()
        legal = [] if seat is None else sorted(self.episode.legal(seat))
        for number in random.sample(legal, min(most, len(legal))):
            self.show(position.state)
            self.episode.act(seat or 0, number)
            rewards, over, _ = self.batch.step(np.array([number]))
            outcome = self.episode.game.outcome(self.episode.state)
            paid = payoffs(outcome, len(self.episode.seats)) if outcome else [0.0] * len(self.episode.seats)
            assert np.allclose(rewards[FIRST], paid)
            if over[FIRST]:
                assert self.episode.is_over()
            else:
                stepped.append((self.episode.state, self.batch.rows[FIRST].tolist()))
        return stepped
