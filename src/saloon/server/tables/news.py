"""News of a table apart from its game: who sits there, whether play has begun, and how the match is rated."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.game import Seat
from saloon.server.players.match_ratings import MatchRatings, deal_notice
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.players import PlayerName
from saloon.store.profiles import Profile, Profiles
from saloon.store.records import Origin
from saloon.table.messages import Fault
from saloon.table.rated import RatingNotice

from .play_clock import PlayTime


class News(Struct, frozen=True, rename="camel", tag_field="kind", tag="table"):
    """Who sits at the table and whether play has begun; sent to all subscribers when it changes."""

    table_id: str
    game: str
    status: str
    seats: tuple[dict[str, bool | str | None], ...]
    rematch: str | None = None
    rating: RatingNotice | None = None
    """How the match counts for the receiver's rating; None while that is undecided, and where there is no rating."""
    clock: PlayTime | None = None
    """The time played; None while the table waits, and in lists of tables."""
    origin: Origin | UnsetType = UNSET
    """The table and step that this game continues; it is practice and does not count for statistics."""
    starts_in: int | UnsetType = UNSET
    """Milliseconds until the first move may be made, while a countdown makes the start fair."""
    delay: int | UnsetType = UNSET
    """Milliseconds by which a watcher sees a match between people later, while it is played."""
    ended: str | UnsetType = UNSET
    """The reason why an operator ended or voided the game."""
    faults: dict[str, Fault] | UnsetType = UNSET
    """Why bots lost moves to simpler ones: the last fault of each seat, as far as the server still knows."""


NewsFor = Callable[[Seat | None], News]
"""The news for each seat; None is a watcher."""


class NewsReader:
    """Builds the news of tables from the store."""

    def __init__(self, store: Store, ratings: MatchRatings) -> None:
        self._store = store
        self._ratings = ratings
        self._profiles = Profiles(store.database)

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
        names = await self._store.names(_players(tables))
        between_people = [one for one in tables if one.dealt_to.count("human") > 1]
        profiles = await self._profiles_of(_players(between_people) & names.keys())
        return [_news_of(one, names, profiles) for one in tables]

    async def _profiles_of(self, player_ids: set[str]) -> dict[str, Profile]:
        """Return the profiles of players; none while a missing one cannot be written."""
        try:
            return await self._profiles.of_players(player_ids)
        except StoreUnavailable:
            return {}


def _players(tables: Sequence[StoredTable]) -> set[str]:
    return {seat.player_id for one in tables for seat in one.seats if seat.player_id}


def _news_of(stored: StoredTable, names: Mapping[str, PlayerName], profiles: Mapping[str, Profile]) -> News:
    waits = stored.status == "waiting"
    seats = tuple(
        {"kind": one.kind, "level": one.level, "name": None, "open": waits and one.is_open}
        | _shown_player(names.get(one.player_id or ""))
        | _shown_profile(profiles.get(one.player_id or ""))
        for one in stored.seats
    )
    return News(
        stored.table_id,
        stored.game,
        stored.status,
        seats,
        stored.rematch,
        deal_notice(stored),
        origin=UNSET if stored.origin is None else stored.origin,
        ended=UNSET if stored.ended is None else stored.ended,
    )


def _shown_player(player: PlayerName | None) -> dict[str, bool | str | None]:
    """Return a player's name, and the mark of a bot account."""
    if player is None:
        return {}
    return {"name": player.name} | ({"isBot": True} if player.is_bot else {})


def _shown_profile(profile: Profile | None) -> dict[str, bool | str | None]:
    """Return what tells a person from others of the same name, and whether their profile can be looked at."""
    return {} if profile is None else {"publicId": profile.public_id, "hasProfile": profile.is_open}
