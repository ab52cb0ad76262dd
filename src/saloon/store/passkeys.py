"""Passkeys in the database, and the challenges that they have answered."""

from typing import Final

from msgspec import Struct

from .database import Database, Row, Statement

_COLUMNS: Final = (
    "passkey_id", "player_id", "credential_id", "public_key", "sign_count", "rp_id", "name", "created_at", "used_at",
)  # fmt: skip
_READ: Final = f"SELECT {', '.join(_COLUMNS)} FROM passkeys"


class StoredPasskey(Struct, frozen=True):
    """A passkey; `credential_id` and `public_key` are in base64url, times are milliseconds since 1970."""

    passkey_id: str
    player_id: str
    credential_id: str
    public_key: str
    sign_count: int
    rp_id: str
    name: str
    created_at: int
    used_at: int | None = None


class AnsweredChallenge(Struct, frozen=True):
    """A challenge that was answered, and when it expires (milliseconds since 1970)."""

    challenge: str
    expires_at: int


class PasskeyStore:
    """The queries on passkeys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player_id: str) -> list[StoredPasskey]:
        """Return a player's passkeys, oldest first."""
        sql = f"{_READ} WHERE player_id = ? ORDER BY created_at, passkey_id"
        return [StoredPasskey(*row) for row in await self._database.read(sql, player_id)]

    async def by_credential(self, credential_id: str) -> StoredPasskey | None:
        """Return the passkey with this credential; None if there is none."""
        rows = await self._database.read(f"{_READ} WHERE credential_id = ?", credential_id)
        return StoredPasskey(*rows[0]) if rows else None

    async def add(self, passkey: StoredPasskey, answered: AnsweredChallenge, at: int, most: int) -> None:
        """Add a passkey; Conflict if its challenge was used, it is known, or the player is gone or has `most`.

        The player's row is locked first, so two additions at once cannot exceed `most`.
        """
        held = Statement("UPDATE players SET name = name WHERE player_id = ?", [(passkey.player_id,)], True)
        values: Row = tuple(getattr(passkey, column) for column in _COLUMNS)
        marks = ", ".join("?" * len(_COLUMNS))
        insert = (
            f"INSERT INTO passkeys ({', '.join(_COLUMNS)}) SELECT {marks}"
            " WHERE (SELECT count(*) FROM passkeys WHERE player_id = ?) < ?"
        )
        add = Statement(insert, [(*values, passkey.player_id, most)], True)
        await self._database.write(held, *_use(answered, at), add)

    async def note_sign_in(self, passkey: StoredPasskey, sign_count: int, answered: AnsweredChallenge, at: int) -> None:
        """Record a sign-in; Conflict if its challenge was used, or the passkey was removed or used meanwhile."""
        sql = "UPDATE passkeys SET sign_count = ?, used_at = ? WHERE passkey_id = ? AND sign_count = ?"
        row = (sign_count, at, passkey.passkey_id, passkey.sign_count)
        await self._database.write(*_use(answered, at), Statement(sql, [row], True))

    async def remove(self, player_id: str, passkey_id: str) -> None:
        """Remove a player's passkey."""
        sql = "DELETE FROM passkeys WHERE passkey_id = ? AND player_id = ?"
        await self._database.write(Statement(sql, [(passkey_id, player_id)]))


def _use(answered: AnsweredChallenge, at: int) -> list[Statement]:
    """Return what uses up a challenge, and forgets those that have expired."""
    return [
        Statement("DELETE FROM passkey_challenges WHERE expires_at < ?", [(at,)]),
        Statement(
            "INSERT INTO passkey_challenges (challenge, expires_at) VALUES (?, ?)",
            [(answered.challenge, answered.expires_at)],
        ),
    ]
