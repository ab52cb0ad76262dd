"""News of a table apart from its game: who sits there, whether play has begun, and how the match is rated."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.game import Seat
from saloon.store import Store, StoredTable
from saloon.table.rated import RatingNotice

from .match_ratings import MatchRatings, deal_notice
from .play_clock import PlayTime


class News(Struct, frozen=True, rename="camel", tag_field="kind", tag="table"):
    """Who sits at the table and whether play has begun; sent to all subscribers when it changes."""

    table_id: str
    game: str
    status: str
    seats: tuple[dict[str, bool | str | None], ...]
    rematch: str | None = None
    rating: RatingNotice | None = None
    """How the match counts for the receiver's rating; None while that is open, and where there is no rating."""
    clock: PlayTime | None = None
    """The time played; None while the table waits, and in lists of tables."""
    starts_in: int | UnsetType = UNSET
    """Milliseconds until the first move may be made, while a countdown makes the start fair."""


NewsFor = Callable[[Seat | None], News]
"""The news for each seat; None is a watcher."""


class NewsReader:
    """Builds the news of tables from the store."""

    def __init__(self, store: Store, ratings: MatchRatings) -> None:
        self._store = store
        self._ratings = ratings

    async def of(self, stored: StoredTable, seat: Seat | None = None) -> News:
        """Return the news for one seat; None is a watcher."""
        return (await self.for_seats(stored))(seat)

    async def for_seats(self, stored: StoredTable) -> NewsFor:
        """Return the news of a table for each seat."""
        news = (await self.of_all([stored]))[0]
        notices = await self._ratings.notices(stored)
        own = {seat: msgspec.structs.replace(news, rating=notice) for seat, notice in notices.items()}
        return lambda seat: news if seat is None else own.get(seat, news)

    async def of_all(self, tables: Sequence[StoredTable]) -> list[News]:
        """Return the public news of tables, all names read at once."""
        names = await self._store.names(seat.player_id for one in tables for seat in one.seats if seat.player_id)
        return [_news_of(one, names) for one in tables]


def _news_of(stored: StoredTable, names: Mapping[str, str]) -> News:
    seats = tuple(
        {"kind": one.kind, "level": one.level, "name": names.get(one.player_id or ""), "open": one.is_open}
        for one in stored.seats
    )
    return News(stored.table_id, stored.game, stored.status, seats, stored.rematch, deal_notice(stored))
