"""Databases and servers for the attacks."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.running import QUICK, Backend, Running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/saloon.db"
    fresh: Callable[[], str] = request.getfixturevalue("postgres")
    return fresh()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with limits that no test meets by chance, for all tests of a file."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('attacked') / 'saloon.db'}", settings=QUICK) as running:
        yield running


@pytest.fixture
def backend(tmp_path: Path) -> Iterator[Backend]:
    """The same for a single test."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as running:
        served = Backend(running)
        yield served
        served.dismiss()
