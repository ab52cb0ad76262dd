"""Draining: after SIGTERM a process lets play continue for a while, but opens no tables and is not ready."""

import asyncio
import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from saloon.server.errors import Refused

_logger = logging.getLogger(__name__)


class Draining:
    """Whether this process is about to stop."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._has_begun = False

    def check(self) -> None:
        """Refuse while this process is about to stop."""
        if self._has_begun:
            raise Refused("SERVER_DRAINING", "the server is about to restart; try again in a moment")

    @contextmanager
    def on_sigterm(self) -> Iterator[None]:
        """Inside this context the first SIGTERM starts draining, and the server stops later; a second stops it at once.

        Then uvicorn closes all sockets with 1012, and the server clock stops until a server runs again.
        """
        if not self._seconds or threading.current_thread() is not threading.main_thread():
            yield
            return
        stop: Any = signal.getsignal(signal.SIGTERM)
        loop = asyncio.get_running_loop()

        def drain(number: int, frame: FrameType | None) -> None:
            if self._has_begun:
                stop(number, frame)
                return
            self._has_begun = True
            loop.call_soon_threadsafe(loop.call_later, self._seconds, stop, number, None)
            _logger.info("draining: no new tables; the server stops in %g s", self._seconds)

        signal.signal(signal.SIGTERM, drain)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, stop)
