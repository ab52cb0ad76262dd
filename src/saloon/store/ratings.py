"""Player ratings: a fold of the results, in the order in which they were written.

Which matches count is decided when a result is written (`table/rated.py`). Only the rule about players who share a
network address is applied here, because it depends on the other matches of that day.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.bots import levels
from saloon.bots.ratings import NEWCOMER, places, rated
from saloon.core.bots import Rating
from saloon.core.errors import SaloonError
from saloon.core.game import Outcome, Seat
from saloon.games import GAMES
from saloon.table.rated import VOID, RatingNote

from .database import Conflict, Row, Statement
from .store import RESULT_DAMAGED, Result, Store, StoredSeat

_logger = logging.getLogger(__name__)

_AT_ONCE: Final = 100
"""Matches per batch."""
_DAY: Final = 86_400_000
"""Milliseconds per day."""


class PlayerRating(Struct, frozen=True):
    """A player's rating in one game, and how many matches it includes."""

    rating: Rating = NEWCOMER
    matches: int = 0


class Match(Struct, frozen=True):
    """A match, read from its results; `at` is when the results to be rated now were written, from `seat` on."""

    table_id: str
    seat: Seat
    at: int
    game: str
    outcome: Outcome | None
    seats: Sequence[StoredSeat]
    results: Mapping[Seat, tuple[int, Result]]
    shared: Mapping[Seat, str]
    """Network addresses that several of its players share, with the seats of those players."""

    @property
    def day(self) -> int:
        """The UTC day of its end, counted since 1970."""
        return self.at // _DAY

    def to_rate(self) -> list[Result]:
        """Return the results to be rated now, without that of a player who left before playing a card."""
        first = self.results[self.seat][1]
        if not first.record.finished:
            return [first] if first.record.counts else []
        written = [one for at, one in self.results.values() if at == self.at and one.record.finished]
        return [one for one in written if one.note not in VOID]

    def player(self, seat: Seat) -> str | None:
        """Return who sat there at the time; None if it was a bot, possibly in place of a player who had left."""
        at, result = self.results.get(seat, (self.at, None))
        if at < self.at:
            return None
        return self.seats[seat].player_id if result is None else result.player_id


class Damaged(Struct, frozen=True):
    """A match that cannot be rated because its stored data is invalid."""

    table_id: str
    seat: Seat
    why: str


RatingsByPlayer = dict[tuple[str, str], PlayerRating]
"""Ratings by player and game."""
Raises = set[tuple[str, int]]
"""Addresses with the days on which a match between players of that address raised a rating."""


class RatingPoint(Struct, frozen=True):
    """A rating after a number of matches, the last of which ended at a time (milliseconds since 1970)."""

    at: int
    matches: int
    mean: float
    uncertainty: float
    shown: int


class Fold(Struct, frozen=True):
    """The changes of one fold: ratings, raises per address, and results that turned out to be restricted.

    `failed` are the matches that could not be rated.
    """

    ratings: RatingsByPlayer
    raises: Raises
    notes: Sequence[tuple[RatingNote, str, Seat]]
    failed: Sequence[Damaged]
    history: Sequence[tuple[str, str, int, int, float, float]]
    """The rating of a player in a game after a number of matches, at a time."""


class Ratings:
    """Keeps the ratings up to date; each match is rated once, by the first process to do so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folding = asyncio.Lock()

    async def of(self, player_id: str) -> dict[str, PlayerRating]:
        """Return a player's ratings by game, including every finished match."""
        await self.fold()
        return {game: rating for (_, game), rating in (await self._known([player_id])).items()}

    async def known(self, player_id: str, game: str) -> PlayerRating:
        """Return a player's rating in a game as it was last written."""
        return (await self._known([player_id])).get((player_id, game), PlayerRating())

    async def history(self, player_id: str, game: str, limit: int) -> list[RatingPoint]:
        """Return a player's latest ratings in a game, oldest first."""
        await self.fold()
        sql = (
            "SELECT at, matches, mean, uncertainty FROM rating_history WHERE player_id = ? AND game = ?"
            f" ORDER BY matches DESC LIMIT {int(limit)}"
        )
        rows = await self._store.database.read(sql, player_id, game)
        return [
            RatingPoint(at, matches, mean, uncertainty, Rating(mean, uncertainty).shown)
            for at, matches, mean, uncertainty in reversed(rows)
        ]

    async def fold(self) -> None:
        """Rate the matches that ended since the last time. A match that cannot be rated is set aside alone."""
        async with self._folding:
            while waiting := await self._waiting():
                matches = [match for match in waiting if isinstance(match, Match)]
                known = await self._known({one for match in matches for one in _players(match)})
                raised = await self._raised({one for match in matches for one in match.shared.values()})
                fold = await asyncio.to_thread(_folded, matches, known, raised)
                damaged = [*(match for match in waiting if isinstance(match, Damaged)), *fold.failed]
                try:
                    await self._write(waiting, fold, damaged)
                except Conflict:  # another process has rated some of them; read again what is left
                    continue
                for one in damaged:
                    _logger.error(
                        "the match at table %s could not be rated and was set aside: %s", one.table_id, one.why
                    )

    async def notes(self, table_id: str) -> dict[Seat, RatingNote | None] | None:
        """Return the notes on the results of a match, by seat; None while some are not rated yet."""
        sql = (
            "SELECT seat, rating_note, (SELECT count(*) FROM unrated WHERE unrated.table_id = results.table_id)"
            " FROM results WHERE table_id = ?"
        )
        rows = await self._store.database.read(sql, table_id)
        return None if any(waiting for _, _, waiting in rows) else {seat: note for seat, note, _ in rows}

    async def _waiting(self) -> "list[Match | Damaged]":
        sql = (
            "SELECT unrated.table_id, unrated.seat, results.finished_at, tables.game, tables.outcome FROM unrated"
            " JOIN results ON results.table_id = unrated.table_id AND results.seat = unrated.seat"
            " JOIN tables ON tables.table_id = unrated.table_id"
            f" ORDER BY results.finished_at, unrated.table_id, unrated.seat LIMIT {_AT_ONCE}"
        )
        rows = await self._store.database.read(sql)
        if not rows:
            return []
        tables = sorted({row[0] for row in rows})
        seats, results = await self._store.seats(tables), await self._store.results(tables)
        shared = await self._shared(tables)
        return [_match(row, seats, results, shared) for row in rows]

    async def _shared(self, table_ids: Sequence[str]) -> Mapping[str, Mapping[Seat, str]]:
        """Return the addresses that players of a table share, by table and seat; players who left count too."""
        marks = ", ".join("?" * len(table_ids))
        sql = f"SELECT table_id, seat, player_id, address FROM presence WHERE table_id IN ({marks})"
        people: dict[tuple[str, str], dict[Seat, str]] = defaultdict(dict)
        for table_id, seat, player_id, address in await self._store.database.read(sql, *table_ids):
            if address is not None:
                people[table_id, address][seat] = player_id
        shared: dict[str, dict[Seat, str]] = defaultdict(dict)
        for (table_id, address), players in people.items():
            if len(set(players.values())) > 1:
                shared[table_id] |= dict.fromkeys(players, address)
        return shared

    async def _raised(self, addresses: Iterable[str]) -> Raises:
        wanted = sorted(addresses)
        marks = ", ".join("?" * len(wanted))
        sql = f"SELECT address, day FROM address_raises WHERE address IN ({marks})"
        return {(address, day) for address, day in await self._store.database.read(sql, *wanted)} if wanted else set()

    async def _known(self, player_ids: Iterable[str]) -> RatingsByPlayer:
        wanted = sorted(player_ids)
        if not wanted:
            return {}
        marks = ", ".join("?" * len(wanted))
        sql = f"SELECT player_id, game, mean, uncertainty, matches FROM ratings WHERE player_id IN ({marks})"
        rows = await self._store.database.read(sql, *wanted)
        return {(player, game): PlayerRating(Rating(mu, sigma), matches) for player, game, mu, sigma, matches in rows}

    async def _write(self, matches: "Sequence[Match | Damaged]", fold: Fold, damaged: Sequence[Damaged]) -> None:
        rated_now = "DELETE FROM unrated WHERE table_id = ? AND seat = ?"
        sql = (
            "INSERT INTO ratings (player_id, game, mean, uncertainty, matches) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (player_id, game) DO UPDATE SET mean = excluded.mean, uncertainty = excluded.uncertainty,"
            " matches = excluded.matches"
        )
        rows = [(*key, one.rating.mu, one.rating.sigma, one.matches) for key, one in sorted(fold.ratings.items())]
        done = [Statement(rated_now, [(match.table_id, match.seat)], must_change=True) for match in matches]
        point = (
            "INSERT INTO rating_history (player_id, game, matches, at, mean, uncertainty) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (player_id, game, matches) DO UPDATE SET at = excluded.at, mean = excluded.mean,"
            " uncertainty = excluded.uncertainty"
        )
        raised = "INSERT INTO address_raises (address, day) VALUES (?, ?)"
        noted = "UPDATE results SET rating_note = ? WHERE table_id = ? AND seat = ?"
        together = "SELECT own.finished_at FROM results AS own WHERE own.table_id = ? AND own.seat = ?"
        aside = f"UPDATE results SET rating_note = ? WHERE table_id = ? AND finished_at = ({together})"
        changes = [
            Statement(sql, rows),
            Statement(point, fold.history),
            Statement(raised, sorted(fold.raises)),
            Statement(noted, fold.notes),
            Statement(aside, [(RESULT_DAMAGED, one.table_id, one.table_id, one.seat) for one in damaged]),
        ]
        await self._store.database.write(*done, *(one for one in changes if one.rows))


def _match(
    row: Row,
    seats: Mapping[str, Sequence[StoredSeat]],
    results: Mapping[str, Mapping[Seat, tuple[int, Result]]],
    shared: Mapping[str, Mapping[Seat, str]],
) -> Match | Damaged:
    table_id, seat, at, game, outcome = row
    try:
        ended = None if outcome is None else msgspec.json.decode(outcome, type=Outcome)
        match = Match(table_id, seat, at, game, ended, seats[table_id], results[table_id], shared.get(table_id, {}))
        match.to_rate(), _players(match)
        if ended is not None and len(ended.scores) != len(match.seats):
            raise ValueError(f"there are {len(match.seats)} seats, but {len(ended.scores)} scores")
    except Exception as error:
        return Damaged(table_id, seat, _why(error))
    return match


def _why(error: Exception) -> str:
    return error.reason if isinstance(error, SaloonError) else f"{type(error).__name__}: {error}"


def _players(match: Match) -> list[str]:
    return [player for seat in match.seats if (player := match.player(seat.seat)) is not None]


def _folded(matches: Sequence[Match], known: RatingsByPlayer, raised: Raises) -> Fold:
    """Rate matches in order. A restricted result never raises a rating."""
    after: RatingsByPlayer = {}
    raises: Raises = set()
    notes: list[tuple[RatingNote, str, Seat]] = []
    failed: list[Damaged] = []
    history: list[tuple[str, str, int, int, float, float]] = []
    for match in matches:
        used = {address for address in match.shared.values() if (address, match.day) in raised | raises}
        try:
            changes = _rated(match, known | after)
        except Exception as error:
            failed.append(Damaged(match.table_id, match.seat, _why(error)))
            continue
        for result, rating in changes:
            address, note = match.shared.get(result.seat), result.note
            if note is None and address in used:
                note = "SAME_ADDRESS"
                notes.append((note, match.table_id, result.seat))
            before = (known | after).get((result.player_id, match.game), PlayerRating())
            rises = rating.is_above(before.rating)
            if rises and note is not None:
                continue
            if rises and address is not None:
                raises.add((address, match.day))
            count = before.matches + 1
            after[result.player_id, match.game] = PlayerRating(rating, count)
            history.append((result.player_id, match.game, count, match.at, rating.mu, rating.sigma))
    return Fold(after, raises, notes, failed, history)


def _rated(match: Match, known: RatingsByPlayer) -> list[tuple[Result, Rating]]:
    """Return the new ratings of the players rated now. A player who left ranks behind all who stayed."""
    results = match.to_rate()
    if not results:
        return []
    before = [_before(match, seat, known) for seat in match.seats]
    if results[0].record.finished and match.outcome is not None:
        came = places(GAMES[match.game], match.outcome.winners, match.outcome.scores)
    else:
        came = [float(seat.seat == results[0].seat) for seat in match.seats]
    after = rated(before, came)
    return [(result, after[result.seat]) for result in results]


def _before(match: Match, seat: StoredSeat, known: RatingsByPlayer) -> Rating:
    """Return the previous rating of a seat's player, or the measured strength of its bot."""
    player = match.player(seat.seat)
    if player is not None:
        return known.get((player, match.game), PlayerRating()).rating
    level: Any = levels(GAMES[match.game]).get(seat.level or "")
    return level.rating if level is not None and level.rating is not None else NEWCOMER
