"""Analyses of games: streamed while they are computed, and stored with the table.

Each search is a request of its own to the solver pool, so that others get their turns in between. The result
is kept for the length of the log that was analysed; a longer log is analysed again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError
from saloon.core.solver import MEGABYTE, Limits
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import FairJobs, Requester, Shares
from saloon.server.solving.solver_pool import SolverPool
from saloon.server.tables.persistence import apply_entry, deal_stored
from saloon.server.tables.quarantine import Quarantine
from saloon.server.tables.tables import LiveTables
from saloon.solver.analysis import AnyQuestion, Examination, Summary, examine, is_exact
from saloon.store import Store, StoredTable
from saloon.store.analyses import AnalysisStore
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.records import StoredEntry

from .drills import Drills

_logger = logging.getLogger(__name__)

VERSION: Final = 1
"""Increase it when the streamed content changes, so that stored analyses are computed again."""
PER_SEARCH: Final = Limits(seconds=3.0, memory=300 * MEGABYTE)
SECONDS: Final = 60.0
"""CPU-seconds for all searches of an analysis."""
WORLDS: Final = 30
"""Worlds sampled for the choices at a turning point of a solitaire."""
_SHARES: Final = Shares(per_player=4, per_address=16, waiting=256)
PER_ADDRESS: Final = 4
"""Streams that an address may have open: each holds all positions of its game, even while its client reads nothing."""


class AnalysisFailed(Struct, frozen=True, tag_field="kind", tag="failed"):
    """The last line of a stream that failed; the response has begun, so no status can be sent."""

    code: str
    reason: str


class Analyses:
    """Computes analyses, a few searches of each at a time, and keeps them."""

    def __init__(
        self, store: Store, tables: LiveTables, solver_pool: SolverPool, quarantine: Quarantine, drills: Drills
    ) -> None:
        self._store = store
        self._drills = drills
        self._kept = AnalysisStore(store.database)
        self._tables = tables
        self._pool = solver_pool
        self._quarantine = quarantine
        self._open: Counter[str] = Counter()
        self._jobs = FairJobs(1, _SHARES, "SOLVER_BUSY", "too many analyses are being started; ask again in a moment")

    async def stream(self, stored: StoredTable, requester: Requester) -> AsyncIterator[bytes]:
        """Return the lines of an analysis: stored ones, or those of one that begins now.

        Refusals are raised here; once lines are streamed, a failure can only be the last line.
        """
        table_id = stored.table_id
        entries = await self._store.entries(table_id)
        kept = await self._kept.read(table_id, len(entries), VERSION)
        if kept is not None:
            await self._add_drills(stored, kept.encode().splitlines(), requester)
            return _lines(kept)
        await self._pool.until_ready()
        try:
            examination: Examination = await self._jobs.run(requester, lambda: self._begin(stored, entries))
        except TableDamaged as damage:
            raise self._quarantine.add(table_id, damage) from None
        return self._compute(examination, stored, len(entries), requester)

    async def _begin(self, stored: StoredTable, entries: list[StoredEntry]) -> Examination:
        return await asyncio.get_running_loop().run_in_executor(self._tables.long_replays, _examine, stored, entries)

    async def _compute(
        self, examination: Examination, stored: StoredTable, rev: int, requester: Requester
    ) -> AsyncIterator[bytes]:
        """Yield a line for each event; keep all of them once the last is known."""
        loop, lines = asyncio.get_running_loop(), []
        answer: Any = None
        if self._open[requester.address] >= PER_ADDRESS:
            yield _failed(Refused("SOLVER_BUSY", "too many analyses are open; read one of them to its end first"))
            return
        self._open[requester.address] += 1
        try:
            while True:
                asked = await loop.run_in_executor(self._tables.long_replays, examination.send, answer)
                if isinstance(asked, AnyQuestion):
                    answer = await self._pool.ask(requester, type(asked).decide, asked)
                    continue
                answer = None
                lines.append(msgspec.json.encode(asked) + b"\n")
                if isinstance(asked, Summary):
                    # stored before the last line is sent, so that its reader finds the analysis
                    await self._keep(stored.table_id, rev, lines)
                    await self._add_drills(stored, lines, requester)
                yield lines[-1]
                if isinstance(asked, Summary):
                    return
        except SaloonError as error:
            yield _failed(error)
        finally:
            self._open[requester.address] -= 1
            self._open += Counter()  # forgets addresses with none

    async def _keep(self, table_id: str, rev: int, lines: list[bytes]) -> None:
        try:
            await self._kept.keep(table_id, rev, VERSION, b"".join(lines).decode())
        except StoreUnavailable:
            _logger.warning("the analysis of table %s could not be stored", table_id)

    async def _add_drills(self, stored: StoredTable, lines: Sequence[bytes], requester: Requester) -> None:
        """Let the player of a game practise its mistakes; requests from others add no drills."""
        if requester.player != stored.host:
            return
        try:
            await self._drills.add(stored, lines)
        except StoreUnavailable:
            _logger.warning("the drills of table %s could not be stored", stored.table_id)


def _failed(error: SaloonError) -> bytes:
    return msgspec.json.encode(AnalysisFailed(error.code, error.reason)) + b"\n"


async def _lines(kept: str) -> AsyncIterator[bytes]:
    for line in kept.splitlines(keepends=True):
        yield line.encode()


def _examine(stored: StoredTable, entries: list[StoredEntry]) -> Examination:
    table = deal_stored(stored)
    for entry in entries:
        apply_entry(table, entry)
    return examine(table, PER_SEARCH, seconds=SECONDS, worlds=WORLDS if is_exact(table.game) else None)
