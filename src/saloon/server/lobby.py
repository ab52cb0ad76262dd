"""The lobby: the tables that everyone may find, and those at which a player sits."""

from typing import Final

from saloon.store import Store

from .news import News, NewsReader
from .presence import Presence, seen_at
from .quarantine import Quarantine

LENGTH: Final = 100
"""Tables of a list."""


class Lobby:
    """Lists tables; those that cannot be played here are left out."""

    def __init__(self, store: Store, news: NewsReader, *, presence: Presence, quarantine: Quarantine) -> None:
        self._store = store
        self._news = news
        self._presence = presence
        self._quarantine = quarantine

    async def open_tables(self, game: str | None) -> list[News]:
        """Return the tables that everyone may find."""
        found = await self._store.open_tables(game, self._presence.since, LENGTH)
        return await self._news.of_all(self._quarantine.playable(found))

    async def tables_of(self, player_id: str, *, address: str | None = None) -> list[News]:
        """Return the tables at which a player sits, who is seen there by asking for them."""
        found = self._quarantine.playable(await self._store.tables_of(player_id, LENGTH))
        seats = [(stored, seat.seat) for stored in found for seat in stored.seats if seat.player_id == player_id]
        await self._presence.note(one for stored, seat in seats for one in seen_at(stored, seat, address))
        return await self._news.of_all(found)
