"""Databases as fixtures: for the suites of the store, and for the tests of what a game keeps in one."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store.databases import Postgres, execute
from store.old import DATA


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind that holds nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'saloon.db'}"
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.emptied()


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A copy of the database that version 0.1 wrote."""
    script = (DATA / f"schema.{request.param}.sql").read_text() + (DATA / "rows.sql").read_text()
    if request.param == "sqlite":
        file = tmp_path / "saloon.db"
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(script)
        return f"sqlite:///{file}"
    server: Postgres = request.getfixturevalue("postgres_server")
    fresh = server.fresh()
    asyncio.run(execute(fresh, script))
    return fresh
