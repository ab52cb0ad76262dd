"""A server for the tests of the client and of the bots that come with it."""

from collections.abc import Iterator

import pytest

from server.running import QUICK, Running


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that all tests share; return its address."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('client')}/saloon.db", settings=QUICK) as server:
        yield server.url
