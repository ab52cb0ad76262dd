"""Players in the database, with the server clock and the secrets by which players are known."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from .database import Database, Statement, portions

_DAY: Final = 86_400_000


class PlayerName(Struct, frozen=True):
    """A player's name, and whether it is that of a bot account."""

    name: str
    is_bot: bool = False


class PlayerStore:
    """Queries on players, secrets and the server clock."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # --- the server clock -----------------------------------------------------------------------------------

    async def start_clock(self, wall_clock: int) -> int:
        """Return the time of the server clock; an older database starts at the latest time it contains."""
        if not await self.database.read("SELECT at FROM server_clock"):
            tables = await self.database.read("SELECT max(created_at), max(started_at), max(seen_at) FROM tables")
            players = await self.database.read("SELECT max(seen_at) FROM players")
            begin = max((at for at in (*tables[0], *players[0]) if at is not None), default=wall_clock)
            sql = "INSERT INTO server_clock (name, at) VALUES ('server', ?) ON CONFLICT (name) DO NOTHING"
            await self.database.write(Statement(sql, [(begin,)]))
        return await self._clock()

    async def advance_clock(self, at: int) -> int:
        """Move the server clock forward to `at`, unless it is later already; return its time."""
        sql = "UPDATE server_clock SET at = ? WHERE name = 'server' AND at < ?"
        await self.database.write(Statement(sql, [(at, at)]))
        return await self._clock()

    async def _clock(self) -> int:
        return int((await self.database.read("SELECT at FROM server_clock WHERE name = 'server'"))[0][0])

    # --- players --------------------------------------------------------------------------------------------

    async def secret(self, name: str, fresh: str) -> str:
        """Return the secret called `name`; the first process to ask sets it to `fresh`."""
        sql = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
        await self.database.write(Statement(sql, [(name, fresh)]))
        rows = await self.database.read("SELECT value FROM secrets WHERE name = ?", name)
        return str(rows[0][0])

    async def secrets(self, name: str) -> dict[str, str]:
        """Return the secrets called `name`, or `name` with a dot and something after it."""
        rows = await self.database.read(
            "SELECT name, value FROM secrets WHERE name = ? OR name LIKE ?", name, f"{name}.%"
        )
        return {str(found): str(value) for found, value in rows}

    async def forget_secrets(self, names: Sequence[str]) -> None:
        """Remove secrets."""
        if names:
            await self.database.write(Statement("DELETE FROM secrets WHERE name = ?", [(name,) for name in names]))

    async def add_player(
        self, player_id: str, name: str, at: int, seen_at: int | None = None, *, is_bot: bool = False
    ) -> None:
        """Add a player, or record once a day that a known one was seen; `see_players` is more exact.

        `at` is wall-clock time, `seen_at` server-clock time. A known player stays a person or a bot account.
        """
        sql = (
            "INSERT INTO players (player_id, created_at, name, seen_at, is_bot) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (player_id) DO UPDATE SET seen_at = excluded.seen_at"
            f" WHERE players.seen_at < excluded.seen_at - {_DAY}"
        )
        await self.database.write(Statement(sql, [(player_id, at, name, at if seen_at is None else seen_at, is_bot)]))

    async def see_players(self, last: Mapping[str, int]) -> None:
        """Record when players were last seen, by the server clock; times never go back.

        Rows are updated in order, so that two processes never deadlock.
        """
        sql = "UPDATE players SET seen_at = ? WHERE player_id = ? AND seen_at < ?"
        await self.database.write(Statement(sql, [(at, player_id, at) for player_id, at in sorted(last.items())]))

    async def named(self, player_id: str) -> PlayerName | None:
        """Return a player's name, with the mark of a bot account; None if there is no such player."""
        return (await self.names([player_id])).get(player_id)

    async def player_name(self, player_id: str) -> str | None:
        """Return a player's name; None if there is no such player."""
        player = await self.named(player_id)
        return None if player is None else player.name

    async def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player."""
        await self.database.write(Statement("UPDATE players SET name = ? WHERE player_id = ?", [(name, player_id)]))

    async def names(self, player_ids: Iterable[str]) -> dict[str, PlayerName]:
        """Return the names of players; those who are not in the database are left out."""
        found: dict[str, PlayerName] = {}
        for wanted in portions(sorted(set(player_ids))):
            marks = ", ".join("?" * len(wanted))
            sql = f"SELECT player_id, name, is_bot FROM players WHERE player_id IN ({marks})"
            rows = await self.database.read(sql, *wanted)
            found |= {player_id: PlayerName(name, bool(is_bot)) for player_id, name, is_bot in rows}
        return found
