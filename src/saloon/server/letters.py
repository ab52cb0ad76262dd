"""What passes over a desk? Requests come in, are judged in groups, and letters go out."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError
from saloon.core.game import SERVER, Action, Seat
from saloon.store.store import Addition
from saloon.table import Intent, Table
from saloon.table.answers import Accepted
from saloon.table.clerk import Written
from saloon.table.progress import Progress
from saloon.table.table import Verdict

_logger = logging.getLogger(__name__)

_ENCODE: Final = msgspec.json.Encoder().encode


class Outbox(Protocol):
    """A connection as a table sees it."""

    receiver: Seat | None
    player_id: str | None
    """The player who opened it, a watcher too; None if that is not known."""
    address: str | None
    """Where it comes from, as it is stored."""
    since: int
    """When it was let in at the table, by the server clock."""

    def send(self, message: bytes) -> None:
        """Take a message without making anyone wait."""
        ...

    def close(self, error: SaloonError) -> None:
        """Say why, then close the connection."""
        ...


Proposal = Callable[[], Action | None]
"""Returns an action of the server if it is due at the moment it is asked."""


class Request(Struct, frozen=True, eq=False, gc=False):
    """A message that waits for its answer, and where the answer goes. `seat` is None for a watcher."""

    seat: Seat | None
    message: bytes | Intent | Proposal
    origin: Outbox | None = None
    answer: "asyncio.Future[bytes] | None" = None
    helped: Seat | None = None
    """The seat that the server helps by it, and that gets the answer."""

    @property
    def receiver(self) -> Seat | None:
        """Through whose eyes the answer is written: the server's own are a watcher's."""
        return self.helped if self.seat == SERVER else self.seat


class Judged(Struct, frozen=True, gc=False):
    """A request and what came of it; what is no ack was written down at once, as the table stood then."""

    request: Request
    verdict: Verdict
    answer: bytes = b""


class Group(Struct, frozen=True, gc=False):
    """What was said at a table while the last group was written, what came of it, and what of it is to be kept."""

    waiting: Sequence[Request]
    mark: Progress
    judged: Sequence[Judged]
    addition: Addition | None = None
    is_broken: bool = False
    """Whether the rules failed; that ends a group."""


Letter = tuple[Outbox, bytes]
"""A message, and to whom it goes."""


def deliver(letters: Iterable[Letter]) -> None:
    """Send messages; a connection that fails is its own problem, never anyone else's."""
    for outbox, message in letters:
        try:
            outbox.send(message)
        except Exception:
            _logger.exception("a connection failed")


class Acks(dict[Seat | None, bytes]):
    """The acknowledgement of an action by receiver, written when it is first asked for."""

    __slots__ = ("_accepted", "_table")

    def __init__(self, table: Table, accepted: Accepted, written: Written | None = None) -> None:
        super().__init__(written or ())
        self._table = table
        self._accepted = accepted

    def __missing__(self, receiver: Seat | None) -> bytes:
        message = self[receiver] = _ENCODE(self._table.teller.ack(self._accepted, receiver))
        return message
