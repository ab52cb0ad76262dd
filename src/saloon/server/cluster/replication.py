"""Reading what other processes wrote: one query finds the changed tables of a batch."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from saloon.store import Store
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.records import StoredEntry, Version

if TYPE_CHECKING:
    from saloon.server.tables.live_table import LiveTable


async def read_others(store: Store, tables: "Sequence[LiveTable]") -> dict[str, Exception]:
    """Apply what other processes wrote at tables whose locks are held; return why a table could not be read."""
    if not store.database.shared:
        return {}
    try:
        positions = await store.positions([table.table_id for table in tables])
        behind = {
            table.table_id: table.table.rev
            for table in tables
            if table.table_id in positions and positions[table.table_id].rev > table.table.rev
        }
        entries = await store.entries_since(behind) if behind else {}
    except Exception as error:
        return {table.table_id: error for table in tables}
    failures: dict[str, Exception] = {}
    for table in tables:
        position = positions.get(table.table_id)
        if position is None:
            continue  # it was removed; a write there is refused
        try:
            await _take_over(table, position.version, entries.get(table.table_id, ()))
        except Exception as error:
            failures[table.table_id] = error
    return failures


async def _take_over(table: "LiveTable", version: Version, entries: Sequence[StoredEntry]) -> None:
    """Read the table's row again if its version has changed, and apply new entries."""
    try:
        if version != table.stored.version:
            await table.reread()
        if entries:
            await table.take_over(entries)
    except TableDamaged:
        table.damaged()
        raise StoreUnavailable("the table has to be loaded again; try again") from None
