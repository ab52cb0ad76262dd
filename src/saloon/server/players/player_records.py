"""A player's records in one game: by options and difficulty, with clean and assisted games separate, and for charts."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.records import GameRecord
from saloon.games import GAMES
from saloon.store import Store
from saloon.store.ratings import RatingPoint, Ratings
from saloon.store.records import PastGame

MOST: Final = 2_000
"""How many of a player's latest games are read."""
_LONGEST_CHART: Final = 1_000
_NEWEST: Final = (1 << 62, "")


class RecordFigures(Struct, frozen=True, rename="camel"):
    """Totals over some games; the bests are those of wins that were played to the end."""

    played: int = 0
    won: int = 0
    fastest_win: int | None = None
    fewest_moves: int | None = None
    best_score: int | None = None


class RecordGroup(Struct, frozen=True, rename="camel"):
    """The games with the same options and difficulty. A game in which the solver was asked is `assisted`."""

    options: dict[str, Any]
    """Those that differ from the game's defaults."""
    difficulty: str | None
    """That of the deal, if one was asked for; null otherwise."""
    clean: RecordFigures
    assisted: RecordFigures


class ChartGame(Struct, frozen=True, rename="camel"):
    """A game as a chart needs it."""

    at: int
    won: bool
    clean: bool
    milliseconds: int
    moves: int
    fewest: int | None
    """The fewest moves of the player's clean wins with the same options; null if there is none."""


class GameRecords(Struct, frozen=True, rename="camel"):
    """A player's records in one game, those played most first, and the latest games and ratings, oldest first."""

    game: str
    groups: list[RecordGroup]
    games: list[ChartGame]
    ratings: list[RatingPoint]


async def records_of(store: Store, ratings: Ratings, player_id: str, game: str) -> GameRecords:
    """Return a player's records in a game."""
    name = GAMES[game].name
    past = [
        (one, one.record)
        for one in reversed(await store.past_games(player_id, name, _NEWEST, MOST))
        if one.record is not None and one.record.counts
    ]
    fewest = _fewest_moves(record for _, record in past)
    chart = [
        ChartGame(
            at=one.finished_at,
            won=record.won,
            clean=not record.assisted,
            milliseconds=record.milliseconds,
            moves=record.move_count,
            fewest=fewest.get(_key(record)),
        )
        for one, record in past[-_LONGEST_CHART:]
    ]
    history = [] if len(GAMES[game].seats) == 1 else await ratings.history(player_id, name, _LONGEST_CHART)
    return GameRecords(name, _groups(name, past), chart, history)


def _fewest_moves(records: Iterable[GameRecord]) -> dict[bytes, int]:
    """Return the fewest moves of clean wins, by options."""
    found: dict[bytes, int] = {}
    for one in records:
        if one.clean_win and one.was_played_out:
            found[_key(one)] = min(one.move_count, found.get(_key(one), one.move_count))
    return found


def _key(record: GameRecord) -> bytes:
    return msgspec.json.encode(record.options, order="sorted")


def _groups(game: str, past: Iterable[tuple[PastGame, GameRecord]]) -> list[RecordGroup]:
    defaults: dict[str, Any] = msgspec.to_builtins(GAMES[game].options())
    found: dict[bytes, tuple[dict[str, Any], str | None, list[GameRecord]]] = {}
    for one, record in past:
        options = {name: value for name, value in sorted(record.options.items()) if defaults.get(name) != value}
        key = msgspec.json.encode((options, one.difficulty))
        found.setdefault(key, (options, one.difficulty, []))[2].append(record)
    ordered = sorted(found.values(), key=lambda group: -len(group[2]))
    return [
        RecordGroup(
            options,
            difficulty,
            _figures(game, [one for one in records if not one.assisted]),
            _figures(game, [one for one in records if one.assisted]),
        )
        for options, difficulty, records in ordered
    ]


def _figures(game: str, records: list[GameRecord]) -> RecordFigures:
    wins = [one for one in records if one.won]
    complete = [one for one in wins if one.was_played_out]
    scores = [one.score for one in complete if one.score is not None]
    best = min if GAMES[game].lowest_wins else max
    return RecordFigures(
        played=len(records),
        won=len(wins),
        fastest_win=min((one.milliseconds for one in complete), default=None),
        fewest_moves=min((one.move_count for one in complete), default=None),
        best_score=best(scores) if scores else None,
    )
