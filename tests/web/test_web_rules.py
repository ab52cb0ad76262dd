"""The rules of every game over its table, and on the help screen: illustrated, in both languages, one tap away."""

from collections.abc import Callable

import pytest

from nightly import sampled
from saloon.games import GAMES
from web.axe import complaints_by_theme
from web.browsing import Guest
from web.pagekit import BOT, HUMAN, NAMES

Visit = Callable[..., Guest]
LANGUAGES = {"en-US": "How to play", "de-DE": "So spielst du"}


def sit_down(guest: Guest, game: str) -> Guest:
    """Sit at a table of the game, among bots where it needs company."""
    company = [BOT] * (len(GAMES[game].seats) - 1)
    return guest.open(game, seats=[HUMAN, *company])


def texts(guest: Guest) -> list[str]:
    """Return the parts of the rules that are shown."""
    guest.page.wait_for_selector("dialog[open] [data-rule]")
    return guest.page.locator("dialog[open] [data-rule]").all_inner_texts()


@pytest.mark.parametrize("game", sampled(NAMES, 1))
def test_the_rules_open_over_every_table_and_close_again(visit: Visit, game: str) -> None:
    guest = sit_down(visit(), game)
    for size in ((1280, 800), (320, 568)):
        open_and_close_rules(guest.resize(*size), size[0])


def open_and_close_rules(guest: Guest, width: int) -> None:
    table = guest.page.url
    button = guest.page.locator('[data-do="rules"]')
    box = button.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= width - box["width"], "it can be seen without scrolling"
    button.focus()
    guest.key("Enter")
    assert len(texts(guest)) >= 5
    assert guest.page.evaluate("document.querySelector('dialog').scrollTop") == 0
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    assert guest.page.locator("dialog[open] [data-rule] svg").count() >= 4
    assert complaints_by_theme(guest.page) == {}
    guest.key("Escape")
    guest.page.wait_for_selector("dialog[open]", state="detached")
    assert guest.page.evaluate("document.activeElement.dataset.do") == "rules"
    assert guest.page.url == table


@pytest.mark.parametrize("game", sampled(NAMES, 3))
def test_the_rules_are_shown_in_both_languages(visit: Visit, game: str) -> None:
    told = []
    for language, title in LANGUAGES.items():
        guest = sit_down(visit(locale=language), game)
        guest.do("rules")
        told.append(texts(guest))
        assert guest.page.inner_text("dialog[open] h2").startswith(title)
    english, german = told
    assert len(english) == len(german)
    assert not set(english) & set(german)


def test_the_guide_can_be_started_from_the_rules_by_those_who_declined_it(visit: Visit) -> None:
    guest = sit_down(visit(), NAMES[0])
    table = guest.table_id
    guest.do("rules")
    guest.page.click('dialog[open] [data-do="guide-start"]')
    guest.page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
    guest.page.wait_for_selector('[data-test="guide"][data-step]')


def test_help_shows_the_same_rules_and_leads_to_each_game(visit: Visit) -> None:
    guest = visit().go("/help")
    guest.page.wait_for_selector(".keys")
    for game in NAMES:
        rules = guest.page.locator(f'details[data-game="{game}"] [data-rule]')
        assert rules.count() == 0, "folded away: all rules together are a very long page"
        guest.page.click(f'details[data-game="{game}"] summary')
        rules.nth(4).wait_for()
    guest.page.click(f'details[data-game="{NAMES[-1]}"] [data-do="guide-start"]')
    guest.arrive()
    guest.page.wait_for_selector('[data-test="guide"][data-step]')
