"""Public profiles: what others may know of a player, unless the player has closed it."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from saloon.server.clock import wall_clock
from saloon.server.deals.challenges import Challenges, Medal
from saloon.server.errors import Refused
from saloon.store import Store
from saloon.store.profiles import Profiles
from saloon.store.ratings import Ratings

from .statistics import statistics_of

_FRESH: Final = 10_000
"""Milliseconds for which the figures of a profile are not read again."""
_KEPT: Final = 500


class ProfileRating(Struct, frozen=True):
    """A rating as others see it."""

    rating: int
    matches: int


class ProfileRecord(Struct, frozen=True, rename="camel"):
    """How a player's games went, as others see it. Wins and bests are without the solver's help."""

    played: int
    won: int
    fastest_win: int | None
    fewest_moves: int | None


class PublicProfile(Struct, frozen=True, rename="camel"):
    """What others may know of a player: name, ratings, sums by game and medals; nothing about single games."""

    public_id: str
    name: str
    ratings: dict[str, ProfileRating]
    records: dict[str, ProfileRecord]
    medals: dict[Medal, int]
    is_bot: bool
    """Whether the player is a bot account."""


class _Figures(Struct, frozen=True):
    read_at: int
    ratings: dict[str, ProfileRating]
    records: dict[str, ProfileRecord]
    medals: dict[Medal, int]


class PublicProfiles:
    """Reads open profiles. Their figures may be ten seconds old; whether they are open is never."""

    def __init__(self, store: Store, ratings: Ratings, challenges: Challenges) -> None:
        self._store = store
        self._ratings = ratings
        self._challenges = challenges
        self._profiles = Profiles(store.database)
        self._read: OrderedDict[str, _Figures] = OrderedDict()

    async def of(self, public_id: str) -> PublicProfile:
        """Return an open profile; a closed one is refused like one that does not exist."""
        player_id = await self._profiles.owner(public_id)
        player = None if player_id is None else await self._store.named(player_id)
        if player_id is None or player is None:
            raise Refused("NO_SUCH_PLAYER", "there is no public profile with this id")
        figures = await self._figures(player_id)
        return PublicProfile(public_id, player.name, figures.ratings, figures.records, figures.medals, player.is_bot)

    async def _figures(self, player_id: str) -> _Figures:
        known = self._read.pop(player_id, None)
        if known is None or wall_clock() - known.read_at >= _FRESH:
            known = await self._read_figures(player_id)
        self._read[player_id] = known
        if len(self._read) > _KEPT:
            self._read.popitem(last=False)
        return known

    async def _read_figures(self, player_id: str) -> _Figures:
        read_at = wall_clock()
        statistics = await statistics_of(self._store, self._ratings, player_id)
        ratings = {
            game: ProfileRating(one.rating.shown, one.rating.matches)
            for game, one in sorted(statistics.items())
            if one.rating is not None
        }
        records = {
            game: ProfileRecord(one.played, one.won, one.fastest_win, one.fewest_actions_to_win)
            for game, one in sorted(statistics.items())
            if one.played and "/" not in game
        }
        return _Figures(read_at, ratings, records, await self._challenges.medals_of(player_id))
