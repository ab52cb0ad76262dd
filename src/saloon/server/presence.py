"""Is anybody there? The lobby lists a table while one of those who sit at it was seen lately.

It is kept in the database when that was, so that all processes say the same, also after a restart.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress

from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable

from .desk import Desk, now


class Presence:
    """Notes that people look at their tables, a few times in the `seconds` for which that counts."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._lasts = int(1000 * seconds)
        self._noted: dict[str, int] = {}

    @property
    def since(self) -> int:
        """The time since which somebody must have been seen."""
        return now() - self._lasts

    async def note(self, tables: Iterable[StoredTable]) -> None:
        """Somebody who sits at these tables looks at them. If it cannot be written now, nobody is refused anything."""
        at, fresh = now(), now() - self._lasts // 3
        listed = [one.table_id for one in tables if one.status != "finished" and not one.private]
        due = [table_id for table_id in listed if self._noted.get(table_id, 0) <= fresh]
        if due:
            with suppress(StoreUnavailable):
                await self._store.see(due, at)
                self._noted |= dict.fromkeys(due, at)

    async def watch(self, desks: Mapping[str, Desk]) -> None:
        """Look for ever at which tables somebody is connected."""
        while True:
            await asyncio.sleep(self._lasts / 3000)
            self._noted = {table_id: at for table_id, at in self._noted.items() if at > self.since}
            await self.note(
                desk.stored for desk in desks.values() if any(outbox.receiver is not None for outbox in desk.outboxes)
            )
