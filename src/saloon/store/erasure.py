"""Everything about a player: exported for them, or erased."""

from typing import Any, Final

from .database import Database, Statement
from .schema import METADATA

ERASED: Final = "erased"
"""The player who takes the place of erased ones in the matches of others; no token is ever signed for this id."""
_NAME: Final = "Deleted player"
_NO_REASON: Final = "erased with the player"
_NO_NAME: Final = "[name]"
_REMOVED: Final = ("results", "ratings", "presence", "players")
"""Tables whose rows about a player are removed, in this order."""
_HIDDEN: Final = frozenset({"seed", "nonce", "start", "phrase_hash", "auth_secret"})
"""Columns that are not exported: they would reveal hidden cards of running games, or be credentials."""


class Erasure:
    """The queries that find and erase a player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export(self, player_id: str) -> dict[str, list[dict[str, Any]]]:
        """Return every row that names a player, by table."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table in METADATA.sorted_tables:
            column = next((one for one in ("player_id", "host") if one in table.columns), None)
            if column is not None:
                shown = [one.name for one in table.columns if one.name not in _HIDDEN]
                sql = f"SELECT {', '.join(shown)} FROM {table.name} WHERE {column} = ?"
                found[table.name] = [
                    dict(zip(shown, row, strict=True)) for row in await self._database.read(sql, player_id)
                ]
        return found

    async def active_tables(self, player_id: str) -> list[tuple[str, int]]:
        """Return the tables at which a player sits and play is not over, with their seats."""
        sql = (
            "SELECT s.table_id, s.seat FROM seats s JOIN tables t ON t.table_id = s.table_id"
            " WHERE s.player_id = ? AND t.status <> 'finished'"
        )
        return [(table_id, seat) for table_id, seat in await self._database.read(sql, player_id)]

    async def erase(self, player_id: str, id_hash: str, at: int) -> None:
        """Erase a player in one transaction. Matches with other people stay, but do not identify the player."""
        lifted = "DELETE FROM restrictions WHERE player_id = ? AND banned IS NULL"
        await self._database.write(
            *erase_statements(player_id, id_hash, at), Statement(lifted, [(erased_subject(id_hash),)])
        )

    async def is_erased(self, id_hash: str) -> bool:
        """Whether this is the hash of an erased player's id."""
        return bool(await self._database.read("SELECT 1 FROM erased_players WHERE id_hash = ?", id_hash))

    async def keep_phrase(self, player_id: str, phrase_hash: str) -> None:
        """Store the hash of a player's recovery phrase, instead of an earlier one."""
        await self._database.write(
            Statement("DELETE FROM recoveries WHERE player_id = ?", [(player_id,)]),
            Statement("INSERT INTO recoveries (phrase_hash, player_id) VALUES (?, ?)", [(phrase_hash, player_id)]),
        )

    async def player_of(self, phrase_hash: str) -> str | None:
        """Return the player whose recovery phrase has this hash."""
        rows = await self._database.read("SELECT player_id FROM recoveries WHERE phrase_hash = ?", phrase_hash)
        return str(rows[0][0]) if rows else None


def erased_subject(id_hash: str) -> str:
    """Return what stands for an erased player's id in the audit log, and in a restriction that must survive."""
    return f"{ERASED}:{id_hash}"


def erase_statements(player_id: str, id_hash: str, at: int) -> list[Statement]:
    """Return what erases a player; `id_hash` is a keyed hash of the id.

    Tables without other people are deleted. At the others a bot takes over, or the finished game keeps an anonymous
    seat. Results, ratings and presence are deleted; rows that refer to the player go with the player's row. A ban stays
    under the hash, so that an old token is still refused. The audit log keeps what was done to the hash, and when.
    """
    mark = "INSERT INTO erased_players (id_hash, at) VALUES (?, ?) ON CONFLICT (id_hash) DO NOTHING"
    once = [(player_id,)]
    others = (
        "NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.table_id AND seats.player_id <> ?)"
        " AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.table_id AND player_id <> ?)"
    )
    named = (
        "(host = ? OR table_id IN (SELECT table_id FROM seats WHERE player_id = ?)"
        " OR table_id IN (SELECT table_id FROM results WHERE player_id = ?))"
    )
    sits = "player_id = ? AND table_id IN (SELECT table_id FROM tables WHERE status = ?)"
    leave = "player_id = NULL, generation = generation + 1"
    bot = f"UPDATE seats SET kind = 'bot', level = 'greedy', {leave} WHERE {sits}"
    free = f"UPDATE seats SET {leave} WHERE {sits}"
    deserted = (
        "UPDATE tables SET status = 'finished', finished_at = ? WHERE status = 'active'"
        " AND table_id IN (SELECT table_id FROM seats WHERE player_id = ?) AND NOT EXISTS"
        " (SELECT 1 FROM seats WHERE seats.table_id = tables.table_id AND seats.player_id <> ?)"
    )
    nobody = "UPDATE seats SET player_id = ?, generation = generation + 1 WHERE player_id = ?"
    stand_in = "INSERT INTO players (player_id, created_at, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    return [
        Statement(mark, [(id_hash, at)]),
        *_forget_in_reasons(player_id, erased_subject(id_hash)),
        Statement(stand_in, [(ERASED, at, _NAME)]),
        Statement("DELETE FROM tables WHERE host = ? AND status = 'waiting'", once),
        Statement(f"DELETE FROM tables WHERE {named} AND {others}", [(player_id,) * 5]),
        Statement(deserted, [(at, player_id, player_id)]),
        Statement(bot, [(player_id, "active")]),
        Statement(free, [(player_id, "waiting")]),
        Statement(nobody, [(ERASED, player_id)]),
        Statement("UPDATE tables SET host = ? WHERE host = ?", [(ERASED, player_id)]),
        *(Statement(f"DELETE FROM {table} WHERE player_id = ?", once) for table in _REMOVED),
    ]


def _forget_in_reasons(player_id: str, subject: str) -> list[Statement]:
    """Return what takes id and name out of restrictions, the audit log and the reasons of ended tables."""
    name = "(SELECT name FROM players WHERE player_id = ?)"
    own = (
        "table_id IN (SELECT table_id FROM seats WHERE player_id = ? UNION SELECT table_id FROM tables WHERE host = ?"
        " UNION SELECT table_id FROM results WHERE player_id = ?)"
    )
    nameless = "{0} = coalesce(replace({0}, " + name + ", ?), {0})"
    changed, thrice = (player_id, _NO_NAME), (player_id,) * 3
    return [
        Statement(
            f"UPDATE restrictions SET player_id = ?, {nameless.format('banned')} WHERE player_id = ?",
            [(subject, *changed, player_id)],
        ),
        Statement(
            "UPDATE audit SET subject = ?, reason = ?, detail = NULL WHERE subject = ?",
            [(subject, _NO_REASON, player_id)],
        ),
        Statement(
            f"UPDATE audit SET {nameless.format('reason')} WHERE subject IN (SELECT table_id FROM tables WHERE {own})",
            [(*changed, *thrice)],
        ),
        Statement(
            f"UPDATE tables SET {nameless.format('ended')} WHERE ended IS NOT NULL AND {own}", [(*changed, *thrice)]
        ),
    ]
