"""The logs of finished games: written once, in their own thread, and cached while there is room.

Writing one takes as long as replaying it, so only one is written at a time, and requesters take fair turns.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from saloon.core.errors import BadInput
from saloon.core.game import Seat, seat_name
from saloon.server.actions.broadcast import encode
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import FairJobs, Requester, Shares
from saloon.server.tables.persistence import apply_entry, deal_stored
from saloon.server.tables.quarantine import Quarantine
from saloon.server.tables.tables import LiveTables
from saloon.store import Store, StoredTable
from saloon.store.database import TableDamaged
from saloon.store.store import StoredEntry
from saloon.table.changes import Change, difference
from saloon.table.messages import WireAction, wire

_SHARES: Final = Shares(per_player=4, per_address=16, waiting=256)


class ReplayStep(Struct, frozen=True, rename="camel"):
    """One step of a finished game: who acted, how, and what changed in the view."""

    client_id: str
    action: WireAction
    change: Sequence[Change]
    at: int | None


class ReplaySteps(Struct, frozen=True, rename="camel"):
    """A finished game as one seat saw it: the view after the deal, and each step's change of it."""

    game: str
    seat: str | None
    log_digest: str
    """The SHA-256 of the log, byte for byte as the server sends it."""
    first: Any
    steps: Sequence[ReplayStep]


class Replays:
    """The most recently requested logs as JSON, at most `most` bytes in total."""

    def __init__(self, store: Store, tables: LiveTables, quarantine: Quarantine, most: int) -> None:
        self._store = store
        self._tables = tables
        self._quarantine = quarantine
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        reason = "too many replays are being written; ask again in a moment"
        self._jobs = FairJobs(1, _SHARES, "REPLAY_BUSY", reason)

    def recall(self, table_id: str) -> bytes | None:
        """Return a cached log."""
        log = self._kept.get(table_id)
        if log is not None:
            self._kept.move_to_end(table_id)
        return log

    async def log_of(self, table_id: str, requester: Requester) -> bytes:
        """Return the log of a finished game; refuse a game in progress."""
        kept = self.recall(table_id)
        if kept is not None:
            return kept
        stored = await self._tables.stored(table_id)
        if stored.status != "finished":
            raise Refused("PRIVATE_UNTIL_THE_END", "the log reveals all cards; it is published after the game")
        try:
            return await self.write(stored, requester)
        except TableDamaged as damage:
            raise self._quarantine.add(table_id, damage) from None

    async def steps_of(self, table_id: str, seat: Seat | None, requester: Requester) -> bytes:
        """Return the views of a finished game as a seat had them, step by step; None is a watcher."""
        await self.log_of(table_id, requester)  # refuses a game in progress
        stored = await self._tables.stored(table_id)
        key = f"{table_id}/{'' if seat is None else seat}"
        if seat is not None and seat not in range(len(stored.seats)):
            raise BadInput(f"the seats of {stored.game} are 1 to {len(stored.seats)}, not {seat + 1}", "BAD_REQUEST")
        steps: bytes = self.recall(key) or await self._jobs.run(requester, lambda: self._replay(stored, seat, key), key)
        return steps

    async def _replay(self, stored: StoredTable, seat: Seat | None, key: str) -> bytes:
        entries = await self._store.entries(stored.table_id)
        loop = asyncio.get_running_loop()
        steps = await loop.run_in_executor(self._tables.long_replays, _steps, stored, entries, seat)
        self._keep(key, steps)
        return steps

    async def write(self, stored: StoredTable, requester: Requester) -> bytes:
        """Return the log of a finished table; simultaneous requests share the work."""
        log: bytes = await self._jobs.run(requester, lambda: self._write(stored), stored.table_id)
        return log

    async def _write(self, stored: StoredTable) -> bytes:
        entries = await self._store.entries(stored.table_id)
        log = await asyncio.get_running_loop().run_in_executor(self._tables.long_replays, _log, stored, entries)
        self._keep(stored.table_id, log)
        return log

    def _keep(self, table_id: str, log: bytes) -> None:
        if len(log) > self._most:
            return
        self._kept[table_id] = log
        self._bytes += len(log)
        while self._bytes > self._most:
            self._bytes -= len(self._kept.popitem(last=False)[1])


def _steps(stored: StoredTable, entries: list[StoredEntry], seat: Seat | None) -> bytes:
    table = deal_stored(stored)
    first = before = table.view(seat)
    steps = []
    for entry in entries:
        accepted = apply_entry(table, entry)
        view = table.view(seat)
        change = difference(before, view)
        steps.append(ReplayStep(seat_name(entry.seat), wire(accepted.action), change, entry.at))
        before = view
    digest = sha256(table.save()).hexdigest()
    return encode(ReplaySteps(stored.game, None if seat is None else seat_name(seat), digest, first, steps))


def _log(stored: StoredTable, entries: list[StoredEntry]) -> bytes:
    table = deal_stored(stored)
    for entry in entries:
        apply_entry(table, entry)
    return table.save()
