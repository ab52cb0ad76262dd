"""Seating: open a table, join, leave, remove, play again; a token proves which seat its holder has."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from saloon.core.game import Seat, seat_name
from saloon.server.clock import ServerClock, wall_clock
from saloon.server.errors import Refused
from saloon.server.finished.branches import Branch, branch_again, branch_of
from saloon.server.http.tokens import SeatClaim, Signer
from saloon.server.limits.fair_queue import Requester
from saloon.server.limits.token_buckets import TokenBuckets
from saloon.server.operations import logs
from saloon.server.operations.draining import Draining
from saloon.server.settings import ServerLimits
from saloon.server.solving.solver_pool import SolverPool
from saloon.store import Conflict, Store, StoredSeat, StoredTable
from saloon.store.records import StoredEntry
from saloon.store.store import Result
from saloon.table import record
from saloon.table.log import Start
from saloon.table.rated import match_note

from .new_table import NewSeat, NewTable
from .opening import check_new_table, open_table
from .persistence import deal_stored, start_of
from .presence import Presence, seen_at
from .tables import LiveTables

_TRIES: Final = 10
"""How often to retry after another request was faster."""


class Seated(Struct, frozen=True, rename="camel"):
    """A taken seat and its token."""

    table_id: str
    seat: str
    token: str
    status: str


class Seating:
    """Changes who sits where. The database decides; tables in memory are updated afterwards."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        signer: Signer,
        limits: ServerLimits,
        *,
        tables: LiveTables,
        presence: Presence,
        solver_pool: SolverPool,
        draining: Draining,
    ) -> None:
        self._draining = draining
        self._store = store
        self._clock = clock
        self._signer = signer
        self._limits = limits
        self._copied = TokenBuckets(limits.copied_actions_per_second)
        self._tables = tables
        self._presence = presence
        self._solver_pool = solver_pool

    async def create(
        self,
        player_id: str,
        new_table: NewTable,
        start: Start | None = None,
        *,
        after: StoredTable | None = None,
        branch: Branch | None = None,
        last: str | None = None,
        once: bool = False,
        address: str | None = None,
        requester: Requester | None = None,
    ) -> Seated:
        """Open a table for a player, who takes the first human seat; play begins if no seat is open.

        It may be the rematch of the table `after`: Conflict if another request was faster. A solitaire is not dealt
        from the seed `last` again, by default that of the player's newest table of the game. The `requester` waits
        while a deal is searched for. A `branch` continues another game. With `once` it is a Conflict if the player has
        an unfinished table with the same deal: another request was faster.
        """
        self._draining.check()
        wanted = check_new_table(new_table, player_id)
        if branch is not None:
            wanted = msgspec.structs.replace(wanted, origin=branch.origin, rules_version=branch.rules_version)
            start = branch.start
        if await self._store.hosted(player_id) >= self._limits.tables_per_player:
            raise self._too_many_tables()
        if last is None and len(wanted.dealt_to) == 1:
            last = await self._store.last_seed(player_id, wanted.game)
        stored = await open_table(
            wanted,
            new_table,
            start,
            last=last,
            solver_pool=self._solver_pool,
            requester=requester or Requester(player_id, ""),
            clock=self._clock,
        )
        deal_stored(stored)
        try:
            await self._store.create_table(
                stored,
                after=after,
                at_most=self._limits.tables_per_player,
                seen_at=self._clock.now(),
                entries=() if branch is None else branch.entries,
                once=once,
            )
        except Conflict:
            if after is not None or once:  # the caller looks up the other table
                raise
            raise self._too_many_tables() from None
        own = next(seat for seat in stored.seats if seat.player_id == player_id)
        logs.note(stored.table_id, "opened", game=stored.game, status=stored.status, seats=len(stored.seats))
        await self._presence.note(seen_at(stored, own.seat, address))
        await self._tables.run_clock(stored)
        return self._seated(stored, own)

    async def open_once(
        self,
        player_id: str,
        new_table: NewTable,
        unfinished: Callable[[], Awaitable[str | None]],
        *,
        address: str | None = None,
        requester: Requester | None = None,
    ) -> Seated:
        """Return the player's unfinished table that `unfinished` finds, or open one.

        Simultaneous requests, such as two clicks, get the same table.
        """
        for _ in range(_TRIES):
            table_id = await unfinished()
            if table_id is not None:
                return await self.join(table_id, player_id, address=address)
            try:
                return await self.create(player_id, new_table, once=True, address=address, requester=requester)
            except Conflict:
                continue
        raise self._too_many_tables()

    def _too_many_tables(self) -> Refused:
        limit = self._limits.tables_per_player
        return Refused("TOO_MANY_TABLES", f"you have {limit} tables open; finish or remove one first")

    async def join(self, table_id: str, player_id: str, *, address: str | None = None) -> Seated:
        """Seat a player on the first open seat, or give back the token of the seat they hold."""
        for _ in range(_TRIES):
            stored = await self._tables.stored(table_id)
            own = next((seat for seat in stored.seats if seat.player_id == player_id), None)
            if own is not None:
                await self._presence.note(seen_at(stored, own.seat, address))
                return self._seated(stored, own)
            seat = next((seat for seat in stored.seats if seat.is_open), None)
            if seat is None or stored.status == "finished":
                raise Refused("SEAT_TAKEN", "all seats of this table are taken")
            try:
                await self._store.take_seat(table_id, seat.seat, player_id, wall_clock(), self._clock.now())
            except Conflict:
                continue
            stored = await self._tables.refresh(table_id)
            logs.note(table_id, "joined", seat=seat_name(seat.seat), status=stored.status)
            await self._presence.note(seen_at(stored, seat.seat, address))
            await self._tables.run_clock(stored)
            return self._seated(stored, msgspec.structs.replace(seat, player_id=player_id))
        raise Refused("SEAT_TAKEN", "another player was faster each time; try again")

    async def rejoin(self, table_id: str, seat: Seat) -> Seated:
        """Return a seat to its holder, who joins again."""
        stored = await self._tables.stored(table_id)
        return self._seated(stored, stored.seats[seat])

    async def leave(self, table_id: str, seat: Seat) -> None:
        """Leave a seat. At a waiting table it is open again; in a running game a bot takes over, and the player loses.

        When the last player leaves, the game ends: bots do not play among themselves.
        """
        player_id = (await self._tables.get(table_id)).stored.seats[seat].player_id
        if player_id is None:
            raise Refused("NOT_YOUR_SEAT", "nobody sits there")
        for _ in range(_TRIES):
            table = await self._tables.get(table_id)
            if table.stored.status == "finished":
                return
            try:
                if table.stored.status == "waiting":
                    await self._store.free_seat(table_id, seat, player_id)
                else:
                    note = match_note(table.table, seeded=table.stored.seeded, left=True)
                    result = Result(seat, player_id, table.stored.game, record(table.table, seat), note)
                    others = any(one.player_id is not None and one.seat != seat for one in table.stored.seats)
                    counts = table.stored.origin is None
                    await self._store.give_to_bot(
                        table_id, result, "greedy", wall_clock(), ends=not others, counts=counts
                    )
            except Conflict:
                await self._tables.refresh(table_id)
            else:
                logs.note(table_id, "left", seat=seat_name(seat))
                await self._tables.refresh(table_id)
                return
        raise Refused("NOT_YOUR_SEAT", "you no longer sit there")

    async def remove(self, table_id: str, player_id: str) -> None:
        """Remove a waiting table; only its host may do so."""
        stored = await self._tables.stored(table_id)
        if stored.host != player_id:
            raise Refused("NOT_THE_HOST", "only the host may remove a table")
        try:
            await self._store.remove_waiting(table_id)
        except Conflict:
            raise Refused("TABLE_BEGUN", "play has begun; only waiting tables can be removed") from None
        logs.note(table_id, "removed")
        self._tables.removed(table_id)

    async def rematch(self, table_id: str, player_id: str, *, retry: bool, address: str | None = None) -> Seated:
        """Open the rematch of a finished table; `retry` deals a solitaire's seed again."""
        stored = await self._tables.stored(table_id)
        alone = len(stored.dealt_to) == 1
        if player_id not in {seat.player_id for seat in stored.seats}:
            raise Refused("NOT_YOUR_SEAT", "only the players of this table may ask for a rematch")
        if retry and not alone:
            raise Refused("NOT_BETWEEN_PEOPLE", "a rematch is a new deal; only a solitaire may be retried")
        if stored.status != "finished" and not alone:
            raise Refused("TABLE_NOT_OVER", "the game is not over yet")
        if stored.rematch is not None and not alone and await self._store.table(stored.rematch) is not None:
            return await self.join(stored.rematch, player_id, address=address)
        seats = tuple(NewSeat(seat.kind, seat.level) for seat in stored.seats)
        new_table = NewTable(stored.game, stored.options, stored.seed if retry else None, seats, stored.private)
        if retry and stored.origin is not None:
            new_table, branch = branch_again(stored, await self._log_to_copy(table_id, address))
            return await self.create(player_id, new_table, branch=branch, address=address)
        if alone:
            start = start_of(stored) if retry else None
            return await self.create(player_id, new_table, start, last=stored.seed, address=address)
        try:
            seated = await self.create(player_id, new_table, after=stored, address=address)
        except Conflict:
            return await self.rematch(table_id, player_id, retry=retry, address=address)
        self._tables.changed(await self._tables.refresh(table_id))
        return seated

    async def branch(self, table_id: str, step: int, player_id: str, *, address: str | None = None) -> Seated:
        """Open a practice table that continues a finished solitaire from one of its steps."""
        stored = await self._tables.stored(table_id)
        new_table, branch = branch_of(stored, await self._log_to_copy(table_id, address), step)
        return await self.create(player_id, new_table, branch=branch, address=address)

    async def _log_to_copy(self, table_id: str, address: str | None) -> Sequence[StoredEntry]:
        """Return the log of a table, unless its address has copied too much: reading and writing one takes a while."""
        length = (await self._store.newest([table_id])).get(table_id, 0)
        if not self._copied.borrow(address or "", length):
            reason = f"this game has {length} actions, and your address has just copied many; wait a moment"
            raise Refused("RATE_LIMITED", reason)
        return await self._store.entries(table_id)

    def _seated(self, stored: StoredTable, seat: StoredSeat) -> Seated:
        claim = SeatClaim(stored.table_id, seat.seat, seat.generation)
        return Seated(stored.table_id, seat_name(seat.seat), self._signer.seat_token(claim), stored.status)
