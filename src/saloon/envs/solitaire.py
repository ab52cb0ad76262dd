"""The solitaires as Gymnasium environments."""

from typing import Any, Final, Unpack

import gymnasium
import numpy as np

from saloon.core.errors import BadInput
from saloon.core.game import Seat
from saloon.games import GAMES

from .episode import Episode, Mask, Observation, Settings

PLAYER: Final[Seat] = 0
ENTRY_POINT: Final = f"{__name__}:SolitaireEnv"


class SolitaireEnv(gymnasium.Env[Observation, np.int64]):
    """A solitaire. `info["action_mask"]` says what is legal; any other action changes nothing, and is a step too."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - the shape that the interface asks for

    def __init__(
        self,
        game: str,
        *,
        max_steps: int | None = None,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.episode = Episode(game, **settings)
        if len(self.episode.seats) > 1:
            raise BadInput(f"{self.episode.game.title} has several seats: use saloon.envs.env", "NO_SOLITAIRE")
        self.render_mode = render_mode
        self.action_space = self.episode.action_space()
        self.observation_space = self.episode.observation_box()  # type: ignore[assignment]
        self._most = self.episode.most_steps(max_steps)
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal; `options={"seed": "7"}` deals exactly that seed."""
        super().reset(seed=seed)
        self.episode.deal(self.np_random, options)
        self._steps = 0
        return self.episode.observe(PLAYER), {"action_mask": self.action_masks()}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act; `info["refused"]` is the reason if the rules do not allow the action."""
        refused = self.episode.try_to_act(PLAYER, int(action))
        self._steps += 1
        over = self.episode.is_over()
        info = {"action_mask": self.action_masks()} | ({} if refused is None else {"refused": refused})
        reward = self.episode.rewards()[PLAYER]
        return self.episode.observe(PLAYER), reward, over, not over and self._steps >= self._most, info

    def action_masks(self) -> Mask:
        """Return 1 for each action that is legal now."""
        return self.episode.mask(PLAYER)

    def render(self) -> str | None:
        """Return the table drawn with characters, in the mode `ansi`."""
        return self.episode.picture(PLAYER) if self.render_mode == "ansi" else None


def register() -> None:
    """Register every solitaire for `gymnasium.make`, as `saloon/Name-v0`."""
    for game in GAMES:
        if len(game.seats) == 1 and game.encoding() is not None:
            gymnasium.register(f"saloon/{game.name.capitalize()}-v0", ENTRY_POINT, kwargs={"game": game.name})
