"""SQLite: one writer thread that commits in batches, so that many actions share one disk sync."""

import asyncio
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final

from .claim import keep_private
from .database import ADD_ENTRY, Conflict, Row, Statement, StoreUnavailable
from .journal import MISSING, lacks_journal, leave, mark_in_use, mark_unused
from .migrate import is_current, upgrade_sql

_logger = logging.getLogger(__name__)

LARGEST_BATCH: Final = 512
CHECKPOINT_PAGES: Final = 4_000
"""Pages of the write-ahead log after which a checkpoint moves them into the database file: sixteen megabytes. Commits
take longer during a checkpoint, so there are few. Overwriting old pages of the log takes little more than half the
time of extending it, so the log is kept at about the same length."""
_PAGES: Final = 2
"""Pages of a commit in addition to one per row: the end of the log and its parent pages."""
_BUSY_SECONDS: Final = 5.0


class _Job:
    """Statements that run together, and the future that waits for them."""

    __slots__ = ("done", "failure", "statements")

    def __init__(self, statements: Sequence[Statement], done: "asyncio.Future[None]") -> None:
        self.statements = statements
        self.done = done
        self.failure: Exception | None = None


class SqliteDatabase:
    """A database in one file, durable at every commit (WAL, synchronous FULL). One process writes to it.

    The writer gets a whole batch at a time, and jobs that arrive meanwhile form the next one: two threads that wake
    each other for every action would spend most of their time on that. A third thread runs the checkpoints, so that
    no batch waits for one; the writer only moves the few pages written meanwhile, after which the log starts over.

    A server opens it with `serving`, so that a copy without its journal is detected (see `journal`).
    """

    shared = False

    def __init__(self, path: str, *, serving: bool = False) -> None:
        self._path = path
        self._serving = serving
        self._lacked_journal = False
        self._batches: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._waiting: list[_Job] = []
        self._is_writing = False
        self._writer: Thread | None = None
        self._checkpointer: Thread | None = None
        self._checkpoint_requests: SimpleQueue[bool] = SimpleQueue()
        self._is_checkpointed = Event()
        self._reader: sqlite3.Connection | None = None
        self._reading = Lock()
        self._loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        """Create the file if needed, migrate it, and start the writer."""
        self._lacked_journal = lacks_journal(self._path)
        if self._serving and self._lacked_journal:
            _logger.warning("%s: %s", self._path, MISSING)
        try:
            Path(self._path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            keep_private(self._path)
            self._reader = await asyncio.to_thread(self._migrated)
            writing, checkpointing = self._connect(), self._connect()
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"{self._path} cannot be opened as a database: {error}") from None
        self._loop = asyncio.get_running_loop()
        self._writer = Thread(target=self._write_batches, args=(writing,), name="store-writer", daemon=True)
        self._checkpointer = Thread(
            target=self._run_checkpoints, args=(checkpointing,), name="store-checkpointer", daemon=True
        )
        self._writer.start()
        self._checkpointer.start()

    def _migrated(self) -> sqlite3.Connection:
        connection = self._connect()
        try:
            self._migrate(connection)
            if self._serving:
                mark_in_use(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0] if known else None
        if not is_current(revision):
            connection.executescript(upgrade_sql("sqlite", revision))

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA wal_autocheckpoint=0")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        """Write pending jobs, then close."""
        writer, self._writer = self._writer, None  # later calls fail because it is closed
        if writer is not None:
            while self._is_writing:
                await asyncio.sleep(0.001)
            self._batches.put(None)
            await asyncio.to_thread(writer.join)
            self._checkpoint_requests.put(False)
            assert self._checkpointer is not None
            await asyncio.to_thread(self._checkpointer.join)
        reader, self._reader = self._reader, None
        if reader is not None:
            await asyncio.to_thread(self._close_last, reader)

    def _close_last(self, connection: sqlite3.Connection) -> None:
        with self._reading, closing(connection), suppress(sqlite3.Error):
            if self._serving:
                mark_unused(connection)
            elif not self._lacked_journal:
                leave(connection)

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Return the rows of a query, read in a thread."""
        return await asyncio.to_thread(self._read, sql, values)

    def _read(self, sql: str, values: Row) -> list[Row]:
        reader = self._reader
        if reader is None:
            raise StoreUnavailable("the database is closed")
        try:
            with self._reading:
                return _fetched(reader, sql, values)
        except sqlite3.Error as error:
            raise StoreUnavailable(f"the database cannot be read: {error}") from None

    async def write(self, *statements: Statement) -> None:
        """Hand the statements to the writer and wait until their batch is on the disk."""
        if self._writer is None:
            raise StoreUnavailable("the database is closed")
        if asyncio.get_running_loop() is not self._loop:
            raise RuntimeError("write to a database in the event loop that opened it")
        done = self._loop.create_future()
        self._waiting.append(_Job(statements, done))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._hand_over)  # after all other callbacks that are ready now
        await done

    async def append(self, rows: Sequence[Row], finishes: Mapping[str, Sequence[Statement]]) -> frozenset[str]:
        """Add all rows or none: with one writer there are no races."""
        await self.write(Statement(ADD_ENTRY, rows), *chain(*finishes.values()))
        return frozenset()

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
        self._is_writing = bool(batch)
        if batch:
            self._batches.put(batch)

    def _settle(self, batch: Sequence[_Job]) -> None:
        """Hand over the next batch, then resolve the futures of this one."""
        self._hand_over()
        for job in batch:
            if job.done.done():
                continue
            if job.failure is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(job.failure)

    # --- the writer's thread --------------------------------------------------------------------------------

    def _write_batches(self, connection: sqlite3.Connection) -> None:
        written = 0
        while (batch := self._batches.get()) is not None:
            connection = self._usable(connection)
            _write_batch(connection, batch)
            with suppress(RuntimeError):  # the event loop is closed, so nothing waits any more
                self._loop.call_soon_threadsafe(self._settle, batch)
            rows = sum(len(statement.rows) for job in batch for statement in job.statements)
            before, written = written, written + rows + _PAGES
            if before < CHECKPOINT_PAGES <= written:
                self._checkpoint_requests.put(True)
            if self._is_checkpointed.is_set():
                self._is_checkpointed.clear()
                _checkpoint(connection)
                written = 0
        connection.close()

    def _usable(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Return the connection, or a new one if it is stuck in a transaction that could not be rolled back."""
        if not connection.in_transaction:
            return connection
        try:
            fresh = self._connect()
        except (OSError, sqlite3.Error):
            return connection  # the next write fails and tries this again
        with suppress(sqlite3.Error):
            connection.close()
        return fresh

    def _run_checkpoints(self, connection: sqlite3.Connection) -> None:
        """Run a checkpoint whenever the write-ahead log is long, in its own thread."""
        while self._checkpoint_requests.get():
            _checkpoint(connection)
            self._is_checkpointed.set()
        connection.close()


def _fetched(connection: sqlite3.Connection, sql: str, values: Row) -> list[Row]:
    """Return the rows of a query. Invalid UTF-8 damages one row and must not hide the others."""
    try:
        return connection.execute(sql, values).fetchall()
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):
            raise
    usual, connection.text_factory = connection.text_factory, lambda text: text.decode(errors="replace")
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.text_factory = usual


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Move pages that nobody is reading into the database file; the rest stays in the log, just as durable."""
    with suppress(sqlite3.Error, MemoryError):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _write_batch(connection: sqlite3.Connection, batch: Sequence[_Job]) -> None:
    """Commit a batch of jobs at once; a conflicting job is left out, a failing disk fails them all."""
    try:
        if connection.in_transaction:  # nothing written now would be committed
            connection.execute("ROLLBACK")
        if not _write_alike(connection, batch):
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                _write_job(connection, job)
            connection.execute("COMMIT")
    except Exception as error:  # the writer must survive any error, or everyone would wait forever
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        for job in batch:
            job.failure = StoreUnavailable(f"the database cannot be written: {error}")


def _write_alike(connection: sqlite3.Connection, batch: Sequence[_Job]) -> bool:
    """Write jobs that insert into the same columns with one statement, which is its own transaction.

    Between two statements this thread would wait for the interpreter lock, and SQLite would write to disk how to undo
    the first. Return False, with nothing written, if the jobs differ or one cannot be written; writing them one by one
    then shows which.
    """
    if any(len(job.statements) != 1 for job in batch):
        return False
    sql = batch[0].statements[0].sql
    if not sql.startswith("INSERT") or "VALUES (" not in sql or not sql.endswith(")"):
        return False
    if any(job.statements[0].sql != sql for job in batch):
        return False
    rows = [row for job in batch for row in job.statements[0].rows]
    if not 0 < len(rows) <= LARGEST_BATCH:
        return False
    begin, _, marks = sql.rpartition("VALUES ")
    try:
        connection.execute(f"{begin}VALUES {', '.join([marks] * len(rows))}", [*chain(*rows)])
    except sqlite3.OperationalError:  # the disk failed, not a job
        raise
    except Exception:
        return False
    return True


def _write_job(connection: sqlite3.Connection, job: _Job) -> None:
    simple = len(job.statements) == 1 and len(job.statements[0].rows) == 1
    if not simple:
        connection.execute("SAVEPOINT job")
    try:
        for statement in job.statements:
            _run(connection, statement)
    except (sqlite3.IntegrityError, Conflict) as conflict:
        job.failure = Conflict(str(conflict))
    except sqlite3.Error:
        raise
    except Exception as fault:  # a value that cannot be stored: only this job fails
        job.failure = fault
    if job.failure is not None and not simple:
        connection.execute("ROLLBACK TO job")
    if not simple:
        connection.execute("RELEASE job")


def _run(connection: sqlite3.Connection, statement: Statement) -> None:
    cursor: sqlite3.Cursor
    if len(statement.rows) == 1:
        cursor = connection.execute(statement.sql, statement.rows[0])
    else:
        cursor = connection.executemany(statement.sql, statement.rows)
    if statement.must_change and not cursor.rowcount:
        raise Conflict(statement.sql)
