"""Time passes for tables: how the tests of clocks wait for minutes."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing

import asyncpg

from server.running import Backend, Json, Seated

MINUTE = 60_000


_LONGER_AGO = "UPDATE tables SET clock_start = clock_start - {} WHERE table_id = {}"
_LATER = (
    "UPDATE entries SET at = at + {} WHERE table_id = {}"
    " AND rev = (SELECT max(rev) FROM entries AS others WHERE others.table_id = entries.table_id)"
)


def age(backend: Backend, milliseconds: int, *tables: Seated) -> None:
    """Let time pass for tables: their deal was longer ago. A server that has them in memory must be restarted."""
    _shift(backend, _LONGER_AGO, milliseconds, tables)


def _shift(backend: Backend, sql: str, milliseconds: int, tables: Sequence[Seated]) -> None:
    """Run a statement that takes a time and a table, for each table."""
    rows = [(milliseconds, table.table_id) for table in tables]
    if backend.database.startswith("sqlite"):
        with closing(sqlite3.connect(backend.database.removeprefix("sqlite:///"), timeout=5)) as connection, connection:
            connection.executemany(sql.format("?", "?"), rows)
    else:
        asyncio.run(_shift_in_postgres(backend.database, sql.format("$1", "$2"), rows))


async def _shift_in_postgres(url: str, sql: str, rows: list[tuple[int, str]]) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.executemany(sql, rows)
    finally:
        await connection.close()


def people(backend: Backend, game: str, seats: int, **options: int | str) -> list[Seated]:
    """People on all seats of a table."""
    first = backend.player().create(game, options=options)
    return [first, *(backend.player().join(first.table_id) for _ in range(seats - 1))]


def is_servers(message: Json) -> bool:
    """Whether it is the ack of a server action."""
    return bool(message["kind"] == "ack" and message["clientId"] == "server")


def restarted_later(backend: Backend, milliseconds: int, *tables: Seated) -> None:
    """Kill the servers and restart them; the tables are as old as if the servers had been away that long."""
    for server in backend.servers:
        server.kill()
    age(backend, milliseconds, *tables)
    for server in backend.servers:
        server.start()


def restarted_after_thinking(backend: Backend, milliseconds: int, *tables: Seated) -> None:
    """Kill the servers and restart them; at each table the player had thought that long before the last action."""
    for server in backend.servers:
        server.kill()
    _shift(backend, _LATER, milliseconds, tables)
    for server in backend.servers:
        server.start()
