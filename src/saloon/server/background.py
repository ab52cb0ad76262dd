"""Background work: reload tables whose clocks run, and remove expired tables and players."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final

from saloon.store import Conflict
from saloon.store.database import StoreUnavailable
from saloon.store.expiry import BATCH_ENTRIES, Expiry, Unfinished

from .clock import wall_clock
from .services import Services

_logger = logging.getLogger(__name__)

_PAGE: Final = 500
_SHARE: Final = 4
"""Background work pauses this many times as long as it works."""
_SHORTEST_REST: Final = 0.01
_WAIT: Final = 1.0
_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR
_PLAYERS_EVERY: Final = _HOUR
"""Milliseconds between two passes over all players."""


async def gently(work: Awaitable[None]) -> None:
    """Run some work, then sleep for a multiple of the time it took."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await work
    await asyncio.sleep(max(_SHORTEST_REST, _SHARE * (loop.time() - begun)))


async def wake(services: Services) -> None:
    """Load tables whose clocks must run although nobody is connected, the most recently seen first.

    This runs while the server already serves, since there may be many. A table that is requested meanwhile is loaded
    at once, and an expired clock takes effect whenever its table is loaded. Each process loads the tables that prefer
    it; when a process joins or leaves, the others check again.
    """
    changed = asyncio.Event()
    services.processes.on_change(changed.set)
    while True:
        changed.clear()
        await _wake_preferred(services)
        await changed.wait()


async def _wake_preferred(services: Services) -> None:
    place: tuple[int, str] | None = None
    while True:
        try:
            page = await (
                services.store.timed_tables(_PAGE) if place is None else services.store.timed_tables(_PAGE, place)
            )
            for place in page:
                if place[1] in services.tables.live or not services.processes.prefers(place[1]):
                    continue
                while services.tables.unattended() >= services.settings.woken_tables:
                    await asyncio.sleep(_WAIT)
                await gently(_load(services, place[1]))
        except StoreUnavailable:
            await asyncio.sleep(_WAIT)
            continue
        if not page:
            return


async def _load(services: Services, table_id: str) -> None:
    try:
        await services.tables.wake(table_id)
    except StoreUnavailable:
        raise
    except Exception:  # it is quarantined or gone; continue with the others
        _logger.debug("table %s was not woken", table_id, exc_info=True)


class Expirer:
    """Removes tables and players that were not used for long, by the server clock; docs/security.md has the rules."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._expiry = Expiry(services.store.database)
        self._players_at: int | None = None

    async def run(self) -> None:
        """Sweep at regular intervals until cancelled."""
        while True:
            await asyncio.sleep(self._services.settings.expiry_seconds)
            try:
                await self.sweep()
            except (StoreUnavailable, Conflict):
                continue  # the next sweep tries again
            except Exception:
                _logger.exception("expired tables and players could not be removed")

    async def sweep(self) -> None:
        """Remove everything that has expired by now, in small batches."""
        settings, at = self._services.settings, self._services.clock.now()
        if settings.waiting_hours > 0:
            await self._remove_tables("waiting", at - int(settings.waiting_hours * _HOUR))
        if settings.abandoned_days > 0:
            before = at - int(settings.abandoned_days * _DAY)
            await self._remove_tables("active", before)
            if self._players_at is None or at - self._players_at >= min(_PLAYERS_EVERY, settings.abandoned_days * _DAY):
                await self._remove_players(before)
                self._players_at = at

    async def _remove_tables(self, status: Unfinished, before: int) -> None:
        tried: set[str] = set()
        while found := await self._expiry.tables(status, before):
            fresh = [
                table_id
                for table_id in found
                if table_id not in tried and not self._services.tables.is_attended(table_id)
            ]
            if not fresh:
                return
            tried.update(fresh)
            for batch in await self._batches(fresh):
                await gently(self._remove(batch, status, before))

    async def _batches(self, table_ids: list[str]) -> list[list[str]]:
        """Return tables in batches whose logs are deleted together."""
        lengths = await self._services.store.newest(table_ids)
        batches: list[list[str]] = [[]]
        size = 0
        for table_id in table_ids:
            size += lengths.get(table_id, 0)
            if batches[-1] and size > BATCH_ENTRIES:
                batches.append([])
                size = lengths.get(table_id, 0)
            batches[-1].append(table_id)
        return batches

    async def _remove(self, table_ids: list[str], status: Unfinished, before: int) -> None:
        await self._expiry.remove(table_ids, status, before, wall_clock())
        left = await self._expiry.statuses(table_ids)
        for table_id in table_ids:
            if left.get(table_id) != status:
                await self._services.tables.expired(table_id, removed=table_id not in left)

    async def _remove_players(self, before: int) -> None:
        place = (-1, "")
        while page := await self._expiry.players(before, place):
            await gently(self._expiry.remove_players((player_id for _, player_id in page), before))
            place = page[-1]
