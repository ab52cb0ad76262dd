"""The scheduler of bots and clocks: bots move at a human pace and clocks run out, through the same pipeline."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from hashlib import sha256
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.bots import GuardedSeat, level_of, remind, warm_up
from saloon.core.clock import Clock, Due, Times
from saloon.core.errors import SaloonError
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.games import GAMES
from saloon.server.cluster.ownership import BACKUP, Ownership
from saloon.store import StoredTable
from saloon.table.acks import Accepted
from saloon.table.helpers import Pause, Resume
from saloon.table.messages import Intent, Reject

from .commands import Command

if TYPE_CHECKING:
    from saloon.server.tables.live_table import LiveTable

    from .pipeline import ActionPipeline

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""Seconds until a failed server action is tried again."""

COMPILING_SECONDS: Final = 0.2
"""Seconds between two checks whether a kernel is compiled."""


class BotMove(Struct, frozen=True):
    """A bot's move at a time, in milliseconds since the deal."""

    at: int
    seat: Seat


class BotPool(Struct, frozen=True):
    """The threads in which bots think, and a factor for the pause that their level specifies."""

    threads: Executor
    pace: float


class Scheduler:
    """Runs the bots and clocks of one table, in the process that owns the table; other processes are its backup.

    Ownership only saves work: any process may act, and the store settles races.

    Bots pause, and their clocks stop, while no player of the table is connected to this process; the clock of an absent
    player keeps running. A timer only says when to look: whether a clock has run out is decided from the log, under the
    table's lock, after reading what other processes wrote.
    """

    def __init__(self, live: "LiveTable", pipeline: "ActionPipeline", bots: BotPool, ownership: Ownership) -> None:
        self._live = live
        self._ownership = ownership
        self._pipeline = pipeline
        self._pool = bots
        self._random = Random()
        self._bots: dict[Seat, GuardedSeat] = {}
        self._shown_faults: dict[Seat, int] = {}
        self._unseen: dict[Seat, list[Any]] = {}
        self._ready: dict[Seat, int] = {}
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._waiting: dict[Seat, int] = {}
        self._clock = _running_clock(live)
        self._progress = dict.fromkeys(live.table.game.seats, live.time.countdown)
        self._timer: asyncio.TimerHandle | None = None
        self._submitting: asyncio.Task[None] | None = None
        self._retry_at = 0.0
        self._is_stopped = False
        self._known: StoredTable | None = None
        self._bot_seats: frozenset[Seat] = frozenset()
        self.acts = False
        """Whether bots or clocks act at the table, as far as its standing is known."""
        self._last = self._paused_at = 0
        self._away_since: int | None = 0
        """Since when no player of the table has been connected; None while one is."""
        self._returned = 0

    @property
    def is_idle(self) -> bool:
        """Whether no bot or clock is due."""
        return self._timer is None and not self._thinking and (self._submitting is None or self._submitting.done())

    @property
    def is_attended(self) -> bool:
        """Whether a person of the table is connected to this process, as far as the bots know."""
        return self._away_since is None

    @property
    def _is_owner(self) -> bool:
        return self._ownership.owns(self._live.table_id, attended=self.is_attended)

    def note(self, accepted: Accepted, at: int) -> None:
        """Remember when each seat last made progress, without pauses, and when anything last happened."""
        self._last = at
        self._ready.pop(accepted.seat, None)
        if self._away_since is not None:
            self._away_since = at
        if self._clock is None and not self._unseen:
            return
        for seat, unseen in self._unseen.items():
            unseen.append(self._live.table.game.view(accepted.after.state, seat))
        if isinstance(accepted.action, Pause):
            self._paused_at = at
        if isinstance(accepted.action, Resume):
            self._progress = {seat: then + at - self._paused_at for seat, then in self._progress.items()}
        acts = accepted.action.kind in self._live.table.game.actions
        if acts and self._clock is not None and self._clock.is_progress(accepted.before.state, accepted.after.state):
            self._progress[accepted.seat] = at

    def schedule_next(self) -> None:
        """Set the timer for the next due action."""
        if self._timer is not None:
            self._cancel_timer()
        if self._is_stopped:
            return
        if self._known is not self._live.stored:
            self._known = self._live.stored
            self._bot_seats = frozenset(one.seat for one in self._known.seats if one.kind == "bot")
            acted, self.acts = self.acts, self._clock is not None or bool(self._bot_seats)
            if self.acts and not acted:
                self._live.announce_holding(asks=True)
        if not self.acts:
            return
        self._warm_up()
        if not self._is_running():
            return
        loop = asyncio.get_running_loop()
        until = self._live.time.attended_until
        self._note_attendance(loop.time() < until)
        delays = [until - loop.time()] if self._bot_seats and loop.time() < until < inf else []
        everything: list[BotMove | Due] = [*self._bots_due(), *self._clocks_due()]
        due = min(everything, key=lambda one: one.at, default=None)
        backup = 0 if self._is_owner else BACKUP
        delay = None if due is None else max(0, due.at + backup - self._live.time.elapsed) / 1000
        if isinstance(due, Due) and delay is not None:
            delay = max(delay, self._retry_at - loop.time())
        if delays and (delay is None or delays[0] < delay):
            self._timer = loop.call_later(delays[0], self.schedule_next)
        elif due is not None and delay is not None:
            self._timer = loop.call_later(delay, self._act, due)

    def stop(self) -> None:
        """Stop the timer and the bots."""
        self._is_stopped = True
        self._cancel_timer()
        for task in self._thinking.values():
            task.cancel()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_running(self) -> bool:
        return self._live.is_active and not self._live.table.help.paused

    def _note_attendance(self, attended: bool) -> None:
        """Stop the bots' clocks while nobody is connected."""
        now = self._live.time.elapsed
        if attended and self._away_since is not None:
            for seat in self._bot_seats:
                self._progress[seat] += max(0, now - self._away_since)
            self._away_since, self._returned = None, now
            self._live.announce_holding(asks=False)
        elif not attended and self._away_since is None:
            self._away_since = now
            self._ready.clear()
            self._live.announce_holding(asks=False)

    def _warm_up(self) -> None:
        """Warm up the bots of this table, even while it waits for players."""
        for seat in self._bot_seats:
            if self._live.stored.status != "finished":
                warm_up(self._live.table.game, self._level(seat))

    def _act(self, due: BotMove | Due) -> None:
        self._timer = None
        if not self._is_owner:  # the owner should have acted: it may no longer hold the table
            self._ownership.forget(self._live.table_id)
            self._live.announce_holding(asks=True)
        if isinstance(due, BotMove):
            self._ready.pop(due.seat, None)
            self._thinking[due.seat] = asyncio.create_task(self._move(due.seat))
            self._thinking[due.seat].add_done_callback(_log_failure)
            self.schedule_next()
        elif self._submitting is None or self._submitting.done():
            self._submitting = asyncio.create_task(self._submit_expiry())
            self._submitting.add_done_callback(_log_failure)

    # --- clocks ---------------------------------------------------------------------------------------------

    def time_left(self) -> dict[str, int] | UnsetType:
        """Return the milliseconds until each seat's time is up; unset if the game has no such clock."""
        now = self._paused_at if self._live.table.help.paused else self._live.time.elapsed
        left = {seat_name(one.seat): max(0, one.at - now) for one in self._clocks_due() if one.seat is not None}
        return left or UNSET

    async def _submit_expiry(self) -> None:
        """Submit a clock's action; if it is refused, wait a moment before trying again."""
        reply = await self._pipeline.handle(self._live, Command(SERVER, self._expiry))
        if isinstance(reply, Reject):
            self._retry_at = asyncio.get_running_loop().time() + RETRY_SECONDS
            self.schedule_next()

    def _expiry(self) -> Action | None:
        """Return the action of an expired clock; None if there is none. Called under the table's lock.

        The time is the one that the log will record, so no entry says that a clock ran out before its time.
        """
        if not self._is_running():
            return None
        over = [one for one in self._clocks_due() if one.at <= self._live.time.at]
        first = min(over, key=lambda one: one.at, default=None)
        if first is None or first.play_for is None:
            return None if first is None else first.action
        return self._played_for(first.play_for)

    def _played_for(self, seat: Seat) -> Action | None:
        """Return the action for a seat whose time ran out, chosen by a simple bot."""
        table = self._live.table
        chosen = GuardedSeat(table.game, "greedy", seat_name(seat)).choose(table.view(seat), table.moves(seat))
        return None if chosen is None or self._clock is None else self._clock.played_for(seat, chosen)

    def _clocks_due(self) -> Sequence[Due]:
        if self._clock is None:
            return ()
        table, away = self._live.table, self._away_since is not None
        running = {seat: at for seat, at in self._progress.items() if not (away and seat in self._bot_seats)}
        bots_turn = self._clock.turn(table.state) in self._bot_seats
        turn = max(self._last, self._returned) if bots_turn else self._last
        return self._clock.due(table.state, table.options, Times(running, turn))

    # --- bots -----------------------------------------------------------------------------------------------

    def _bots_due(self) -> list[BotMove]:
        table = self._live.table
        due: list[BotMove] = []
        if self._away_since is not None:
            return due
        for seat in sorted(self._bot_seats):
            if seat in self._thinking or self._waiting.get(seat) == table.rev:
                continue
            if self._live.limit.stops(table, seat):
                continue
            if table.moves(seat):
                begin = max(self._last, self._returned, self._live.time.countdown)
                due.append(BotMove(self._ready.setdefault(seat, begin + self._pause(seat)), seat))
        return due

    def _pause(self, seat: Seat) -> int:
        level = level_of(self._live.table.game, self._level(seat))
        return int(self._pool.pace * self._random.uniform(*level.pause))

    def _level(self, seat: Seat) -> str:
        return self._live.stored.seats[seat].level or "greedy"

    async def _move(self, seat: Seat) -> None:
        """Let a bot think in the background; its choice is submitted if it is still valid."""
        await self._wait_for_kernel(seat)
        table = self._live.table
        rev, legal = table.rev, table.moves(seat)
        begun = monotonic()
        try:
            thought = asyncio.get_running_loop().run_in_executor
            action = await thought(self._pool.threads, self._choose, seat, table.view(seat), legal) if legal else None
        finally:
            self._thinking.pop(seat, None)
            self._live.metrics.observe("saloon_bot_seconds", monotonic() - begun)
        self._show_faults(seat)
        if action is None:
            self._waiting[seat] = rev
        elif (self._live.is_active and self._live.table.rev == rev) or action in self._live.table.moves(seat):
            table = self._live.table
            intent = Intent(action.kind, msgspec.to_builtins(action), table.expected_seq(seat), table.rev)
            await self._pipeline.handle(self._live, Command(seat, intent))
            return
        self.schedule_next()

    def _show_faults(self, seat: Seat) -> None:
        """Tell everyone at the table if a bot has just failed, so that a simpler one chose."""
        bot = self._bots.get(seat)
        if bot is not None and len(bot.faults) > self._shown_faults.get(seat, 0):
            self._shown_faults[seat] = len(bot.faults)
            self._live.bot_failed(seat, bot.faults[-1])

    async def _wait_for_kernel(self, seat: Seat) -> None:
        """Wait until a bot's kernel is compiled, where no simpler bot may move instead."""
        while _must_be_exact(self._live.stored) and not warm_up(self._live.table.game, self._level(seat)).is_set():
            await asyncio.sleep(COMPILING_SECONDS)

    def _choose(self, seat: Seat, view: Any, legal: Sequence[Action]) -> Action | None:
        """Ask a bot, in a thread; first show it what its seat was sent since it last chose."""
        bot = self._bots.get(seat)
        if bot is None:
            bot = GuardedSeat(self._live.table.game, self._level(seat), _bot_seed(self._live.stored, seat))
            self._unseen[seat] = []
            remind(bot, self._live.table, seat)
            self._bots[seat] = bot
        unseen, self._unseen[seat] = self._unseen[seat], []
        for shown in unseen:
            bot.watch(shown)
        game = self._live.table.game
        if not warm_up(game, self._level(seat)).is_set():  # its kernel is still compiling: a simpler bot moves
            return GuardedSeat(game, "greedy", _bot_seed(self._live.stored, seat)).choose(view, legal)
        return bot.choose(view, legal)


def _bot_seed(stored: StoredTable, seat: Seat) -> str:
    """Return the seed of a bot: the same at every table with the same deal. It does not reveal the deal's seed."""
    return sha256(f"bot::{stored.game}::{stored.seed}::{seat}".encode()).hexdigest()


def _must_be_exact(stored: StoredTable) -> bool:
    """Whether a table has the seats of its game's duplicate deal and a given seed: no other bot may move there."""
    duplicate = GAMES[stored.game].duplicate
    levels = [seat.level for seat in stored.seats if seat.kind == "bot"]
    return duplicate is not None and stored.seeded and levels == [duplicate.level] * (len(stored.seats) - 1)


def _log_failure(task: "asyncio.Task[Any]") -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        _logger.error("a scheduled action failed: %s", error if isinstance(error, SaloonError) else repr(error))


def _running_clock(live: "LiveTable") -> Clock[Any] | None:
    """Return the clock of a table; None if it has none."""
    clock = live.table.game.clock()
    return clock if clock is not None and clock.runs(live.table.options) else None
