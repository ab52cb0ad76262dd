"""Stored analyses: one for a table, for a length of its log."""

from .database import Database, Statement


class AnalysisStore:
    """Queries on analyses. A result is text; `version` is that of the program that computed it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table_id: str, rev: int, version: int) -> str | None:
        """Return the analysis of a log of `rev` entries; None if there is none of this version."""
        sql = "SELECT result FROM analyses WHERE table_id = ? AND rev = ? AND version = ?"
        rows = await self._database.read(sql, table_id, rev, version)
        return str(rows[0][0]) if rows else None

    async def keep(self, table_id: str, rev: int, version: int, result: str) -> None:
        """Store an analysis, unless there is one of a longer log or the table is gone."""
        sql = (
            "INSERT INTO analyses (table_id, rev, version, result)"
            " SELECT table_id, CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS TEXT) FROM tables WHERE table_id = ?"
            " ON CONFLICT (table_id) DO UPDATE"
            " SET rev = excluded.rev, version = excluded.version, result = excluded.result"
            " WHERE analyses.rev <= excluded.rev"
        )
        await self._database.write(Statement(sql, [(rev, version, result, table_id)]))
