"""Who is told? The listeners at a table: its seats and those who watch."""

import logging
from collections import deque
from collections.abc import Callable

from saloon.core.game import Seat

from .messages import Ack, Snapshot

Listener = Callable[[Ack | Snapshot], None]

_logger = logging.getLogger(__name__)


class Audience:
    """Everyone who gets what happens, each as they may see it."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[Seat | None, Listener]] = {}
        self._outbox: deque[tuple[Listener, Ack | Snapshot]] = deque()
        self._telling = False

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def subscribe(self, seat: Seat | None, listener: Listener) -> Callable[[], None]:
        """Send what `seat` may see to `listener` from now on; return how to stop that."""
        key = object()
        self._listeners[key] = seat, listener

        def unsubscribe() -> None:
            self._listeners.pop(key, None)

        return unsubscribe

    def tell(self, message_for: Callable[[Seat | None], Ack | Snapshot]) -> None:
        """Send everyone their message, in the order of acceptance, also if a listener acts while it is told.

        A listener that fails is its own problem, never the table's.
        """
        self._outbox.extend([(listener, message_for(seat)) for seat, listener in self._listeners.values()])
        if self._telling:
            return
        self._telling = True
        try:
            while self._outbox:
                self._send(*self._outbox.popleft())
        finally:
            self._telling = False

    def _send(self, listener: Listener, message: Ack | Snapshot) -> None:
        try:
            listener(message)
        except Exception:
            _logger.exception("a listener failed on %s at rev %d", type(message).__name__, message.rev)
