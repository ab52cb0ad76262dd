"""Many games of one kind at once, played by compiled rules, for fast learning."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saloon.core.errors import BadInput

from .episode import Episode, Reward


class BatchEnv:
    """`count` games that advance together. Only games with compiled rules have it: those with the capability `batch`.

    After `reset` and each `step`, `observations`, `masks` and `seats` say for each game what the seat to act sees, what
    it may do, and which seat it is. A game that ends is dealt again at once. The arrays are reused by the next step.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        reward: Reward = "outcome",
        max_steps: int | None = None,
        **settings: Any,
    ) -> None:
        self.episode = Episode(game, reward=reward, **settings)
        compiled = self.episode.game.batch()
        if compiled is None:
            raise BadInput(f"{self.episode.game.title} has no compiled rules", "NO_BATCH")
        self._kernel = compiled.kernel()
        first = compiled.first_row(self.episode.game, self.episode.options)
        self.rows: NDArray[np.int32] = np.tile(np.array(first, np.int32), (count, 1))
        """The games, a row each."""
        self.masks: NDArray[np.int8] = np.zeros((count, self.episode.action_count), np.int8)
        self.legal: NDArray[np.int16] = np.zeros((count, compiled.most_legal), np.int16)
        """The legal actions of each game; `counts` says how many there are."""
        self.counts: NDArray[np.int16] = np.zeros(count, np.int16)
        self.observations: NDArray[np.int16] = np.zeros((count, self.episode.encoding.size), np.int16)
        self.seats: NDArray[np.int8] = np.zeros(count, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((count, len(self.episode.seats)), np.float32)
        self._ended = np.zeros(count, np.int8)
        self._steps = np.zeros(count, np.int64)
        self._most = self.episode.most_steps(max_steps)
        self._by_points = reward == "points"
        self._actions = np.zeros(count, np.int64)
        self._randoms = np.zeros(count, np.uint64)

    def reset(self, seed: int | None = None) -> None:
        """Deal all games; the same seed deals the same games; other environments deal different games from it."""
        random = np.random.default_rng(seed)
        self._randoms[:] = random.integers(2**64, size=len(self.rows), dtype=np.uint64)
        self._kernel.deal(self.rows, self._randoms)
        self._steps[:] = 0
        self.look()

    def look(self) -> None:
        """Update observations, masks and seats after a change of `rows`."""
        self._kernel.look(self.rows, self.masks, self.legal, self.counts, self.observations, self.seats)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Take one action in each game; return the rewards of all seats, and which games were over and which too long.

        An illegal action changes nothing.
        """
        self._kernel.advance(
            self.rows, actions, self.masks, self.legal, self.counts, self.observations, self.seats,
            self.rewards, self._ended, self._steps, self._most, self._randoms, self._by_points,
        )  # fmt: skip
        return self.rewards, self._ended == 1, self._ended == 2

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        self._kernel.sample(self.legal, self.counts, self._actions, self._randoms)
        return self._actions
