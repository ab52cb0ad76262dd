"""Guided first games: finished by a player who only follows them, left, repeated and offered once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect

from nightly import chequered
from samples import FOURSOME, SOLITAIRE
from web.axe import complaints_by_theme
from web.browsing import Guest
from web.guiding import follow, shown, start
from web.pagekit import NAMES, page_kit

Visit = Callable[..., Guest]
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160)]
WAITED_FOR = {"wait", "last"}
"""Steps that only wait for others; a slow test misses them."""

_CROWDED = """() => {
    const coach = document.querySelector('[data-test=guide]')
    const boxes = found => [...document.querySelectorAll(found)].map(one => one.getBoundingClientRect())
    const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const table = document.querySelector('.table').getBoundingClientRect()
    const rings = boxes('.marks .ring')
    const cards = boxes('.card, .pile').map(({left, right, top, bottom}) =>
        ({left, right, top: Math.max(top, table.top), bottom: Math.min(bottom, table.bottom)}))
    const outside = box => box.left < -8 || box.top < -8 || box.right > innerWidth + 8 || box.bottom > innerHeight + 8
    const place = coach.getBoundingClientRect()
    const cut = [...coach.querySelectorAll('.text, .task, button')].filter(one =>
        one.scrollHeight > one.clientHeight + 2 || one.getBoundingClientRect().bottom > place.bottom + 1)
    const words = document.createRange()
    words.selectNodeContents(coach.querySelector('.text'))
    const lines = [...words.getClientRects()]
    const leave = coach.querySelector('.leave').getBoundingClientRect()
    return [
        ...[...rings, ...cards].filter(box => cross(box, place)).map(() => 'the coach covers a card'),
        ...[...rings, place].filter(outside).map(() => 'something is outside the window'),
        ...lines.filter(line => cross(line, leave)).map(() => 'the button to leave covers the text'),
        ...cut.map(one => `cut off: ${one.innerText}`),
    ]
}"""


def finish(guest: Guest, game: str) -> tuple[list[str], str]:
    """Finish a guide and return its steps, each once, and all it says; at every moment all that matters can be seen."""
    steps: list[str] = []
    said = ""
    for now in follow(guest):
        guest.until(lambda: guest.evaluate(_CROWDED) == [], f"{game}, {now.step}: {guest.evaluate(_CROWDED)}")
        said += now.text
        assert now.task == "" or now.task[0].isupper()
        if now.step not in {*steps, *WAITED_FOR}:
            steps.append(now.step)
    return steps, said


SCREENS = {"screen": (1440, 900, "en-US"), "phone": (390, 844, "de-DE")}


@pytest.mark.parametrize(("game", "screen"), chequered(NAMES, SCREENS))
def test_a_guide_is_finished_by_doing_only_what_it_says(visit: Visit, game: str, screen: str) -> None:
    width, height, language = SCREENS[screen]
    guest = start(visit(width, height, newcomer=True, locale=language), game)
    steps, said = finish(guest, game)
    assert steps == list(page_kit(game).guide)
    assert not page_kit(game).guide_success or any(praise in said for praise in page_kit(game).guide_success)
    assert guest.snapshot()["outcome"] is None, "a guide ends before its game, so nothing of it counts"
    assert guest.call("GET", "/api/players/me/stats") == {}


@pytest.mark.parametrize("game", NAMES)
def test_the_coach_covers_no_card_at_any_size_and_axe_finds_nothing(visit: Visit, game: str) -> None:
    guest = start(visit(locale="de-DE", newcomer=True), game)
    assert complaints_by_theme(guest.page) == {}
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.until(lambda: guest.evaluate(_CROWDED) == [], f"{width} × {height}: {guest.evaluate(_CROWDED)}")


def test_a_guide_can_be_left_at_any_time_and_is_not_offered_again_as_a_game(visit: Visit) -> None:
    guest = start(visit(newcomer=True), SOLITAIRE)
    next(follow(guest))
    guest.do("guide-leave")
    guest.until(lambda: shown(guest) is None)
    guest.page.reload()
    guest.arrive()
    assert shown(guest) is None
    guest.go().page.wait_for_selector(".tile")
    assert guest.page.locator('[data-test="mine"]').count() == 0
    left = guest.table_id
    guest.play(SOLITAIRE)
    assert guest.table_id != left


def test_a_guide_continues_after_a_reload(visit: Visit) -> None:
    guest = start(visit(newcomer=True), SOLITAIRE)
    steps = follow(guest)
    next(steps)
    step = next(steps).step
    guest.page.reload()
    guest.until(lambda: (now := shown(guest)) is not None and now.step == step, "the same step again")


def test_after_a_guide_one_can_repeat_it_or_play(visit: Visit) -> None:
    guest = start(visit(newcomer=True), SOLITAIRE)
    first = guest.table_id
    assert finish(guest, SOLITAIRE)[0][-1] == "end"
    guest.do("guide-repeat")
    guest.page.wait_for_url(lambda url: not url.endswith(first))
    guest.arrive()
    assert finish(guest, SOLITAIRE)[0] == list(page_kit(SOLITAIRE).guide)
    second = guest.table_id
    guest.do("guide-play")
    guest.page.wait_for_url(lambda url: not url.endswith(second))
    guest.arrive()
    assert shown(guest) is None
    assert guest.snapshot()["seed"] != guest.call("GET", f"/api/tables/{first}")["seed"]


def test_a_new_deal_at_the_table_of_a_guide_does_not_count_as_a_loss(visit: Visit) -> None:
    guest = start(visit(newcomer=True), SOLITAIRE)
    steps = follow(guest)
    next(steps)
    next(steps)
    table = guest.table_id
    guest.do("retry")
    guest.page.click('dialog[open] button[value="yes"]')
    guest.page.wait_for_url(lambda url: not url.endswith(table))
    assert guest.call("GET", "/api/players/me/stats") == {}


@pytest.mark.parametrize("answer", ["decline", "start"])
def test_a_newcomer_is_offered_the_guide_of_a_game_once(visit: Visit, answer: str) -> None:
    guest = visit(newcomer=True).open(SOLITAIRE)
    guest.page.click(f'[data-do="guide-{answer}"]')
    guest.page.wait_for_selector('[data-test="offer"]', state="detached")
    guest.go(f"/new/{SOLITAIRE}").page.wait_for_selector("form")
    assert guest.page.locator('[data-test="offer"]').count() == 0
    other = next(name for name in NAMES if name != SOLITAIRE)
    guest.go(f"/new/{other}").page.wait_for_selector('[data-test="offer"]')


def _cross(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    above = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    return not (beside or above)


def test_the_offer_at_a_table_covers_no_card_and_goes_with_the_first_move(visit: Visit) -> None:
    guest = visit(newcomer=True).open(SOLITAIRE)
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        offer = guest.page.locator('[data-test="offer"]').bounding_box()
        table = guest.page.locator(".table").bounding_box()
        assert offer is not None
        assert table is not None
        assert offer["y"] + offer["height"] <= table["y"] + 8, f"{width} × {height}"
        for kept in (".head .back", ".head .figures"):
            box = guest.page.locator(kept).bounding_box()
            assert box is not None
            assert not _cross(offer, box), f"{width} × {height}: the offer covers {kept}"
    assert complaints_by_theme(guest.page) == {}
    guest.key("d")
    guest.page.wait_for_selector('[data-test="offer"]', state="detached")


def test_the_offer_stays_while_others_act(visit: Visit) -> None:
    guest = visit(newcomer=True).open(FOURSOME, **page_kit(FOURSOME).pictured)  # here three bots bid first
    guest.until(lambda: guest.shown_rev() > 0 and guest.snapshot()["legal"], "it is the player's turn")
    assert guest.page.locator('[data-test="offer"]').count() == 1
