"""Listeners at a table without a server: each gets the acks that the server would broadcast to its seat."""

from collections.abc import Callable
from typing import Any

from saloon.core.errors import InvariantBreach
from saloon.core.game import SERVER, Seat
from saloon.table import Table
from saloon.table.acks import Accepted


def subscribe(table: Table, seat: Seat | None, listener: Callable[[Any], None]) -> None:
    """Send every ack for `seat` (None: a watcher) to `listener`, and the snapshot after a fault of the rules."""
    receiver = None if seat == SERVER else seat
    note, airbag = table._note, table._airbag

    def noted(accepted: Accepted) -> None:
        note(accepted)
        listener(table.ack_builder.ack(accepted, receiver))

    def failed(breach: InvariantBreach) -> None:
        airbag(breach)
        listener(table.snapshot(receiver, "AIRBAG"))

    table._note, table._airbag = noted, failed  # type: ignore[method-assign]
