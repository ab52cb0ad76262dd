"""The database interface. A few calls that SQLite and PostgreSQL both answer; SQL with `?` for values."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from saloon.core.errors import BadInput, SaloonError

Row = tuple[Any, ...]


class Conflict(Exception):
    """A row is there already, or a condition did not hold: another process was faster. Nothing was written."""


class StoreUnavailable(SaloonError):
    """The database cannot be reached or cannot write; nothing was acknowledged that is not in it."""

    default_code = "STORE_UNAVAILABLE"


class TableDamaged(SaloonError):
    """A stored table that cannot be read or played: its row, its log or its rules are not what this program knows.

    Trying again does not help, unlike with StoreUnavailable. The reason never names a card.
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
    """What a store needs of a database."""

    shared: bool
    """Whether several processes may use it at once."""

    async def open(self) -> None:
        """Connect and bring the schema up to date."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go."""
        ...

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Return the rows of a query."""
        ...

    async def write(self, *statements: Statement) -> None:
        """Do all statements or none; return once they are durable. Raise Conflict or StoreUnavailable."""
        ...


def open_database(url: str) -> Database:
    """Return the database of a URL: `sqlite:///path`, or `postgresql://…`."""
    if url in ("sqlite:///", "sqlite:///:memory:"):
        raise BadInput(f"{url!r} names no file to keep the tables in; write sqlite:///path", "BAD_DATABASE")
    if url.startswith("sqlite:///"):
        from .sqlite import SqliteDatabase

        return SqliteDatabase(url.removeprefix("sqlite:///"))
    if url.startswith(("postgresql://", "postgres://")):
        from .postgres import PostgresDatabase

        return PostgresDatabase(url)
    raise BadInput(
        f"{url!r} is not a supported database; write sqlite:///path or postgresql://user@host/name", "BAD_DATABASE"
    )
