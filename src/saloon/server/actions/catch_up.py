"""Catch-up after a reconnect: acks that a client missed are rebuilt from the log, so none are kept."""

from typing import Final

from saloon.core.game import Seat
from saloon.table import Table
from saloon.table.progress import Progress

from .broadcast import Acks

REMEMBERED: Final = 24
"""The most missed actions that are sent one by one; beyond that a snapshot is shorter."""


class CatchUp:
    """Two checkpoints of a table from which later acks can be rebuilt exactly."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._older = self._newer = table.progress
        """The checkpoints: one between `REMEMBERED` and twice as many actions ago, and a newer one."""

    def remember(self, progress: Progress) -> None:
        """Keep a new checkpoint if the newer one is old enough."""
        if progress.rev - self._newer.rev >= REMEMBERED:
            self._older, self._newer = self._newer, progress

    def since(self, rev: int, receiver: Seat | None) -> list[bytes] | None:
        """Return the acks that a receiver was sent since `rev`; None if `rev` is too old or never existed."""
        if not max(self._older.rev, self._table.rev - REMEMBERED) <= rev <= self._table.rev:
            return None
        missed = [one for one in self._table.accepted_since(self._older) if one.after.rev > rev]
        return [Acks(self._table, one).encoded(receiver) for one in missed]
