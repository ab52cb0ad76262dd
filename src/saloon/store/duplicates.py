"""Duplicate deals: the seed of each day, and the tables and results of everybody who plays it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.core.records import GameRecord

from .database import Statement
from .records import Status
from .results import OWN_RESULT
from .store import Store

LEVEL: Final = "duplicate"
"""What `challenge_deals` has in place of a difficulty."""
_FINISHED: Final = (
    "SELECT 1 FROM tables f JOIN results s ON s.table_id = f.table_id AND coalesce(s.player_id, '') = f.host"
    " WHERE f.host = t.host AND coalesce(f.game, '') = t.game AND coalesce(f.seed, '') = t.seed"
    " AND s.record LIKE '%\"finished\":true%'"
)
"""Whether the player of a table `t` finished its deal. Tables that were only opened could crowd out the others."""
_BY_A_BOT: Final = "SELECT 1 FROM players p WHERE p.player_id = t.host AND p.is_bot"


class DuplicateTable(Struct, frozen=True):
    """A player's table with a duplicate deal."""

    day: str
    table_id: str
    player_id: str
    status: Status
    created_at: int
    finished_at: int | None
    record: GameRecord | None


class DuplicateStore:
    """The queries on duplicate deals."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    async def seed(self, game: str, day: str, fresh: str) -> str:
        """Return the seed of a day; the `fresh` one if the day has none yet."""
        found = await self._seed(game, day)
        if found is None:
            sql = "INSERT INTO challenge_deals (game, day, level, seed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
            await self._database.write(Statement(sql, [(game, day, LEVEL, fresh)]))
            found = await self._seed(game, day)
        assert found is not None
        return found

    async def _seed(self, game: str, day: str) -> str | None:
        sql = "SELECT seed FROM challenge_deals WHERE game = ? AND day = ? AND level = ?"
        rows = await self._database.read(sql, game, day, LEVEL)
        return str(rows[0][0]) if rows else None

    async def tables_of(self, player_id: str, game: str) -> list[DuplicateTable]:
        """Return a player's tables with duplicate deals of a game, oldest first."""
        # coalesce: otherwise SQLite would read all tables of the game through its index
        where = "d.game = ? AND t.host = ? AND coalesce(t.game, '') = d.game"
        return await self._tables("tables t CROSS JOIN challenge_deals d", where, "", game, player_id)

    async def tables_on(self, game: str, day: str, limit: int) -> list[DuplicateTable]:
        """Return the tables with the deal of a day of people who finished one, the first ones, oldest first."""
        where = f"d.game = ? AND d.day = ? AND t.game = d.game AND EXISTS ({_FINISHED}) AND NOT EXISTS ({_BY_A_BOT})"
        first = f"LIMIT {int(limit)}"
        return await self._tables("challenge_deals d CROSS JOIN tables t", where, first, game, day)

    async def levels_at(self, table_ids: Sequence[str]) -> dict[str, list[str | None]]:
        """Return the levels of the bots at tables, by seat; None where a person sits."""
        seats = await self._store.seats(table_ids)
        return {table_id: [seat.level for seat in some] for table_id, some in seats.items()}

    async def _tables(self, source: str, where: str, limit: str, *values: str) -> list[DuplicateTable]:
        """Return tables with duplicate deals; SQLite reads the tables of the `source` in their order there."""
        sql = (
            "SELECT d.day, t.table_id, t.host, t.status, t.created_at, t.finished_at, r.seat, r.record"
            f" FROM {source} LEFT JOIN {OWN_RESULT}"
            f" WHERE t.seed = d.seed AND d.level = ? AND {where}"
            f" ORDER BY t.created_at, t.table_id {limit}"
        )
        found = []
        for day, table_id, host, status, created, finished, seat, text in await self._database.read(
            sql, LEVEL, *values
        ):
            record = None if text is None else self._store.read_record(table_id, seat, text)
            found.append(DuplicateTable(day, table_id, host, status, created, finished, record))
        return found
