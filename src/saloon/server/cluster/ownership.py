"""Which process runs the bots and clocks of a table, if several have the table in memory.

Processes that hold a table with bots or a clock announce this on its channel. Among those where a person of the
table is connected, or else among all of them, the table prefers one (rendezvous hashing). The others wait `BACKUP`
longer before they act: what they know may be outdated or forged, and the store settles races anyway.
"""

from typing import Final

from .processes import Processes, preferred

BACKUP: Final = 5_000
"""Milliseconds that a process waits for the owner of a table to act."""
_MOST: Final = 256
"""Other processes that are remembered for a table."""


class Ownership:
    """Which other processes hold the tables of this one, as far as it knows."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._holders: dict[str, dict[str, bool]] = {}
        """By table and process: whether a person of the table is connected there."""

    def owns(self, table_id: str, *, attended: bool) -> bool:
        """Whether this process runs the bots and clocks of a table; `attended`: whether a person is connected."""
        holders = self._holders.get(table_id)
        if not holders:
            return True
        others = {process: there for process, there in holders.items() if process in self._processes.live}
        if attended or any(others.values()):
            if not attended:
                return False
            others = {process: there for process, there in others.items() if there}
        return preferred(table_id, [self._processes.own, *others]) == self._processes.own

    def note(self, table_id: str, process: str, *, holds: bool, attended: bool) -> None:
        """Record what another process announces about itself."""
        holders = self._holders.setdefault(table_id, {})
        if not holds:
            holders.pop(process, None)
        elif process in holders or len(holders) < _MOST:
            holders[process] = attended

    def forget(self, table_id: str) -> None:
        """Forget who else holds a table: it has left memory, or its owner did not act when it was due."""
        self._holders.pop(table_id, None)
