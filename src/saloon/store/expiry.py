"""Expiry: queries that delete unused tables and players, in batches small enough that no other write waits long."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from .database import Database, Statement

BATCH_TABLES: Final = 200
"""Tables per batch."""
BATCH_ENTRIES: Final = 2_000
"""Log entries deleted in one transaction, unless a single log is longer."""
BATCH_PLAYERS: Final = 200

Unfinished = Literal["waiting", "active"]
PlayerCursor = tuple[int, str]
"""The position of a pass over the players: when one was seen, and their id."""

_LAST_SEEN: Final = "coalesce(seen_at, started_at, created_at)"
_HAS_RESULT: Final = "EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.table_id)"
_HAS_NO_GAMES: Final = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.{column} = players.player_id)"
    for table, column in (
        ("seats", "player_id"),
        ("tables", "host"),
        ("results", "player_id"),
        ("ratings", "player_id"),
    )
)


class Expiry:
    """Finds and deletes unfinished tables and players without games. All times are those of the server clock.

    Every statement checks again that what it deletes is still expired, so several processes may run this at once, and
    a player who comes back at the last moment keeps their table.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables(self, status: Unfinished, before: int) -> list[str]:
        """Return a batch of unfinished tables at which nobody was seen since `before`, the longest abandoned first."""
        sql = f"SELECT table_id FROM tables WHERE status = '{status}' AND seen_at < ? ORDER BY seen_at"
        found = await self._database.read(f"{sql} LIMIT {BATCH_TABLES}", before)
        if not found:  # version 0.1 did not record when somebody was seen at a private table
            sql = f"SELECT table_id FROM tables WHERE status = '{status}' AND seen_at IS NULL AND {_LAST_SEEN} < ?"
            found = await self._database.read(f"{sql} LIMIT {BATCH_TABLES}", before)
        return [row[0] for row in found]

    async def remove(self, table_ids: Iterable[str], status: Unfinished, before: int, now: int) -> None:
        """Remove tables with their logs, if they are still expired.

        If a player has left a table, their result counts for their statistics and rating, so the table is kept. It is
        closed at `now` (wall clock) without an outcome instead.
        """
        expired = f"table_id = ? AND status = '{status}' AND {_LAST_SEEN} < ?"
        ordered = sorted(table_ids)
        close = f"UPDATE tables SET status = 'finished', finished_at = ? WHERE {expired} AND {_HAS_RESULT}"
        delete = f"DELETE FROM tables WHERE {expired} AND NOT {_HAS_RESULT}"
        await self._database.write(
            Statement(close, [(now, table_id, before) for table_id in ordered]),
            Statement(delete, [(table_id, before) for table_id in ordered]),
        )

    async def statuses(self, table_ids: Sequence[str]) -> dict[str, str]:
        """Return the statuses of those tables that still exist."""
        marks = ", ".join("?" * len(table_ids))
        sql = f"SELECT table_id, status FROM tables WHERE table_id IN ({marks})"
        return dict(await self._database.read(sql, *table_ids)) if table_ids else {}

    async def players(self, before: int, after: PlayerCursor) -> list[PlayerCursor]:
        """Return the next players not seen since `before`, including those who have games."""
        sql = (
            "SELECT seen_at, player_id FROM players WHERE seen_at < ? AND (seen_at, player_id) > (?, ?)"
            f" ORDER BY seen_at, player_id LIMIT {BATCH_PLAYERS}"
        )
        return [(at, player_id) for at, player_id in await self._database.read(sql, before, *after)]

    async def remove_players(self, player_ids: Iterable[str], before: int) -> None:
        """Delete those players who have no games and were not seen since `before`.

        A player has games if they sit at a table, have opened one that still exists, or have a result or a rating.
        """
        sql = f"DELETE FROM players WHERE player_id = ? AND seen_at < ? AND {_HAS_NO_GAMES}"
        await self._database.write(Statement(sql, [(player_id, before) for player_id in sorted(player_ids)]))
