"""The server clock: milliseconds that count only while a server runs and can write to its database.

Whatever time decides at a table goes by this clock. It follows the monotonic clock of the process, so a jump of the
wall clock changes nothing, and it is written to the database every few seconds: after a restart it goes on where it
was, and processes that share a database agree on it. Without a successful write it runs on for `LEEWAY` at most, so
neither downtime nor a stopped process nor a full disk costs a player any time.
"""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time_ns
from typing import Final

from saloon.core.errors import SaloonError
from saloon.store import Store

LEEWAY: Final = 15_000
"""Milliseconds for which the clock runs on after the last successful write."""

_logger = logging.getLogger(__name__)


def wall_clock() -> int:
    """Return the milliseconds since 1970."""
    return time_ns() // 1_000_000


class ServerClock:
    """The time of one server, whatever number of processes it has."""

    def __init__(self, store: Store, ticks: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._ticks = ticks
        self._base = 0
        self._beaten = ticks()
        self._failing_since: float | None = None
        self.fault: str | None = "the server clock has not started"
        """Why the last write failed; None while the database takes writes."""

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self._base + min(LEEWAY, int(1000 * (self._ticks() - self._beaten)))

    async def start(self, wall_clock: int) -> None:
        """Go on from the stored time. A new database begins with the last time it knows of, or with the wall clock."""
        self._base, self._beaten = await self._store.start_clock(wall_clock), self._ticks()
        self.fault = None

    async def beat(self) -> None:
        """Write the time down, and take over a later one that another process has written."""
        stored = await self._store.advance_clock(self.now())
        self._base, self._beaten = max(stored, self.now()), self._ticks()

    async def try_beat(self) -> None:
        """Beat, and keep in `fault` why that failed."""
        fault: str | None = None
        try:
            await self.beat()
        except SaloonError as error:
            fault = error.reason
        except Exception as error:
            _logger.exception("the server clock failed")
            fault = repr(error)
        if fault != self.fault:
            self.fault = fault
            self._log_change(fault)

    def _log_change(self, fault: str | None) -> None:
        """Log when writing begins to fail and when it works again, not every reason in between."""
        if fault is not None and self._failing_since is None:
            self._failing_since = self._ticks()
            _logger.error("not ready: %s. Actions are refused until writing works again.", fault)
        elif fault is None and self._failing_since is not None:
            _logger.info("ready again: the database takes writes after %.0f s", self._ticks() - self._failing_since)
            self._failing_since = None

    async def run(self, seconds: float) -> None:
        """Beat for ever, every so many seconds."""
        while True:
            await asyncio.sleep(seconds)
            await self.try_beat()
