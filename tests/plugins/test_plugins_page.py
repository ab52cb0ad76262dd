"""A plug-in on the page: the page has no folder for it, so it is played in the plain room, by tap and by keyboard."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from server.running import QUICK, Running
from web.browsing import Guest, visitors

Visit = Callable[..., Guest]
PHONE, DESKTOP = (390, 844), (1440, 900)


@pytest.fixture
def visit(chromium: Browser, site: Path, tmp_path: Path) -> Iterator[Visit]:
    """Return a way to visit a server that has the plug-in."""
    with (
        Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server,
        visitors(chromium, server.url) as come,
    ):
        yield come


def begin(guest: Guest, guesses: int) -> None:
    """Go from the lobby by the screen for a new game to a table."""
    guest.go()
    tile = guest.page.locator('.tile[data-game="redblack"]')
    assert tile.locator("h3").inner_text() == "Red or Black"
    assert tile.locator("svg").is_visible()
    tile.locator("a.button").first.click()
    guest.page.wait_for_selector("form")
    assert guest.page.inner_text("h1") == "New game: Red or Black"
    assert guest.page.locator("legend").all_inner_texts() == ["Guesses"]
    assert guest.page.locator("[name=guesses]").evaluate_all("all => all.map(one => one.value)") == ["3", "5", "10"]
    guest.page.get_by_label(str(guesses), exact=True).check()
    guest.page.click("button[type=submit]")
    guest.arrive()


def plates(guest: Guest) -> list[str]:
    """Return the names of the piles that are shown."""
    return guest.page.locator("[data-seated]").all_inner_texts()


def ended(guest: Guest) -> str:
    """Return what the end screen says."""
    guest.page.wait_for_selector('[data-test="end"]')
    return guest.page.inner_text('[data-test="end"]')


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_plugin_is_played_by_taps_from_the_lobby_to_the_end_screen(visit: Visit, size: tuple[int, int]) -> None:
    guest = visit(*size)
    begin(guest, 5)
    assert guest.page.inner_text("h1") == "Red or Black"
    assert plates(guest) == ["Stock"]
    assert guest.page.inner_text('[data-badge="stock"]') == "5"
    assert guest.page.locator('[data-do="solver"], .rating').count() == 0, "it has no solver"
    buttons = guest.page.locator('[data-test="actions"] button')
    assert buttons.all_inner_texts() == ["Guess colour red", "Guess colour black"]
    for number in range(5):
        rev = guest.shown_rev()
        buttons.nth(number % 2).click()
        guest.until_rev_after(rev)
        guest.settle()
        assert inside(guest), "a card lies beyond the table"
    view = guest.snapshot()["view"]
    assert {name: guest.cards(name).count() for name in ("right", "wrong")} == {
        name: len(view[name]) for name in ("right", "wrong")
    }
    assert ("You won!" in ended(guest)) == (len(view["right"]) > len(view["wrong"]))
    assert "The game is over." in ended(guest)
    assert buttons.count() == 0
    guest.page.get_by_role("button", name="New", exact=True).first.click()
    guest.until(lambda: buttons.count() == 2, "another game has begun")


def inside(guest: Guest) -> bool:
    """Return whether all cards are on the table."""
    return bool(
        guest.page.evaluate("""() => {
            const table = document.querySelector('.table').getBoundingClientRect()
            const cards = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect())
            return cards.every(box => box.left >= table.left && box.right <= table.right
                && box.top >= table.top && box.bottom <= table.bottom)
        }""")
    )


def test_a_plugin_is_played_by_keyboard_alone(visit: Visit) -> None:
    guest = visit(*DESKTOP)
    begin(guest, 3)
    tab_to(guest, "Guess colour red")
    guest.key("Enter")
    guest.until_rev_after(0, "the first guess was taken")
    assert focused(guest) == "Guess colour red", "the keyboard stays at what can be done"
    guest.key("h")
    guest.until_rev_after(1, "the hint was given")
    tab_to(guest, "Guess colour black")
    guest.key("Space")
    guest.until_rev_after(2, "the second guess was taken")
    guest.key("Enter")
    guest.until_rev_after(3, "the third guess was taken")
    assert "The game is over." in ended(guest)
    assert "The game is over." in guest.heard()


def focused(guest: Guest) -> str:
    """Return what has the focus, as it is spoken."""
    return str(guest.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText"))


def tab_to(guest: Guest, name: str) -> None:
    """Press Tab until a button has the focus."""
    for _ in range(30):
        if focused(guest) == name:
            return
        guest.key("Tab")
    raise AssertionError(f"Tab never reaches {name}")
