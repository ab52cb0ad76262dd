"""Delivery of the engine's events to its listeners."""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

EventT = TypeVar("EventT")

_logger = logging.getLogger(__name__)


class Delivery(Generic[EventT]):
    """Calls listeners in the order of events, even if a listener acts while it is called.

    A failing listener does not affect the others.
    """

    def __init__(self) -> None:
        self._queue: deque[tuple[Callable[[EventT], None], EventT]] = deque()
        self._delivering = False

    def deliver(self, events: Iterable[tuple[Callable[[EventT], None], EventT]]) -> None:
        """Deliver events, each with its listener, after those already queued."""
        self._queue.extend(events)
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._queue:
                self._call(*self._queue.popleft())
        finally:
            self._delivering = False

    def _call(self, listener: Callable[[EventT], None], event: EventT) -> None:
        try:
            listener(event)
        except Exception:
            _logger.exception("a listener failed on %s", type(event).__name__)
