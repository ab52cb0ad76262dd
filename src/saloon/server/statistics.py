"""A player's statistics, game by game: stored results added up, with ratings, and all of Meridian's own figures."""

from collections.abc import Iterable, Sequence

import msgspec

from saloon.core.records import GameRecord
from saloon.games.meridian.statistics import STALEMATES, FinishedGame, Summary
from saloon.store import Store
from saloon.store.ratings import Ratings
from saloon.table import Statistics
from saloon.table.statistics import Strength


class GameStatistics(Statistics, frozen=True, rename="camel"):
    """How a player fared in one game."""

    meridian: Summary | None = None
    """Meridian Master's own statistics."""


async def statistics_of(store: Store, ratings: Ratings, player_id: str) -> dict[str, GameStatistics]:
    """Return a player's statistics by game; each mode of Meridian is also listed separately."""
    rated = await ratings.of(player_id)
    records = [one for one in await store.records(player_id) if _counts(one)]
    names = sorted({one.game for one in records})
    found = {name: _added_up(one for one in records if one.game == name) for name in names}
    meridian = [one for one in records if one.game == "meridian"]
    for mode in sorted({one.options["mode"] for one in meridian if "mode" in one.options}):
        found[f"meridian/{mode}"] = _added_up(one for one in meridian if one.options.get("mode") == mode)
    if meridian:
        summary = Summary.of(finished_games(meridian))
        found["meridian"] = msgspec.structs.replace(found["meridian"], meridian=summary)
    for name, one in rated.items():
        strength = Strength(one.rating.mu, one.rating.sigma, one.rating.shown, one.matches)
        found[name] = msgspec.structs.replace(found.get(name, GameStatistics()), rating=strength)
    return found


def _counts(record: GameRecord) -> bool:
    """Whether a result counts: not a game of Meridian in which no card was moved. [MM-131]"""
    return record.counts and not (record.game == "meridian" and record.moves == 0)


def _added_up(records: Iterable[GameRecord]) -> GameStatistics:
    return GameStatistics(**msgspec.structs.asdict(Statistics.of(records)))


def finished_games(records: Sequence[GameRecord]) -> list[FinishedGame]:
    """Return the games of Meridian among a player's results as Meridian's statistics count them."""
    return [
        FinishedGame(
            mode=one.options.get("mode", "classic"),
            won=one.won,
            efficiency=one.score or 0,
            undos=one.undos,
            milliseconds=one.milliseconds,
            hints=one.hints,
            moves=one.moves,
            stalemate=None if one.reason is None else one.reason in STALEMATES,
        )
        for one in records
        if one.game == "meridian" and _counts(one)
    ]
