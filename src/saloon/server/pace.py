"""What happens by itself? Bots move at a human pace and clocks run out: both enter the log as anyone's actions do."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import UNSET

from saloon.bots import GuardedSeat, level_of, remind, warm_up
from saloon.core.errors import SaloonError
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.games.highnoon.state import Timeout
from saloon.games.meridian.state import WarnIdle
from saloon.games.nevernine.state import Bid, BidFor, Play, PlayFor
from saloon.store import StoredTable
from saloon.table.answers import Accepted
from saloon.table.helpers import Pause, Resume

from .desk import Desk, now

_logger = logging.getLogger(__name__)

IDLE: Final = 5 * 60 * 1000
"""Milliseconds without progress until a long game of Meridian is warned."""
_MINUTE: Final = 60_000

Due = tuple[int, Seat, Action | None]
"""When, by whom and what: milliseconds since the deal, a seat or the server, an action; a bot is asked at its time."""


class Pacer:
    """Lets a table's bots and clocks act. Every process that has the table does so; the store settles races."""

    def __init__(self, desk: Desk, bot_pace: float) -> None:
        self._desk = desk
        self._bot_pace = bot_pace
        self._random = Random()
        self._bots: dict[Seat, GuardedSeat] = {}
        self._unseen: dict[Seat, list[Any]] = {}
        self._ready: dict[Seat, int] = {}
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._waiting: dict[Seat, int] = {}
        self._clock = _clock_of(desk.stored)
        self._progress = dict.fromkeys(desk.table.game.seats, 0)
        self._timer: asyncio.TimerHandle | None = None
        self._acting: asyncio.Task[bytes] | None = None
        self._known: StoredTable | None = None
        self._rests = False
        """Whether nothing happens here by itself, as far as the standing is known."""
        self._last = self._paused_at = 0

    def note(self, accepted: Accepted, at: int) -> None:
        """Remember when each seat last made progress, pauses left out, and when anything last happened."""
        self._last = at
        if self._clock is _no_clock and not self._unseen:
            return
        for seat, unseen in self._unseen.items():
            unseen.append(self._desk.table.game.view(accepted.after.state, seat))
        if isinstance(accepted.action, Pause):
            self._paused_at = at
        if isinstance(accepted.action, Resume):
            self._progress = {seat: then + at - self._paused_at for seat, then in self._progress.items()}
        if accepted.action.kind in self._desk.table.game.actions and _is_progress(accepted):
            self._progress[accepted.seat] = at

    def plan(self) -> None:
        """Set the timer for whatever is due next."""
        if self._timer is not None:
            self._unset()
        if self._known is not self._desk.stored:
            self._known = self._desk.stored
            self._rests = self._clock is _no_clock and "bot" not in [one.kind for one in self._known.seats]
        if self._rests:
            return
        self._warm_up()
        due = self._next() if self._desk.is_active and not self._desk.table.help.paused else None
        if due is None:
            return
        delay = max(0, due[0] - (now() - (self._desk.stored.started_at or 0))) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._act, due)

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        self._unset()
        for task in self._thinking.values():
            task.cancel()

    def _unset(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _warm_up(self) -> None:
        """Let the levels that sit here get ready, also while the table waits for people."""
        for one in self._desk.stored.seats:
            if one.kind == "bot" and self._desk.stored.status != "finished":
                warm_up(self._desk.table.game, self._level(one.seat))

    def _next(self) -> Due | None:
        due = [*self._bots_due(), *self._clock(self._desk, self._progress, self._last)]
        return min(due, key=lambda one: one[0], default=None)

    def _act(self, due: Due) -> None:
        _, seat, action = due
        self._ready.pop(seat, None)
        if action is None:
            self._thinking[seat] = asyncio.create_task(self._move(seat))
            self._thinking[seat].add_done_callback(_complain)
            self.plan()
        else:
            self._acting = self._desk.send_in(seat, action)
            self._acting.add_done_callback(_complain)

    def _bots_due(self) -> list[Due]:
        table = self._desk.table
        due: list[Due] = []
        for one in self._desk.stored.seats:
            seat = one.seat
            if one.kind != "bot" or seat in self._thinking or self._waiting.get(seat) == table.rev:
                continue
            if self._desk.limit.stops(table, seat):
                continue
            if table.moves(seat):
                due.append((self._ready.setdefault(seat, self._last + self._pause(seat)), seat, None))
        return due

    def _pause(self, seat: Seat) -> int:
        level = level_of(self._desk.table.game, self._level(seat))
        return int(self._bot_pace * self._random.uniform(*level.pause))

    def _level(self, seat: Seat) -> str:
        return self._desk.stored.seats[seat].level or "greedy"

    async def _move(self, seat: Seat) -> None:
        """Let a bot think beside everything else; what it chose is entered if it still may be."""
        table = self._desk.table
        rev, legal = table.rev, table.moves(seat)
        try:
            action = await asyncio.to_thread(self._choose, seat, table.view(seat), legal) if legal else None
        finally:
            self._thinking.pop(seat, None)
        if action is None:
            self._waiting[seat] = rev
        elif (self._desk.is_active and self._desk.table.rev == rev) or action in self._desk.table.moves(seat):
            await self._desk.send_in(seat, action)
            return
        self.plan()

    def _choose(self, seat: Seat, view: Any, legal: Sequence[Action]) -> Action | None:
        """Ask a bot, in a thread of its own; it is shown first what its seat was sent since it last looked."""
        bot = self._bots.get(seat)
        if bot is None:
            bot = GuardedSeat(self._desk.table.game, self._level(seat), f"{self._desk.stored.table_id}:{seat}")
            self._unseen[seat] = []
            remind(bot, self._desk.table, seat)
            self._bots[seat] = bot
        unseen, self._unseen[seat] = self._unseen[seat], []
        for shown in unseen:
            bot.watch(shown)
        game = self._desk.table.game
        if not warm_up(game, self._level(seat)).is_set():  # nobody waits for a kernel: a simpler bot has this move
            return GuardedSeat(game, "greedy", f"{self._desk.stored.table_id}:{seat}").choose(view, legal)
        return bot.choose(view, legal)


def _complain(task: "asyncio.Task[Any]") -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        _logger.error("an action that was due failed: %s", error if isinstance(error, SaloonError) else repr(error))


# --- clocks -----------------------------------------------------------------------------------------------------

Clock = Callable[[Desk, Mapping[Seat, int], int], list[Due]]


def _is_progress(accepted: Accepted) -> bool:
    """Whether an action was progress in the sense of its game."""
    state: Any = accepted.after.state
    since = getattr(state, "since_progress", UNSET)
    if since is not UNSET:
        return bool((since.p1, since.p2) == (0, 0))
    return getattr(state, "moves_without_progress", 1) == 0


def _no_clock(desk: Desk, progress: Mapping[Seat, int], last: int) -> list[Due]:  # noqa: ARG001
    return []


def _highnoon_clock(desk: Desk, progress: Mapping[Seat, int], last: int) -> list[Due]:  # noqa: ARG001
    """Each player has the minutes anew with their own progress, and with nothing else."""
    minutes: int = desk.table.options.clock  # type: ignore[attr-defined]
    names: Any = {seat: seat_name(seat) for seat in progress}
    return [(at + minutes * _MINUTE, SERVER, Timeout(names[seat])) for seat, at in progress.items()]


def _nevernine_clock(desk: Desk, progress: Mapping[Seat, int], last: int) -> list[Due]:  # noqa: ARG001
    """A seat whose time has run out is played by the server, as a bot would."""
    seconds: int = desk.table.options.turn_seconds  # type: ignore[attr-defined]
    turn: Seat | None = desk.table.state.turn
    if turn is None:
        return []
    player: Any = seat_name(turn)
    chosen = GuardedSeat(desk.table.game, "greedy", player).choose(desk.table.view(turn), desk.table.moves(turn))
    action = BidFor(chosen.bid, player) if isinstance(chosen, Bid) else None
    if isinstance(chosen, Play):
        action = PlayFor(chosen.card, player)  # type: ignore[assignment]
    return [] if action is None else [(last + 1000 * seconds, SERVER, action)]


def _meridian_clock(desk: Desk, progress: Mapping[Seat, int], last: int) -> list[Due]:  # noqa: ARG001
    return [(progress[0] + IDLE + 1, SERVER, WarnIdle())] if desk.table.legal(SERVER) else []


_CLOCKS: Final[Mapping[str, Clock]] = {"highnoon": _highnoon_clock, "nevernine": _nevernine_clock}
"""What time decides where the players have chosen a clock."""


def has_clock(game: str, options: Mapping[str, Any]) -> bool:
    """Whether time decides something at a table, so that it must be in memory though nobody is there."""
    return bool(options.get("clock") or options.get("turnSeconds")) and game in _CLOCKS


def _clock_of(stored: StoredTable) -> Clock:
    """Return what time decides at a table; a warning in Meridian, which needs no clock."""
    if stored.game == "meridian":
        return _meridian_clock
    return _CLOCKS[stored.game] if has_clock(stored.game, stored.options) else _no_clock
