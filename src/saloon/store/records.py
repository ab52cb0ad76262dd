"""The stored values: tables, seats, entries and results; and decoding the row of a table."""

from collections.abc import Sequence
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import Struct

from saloon.core.errors import quoted
from saloon.core.game import Outcome, Seat
from saloon.core.records import GameRecord
from saloon.table.rated import RatingNote

from .database import Row, TableDamaged

Status = Literal["waiting", "active", "finished"]
SeatKind = Literal["human", "bot"]
Standing = tuple[bool, str | None, int, int, str | None]
"""A table's status, its rematch, how many players sit there, how often seats changed hands, and why it was ended.

Equal standings mean the same players on the same seats.
"""
Version = tuple[Status, str | None, int, int, str | None]
"""The same with the status: any change in the row of a table or in its seats changes it."""


class Position(Struct, frozen=True):
    """How far a table has come in the database; a process that finds it unchanged has nothing to read."""

    version: Version
    rev: int


class StoredSeat(Struct, frozen=True):
    """Who sits there: a player, a bot of some level, or nobody yet."""

    seat: Seat
    kind: SeatKind
    level: str | None = None
    player_id: str | None = None
    generation: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the seat is open."""
        return self.kind == "human" and self.player_id is None


class StoredEntry(Struct, frozen=True, gc=False):
    """One accepted action of a log; `rev` is the revision after it."""

    rev: int
    seat: Seat
    kind: str
    payload: str
    at: int | None = None


class Origin(Struct, frozen=True, rename="camel"):
    """Where a game was continued from: a step of another table's log."""

    table_id: str
    step: int


class StoredTable(Struct, frozen=True):
    """A table without its log. Times are milliseconds since 1970."""

    table_id: str
    game: str
    rules_version: str
    seed: str
    nonce: str
    options: dict[str, Any]
    dealt_to: tuple[SeatKind, ...]
    """Which seats were human at the deal; the rules for helpers depend on that, not on who sits there later."""
    host: str
    created_at: int
    seats: tuple[StoredSeat, ...]
    start: Any = None
    private: bool = False
    seeded: bool = False
    """Whether a player chose the seed; such a game is not rated."""
    status: Status = "waiting"
    started_at: int | None = None
    finished_at: int | None = None
    outcome: Outcome | None = None
    rematch: str | None = None
    clock_start: int | None = None
    """When play began, by the server clock; tables of version 0.1 have none and count from `started_at`."""
    timed: bool = False
    """Whether a clock runs, so that the table must be in memory even if nobody is connected."""
    difficulty: str | None = None
    """The difficulty that was asked for, of a solitaire dealt so that it can be won; older tables have none."""
    ended: str | None = None
    """The reason why an operator ended or voided the table."""
    origin: Origin | None = None
    """Where the game was continued from. Such a game is practice: it has no result, so nothing counts it."""

    @property
    def begun(self) -> int | None:
        """When play began, by the server clock."""
        return self.started_at if self.clock_start is None else self.clock_start

    def may_be_seen_by(self, seat: Seat | None, player_id: str | None) -> bool:
        """Whether a player may look at the table.

        A private one with a single person is for that person only, even after leaving.
        """
        return not self.private or self.dealt_to.count("human") > 1 or seat is not None or player_id == self.host

    @property
    def standing(self) -> Standing:
        """The part of a table that changes when a player joins or leaves, play begins, or a rematch is opened."""
        return self.status == "waiting", *self.version[1:]

    @property
    def version(self) -> Version:
        """What changes whenever the row or its seats do."""
        seated = sum(seat.player_id is not None for seat in self.seats)
        return self.status, self.rematch, seated, sum(seat.generation for seat in self.seats), self.ended


class Seen(Struct, frozen=True):
    """A player seen at a table, by socket or request; `address` is a keyed hash of their address."""

    table_id: str
    seat: Seat
    player_id: str
    address: str | None = None


class Result(Struct, frozen=True):
    """The result of a finished game for one player."""

    seat: Seat
    player_id: str
    game: str
    record: GameRecord
    note: RatingNote | None = None
    """Why it does not count for a rating, or can only lower it."""


class PastGame(Struct, frozen=True):
    """A finished game of a player, as its row of results has it; `record` is None if it cannot be read."""

    table_id: str
    seat: Seat
    finished_at: int
    record: GameRecord | None
    difficulty: str | None


class DailyTable(Struct, frozen=True):
    """A player's table with a daily deal."""

    game: str
    day: str
    table_id: str
    status: Status
    touched: bool
    """Whether the player did anything besides asking for help."""
    finished_at: int | None
    record: GameRecord | None


class Finish(Struct, frozen=True):
    """The end of a game, written together with the action that ended it."""

    at: int
    outcome: Outcome
    results: tuple[Result, ...]


class Addition(Struct, frozen=True, gc=False):
    """The accepted actions of a table that have to be written."""

    table_id: str
    entries: Sequence[StoredEntry]
    finish: Finish | None = None


TABLE_COLUMNS: Final = (
    "table_id, game, rules_version, seed, nonce, options, dealt_to, host, created_at, start, private, seeded, status,"
    " started_at, finished_at, outcome, rematch, clock_start, timed, difficulty, ended, origin, origin_step"
)


def read_table(row: Row, seats: tuple[StoredSeat, ...]) -> StoredTable:
    """Return the table of a row of `TABLE_COLUMNS` and its seats. Raise TableDamaged if they are invalid."""
    try:
        return _checked(_decoded(row, seats))
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise TableDamaged(row[0], f"its row cannot be read: {error}") from None


def _checked(table: StoredTable) -> StoredTable:
    if not isinstance(table.options, dict):
        raise ValueError("the options are not names with values")
    if table.status not in get_args(Status):
        raise ValueError(f"its status is {quoted(table.status)}")
    if not {*table.dealt_to, *(seat.kind for seat in table.seats)} <= {*get_args(SeatKind)}:
        raise ValueError("a seat is neither a human's nor a bot's")
    if not table.seats or [seat.seat for seat in table.seats] != [*range(len(table.seats))]:
        raise ValueError("seats are missing")
    return table


def _decoded(row: Row, seats: tuple[StoredSeat, ...]) -> StoredTable:
    (table_id, game, rules_version, seed, nonce, options, dealt_to, host, created_at, start, private, seeded, status,
     started_at, finished_at, outcome, rematch, clock_start, timed, difficulty, ended, origin,
     origin_step) = row  # fmt: skip
    return StoredTable(
        table_id=table_id,
        game=game,
        rules_version=rules_version,
        seed=seed,
        nonce=nonce,
        options=msgspec.json.decode(options),
        dealt_to=tuple(msgspec.json.decode(dealt_to)),
        host=host,
        created_at=created_at,
        seats=seats,
        start=None if start is None else msgspec.json.decode(start),
        private=bool(private),
        seeded=bool(seeded),
        status=status,
        started_at=started_at,
        finished_at=finished_at,
        outcome=None if outcome is None else msgspec.json.decode(outcome, type=Outcome),
        rematch=rematch,
        clock_start=clock_start,
        timed=bool(timed),
        difficulty=difficulty,
        ended=ended,
        origin=None if origin is None else Origin(origin, origin_step),
    )


def as_json(value: Any) -> str:
    """Return a value as the text that a column holds."""
    return msgspec.json.encode(value).decode()
