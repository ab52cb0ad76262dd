"""Daily deals and challenges: their seeds, the tables that players opened with them, and all results."""

from collections.abc import Mapping
from typing import Final

import msgspec

from saloon.core.records import GameRecord
from saloon.games import GAMES
from saloon.table.helpers import Assist, Hint, Pause, Redo, Resume, Undo

from .database import Statement
from .records import DailyTable, as_json
from .results import OWN_RESULT
from .store import Store

_HELPER_KINDS: Final = tuple(one.kind for one in (Undo, Redo, Hint, Assist, Pause, Resume))
"""Actions of a player that do not count as playing."""
_RESULTS: Final = (
    "FROM challenge_deals d JOIN tables t ON t.game = d.game AND t.seed = d.seed"
    " JOIN results r ON r.table_id = t.table_id"
    " WHERE d.game = ? AND d.day = ? AND d.level = ? AND t.start IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM players p WHERE p.player_id = r.player_id AND p.is_bot)"
)
"""The results of all people with a challenge."""


class DailyStore:
    """The queries on daily deals and challenges."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    async def daily_deal(self, game: str, day: str) -> str | None:
        """Return the seed of a day's deal, if known."""
        rows = await self._database.read("SELECT seed FROM daily_deals WHERE game = ? AND day = ?", game, day)
        return rows[0][0] if rows else None

    async def keep_daily_deal(self, game: str, day: str, seed: str) -> None:
        """Store the seed of a day's deal; an existing one stays."""
        sql = "INSERT INTO daily_deals (game, day, seed) VALUES (?, ?, ?) ON CONFLICT (game, day) DO NOTHING"
        await self._database.write(Statement(sql, [(game, day, seed)]))

    async def daily_tables(self, player_id: str) -> list[DailyTable]:
        """Return the tables that a player opened with a daily deal and the default options, oldest first."""
        return await self._deal_tables("daily_deals", "d.day", player_id)

    async def challenge_deals(self, game: str, day: str) -> dict[str, str]:
        """Return the seeds of a day's challenges by difficulty; empty if they are not known."""
        sql = "SELECT level, seed FROM challenge_deals WHERE game = ? AND day = ?"
        return dict(await self._database.read(sql, game, day))

    async def keep_challenge_deals(self, game: str, day: str, seeds: Mapping[str, str]) -> None:
        """Store the seeds of a day's challenges; existing ones stay."""
        sql = "INSERT INTO challenge_deals (game, day, level, seed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._database.write(Statement(sql, [(game, day, level, seed) for level, seed in sorted(seeds.items())]))

    async def challenge_tables(self, player_id: str) -> list[DailyTable]:
        """Return the tables that a player opened with a challenge, oldest first; `day` is like `2026-01-31/hard`."""
        return await self._deal_tables("challenge_deals", "d.day || '/' || d.level", player_id)

    async def challenge_wins(self, game: str, day: str, level: str, limit: int) -> list[tuple[str, GameRecord]]:
        """Return the first won games of all players with a challenge, in order, each with its player."""
        sql = (
            f"SELECT r.player_id, r.table_id, r.seat, r.record {_RESULTS} AND r.record LIKE '%\"won\":true%'"
            f" ORDER BY r.finished_at, r.table_id LIMIT {int(limit)}"
        )
        options = msgspec.to_builtins(GAMES[game].options())
        read = [(row[0], self._store.read_record(*row[1:])) for row in await self._database.read(sql, game, day, level)]
        return [(player, record) for player, record in read if record is not None and record.options == options]

    async def challenge_players(self, game: str, day: str, level: str) -> int:
        """Return how many players have finished a challenge."""
        sql = f"SELECT count(DISTINCT r.player_id) {_RESULTS} AND t.options = ?"
        options = as_json(msgspec.to_builtins(GAMES[game].options()))
        return int((await self._database.read(sql, game, day, level, options))[0][0])

    async def _deal_tables(self, deals: str, day: str, player_id: str) -> list[DailyTable]:
        """Return the tables that a player opened with one of the `deals` and the default options, oldest first."""
        helpers = ", ".join("?" * len(_HELPER_KINDS))
        sql = (
            f"SELECT d.game, {day}, t.table_id, t.status, t.finished_at, t.options, r.seat, r.record,"
            " EXISTS (SELECT 1 FROM entries e WHERE e.table_id = t.table_id AND e.seat >= 0"
            f" AND e.kind NOT IN ({helpers}))"
            f" FROM tables t JOIN {deals} d ON d.game = t.game AND d.seed = t.seed"
            f" LEFT JOIN {OWN_RESULT}"
            " WHERE t.host = ? AND t.start IS NULL AND t.origin IS NULL ORDER BY t.created_at, t.table_id"
        )
        defaults = {game.name: msgspec.to_builtins(game.options()) for game in GAMES}
        found = []
        for game, day, table_id, status, at, options, seat, text, touched in await self._database.read(
            sql, *_HELPER_KINDS, player_id
        ):
            record = None if text is None else self._store.read_record(table_id, seat, text)
            if msgspec.json.decode(options) == defaults.get(game):
                found.append(DailyTable(game, day, table_id, status, bool(touched), at, record))
        return found
