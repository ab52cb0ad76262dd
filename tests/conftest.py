"""How Hypothesis runs (freely on a developer's machine, with fixed examples where CI is set), and the browser."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("free", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "free")


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """Return the system's Chromium. Where there is none these tests are left out, and pytest says so."""
    from playwright.sync_api import sync_playwright

    from saloon.server.page import FOLDER
    from web.browsing import ARGUMENTS, find_chromium

    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium: `apt-get install chromium`, then the page is tested too")
    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not built: `make page`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
