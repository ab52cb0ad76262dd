"""The logs of finished games: written once, in a thread of their own, and kept while there is room.

To write one takes as long as to play it again, so this is done for one at a time, and askers take fair turns.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Final

from saloon.store import Store, StoredTable
from saloon.store.store import StoredEntry

from .fairness import Asker, FairJobs, Shares
from .folding import dealt, taken

_SHARES: Final = Shares(per_player=4, per_address=16, waiting=256)


class Replays:
    """The logs that were asked for last, as JSON; no more than `most` bytes of them."""

    def __init__(self, store: Store, threads: Executor, most: int) -> None:
        self._store = store
        self._threads = threads
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        reason = "too many replays are being written; ask again in a moment"
        self._jobs = FairJobs(1, _SHARES, "REPLAY_BUSY", reason)

    def recall(self, table_id: str) -> bytes | None:
        """Return a log that is kept."""
        log = self._kept.get(table_id)
        if log is not None:
            self._kept.move_to_end(table_id)
        return log

    async def write(self, stored: StoredTable, asker: Asker) -> bytes:
        """Return the log of a finished table; all who ask for it meanwhile get the same."""
        log: bytes = await self._jobs.run(asker, lambda: self._write(stored), stored.table_id)
        return log

    async def _write(self, stored: StoredTable) -> bytes:
        entries = await self._store.entries(stored.table_id)
        log = await asyncio.get_running_loop().run_in_executor(self._threads, _log, stored, entries)
        self._keep(stored.table_id, log)
        return log

    def _keep(self, table_id: str, log: bytes) -> None:
        if len(log) > self._most:
            return
        self._kept[table_id] = log
        self._bytes += len(log)
        while self._bytes > self._most:
            self._bytes -= len(self._kept.popitem(last=False)[1])


def _log(stored: StoredTable, entries: list[StoredEntry]) -> bytes:
    table = dealt(stored)
    for entry in entries:
        taken(table, entry)
    return table.save()
