"""Public profiles and leaderboards: what others may know about a player, unless the player has closed it."""

from collections.abc import Iterable, Sequence
from secrets import token_hex

from msgspec import Struct

from saloon.core.bots import Rating
from saloon.core.errors import BadInput

from .database import Conflict, Database, Statement, portions
from .erasure import ERASED

_ADD = "INSERT INTO profiles (public_id, player_id, is_open) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class Profile(Struct, frozen=True):
    """A player's profile; `public_id` reveals nothing about the id in tokens."""

    public_id: str
    is_open: bool


class RankedPlayer(Struct, frozen=True):
    """A player on a leaderboard."""

    public_id: str
    player_id: str
    name: str
    rating: Rating
    matches: int


class Profiles:
    """The queries on profiles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player_id: str) -> Profile:
        """Return a player's profile; a new one is open."""
        found = await self._read("player_id", player_id)
        if found is None:
            await self._add([player_id])
            found = await self._read("player_id", player_id)
        if found is None:
            raise BadInput("this player is not known here", "NO_SUCH_PLAYER")
        return found[0]

    async def _read(self, column: str, value: str) -> tuple[Profile, str] | None:
        sql = f"SELECT public_id, is_open, player_id FROM profiles WHERE {column} = ?"
        rows = await self._database.read(sql, value)
        return (Profile(rows[0][0], bool(rows[0][1])), rows[0][2]) if rows else None

    async def set_open(self, player_id: str, *, is_open: bool) -> Profile:
        """Open or close a player's profile."""
        await self.of(player_id)
        await self._database.write(
            Statement("UPDATE profiles SET is_open = ? WHERE player_id = ?", [(is_open, player_id)])
        )
        return await self.of(player_id)

    async def owner(self, public_id: str) -> str | None:
        """Return the player of an open profile; None if it is closed or there is none."""
        found = await self._read("public_id", public_id)
        return found[1] if found is not None and found[0].is_open else None

    async def add_rated(self) -> None:
        """Give every rated player a profile."""
        rows = await self._database.read(
            "SELECT DISTINCT player_id FROM ratings WHERE player_id NOT IN (SELECT player_id FROM profiles) LIMIT 1000"
        )
        if rows:
            await self._add([row[0] for row in rows])

    async def of_players(self, player_ids: Iterable[str]) -> dict[str, Profile]:
        """Return the profiles of players; whoever has none gets one. Players who were erased have none."""
        wanted = set(player_ids) - {ERASED}
        found = await self._of_known(wanted)
        if found.keys() != wanted:
            await self._add(sorted(wanted - found.keys()))
            found |= await self._of_known(wanted - found.keys())
        return found

    async def _of_known(self, player_ids: Iterable[str]) -> dict[str, Profile]:
        found: dict[str, Profile] = {}
        for some in portions(sorted(player_ids)):
            marks = ", ".join("?" * len(some))
            sql = f"SELECT player_id, public_id, is_open FROM profiles WHERE player_id IN ({marks})"
            rows = await self._database.read(sql, *some)
            found |= {player_id: Profile(public_id, bool(is_open)) for player_id, public_id, is_open in rows}
        return found

    async def _add(self, player_ids: Sequence[str]) -> None:
        try:
            await self._database.write(Statement(_ADD, [(token_hex(8), one, True) for one in player_ids]))
        except Conflict:  # a player was erased meanwhile; the others get theirs
            if len(player_ids) > 1:
                for one in player_ids:
                    await self._add([one])

    async def ranked(
        self, game: str, matches: int, uncertainty: float, limit: int, *, bots: bool
    ) -> list[RankedPlayer]:
        """Return the best people, or bot accounts, with an open profile, enough matches and a settled rating."""
        sql = (
            "SELECT f.public_id, r.player_id, p.name, r.mean, r.uncertainty, r.matches FROM ratings r"
            " JOIN profiles f ON f.player_id = r.player_id JOIN players p ON p.player_id = r.player_id"
            " WHERE r.game = ? AND p.is_bot = ? AND f.is_open = ? AND r.matches >= ? AND r.uncertainty <= ?"
            f" ORDER BY r.mean - 3 * r.uncertainty DESC, r.player_id LIMIT {int(limit)}"
        )
        rows = await self._database.read(sql, game, bots, True, matches, uncertainty)
        return [
            RankedPlayer(public_id, player, name, Rating(mean, sigma), count)
            for public_id, player, name, mean, sigma, count in rows
        ]
