"""The server clock: milliseconds that count only while a server runs and can write to its database.

All timeouts at tables use this clock. It follows the monotonic clock of the process, so a jump of the wall clock
changes nothing. It is written to the database every few seconds, so it continues after a restart, and processes that
share a database agree on it. Without a successful write it stops after `LEEWAY`, so neither downtime nor a stopped
process nor a full disk costs a player any time.
"""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time_ns
from typing import Final

from saloon.core.errors import SaloonError
from saloon.store import Store

LEEWAY: Final = 15_000
"""Milliseconds for which the clock keeps running after the last successful write."""

_logger = logging.getLogger(__name__)


def wall_clock() -> int:
    """Return the milliseconds since 1970."""
    return time_ns() // 1_000_000


class ServerClock:
    """The time of one server, which may have several processes."""

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
        """Continue from the stored time. A database without one starts at its latest known time or the wall clock."""
        self._base, self._beaten = await self._store.start_clock(wall_clock), self._ticks()
        self.fault = None

    async def beat(self) -> None:
        """Store the time, or adopt a later one that another process has stored."""
        stored = await self._store.advance_clock(self.now())
        self._base, self._beaten = max(stored, self.now()), self._ticks()

    async def try_beat(self) -> None:
        """Beat, and keep the reason in `fault` if that fails."""
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
        """Log when writes start to fail and when they work again, not every failure in between."""
        if fault is not None and self._failing_since is None:
            self._failing_since = self._ticks()
            _logger.error("not ready: %s. Actions are refused until writing works again.", fault)
        elif fault is None and self._failing_since is not None:
            _logger.info("ready again: the database takes writes after %.0f s", self._ticks() - self._failing_since)
            self._failing_since = None

    async def run(self, seconds: float) -> None:
        """Beat every `seconds` seconds until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            await self.try_beat()
