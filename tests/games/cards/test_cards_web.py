"""Cards in a browser: its keys, its sizes, its seed, and its solution shown step by step."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route

from clauses import clause
from saloon.solver.deals import winnable_seeds
from server.running import QUICK, Running
from web.browsing import SEARCHING, Guest

Visit = Callable[..., Guest]
FAIR = {"stack": "any"}
SOLVED = "1009"
"""A deal that Solve wins."""
LONG = 28
"""After this many of its steps a pile has fourteen open cards."""
READABLE = 15
"""Pixels of a card that must be seen."""


@clause("CA-11", "CA-16", "CA-23", "CA-104", "CA-105")
def test_foundations_are_near_the_top_piles_below_and_the_seed_is_shown_above(visit: Visit) -> None:
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


OVERFLOW = "(() => { const one = document.querySelector('.table'); return one.scrollHeight - one.clientHeight })()"


def open_long_pile(visit: Visit, width: int, height: int) -> Guest:
    """Return a guest with a phone on its side who has piled up fourteen open cards."""
    guest = visit(width, height, has_touch=True, is_mobile=True).open("cards", seed=SOLVED, options=FAIR)
    guest.settle()
    assert min(guest.page.evaluate(STRIPS)) >= READABLE
    guest.act_all(guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"][:LONG])
    guest.settle()
    assert min(guest.page.evaluate(STRIPS)) >= READABLE
    return guest


def test_on_a_phone_on_its_side_open_cards_stay_readable_and_a_long_pile_is_scrolled(visit: Visit) -> None:
    guest = open_long_pile(visit, 740, 390)
    below = guest.page.evaluate(OVERFLOW)
    assert below > 0
    guest.swipe((60, 320), (60, 60))
    guest.until(lambda: abs(guest.page.evaluate("document.querySelector('.table').scrollTop") - below) <= 1)


@clause("CA-16")
def test_on_a_wide_phone_on_its_side_the_foundations_leave_all_of_the_height_to_the_piles(visit: Visit) -> None:
    guest = open_long_pile(visit, 844, 390)
    assert guest.page.evaluate(OVERFLOW) == 0
    row = ["foundation-0", "foundation-1", "tableau-0", "tableau-7", "foundation-2", "foundation-3"]
    boxes = [guest.pile(name).bounding_box() for name in row]
    places = [(box["x"], box["y"]) for box in boxes if box is not None]
    assert places == sorted(places)
    assert len({y for _, y in places}) == 1, "they stand in one row with the piles"


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
    assert "with help" in guest.page.inner_text(".badges")


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
    guest.skip(actions[:-6])
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
    guest = visit(moving=True).open("cards", seed=SOLVED, options=FAIR)
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


LOOK = """name => {
    const cards = [...document.querySelectorAll(`.card[data-pile="${name}"] .front`)]
    return JSON.stringify(cards.map(one => {
        const {boxShadow, backgroundColor, outline} = getComputedStyle(one)
        return [boxShadow, backgroundColor, outline]
    }))
}"""


@clause("CA-78", "CA-89")
def test_the_top_card_of_a_pile_shows_whether_it_takes_the_dragged_cards(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    guest.settle()
    moves = [one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "tableauMove"]
    source, good = (moves[0][end]["index"] for end in ("source", "target"))
    count = moves[0]["count"]
    taking = {one["target"]["index"] for one in moves if (one["source"]["index"], one["count"]) == (source, count)}
    bad = next(index for index in range(8) if index not in {source, *taking})
    looks = {}
    for index in (good, bad):
        name = f"tableau-{index}"
        before = guest.page.evaluate(LOOK, name)
        guest.drag(f"tableau-{source}", name, -count, drop=False)
        verdict = "over" if index == good else "bad"
        guest.page.wait_for_selector(f'.card.{verdict}[data-pile="{name}"]')
        assert guest.page.locator(".card.over, .card.bad").count() == 1, "only the top card is marked"
        looks[index] = guest.page.evaluate(LOOK, name)
        assert looks[index] != before
        guest.page.mouse.move(*guest.spot(f"tableau-{source}", -count))
        guest.page.mouse.up()
        guest.settle()
        assert guest.page.evaluate(LOOK, name) == before
    assert looks[good] != looks[bad]


@clause("CA-14", "CA-89")
def test_any_foundation_shows_that_it_takes_a_card_that_may_be_dropped_there(visit: Visit) -> None:
    """An Ace dropped on another suit's foundation goes to its own, so neither says no."""
    guest = visit().open("cards", seed="14", options=FAIR)
    guest.settle()
    homes = [one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "foundationMove"]
    source, home = (homes[0][end]["index"] for end in ("source", "target"))
    guest.drag(f"tableau-{source}", f"foundation-{(home + 2) % 4}", drop=False)
    guest.page.wait_for_selector(".pile.over.target")
    assert guest.page.locator(".pile.bad").count() == 0
    guest.page.mouse.up()
    guest.until(lambda: guest.heights("foundation")[f"foundation-{home}"] == 1)


@clause("CA-86", "CA-87")
def test_a_finger_drags_as_well_as_a_mouse(visit: Visit) -> None:
    guest = visit(390, 844, has_touch=True, is_mobile=True).open("cards", seed=SOLVED, options=FAIR)
    move = next(one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "tableauMove")
    rev = guest.rev()
    guest.touch_drag(f"tableau-{move['source']['index']}", f"tableau-{move['target']['index']}", -move["count"])
    guest.until_rev_after(rev)


# --- seeds ----------------------------------------------------------------------------------------------------------


def open_from_lobby(guest: Guest) -> str:
    """Press Play on the tile of Cards; return the seed that is dealt."""
    guest.page.click('.tile[data-game="cards"] button.main')
    guest.arrive()
    guest.page.wait_for_selector("button.seed")
    return str(guest.snapshot()["seed"])


def stored_seed(guest: Guest) -> str | None:
    found: str | None = guest.page.evaluate("localStorage.getItem('SeedIndex')")
    return found


@clause("CA-24", "CA-99", "CA-100", "CA-101")
@pytest.mark.parametrize("winnable", [True, False])
def test_cards_opens_with_the_stored_seed_and_new_takes_the_time(visit: Visit, winnable: bool) -> None:
    guest = visit().go()
    guest.page.evaluate(
        "winnable => localStorage.setItem('saloon.wishes', JSON.stringify({cards: {winnable}}))", winnable
    )
    guest.page.evaluate("localStorage.setItem('SeedIndex', '1009')")
    assert open_from_lobby(guest.go()) == SOLVED
    first = guest.page.url
    before = time.time_ns() // 1_000_000
    guest.key("n")
    guest.until(lambda: guest.page.url != first)
    guest.arrive()
    seed = guest.snapshot()["seed"]
    assert before <= int(seed) < before + 60_000
    guest.until(lambda: stored_seed(guest) == seed)
    assert seed in guest.page.inner_text("button.seed")


@clause("CA-24", "CA-99")
@pytest.mark.parametrize("kept", [None, "abc", "01", "9007199254740993"])
def test_without_a_stored_seed_cards_is_dealt_from_the_time(visit: Visit, kept: str | None) -> None:
    guest = visit().go()
    if kept is not None:
        guest.page.evaluate("kept => localStorage.setItem('SeedIndex', kept)", kept)
    before = time.time_ns() // 1_000_000
    seed = open_from_lobby(guest.go())
    assert before <= int(seed) < before + 60_000
    guest.until(lambda: stored_seed(guest) == seed)


@clause("CA-24")
def test_opening_cards_continues_the_game_in_progress(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    table, move = guest.table_id, guest.snapshot()["legal"][0]
    guest.act(move["kind"], move["payload"])
    guest.page.click(".back")
    guest.page.wait_for_selector('[data-test="mine"] li')
    open_from_lobby(guest)
    assert (guest.table_id, guest.shown_rev()) == (table, 1)


@contextmanager
def own_tables_come_late(guest: Guest) -> Iterator[None]:
    """Delay the answers about the player's tables."""

    def late(route: Route) -> None:
        guest.page.wait_for_timeout(500)
        route.continue_()

    guest.page.route("**/api/players/me/tables", late)
    try:
        yield
    finally:
        guest.page.unroute_all(behavior="wait")


@clause("CA-24")
def test_cards_finds_a_game_in_progress_that_the_lobby_has_not_loaded_yet(visit: Visit) -> None:
    guest = visit().go()
    open_from_lobby(guest)
    table, move = guest.table_id, guest.snapshot()["legal"][0]
    guest.act(move["kind"], move["payload"])
    with own_tables_come_late(guest):
        guest.page.click(".back")
        open_from_lobby(guest)
    assert guest.table_id == table


@clause("CA-24")
def test_cards_does_not_reopen_a_game_that_has_just_ended(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    table = guest.table_id
    actions = guest.call("POST", f"/api/tables/{table}/solve")["actions"]
    guest.page.click(".back")
    guest.page.wait_for_selector('[data-test="mine"] li')
    open_from_lobby(guest)
    assert guest.table_id == table
    guest.act_all(actions)
    guest.page.wait_for_selector('[data-test="end"]')
    with own_tables_come_late(guest):
        guest.page.go_back()
        seed = open_from_lobby(guest)
    assert seed == SOLVED, "the stored seed is dealt again"
    assert guest.table_id != table


def test_pressing_new_twice_deals_once(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    first = guest.page.url
    guest.key("n", "n", "n")
    guest.until(lambda: guest.page.url != first)
    guest.arrive().settle()
    assert len(guest.call("GET", "/api/players/me/tables")) == 1


# --- keys -----------------------------------------------------------------------------------------------------------


def move_across(guest: Guest) -> dict[str, Any]:
    """Return the first listed move from pile to pile."""
    legal = guest.snapshot()["legal"]
    payload: dict[str, Any] = next(one["payload"] for one in legal if one["kind"] == "tableauMove")
    return payload


@clause("CA-91", "CA-92", "CA-94")
def test_keys_work_in_either_case_but_not_with_a_modifier(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    guest.act("tableauMove", move_across(guest))
    guest.key("Control+u", "Alt+u", "Meta+u")
    guest.key("U")
    guest.until(lambda: guest.snapshot()["help"]["undos"] == 1)
    assert guest.rev() == 2
    for key in ("R", "N"):
        table = guest.page.url
        guest.key(key)
        guest.page.click("dialog button[value=yes]")
        guest.until(lambda table=table: guest.page.url != table)  # type: ignore[misc]
        guest.arrive()
        assert (guest.snapshot()["seed"] == SOLVED) is (key == "R")
        guest.act("tableauMove", move_across(guest))


@clause("CA-94")
def test_keys_do_nothing_during_a_drag(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    guest.act("tableauMove", move_across(guest))
    move = move_across(guest)
    url, rev = guest.page.url, guest.rev()
    guest.drag(f"tableau-{move['source']['index']}", f"tableau-{move['target']['index']}", -move["count"], drop=False)
    guest.page.wait_for_selector(".card.dragged")
    guest.key("u", "U", "f", "n", "r", "s", "h", "p", "?")
    guest.page.wait_for_timeout(300)
    assert guest.page.locator("dialog[open], [data-test=solving]").count() == 0
    assert (guest.page.url, guest.rev()) == (url, rev)
    guest.page.mouse.up()
    guest.until_rev_after(rev)


@clause("CA-94")
@pytest.mark.parametrize("focused", ['[data-do="undo"]', '.pile[data-pile="tableau-7"]'])
@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_does_not_press_a_focused_button_during_a_finger_drag(visit: Visit, focused: str, key: str) -> None:
    guest = visit(has_touch=True).open("cards", seed=SOLVED, options=FAIR)
    guest.act("tableauMove", move_across(guest))
    guest.settle()
    rev = guest.rev()
    guest.page.focus(focused)
    x, y = guest.spot("tableau-4")
    guest.touch("touchStart", (x, y))
    guest.touch("touchMove", (x + 10, y + 10))
    guest.touch("touchMove", (x + 20, y + 20))
    guest.page.wait_for_selector(".card.dragged")
    guest.key(key)
    guest.page.wait_for_timeout(300)
    assert (guest.rev(), guest.page.locator(".card.held").count()) == (rev, 0)
    assert guest.page.evaluate("focused => document.activeElement.matches(focused)", focused)
    guest.touch("touchMove", (x, y))
    guest.touch("touchEnd")
    guest.page.wait_for_selector(".card.dragged", state="detached")
    guest.key(key)
    guest.until(lambda: guest.rev() > rev or guest.page.locator(".card.held").count(), "afterwards the key works")


def tap_a_card(guest: Guest) -> None:
    guest.tap("tableau-7")


def press_undo(guest: Guest) -> None:
    guest.page.locator('[data-do="undo"]').click(force=True)


STOPS: dict[str, Callable[[Guest], None]] = {
    "any key": lambda guest: guest.key("x"),
    "s": lambda guest: guest.key("s"),
    "the key of undo": lambda guest: guest.key("u"),
    "the key of new": lambda guest: guest.key("N"),
    "a tap on a card": tap_a_card,
    "a tap on a button": press_undo,
}


@clause("CA-90")
@pytest.mark.parametrize("how", STOPS)
def test_any_key_or_tap_stops_a_solution_at_once_and_does_nothing_else(visit: Visit, how: str) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    guest.key("s")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    guest.until_rev_after(2)
    url = guest.page.url
    STOPS[how](guest)
    guest.page.wait_for_selector('[data-test="solving"]', state="detached")
    guest.page.wait_for_timeout(100)  # a step that was on its way arrives
    rev, undos = guest.rev(), guest.snapshot()["help"]["undos"]
    guest.page.wait_for_timeout(700)
    assert (guest.rev(), undos, guest.page.url) == (rev, 0, url)
    assert guest.page.locator("dialog[open], .held").count() == 0
    guest.key("u")
    guest.until(lambda: guest.snapshot()["help"]["undos"] == 1, "the next key works as usual")


@clause("CA-90")
def test_a_key_stops_the_search_for_a_solution_too(visit: Visit) -> None:
    guest = visit().open("cards", seed=SOLVED, options=FAIR)
    answered: list[str] = []

    def late(route: Route) -> None:
        response = route.fetch(timeout=SEARCHING)
        guest.page.wait_for_timeout(300)
        route.fulfill(response=response)
        answered.append(route.request.url)

    guest.page.route("**/solve", late)
    guest.key("s")
    guest.page.wait_for_selector('[data-do="solver"]:disabled')
    guest.key("Escape")
    guest.page.wait_for_selector('[data-do="solver"]:not(:disabled)')
    guest.until(lambda: answered)
    guest.page.wait_for_timeout(700)
    assert guest.page.locator('[data-test="solving"]').count() == 0
    assert guest.snapshot()["rev"] == 1, "nothing but the note that the solver was asked"


# --- no moves left --------------------------------------------------------------------------------------------------

DEAD = "9"
"""A deal of `stack=run` without a single move."""
NEARLY_DEAD = "7"
"""One in which `8 4 1` is the only move, after which there is none."""


@clause("CA-95")
def test_no_moves_left_is_shown_at_once_with_undo_retry_and_new(visit: Visit) -> None:
    guest = visit().open("cards", seed=NEARLY_DEAD)
    notice = guest.page.locator('[data-test="stuck"]')
    assert notice.count() == 0
    guest.drag("tableau-7", "tableau-3")
    notice.wait_for()
    assert "No moves left" in notice.inner_text()
    assert "No moves left" in guest.heard()
    guest.do("stuck-undo")
    notice.wait_for(state="detached")
    guest.drag("tableau-7", "tableau-3")
    notice.wait_for()
    first = guest.page.url
    guest.do("stuck-retry")
    guest.page.click("dialog button[value=yes]")
    guest.until(lambda: guest.page.url != first)
    guest.arrive()
    assert (guest.snapshot()["seed"], notice.count()) == (NEARLY_DEAD, 0)


@clause("CA-95")
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_dead_deal_says_so_from_the_start_and_new_deals_another(visit: Visit, size: tuple[int, int]) -> None:
    guest = visit(*size).open("cards", seed=DEAD)
    guest.page.wait_for_selector('[data-test="stuck"]')
    for button in ("stuck-retry", "stuck-new"):
        box = guest.page.locator(f'[data-do="{button}"]').bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    first = guest.page.url
    guest.do("stuck-new")
    guest.until(lambda: guest.page.url != first)
    guest.arrive()
    assert guest.snapshot()["seed"] != DEAD


@clause("CA-55")
def test_a_card_comes_back_from_its_foundation(visit: Visit) -> None:
    guest = visit().open("cards", seed="14", options=FAIR)
    guest.act("foundationMove", {"source": {"zone": "tableau", "index": 6}})
    guest.settle()
    guest.drag("foundation-0", "tableau-4")
    guest.until(lambda: guest.heights("foundation")["foundation-0"] == 0)
    assert guest.rev() == 2


# --- new games -------------------------------------------------------------------------------------------------------


def test_who_has_chosen_nothing_gets_the_game_that_can_be_won(visit: Visit) -> None:
    assert visit().go().play("cards").snapshot()["options"]["stack"] == "any"


@clause("CA-106")
def test_a_seed_that_is_entered_deals_the_same_cards_again(visit: Visit) -> None:
    guest = visit().open("cards", seed="1700000000000", options={"stack": "any"})
    first = guest.snapshot()["view"]["tableau"]
    guest.go("/new/cards")
    guest.choose()
    guest.page.click("text=Your last deal: 1700000000000")
    dealt = guest.deal()
    assert dealt["seed"] == "1700000000000"
    assert dealt["view"]["tableau"] == first


def test_keys_alone_choose_and_deal(visit: Visit) -> None:
    guest = visit().go("/new/cards")
    guest.page.wait_for_selector("form")
    focused = "document.activeElement.matches('[data-field=stack] input')"
    while not guest.page.evaluate(focused):
        guest.key("Tab")
    guest.key("ArrowDown")
    assert guest.page.is_checked('[data-field="stack"] input[value=run]')
    guest.key("Enter")
    assert guest.arrive().snapshot()["options"]["stack"] == "run"


def test_it_deals_winnable_deals_unless_it_is_switched_off(visit: Visit) -> None:
    guest = visit().go("/new/cards")
    guest.page.check('[data-field="stack"] input[value="run"]')
    assert guest.page.is_checked('[data-switch="winnable"] input')
    guest.page.click("form button[type=submit]")
    first = guest.arrive().table_id
    assert guest.call("GET", f"/api/tables/{first}/rating")["verdict"] == "winnable"
    guest.key("n")
    guest.until(lambda: not guest.page.url.endswith(first))
    second = guest.arrive().table_id
    assert guest.call("GET", f"/api/tables/{second}/rating")["verdict"] == "winnable"
    guest.go("/new/cards").page.wait_for_selector("form")
    guest.unfold()
    guest.page.fill("#seed", "1700000000000")
    assert not guest.page.is_checked('[data-switch="winnable"] input'), "a certain deal is that deal"


def test_the_first_game_of_a_server_does_not_wait_for_a_search(visit: Visit, tmp_path: Path) -> None:
    """Its seed is a listed one; a search would have found the time of the deal."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        guest = visit(url=server.url).go().play("cards")
        snapshot = guest.snapshot()
    assert snapshot["seed"] in {rated.seed for rated in winnable_seeds("cards", snapshot["options"])}
