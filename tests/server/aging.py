"""Time passes for tables: how the tests of clocks wait for minutes."""

import asyncio
import sqlite3
from contextlib import closing

import asyncpg

from server.running import House, Json, Seated

MINUTE = 60_000


def age(house: House, milliseconds: int, *tables: Seated) -> None:
    """Let time pass for tables: their deal was longer ago. A server that has them in memory must be started anew."""
    ids = [table.table_id for table in tables]
    if house.database.startswith("sqlite"):
        marks = ", ".join("?" * len(ids))
        sql = f"UPDATE tables SET clock_start = clock_start - ? WHERE table_id IN ({marks})"
        with closing(sqlite3.connect(house.database.removeprefix("sqlite:///"), timeout=5)) as connection, connection:
            connection.execute(sql, (milliseconds, *ids))
    else:
        asyncio.run(_age(house.database, milliseconds, ids))


async def _age(url: str, milliseconds: int, ids: list[str]) -> None:
    connection = await asyncpg.connect(url)
    try:
        sql = "UPDATE tables SET clock_start = clock_start - $1 WHERE table_id = ANY($2::text[])"
        await connection.execute(sql, milliseconds, ids)
    finally:
        await connection.close()


def people(house: House, game: str, seats: int, **options: int | str) -> list[Seated]:
    """People on all seats of a table."""
    first = house.player().create(game, options=options)
    return [first, *(house.player().join(first.table_id) for _ in range(seats - 1))]


def is_servers(message: Json) -> bool:
    """Whether it tells of the server's own action."""
    return bool(message["kind"] == "ack" and message["clientId"] == "server")


def restarted_later(house: House, milliseconds: int, *tables: Seated) -> None:
    """Kill the servers and start them anew; the tables are as old as if the servers had been away that long."""
    for server in house.servers:
        server.kill()
    age(house, milliseconds, *tables)
    for server in house.servers:
        server.start()
