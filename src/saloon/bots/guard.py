"""A guard for failing bots: a simpler bot takes over, and the failure is logged."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final, TypeVar

from saloon.core.bots import GREEDY, RANDOM, Bot
from saloon.core.errors import SaloonError
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.table.messages import Fault

from .levels import seat_bot

_logger = logging.getLogger(__name__)

T = TypeVar("T")

_FAULTS: Final[Mapping[Fault, str]] = {
    "late": "was late",
    "crashed": "crashed",
    "illegal": "answered with no legal move",
}


def fault_text(seat: str, fault: Fault) -> str:
    """Return why the bot of a seat lost a move, in words."""
    return f"the bot at {seat} {_FAULTS[fault]}; a simpler bot made its move"


class BotFault(SaloonError):
    """A bot was late, crashed, or answered with something that is not a legal action."""

    default_code = "BOT_FAULT"

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault


class GuardedSeat(Bot):
    """A bot that cannot fail: at its first fault a greedy bot takes over, and after that a random one.

    A fault is any exception or illegal action, and a decision that takes longer than `time_limit` seconds. The first
    `forgiven` faults cost the bot only that move.
    """

    remembers = True

    def __init__(
        self,
        game: AnyGame,
        level: str,
        seed: str,
        bot: Bot | None = None,
        *,
        forgiven: int = 0,
        time_limit: float | None = None,
    ) -> None:
        self._game, self._seed, self._forgiven, self._time_limit = game, seed, forgiven, time_limit
        self._bot = seat_bot(game, level, seed) if bot is None else bot
        self._simpler = [seat_bot(game, simple.name, seed) for simple in (RANDOM, GREEDY) if simple.name != level]
        self.incidents: list[str] = []
        """The faults so far, in order, for the log: the texts may quote anything."""
        self.faults: list[Fault] = []
        """The kind of each, for everyone at the table."""

    @property
    def gave_up(self) -> bool:  # type: ignore[override]
        """Whether no action the bot can see would help."""
        return self._bot.gave_up

    def watch(self, view: Any) -> None:
        """Show the bot a view."""
        if self._bot.remembers:
            try:
                self._bot.watch(view)
            except Exception as error:
                self._replace("crashed", f"it failed on a view: {error!r}")

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return the bot's action, or that of a simpler one."""
        while self._simpler:
            try:
                action = self._asked(view, legal)
            except BotFault as error:
                fault, incident = error.fault, error.reason
            except Exception as error:
                fault = "crashed"
                incident = error.reason if isinstance(error, SaloonError) else f"it failed to choose: {error!r}"
            else:
                if action is None or action in legal:
                    return action
                fault, incident = "illegal", f"it chose {action!r}, which is not legal"
            if len(self.incidents) < self._forgiven:
                self._note(fault, incident)
                _logger.error("a bot lost a move: %s", self.incidents[-1])
                return GuardedSeat(self._game, GREEDY.name, self._seed).choose(view, legal)
            self._replace(fault, incident)
        return self._bot.choose(view, legal)

    def _asked(self, view: Any, legal: Sequence[Action]) -> Action | None:
        bot, limit = self._bot, self._time_limit
        return bot.choose(view, legal) if limit is None else _in_time(lambda: bot.choose(view, legal), limit)

    def _note(self, fault: Fault, incident: str) -> None:
        self.faults.append(fault)
        self.incidents.append(f"{type(self._bot).__name__}: {incident}")

    def _replace(self, fault: Fault, incident: str) -> None:
        self._note(fault, incident)
        _logger.error("a bot was replaced: %s", self.incidents[-1])
        if self._simpler:
            self._bot = self._simpler.pop()


def _in_time(work: Callable[[], T], seconds: float) -> T:
    """Return what a call returns; raise BotFault if it takes too long. Its thread goes on: nothing can end it."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, name="bot", daemon=True).start()
    try:
        return done.result(seconds)
    except TimeoutError:
        if done.done():  # the bot itself raised it
            raise
        raise BotFault("late", f"it was late: no answer within {seconds:g} s") from None
