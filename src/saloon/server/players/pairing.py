"""Play now: pairs people for games of several seats.

The queue is in the database. Every process with waiting players pairs the players of all processes; the table and the
rows of its players are written together, so each player is seated once, whichever process is faster.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from random import SystemRandom
from typing import Final, Literal
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from saloon.bots import levels
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.clock import ServerClock
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.server.operations.draining import Draining
from saloon.server.settings import ServerLimits
from saloon.server.solving.solver_pool import SolverPool
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.server.tables.opening import check_new_table, open_table
from saloon.server.tables.tables import LiveTables
from saloon.store import Conflict, Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.pairing import Candidate, PairingQueue, QueueRow, paired
from saloon.store.ratings import Ratings

from .matching import POINTS, Waiting, groups, reach

_logger = logging.getLogger(__name__)

ABSENT: Final = 12_000
"""Milliseconds after which a player who does not ask again has left the queue."""
_RENEW: Final = 4_000
"""Milliseconds after which a waiting player's presence is written again."""
PAUSE: Final = 60_000
"""Milliseconds after the last pairing before a player who left that match may look for another."""
_REMEMBERED: Final = 86_400_000
_CHECK_SECONDS: Final = 1.0
"""Seconds between two checks of the queue."""
_RANDOM: Final = SystemRandom()

PairingState = Literal["idle", "waiting", "paired"]


class PairingStatus(Struct, frozen=True, rename="camel"):
    """Whether a player waits for a match, or which one was found."""

    state: PairingState
    game: str | None = None
    table_id: str | None = None
    """The match, once it is found; the player has a seat there."""
    waited: int = 0
    """Milliseconds."""
    rating: int | None = None
    """The player's estimated strength in points, on which `reach` counts."""
    reach: int | None = None
    """By how many points the others may currently be stronger or weaker; null for no limit."""
    others: int = 0
    """How many others wait for the same game."""


class Pairing:
    """The queue of one process: answers waiting players, and seats them."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        limits: ServerLimits,
        *,
        ratings: Ratings,
        tables: LiveTables,
        solver_pool: SolverPool,
        draining: Draining,
    ) -> None:
        self._store = store
        self._queue = PairingQueue(store.database)
        self._clock = clock
        self._limits = limits
        self._ratings = ratings
        self._tables = tables
        self._solver_pool = solver_pool
        self._draining = draining
        self._someone_waits = asyncio.Event()
        self._entrances: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each address from which somebody is entering the queue."""

    async def look(self, player_id: str, game_name: str, address: str) -> PairingStatus:
        """Queue a player for a match, or keep them queued; return the status.

        A player who was paired and is still playing is sent back to that match, whatever game they ask for.
        """
        self._draining.check()
        game = GAMES[game_name]
        if len(game.seats) == 1:
            raise Refused("NO_OPPONENTS", f"{game.name} is played alone; there is nobody to wait for")
        row, now = await self._queue.row(player_id), self._clock.now()
        if row is not None and row.table_id is not None:
            status = await self._queue.seat_of(row.table_id, player_id)
            if status is not None and status != "finished":
                return PairingStatus("paired", row.game, row.table_id)
            self._check_pause(row, status, now)
        is_waiting = row is not None and row.table_id is None and now - row.seen_at < ABSENT
        if row is not None and is_waiting and row.game == game.name:
            if now - row.seen_at >= _RENEW:
                await self._queue.see(player_id, now)
        else:
            await self._enter(player_id, game.name, now, address, is_new=not is_waiting)
            row = QueueRow(game.name, now, now, None, None)
        self._someone_waits.set()
        return await self._waiting_status(player_id, row, now)

    async def stop(self, player_id: str) -> PairingStatus:
        """Stop waiting; a match that was found meanwhile is not undone."""
        await self._queue.stop(player_id)
        row = await self._queue.row(player_id)
        if row is None or row.table_id is None or await self._queue.seat_of(row.table_id, player_id) != "active":
            return PairingStatus("idle")
        return PairingStatus("paired", row.game, row.table_id)

    async def run(self) -> None:
        """Pair waiting players until cancelled."""
        while True:
            await self._someone_waits.wait()
            self._someone_waits.clear()
            try:
                if await self.seat_everybody():
                    self._someone_waits.set()
            except StoreUnavailable:
                self._someone_waits.set()
            except Exception:
                _logger.exception("players could not be paired")
            await asyncio.sleep(_CHECK_SECONDS * _RANDOM.uniform(0.7, 1.3))

    async def seat_everybody(self) -> bool:
        """Begin every match that can begin now; return whether anybody still waits."""
        now = self._clock.now()
        await self._queue.forget(now - ABSENT, now - _REMEMBERED)
        by_game: dict[str, list[Candidate]] = defaultdict(list)
        for one in await self._queue.waiting(now - ABSENT):
            by_game[one.game].append(one)
        left = False
        for name, candidates in by_game.items():
            game, seated = GAMES[name], 0
            waiting = [Waiting(one.player_id, one.rating, one.since) for one in candidates]
            for group in await asyncio.to_thread(groups, waiting, len(game.seats), now):
                seated += await self._begin(game, group)
            left = left or seated < len(candidates)
        return left

    async def _begin(self, game: AnyGame, group: Sequence[Waiting]) -> int:
        """Open the table of a match; return how many players it has, 0 if another process was faster."""
        people = _RANDOM.sample([one.player_id for one in group], len(group))
        bots = len(game.seats) - len(people)
        bot = NewSeat("bot", _level_near(game, group)) if bots else NewSeat()
        seats = (*(NewSeat() for _ in people), *(bot for _ in range(bots)))
        preset = game.presets[game.first_preset] if game.first_preset is not None else {}
        new_table = NewTable(game.name, {**preset, **game.options_between_people}, seats=seats)
        now = self._clock.now()
        table = await self._table_for(new_table, people)
        try:
            also = paired(table.table_id, people, now, now - ABSENT)
            await self._store.create_table(table, seen_at=now, also=also)
        except Conflict:
            return 0
        await self._tables.run_clock(table)
        self._tables.changed(table)
        return len(people)

    async def _table_for(self, new_table: NewTable, people: Sequence[str]) -> StoredTable:
        wanted = check_new_table(new_table, people[0])
        seats = tuple(
            msgspec.structs.replace(seat, player_id=people[seat.seat]) if seat.kind == "human" else seat
            for seat in wanted.seats
        )
        return await open_table(
            msgspec.structs.replace(wanted, seats=seats),
            new_table,
            None,
            last=None,
            solver_pool=self._solver_pool,
            requester=Requester(people[0], ""),
            clock=self._clock,
        )

    async def _waiting_status(self, player_id: str, row: QueueRow, now: int) -> PairingStatus:
        rating = (await self._ratings.known(player_id, row.game)).rating
        others = await self._queue.others(row.game, player_id, now - ABSENT)
        waited = max(0, now - row.since)
        return PairingStatus("waiting", row.game, None, waited, round(POINTS * rating.mu), reach(waited), others)

    def _check_pause(self, row: QueueRow, status: str | None, now: int) -> None:
        """Refuse a player who left the last match too soon, so that nobody picks opponents by leaving matches."""
        wait = PAUSE - (now - (row.paired_at or 0))
        if status is None and wait > 0:
            seconds = -(-wait // 1000)
            raise Refused("PAIRING_PAUSED", f"you left the match you were given; look for another in {seconds} s")

    async def _enter(self, player_id: str, game: str, now: int, address: str, *, is_new: bool) -> None:
        """Queue a player. Requests of an address take turns, so that each counts those before it."""
        player = await self._store.named(player_id)
        if player is not None and player.is_bot:
            raise Refused("PEOPLE_ONLY", "only people are paired; a bot account opens a table or joins one")
        async with self._entrances.setdefault(address, asyncio.Lock()):
            await self._check_room(player_id, address, now, is_new=is_new)
            await self._queue.wait(player_id, game, now, address)

    async def _check_room(self, player_id: str, address: str, now: int, *, is_new: bool) -> None:
        if await self._store.hosted(player_id) >= self._limits.tables_per_player:
            limit = self._limits.tables_per_player
            raise Refused("TOO_MANY_TABLES", f"you have {limit} tables open; finish or remove one first")
        most = self._limits.waiting_per_address
        if is_new and await self._queue.waiting_at(address, now - ABSENT) >= most:
            raise Refused("TOO_MANY_WAITING", f"{most} players of this address are already waiting; try again later")


def _level_near(game: AnyGame, group: Sequence[Waiting]) -> str:
    """Return the level of bots whose strength is nearest to that of a group."""
    mean = sum(one.rating.mu for one in group) / len(group)
    measured = [(abs(one.rating.mu - mean), one.name) for one in levels(game).values() if one.rating is not None]
    return min(measured)[1] if measured else "greedy"
