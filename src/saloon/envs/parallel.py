"""Games without turns as parallel PettingZoo environments, in ticks.

In each tick every agent chooses from what it saw at its beginning. The actions arrive in a random order, drawn from the
environment's seed. One that the actions before it have made illegal is refused and changes nothing, as on a server.
"""

from typing import Any, Unpack

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from saloon.core.errors import BadInput

from .episode import Episode, Settings
from .turns import agent_name


class TickEnv(ParallelEnv[str, dict[str, Any], int]):
    """A game whose agents act at the same time."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - the shape that the interface asks for

    def __init__(
        self,
        game: str,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.episode = Episode(game, **settings)
        if not self.episode.encoding.ticks:
            raise BadInput(f"{self.episode.game.title} has turns: use saloon.envs.env", "NOT_PARALLEL")
        self.metadata = {**self.metadata, "name": f"saloon_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in self.episode.seats]
        self._action_spaces = {agent: self.episode.action_space() for agent in self.possible_agents}
        self._observation_spaces = {agent: self.episode.masked_space() for agent in self.possible_agents}
        self._most = self.episode.most_steps(max_cycles)
        self._ticks = 0
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deal; `options={"seed": "7"}` deals exactly that seed."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.episode.deal(self._random, options)
        self.agents = list(self.possible_agents)
        self._ticks = 0
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play one tick. `infos[agent]["refused"]` is the reason if an action came too late or was illegal."""
        assert self._random is not None
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in self._random.permutation(len(self.possible_agents)):
            agent = self.possible_agents[seat]
            if agent in actions and not self.episode.is_over():
                refused = self.episode.try_to_act(int(seat), actions[agent])
                infos[agent] = {} if refused is None else {"refused": refused}
        self._ticks += 1
        over = self.episode.is_over()
        observed, rewards = self._observed(), dict(zip(self.agents, self.episode.rewards(), strict=True))
        terminated = dict.fromkeys(self.agents, over)
        truncated = dict.fromkeys(self.agents, not over and self._ticks >= self._most)
        if over or self._ticks >= self._most:
            self.agents = []
        return observed, rewards, terminated, truncated, infos

    def _observed(self) -> dict[str, dict[str, Any]]:
        return {agent: self.episode.masked(seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """Return what the first agent sees, drawn with characters, in the mode `ansi`."""
        return self.episode.picture(0) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""


def parallel_env(game: str, **settings: Any) -> TickEnv:
    """Return the parallel environment of a game; the settings are those of `TickEnv`."""
    return TickEnv(game, **settings)
