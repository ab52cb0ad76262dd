"""Presence: when each player was last seen, at a table and anywhere, kept in the database for all processes.

The lobby lists a table while one of its players was seen there lately, abandoned tables expire, and a player may claim
a match against an opponent who was seen nowhere for a minute. Times are those of the server clock, so downtime never
counts against a player.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.server.actions.broadcast import Subscriber
from saloon.server.clock import ServerClock
from saloon.server.http.tokens import SeatClaim
from saloon.server.tasks import Tasks
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.store import Seen

from .live_table import LiveTable
from .tables import LiveTables

_NOTED_SECONDS = 20.0
"""A player who stays is recorded at least this often."""
_RETRY_SECONDS = 1.0
"""Seconds until a failed write is tried again."""


class Presence:
    """Records who was seen, a few times within the `seconds` for which the lobby counts it."""

    def __init__(self, store: Store, clock: ServerClock, tables: LiveTables, seconds: float) -> None:
        self._store = store
        self._tables = tables
        self._tasks = Tasks()
        self._clock = clock
        self._lasts = int(1000 * seconds)
        self._every = min(self._lasts // 3, int(1000 * _NOTED_SECONDS))
        self._noted: dict[Seen, int] = {}
        self._later: dict[Seen, int] = {}
        """When players were last seen at tables, as far as that is not written yet."""
        self._noted_players: dict[str, int] = {}
        self._later_players: dict[str, int] = {}
        """When players were last seen anywhere; written with the next renewal."""
        self._due_players: dict[str, int] = {}
        """The same; written at once."""
        self._writing: asyncio.Task[None] | None = None

    @property
    def since(self) -> int:
        """The time since which a player must have been seen."""
        return self._clock.now() - self._lasts

    async def note(self, seen: Iterable[Seen], *, at_once: bool = False) -> None:
        """Record that players were seen at their tables. A failed write does not fail the request.

        `at_once` writes even right after another write.
        """
        at = self._clock.now()
        due = []
        for one in set(seen):
            if at_once or self._noted.get(one, -self._every) <= at - self._every:
                due.append(one)
            else:
                self._later[one] = at
        with suppress(StoreUnavailable):
            await self._write(due, at)

    async def _write(self, seen: Sequence[Seen], at: int) -> None:
        if seen:
            await self._store.see(seen, at)
            self._noted |= dict.fromkeys(seen, at)

    def saw(self, claim: SeatClaim | str) -> None:
        """Record, in the background, that a player or the holder of a seat was seen."""
        if isinstance(claim, str):
            self._saw_player(claim)
        elif claim.table_id in self._tables.live:
            self._saw_holder(self._tables.live[claim.table_id].stored, claim)
        else:
            self._tasks.start(self._saw_seat(claim))

    async def _saw_seat(self, claim: SeatClaim) -> None:
        with suppress(SaloonError):
            self._saw_holder(await self._tables.stored(claim.table_id), claim)

    def _saw_holder(self, stored: StoredTable, claim: SeatClaim) -> None:
        seat = stored.seats[claim.seat]
        if seat.player_id is not None and seat.generation == claim.generation:
            self._saw_player(seat.player_id)

    def disconnected(self, table: LiveTable, subscriber: Subscriber) -> None:
        """Forget a connection, and record when its player was last there."""
        last = [one for one in connected(table) if one.seat == subscriber.receiver]
        table.disconnect(subscriber)
        for player_id in players_of(table, subscriber):
            self._saw_player(player_id)
        if last:
            self._tasks.start(self.note(last, at_once=True))

    def _saw_player(self, player_id: str) -> None:
        """Record, in the background, that a player sent a request or has a socket, at any table or none.

        It is written at once, except right after another write; then the next renewal writes the exact time.
        """
        at = self._clock.now()
        if self._noted_players.get(player_id, -self._every) > at - self._every:
            self._later_players[player_id] = at
            return
        self._noted_players[player_id] = self._due_players[player_id] = at
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_due_players())

    async def _write_due_players(self) -> None:
        """Write batch after batch; players seen during a write form the next batch."""
        while self._due_players:
            due, self._due_players = self._due_players, {}
            try:
                await self._store.see_players(due)
            except StoreUnavailable:
                self._later_players = due | self._later_players

    async def watch(self) -> None:
        """Record until cancelled who is connected, and the exact last request of players without a socket.

        Connected players are renewed each time, well before they would count as away.
        """
        pause = self._every / 1000
        while True:
            await asyncio.sleep(pause)
            self._noted = {one: at for one, at in self._noted.items() if at > self.since}
            self._noted_players = {one: at for one, at in self._noted_players.items() if at > self.since}
            pause = self._every / 1000 if await self._renew() else min(_RETRY_SECONDS, self._every / 1000)

    async def _renew(self) -> bool:
        """Write everything known now; return whether that succeeded."""
        later, self._later = self._later, {}
        later_players, self._later_players = self._later_players, {}
        at = self._clock.now()
        tables = list(self._tables.live.values())
        sockets = ((table, subscriber) for table in tables for subscriber in table.subscribers)
        players = later_players | {one: at for table, subscriber in sockets for one in players_of(table, subscriber)}
        try:
            await self._write([*{one for table in tables for one in connected(table)}], at)
            if later:
                await self._store.see_until(later)
            if players:
                await self._store.see_players(players)
        except StoreUnavailable:
            self._later = later | self._later
            self._later_players = later_players | self._later_players
            return False
        self._noted_players |= players
        return True


def connected(table: LiveTable) -> list[Seen]:
    """Return the players who sit at a table that is not over and have a socket there."""
    sockets = [
        (subscriber.receiver, subscriber.address) for subscriber in table.subscribers if subscriber.receiver is not None
    ]
    return [one for seat, address in sockets for one in seen_at(table.stored, seat, address)]


def players_of(table: LiveTable, subscriber: Subscriber) -> set[str]:
    """Return the players that a socket shows to be present: its opener, even a watcher, and the holder of its seat."""
    holder = None if subscriber.receiver is None else table.stored.seats[subscriber.receiver].player_id
    return {player_id for player_id in (subscriber.player_id, holder) if player_id is not None}


def seen_at(stored: StoredTable, seat: Seat, address: str | None) -> list[Seen]:
    """Return the record that the player of a seat was seen; empty if the seat is free or the game is over."""
    player_id = stored.seats[seat].player_id
    return [] if player_id is None or stored.status == "finished" else [Seen(stored.table_id, seat, player_id, address)]
