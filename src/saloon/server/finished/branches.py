"""Branches: a finished solitaire continued from any of its steps, as a practice game of the player who asks.

The new table has the same deal and the log up to that step, so its own log is verified like any other. The server marks
it as assisted, because the player may have seen every card.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput
from saloon.core.game import SERVER, seat_name
from saloon.server.errors import Refused
from saloon.server.tables.new_table import NewTable
from saloon.server.tables.persistence import start_of
from saloon.store import StoredTable
from saloon.store.records import Origin, StoredEntry
from saloon.table.helpers import AssistFor, Pause
from saloon.table.log import Start

_SEEN: Final = AssistFor("solve", seat_name(0))


class Branch(Struct, frozen=True):
    """A game to continue: where it comes from, its deal and its log."""

    origin: Origin
    rules_version: str
    start: Start | None
    entries: tuple[StoredEntry, ...]

    @property
    def length(self) -> int:
        """The length of the log that a table continuing from the step of `origin` begins with."""
        return self.origin.step + 1


def branch_of(stored: StoredTable, entries: Sequence[StoredEntry], step: int) -> tuple[NewTable, Branch]:
    """Return the request for a table that continues a finished solitaire after `step` entries of its log."""
    if len(stored.dealt_to) > 1:
        raise Refused("NOT_BETWEEN_PEOPLE", "only a solitaire can be continued from one of its steps")
    if stored.status != "finished":
        raise Refused("TABLE_NOT_OVER", "the game is not over yet; a finished one can be continued from any step")
    if not 0 <= step <= len(entries):
        raise BadInput(f"the game has steps 0 to {len(entries)}, not {step}", "BAD_REQUEST")
    if step == len(entries) and stored.outcome is not None:
        raise BadInput(f"the game ended with step {step}; continue from an earlier one", "BAD_REQUEST")
    if step > 0 and entries[step - 1].kind == Pause.kind:
        step -= 1  # the same position, before the pause
    return _new_table(stored), Branch(
        origin=Origin(stored.table_id, step),
        rules_version=stored.rules_version,
        start=start_of(stored),
        entries=(*(msgspec.structs.replace(one, at=None) for one in entries[:step]), _assisted(step + 1)),
    )


def branch_again(stored: StoredTable, entries: Sequence[StoredEntry]) -> tuple[NewTable, Branch]:
    """Return the request for a table that begins where a branch began."""
    assert stored.origin is not None
    begun = Branch(stored.origin, stored.rules_version, start_of(stored), ())
    return _new_table(stored), msgspec.structs.replace(begun, entries=tuple(entries[: begun.length]))


def _new_table(stored: StoredTable) -> NewTable:
    return NewTable(stored.game, stored.options, stored.seed, private=True)


def _assisted(rev: int) -> StoredEntry:
    return StoredEntry(rev, SERVER, _SEEN.kind, msgspec.json.encode(_SEEN).decode())
