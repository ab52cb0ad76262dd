"""Which process lets the bots and clocks of a table act, where several have the table in memory.

Processes that have a table with bots or a clock tell each other so on its channel. Among those where a person of the
table is connected, or else among all of them, the table prefers one (rendezvous hashing). The others wait `BACKUP`
longer before they act: what they know may be outdated or forged, and the store settles races anyway.
"""

from typing import Final

from .processes import Processes, preferred

BACKUP: Final = 5_000
"""Milliseconds that a process which does not own a table leaves to the one that does."""
_MOST: Final = 256
"""Other processes that are remembered for a table."""


class Ownership:
    """What this process knows of who else has its tables."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._holders: dict[str, dict[str, bool]] = {}
        """By table and process: whether a person of the table is connected there."""

    def owns(self, table_id: str, *, attended: bool) -> bool:
        """Whether this process lets bots and clocks act at a table; `attended` tells whether a person is connected."""
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
        """Note what another process says of itself."""
        holders = self._holders.setdefault(table_id, {})
        if not holds:
            holders.pop(process, None)
        elif process in holders or len(holders) < _MOST:
            holders[process] = attended

    def forget(self, table_id: str) -> None:
        """Forget who else has a table: it has left memory, or its owner did nothing when it should have."""
        self._holders.pop(table_id, None)
