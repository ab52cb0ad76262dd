"""The three engines, each where it is installed; pytest's summary says which ones are missing and how to get them."""

from collections.abc import Iterator

import msgspec
import pytest

from saloon.server.http.page import FOLDER
from server.running import QUICK, Running
from web.engines.chromium import open_pages
from web.engines.driver import Browser, Pointer
from web.engines.firefox import find_firefox, launch_firefox
from web.engines.visitor import Visitor
from web.engines.ways import WAYS
from web.engines.webkit import find_webkit, launch_webkit


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return the system's Firefox."""
    program = find_firefox()
    if program is None:
        pytest.skip("no Firefox: `apt-get install firefox-esr`, then the page is tested in it too")
    with launch_firefox(program, tmp_path_factory.mktemp("firefox") / "profile") as browser:
        yield browser


@pytest.fixture(scope="session")
def webkit() -> Iterator[Browser]:
    """Return the system's WebKit."""
    programs = find_webkit()
    if programs is None:
        pytest.skip("no WebKit: `apt-get install webkit2gtk-driver xvfb`, then the page is tested in it too")
    with launch_webkit(*programs) as browser:
        yield browser


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def way(request: pytest.FixtureRequest) -> tuple[Browser, Pointer]:
    """Return a running browser and what points in it."""
    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not built: `make page`")
    engine, pointer = request.param
    browser = request.getfixturevalue(engine)
    return (open_pages(browser) if engine == "chromium" else browser), pointer


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server whose bots take their time, so that no game ends under the hands of a test."""
    path = tmp_path_factory.mktemp("engines") / "saloon.db"
    with Running(
        f"sqlite:///{path}", settings=msgspec.structs.replace(QUICK, bot_pace=1.0, countdown_scale=1.0)
    ) as server:
        yield server


@pytest.fixture
def visitor(way: tuple[Browser, Pointer], backend: Running) -> Iterator[Visitor]:
    """Return somebody who has not been here before."""
    browser, pointer = way
    with browser() as page:
        yield Visitor(page, backend.url, pointer)
