"""For everyone: axe finds nothing serious, everything is spoken, focus is seen, hands may change."""

from collections.abc import Callable

import pytest

from saloon.games import GAMES
from samples import SAVING, SOLITAIRE
from web.axe import THEMES, Theme, complaints, complaints_by_theme
from web.browsing import Guest
from web.pagekit import BOT, HUMAN, NAMES
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]
FELT = "rgb(31, 107, 67)"
"""Lighter than anything that it is seen through."""
TEXT, SIGN = 4.5, 3.0
"""How much text, and how much anything else that must be seen, differs from what is behind it."""


def sit_down(visit: Visit, game: str) -> Guest:
    """Sit at a table of the game; where it needs another person, somebody comes."""
    guest, seats = visit(), len(GAMES[game].seats)
    company = [HUMAN, HUMAN] if seats == 2 else [HUMAN, *[BOT] * (seats - 1)]
    table = guest.call("POST", "/api/tables", {"game": game, "seats": company})
    if table["status"] == "waiting":
        visit().call("POST", f"/api/tables/{table['tableId']}/join")
    return guest.sit(table["tableId"])


@pytest.mark.parametrize("game", NAMES)
def test_no_table_keeps_anyone_out(visit: Visit, game: str) -> None:
    assert complaints_by_theme(sit_down(visit, game).page) == {}


def test_the_list_of_keys_is_a_dialog_that_escape_closes(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE)
    guest.key("?")
    guest.page.wait_for_selector("dialog[open]")
    assert complaints(guest.page) == []
    guest.key("Escape")
    guest.until(lambda: guest.page.locator("dialog[open]").count() == 0)


def test_a_question_holds_the_focus_and_the_keys_until_escape_says_no(visit: Visit) -> None:
    guest = visit().open(SAVING)
    table = guest.page.url
    guest.page.focus('[data-do="resign"]')
    guest.key("Enter")
    guest.page.wait_for_selector("dialog[open]")
    assert complaints(guest.page) == []
    for key in ("Tab", "Tab", "Tab", "n"):
        guest.key(key)
        assert guest.page.locator(".bar :focus, .table :focus").count() == 0
    guest.key("Escape")
    guest.until(lambda: guest.page.locator("dialog[open]").count() == 0)
    assert guest.page.evaluate("document.activeElement.dataset.do") == "resign"
    assert (guest.page.url, guest.snapshot()["outcome"]) == (table, None)


@pytest.mark.parametrize("sheet", ["keys", "solver"])
def test_a_sheet_begins_at_its_top_and_tab_leads_into_it(visit: Visit, sheet: str) -> None:
    guest = visit(844, 390).open(SOLITAIRE)
    guest.do(sheet)
    guest.page.wait_for_selector("dialog[open]")
    assert guest.page.evaluate("document.querySelector('dialog').scrollTop") == 0
    assert guest.page.evaluate("document.activeElement.tagName") == "H2"
    assert complaints(guest.page) == []
    guest.key("Tab")
    assert guest.page.evaluate("document.activeElement.matches('dialog button')")
    guest.key("Escape")
    guest.page.wait_for_selector("dialog[open]", state="detached")


def test_a_click_that_no_pointer_made_picks_up_and_puts_down(visit: Visit) -> None:
    """That is how screen readers and voices press a button."""
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.pile("stock").evaluate("pile => pile.click()")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.pile("tableau-6").evaluate("pile => pile.click()")
    guest.until(lambda: guest.pile("tableau-6").get_attribute("aria-pressed") == "true")


def test_the_focus_is_seen_and_targets_are_large_enough(visit: Visit) -> None:
    guest = visit(320, 568).open(SOLITAIRE)
    guest.pile("tableau-3").focus()
    guest.page.wait_for_selector(".ring")
    for box in guest.page.evaluate(
        "[...document.querySelectorAll('button, a')].map(one => one.getBoundingClientRect())"
        ".filter(box => box.width > 1).map(box => [box.width, box.height])"
    ):
        assert min(box) >= 24


CONTRAST = """colours => {
    const light = colour => {
        const [r, g, b, alpha = 1] = colour.match(/[\\d.]+/g)
        const parts = [r, g, b].map(part => part / 255 * alpha)  // what shines through is nearly black
        const [red, green, blue] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [dark, bright] = colours.map(light).sort((one, other) => one - other)
    return (bright + 0.05) / (dark + 0.05)
}"""


def test_the_main_button_below_the_table_is_readable_under_the_pointer(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE)
    guest.do("pause")
    resume = guest.page.locator('[data-do="resume"]')
    resume.hover()
    colours = resume.evaluate("one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]")
    assert guest.page.evaluate(CONTRAST, colours) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_the_ring_around_buttons_on_the_felt_is_seen(visit: Visit, theme: Theme) -> None:
    guest = visit(color_scheme=theme).open(SOLITAIRE)
    guest.key("Tab")
    for name in ('[data-do="hint"]', ".head .back", ".head .seed"):
        button = guest.page.locator(name)
        button.focus()
        ring = button.evaluate("one => getComputedStyle(one).outlineColor")
        assert guest.page.evaluate(CONTRAST, [ring, FELT]) >= SIGN, name


def test_the_left_hand_gets_a_mirrored_table(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE)
    right = guest.pile("stock").bounding_box()
    guest.page.evaluate("localStorage.setItem('saloon.settings', JSON.stringify({leftHanded: true}))")
    guest.sit(guest.table_id)
    left = guest.pile("stock").bounding_box()
    assert right is not None
    assert left is not None
    assert right["x"] < 640 < left["x"]


def test_the_bar_shows_that_it_continues_beyond_the_edge(visit: Visit) -> None:
    guest = visit(390, 844).open(SOLITAIRE)
    bar = guest.page.locator(".bar")
    arrows = "bar => ['::before', '::after'].map(side => getComputedStyle(bar, side).content !== 'none')"

    def shows(*, left: bool, right: bool) -> None:
        guest.until(lambda: bar.evaluate(arrows) == [left, right])

    shows(left=False, right=True)
    bar.evaluate("bar => { bar.scrollLeft = 60 }")
    shows(left=True, right=True)
    bar.evaluate("bar => { bar.scrollLeft = 1000 }")
    shows(left=True, right=False)
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    shows(left=False, right=False)


OUTSIDE = """() => {
    const table = document.querySelector('.table').getBoundingClientRect()
    return [...document.querySelectorAll('.card, .pile')].filter(one => {
        const box = one.getBoundingClientRect()
        const aside = box.left < -2 || box.right > innerWidth + 2
        return aside || box.top < table.top - 8 || box.bottom > table.bottom + 2
    }).map(one => one.dataset.pile)
}"""


@pytest.mark.parametrize("game", NAMES)
def test_every_table_fits_every_window(visit: Visit, game: str) -> None:
    """From a small phone to a large screen no pile is outside the window, and nothing scrolls sideways."""
    guest = sit_down(visit, game)
    for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800), (3840, 2160)]:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.until(lambda: guest.page.evaluate(OUTSIDE) == [], f"everything lies inside {width} × {height}")
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
