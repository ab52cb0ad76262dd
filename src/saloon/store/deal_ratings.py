"""Stored ratings of deals: one for a table."""

from .database import Database, Statement


class DealRatingStore:
    """Queries on the ratings of deals. A rating is text; `version` is that of the program that computed it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table_id: str, version: int) -> str | None:
        """Return the rating of a table's deal; None if there is none of this version."""
        sql = "SELECT rating FROM deal_ratings WHERE table_id = ? AND version = ?"
        rows = await self._database.read(sql, table_id, version)
        return str(rows[0][0]) if rows else None

    async def keep(self, table_id: str, version: int, rating: str) -> None:
        """Store a rating, unless the table is gone."""
        sql = (
            "INSERT INTO deal_ratings (table_id, version, rating)"
            " SELECT table_id, CAST(? AS INTEGER), CAST(? AS TEXT) FROM tables WHERE table_id = ?"
            " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, rating = excluded.rating"
        )
        await self._database.write(Statement(sql, [(version, rating, table_id)]))
