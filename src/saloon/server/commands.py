"""The values that pass between the steps of the pipeline: what was asked of a table, and what was decided."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from saloon.core.game import SERVER, Action, Seat
from saloon.store.store import Addition
from saloon.table.messages import Intent, Reply
from saloon.table.progress import Progress
from saloon.table.table import Decision

from .broadcast import Subscriber

if TYPE_CHECKING:
    from .live_table import LiveTable

Proposal = Callable[[], Action | None]
"""Returns an action of the server if it is due at the moment it is asked, under the lock of its table."""


class Malformed(Struct, frozen=True, gc=False):
    """A message that could not be decoded, and why.

    The exception itself is not kept: its traceback would hold the command that holds it.
    """

    reason: str


class Command(Struct, frozen=True, eq=False, gc=False):
    """One message for a table, decoded, and where its reply goes. `seat` is None for a watcher."""

    seat: Seat | None
    intent: Intent | Malformed | Proposal
    """What is wanted; the reason why it is malformed; or an action of the server that may turn out not to be due."""
    subscriber: Subscriber | None = None
    """The socket that it came from."""
    reply: "asyncio.Future[Reply | None] | None" = None
    """Whoever waits for the reply; it is None if a proposal was not due."""
    helped: Seat | None = None
    """The seat that the server helps by it, and that gets the reply."""

    @property
    def receiver(self) -> Seat | None:
        """The seat whose view the reply shows. The server itself sees what a watcher sees."""
        return self.helped if self.seat == SERVER else self.seat


class Decided(Struct, frozen=True, gc=False):
    """A command and what was decided. `reply` is None for an ack, which is built when it is published."""

    command: Command
    decision: Decision | None
    """None if a proposal was not due."""
    reply: Reply | None = None


class TableBatch(Struct, frozen=True, gc=False):
    """What was decided at one table in one batch, and what of it is to be written."""

    table: "LiveTable"
    commands: Sequence[Command]
    checkpoint: Progress
    """Where the table stood before, to roll back to if the write fails."""
    decided: Sequence[Decided]
    addition: Addition | None = None
    is_broken: bool = False
    """Whether the rules failed; that ends a batch."""
