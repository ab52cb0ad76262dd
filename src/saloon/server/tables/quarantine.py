"""Quarantine: tables that cannot be loaded are set aside with the reason, and the server keeps serving the others."""

import logging
from collections.abc import Sequence

from saloon.core.errors import BadOption, SaloonError, UnknownGame, quoted
from saloon.server.errors import Refused
from saloon.store import StoredTable
from saloon.store.database import StoreUnavailable, TableDamaged
from saloon.store.store import RESULT_DAMAGED

from .persistence import game_of

_logger = logging.getLogger(__name__)

_PASSING = (StoreUnavailable, Refused, OSError, MemoryError, RuntimeError)


def is_passing(error: Exception) -> bool:
    """Whether an error is not the table's fault: the database, the machine or a thread failed, or the table is gone."""
    return isinstance(error, _PASSING) and not isinstance(error, RecursionError)


class Quarantine:
    """The quarantined tables of this process. They are tried again after a restart, not at every request."""

    def __init__(self) -> None:
        self._refusals: dict[str, tuple[str, str]] = {}
        self._warned: set[tuple[str, str]] = set()

    def __len__(self) -> int:
        return len(self._refusals)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._refusals

    def add(self, table_id: str, error: Exception) -> Refused:
        """Quarantine a table and return the error for it from now on. It is logged once, without any card."""
        if table_id not in self._refusals:
            code, reason = _diagnosis(error)
            _logger.error("table %s is quarantined: %s [%s]", table_id, reason, code, extra={"table": table_id})
            if code == "RULES_VERSION_UNKNOWN":
                self._refusals[table_id] = code, reason
            else:
                self._refusals[table_id] = (
                    "TABLE_QUARANTINED",
                    f"table {quoted(table_id)} is damaged and was set aside ({code}); please ask the operator",
                )
        return Refused(*self._refusals[table_id])

    def reasons(self) -> dict[str, str]:
        """Return the quarantined tables, with the reason of each."""
        return {table_id: reason for table_id, (_, reason) in self._refusals.items()}

    def check(self, table_id: str) -> None:
        """Refuse a quarantined table."""
        if table_id in self._refusals:
            raise Refused(*self._refusals[table_id])

    def discard(self, table_id: str) -> None:
        """Forget a table that is gone."""
        self._refusals.pop(table_id, None)

    def playable(self, tables: Sequence[StoredTable]) -> list[StoredTable]:
        """Return the tables that can be played here: those whose game and rules version are known."""
        for one in tables:
            try:
                game_of(one)
            except SaloonError as error:
                self.add(one.table_id, error)
        return [one for one in tables if one.table_id not in self._refusals]

    def note(self, damage: TableDamaged) -> None:
        """Quarantine a table whose row cannot be read. An unreadable result is only logged, once."""
        if damage.code != RESULT_DAMAGED:
            self.add(damage.table_id, damage)
        elif (damage.table_id, damage.reason) not in self._warned:
            self._warned.add((damage.table_id, damage.reason))
            _logger.error(
                "table %s: %s [%s]", damage.table_id, damage.reason, damage.code, extra={"table": damage.table_id}
            )


def _diagnosis(error: Exception) -> tuple[str, str]:
    """Return code and reason for the log; the text of other errors may name cards or the seed."""
    if isinstance(error, TableDamaged | UnknownGame | BadOption):
        return error.code, error.reason
    code = error.code if isinstance(error, SaloonError) else "TABLE_DAMAGED"
    return code, f"it cannot be loaded ({type(error).__name__})"
