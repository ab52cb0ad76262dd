"""What may somebody have missed who was away for a moment? The last actions are told again, without keeping them."""

from typing import Final

from saloon.core.game import Seat
from saloon.table import Table
from saloon.table.progress import Progress

from .letters import Acks

REMEMBERED: Final = 24
"""Actions that a client may have missed and still be told one by one: of more than these a snapshot is shorter."""


class Missed:
    """Two marks of where a table stood, from which what was told since can be told again, word for word."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._older = self._newer = table.mark()
        """Where it stood between once and twice `REMEMBERED` actions ago, and less than that."""

    def remember(self, progress: Progress) -> None:
        """Note how far the table has come."""
        if progress.rev - self._newer.rev >= REMEMBERED:
            self._older, self._newer = self._newer, progress

    def since(self, rev: int, receiver: Seat | None) -> list[bytes] | None:
        """Return what a receiver has been told since `rev`; None if that is too long ago, or never was."""
        if not max(self._older.rev, self._table.rev - REMEMBERED) <= rev <= self._table.rev:
            return None
        lacking = [one for one in self._table.since(self._older) if one.after.rev > rev]
        return [Acks(self._table, one)[receiver] for one in lacking]
