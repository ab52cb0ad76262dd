"""The screens around the table for everyone: no complaint from axe, no scrolling sideways, nothing too small to hit."""

from collections.abc import Callable

import pytest

from clauses import clause
from samples import FOURSOME, SOLITAIRE
from web.axe import THEMES, complaints
from web.browsing import Guest
from web.pagekit import BOT, HUMAN, NAMES

Visit = Callable[..., Guest]
SCREENS = {
    "lobby": ("/", ".tile"),
    **{name: (f"/new/{name}", "form") for name in NAMES},
    "player": ("/player", "form"),
    "settings": ("/settings", ".strip"),
    "help": ("/help", ".keys"),
    "offline": ("/offline", "h1"),
}
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, input, summary, select')]
    .map(one => [one, (one.closest('label') ?? one).getBoundingClientRect()])
    .filter(([one, box]) => box.width > 0 && (box.width < 24 || box.height < 24) && !one.matches('.skip'))
    .map(([one]) => one.outerHTML.slice(0, 120))"""


def show(guest: Guest, screen: str) -> None:
    """Open a screen, and everything on it that is folded away."""
    address, there = SCREENS[screen]
    guest.go(address).page.wait_for_selector(there)
    guest.unfold()
    guest.settle()


def test_axe_finds_nothing(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE)
    for screen in SCREENS:
        show(guest, screen)
        for size, theme in zip(((1280, 800), (390, 844)), THEMES, strict=True):  # colours do not depend on the size
            guest.page.emulate_media(color_scheme=theme)
            assert complaints(guest.resize(*size).page) == [], (screen, size, theme)


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_a_small_phone_shows_all_of_it_and_can_hit_it(visit: Visit, language: str) -> None:
    guest = visit(320, 568, locale=language)
    guest.open(FOURSOME, seats=[HUMAN, BOT, BOT, BOT])
    for screen in SCREENS:
        show(guest, screen)
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, screen
        assert guest.page.evaluate(SMALL_TARGETS) == [], screen


def test_a_change_of_screen_is_announced(visit: Visit) -> None:
    guest = visit().go()
    guest.page.click("nav >> text=Settings")
    guest.page.wait_for_selector(".strip")
    assert guest.page.evaluate("document.activeElement.textContent") == "Settings"
    assert guest.page.title() == "Settings · Saloon"


def test_the_first_tab_leads_past_the_menu(visit: Visit) -> None:
    guest = visit().go("/help")
    guest.page.wait_for_selector(".keys")
    guest.key("Tab", "Enter")
    assert guest.page.evaluate("document.activeElement.id") == "content"


@clause("MM-215")
def test_help_lists_the_keys_and_explains_pockets(visit: Visit) -> None:
    guest = visit().go("/help")
    guest.page.wait_for_selector(".keys")
    keys = guest.page.locator(".keys kbd").all_inner_texts()
    assert {"s", "r", "n", "f", "u", "Enter", "?"} <= set(keys)
    guest.unfold()
    for word in ("move a card out of the way", "break a deadlock", "make room"):
        guest.page.wait_for_selector(f'[data-rule]:has-text("{word}")')


def test_the_question_mark_leads_to_help_from_every_screen(visit: Visit) -> None:
    guest = visit().go("/settings")
    guest.page.wait_for_selector(".strip")
    guest.key("?")
    guest.page.wait_for_selector(".keys")
    guest.go("/player").page.click("#name")
    guest.key("?")
    assert guest.page.url.endswith("/player"), "in a field it is a letter like any other"
