"""Push subscriptions in the database, and which player was sent a push message about which table."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.core.game import Seat

from .database import Conflict, Database, Row, Statement

_COLUMNS: Final = ("subscription_id", "player_id", "endpoint", "public_key", "auth_secret", "created_at")
_SUBSCRIBED: Final = "EXISTS (SELECT 1 FROM push_subscriptions WHERE push_subscriptions.player_id = {}.player_id)"


class StoredSubscription(Struct, frozen=True):
    """A browser that wants push messages; `created_at` is in milliseconds since 1970."""

    subscription_id: str
    player_id: str
    endpoint: str
    public_key: str
    auth_secret: str
    created_at: int


class SeenPlayer(Struct, frozen=True):
    """When a player was last seen (0: never), by the server clock, and whether they want push messages."""

    seat: Seat | None
    player_id: str
    seen_at: int
    is_subscribed: bool


class PushStore:
    """The queries on subscriptions and on who was sent what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- subscriptions --------------------------------------------------------------------------------------

    async def of(self, player_id: str) -> list[StoredSubscription]:
        """Return a player's subscriptions, oldest first."""
        sql = (
            f"SELECT {', '.join(_COLUMNS)} FROM push_subscriptions WHERE player_id = ?"
            " ORDER BY created_at, subscription_id"
        )
        return [StoredSubscription(*row) for row in await self._database.read(sql, player_id)]

    async def add(self, subscription: StoredSubscription, most: int) -> None:
        """Add a subscription, in place of one with its endpoint; the oldest beyond `most` go.

        The player's row is locked first: Conflict if it is gone, and two additions at once cannot exceed `most`.
        """
        player_id = subscription.player_id
        held = Statement("UPDATE players SET name = name WHERE player_id = ?", [(player_id,)], True)
        replaced = Statement("DELETE FROM push_subscriptions WHERE endpoint = ?", [(subscription.endpoint,)])
        values: Row = tuple(getattr(subscription, column) for column in _COLUMNS)
        marks = ", ".join("?" * len(_COLUMNS))
        add = Statement(f"INSERT INTO push_subscriptions ({', '.join(_COLUMNS)}) VALUES ({marks})", [values])
        newest = (
            "SELECT subscription_id FROM push_subscriptions WHERE player_id = ?"
            f" ORDER BY created_at DESC, subscription_id LIMIT {int(most)}"
        )
        sql = f"DELETE FROM push_subscriptions WHERE player_id = ? AND subscription_id NOT IN ({newest})"
        await self._database.write(held, replaced, add, Statement(sql, [(player_id, player_id)]))

    async def remove(self, player_id: str, subscription_id: str) -> bool:
        """Remove a player's subscription; return whether there was one."""
        sql = "DELETE FROM push_subscriptions WHERE subscription_id = ? AND player_id = ?"
        try:
            await self._database.write(Statement(sql, [(subscription_id, player_id)], True))
        except Conflict:
            return False
        return True

    # --- who is away, and who was sent something ------------------------------------------------------------

    async def seen_at_table(self, table_id: str) -> dict[Seat, SeenPlayer]:
        """Return by seat when the players of a table were last seen there."""
        sql = (
            f"SELECT seats.seat, seats.player_id, coalesce(seen_at, 0), {_SUBSCRIBED.format('seats')} FROM seats"
            " LEFT JOIN presence ON presence.table_id = seats.table_id AND presence.seat = seats.seat"
            " AND presence.player_id = seats.player_id WHERE seats.table_id = ? AND seats.player_id IS NOT NULL"
        )
        rows = await self._database.read(sql, table_id)
        return {seat: SeenPlayer(seat, player_id, at, bool(wants)) for seat, player_id, at, wants in rows}

    async def seen_anywhere(self, player_ids: Sequence[str]) -> list[SeenPlayer]:
        """Return when players were last seen, at any table or none."""
        marks = ", ".join("?" * len(player_ids))
        sql = (
            f"SELECT player_id, coalesce(seen_at, 0), {_SUBSCRIBED.format('players')} FROM players"
            f" WHERE player_id IN ({marks})"
        )
        rows = await self._database.read(sql, *player_ids)
        return [SeenPlayer(None, player_id, at, bool(wants)) for player_id, at, wants in rows]

    async def claim(self, player_id: str, table_id: str, at: int, before: int) -> bool:
        """Record that a player is sent a message about a table, unless one was sent since `before`.

        Only one of several processes gets True.
        """
        sql = (
            "INSERT INTO pushes (player_id, table_id, sent_at) VALUES (?, ?, ?)"
            " ON CONFLICT (player_id, table_id) DO UPDATE SET sent_at = excluded.sent_at WHERE pushes.sent_at < ?"
        )
        try:
            await self._database.write(Statement(sql, [(player_id, table_id, at, before)], True))
        except Conflict:  # one was sent, or the player or the table is gone
            return False
        return True
