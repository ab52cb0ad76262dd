"""The pairing queue: one row for each player who looks for a match, in the database, so that all processes share it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.bots.ratings import NEWCOMER
from saloon.core.bots import Rating

from .database import Database, Statement

_MOST: Final = 2_000
"""Players considered at once; the others follow as soon as these are seated."""


class QueueRow(Struct, frozen=True):
    """A player's last search. Times are those of the server clock."""

    game: str
    since: int
    seen_at: int
    table_id: str | None
    """The match that was found; the row stays, so that the player is sent there when they ask again."""
    paired_at: int | None


class Candidate(Struct, frozen=True):
    """A player who waits, with their rating."""

    player_id: str
    game: str
    since: int
    rating: Rating


class PairingQueue:
    """The queries on the queue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def row(self, player_id: str) -> QueueRow | None:
        """Return a player's last search."""
        sql = "SELECT game, since, seen_at, table_id, paired_at FROM pairing WHERE player_id = ?"
        rows = await self._database.read(sql, player_id)
        return QueueRow(*rows[0]) if rows else None

    async def wait(self, player_id: str, game: str, at: int, address: str) -> None:
        """Queue a player from now on, in place of any earlier search."""
        sql = (
            "INSERT INTO pairing (player_id, game, since, seen_at, address) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (player_id) DO UPDATE SET game = excluded.game, since = excluded.since,"
            " seen_at = excluded.seen_at, address = excluded.address, table_id = NULL, paired_at = NULL"
        )
        await self._database.write(Statement(sql, [(player_id, game, at, at, address)]))

    async def see(self, player_id: str, at: int) -> None:
        """Record that a waiting player is still there."""
        sql = "UPDATE pairing SET seen_at = ? WHERE player_id = ? AND table_id IS NULL AND seen_at < ?"
        await self._database.write(Statement(sql, [(at, player_id, at)]))

    async def stop(self, player_id: str) -> None:
        """Take a player out of the queue, unless a match was found."""
        await self._database.write(
            Statement("DELETE FROM pairing WHERE player_id = ? AND table_id IS NULL", [(player_id,)])
        )

    async def waiting(self, since: int) -> list[Candidate]:
        """Return the players who wait and were seen `since`, the longest waiting first."""
        sql = (
            "SELECT p.player_id, p.game, p.since, r.mean, r.uncertainty FROM pairing p"
            " LEFT JOIN ratings r ON r.player_id = p.player_id AND r.game = p.game"
            f" WHERE p.table_id IS NULL AND p.seen_at >= ? ORDER BY p.since, p.player_id LIMIT {_MOST}"
        )
        return [
            Candidate(player, game, at, NEWCOMER if mean is None else Rating(mean, uncertainty))
            for player, game, at, mean, uncertainty in await self._database.read(sql, since)
        ]

    async def waiting_at(self, address: str, since: int) -> int:
        """Return how many players of an address wait."""
        sql = "SELECT count(*) FROM pairing WHERE table_id IS NULL AND address = ? AND seen_at >= ?"
        return int((await self._database.read(sql, address, since))[0][0])

    async def others(self, game: str, player_id: str, since: int) -> int:
        """Return how many others wait for a game."""
        sql = "SELECT count(*) FROM pairing WHERE table_id IS NULL AND game = ? AND player_id <> ? AND seen_at >= ?"
        return int((await self._database.read(sql, game, player_id, since))[0][0])

    async def seat_of(self, table_id: str, player_id: str) -> str | None:
        """Return the status of a table at which a player sits; None if they no longer do."""
        sql = (
            "SELECT t.status FROM tables t JOIN seats s ON s.table_id = t.table_id"
            " WHERE t.table_id = ? AND s.player_id = ?"
        )
        rows = await self._database.read(sql, table_id, player_id)
        return str(rows[0][0]) if rows else None

    async def forget(self, waiting_before: int, paired_before: int) -> None:
        """Drop players who disappeared while waiting, and matches found long ago."""
        await self._database.write(
            Statement("DELETE FROM pairing WHERE table_id IS NULL AND seen_at < ?", [(waiting_before,)]),
            Statement("DELETE FROM pairing WHERE paired_at < ?", [(paired_before,)]),
        )


def paired(table_id: str, player_ids: Sequence[str], at: int, seen_since: int) -> list[Statement]:
    """Return the statements to write together with the table of a match: Conflict if a player no longer waits.

    In the order of the players, so that two processes never deadlock.
    """
    sql = "UPDATE pairing SET table_id = ?, paired_at = ? WHERE player_id = ? AND table_id IS NULL AND seen_at >= ?"
    return [Statement(sql, [(table_id, at, one, seen_since)], must_change=True) for one in sorted(player_ids)]
