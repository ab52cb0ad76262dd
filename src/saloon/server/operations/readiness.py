"""Readiness: whether the database accepts writes now. Liveness, in contrast, does not depend on it."""

import asyncio
from time import monotonic
from typing import Final

from saloon.server.clock import ServerClock
from saloon.store.database import StoreUnavailable

from .draining import Draining

PROBE_SECONDS: Final = 1.0
"""Requests cause a probe write at most this often."""
PATIENCE: Final = 2.0
"""Seconds after which an unanswered write counts as failed."""


class Readiness:
    """Knows from the server clock's heartbeat, and from a probe on request, whether the database accepts writes."""

    def __init__(self, clock: ServerClock, draining: Draining) -> None:
        self._draining = draining
        self._clock = clock
        self._probe: asyncio.Task[None] | None = None
        self._probed = -PROBE_SECONDS

    @property
    def is_writable(self) -> bool:
        """Whether the last write succeeded."""
        return self._clock.fault is None

    async def check(self) -> None:
        """Probe with a write, unless one was just tried; raise StoreUnavailable with the reason if it fails.

        A process that is about to stop is refused with SERVER_DRAINING.
        """
        self._draining.check()
        if self._probe is None or (self._probe.done() and monotonic() - self._probed >= PROBE_SECONDS):
            self._probed = monotonic()
            self._probe = asyncio.create_task(self._clock.try_beat())
        done, _ = await asyncio.wait({self._probe}, timeout=PATIENCE)
        if not done:
            raise StoreUnavailable(f"the database has not answered a write for {PATIENCE:g} seconds")
        if self._clock.fault is not None:
            raise StoreUnavailable(self._clock.fault)
