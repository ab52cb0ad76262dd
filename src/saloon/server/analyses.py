"""Analyses of solitaires: streamed while they are computed, and stored with the table.

Each search is a request of its own to the solver pool, so that others get their turns between two of them. What is
found is kept for the length of the log that was analysed; a longer log is analysed again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError
from saloon.core.solver import MEGABYTE, Limits
from saloon.solver.analysis import AnalysisSummary, Examination, Question, Verdicts, examine
from saloon.store import Store, StoredTable
from saloon.store.analyses import AnalysisStore
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.records import StoredEntry

from .errors import Refused
from .fair_queue import FairJobs, Requester, Shares
from .persistence import apply_entry, deal_stored
from .quarantine import Quarantine
from .solver_pool import SolverPool
from .tables import LiveTables

_logger = logging.getLogger(__name__)

VERSION: Final = 1
"""Increase it when what is streamed changes, so that stored analyses are computed again."""
PER_SEARCH: Final = Limits(seconds=3.0, memory=300 * MEGABYTE)
SECONDS: Final = 60.0
"""CPU-seconds for all searches of an analysis."""
WORLDS: Final = 30
"""Worlds sampled for the choices at a turning point."""
_SHARES: Final = Shares(per_player=4, per_address=16, waiting=256)
PER_ADDRESS: Final = 4
"""Streams that an address may have open: each holds all positions of its game, also while nobody reads it."""


class AnalysisFailed(Struct, frozen=True, tag_field="kind", tag="failed"):
    """The last line of a stream that cannot go on; the response has begun, so there is no status to send."""

    code: str
    reason: str


class Analyses:
    """Computes analyses, a few searches of each at a time, and keeps them."""

    def __init__(self, store: Store, tables: LiveTables, solver_pool: SolverPool, quarantine: Quarantine) -> None:
        self._store = store
        self._kept = AnalysisStore(store.database)
        self._tables = tables
        self._pool = solver_pool
        self._quarantine = quarantine
        self._open: Counter[str] = Counter()
        self._jobs = FairJobs(1, _SHARES, "SOLVER_BUSY", "too many analyses are being started; ask again in a moment")

    async def stream(self, stored: StoredTable, requester: Requester) -> AsyncIterator[bytes]:
        """Return the lines of an analysis: stored ones, or those of one that begins now.

        What can be refused is refused here; the lines that come later can only say that they are the last.
        """
        table_id = stored.table_id
        entries = await self._store.entries(table_id)
        kept = await self._kept.read(table_id, len(entries), VERSION)
        if kept is not None:
            return _lines(kept)
        await self._pool.until_ready()
        try:
            examination: Examination = await self._jobs.run(requester, lambda: self._begin(stored, entries))
        except TableDamaged as damage:
            raise self._quarantine.add(table_id, damage) from None
        return self._compute(examination, table_id, len(entries), requester)

    async def _begin(self, stored: StoredTable, entries: list[StoredEntry]) -> Examination:
        return await asyncio.get_running_loop().run_in_executor(self._tables.long_replays, _examine, stored, entries)

    async def _compute(
        self, examination: Examination, table_id: str, rev: int, requester: Requester
    ) -> AsyncIterator[bytes]:
        """Yield a line for each event; keep all of them once the last is known."""
        loop, lines = asyncio.get_running_loop(), []
        verdicts: Verdicts | None = None
        if self._open[requester.address] >= PER_ADDRESS:
            yield _failed(Refused("SOLVER_BUSY", "too many analyses are open; read one of them to its end first"))
            return
        self._open[requester.address] += 1
        try:
            while True:
                asked = await loop.run_in_executor(self._tables.long_replays, examination.send, verdicts)
                if isinstance(asked, Question):
                    verdicts = await self._pool.ask(requester, Question.decide, asked)
                    continue
                verdicts = None
                lines.append(msgspec.json.encode(asked) + b"\n")
                if isinstance(asked, AnalysisSummary):
                    await self._keep(table_id, rev, lines)  # first: whoever has read it finds the analysis stored
                yield lines[-1]
                if isinstance(asked, AnalysisSummary):
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


def _failed(error: SaloonError) -> bytes:
    return msgspec.json.encode(AnalysisFailed(error.code, error.reason)) + b"\n"


async def _lines(kept: str) -> AsyncIterator[bytes]:
    for line in kept.splitlines(keepends=True):
        yield line.encode()


def _examine(stored: StoredTable, entries: list[StoredEntry]) -> Examination:
    table = deal_stored(stored)
    for entry in entries:
        apply_entry(table, entry)
    return examine(table, PER_SEARCH, seconds=SECONDS, worlds=WORLDS)
