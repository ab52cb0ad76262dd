"""Leaderboards, and whether a player's profile is open. A player who closes it is on no leaderboard.

People and bot accounts have separate ones.
"""

from typing import Final

from msgspec import Struct

from saloon.games import GAMES
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.store import Store
from saloon.store.profiles import Profiles, RankedPlayer
from saloon.store.ratings import Ratings

LEAST_MATCHES: Final = 10
MOST_UNCERTAIN: Final = 4.0
"""A newcomer begins at 25/3; about ten matches against equals bring it down to this."""
LENGTH: Final = 100
_FRESH: Final = 10_000
"""Milliseconds for which a leaderboard is cached."""


class LeaderboardPlace(Struct, frozen=True, rename="camel"):
    """A place on a leaderboard."""

    place: int
    public_id: str
    name: str
    rating: int
    matches: int
    is_you: bool


class Leaderboard(Struct, frozen=True, rename="camel"):
    """The best players of a game, and what it takes to be listed."""

    game: str
    least_matches: int
    most_uncertain: float
    places: list[LeaderboardPlace]


class OwnProfile(Struct, frozen=True, rename="camel"):
    """A player's own profile."""

    public_id: str
    is_open: bool


class Leaderboards:
    """Reads leaderboards; opens and closes profiles."""

    def __init__(self, store: Store, ratings: Ratings) -> None:
        self._ratings = ratings
        self._profiles = Profiles(store.database)
        self._read: dict[tuple[str, bool], tuple[int, list[RankedPlayer]]] = {}

    async def of(self, game: str, player_id: str | None, *, bots: bool = False) -> Leaderboard:
        """Return the leaderboard of a game, of people or of bot accounts; it may be ten seconds old."""
        name = GAMES[game].name
        if len(GAMES[game].seats) == 1:
            raise Refused("NO_OPPONENTS", f"{name} is played alone and has no ratings")
        at, ranked = self._read.get((name, bots), (0, []))
        if wall_clock() - at >= _FRESH:
            await self._ratings.fold()
            await self._profiles.add_rated()
            ranked = await self._profiles.ranked(name, LEAST_MATCHES, MOST_UNCERTAIN, LENGTH, bots=bots)
            self._read[name, bots] = wall_clock(), ranked
        places = [
            LeaderboardPlace(place, one.public_id, one.name, one.rating.shown, one.matches, one.player_id == player_id)
            for place, one in enumerate(ranked, 1)
        ]
        return Leaderboard(name, LEAST_MATCHES, MOST_UNCERTAIN, places)

    async def own(self, player_id: str) -> OwnProfile:
        """Return a player's own profile."""
        profile = await self._profiles.of(player_id)
        return OwnProfile(profile.public_id, profile.is_open)

    async def set_open(self, player_id: str, *, is_open: bool) -> OwnProfile:
        """Open or close a player's profile; other processes follow within ten seconds."""
        profile = await self._profiles.set_open(player_id, is_open=is_open)
        self._read.clear()
        return OwnProfile(profile.public_id, profile.is_open)
