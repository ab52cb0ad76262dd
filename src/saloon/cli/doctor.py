"""The doctor: replay stored tables and compare them with what is stored about them."""

import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from saloon.core.errors import SaloonError

from .database import file_of, opened

if TYPE_CHECKING:
    from saloon.store import Store, StoredTable
    from saloon.store.store import StoredEntry
    from saloon.table import Table

PROGRESS_SECONDS: Final = 1.0
"""Seconds between two progress messages of the doctor."""
COMPLETE: Final = (
    "copy the -wal file too, or use 'saloon admin backup'. If another tool made a complete copy, such as the sqlite3"
    " shell's .backup, say so with: sqlite3 FILE 'PRAGMA journal_mode=DELETE'"
)


class Fault(Struct, frozen=True, rename="camel"):
    """A table that does not reproduce, and the revision where it fails."""

    table_id: str
    game: str | None
    rev: int
    code: str
    reason: str

    def __str__(self) -> str:
        game = "" if self.game is None else f" ({self.game})"
        return f"table {self.table_id}{game} does not reproduce at rev {self.rev}: {self.reason} [{self.code}]"


class Examination(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What the doctor checked and the faults it found, oldest table first."""

    tables: int
    actions: int
    faults: list[Fault]
    lacks_journal: bool = False
    """Whether this is a copy of the database file of a running server without the journal next to it."""

    def lines(self) -> list[str]:
        """Return the lines to print for the operator."""
        from saloon.store.journal import MISSING

        lines = [f"{MISSING} [JOURNAL_MISSING]", COMPLETE] if self.lacks_journal else []
        if self.faults:
            broken = len({fault.table_id for fault in self.faults})
            return [*lines, *map(str, self.faults), f"{broken} of {self.tables} tables do not reproduce"]
        return [*lines, f"{self.tables} tables with {self.actions} actions: all reproduce"]

    @property
    def is_sound(self) -> bool:
        """Whether no problem was found."""
        return not self.faults and not self.lacks_journal


def fold(stored: "StoredTable", entries: "Sequence[StoredEntry]") -> "tuple[Table | None, Fault | None]":
    """Return the table that a log leads to, as far as it can be replayed, and the first fault."""
    from saloon.server.tables.persistence import apply_entry, deal_stored

    table: Table | None = None
    rev = 0
    try:
        table = deal_stored(stored)
        for entry in entries:
            rev = table.rev + 1
            if entry.rev != rev:
                reason = f"the log continues with rev {entry.rev}"
                return table, Fault(stored.table_id, stored.game, rev, "LOG_DAMAGED", reason)
            apply_entry(table, entry)
    except SaloonError as error:
        return table, Fault(stored.table_id, stored.game, rev, error.code, error.reason)
    except Exception as error:  # a broken table must not keep us from checking the others
        reason = f"the stored data is damaged: {type(error).__name__}: {error}"
        return table, Fault(stored.table_id, stored.game, rev, "LOG_DAMAGED", reason)
    return table, None


# --- examining ------------------------------------------------------------------------------------------------------


async def examine(url: str) -> Examination:
    """Replay every table of a database. A server may use it meanwhile."""
    from saloon.store.database import TableDamaged
    from saloon.store.journal import lacks_journal

    file = file_of(url)
    lacked = file is not None and lacks_journal(str(file))
    actions, tables = 0, 0
    faults: list[Fault] = []
    damaged: list[TableDamaged] = []
    async with opened(url, damaged.append) as store:
        table_ids = await store.table_ids()
        reported = monotonic()
        for done, table_id in enumerate(table_ids):
            if monotonic() - reported >= PROGRESS_SECONDS:
                reported = monotonic()
                print(f"{done} of {len(table_ids)} tables", file=sys.stderr)
            try:
                stored, entries = await _settled(store, table_id)
            except TableDamaged as damage:
                tables += 1
                faults.append(Fault(table_id, None, 0, damage.code, damage.reason))
                continue
            if stored is None:
                continue
            tables += 1
            actions += len(entries)
            fault = _fault(stored, entries)
            if fault is not None:
                faults.append(fault)
            await store.results([table_id])
            faults += [Fault(table_id, stored.game, len(entries), one.code, one.reason) for one in damaged]
            damaged.clear()
    return Examination(tables, actions, faults, lacked)


async def _settled(store: "Store", table_id: str) -> "tuple[StoredTable | None, list[StoredEntry]]":
    """Return a consistent table and log, even if a server is writing; None if it was removed."""
    while True:
        before = await store.table(table_id)
        entries = await store.entries(table_id)
        if await store.table(table_id) == before:
            return before, entries


def _fault(stored: "StoredTable", entries: "Sequence[StoredEntry]") -> Fault | None:
    """Return the first fault of a table: in its log, then its status, then its outcome."""
    table, fault = fold(stored, entries)
    if fault is not None or table is None:
        return fault

    def wrong(code: str, reason: str) -> Fault:
        return Fault(stored.table_id, stored.game, table.rev, code, reason)

    if stored.ended is not None:  # by an operator, at any point of the game
        return None if stored.status == "finished" else wrong("STATUS_DIFFERS", "an operator ended it, but it goes on")
    if (stored.status == "finished") != (table.outcome is not None or _is_left(stored)):
        leads = "does not end the game" if table.outcome is None else "ends the game"
        return wrong("STATUS_DIFFERS", f"it is stored as {stored.status}, but its log {leads}")
    if stored.status == "waiting" and entries:
        return wrong("STATUS_DIFFERS", "it is stored as waiting, but play has begun")
    if (stored.status == "waiting") != any(seat.is_open for seat in stored.seats):
        seats = "no seat is open" if stored.status == "waiting" else "a seat is open"
        return wrong("STATUS_DIFFERS", f"it is stored as {stored.status}, but {seats}")
    if stored.outcome != table.outcome:
        return wrong("OUTCOME_DIFFERS", f"it is stored with {stored.outcome}, but its log leads to {table.outcome}")
    return None


def _is_left(stored: "StoredTable") -> bool:
    """Whether a player has left for good; such a game may end without an action when the others leave too."""
    pairs = zip(stored.dealt_to, stored.seats, strict=False)
    return any(dealt == "human" and seat.kind == "bot" for dealt, seat in pairs)
