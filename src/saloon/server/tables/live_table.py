"""A table in memory: its game, its subscribers and its queue. The pipeline processes its queue."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct

from saloon.core.game import Seat, seat_name
from saloon.server.actions.broadcast import Acks, Delivery, Subscriber, encode, send_all
from saloon.server.actions.catch_up import CatchUp
from saloon.server.actions.commands import Command
from saloon.server.actions.scheduler import BotPool, Scheduler
from saloon.server.clock import ServerClock
from saloon.server.cluster.ownership import Ownership
from saloon.server.cluster.replication import read_others
from saloon.server.limits.action_limit import ActionLimit
from saloon.server.operations.metrics import Metrics
from saloon.server.settings import Settings
from saloon.store import Store, StoredTable
from saloon.store.records import Finish, StoredEntry
from saloon.table.acks import Accepted
from saloon.table.messages import Fault, Reply, Snapshot, SnapshotReason
from saloon.table.progress import Progress
from saloon.table.table import Decision

from .news import News, NewsFor
from .persistence import apply_entry, deal_stored
from .play_clock import PlayTime, TableTime
from .watching import Watchers

if TYPE_CHECKING:
    from saloon.server.actions.pipeline import ActionPipeline


class LiveTable:
    """One table in one process. Several processes may have the same table; the store orders their actions."""

    def __init__(
        self,
        stored: StoredTable,
        *,
        store: Store,
        clock: ServerClock,
        metrics: Metrics,
        settings: Settings,
        pipeline: "ActionPipeline",
        bots: BotPool,
        ownership: Ownership,
        on_written: Callable[[str, int], None],
        on_holding: Callable[..., None],
        on_bot_failed: "Callable[[LiveTable, Seat, Fault], None]",
        on_ended: Callable[[str], None],
        on_damaged: "Callable[[LiveTable], None]",
    ) -> None:
        """Deal the table; `load` replays its log.

        `on_written` is called when this process wrote actions, up to a revision, and `on_holding` when other processes
        should know that bots or clocks of the table act here. `on_bot_failed` is called when a bot of this process lost
        a move to a simpler one, `on_ended` is called when a match of several seats is
        over, and `on_damaged` when the stored log or row does not fit what is in memory.
        """
        self.table_id = stored.table_id
        self.stored = stored
        self.announced = stored.standing
        """The standing that subscribers were sent; this process may read a newer one before it is announced."""
        self.table = deal_stored(stored)
        self.limit = ActionLimit(self.table.game, self.table.options, settings.limits.actions_per_match)
        self.metrics = metrics
        self.subscribers: list[Subscriber] = []
        self._faults: dict[Seat, tuple[Fault, int]] = {}
        """The last fault of each seat's bot, and when it happened, in milliseconds since play began."""
        self.queue: list[Command] = []
        """What the next batch decides."""
        self.lock = asyncio.Lock()
        """Held to change the table, or to read it in its durable state."""
        self._loop = asyncio.get_running_loop()  # looking it up costs a system call before Python 3.12
        self.used = self._loop.time()
        self._store = store
        self._clock = clock
        self._on_written = on_written
        self._on_holding = on_holding
        self._on_bot_failed = on_bot_failed
        self._on_ended = on_ended
        self._on_damaged = on_damaged
        self._idle = asyncio.Event()
        self._idle.set()
        self.time = TableTime(self, clock, settings.countdown_scale)
        self._catch_up = CatchUp(self.table)
        self._watchers = Watchers(self, int(1000 * settings.watch_delay_seconds))
        self.scheduler = Scheduler(self, pipeline, bots, ownership)

    # --- state ----------------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether play has begun and is not over."""
        return self.stored.status == "active"

    @property
    def is_busy(self) -> bool:
        """Whether a command is still unanswered."""
        return not self._idle.is_set()

    @is_busy.setter
    def is_busy(self, busy: bool) -> None:
        (self._idle.clear if busy else self._idle.set)()

    def take_queue(self) -> list[Command]:
        """Empty the queue and return its commands."""
        commands, self.queue = self.queue, []
        return commands

    async def wait_until_idle(self) -> None:
        """Wait until every queued command is answered."""
        await self._idle.wait()

    def with_times(self, news: News, receiver: Seat | None) -> News:
        """Return the news with what is known here: times, a watcher's delay, and why bots lost moves."""
        delay = self._watchers.delay if receiver is None else UNSET
        clock = self._play_time_for(receiver)
        seen = self.time.elapsed - (0 if delay is UNSET else delay)
        faults = {seat_name(seat): fault for seat, (fault, at) in sorted(self._faults.items()) if at <= seen}
        starts_in = self.time.starts_in
        return msgspec.structs.replace(news, clock=clock, starts_in=starts_in, delay=delay, faults=faults or UNSET)

    def _play_time_for(self, receiver: Seat | None) -> PlayTime | None:
        """Return the time played; for watchers who see the game later without the time left, which shows progress."""
        time = self.time.play_time
        if time is not None and receiver is None and self._watchers.are_late:
            return msgspec.structs.replace(time, left=UNSET)
        return time

    @property
    def is_unused(self) -> bool:
        """Whether nobody is connected and no bot or clock is due."""
        return not self.subscribers and self.scheduler.is_idle

    def set_away(self, subscriber: Subscriber, away: bool) -> None:
        """Record that a subscriber is away or back."""
        subscriber.away = away
        self._note_attendance()
        self.scheduler.schedule_next()

    def _note_attendance(self, joined: Subscriber | None = None) -> None:
        """Start or stop the clock of a solitaire; send it to all subscribers but a new one, which gets it anyway."""
        if self.time.note_attendance():
            send_all(delivery for delivery in self.clock_deliveries() if delivery[0] is not joined)

    def clock_deliveries(self) -> list[Delivery]:
        """Return the time played in a solitaire, for every subscriber."""
        time = self.time.play_time if self.time.stops_while_away else None
        return [] if time is None else [(one, encode(time)) for one in self.subscribers]

    def note_request(self) -> None:
        """Record a request from a player of the table, who then counts as connected for a while."""
        if self.time.note_request():
            self.scheduler.schedule_next()

    def schedule_next(self) -> None:
        """Schedule what bots and clocks have to do after a batch."""
        self.used = self._loop.time()
        self.scheduler.schedule_next()

    # --- replies --------------------------------------------------------------------------------------------

    async def durable_progress(self) -> Progress:
        """Return the game's progress, as far as it is durable."""
        async with self.lock:
            return self.table.progress

    async def snapshot(self, seat: Seat | None, reason: SnapshotReason = "STATE_REQUEST") -> Snapshot:
        """Return the receiver's whole view, as far as it is durable."""
        async with self.lock:
            await self.read_others()
            self._watchers.show()
            return self._snapshot(seat, reason)

    def _snapshot(self, seat: Seat | None, reason: SnapshotReason) -> Snapshot:
        self.metrics.count("saloon_snapshots_total", reason)
        return self.table.snapshot(seat, reason, self._watchers.shown if seat is None else None)

    def reply(self, decision: Decision, receiver: Seat | None) -> Reply:
        """Return the answer to a command, as its receiver may see it."""
        if decision.result == "snapshot":
            self.metrics.count("saloon_snapshots_total", decision.code)
        return self.table.reply(decision, receiver, self._watchers.shown if receiver is None else None)

    # --- subscribers ----------------------------------------------------------------------------------------

    async def connect(self, subscriber: Subscriber, rev: int | None, news: News) -> None:
        """Add a subscriber and send it what it missed since `rev`, or a snapshot if that is shorter or safer."""
        async with self.lock:
            await self.read_others()
            self._watchers.show()
            subscriber.since = self._clock.now()
            self.subscribers.append(subscriber)
            self._note_attendance(joined=subscriber)
            self.scheduler.schedule_next()
            subscriber.send(encode(self.with_times(news, subscriber.receiver)))
            if self.stored.status != "waiting":
                for message in self._missed(subscriber.receiver, rev):
                    subscriber.send(message)
            time = self._play_time_for(subscriber.receiver)
            if rev is not None and time is not None and time.left is not UNSET:
                subscriber.send(encode(time))  # what it missed may have restarted the clocks that it counts
            self._watchers.schedule()

    def _missed(self, receiver: Seat | None, rev: int | None) -> list[bytes]:
        snapshot = encode(self._snapshot(receiver, "CONNECT"))
        if receiver is None and (self._watchers.are_late or any(seat.generation for seat in self.stored.seats)):
            rev = None  # a watcher who left a seat here may name the revision they saw from that seat
        acks = None if rev is None else self._catch_up.since(rev, receiver)
        return [snapshot] if acks is None or sum(map(len, acks)) >= len(snapshot) else acks

    def disconnect(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)
            self._note_attendance()
        self.used = self._loop.time()
        self.scheduler.schedule_next()

    def broadcast(self, accepted: Accepted, deliveries: list[Delivery]) -> Acks:
        """Add the ack of an accepted action for every subscriber, each redacted to what it may see."""
        self._note(accepted)
        acks = Acks(self.table, accepted)
        late = self._watchers.are_late
        deliveries += [
            (one, acks.encoded(one.receiver)) for one in self.subscribers if one.receiver is not None or not late
        ]
        if late:
            deliveries += self._watchers.due()
            self._watchers.schedule()
        return acks

    def broadcast_airbag(self, origin: Subscriber | None, deliveries: list[Delivery]) -> None:
        """The rules failed: add the last good state for every subscriber except the sender, who gets a reply."""
        self.metrics.count("saloon_airbags_total")
        others = [one for one in self.subscribers if one is not origin]
        deliveries += [(one, encode(self._snapshot(one.receiver, "AIRBAG"))) for one in others]

    def broadcast_news(self, news: NewsFor) -> None:
        """Send every subscriber the table's news: who sits where, that play begins, a rematch."""
        receivers = {one.receiver for one in self.subscribers}
        messages = {receiver: encode(self.with_times(news(receiver), receiver)) for receiver in receivers}
        for subscriber in self.subscribers:
            subscriber.send(messages[subscriber.receiver])

    def send_to_players(self, message: Struct) -> None:
        """Send a message to everyone who sits at the table and is connected here; watchers do not get it."""
        encoded = encode(message)
        send_all((one, encoded) for one in self.subscribers if one.receiver is not None)

    def send_to_all(self, message: Struct) -> None:
        """Send a message to everyone who is connected here; to watchers as much later as they see the table."""
        self.send_to_players(message)
        self._watchers.send(encode(message))

    def _note(self, accepted: Accepted) -> None:
        self.scheduler.note(accepted, self.time.at)
        self._catch_up.remember(accepted.after)
        self._watchers.remember(accepted)

    # --- what is stored -------------------------------------------------------------------------------------

    def announce_written(self) -> None:
        """Announce to other processes that this one wrote actions."""
        self._on_written(self.table_id, self.table.rev)

    def announce_holding(self, *, asks: bool) -> None:
        """Announce to other processes that bots or clocks act here, and whether a player is connected."""
        if self.scheduler.acts:
            self._on_holding(self.table_id, attended=self.scheduler.is_attended, asks=asks)

    def note_fault(self, seat: Seat, fault: Fault) -> None:
        """Remember why the bot of a seat lost a move, for those who connect later."""
        self._faults[seat] = fault, self.time.elapsed

    def bot_failed(self, seat: Seat, fault: Fault) -> None:
        """Report that a bot of this process lost a move to a simpler one."""
        self._on_bot_failed(self, seat, fault)

    def finish(self, finish: Finish) -> None:
        """Handle a durable end of the game."""
        changes = {"status": "finished", "finished_at": finish.at, "outcome": finish.outcome}
        self.stored = msgspec.structs.replace(self.stored, **changes)
        self._note_end()

    def _note_end(self) -> None:
        if len(self.stored.seats) > 1:
            self._on_ended(self.table_id)

    def damaged(self) -> None:
        """Report that the stored log or row does not match the table in memory."""
        self._on_damaged(self)

    async def sync(self) -> None:
        """Read what other processes did, including changes of the table's standing."""
        async with self.lock:
            await self.read_others()
        self.scheduler.schedule_next()

    async def read_others(self) -> None:
        """Read what other processes wrote; with a shared database this comes before every decision."""
        for error in (await read_others(self._store, [self])).values():
            raise error

    async def reread(self) -> None:
        """Read the table's row again."""
        stored = await self._store.table(self.table_id)
        if stored is not None:
            self._unseat(stored)
            self.stored = stored

    async def stored_entries(self, rev: int = 0) -> Sequence[StoredEntry]:
        """Return the stored log after `rev`."""
        return await self._store.entries(self.table_id, rev)

    async def read_entries(self) -> None:
        """Read, apply and broadcast what other processes added to the log."""
        await self.take_over(await self.stored_entries(self.table.rev))

    async def take_over(self, entries: Sequence[StoredEntry]) -> None:
        """Apply and broadcast entries of other processes."""
        deliveries: list[Delivery] = []
        try:
            for entry in entries:
                self.broadcast(self._apply(entry), deliveries)
        finally:
            send_all(deliveries)
        if deliveries:
            send_all(self.clock_deliveries())  # the player is connected to another process, whose time is in the log
        if deliveries and self.table.outcome is not None:
            self._note_end()
        if self.table.outcome is not None and self.stored.status != "finished":
            await self.reread()
            self._watchers.show()

    def load(self, entries: Iterable[StoredEntry]) -> None:
        """Apply a log from the store without broadcasting it, to bring a table back to memory."""
        for entry in entries:
            self._note(self._apply(entry))
        self._watchers.due()  # nobody is connected yet: it only forgets what is old enough

    def _apply(self, entry: StoredEntry) -> Accepted:
        accepted = apply_entry(self.table, entry)
        self.time.advance_to(entry.at or 0)
        return accepted

    async def replay(self) -> None:
        """Deal again and replay the log, because the state in memory is broken."""
        table = deal_stored(self.stored)
        for entry in await self.stored_entries():
            apply_entry(table, entry)
        self.table = table
        self._catch_up = CatchUp(table)

    async def change_standing(self, read: Callable[[], Awaitable[tuple[StoredTable, NewsFor]]]) -> StoredTable:
        """Read and apply the table's new standing; subscribers are sent the deal when play begins."""
        async with self.lock:
            stored, news = await read()
            begins = self.announced[0] and stored.status == "active"
            self._unseat(stored)
            self.stored, self.announced = stored, stored.standing
            self.broadcast_news(news)
            self._watchers.show()
            if begins:
                for subscriber in self.subscribers:
                    subscriber.send(encode(self._snapshot(subscriber.receiver, "CONNECT")))
        self.scheduler.schedule_next()
        return stored

    def _unseat(self, stored: StoredTable) -> None:
        """Turn the subscribers of a vacated seat into watchers: its cards belong to another player now."""
        self._watchers.show()
        for now, before in zip(stored.seats, self.stored.seats, strict=True):
            if now.generation != before.generation:
                self._faults.pop(now.seat, None)
        for subscriber in self.subscribers:
            seat = subscriber.receiver
            if seat is not None and stored.seats[seat].generation != self.stored.seats[seat].generation:
                subscriber.receiver = None
                if stored.status != "waiting":
                    subscriber.send(encode(self._snapshot(None, "CONNECT")))
