"""Results of finished games in the database: a record for each player, and what is written when a game ends."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.core.records import GameRecord
from saloon.games import GAMES
from saloon.table.rated import VOID

from .database import Database, Statement, TableDamaged, portions
from .records import Finish, PastGame, Result, as_json

RESULT_DAMAGED: Final = "RESULT_DAMAGED"
"""A result that cannot be read; its table stays usable."""
OWN_RESULT: Final = "results r ON r.table_id = t.table_id AND coalesce(r.player_id, '') = t.host"
"""Joins the result of the player who opened a table `t`. Without `coalesce` SQLite would read all results of that
player for each of their tables, through the index on players."""
_RESULT_COLUMNS: Final = "table_id, seat, player_id, game, finished_at, record, rating_note"


class ResultStore:
    """Queries on results."""

    def __init__(self, database: Database, on_damaged: Callable[[TableDamaged], None]) -> None:
        """`on_damaged` is called with each result that cannot be read and is therefore left out of a list."""
        self.database = database
        self._on_damaged = on_damaged

    async def records(self, player_id: str) -> list[GameRecord]:
        """Return a player's records of finished games, oldest first, without unreadable ones."""
        sql = "SELECT table_id, seat, record FROM results WHERE player_id = ? ORDER BY finished_at, table_id"
        read = [self.read_record(*row) for row in await self.database.read(sql, player_id)]
        return [record for record in read if record is not None]

    async def past_games(self, player_id: str, game: str | None, before: tuple[int, str], limit: int) -> list[PastGame]:
        """Return finished games of a player, newest first, that ended before the time and table of `before`."""
        sql = (
            "SELECT r.table_id, r.seat, r.finished_at, r.record, t.difficulty FROM results r"
            " JOIN tables t ON t.table_id = r.table_id"
            " WHERE r.player_id = ? AND r.game = coalesce(?, r.game) AND (r.finished_at, r.table_id) < (?, ?)"
            f" ORDER BY r.finished_at DESC, r.table_id DESC LIMIT {int(limit)}"
        )
        rows = await self.database.read(sql, player_id, game, *before)
        return [
            PastGame(table_id, seat, at, self.read_record(table_id, seat, text), difficulty)
            for table_id, seat, at, text, difficulty in rows
        ]

    def read_record(self, table_id: str, seat: Seat, text: str) -> GameRecord | None:
        """Return the record in a result, or None for one that cannot be read, which is reported."""
        try:
            record = msgspec.json.decode(text, type=GameRecord)
            GAMES[record.game]
        except (msgspec.MsgspecError, ValueError, SaloonError):
            reason = f"the result of seat {seat} cannot be read"
            self._on_damaged(TableDamaged(table_id, reason, RESULT_DAMAGED))
            return None
        return record

    async def results(self, table_ids: Sequence[str]) -> Mapping[str, dict[Seat, tuple[int, Result]]]:
        """Return the results of tables by seat, each with its time, without unreadable ones."""
        found: dict[str, dict[Seat, tuple[int, Result]]] = {}
        for wanted in portions(table_ids):
            marks = ", ".join("?" * len(wanted))
            sql = f"SELECT {_RESULT_COLUMNS} FROM results WHERE table_id IN ({marks}) ORDER BY seat"
            for table_id, seat, player_id, game, at, text, note in await self.database.read(sql, *wanted):
                record = self.read_record(table_id, seat, text)
                if record is not None:
                    found.setdefault(table_id, {})[seat] = at, Result(seat, player_id, game, record, note)
        return found


def written_end(table_id: str, finish: Finish) -> list[Statement]:
    """Return the statements that write the end of a game and its results."""
    sql = "UPDATE tables SET status = 'finished', finished_at = ?, outcome = ? WHERE table_id = ?"
    ended = Statement(sql, [(finish.at, as_json(finish.outcome), table_id)])
    return [ended, *(written_results(table_id, finish.at, finish.results) if finish.results else ())]


def written_results(table_id: str, at: int, results: Sequence[Result]) -> list[Statement]:
    """Write results; in games with several seats they are queued for rating, unless they cannot count."""
    rows = [(table_id, one.seat, one.player_id, one.game, at, as_json(one.record), one.note) for one in results]
    written = Statement(f"INSERT INTO results ({_RESULT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    to_rate = [one.seat for one in results if one.note not in VOID]
    if not to_rate or len(GAMES[results[0].game].seats) == 1:
        return [written]
    sql = "INSERT INTO unrated (table_id, seat) SELECT table_id, ? FROM tables WHERE table_id = ? AND seeded = ?"
    return [written, Statement(sql, [(min(to_rate), table_id, False)])]
