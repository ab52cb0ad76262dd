"""All games as PettingZoo environments in which one agent acts at a time (AEC).

In a game without turns the seats act one after the other in each tick, and the first seat alternates from tick to tick.
"""

from typing import Any, Unpack

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from saloon.core.game import Seat

from .episode import Episode, Settings

ILLEGAL: float = -1
"""The reward of an agent that ends a game with turns by an illegal action."""


def agent_name(seat: Seat) -> str:
    """Return the agent's name of a seat."""
    return f"player_{seat}"


class TurnEnv(AECEnv[str, dict[str, Any], int]):
    """A game whose agents act one at a time. Use `env`, which checks the actions."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4, "is_parallelizable": False}  # noqa: RUF012 - the shape that the interface asks for

    def __init__(
        self,
        game: str,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__()
        self.episode = Episode(game, **settings)
        self.metadata = {**self.metadata, "name": f"saloon_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in self.episode.seats]
        self._seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self.episode.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self.episode.masked_space() for agent in self.possible_agents}
        self._most = self.episode.most_steps(max_cycles)
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; `options={"seed": "7"}` deals exactly that seed."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.episode.deal(self._random, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._choose_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do if it is to act."""
        is_live = not (self.terminations.get(agent, True) or self.truncations.get(agent, True))
        return self.episode.masked(self._seat_of[agent], to_act=is_live and agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self.infos[agent] = self._act(self._seat_of[agent], int(action))
        self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
        self._steps += 1
        over = self.episode.is_over()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self._cycles_done() >= self._most)
        self._choose_next()
        self._accumulate_rewards()

    def _act(self, seat: Seat, number: int) -> dict[str, Any]:
        """Act; in a game without turns a refused action is a wait."""
        if self.episode.wait is None:
            self.episode.act(seat, number)
            return {}
        refused = self.episode.try_to_act(seat, number)
        return {} if refused is None else {"refused": refused}

    def _cycles_done(self) -> int:
        return self._steps if self.episode.wait is None else self._steps // len(self.possible_agents)

    def _choose_next(self) -> None:
        count = len(self.possible_agents)
        seat = self.episode.to_move() if self.episode.wait is None else (self._steps + self._steps // count) % count
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def render(self) -> str | None:
        """Return what the selected agent sees, drawn with characters, in the mode `ansi`."""
        return self.episode.picture(self._seat_of[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""


def raw_env(game: str, **settings: Any) -> TurnEnv:
    """Return the environment of a game without checks; the settings are those of `TurnEnv`."""
    return TurnEnv(game, **settings)


def env(game: str, **settings: Any) -> AECEnv[str, dict[str, Any], int]:
    """Return the environment of a game. In a game with turns an illegal action loses at once, with the reward -1."""
    made: AECEnv[str, dict[str, Any], int] = raw_env(game, **settings)
    if not made.unwrapped.episode.encoding.ticks:
        made = TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(made))
