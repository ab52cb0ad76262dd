"""The databases of the tests: each suite runs over both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.databases import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind that holds nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'saloon.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.emptied()
