"""How tests let time pass: tables whose play began earlier, in any kind of database."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import asyncpg


def change(database: str, sql: str, *values: Any) -> None:
    """Change something in a database past the server; values are marked by `?`."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=5)) as connection, connection:
            connection.execute(sql, values)
    else:
        asyncio.run(_postgres(database, sql, values))


def rows(database: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Read something from a database past the server."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=5)) as connection:
            return connection.execute(sql, values).fetchall()
    return asyncio.run(_postgres(database, sql, values))


async def _postgres(url: str, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    for number in range(1, len(values) + 1):
        sql = sql.replace("?", f"${number}", 1)
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    finally:
        await connection.close()


def leave_on_clock(database: str, table_id: str, begun: int) -> None:
    """Let play have begun `begun` milliseconds ago by the server clock. No server may have the table in memory."""
    sql = "UPDATE tables SET clock_start = (SELECT max(at) FROM server_clock) - ? WHERE table_id = ?"
    change(database, sql, begun, table_id)
