"""A player's statistics per game, added up from stored results, with ratings and game-specific figures."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from saloon.core.records import GameRecord, NoOwnStatistics
from saloon.games import GAMES
from saloon.store import Store
from saloon.store.ratings import Ratings
from saloon.table import Statistics
from saloon.table.statistics import Strength


class GameStatistics(Statistics, frozen=True, rename="camel"):
    """A player's statistics in one game."""

    own: Any = None
    """The game-specific statistics, as an object; null for most games."""


async def statistics_of(store: Store, ratings: Ratings, player_id: str) -> dict[str, GameStatistics]:
    """Return a player's statistics by game; a game may list the values of one option separately, as `game/value`."""
    rated = await ratings.of(player_id)
    records: dict[str, list[GameRecord]] = defaultdict(list)
    for one in await store.records(player_id):
        records[one.game].append(one)
    totals: dict[str, GameStatistics] = {}
    separate: dict[str, GameStatistics] = {}
    for game in sorted(GAMES, key=lambda game: game.name):
        own = game.own_statistics() or NoOwnStatistics()
        counted = [one for one in records[game.name] if own.counts(one)]
        if counted:
            totals[game.name] = msgspec.structs.replace(_added_up(counted), own=own.summary(counted))
        for value, part in sorted(_by_option(counted, own.separate).items()):
            separate[f"{game.name}/{value}"] = _added_up(part)
    found = totals | separate
    for name, strong in rated.items():
        strength = Strength(strong.rating.mu, strong.rating.sigma, strong.rating.shown, strong.matches)
        found[name] = msgspec.structs.replace(found.get(name, GameStatistics()), rating=strength)
    return found


def _by_option(records: Sequence[GameRecord], option: str | None) -> dict[Any, list[GameRecord]]:
    """Return the records by the value of an option, without those that lack it."""
    found: dict[Any, list[GameRecord]] = defaultdict(list)
    for one in records:
        if option is not None and option in one.options:
            found[one.options[option]].append(one)
    return found


def _added_up(records: Iterable[GameRecord]) -> GameStatistics:
    return GameStatistics(**msgspec.structs.asdict(Statistics.of(records)))
