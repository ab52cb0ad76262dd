"""Fair hints at a table: the bot behind them thinks in the solver pool, from the views in the table's log."""

from saloon.core.game import Seat
from saloon.server.limits.fair_queue import Requester
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.persistence import apply_entry, deal_stored
from saloon.store import Store, StoredTable
from saloon.store.records import StoredEntry
from saloon.table.fair_hints import Advice, advise

from .solver_pool import SolverPool


class FairHints:
    """Asks for fair hints, and remembers the last one of a table, so that the next one stays on its plan."""

    def __init__(self, store: Store, solver_pool: SolverPool) -> None:
        self._store = store
        self._pool = solver_pool

    async def ask(self, table: LiveTable, seat: Seat, requester: Requester) -> Advice:
        """Return the hint for a seat at the newest position of its table."""
        key = ("fair hint", table.table_id)
        entries = await self._store.entries(table.table_id)
        advice: Advice = await self._pool.ask(requester, _advise, table.stored, entries, seat, self._pool.recall(key))
        self._pool.remember(key, advice)
        return advice


def _advise(stored: StoredTable, entries: list[StoredEntry], seat: Seat, last: Advice | None) -> Advice:
    """Play the log again and ask the bot. Runs in a worker of the solver pool."""
    table = deal_stored(stored)
    for entry in entries:
        apply_entry(table, entry)
    return advise(table, seat, last)
