"""Chromium, driven by Playwright like the other tests of the page."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser as Playwrights

from web.browsing import Guest
from web.engines.driver import PHONE, Browser, Page, Point, Pointer


class ChromiumPage:
    """A page in a browser context of its own."""

    def __init__(self, guest: Guest) -> None:
        self._guest, self._page = guest, guest.page

    def go(self, url: str) -> None:
        """Open an address and wait until it has loaded."""
        self._page.goto(url)

    def reload(self) -> None:
        """Load the page again and wait until it has loaded."""
        self._page.reload()

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page."""
        return self._page.evaluate(function, argument)

    def press(self, pointer: Pointer, start: Point, end: Point) -> None:
        """Press at one point and release at another."""
        if pointer == "touch":
            self._page.touchscreen.tap(*start) if start == end else self._guest.swipe(start, end)
            return
        self._page.mouse.move(*start)
        self._page.mouse.down()
        self._page.mouse.move(*end, steps=4)
        self._page.mouse.up()

    def screenshot(self) -> bytes:
        """Return a PNG of what is seen."""
        return self._page.screenshot()


def open_pages(chromium: Playwrights) -> Browser:
    """Return a way to open pages in a running Chromium."""
    width, height = PHONE

    @contextmanager
    def page() -> Iterator[Page]:
        context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, locale="en-US")
        try:
            guest = Guest(context, "")
            yield ChromiumPage(guest)
        finally:
            context.close()
        assert not guest.errors, guest.errors

    return page
