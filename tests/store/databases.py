"""Real databases for tests: a PostgreSQL server of their own, and what is put into a store."""

import asyncio
import atexit
import os
import shutil
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import uuid4

import asyncpg
from msgspec.structs import replace

from saloon.core.records import GameRecord
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.store.schema import METADATA
from saloon.store.store import StoredEntry
from samples import FOURSOME

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a runtime directory, which not every machine has
    from pgserver.postgres_server import get_server, pg_ctl  # type: ignore[attr-defined]


class Postgres:
    """A PostgreSQL server, in a folder of its own that its system user may enter."""

    def __init__(self) -> None:
        self._server = get_server(mkdtemp(prefix="saloon-postgres-"))
        self._used: str | None = None
        quicker = ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")  # no test lets the machine itself fail
        asyncio.run(execute(self._server.get_uri(), *quicker))

    def fresh(self) -> str:
        """Return the URL of a new, empty database."""
        name = f"saloon_{uuid4().hex}"
        asyncio.run(execute(self._server.get_uri(), f"CREATE DATABASE {name}"))
        return str(self._server.get_uri(name))

    def emptied(self) -> str:
        """Return the URL of a database that is up to date and holds nothing: quicker than a new one."""
        if self._used is None:
            self._used = self.fresh()
            asyncio.run(_migrated(self._used))
        else:
            asyncio.run(execute(self._used, CUT_OFF, f"TRUNCATE {', '.join(METADATA.tables)}"))
        return self._used

    def stop(self) -> None:
        """Stop at once, cutting off all connections."""
        pg_ctl(["-w", "-m", "immediate", "stop"], pgdata=self._server.pgdata, user=self._server.system_user)

    def start(self) -> None:
        """Start again."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop for good and remove everything; the server's own way would wait for all others on the machine."""
        atexit.unregister(self._server._cleanup)
        self.stop()
        shutil.rmtree(self._server.pgdata, ignore_errors=True)


CUT_OFF = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid()"
)


async def _migrated(url: str) -> None:
    database = open_database(url)
    await database.open()
    await database.close()


async def execute(url: str, *commands: str) -> None:
    """Let PostgreSQL do something past the store."""
    connection = await asyncpg.connect(url)
    try:
        for command in commands:
            await connection.execute(command)
    finally:
        await connection.close()


async def fetch(url: str, query: str) -> list[tuple[Any, ...]]:
    """Ask PostgreSQL something past the store."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open the store of a database, with the players ann, ben, cid and dan."""
    database = open_database(url)
    await database.open()
    store = Store(database)
    try:
        for name in ("ann", "ben", "cid", "dan"):
            await store.add_player(name, name.title(), 1)
        yield store
    finally:
        await database.close()


def path_of(url: str) -> str:
    """Return the file of an SQLite database."""
    return url.removeprefix("sqlite:///")


def a_table(table_id: str = "t1", **changes: Any) -> StoredTable:
    """Return a table of four that ann has opened and at which three seats are open."""
    table = StoredTable(
        table_id=table_id,
        game=FOURSOME,
        rules_version="1.0.0",
        seed="7",
        nonce="n",
        options={"seconds": 30},
        dealt_to=("human",) * 4,
        host="ann",
        created_at=1_000,
        seats=(StoredSeat(0, "human", None, "ann"), *(StoredSeat(seat, "human") for seat in (1, 2, 3))),
    )
    return replace(table, **changes)


def entry(rev: int, **changes: Any) -> StoredEntry:
    """Return the action that leads to a revision."""
    return replace(StoredEntry(rev, 0, "draw", "{}", 10 * rev), **changes)


LATE = 1_893_456_000_000
"""A time in milliseconds, which needs more than 32 bits."""


def a_record(score: int = 3, **changes: Any) -> GameRecord:
    """Return how a game went that was won."""
    record = GameRecord(
        game=FOURSOME,
        options={"seconds": 30},
        won=True,
        drawn=False,
        finished=True,
        actions=9,
        score=score,
        hints=1,
        undos=2,
        assisted=False,
        milliseconds=LATE,
    )
    return replace(record, **changes)


_PATHS = [str(Path(__file__).parents[1]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(_PATHS)}
"""For processes that use these helpers."""
