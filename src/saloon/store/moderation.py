"""Moderation: what an operator changes about tables and players. Each change is written with its audit entry."""

from secrets import token_hex
from typing import Final, Literal

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted

from .database import Conflict, Database, Statement
from .erasure import ERASED, erase_statements, erased_subject

_LISTED: Final = 100
"""The most rows in a list."""

AuditedAction = Literal[
    "end", "void", "rename", "ban", "unban", "revoke-tokens", "reset-rating", "delete-player", "rotate-key", "drain"
]


class AuditEntry(Struct, frozen=True):
    """What an operator did: when (milliseconds since 1970), who, what, to which table or player, and why."""

    at: int
    operator: str
    action: AuditedAction
    subject: str
    reason: str
    detail: str | None = None


class Restriction(Struct, frozen=True):
    """A player's token generation, and why the player is banned; None if they are not."""

    generation: int = 0
    banned: str | None = None


class FoundPlayer(Struct, frozen=True, rename="camel"):
    """A player as an operator sees them; times are milliseconds since 1970."""

    player_id: str
    name: str
    created_at: int
    banned: str | None = None


class ModerationStore:
    """The queries of moderation, for a running server and for `saloon admin`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- reading --------------------------------------------------------------------------------------------

    async def restrictions(self) -> dict[str, Restriction]:
        """Return all restricted players."""
        rows = await self._database.read("SELECT player_id, generation, banned FROM restrictions")
        return {player_id: Restriction(generation, banned) for player_id, generation, banned in rows}

    async def audit(self, limit: int = _LISTED) -> list[AuditEntry]:
        """Return the newest entries of the audit log, newest first."""
        sql = "SELECT at, operator, action, subject, reason, detail FROM audit ORDER BY at DESC, entry_id DESC"
        rows = await self._database.read(f"{sql} LIMIT {int(limit)}")
        return [AuditEntry(*row) for row in rows]

    async def players(self, name: str) -> list[FoundPlayer]:
        """Return the players with this name or id, in any case, newest first."""
        sql = (
            "SELECT players.player_id, name, created_at, banned FROM players"
            " LEFT JOIN restrictions ON restrictions.player_id = players.player_id"
            " WHERE lower(name) = lower(?) OR players.player_id = ?"
            f" ORDER BY created_at DESC, players.player_id LIMIT {_LISTED}"
        )
        return [FoundPlayer(*row) for row in await self._database.read(sql, name, name)]

    async def tables_of(self, player_id: str) -> list[str]:
        """Return all tables that name a player, finished ones too."""
        sql = (
            "SELECT table_id FROM seats WHERE player_id = ? UNION SELECT table_id FROM tables WHERE host = ?"
            " UNION SELECT table_id FROM results WHERE player_id = ?"
        )
        return [row[0] for row in await self._database.read(sql, player_id, player_id, player_id)]

    # --- tables ---------------------------------------------------------------------------------------------

    async def end_table(self, entry: AuditEntry) -> None:
        """End an unfinished table without an outcome; refuse one that is over or does not exist."""
        sql = "UPDATE tables SET status = 'finished', finished_at = ?, ended = ? WHERE table_id = ?"
        change = Statement(f"{sql} AND status <> 'finished'", [(entry.at, entry.reason, entry.subject)], True)
        try:
            await self._write(entry, change)
        except Conflict:
            await self._check_table(entry.subject)
            raise BadInput("the game at this table is over; void it if it should not count", "TABLE_OVER") from None

    async def void_table(self, entry: AuditEntry) -> None:
        """End a table if it is not over, and remove its results. Ratings that it has changed already stay."""
        end = (
            "UPDATE tables SET status = 'finished', finished_at = coalesce(finished_at, ?), ended = ?"
            " WHERE table_id = ?"
        )
        try:
            await self._write(
                entry,
                Statement(end, [(entry.at, entry.reason, entry.subject)], True),
                Statement("DELETE FROM unrated WHERE table_id = ?", [(entry.subject,)]),
                Statement("DELETE FROM results WHERE table_id = ?", [(entry.subject,)]),
            )
        except Conflict:
            raise _no_table(entry.subject) from None

    async def _check_table(self, table_id: str) -> None:
        if not await self._database.read("SELECT 1 FROM tables WHERE table_id = ?", table_id):
            raise _no_table(table_id)

    # --- players --------------------------------------------------------------------------------------------

    async def rename(self, entry: AuditEntry, name: str) -> None:
        """Rename a player."""
        change = Statement("UPDATE players SET name = ? WHERE player_id = ?", [(name, entry.subject)], True)
        await self._change_player(entry, change)

    async def ban(self, entry: AuditEntry) -> None:
        """Ban a player, who sees the reason."""
        sql = (
            "INSERT INTO restrictions (player_id, generation, banned) VALUES (?, 0, ?)"
            " ON CONFLICT (player_id) DO UPDATE SET banned = excluded.banned"
        )
        await self._change_player(entry, _held(entry), Statement(sql, [(entry.subject, entry.reason)]))

    async def unban(self, entry: AuditEntry) -> None:
        """Lift a ban."""
        sql = "UPDATE restrictions SET banned = NULL WHERE player_id = ?"
        await self._change_player(entry, _held(entry), Statement(sql, [(entry.subject,)]))

    async def revoke_tokens(self, entry: AuditEntry) -> None:
        """Revoke all tokens of a player, including their seats' tokens, their phrase, passkeys and push subscriptions.

        A thief with a token could have created a new phrase, added a passkey or subscribed. The player keeps their
        seats and results.
        """
        seats = "UPDATE seats SET generation = generation + 1 WHERE player_id = ?"
        phrase = "DELETE FROM recoveries WHERE player_id = ?"
        passkeys = "DELETE FROM passkeys WHERE player_id = ?"
        subscriptions = "DELETE FROM push_subscriptions WHERE player_id = ?"
        await self._change_player(
            entry,
            _held(entry),
            _next_generation(entry),
            *(Statement(sql, [(entry.subject,)]) for sql in (seats, phrase, passkeys, subscriptions)),
        )

    async def reset_rating(self, entry: AuditEntry, game: str | None) -> None:
        """Forget a player's rating in a game, or in all; their next match rates them as a newcomer."""
        sql = "DELETE FROM ratings WHERE player_id = ? AND game = coalesce(?, game)"
        await self._change_player(entry, _held(entry), Statement(sql, [(entry.subject, game)]))

    async def delete_player(self, entry: AuditEntry, id_hash: str) -> AuditEntry:
        """Erase a player; return the audit entry, which names the keyed hash of the id instead."""
        names = await self._database.read("SELECT name FROM players WHERE player_id = ?", entry.subject)
        reason = entry.reason.replace(names[0][0], "[name]") if names else entry.reason
        written = msgspec.structs.replace(
            entry, subject=erased_subject(id_hash), reason=reason.replace(entry.subject, "[id]")
        )
        await self._change_player(
            entry,
            _held(entry),
            *erase_statements(entry.subject, id_hash, entry.at),
            _next_generation(written, unless_banned=True),  # a ban says more than a void token
            written=written,
        )
        return written

    async def _change_player(
        self, entry: AuditEntry, *statements: Statement, written: AuditEntry | None = None
    ) -> None:
        if entry.subject == ERASED:
            raise _no_player(entry.subject)
        try:
            await self._write(written or entry, *statements)
        except Conflict:
            raise _no_player(entry.subject) from None

    # --- the audit log --------------------------------------------------------------------------------------

    async def note(self, entry: AuditEntry) -> None:
        """Write an entry for an action that was done elsewhere."""
        await self._write(entry)

    async def _write(self, entry: AuditEntry, *changes: Statement) -> None:
        sql = "INSERT INTO audit (entry_id, at, operator, action, subject, reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?)"
        row = (token_hex(8), entry.at, entry.operator, entry.action, entry.subject, entry.reason, entry.detail)
        await self._database.write(*changes, Statement(sql, [row]))


def _held(entry: AuditEntry) -> Statement:
    """Lock the player's row; Conflict if there is none."""
    return Statement("UPDATE players SET name = name WHERE player_id = ?", [(entry.subject,)], True)


def _next_generation(entry: AuditEntry, *, unless_banned: bool = False) -> Statement:
    sql = (
        "INSERT INTO restrictions (player_id, generation) VALUES (?, 1)"
        " ON CONFLICT (player_id) DO UPDATE SET generation = restrictions.generation + 1"
    )
    if unless_banned:
        sql += " WHERE restrictions.banned IS NULL"
    return Statement(sql, [(entry.subject,)])


def _no_table(table_id: str) -> BadInput:
    return BadInput(f"there is no table {quoted(table_id)}", "NO_SUCH_TABLE")


def _no_player(player_id: str) -> BadInput:
    return BadInput(f"there is no player {quoted(player_id)}", "NO_SUCH_PLAYER")


def checked_reason(reason: str) -> str:
    """Return a reason in one line; refuse an empty one. Players read the reasons of ended tables and of bans."""
    text = " ".join(reason.split())
    if not text or not text.isprintable() or len(text) > 200:
        raise BadInput("give a reason of 1 to 200 printable characters", "BAD_REASON")
    return text
