"""A real browser at a real server. Where there is no Chromium these tests are left out, and pytest says so."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, sync_playwright

from saloon.server.http.page import FOLDER
from server.running import QUICK, Running
from web.browsing import ARGUMENTS, Guest, find_chromium, visitors


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return the system's Chromium."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium: `apt-get install chromium`, then the page is tested too")
    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not built: `make page`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server that the tests share."""
    path: Path = tmp_path_factory.mktemp("web") / "saloon.db"
    seen = msgspec.structs.replace(QUICK, bot_pace=0.1)  # quick, but no quicker than a page can show
    with Running(f"sqlite:///{path}", settings=seen) as server:
        yield server


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server whose bots take their time, so that the page shows each of their moves."""
    path = tmp_path_factory.mktemp("unhurried") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=msgspec.structs.replace(QUICK, bot_pace=1.0)) as server:
        yield server.url


@pytest.fixture
def visit(chromium: Browser, served: Running) -> Iterator[Callable[..., Guest]]:
    """Return a way to let somebody visit the server."""
    with visitors(chromium, served.url) as come:
        yield come
