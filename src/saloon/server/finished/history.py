"""A player's finished games: filtered, paged, and exported with their logs as one file."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Raw, Struct

from saloon.core.errors import BadInput, SaloonError, quoted
from saloon.core.game import seat_name
from saloon.core.records import GameRecord
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.store import Store
from saloon.store.players import PlayerName
from saloon.store.records import PastGame, StoredSeat

from .replays import Replays

PAGE: Final = 20
LONGEST_PAGE: Final = 100
_SCANNED: Final = 200
"""Rows read at once while a page is filled."""
_NEWEST: Final = (1 << 62, "")
_PASSING: Final = frozenset({"REPLAY_BUSY", "STORE_UNAVAILABLE"})
"""Refusals that do not concern the game itself: they end an export, so that it can be repeated."""

GameResult = Literal["won", "wonAssisted", "drawn", "lost"]


class Opponent(Struct, frozen=True, rename="camel"):
    """Somebody else at the table: a player by name, or a bot by its level."""

    seat: str
    kind: Literal["human", "bot"]
    name: str | None
    level: str | None
    is_bot: bool = False
    """Whether the player is a bot account."""


class FinishedGame(Struct, frozen=True, rename="camel"):
    """A finished game of the caller."""

    table_id: str
    game: str
    finished_at: int
    """Milliseconds since 1970."""
    seat: str
    result: GameResult
    left: bool
    """Whether the caller left before the end, which counts as lost."""
    reason: str | None
    difficulty: str | None
    """The difficulty that was asked for, of a solitaire; null if none was."""
    options: dict[str, Any]
    score: int | None
    moves: int
    milliseconds: int
    hints: int
    undos: int
    opponents: tuple[Opponent, ...]


class HistoryPage(Struct, frozen=True):
    """Some finished games, newest first; `next` is the `before` of the following page, null if there is none."""

    games: list[FinishedGame]
    next: str | None


class HistoryFilter(Struct, frozen=True):
    """Which games to return; None matches any."""

    game: str | None = None
    result: GameResult | None = None
    difficulty: str | None = None
    """The difficulty of a deal, or the level of a bot at the table."""
    opponent: str | None = None
    """Part of the name of another player, in any case."""

    def matches(self, one: FinishedGame) -> bool:
        """Return whether a game is one of those; `game` is left to the database."""
        levels = {one.difficulty, *(other.level for other in one.opponents)}
        part = (self.opponent or "").casefold()
        return (
            self.result in (None, one.result)
            and (self.difficulty is None or self.difficulty in levels)
            and (not part or any(part in (other.name or "").casefold() for other in one.opponents))
        )


class ExportedGame(Struct, frozen=True, tag_field="kind", tag="game"):
    """A line of an export: a game with its log, or why its log cannot be written."""

    summary: FinishedGame
    log: Raw | None
    problem: str | None = None


class ExportEnd(Struct, frozen=True, tag_field="kind", tag="end"):
    """The last line of a complete export."""

    games: int


class ExportFailed(Struct, frozen=True, tag_field="kind", tag="failed"):
    """The last line of an export that failed."""

    code: str
    reason: str


class History:
    """Reads the finished games of players."""

    def __init__(self, store: Store, replays: Replays) -> None:
        self._store = store
        self._replays = replays

    async def page(
        self, player_id: str, wanted: HistoryFilter, before: str | None = None, limit: int = PAGE
    ) -> HistoryPage:
        """Return the first games that a filter matches, newest first, after those that a page ended with."""
        if not 1 <= limit <= LONGEST_PAGE:
            raise BadInput(f"a page has 1 to {LONGEST_PAGE} games, not {limit}", "BAD_REQUEST")
        found: list[FinishedGame] = []
        async for one in self._games(player_id, wanted, _NEWEST if before is None else _position(before)):
            if len(found) == limit:
                return HistoryPage(found, f"{found[-1].finished_at}-{found[-1].table_id}")
            found.append(one)
        return HistoryPage(found, None)

    async def export(self, player_id: str, wanted: HistoryFilter, requester: Requester) -> AsyncIterator[bytes]:
        """Yield the games that a filter matches with their logs, one JSON object per line; the last is `end`."""
        count = 0
        try:
            async for one in self._games(player_id, wanted, _NEWEST):
                yield _line(await self._exported(one, requester))
                count += 1
        except SaloonError as error:
            yield _line(ExportFailed(error.code, error.reason))
        else:
            yield _line(ExportEnd(count))

    async def _exported(self, one: FinishedGame, requester: Requester) -> ExportedGame:
        """Return a game with its log. A damaged table must not spoil the export of the others."""
        try:
            return ExportedGame(one, Raw(await self._replays.log_of(one.table_id, requester)))
        except Refused as refused:
            if refused.code in _PASSING:
                raise
            return ExportedGame(one, None, refused.code)

    async def _games(
        self, player_id: str, wanted: HistoryFilter, position: tuple[int, str]
    ) -> AsyncIterator[FinishedGame]:
        while True:
            rows = await self._store.past_games(player_id, wanted.game, position, _SCANNED)
            for one in await self._finished(player_id, rows):
                if wanted.matches(one):
                    yield one
            if len(rows) < _SCANNED:
                return
            position = rows[-1].finished_at, rows[-1].table_id

    async def _finished(self, player_id: str, rows: Sequence[PastGame]) -> list[FinishedGame]:
        """Return the games that count, with all names. Players who left a table are known from their results there."""
        table_ids = [one.table_id for one in rows]
        seats, results = await self._store.seats(table_ids), await self._store.results(table_ids)
        players = {
            (table_id, seat.seat): results[table_id][seat.seat][1].player_id
            if seat.seat in results.get(table_id, {})
            else seat.player_id
            for table_id, all_seats in seats.items()
            for seat in all_seats
        }
        names = await self._store.names(one for one in players.values() if one is not None and one != player_id)
        found = []
        for row in rows:
            if row.record is not None and row.record.counts:
                others = [seat for seat in seats.get(row.table_id, ()) if seat.seat != row.seat]
                opponents = tuple(_opponent(seat, names.get(players[row.table_id, seat.seat] or "")) for seat in others)
                found.append(_finished_game(row, row.record, opponents))
        return found


def _finished_game(row: PastGame, record: GameRecord, opponents: tuple[Opponent, ...]) -> FinishedGame:
    return FinishedGame(
        table_id=row.table_id,
        game=record.game,
        finished_at=row.finished_at,
        seat=seat_name(row.seat),
        result=_result(record),
        left=not record.finished,
        reason=record.reason,
        difficulty=row.difficulty,
        options=record.options,
        score=record.score,
        moves=record.move_count,
        milliseconds=record.milliseconds,
        hints=record.hints,
        undos=record.undos,
        opponents=opponents,
    )


def _opponent(seat: StoredSeat, player: PlayerName | None) -> Opponent:
    if player is not None:
        return Opponent(seat_name(seat.seat), "human", player.name, None, player.is_bot)
    return Opponent(seat_name(seat.seat), seat.kind, None, seat.level)


def _result(record: GameRecord) -> GameResult:
    if record.won:
        return "wonAssisted" if record.assisted else "won"
    return "drawn" if record.drawn else "lost"


def _position(before: str) -> tuple[int, str]:
    """Return where a page begins; `before` is the `next` of the page before it."""
    at, _, table_id = before.partition("-")
    if not at.isascii() or not at.isdecimal() or len(at) > 15:
        raise BadInput(f"{quoted(before)} is not the `next` of a page", "BAD_REQUEST")
    return int(at), table_id


def _line(event: ExportedGame | ExportEnd | ExportFailed) -> bytes:
    return msgspec.json.encode(event) + b"\n"
