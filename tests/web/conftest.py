"""A server that the tests of the page share, and guests with browsers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from server.running import QUICK, Running
from web.browsing import Guest, visitors


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server that the tests share."""
    path: Path = tmp_path_factory.mktemp("web") / "saloon.db"
    seen = msgspec.structs.replace(QUICK, bot_pace=0.1)  # quick, but no quicker than a page can show
    with Running(f"sqlite:///{path}", settings=seen) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser, served: Running) -> Iterator[Callable[..., Guest]]:
    """Return a way to let somebody visit the server."""
    with visitors(chromium, served.url) as come:
        yield come
