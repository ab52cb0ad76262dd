"""Broadcast: the subscribers of a table and the messages sent to them."""

import logging
from collections.abc import Iterable
from typing import Any, Final, Protocol

import msgspec

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.table import Table
from saloon.table.acks import Accepted
from saloon.table.messages import Ack

_logger = logging.getLogger(__name__)

_ENCODE: Final = msgspec.json.Encoder().encode


def encode(message: Any) -> bytes:
    """Return a message as it is sent."""
    return _ENCODE(message)


class Subscriber(Protocol):
    """A connection to a table."""

    receiver: Seat | None
    """The seat whose view it gets; None for a watcher."""
    player_id: str | None
    """The player who opened it, a watcher too; None if that is not known."""
    address: str | None
    """The network address it comes from, as it is stored."""
    since: int
    """When it subscribed, by the server clock."""
    away: bool
    """Whether its client reported that nobody is looking, as a hidden page does."""
    is_bot: bool
    """Whether its seat belongs to a bot account."""

    def send(self, message: bytes) -> None:
        """Queue a message for the client; this never blocks."""
        ...

    def close(self, error: SaloonError) -> None:
        """Tell the client why, then close the connection."""
        ...


Delivery = tuple[Subscriber, bytes]
"""A message, and who gets it."""


def send_all(deliveries: Iterable[Delivery]) -> None:
    """Send messages. A failing connection does not affect the others."""
    for subscriber, message in deliveries:
        try:
            subscriber.send(message)
        except Exception:
            _logger.exception("a connection failed")


class Acks:
    """The acks of one accepted action, by receiver."""

    __slots__ = ("_accepted", "_encoded", "_table")

    def __init__(self, table: Table, accepted: Accepted) -> None:
        self._table = table
        self._accepted = accepted
        self._encoded: dict[Seat | None, bytes] = {}

    def ack(self, receiver: Seat | None) -> Ack:
        """Return the complete ack, for a receiver that does not follow the broadcast."""
        return self._table.ack_builder.ack(self._accepted, receiver)

    def encoded(self, receiver: Seat | None) -> bytes:
        """Return the ack that is broadcast to a receiver, built and encoded when it is first needed."""
        message = self._encoded.get(receiver)
        if message is None:
            ack = self._table.ack_builder.broadcast_ack(self._accepted, receiver)
            message = self._encoded[receiver] = _ENCODE(ack)
        return message
