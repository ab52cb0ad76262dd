"""The faces of cards in a browser: what is printed on them can be read, however they are covered."""

from collections.abc import Callable

import pytest

from nightly import chequered
from web.browsing import Guest
from web.pagekit import NAMES, page_kit

Visit = Callable[..., Guest]
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160)]

HIDDEN_INDICES = """() => {
    const cards = [...document.querySelectorAll('.card')]
    const boxes = new Map(cards.map(card => [card, card.getBoundingClientRect()]))
    const next = card => cards.find(one => one.dataset.pile === card.dataset.pile
        && Number(one.dataset.index) === Number(card.dataset.index) + 1)
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5
    return cards.filter(card => card.querySelector('.front')).flatMap(card => {
        const above = next(card)
        const [own, other] = [boxes.get(card), above && boxes.get(above)]
        const isUnder = above && Math.hypot(own.left - other.left, own.top - other.top) < 2
        const parts = [...card.querySelector('.index').children].map(part => part.getBoundingClientRect())
        const isOut = parts.some(part => part.left < own.left || part.top < own.top
            || part.right > own.right || part.bottom > own.bottom)
        if (isOut || !above || isUnder) return isOut ? [[card.dataset.pile, 'out']] : []
        return parts.length < 2 || parts.some(part => meet(part, other)) ? [[card.dataset.pile, 'covered']] : []
    })
}"""
"""The cards whose rank or suit is covered by the next card of their pile, or leaves the card."""


@pytest.mark.parametrize(("game", "large"), chequered(NAMES, [False, True]))
def test_rank_and_suit_of_covered_cards_can_be_read_in_every_window(visit: Visit, game: str, large: bool) -> None:
    guest = visit()
    if large:
        guest.like(faces="large", leftHanded=True)
    guest.open(game, **page_kit(game).pictured)
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.settle()
        guest.until(lambda: guest.page.evaluate(HIDDEN_INDICES) == [], f"all indices are seen at {width} × {height}")


def choose(guest: Guest, field: str, value: str) -> None:
    guest.page.locator(f'[data-field="{field}"] label:has(input[value={value}])').click()


def felt(guest: Guest) -> str:
    return str(guest.page.eval_on_selector("main.felt", "one => getComputedStyle(one).backgroundImage"))


def test_each_game_has_its_own_felt_until_one_is_chosen_for_all(visit: Visit) -> None:
    guest = visit()

    def felts() -> set[str]:
        return {felt(guest.open(game, **page_kit(game).pictured)) for game in NAMES}

    assert len(felts()) == len(NAMES)
    choose(guest.go("/settings"), "felt", "slate")
    assert len(felts()) == 1


def test_large_print_shows_at_once_and_is_kept(visit: Visit) -> None:
    guest = visit().go("/settings")
    indices = ".strip .index"
    assert guest.page.locator(indices).count() == 10, "two on each of five cards"
    choose(guest, "faces", "large")
    assert guest.page.locator(indices).count() == 5
    guest.page.reload()
    guest.page.wait_for_selector(".strip")
    assert guest.page.locator(indices).count() == 5


QUEEN = "document.querySelectorAll('.strip .index path')[2].getAttribute('d')"


def test_court_letters_are_those_of_the_language_unless_others_are_chosen(visit: Visit) -> None:
    english = visit().go("/settings")
    english.page.wait_for_selector(".strip .index")
    assert english.page.locator('[data-field="letters"]').count() == 0, "there is nothing to choose"
    guest = visit(locale="de-DE").go("/settings")
    guest.page.wait_for_selector('[data-field="letters"]')
    assert guest.page.evaluate(QUEEN) != english.page.evaluate(QUEEN)
    choose(guest, "letters", "international")
    guest.until(lambda: guest.page.evaluate(QUEEN) == english.page.evaluate(QUEEN))
