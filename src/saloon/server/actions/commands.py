"""The values passed between the steps of the pipeline: commands and what was decided about them."""

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
    from saloon.server.tables.live_table import LiveTable

Proposal = Callable[[], Action | None]
"""Returns a server action if it is due when called; called under the table's lock."""


class Malformed(Struct, frozen=True, gc=False):
    """A message that could not be decoded, and why.

    It does not keep the exception, whose traceback would refer back to the command.
    """

    reason: str


class Command(Struct, frozen=True, eq=False, gc=False):
    """One message for a table, decoded, and where its reply goes. `seat` is None for a watcher."""

    seat: Seat | None
    intent: Intent | Malformed | Proposal
    """The intent, why the message is malformed, or a server action that may turn out not to be due."""
    subscriber: Subscriber | None = None
    """The socket it came from."""
    reply: "asyncio.Future[Reply | None] | None" = None
    """Resolves to the reply, or to None if a proposal was not due."""
    helped: Seat | None = None
    """The seat that this server action helps; it gets the reply."""

    @property
    def receiver(self) -> Seat | None:
        """The seat whose view the reply shows. The server itself sees what a watcher sees."""
        return self.helped if self.seat == SERVER else self.seat


class Decided(Struct, frozen=True, gc=False):
    """A command and its decision. `reply` is None for an ack, which is built on publication."""

    command: Command
    decision: Decision | None
    """None if a proposal was not due."""
    reply: Reply | None = None


class TableBatch(Struct, frozen=True, gc=False):
    """What was decided at one table in one batch, and what has to be written."""

    table: "LiveTable"
    commands: Sequence[Command]
    checkpoint: Progress
    """The progress before the batch, to roll back to if the write fails."""
    decided: Sequence[Decided]
    addition: Addition | None = None
    is_broken: bool = False
    """Whether the rules failed; that ends a batch."""
