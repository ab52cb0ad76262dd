"""Stored drills, and the attempts at them: finished tables that continue from the position of a drill."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from saloon.core.game import Outcome

from .database import Database, Statement

MOST: Final = 500
"""The most drills that are read, the earliest due first."""
LARGEST_STEP: Final = 2**31 - 1
"""The largest number of a step that the database can compare."""


class StoredDrill(Struct, frozen=True):
    """A position that could be won, and its player's progress with it. Times are milliseconds since 1970."""

    table_id: str
    step: int
    lost_at: int
    """The step with which the game was lost."""
    solved: int
    """How often it was solved in a row."""
    due_at: int | None
    """None once it is learned."""
    reviewed_at: int
    """Attempts that ended by then are counted."""
    game: str
    open_table: str | None
    """An unfinished attempt."""


class Attempt(Struct, frozen=True):
    """A finished game from the position of a drill."""

    table_id: str
    step: int
    finished_at: int
    won: bool
    helped: bool
    """Whether the player asked the solver after it began."""
    touched: bool
    """Whether its player did anything."""


_LATER: Final = "SELECT 1 FROM entries e WHERE e.table_id = t.table_id AND e.rev > t.origin_step + 1"


class DrillStore:
    """Queries on drills."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player_id: str, table_id: str, steps: Iterable[tuple[int, int]], at: int) -> None:
        """Add drills for the positions after steps, each with the step that lost; they are due at once."""
        sql = (
            "INSERT INTO drills (player_id, table_id, step, lost_at, solved, due_at, reviewed_at)"
            " VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT (player_id, table_id, step) DO NOTHING"
        )
        rows = [(player_id, table_id, step, lost_at, at, at) for step, lost_at in steps]
        if rows:
            await self._database.write(Statement(sql, rows))

    async def of(self, player_id: str) -> list[StoredDrill]:
        """Return a player's drills that are not learned yet, the earliest due first."""
        sql = (
            "SELECT d.table_id, d.step, d.lost_at, d.solved, d.due_at, d.reviewed_at, t.game,"
            " (SELECT max(o.table_id) FROM tables o WHERE o.host = d.player_id AND o.status = 'active'"
            " AND o.origin = d.table_id AND o.origin_step = d.step)"
            " FROM drills d JOIN tables t ON t.table_id = d.table_id"
            f" WHERE d.player_id = ? AND d.due_at IS NOT NULL ORDER BY d.due_at, d.table_id, d.step LIMIT {MOST}"
        )
        return [StoredDrill(*row) for row in await self._database.read(sql, player_id)]

    async def learned(self, player_id: str) -> int:
        """Return how many drills a player has learned."""
        sql = "SELECT count(*) FROM drills WHERE player_id = ? AND due_at IS NULL"
        return int((await self._database.read(sql, player_id))[0][0])

    async def attempts(self, player_id: str, after: int) -> list[Attempt]:
        """Return the games that a player continued and that ended after a time, in order."""
        sql = (
            "SELECT t.origin, t.origin_step, t.finished_at, t.outcome,"
            f" EXISTS ({_LATER} AND e.kind = 'assist'), EXISTS ({_LATER} AND e.seat >= 0)"
            " FROM tables t WHERE t.host = ? AND t.status = 'finished' AND t.origin IS NOT NULL AND t.finished_at > ?"
            " ORDER BY t.finished_at, t.table_id"
        )
        return [
            Attempt(origin, step, at, _is_won(outcome), bool(helped), bool(touched))
            for origin, step, at, outcome, helped, touched in await self._database.read(sql, player_id, after)
        ]

    async def review(self, player_id: str, before: StoredDrill, after: StoredDrill) -> None:
        """Write a player's progress with a drill, unless another process has done so."""
        sql = (
            "UPDATE drills SET solved = ?, due_at = ?, reviewed_at = ?"
            " WHERE player_id = ? AND table_id = ? AND step = ? AND reviewed_at = ?"
        )
        key = (player_id, before.table_id, before.step, before.reviewed_at)
        await self._database.write(Statement(sql, [(after.solved, after.due_at, after.reviewed_at, *key)]))

    async def remove(self, player_id: str, table_id: str, step: int) -> None:
        """Mark a drill as learned, so that no later analysis brings it back."""
        if not 0 <= step <= LARGEST_STEP:
            return
        sql = "UPDATE drills SET due_at = NULL WHERE player_id = ? AND table_id = ? AND step = ?"
        await self._database.write(Statement(sql, [(player_id, table_id, step)]))


def _is_won(outcome: str | None) -> bool:
    """Return whether a solitaire was won; one that was left has no outcome."""
    return outcome is not None and bool(msgspec.json.decode(outcome, type=Outcome).winners)
