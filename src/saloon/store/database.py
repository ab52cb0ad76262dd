"""The database interface that SQLite and PostgreSQL implement; SQL has `?` for values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from saloon.core.errors import BadInput, SaloonError

Row = tuple[Any, ...]

ADD_ENTRY: Final = "INSERT INTO entries (table_id, rev, seat, kind, payload, at) VALUES (?, ?, ?, ?, ?, ?)"
_MOST_VALUES: Final = 10_000
"""The most values in one query; PostgreSQL allows 32,767."""


class Conflict(Exception):
    """A row exists already, or a condition did not hold: another process was faster. Nothing was written."""


class StoreUnavailable(SaloonError):
    """The database cannot be reached or cannot write; nothing was acknowledged that it does not hold."""

    default_code = "STORE_UNAVAILABLE"


class TableDamaged(SaloonError):
    """A stored table that cannot be read or played, because its row, log or rules version is invalid here.

    Unlike after StoreUnavailable, trying again does not help. The reason never names a card.
    """

    default_code = "TABLE_DAMAGED"

    def __init__(self, table_id: str, reason: str, code: str | None = None) -> None:
        super().__init__(reason, code)
        self.table_id = table_id


class Statement(Struct, frozen=True, gc=False):
    """One SQL statement for one or more rows; `must_change` makes it a Conflict if it changes nothing."""

    sql: str
    rows: Sequence[Row]
    must_change: bool = False


class Database(Protocol):
    """What the store needs from a database."""

    shared: bool
    """Whether several processes may use it at the same time."""

    async def open(self) -> None:
        """Connect and bring the schema up to date."""
        ...

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
        ...

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Return the rows of a query."""
        ...

    async def write(self, *statements: Statement) -> None:
        """Run all statements or none; return once they are durable. Raise Conflict or StoreUnavailable."""
        ...

    async def append(self, rows: Sequence[Row], finishes: Mapping[str, Sequence[Statement]]) -> frozenset[str]:
        """Add rows of `ADD_ENTRY` to the logs of several tables in one commit; return once they are durable.

        `finishes` holds what is written together with the rows of a table. Return the tables that were left out because
        another process was faster there. Raise Conflict or StoreUnavailable if nothing was written at all.
        """
        ...


def open_database(url: str, *, serving: bool = False, connections: int | None = None) -> Database:
    """Return the database of a URL: `sqlite:///path`, or `postgresql://…`. A server says that it is `serving`.

    `connections` is the size of PostgreSQL's pool.
    """
    if url in ("sqlite:///", "sqlite:///:memory:"):
        raise BadInput(f"{url!r} names no database file; write sqlite:///path", "BAD_DATABASE")
    if url.startswith("sqlite:///"):
        from .sqlite import SqliteDatabase

        return SqliteDatabase(url.removeprefix("sqlite:///"), serving=serving)
    if url.startswith(("postgresql://", "postgres://")):
        from .postgres import CONNECTIONS, PostgresDatabase

        return PostgresDatabase(url, connections or CONNECTIONS)
    raise BadInput(
        f"{url!r} is not a supported database; write sqlite:///path or postgresql://user@host/name", "BAD_DATABASE"
    )


def portions(values: Sequence[str]) -> Iterable[Sequence[str]]:
    """Split values into as many as one query may have."""
    return (values[first : first + _MOST_VALUES] for first in range(0, len(values), _MOST_VALUES))
