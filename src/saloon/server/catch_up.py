"""Catch-up after a reconnect: the acks that a client missed are built again from the log, without keeping them."""

from typing import Final

from saloon.core.game import Seat
from saloon.table import Table
from saloon.table.progress import Progress

from .broadcast import Acks

REMEMBERED: Final = 24
"""Actions that a client may have missed and still be sent one by one: beyond these a snapshot is shorter."""


class CatchUp:
    """Two checkpoints of a table, from which the acks since then can be built again, word for word."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._older = self._newer = table.progress
        """Where it stood between once and twice `REMEMBERED` actions ago, and less than that."""

    def remember(self, progress: Progress) -> None:
        """Note how far the table has come."""
        if progress.rev - self._newer.rev >= REMEMBERED:
            self._older, self._newer = self._newer, progress

    def since(self, rev: int, receiver: Seat | None) -> list[bytes] | None:
        """Return the acks that a receiver was sent since `rev`; None if that is too long ago, or never was."""
        if not max(self._older.rev, self._table.rev - REMEMBERED) <= rev <= self._table.rev:
            return None
        missed = [one for one in self._table.accepted_since(self._older) if one.after.rev > rev]
        return [Acks(self._table, one).encoded(receiver) for one in missed]
