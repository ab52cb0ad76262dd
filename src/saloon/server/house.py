"""The house: which tables there are, who may do what with them, and which of them are in memory."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError, quoted
from saloon.core.game import Seat, seat_name
from saloon.store import Conflict, Store, StoredSeat, StoredTable
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.ratings import Ratings
from saloon.store.store import Result
from saloon.table import record
from saloon.table.log import Start
from saloon.table.rated import match_note

from .action_limit import ActionLimit
from .advisor import Advisor
from .claims import Claims
from .clock import ServerClock
from .daily import DailyDeals
from .desk import Desk, now
from .fairness import Asker
from .folding import dealt, start_of
from .identity import SeatClaim, Signer
from .letters import Outbox
from .metrics import Metrics
from .news import News, NewsFor, news_of
from .opening import open_table, read_wish
from .pace import Pacer
from .presence import Presence, connected, players_of, seen_at
from .quarantine import Quarantine, is_passing
from .rated import Rater
from .readiness import Readiness
from .refusals import Refused
from .replays import Replays
from .rounds import Rounds
from .settings import Settings
from .wishes import WantedSeat, Wish

_logger = logging.getLogger(__name__)

LOBBY_LENGTH: Final = 100
LONG_LOG: Final = 1_000
"""Actions from which on a log is long: short ones never wait in its thread."""
_TRIES: Final = 10
"""How often somebody else may be faster before one gives up."""


class Seated(Struct, frozen=True, rename="camel"):
    """A seat that was taken, and the token that holds it."""

    table_id: str
    seat: str
    token: str
    status: str


class House:
    """All tables of a server, as one process knows them."""

    def __init__(self, store: Store, signer: Signer, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.ratings = Ratings(store)
        self.rater = Rater(self.ratings, self.refresh)
        self.signer = signer
        self.settings = settings
        self.metrics = metrics
        self.advisor = Advisor(settings.solvers, settings.limits)
        self.daily = DailyDeals(store, self.advisor)
        self.clock = ServerClock(store)
        self.readiness = Readiness(self.clock)
        self.quarantine = Quarantine()
        store.on_damaged = self.quarantine.note
        self.presence = Presence(store, self.clock, settings.lobby_seconds)
        self.claims = Claims(store, self.clock)
        self.desks: dict[str, Desk] = {}
        self.publish: Callable[[str, bool], None] = lambda *_: None
        """Called with a table at which this process wrote something, and whether its standing changed."""
        self._rounds = Rounds(store, metrics, self.clock)
        self._bot_pool = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._pacers: dict[str, Pacer] = {}
        self._loading: dict[str, asyncio.Task[Desk]] = {}
        self._outdated: set[str] = set()
        """Tables whose standing has changed while they were brought to memory."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._folding, self._folding_long = ThreadPoolExecutor(1, "fold"), ThreadPoolExecutor(1, "fold-long")
        """Threads in which logs are folded, apart from those that read the database."""
        self._replays = Replays(store, self._folding_long, settings.replay_bytes)
        self._has_clerks = False
        self._reloading: set[asyncio.Task[None]] = set()

    # --- opening and closing --------------------------------------------------------------------------------

    async def _run_clock(self, stored: StoredTable) -> None:
        """Bring a table to memory whose clock runs, though nobody may ever look at it."""
        if stored.status == "active" and stored.timed:
            await self.desk(stored.table_id)

    def close(self) -> None:
        """Stop all that happens by itself."""
        for pacer in self._pacers.values():
            pacer.stop()
        self.rater.close()
        self._bot_pool.shutdown(wait=False, cancel_futures=True)
        self.advisor.close()
        for threads in (self._folding, self._folding_long):
            threads.shutdown(wait=False, cancel_futures=True)

    def sweep(self) -> None:
        """Let tables leave memory that nobody has used for a while; they come back when asked for."""
        oldest = asyncio.get_running_loop().time() - self.settings.idle_seconds
        for table_id, desk in list(self.desks.items()):
            if not desk.outboxes and desk.used < oldest and self._pacers[table_id].is_idle:
                self._drop(table_id)

    def unattended(self) -> int:
        """Return how many tables are in memory only because something happens there by itself."""
        return sum(not desk.outboxes and not self._pacers[name].is_idle for name, desk in self.desks.items())

    async def run_clock(self, table_id: str) -> None:
        """Bring a table to memory if something happens there by itself."""
        if table_id not in self.desks:
            desk = await self.desk(table_id)
            if self.desks.get(table_id) is desk and not desk.outboxes and self._pacers[table_id].is_idle:
                self._drop(table_id)

    def is_attended(self, table_id: str) -> bool:
        """Whether somebody is connected to a table here."""
        return table_id in self.desks and bool(self.desks[table_id].outboxes)

    async def expired(self, table_id: str, *, removed: bool) -> None:
        """Take over that a table nobody used was removed or closed."""
        if removed:
            self._removed(table_id)
        elif table_id in self.desks:
            await self._refreshed(table_id)
        self.publish(table_id, True)

    # --- finding --------------------------------------------------------------------------------------------

    async def desk(self, table_id: str) -> Desk:
        """Return a table, brought to memory if need be; refuse a name that no table has."""
        desk = self.desks.get(table_id)
        if desk is not None:
            desk.used = asyncio.get_running_loop().time()  # it stays while whoever asked is about to connect
            try:
                await desk.sync()
            except StoreUnavailable:
                if self.desks.get(table_id) is desk:
                    raise
                return await self.desk(table_id)  # it did not fit its log; whether it can be loaded again shows now
            return desk
        self.quarantine.check(table_id)
        if table_id not in self._loading:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Desk:
        """Bring a table to memory; one that cannot be loaded is quarantined."""
        try:
            return await self._loaded(table_id)
        except Exception as error:
            if is_passing(error):
                raise
            raise self.quarantine.add(table_id, error) from None

    async def _loaded(self, table_id: str) -> Desk:
        self._outdated.discard(table_id)
        stored = await self._stored(table_id)
        desk = Desk(stored, dealt(stored), self.store, self.metrics, self.clock, self._rounds.call)
        desk.limit = ActionLimit(desk.table.game, desk.table.options, self.settings.limits.actions_per_match)
        pacer = Pacer(desk, self.settings.bot_pace, self._bot_pool)
        desk.noted = pacer.note
        entries = await self.store.entries(table_id)
        threads = self._folding_long if len(entries) > LONG_LOG else self._folding
        await asyncio.get_running_loop().run_in_executor(threads, desk.fold, entries)
        desk.changed = pacer.plan
        if len(stored.seats) > 1:
            desk.ended = lambda: self.rater.ended(table_id)
        desk.damaged = lambda _: self._load_again(desk)
        if self.store.database.shared:
            desk.published = lambda: self.publish(table_id, False)
        while table_id in self._outdated:
            self._outdated.discard(table_id)
            stored = await self._stored(table_id)
        desk.stored, desk.told = stored, stored.standing
        self.desks[table_id], self._pacers[table_id] = desk, pacer
        self._employ_clerks(desk)
        pacer.plan()
        return desk

    def _drop(self, table_id: str) -> Desk | None:
        """Let a table leave memory."""
        desk = self.desks.pop(table_id, None)
        if desk is not None:
            self._pacers.pop(table_id).stop()
        return desk

    def _load_again(self, desk: Desk) -> None:
        """Drop a table whose memory and log differ. Whoever is connected there connects again, or hears the reason."""
        table_id = desk.stored.table_id
        if self.desks.get(table_id) is desk:
            self._drop(table_id)
            task = asyncio.create_task(self._reconnect(desk))
            self._reloading.add(task)
            task.add_done_callback(self._reloading.discard)

    async def _reconnect(self, desk: Desk) -> None:
        refusal: SaloonError = StoreUnavailable("the table had to be loaded again; connect again")
        try:
            await self.desk(desk.stored.table_id)
        except SaloonError as error:
            refusal = error
        for outbox in list(desk.outboxes):
            outbox.close(refusal)

    def _employ_clerks(self, newest: Desk) -> None:
        """Where many tables are in memory, clerks do the plain work at all of them."""
        if self._has_clerks:
            newest.employ_clerk()
        elif len(self.desks) >= self.settings.clerks_from:
            self._has_clerks = True
            for desk in self.desks.values():
                desk.employ_clerk()

    async def _stored(self, table_id: str) -> StoredTable:
        try:
            stored = await self.store.table(table_id)
        except TableDamaged as damage:
            raise self.quarantine.add(table_id, damage) from None
        if stored is None:
            raise Refused("NO_SUCH_TABLE", f"there is no table {quoted(table_id)}")
        return stored

    # --- the life of a table --------------------------------------------------------------------------------

    async def create(
        self,
        player_id: str,
        wish: Wish,
        start: Start | None = None,
        *,
        after: StoredTable | None = None,
        last: str | None = None,
        address: str | None = None,
        asker: Asker | None = None,
    ) -> Seated:
        """Open a table for a player, who takes the first human seat; with no other to wait for, play begins.

        It may be the rematch of the one that it comes `after`: Conflict if somebody else was faster. A solitaire is not
        dealt from the seed `last` again, which is that of the player's newest table of the game unless given. The
        `asker` waits while a deal is searched for.
        """
        wanted = read_wish(wish, player_id)
        if await self.store.hosted(player_id) >= self.settings.limits.tables_per_player:
            raise self._too_many_tables()
        waiting = asker or Asker(player_id, "")
        if last is None and len(wanted.dealt_to) == 1:
            last = await self.store.last_seed(player_id, wanted.game)
        stored = await open_table(wanted, wish, start, last=last, advisor=self.advisor, asker=waiting, clock=self.clock)
        dealt(stored)
        try:
            await self.store.create_table(
                stored, after=after, at_most=self.settings.limits.tables_per_player, seen_at=self.clock.now()
            )
        except Conflict:
            if after is not None:  # whoever asks for a rematch looks again what it was
                raise
            raise self._too_many_tables() from None
        own = next(seat for seat in stored.seats if seat.player_id == player_id)
        await self.presence.note(seen_at(stored, own.seat, address))
        await self._run_clock(stored)
        return self._seated(stored, own)

    def _too_many_tables(self) -> Refused:
        limit = self.settings.limits.tables_per_player
        return Refused("TOO_MANY_TABLES", f"you have {limit} tables open; finish or remove one first")

    async def join(self, table_id: str, player_id: str, *, address: str | None = None) -> Seated:
        """Seat a player on the first open seat, or give back the token of the seat they hold."""
        for _ in range(_TRIES):
            stored = await self._stored(table_id)
            own = next((seat for seat in stored.seats if seat.player_id == player_id), None)
            if own is not None:
                await self.presence.note(seen_at(stored, own.seat, address))
                return self._seated(stored, own)
            seat = next((seat for seat in stored.seats if seat.is_open), None)
            if seat is None:
                raise Refused("SEAT_TAKEN", "all seats of this table are taken")
            try:
                await self.store.take_seat(table_id, seat.seat, player_id, now(), self.clock.now())
            except Conflict:
                continue
            stored = await self.refresh(table_id)
            await self.presence.note(seen_at(stored, seat.seat, address))
            await self._run_clock(stored)
            return self._seated(stored, msgspec.structs.replace(seat, player_id=player_id))
        raise Refused("SEAT_TAKEN", "somebody else was faster, again and again")

    async def seat_again(self, table_id: str, claim: SeatClaim) -> Seated:
        """Return the seat that a token holds, which its holder wants to take."""
        seat = await self.seat_of(table_id, claim)
        assert seat is not None
        stored = await self._stored(table_id)
        return self._seated(stored, stored.seats[seat])

    async def leave(self, table_id: str, seat: Seat, player_id: str) -> None:
        """Get up: a waiting table has the seat open again; in a game that goes on a bot takes over, and it is lost.

        When the last person leaves, the game ends: nobody waits for it, and bots do not play among themselves.
        """
        for _ in range(_TRIES):
            desk = await self.desk(table_id)
            if desk.stored.status == "finished":
                return
            try:
                if desk.stored.status == "waiting":
                    await self.store.free_seat(table_id, seat, player_id)
                else:
                    note = match_note(desk.table, seeded=desk.stored.seeded, left=True)
                    result = Result(seat, player_id, desk.stored.game, record(desk.table, seat), note)
                    others = any(one.player_id is not None and one.seat != seat for one in desk.stored.seats)
                    await self.store.give_to_bot(table_id, result, "greedy", now(), ends=not others)
            except Conflict:
                await self.refresh(table_id)
            else:
                await self.refresh(table_id)
                return
        raise Refused("NOT_YOUR_SEAT", "you do not sit there any more")

    async def remove(self, table_id: str, player_id: str) -> None:
        """Take a waiting table away; only its host may."""
        stored = await self._stored(table_id)
        if stored.host != player_id:
            raise Refused("NOT_THE_HOST", "only the host may remove a table")
        try:
            await self.store.remove_waiting(table_id)
        except Conflict:
            raise Refused("TABLE_BEGUN", "play has begun; a table in play stays") from None
        self._removed(table_id)
        self.publish(table_id, True)

    def _removed(self, table_id: str) -> None:
        """Tell those who are still connected that the table is gone."""
        if table_id in self._loading:
            self._outdated.add(table_id)
        self.quarantine.discard(table_id)
        desk = self._drop(table_id)
        if desk is not None:
            stored = desk.stored
            desk.announce(lambda _: News(table_id, stored.game, "removed", (), stored.rematch))

    async def rematch(self, table_id: str, player_id: str, *, retry: bool, address: str | None = None) -> Seated:
        """Open the table that goes on after a finished one; `retry` deals a solitaire's seed again."""
        stored = await self._stored(table_id)
        alone = len(stored.dealt_to) == 1
        if player_id not in {seat.player_id for seat in stored.seats}:
            raise Refused("NOT_YOUR_SEAT", "only who sat at the table may ask for a rematch")
        if retry and not alone:
            raise Refused("NOT_BETWEEN_PEOPLE", "a rematch is dealt anew; only a solitaire may be retried")
        if stored.status != "finished" and not alone:
            raise Refused("TABLE_NOT_OVER", "the game is not over yet")
        if stored.rematch is not None and not alone and await self.store.table(stored.rematch) is not None:
            return await self.join(stored.rematch, player_id, address=address)
        seats = tuple(WantedSeat(seat.kind, seat.level) for seat in stored.seats)
        wish = Wish(stored.game, stored.options, stored.seed if retry else None, seats, stored.private)
        if alone:
            start = start_of(stored) if retry else None
            return await self.create(player_id, wish, start, last=stored.seed, address=address)
        try:
            seated = await self.create(player_id, wish, after=stored, address=address)
        except Conflict:
            return await self.rematch(table_id, player_id, retry=retry, address=address)
        await self.refresh(table_id)
        return seated

    async def refresh(self, table_id: str) -> StoredTable:
        """Read a table's standing anew and tell everyone connected of it, in other processes too."""
        stored = await self._refreshed(table_id)
        self.publish(table_id, True)
        return stored

    async def _refreshed(self, table_id: str) -> StoredTable:
        """Take over a table's new standing in this process.

        It is read while nobody else takes one over: what is read last is the newest. A table that is just brought to
        memory may have been read too early, and is read again.
        """
        desk = self.desks.get(table_id)
        if desk is not None:
            return await desk.begin(lambda: self._standing(table_id))
        if table_id in self._loading:
            self._outdated.add(table_id)
        return await self._stored(table_id)

    async def _standing(self, table_id: str) -> tuple[StoredTable, NewsFor]:
        stored = await self._stored(table_id)
        return stored, await self._news_for(stored)

    def _seated(self, stored: StoredTable, seat: StoredSeat) -> Seated:
        claim = SeatClaim(stored.table_id, seat.seat, seat.generation)
        return Seated(stored.table_id, seat_name(seat.seat), self.signer.seat_token(claim), stored.status)

    # --- looking --------------------------------------------------------------------------------------------

    async def seat_of(self, table_id: str, claim: SeatClaim | str | None, *, address: str | None = None) -> Seat | None:
        """Return the seat that a token or a player holds at a table; None for a watcher. An old token is refused.

        Whoever sits there is seen by asking.
        """
        known = table_id in self.desks and not self.store.database.shared
        stored = self.desks[table_id].stored if known else await self._stored(table_id)
        seat = _held(stored, claim)
        if seat is not None:
            await self.presence.note(seen_at(stored, seat, address))
        return seat

    def saw(self, claim: SeatClaim | str) -> None:
        """Note a sign of life of a player, or of whoever holds a seat; nobody waits for that."""
        if isinstance(claim, str):
            self.presence.saw(claim)
        elif claim.table_id in self.desks:
            self._saw_holder(self.desks[claim.table_id].stored, claim)
        else:
            self._in_background(self._saw_seat(claim))

    async def _saw_seat(self, claim: SeatClaim) -> None:
        with suppress(SaloonError):
            self._saw_holder(await self._stored(claim.table_id), claim)

    def _saw_holder(self, stored: StoredTable, claim: SeatClaim) -> None:
        seat = stored.seats[claim.seat]
        if seat.player_id is not None and seat.generation == claim.generation:
            self.presence.saw(seat.player_id)

    def disconnected(self, desk: Desk, outbox: Outbox) -> None:
        """Let a connection go, and write down until when its player was there."""
        last = [one for one in connected(desk) if one.seat == outbox.receiver]
        desk.disconnect(outbox)
        for player_id in players_of(desk, outbox):
            self.presence.saw(player_id)
        if last:
            self._in_background(self.presence.note(last, at_once=True))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def lobby(self, game: str | None) -> list[News]:
        """Return the tables that everyone may find."""
        found = await self.store.open_tables(game, self.presence.since, LOBBY_LENGTH)
        return await self._all_news(self.quarantine.playable(found))

    async def tables_of(self, player_id: str, *, address: str | None = None) -> list[News]:
        """Return the tables at which a player sits, who is seen there by asking for them."""
        found = self.quarantine.playable(await self.store.tables_of(player_id, LOBBY_LENGTH))
        seats = [(stored, seat.seat) for stored in found for seat in stored.seats if seat.player_id == player_id]
        await self.presence.note(one for stored, seat in seats for one in seen_at(stored, seat, address))
        return await self._all_news(found)

    async def news(self, stored: StoredTable, seat: Seat | None = None) -> News:
        """Return what a seat may know of a table's standing; None is a watcher."""
        return (await self._news_for(stored))(seat)

    async def _news_for(self, stored: StoredTable) -> NewsFor:
        news = (await self._all_news([stored]))[0]
        notices = await self.rater.notices(stored)
        own = {seat: msgspec.structs.replace(news, rating=notice) for seat, notice in notices.items()}
        return lambda seat: news if seat is None else own.get(seat, news)

    async def _all_news(self, tables: Sequence[StoredTable]) -> list[News]:
        """Return the news of tables, all names asked for at once."""
        names = await self.store.names(seat.player_id for one in tables for seat in one.seats if seat.player_id)
        return [news_of(one, names) for one in tables]

    async def replay_log(self, table_id: str, asker: Asker) -> bytes:
        """Return the log of a finished game."""
        kept = self._replays.recall(table_id)
        if kept is not None:
            return kept
        stored = await self._stored(table_id)
        if stored.status != "finished":
            raise Refused("PRIVATE_UNTIL_THE_END", "the log tells all cards; it is published after the end")
        try:
            return await self._replays.write(stored, asker)
        except TableDamaged as damage:
            raise self.quarantine.add(table_id, damage) from None

    # --- what other processes wrote -------------------------------------------------------------------------

    async def catch_up(self, table_id: str, *, standing: bool) -> None:
        """Read what another process wrote at a table, if somebody or something here waits for that."""
        desk = self.desks.get(table_id)
        if desk is None or not (standing or self._follows(table_id, desk)):
            return
        if not standing:
            await desk.sync()
            if desk.table.outcome is None:
                return
        try:
            stored = await self.store.table(table_id)
        except TableDamaged as damage:
            desk.damaged(damage)
            raise
        if stored is None:
            self._removed(table_id)
        else:
            await self._refreshed(table_id)

    def _follows(self, table_id: str, desk: Desk) -> bool:
        """Whether this process must know at once what happens at a table; otherwise it looks before it answers."""
        return bool(desk.outboxes) or not self._pacers[table_id].is_idle

    async def poll(self) -> None:
        """Look for what other processes wrote and could not tell: their messages may be lost."""
        here = {table_id: desk for table_id, desk in self.desks.items() if self._follows(table_id, desk)}
        standings = await self.store.standings(list(here))
        newest = await self.store.newest(list(here))
        for table_id, desk in here.items():
            try:
                if standings.get(table_id) != desk.told:
                    await self.catch_up(table_id, standing=True)
                if newest.get(table_id, 0) > desk.table.rev:
                    await desk.sync()
            except SaloonError:
                if self.desks.get(table_id) is desk:  # otherwise it is damaged, which is no reason to skip the others
                    raise


def _held(stored: StoredTable, claim: SeatClaim | str | None) -> Seat | None:
    if isinstance(claim, SeatClaim):
        if claim.table_id != stored.table_id:
            raise Refused("BAD_TOKEN", "the token is for another table")
        if claim.generation != stored.seats[claim.seat].generation:
            raise Refused("BAD_TOKEN", "the seat has changed hands; the token is void")
        return claim.seat
    return next((seat.seat for seat in stored.seats if claim is not None and seat.player_id == claim), None)
