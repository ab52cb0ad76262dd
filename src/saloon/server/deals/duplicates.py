"""Duplicate deals: once a day the same cards for everybody, against the same bots, and a comparison of the results.

The bots are deterministic and seeded by the deal, so whoever plays the same cards in the same order gets the same
result. The seed of a day is random and kept secret until a player has finished: nobody can compute the hands before.
Each player has one try. It counts if it was finished without hints, and if the player had no other table with the deal
before that.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from saloon.core.game import Duplicate
from saloon.core.registry import AnyGame
from saloon.core.seeds import fresh_seed
from saloon.games import GAMES
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.server.tables.seating import Seated, Seating
from saloon.store import Store
from saloon.store.duplicates import DuplicateStore, DuplicateTable
from saloon.store.profiles import Profiles

from .challenges import past_day, read_month
from .daily import FIRST_DAY, today

_COMPARED: Final = 5_000
"""Tables that are compared, the first ones."""
_SHOWN: Final = 10
"""The best players of a day who are named."""
_FRESH: Final = 10_000
"""Milliseconds for which a comparison is not read again."""
_KEPT: Final = 500


class DuplicateDay(Struct, frozen=True, rename="camel"):
    """A player's day with a game's duplicate deal."""

    day: str
    state: Literal["begun", "played"]
    score: int | None
    """The score of a finished game; null if the player left it."""


class DuplicateMonth(Struct, frozen=True, rename="camel"):
    """A month of a player's duplicate deals: the days that were played."""

    game: str
    month: str
    first: str
    """The first day that has a deal."""
    today: str
    days: list[DuplicateDay]


class DuplicatePlace(Struct, frozen=True, rename="camel"):
    """One of the best players of a day. Whoever has closed their profile has neither name nor id here."""

    place: int
    score: int
    name: str | None
    public_id: str | None
    is_you: bool


class DuplicateResult(Struct, frozen=True, rename="camel"):
    """The caller's own result; `place` is null if it does not count."""

    table_id: str
    score: int
    place: int | None


class DuplicateComparison(Struct, frozen=True, rename="camel"):
    """How everybody did with the deal of a day; players with the same score share a place."""

    players: int
    """Players whose result counts."""
    best: int | None
    median: int | None
    worse: int
    """Players with a worse score than the caller's."""
    own: DuplicateResult | None
    places: list[DuplicatePlace]


class _Results(Struct, frozen=True):
    read_at: int
    scores: dict[str, int]
    """The score of each player whose result counts, the best first."""
    named: dict[str, tuple[str, str]]
    """Name and public id of the best players with an open profile."""


class Duplicates:
    """Opens the tables of duplicate deals and compares their results."""

    def __init__(self, store: Store, seating: Seating) -> None:
        self._store = store
        self._duplicates = DuplicateStore(store)
        self._profiles = Profiles(store.database)
        self._seating = seating
        self._read: OrderedDict[tuple[str, str], _Results] = OrderedDict()

    async def month(self, player_id: str, game: str, month: str | None) -> DuplicateMonth:
        """Return a player's month with a game; this month by default."""
        _duplicate_of(game)
        shown = today().isoformat()[:7] if month is None else read_month(month)
        first: dict[str, DuplicateTable] = {}
        for one in await self._duplicates.tables_of(player_id, game):
            if one.day.startswith(shown):
                first.setdefault(one.day, one)
        days = [_day(one) for _, one in sorted(first.items())]
        return DuplicateMonth(game, shown, FIRST_DAY.isoformat(), today().isoformat(), days)

    async def play(self, player_id: str, game: str, day: str, *, address: str) -> Seated:
        """Return the player's unfinished table with the deal of a day, or open one; nobody plays it twice."""
        duplicate, when = _duplicate_of(game), past_day(day).isoformat()
        seed = await self._duplicates.seed(game, when, fresh_seed())
        seats = (NewSeat(), *[NewSeat("bot", duplicate.level)] * (len(GAMES[game].seats) - 1))
        new_table = NewTable(game, _options(GAMES[game], duplicate), seed, seats, private=True)
        return await self._seating.open_once(
            player_id, new_table, lambda: self._unfinished(player_id, game, when), address=address
        )

    async def _unfinished(self, player_id: str, game: str, day: str) -> str | None:
        """Return the player's unfinished table with the deal of a day; refuse a player who has played it."""
        for one in await self._duplicates.tables_of(player_id, game):
            if one.day == day and one.status != "finished":
                return one.table_id
            if one.day == day:
                raise Refused("ALREADY_PLAYED", f"you have played the deal of {day}; everybody has one try")
        return None

    async def compare(self, player_id: str | None, game: str, day: str) -> DuplicateComparison:
        """Return how everybody did with the deal of a day."""
        _duplicate_of(game)
        when = past_day(day).isoformat()
        own = None if player_id is None else await self._own(player_id, game, when)
        finished_at = 0 if own is None else own.finished_at or 0
        results = await self._results(game, when, since=finished_at)
        scores = list(results.scores.values())
        counted = None if player_id is None else results.scores.get(player_id)
        record = None if own is None else own.record
        return DuplicateComparison(
            players=len(scores),
            best=scores[0] if scores else None,
            median=scores[(len(scores) - 1) // 2] if scores else None,
            worse=0 if counted is None else sum(_is_better(game, counted, one) for one in scores),
            own=None
            if own is None or record is None or record.score is None
            else DuplicateResult(own.table_id, record.score, None if counted is None else scores.index(counted) + 1),
            places=_places(results, player_id),
        )

    async def _own(self, player_id: str, game: str, day: str) -> DuplicateTable | None:
        """Return a player's first finished table with the deal of a day."""
        tables = await self._duplicates.tables_of(player_id, game)
        return next((one for one in tables if one.day == day and one.status == "finished"), None)

    async def _results(self, game: str, day: str, *, since: int) -> _Results:
        """Return everybody's results, read a moment ago and not before `since`: players find their own among them."""
        known = self._read.pop((game, day), None)
        if known is None or wall_clock() - known.read_at >= _FRESH or known.read_at <= since:
            known = await self._fetch(game, day)
        self._read[game, day] = known
        if len(self._read) > _KEPT:
            self._read.popitem(last=False)
        return known

    async def _fetch(self, game: str, day: str) -> _Results:
        read_at = wall_clock()
        tables = await self._duplicates.tables_on(game, day, _COMPARED)
        levels = await self._duplicates.levels_at([one.table_id for one in tables])
        scores = counted_scores(GAMES[game], tables, levels)
        best = list(scores)[:_SHOWN]
        names, profiles = await self._store.names(best), await self._profiles.of_players(best)
        named = {
            one: (names[one].name, profiles[one].public_id)
            for one in names
            if one in profiles and profiles[one].is_open
        }
        return _Results(read_at, scores, named)


def counted_scores(
    game: AnyGame, tables: Sequence[DuplicateTable], levels: Mapping[str, Sequence[str | None]]
) -> dict[str, int]:
    """Return the score of each player whose result counts, the best first; tables are in the order of opening."""
    duplicate = _duplicate_of(game.name)
    options, others = _options(game, duplicate), [duplicate.level] * (len(game.seats) - 1)
    by_player: dict[str, list[DuplicateTable]] = defaultdict(list)
    for one in tables:
        by_player[one.player_id].append(one)
    scores = {}
    for player, own in by_player.items():
        first = min((one for one in own if one.finished_at is not None), key=_finished_at, default=None)
        if first is None or first.record is None or first.record.score is None:
            continue
        has_seen_it = any(one is not first and one.created_at <= _finished_at(first) for one in own)
        is_same = first.record.options == options and levels.get(first.table_id) == [None, *others]
        if first.record.finished and not first.record.hints and is_same and not has_seen_it:
            scores[player] = first.record.score
    return dict(sorted(scores.items(), key=lambda one: (one[1] if game.lowest_wins else -one[1], one[0])))


def _places(results: _Results, player_id: str | None) -> list[DuplicatePlace]:
    scores = list(results.scores.values())
    found = []
    for player, score in list(results.scores.items())[:_SHOWN]:
        name, public_id = results.named.get(player, (None, None))
        found.append(DuplicatePlace(scores.index(score) + 1, score, name, public_id, player == player_id))
    return found


def _is_better(game: str, one: int, other: int) -> bool:
    return one < other if GAMES[game].lowest_wins else one > other


def _finished_at(table: DuplicateTable) -> int:
    return table.finished_at or 0


def _day(table: DuplicateTable) -> DuplicateDay:
    if table.status != "finished":
        return DuplicateDay(table.day, "begun", None)
    return DuplicateDay(table.day, "played", None if table.record is None else table.record.score)


def _options(game: AnyGame, duplicate: Duplicate) -> dict[str, Any]:
    options: dict[str, Any] = msgspec.to_builtins(game.options())
    return options | dict(duplicate.options)


def _duplicate_of(game: str) -> Duplicate:
    duplicate = GAMES[game].duplicate
    if duplicate is None:
        raise Refused("NO_CHALLENGES", f"{game} has no duplicate deals")
    return duplicate
