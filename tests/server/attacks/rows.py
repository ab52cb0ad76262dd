"""Reading and changing a server's database past the server, as damage, an operator or an older version would."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from store.databases import execute, fetch


def change(url: str, *commands: str) -> None:
    """Run SQL commands."""
    if url.startswith("postgresql:"):
        asyncio.run(execute(url, *commands))
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=10)) as connection, connection:
        connection.execute("PRAGMA foreign_keys=ON")
        for command in commands:
            connection.execute(command)


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    if url.startswith("postgresql:"):
        return asyncio.run(fetch(url, query))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=10)) as connection:
        return [tuple(row) for row in connection.execute(query)]


def leave_on_clock(url: str, table_id: str, begun: int) -> None:
    """Let play have begun `begun` milliseconds ago by the server clock. No server may have the table in memory."""
    started = f"(SELECT max(at) FROM server_clock) - {begun}"
    change(url, f"UPDATE tables SET clock_start = {started} WHERE table_id = '{table_id}'")


def metric(text: str, name: str) -> float:
    """Return a counter or gauge from what /metrics says."""
    found = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    assert len(found) == 1, f"there is no metric {name}"
    return float(found[0].split(" ")[1])
