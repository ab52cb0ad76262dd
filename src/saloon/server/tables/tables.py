"""Live tables: the tables that this process has in memory, how they are loaded, dropped and kept in sync."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from saloon.core.errors import SaloonError, quoted
from saloon.core.game import Seat
from saloon.server.actions.pipeline import ActionPipeline
from saloon.server.actions.scheduler import BotPool
from saloon.server.clock import ServerClock
from saloon.server.cluster.fanout import Fanout
from saloon.server.cluster.ownership import Ownership
from saloon.server.errors import Refused
from saloon.server.operations import logs
from saloon.server.operations.metrics import Metrics
from saloon.server.players.match_ratings import MatchRatings
from saloon.server.settings import Settings
from saloon.server.tasks import Tasks
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.table.messages import Emote, Fault

from . import bot_faults, emotes
from .live_table import LiveTable
from .news import News, NewsFor, NewsReader
from .quarantine import Quarantine, is_passing

LONG_LOG: Final = 1_000
"""Actions from which a log counts as long and is replayed in a thread; short ones never wait for it."""


class LiveTables:
    """The tables that this process has in memory."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        settings: Settings,
        *,
        metrics: Metrics,
        quarantine: Quarantine,
        pipeline: ActionPipeline,
        fanout: Fanout,
        ownership: Ownership,
        ratings: MatchRatings,
        news: NewsReader,
    ) -> None:
        self.live: dict[str, LiveTable] = {}
        self.long_replays = ThreadPoolExecutor(1, "replay-long")
        """The thread in which long logs are replayed, separate from those that read the database."""
        self._replays = ThreadPoolExecutor(1, "replay")
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._quarantine = quarantine
        self._pipeline = pipeline
        self._fanout = fanout
        self._ownership = ownership
        self._ratings = ratings
        self._news = news
        self._bots = BotPool(ThreadPoolExecutor(settings.bot_threads, "bot"), settings.bot_pace)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._outdated: set[str] = set()
        """Tables whose standing changed while they were loaded."""
        self._tasks = Tasks()
        self._listeners: list[Callable[[StoredTable], None]] = []

    def on_change(self, listener: Callable[[StoredTable], None]) -> None:
        """Call `listener` with each table where this process wrote actions, changed who plays or opened a rematch."""
        self._listeners.append(listener)

    def close(self) -> None:
        """Stop the bots and clocks of all tables."""
        for table in self.live.values():
            table.scheduler.stop()
        for threads in (self._bots.threads, self._replays, self.long_replays):
            threads.shutdown(wait=False, cancel_futures=True)

    # --- loading and dropping -------------------------------------------------------------------------------

    async def get(self, table_id: str) -> LiveTable:
        """Return a table, loading it if needed; refuse an unknown id."""
        table = self.live.get(table_id)
        if table is not None:
            table.used = asyncio.get_running_loop().time()  # it stays while the caller is about to connect
            try:
                await table.sync()
            except StoreUnavailable:
                if self.live.get(table_id) is table:
                    raise
                return await self.get(table_id)  # it did not match its log; now we see whether it can be loaded again
            return table
        self._quarantine.check(table_id)
        if table_id not in self._loading:
            loading = self._loading[table_id] = asyncio.create_task(self._load_or_quarantine(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def stored(self, table_id: str) -> StoredTable:
        """Return a table as it is stored; refuse an unknown id."""
        try:
            stored = None if "\x00" in table_id else await self._store.table(table_id)  # PostgreSQL stores no NUL
        except TableDamaged as damage:
            raise self._quarantine.add(table_id, damage) from None
        if stored is None:
            raise Refused("NO_SUCH_TABLE", f"there is no table {quoted(table_id)}")
        return stored

    async def known(self, table_id: str) -> StoredTable:
        """Return a table as it is stored, from memory if no other process can change it."""
        if table_id in self.live and not self._store.database.shared:
            return self.live[table_id].stored
        return await self.stored(table_id)

    async def _load_or_quarantine(self, table_id: str) -> LiveTable:
        self._fanout.follow(table_id)
        try:
            return await self._load(table_id)
        except Exception as error:
            self._fanout.unfollow(table_id)
            if is_passing(error):
                raise
            raise self._quarantine.add(table_id, error) from None

    async def _load(self, table_id: str) -> LiveTable:
        self._outdated.discard(table_id)
        table = LiveTable(
            await self.stored(table_id),
            store=self._store,
            clock=self._clock,
            metrics=self._metrics,
            settings=self._settings,
            pipeline=self._pipeline,
            bots=self._bots,
            ownership=self._ownership,
            on_written=self._written,
            on_holding=self._fanout.announce_holding,
            on_bot_failed=self._bot_failed,
            on_ended=self._ratings.note_end,
            on_damaged=self._reload,
        )
        entries = await self._store.entries(table_id)
        threads = self.long_replays if len(entries) > LONG_LOG else self._replays
        await asyncio.get_running_loop().run_in_executor(threads, table.load, entries)
        while table_id in self._outdated:
            self._outdated.discard(table_id)
            table.stored = await self.stored(table_id)
        table.announced = table.stored.standing
        self.live[table_id] = table
        table.scheduler.schedule_next()
        logs.note(table_id, "loaded", rev=table.table.rev, status=table.stored.status)
        return table

    def drop(self, table_id: str) -> LiveTable | None:
        """Drop a table from memory."""
        table = self.live.pop(table_id, None)
        if table is not None:
            logs.note(table_id, "dropped", rev=table.table.rev)
            table.scheduler.stop()
            self._fanout.unfollow(table_id)
        return table

    def _reload(self, table: LiveTable) -> None:
        """Drop a table that differs from its log. Its subscribers reconnect, or get the reason."""
        if self.live.get(table.table_id) is table:
            self.drop(table.table_id)
            self._tasks.start(self._disconnect_all(table))

    async def _disconnect_all(self, table: LiveTable) -> None:
        refusal: SaloonError = StoreUnavailable("the table had to be loaded again; connect again")
        try:
            await self.get(table.table_id)
        except SaloonError as error:
            refusal = error
        for subscriber in list(table.subscribers):
            subscriber.close(refusal)

    def sweep(self) -> None:
        """Drop tables that were not used for a while; they are loaded again on request."""
        oldest = asyncio.get_running_loop().time() - self._settings.idle_seconds
        for table_id, table in list(self.live.items()):
            if table.used < oldest and table.is_unused:
                self.drop(table_id)

    # --- tables that act by themselves ----------------------------------------------------------------------

    def unattended(self) -> int:
        """Return how many tables are in memory only because of their bots or clocks."""
        return sum(not table.subscribers and not table.scheduler.is_idle for table in self.live.values())

    async def wake(self, table_id: str) -> None:
        """Load a table if a bot or clock is active there."""
        if table_id not in self.live:
            table = await self.get(table_id)
            if self.live.get(table_id) is table and table.is_unused:
                self.drop(table_id)

    async def run_clock(self, stored: StoredTable) -> None:
        """Load a table whose clock runs, even if nobody ever connects."""
        if stored.status == "active" and stored.timed:
            await self.get(stored.table_id)

    def is_attended(self, table_id: str) -> bool:
        """Whether somebody is connected to a table here."""
        return table_id in self.live and bool(self.live[table_id].subscribers)

    # --- changes of standing --------------------------------------------------------------------------------

    async def refresh(self, table_id: str) -> StoredTable:
        """Read a table's standing again and send it to all subscribers, in other processes too."""
        stored = await self._refresh_here(table_id)
        self._fanout.announce_standing(table_id)
        if stored.status == "active":
            self.changed(stored)
        return stored

    def changed(self, stored: StoredTable) -> None:
        """Call the listeners: this process has changed a table, which need not be in memory."""
        for listener in self._listeners:
            listener(stored)

    def _written(self, table_id: str, rev: int) -> None:
        """Announce actions that this process has written."""
        self._fanout.announce_entries(table_id, rev)
        if self._listeners and table_id in self.live:
            self.changed(self.live[table_id].stored)

    async def _refresh_here(self, table_id: str) -> StoredTable:
        """Apply a table's new standing in this process.

        Only one reader at a time, so the last one read is the newest. A table that is being loaded may have been read
        too early, and is read again.
        """
        table = self.live.get(table_id)
        if table is not None:
            return await table.change_standing(lambda: self._standing(table_id))
        if table_id in self._loading:
            self._outdated.add(table_id)
        return await self.stored(table_id)

    async def _standing(self, table_id: str) -> tuple[StoredTable, NewsFor]:
        stored = await self.stored(table_id)
        return stored, await self._news.for_seats(stored)

    def removed(self, table_id: str) -> None:
        """Notify all subscribers that a table is gone, in other processes too."""
        self._removed_here(table_id)
        self._fanout.announce_standing(table_id)

    def _removed_here(self, table_id: str) -> None:
        if table_id in self._loading:
            self._outdated.add(table_id)
        self._quarantine.discard(table_id)
        table = self.drop(table_id)
        if table is not None:
            stored = table.stored
            table.broadcast_news(lambda _: News(table_id, stored.game, "removed", (), stored.rematch))

    async def reread(self, table_ids: Iterable[str]) -> None:
        """Apply what the database says of tables that were changed or removed there, in other processes too."""
        for table_id in table_ids:
            with suppress(SaloonError):  # a damaged table is not in memory
                if await self._store.table(table_id) is None:
                    self.removed(table_id)
                else:
                    await self.refresh(table_id)

    async def expired(self, table_id: str, *, removed: bool) -> None:
        """Drop a table that expired and was removed or closed."""
        if removed:
            self._removed_here(table_id)
        elif table_id in self.live:
            await self._refresh_here(table_id)
        self._fanout.announce_standing(table_id)

    # --- what other processes wrote -------------------------------------------------------------------------

    def show_emote(self, table_id: str, seat: Seat, emote: Emote) -> None:
        """Send an emote from another process to the players of a table who are connected here."""
        if table_id in self.live:
            emotes.show(self.live[table_id], seat, emote)

    def show_bot_fault(self, table_id: str, seat: Seat, fault: Fault) -> None:
        """Send everyone who is connected to a table here why a bot of another process lost a move."""
        if table_id in self.live:
            bot_faults.show(self.live[table_id], seat, fault)

    def _bot_failed(self, table: LiveTable, seat: Seat, fault: Fault) -> None:
        """Send everyone at a table why a bot of this process lost a move."""
        bot_faults.show(table, seat, fault)
        self._fanout.announce_bot_fault(table.table_id, seat, fault)

    def has_read(self, table_id: str, rev: int) -> bool:
        """Whether a table is in memory up to a revision."""
        return table_id in self.live and self.live[table_id].table.rev >= rev

    async def catch_up(self, table_id: str, *, standing: bool) -> None:
        """Read what another process wrote at a table, if a subscriber, bot or clock here needs it."""
        if table_id in self._loading:
            with suppress(Exception):  # the request that loads the table gets the error
                await asyncio.shield(self._loading[table_id])
        table = self.live.get(table_id)
        if table is None or not (standing or not table.is_unused):
            return
        if not standing:
            await (table.sync() if table.stored.status == "waiting" else self._pipeline.read_others(table))
            if table.table.outcome is None and table.stored.standing == table.announced:
                return
        try:
            stored = await self._store.table(table_id)
        except TableDamaged:
            table.damaged()
            raise
        if stored is None:
            self._removed_here(table_id)
        else:
            await self._refresh_here(table_id)

    # --- which process runs bots and clocks -------------------------------------------------------------------

    def announce_holding(self, table_id: str, *, asks: bool) -> None:
        """Let other processes know of a table at which bots or clocks act here."""
        if table_id in self.live:
            self.live[table_id].announce_holding(asks=asks)

    def schedule(self, table_id: str) -> None:
        """Another process holds a table, or no longer does: decide again which process runs its bots and clocks."""
        if table_id in self.live and self.live[table_id].scheduler.acts:
            self.live[table_id].scheduler.schedule_next()

    def schedule_all(self) -> None:
        """A process has joined or left: decide again which process runs bots and clocks."""
        for table_id in self.live:
            self.schedule(table_id)

    async def poll(self) -> None:
        """Look for what other processes wrote, in case their announcements were lost."""
        here = {table_id: table for table_id, table in self.live.items() if not table.is_unused}
        standings = await self._store.standings(list(here))
        newest = await self._store.newest(list(here))
        for table_id, table in here.items():
            try:
                if standings.get(table_id) != table.announced:
                    await self.catch_up(table_id, standing=True)
                if newest.get(table_id, 0) > table.table.rev:
                    await table.sync()
            except SaloonError:
                if self.live.get(table_id) is table:  # a damaged table must not stop the others
                    raise
