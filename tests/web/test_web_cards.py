"""Cards in a browser: its keys, its sizes, its seed, and its solution shown step by step."""

from collections.abc import Callable

import pytest

from clauses import clause
from web.browsing import SEARCHING, Guest

Visit = Callable[..., Guest]
FAIR = {"stack": "any"}
SOLVED = "1009"
"""A deal that Solve wins."""
LONG = 28
"""After so many of its steps a pile has fourteen open cards."""
READABLE = 15
"""Pixels of a card that must be seen."""


@clause("CA-11", "CA-16", "CA-23", "CA-104", "CA-105")
def test_foundations_lie_near_the_top_piles_below_and_the_seed_is_shown_above(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    tops = {
        name: guest.pile(name).bounding_box() for name in ("foundation-0", "foundation-3", "tableau-0", "tableau-7")
    }
    boxes = {name: box for name, box in tops.items() if box is not None}
    assert boxes["foundation-0"]["y"] == boxes["foundation-3"]["y"] < 120
    assert (
        boxes["tableau-0"]["y"]
        == boxes["tableau-7"]["y"]
        > boxes["foundation-0"]["y"] + boxes["foundation-0"]["height"]
    )
    seed = guest.page.locator("button.seed")
    assert SOLVED in seed.inner_text()
    box = seed.bounding_box()
    assert box is not None
    assert box["y"] < 60


@clause("CA-81", "CA-82", "CA-83", "CA-84", "CA-85")
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_sizes_are_those_of_the_text_and_follow_the_window(visit: Visit, width: int, height: int) -> None:
    guest = visit(900, 900).open("cards", seed=SOLVED, options=FAIR)
    guest.page.set_viewport_size({"width": width, "height": height})
    card = min(width, 4 * height / 3) / 9
    guest.until(lambda: abs((guest.cards("tableau-0").first.bounding_box() or {"width": 0})["width"] - card) < 0.6)
    guest.settle()
    first, second = (guest.cards("tableau-0").nth(number).bounding_box() for number in (0, 1))
    assert first is not None
    assert second is not None
    assert first["height"] == pytest.approx(card * 4 / 3, abs=0.6)
    overlap = max(card * 4 / 3 / 5.1, height / 32)
    assert second["y"] - first["y"] == pytest.approx(overlap, abs=0.6)


STRIPS = """() => [...document.querySelectorAll('.card[data-pile^="tableau"]:has(.front)')].flatMap(one => {
    const {pile, index} = one.dataset
    const next = document.querySelector(`.card[data-pile="${pile}"][data-index="${Number(index) + 1}"]`)
    return next ? [next.getBoundingClientRect().top - one.getBoundingClientRect().top] : []
})"""


def test_on_a_phone_on_its_side_open_cards_stay_readable_and_a_long_pile_is_scrolled(visit: Visit) -> None:
    guest = visit(844, 390, has_touch=True, is_mobile=True).open("cards", seed=SOLVED, options=FAIR)
    guest.settle()
    assert min(guest.page.evaluate(STRIPS)) >= READABLE
    guest.act_all(guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"][:LONG])
    guest.settle()
    assert min(guest.page.evaluate(STRIPS)) >= READABLE
    hidden = "(() => { const one = document.querySelector('.table'); return one.scrollHeight - one.clientHeight })()"
    below = guest.page.evaluate(hidden)
    assert below > 0
    guest.swipe((60, 320), (60, 60))
    guest.until(lambda: abs(guest.page.evaluate("document.querySelector('.table').scrollTop") - below) <= 1)


@clause("CA-90", "CA-97", "CA-98")
def test_s_shows_a_solution_that_can_be_paused_hastened_and_wins_with_confetti(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    guest.key("s")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    guest.until_rev_after(2)
    guest.do("solve-pause")
    guest.until(lambda: guest.shown_rev() == guest.rev(), "the last step is shown")
    rev = guest.rev()
    guest.page.wait_for_timeout(700)
    assert guest.rev() == rev
    guest.do("solve-step")
    guest.until(lambda: guest.rev() == rev + 1)
    guest.do("solve-pause")
    guest.do("solve-faster")
    guest.do("solve-faster")
    guest.page.wait_for_selector('[data-test="end"]', timeout=60_000)
    assert "You won!" in guest.page.inner_text('[data-test="end"]')
    assert guest.page.evaluate("document.documentElement.dataset.celebrated") == "yes"
    assert "with help" in guest.page.inner_text(".figures")


@clause("CA-91", "CA-92", "CA-24", "CA-100", "CA-101")
def test_r_deals_the_same_seed_again_and_n_another_which_the_browser_keeps(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    assert guest.page.evaluate("localStorage.getItem('SeedIndex')") == SOLVED
    first = guest.page.url
    guest.key("r")
    guest.until(lambda: guest.page.url != first)
    guest.arrive().settle()
    guest.page.wait_for_selector("button.seed")
    assert SOLVED in guest.page.inner_text("button.seed")
    second = guest.page.url
    guest.key("n")
    guest.until(lambda: guest.page.url != second)
    guest.until(lambda: guest.page.evaluate("localStorage.getItem('SeedIndex')") != SOLVED)
    seed = guest.page.evaluate("localStorage.getItem('SeedIndex')")
    assert seed in guest.page.inner_text("button.seed")
    assert guest.call("GET", "/api/players/me/tables")[1:] == [], "the deals that were left are not open any more"


@clause("CA-61", "CA-93", "CA-94")
def test_f_finishes_and_u_takes_one_step_back(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    actions = guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"]
    guest.act_all(actions[:-6])
    before = sum(guest.heights("foundation").values())
    guest.key("f")
    guest.until(lambda: sum(guest.heights("foundation").values()) > before)
    if guest.snapshot()["outcome"] is None:
        guest.key("u")
        guest.until(lambda: sum(guest.heights("foundation").values()) == before)


@clause("CA-17", "CA-18", "CA-77", "CA-78", "CA-88")
def test_a_dragged_stack_follows_the_pointer_while_its_targets_light_up(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    moves = [action["payload"] for action in guest.snapshot()["legal"] if action["kind"] == "tableauMove"]
    move = max(moves, key=lambda one: one["count"])
    source, target = f"tableau-{move['source']['index']}", f"tableau-{move['target']['index']}"
    lying = guest.cards(source).nth(guest.cards(source).count() - move["count"])
    guest.settle()
    before, rev = lying.bounding_box(), guest.rev()
    guest.drag(source, target, -move["count"], drop=False)
    guest.page.wait_for_timeout(100)
    dragged = guest.page.locator(".card.dragged")
    assert dragged.count() == move["count"]
    assert guest.page.locator(f'.card.target[data-pile="{target}"], .pile.target[data-pile="{target}"]').count() > 0
    moved = lying.bounding_box()
    assert before is not None
    assert moved is not None
    assert abs(moved["x"] - before["x"]) > 20
    assert guest.rev() == rev
    guest.page.mouse.up()
    guest.until_rev_after(rev)


@clause("CA-76", "CA-79", "CA-80", "CA-89")
def test_targets_show_after_half_a_second_and_a_bad_drop_glides_back(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    move = next(one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "tableauMove")
    source = f"tableau-{move['source']['index']}"
    guest.page.mouse.move(5, 400)
    guest.page.mouse.move(*guest.spot(source, -move["count"]))
    guest.page.wait_for_timeout(150)
    assert guest.page.locator(".target").count() == 0
    guest.page.wait_for_selector(".target")
    guest.settle()
    rev, before = guest.rev(), guest.cards(source).last.bounding_box()
    x, y = guest.spot(source)
    guest.page.mouse.move(x, y)
    guest.page.mouse.down()
    guest.page.mouse.move(x + 300, 700, steps=4)
    guest.page.mouse.up()
    guest.page.wait_for_timeout(60)
    gliding = guest.page.evaluate("document.getAnimations().length")
    guest.settle()
    assert gliding > 0
    assert guest.cards(source).last.bounding_box() == before
    assert guest.rev() == rev


@clause("CA-86", "CA-87")
def test_a_finger_drags_as_well_as_a_mouse(visit: Visit) -> None:
    guest = visit(390, 844, has_touch=True, is_mobile=True).open("cards", seed=SOLVED, options=FAIR)
    move = next(one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "tableauMove")
    rev = guest.rev()
    guest.touch_drag(f"tableau-{move['source']['index']}", f"tableau-{move['target']['index']}", -move["count"])
    guest.until_rev_after(rev)
