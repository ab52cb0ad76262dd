"""PostgreSQL through asyncpg: a connection pool, one transaction per write; actions of many tables share a commit."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from random import random
from typing import Any, Final, TypeVar

import asyncpg

from .database import Conflict, Row, Statement, StoreUnavailable
from .migrate import is_current, upgrade_sql

_LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that is closed during set-up
)
T = TypeVar("T")

CONNECTIONS: Final = 8
"""The default size of a process's connection pool."""
_PATIENCE: Final = 5.0
_ATTEMPTS: Final = 3
"""How often a batch of several tables is tried before each is written by itself."""
_RACED: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""Errors of a transaction that lost against another and may be run again. By default PostgreSQL reports deadlocks only;
databases that speak its protocol are often serializable."""
_RUNS: Final = 8
"""How often such a transaction is run."""
_MIGRATED_ELSEWHERE: Final = (
    *_RACED,
    asyncpg.UniqueViolationError,
    asyncpg.DuplicateTableError,
    asyncpg.DuplicateColumnError,
    asyncpg.DuplicateObjectError,
    asyncpg.DuplicateFunctionError,
    asyncpg.InternalServerError,  # "tuple concurrently updated", for a function
)
"""Errors of a migration that another process makes at the same time."""
_MIGRATIONS: Final = 20
"""How often a process looks whether another one has migrated."""
_APPEND: Final = """
INSERT INTO entries (table_id, rev, seat, kind, payload, at)
SELECT new.table_id, new.rev, new.seat, new.kind, new.payload, new.at
FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::bigint[], $7::integer[])
    AS new (table_id, rev, seat, kind, payload, at, known)
WHERE new.known = (SELECT coalesce(max(rev), 0) FROM entries WHERE entries.table_id = new.table_id)
RETURNING table_id
"""
"""Adds rows to the logs that still end where the writer last read them (`known`); other tables are left out as a whole.

A process that commits between the snapshot of this statement and its insert makes it fail, by the key or by the
trigger. The next attempt sees what was committed and leaves that table out.
"""


class PostgresDatabase:
    """A database that several processes share."""

    shared = True

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self._url = url
        self._connections = connections
        self._pool: asyncpg.Pool[Any] | None = None
        self._appending = asyncio.Lock()
        """Held while a batch is written, so that batches of this process are written in the order of the calls."""

    async def open(self) -> None:
        """Migrate and connect."""
        try:
            await self._migrate()
            self._pool = await asyncpg.create_pool(
                self._url, min_size=1, max_size=self._connections, command_timeout=_PATIENCE
            )
        except (*_LOST, asyncpg.PostgresError) as error:
            raise StoreUnavailable(f"the database cannot be opened: {error}") from None

    async def _migrate(self) -> None:
        """Migrate in one transaction.

        Of processes that start at the same time one succeeds; the others fail and look again. An advisory lock would be
        simpler, but not every database that speaks PostgreSQL's protocol has one.
        """
        for attempt in range(1, _MIGRATIONS + 1):
            connection = await asyncpg.connect(self._url, timeout=_PATIENCE)
            try:
                known = await connection.fetchval("SELECT to_regclass('alembic_version')")
                revision = await connection.fetchval("SELECT version_num FROM alembic_version") if known else None
                if is_current(revision):
                    return
                await connection.execute(upgrade_sql("postgresql", revision))
            except _MIGRATED_ELSEWHERE:
                if attempt == _MIGRATIONS:
                    raise
            finally:
                await connection.close()
            await asyncio.sleep(attempt * 0.01)

    async def close(self) -> None:
        """Close all connections, including hanging ones."""
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), _PATIENCE)
            except TimeoutError:
                self._pool.terminate()
            self._pool = None

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Return the rows of a query."""
        return await _in_time(self._read(sql, values))

    async def _read(self, sql: str, values: Row) -> list[Row]:
        async def fetch(connection: Any) -> list[Row]:
            return [tuple(row) for row in await connection.fetch(numbered(sql), *values)]

        try:
            async with self._connected().acquire(timeout=_PATIENCE) as connection:
                return await _run_again(connection, fetch)
        except asyncpg.CharacterNotInRepertoireError:
            return []  # text with a NUL, which no row can contain
        except (*_LOST, asyncpg.PostgresError) as error:
            raise StoreUnavailable(f"the database cannot be read: {error}") from None

    async def write(self, *statements: Statement) -> None:
        """Run all statements in one transaction."""
        await _in_time(self._write(statements))

    async def _write(self, statements: Sequence[Statement]) -> None:
        async def write(connection: Any) -> None:
            async with connection.transaction():
                for statement in statements:
                    await _run(connection, statement)

        try:
            async with self._connected().acquire(timeout=_PATIENCE) as connection:
                await _run_again(connection, write)
        except asyncpg.IntegrityConstraintViolationError as conflict:
            raise Conflict(str(conflict)) from None
        except (*_LOST, asyncpg.PostgresError) as error:
            raise StoreUnavailable(f"the database cannot be written: {error}") from None

    async def append(self, rows: Sequence[Row], finishes: Mapping[str, Sequence[Statement]]) -> frozenset[str]:
        """Add rows to the logs of several tables by one statement, except where another process was faster."""
        if not rows:
            return frozenset()
        ordered = sorted(rows, key=lambda row: row[:2])  # in order, so that two processes never deadlock
        known: dict[str, int] = {}
        for table_id, rev, *_ in ordered:
            known.setdefault(table_id, rev - 1)
        columns = [*map(list, zip(*ordered, strict=True)), [known[row[0]] for row in ordered]]
        return frozenset(known.keys() - await _in_time(self._append(columns, finishes)))

    async def _append(self, columns: Sequence[list[Any]], finishes: Mapping[str, Sequence[Statement]]) -> set[str]:
        """Return the tables that were written."""
        try:
            async with self._appending, self._connected().acquire(timeout=_PATIENCE) as connection:
                for attempt in range(1, _ATTEMPTS + 1):
                    try:
                        return await _append_once(connection, columns, finishes)
                    except (asyncpg.IntegrityConstraintViolationError, *_RACED) as conflict:
                        if attempt == _ATTEMPTS:
                            raise Conflict(str(conflict)) from None
            raise AssertionError("the last attempt returns or raises")
        except asyncpg.DataError:  # a value that cannot be stored: a fault of one table alone
            raise
        except (*_LOST, asyncpg.PostgresError) as error:
            raise StoreUnavailable(f"the database cannot be written: {error}") from None

    def _connected(self) -> "asyncpg.Pool[Any]":
        if self._pool is None:
            raise StoreUnavailable("the database is closed")
        return self._pool


async def _append_once(
    connection: Any, columns: Sequence[list[Any]], finishes: Mapping[str, Sequence[Statement]]
) -> set[str]:
    """Add rows and return the tables that were written; a statement alone is a transaction of its own."""
    if not finishes:
        return {row[0] for row in await connection.fetch(_APPEND, *columns)}
    async with connection.transaction():
        written = {row[0] for row in await connection.fetch(_APPEND, *columns)}
        for table_id in sorted(finishes.keys() & written):
            for statement in finishes[table_id]:
                await _run(connection, statement)
    return written


async def _run_again(connection: Any, work: Callable[[Any], Awaitable[T]]) -> T:
    """Run a transaction, and again if it lost against another: the winner's has been committed by then."""
    for attempt in range(1, _RUNS):
        try:
            return await work(connection)
        except _RACED:
            await asyncio.sleep(random() * 0.005 * attempt)
    return await work(connection)


async def _in_time(work: Coroutine[Any, Any, T]) -> T:
    """Wait for the database with a time limit: one that hangs may not even accept a cancellation."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=2 * _PATIENCE)
    if done:
        return task.result()
    task.cancel()
    task.add_done_callback(lambda late: late.cancelled() or late.exception())
    raise StoreUnavailable("the database does not respond")


async def _run(connection: Any, statement: Statement) -> None:
    sql = numbered(statement.sql)
    if len(statement.rows) == 1 or statement.must_change:
        changes = [await connection.execute(sql, *row) for row in statement.rows]
        if statement.must_change and all(status.endswith(" 0") for status in changes):
            raise Conflict(statement.sql)
    else:
        await connection.executemany(sql, statement.rows)


_NUMBERED: Final[dict[str, str]] = {}


def numbered(sql: str) -> str:
    """Return SQL with PostgreSQL's `$1`, `$2` … in place of the question marks."""
    if sql not in _NUMBERED:
        numbers = iter(range(1, 1 + sql.count("?")))
        _NUMBERED[sql] = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
    return _NUMBERED[sql]
