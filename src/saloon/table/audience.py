"""Who is told? The listeners at a table: its seats and those who watch."""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from saloon.core.game import Seat

from .messages import Ack, Snapshot

Listener = Callable[[Ack | Snapshot], None]
LetterT = TypeVar("LetterT")

_logger = logging.getLogger(__name__)


class Delivery(Generic[LetterT]):
    """Hands messages to listeners in the order in which they were written, also if a listener acts while it is told.

    A listener that fails is its own problem, never anyone else's.
    """

    def __init__(self) -> None:
        self._outbox: deque[tuple[Callable[[LetterT], None], LetterT]] = deque()
        self._delivering = False

    def deliver(self, letters: Iterable[tuple[Callable[[LetterT], None], LetterT]]) -> None:
        """Deliver letters, each with who gets it, after those that are under way."""
        self._outbox.extend(letters)
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._outbox:
                self._hand_over(*self._outbox.popleft())
        finally:
            self._delivering = False

    def _hand_over(self, listener: Callable[[LetterT], None], letter: LetterT) -> None:
        try:
            listener(letter)
        except Exception:
            _logger.exception("a listener failed on %s", type(letter).__name__)


class Audience:
    """Everyone who gets what happens, each as they may see it."""

    def __init__(self) -> None:
        self.listeners: dict[object, tuple[Seat | None, Listener]] = {}
        """Who listens, and for which seat."""
        self._delivery: Delivery[Ack | Snapshot] = Delivery()

    def subscribe(self, seat: Seat | None, listener: Listener) -> Callable[[], None]:
        """Send what `seat` may see to `listener` from now on; return how to stop that."""
        key = object()
        self.listeners[key] = seat, listener

        def unsubscribe() -> None:
            self.listeners.pop(key, None)

        return unsubscribe

    def tell(self, message_for: Callable[[Seat | None], Ack | Snapshot]) -> None:
        """Send everyone their message."""
        self._delivery.deliver([(listener, message_for(seat)) for seat, listener in self.listeners.values()])
