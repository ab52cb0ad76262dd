"""The lobby: lists of public tables and of a player's own tables."""

from typing import Final

from saloon.store import Store

from .news import News, NewsReader
from .presence import Presence, seen_at
from .quarantine import Quarantine

LENGTH: Final = 100
"""The most tables in a list."""


class Lobby:
    """Lists tables, without those that cannot be played here."""

    def __init__(self, store: Store, news: NewsReader, *, presence: Presence, quarantine: Quarantine) -> None:
        self._store = store
        self._news = news
        self._presence = presence
        self._quarantine = quarantine

    async def open_tables(self, game: str | None) -> list[News]:
        """Return the public tables."""
        found = await self._store.open_tables(game, self._presence.since, LENGTH)
        return await self._news.of_all(self._quarantine.playable(found))

    async def tables_of(self, player_id: str, *, address: str | None = None) -> list[News]:
        """Return the tables at which a player sits; asking for them counts as being seen there."""
        found = self._quarantine.playable(await self._store.tables_of(player_id, LENGTH))
        seats = [(stored, seat.seat) for stored in found for seat in stored.seats if seat.player_id == player_id]
        await self._presence.note(one for stored, seat in seats for one in seen_at(stored, seat, address))
        return await self._news.of_all(found)
