"""A guard for failing bots: a simpler bot takes over, and the failure is logged."""

import logging
from collections.abc import Sequence
from typing import Any

from saloon.core.bots import GREEDY, RANDOM, Bot
from saloon.core.game import Action
from saloon.core.registry import AnyGame

from .levels import seat_bot

_logger = logging.getLogger(__name__)


class GuardedSeat(Bot):
    """A bot that cannot fail: at its first fault a greedy bot takes over, and after that a random one.

    A fault is any exception or illegal action.
    """

    remembers = True

    def __init__(self, game: AnyGame, level: str, seed: str, bot: Bot | None = None) -> None:
        self._bot = seat_bot(game, level, seed) if bot is None else bot
        self._simpler = [seat_bot(game, simple.name, seed) for simple in (RANDOM, GREEDY) if simple.name != level]
        self.incidents: list[str] = []
        """The faults so far, in order."""

    @property
    def gave_up(self) -> bool:  # type: ignore[override]
        """Whether the bot sees nothing more that could help."""
        return self._bot.gave_up

    def watch(self, view: Any) -> None:
        """Show the bot a view."""
        if self._bot.remembers:
            try:
                self._bot.watch(view)
            except Exception as error:
                self._replace(f"it failed on a view: {error!r}")

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return the bot's action, or that of a simpler one."""
        while self._simpler:
            try:
                action = self._bot.choose(view, legal)
            except Exception as error:
                self._replace(f"it failed to choose: {error!r}")
                continue
            if action is None or action in legal:
                return action
            self._replace(f"it chose {action!r}, which is not legal")
        return self._bot.choose(view, legal)

    def _replace(self, incident: str) -> None:
        self.incidents.append(f"{type(self._bot).__name__}: {incident}")
        _logger.error("a bot was replaced: %s", self.incidents[-1])
        if self._simpler:
            self._bot = self._simpler.pop()
