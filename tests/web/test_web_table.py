"""The table in a browser: what does not move, where notices appear, what can be reached, and what a tap does."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nightly import sampled
from saloon.games import GAMES
from samples import SOLITAIRE, TIMED
from server.running import QUICK, Running
from web.axe import complaints
from web.browsing import SEARCHING, Guest
from web.geometry import faults
from web.pagekit import BOT, HUMAN, NAMES, page_kit, pile_at
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]
PLACES = """selector => Object.fromEntries([...document.querySelectorAll(selector)].map(one => {
    const {x, y, width} = one.getBoundingClientRect()
    return [one.dataset.do?.replace('resume', 'pause') ?? `${one.dataset.pile} ${one.dataset.index}`, [x, y, width]]
}))"""
COVERED = """([over, below]) => {
    const box = one => one.getBoundingClientRect()
    const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const covers = one => [...document.querySelectorAll(over)].some(upper => cross(box(upper), box(one)))
    return [...document.querySelectorAll(below)].filter(covers).map(one => one.className)
}"""
"""The classes of the elements that others lie over."""
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900)]


def places(guest: Guest, selector: str) -> dict[str, list[float]]:
    """Return where elements are and how wide, by the names of buttons or cards."""
    found: dict[str, list[float]] = guest.page.evaluate(PLACES, selector)
    return found


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_pause_moves_neither_a_button_nor_a_card(visit: Visit, width: int, height: int) -> None:
    guest = visit(width, height).open(SOLITAIRE, **ONE_BY_ONE)
    guest.page.wait_for_selector('[data-do="solver"]')
    guest.settle()
    buttons, cards = places(guest, ".bar button"), places(guest, ".card")
    guest.key("p")  # a click may scroll the bar first
    guest.page.wait_for_selector('[data-do="resume"]')
    guest.page.wait_for_selector(".rest")
    guest.settle()
    assert places(guest, ".bar button") == buttons
    assert places(guest, ".card") == cards


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_why_the_game_rests_covers_neither_title_nor_figures(visit: Visit, locale: str) -> None:
    guest = visit(*SIZES[1], locale=locale)
    for game in NAMES:
        guest.open(game, seed=page_kit(game).seed, seats=[HUMAN, *[BOT] * (len(GAMES[game].seats) - 1)])
        guest.key("p")
        guest.page.wait_for_selector(".rest")
        for size in SIZES[:3]:
            guest.resize(*size)
            assert faults(guest.page) == [], f"{game} at {size}"


def test_only_one_button_pauses_while_a_solution_plays(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.key("s")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    pauses = guest.page.get_by_role("button", name="Pause", exact=True)
    assert pauses.count() == 1
    guest.do("solve-pause")
    guest.page.wait_for_selector('[data-do="solve-step"]')
    guest.do("solve-stop")
    guest.page.wait_for_selector('[data-do="pause"]')
    assert pauses.count() == 1


OVERLAPPING = """() => {
    const box = one => one.getBoundingClientRect()
    const told = box(document.querySelector('.notice'))
    const figures = [...document.querySelectorAll('.figures div')]
    const under = figures.filter(one => {
        const {left, right, top, bottom} = box(one)
        return left < told.right && right > told.left && top < told.bottom && bottom > told.top
    })
    return under.map(one => one.textContent)
}"""


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_messages_cover_no_figure(visit: Visit, locale: str) -> None:
    guest = visit(*SIZES[0], locale=locale).open(SOLITAIRE, **ONE_BY_ONE)
    for size in SIZES:
        guest.resize(*size)
        guest.page.locator("button.seed").evaluate("one => one.click()")
        guest.page.wait_for_selector(".notice:not(.bad)")
        assert guest.page.evaluate(OVERLAPPING) == [], size
        guest.drag("tableau-6", "tableau-0")
        guest.page.wait_for_selector(".notice.bad")
        assert guest.page.evaluate(OVERLAPPING) == [], size


def test_a_tap_on_the_stock_is_felt_while_the_server_is_away(visit: Visit, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        guest = visit(url=server.url).open(SOLITAIRE, **ONE_BY_ONE)
        guest.settle()
        cards = places(guest, ".card")
        server.stop()
        guest.page.wait_for_selector('[data-line="lost"]')
        assert places(guest, ".card") == cards, "the news moves no card"
        guest.tap("stock")
        guest.page.wait_for_selector('.card.waiting[data-pile="stock"]')
        assert "Your move is kept" in guest.page.inner_text(".notice")
        guest.tap("stock")
        guest.until(lambda: "2 moves are kept" in guest.page.inner_text(".lost"))
        server.start()
        guest.until(lambda: guest.heights()["waste"] == 2)
        assert guest.page.locator(".waiting, .lost").count() == 0


def test_a_tap_is_felt_while_the_answer_is_on_its_way(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.page.evaluate("WebSocket.prototype.send = () => {}")
    guest.tap("stock")
    guest.page.wait_for_selector('.card.waiting[data-pile="stock"]')


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (1280, 800)])
def test_settings_open_over_the_table_and_take_effect_there(visit: Visit, width: int, height: int) -> None:
    guest = visit(width, height).open(SOLITAIRE, **ONE_BY_ONE)
    table, left = guest.page.url, guest.pile("stock").bounding_box()
    guest.do("settings")
    guest.page.wait_for_selector('[data-test="settings"][open]')
    assert complaints(guest.page) == []
    assert guest.page.evaluate("document.querySelector('dialog').scrollTop") == 0
    guest.page.click('[data-switch="leftHanded"]')
    guest.until(lambda: guest.pile("stock").bounding_box() != left, "the table is mirrored behind the sheet")
    guest.page.locator('[data-field="felt"] label:has(input[value=burgundy])').click()
    assert guest.page.get_attribute("html", "data-felt") == "burgundy"
    guest.key("Escape")
    guest.page.wait_for_selector('[data-test="settings"]', state="detached")
    assert (guest.page.url, guest.rev()) == (table, 0)
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1, "the game goes on")


@pytest.mark.parametrize(("back", "forth"), [("z", "y"), ("Control+z", "Control+Shift+z"), ("u", "Control+y")])
def test_undo_and_redo_by_the_keys_of_other_programs(visit: Visit, back: str, forth: str) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.key(back)
    guest.until(lambda: guest.heights()["waste"] == 0)
    guest.key(forth)
    guest.until(lambda: guest.heights()["waste"] == 1)


def test_escape_puts_back_what_is_held_wherever_the_focus_is(visit: Visit) -> None:
    guest = visit().like(oneTap=False).open(SOLITAIRE, **ONE_BY_ONE)
    guest.tap("tableau-6")
    guest.page.wait_for_selector(".held")
    guest.page.evaluate("document.activeElement.blur()")
    guest.key("Escape")
    guest.page.wait_for_selector(".held", state="detached")


def test_where_there_is_no_hint_the_solvers_is_one_tap_away(visit: Visit) -> None:
    guest = visit().open(TIMED, **(page_kit(TIMED).won or {}))
    for _ in range(30):
        hint = guest.call("POST", f"/api/tables/{guest.table_id}/hint")["report"].get("hint")
        if hint is None:
            break
        guest.act_all([hint])
    assert hint is None
    guest.until_rev_after(guest.rev() - 1)
    guest.do("hint")
    guest.page.wait_for_selector('.notice:has-text("No hint")')
    assert complaints(guest.page) == []
    for width, height in SIZES:
        guest.resize(width, height)
        assert guest.evaluate(COVERED, [".notice", ".head .figures, .table"]) == [], f"{width} × {height}"
    guest.resize(844, 390)
    assert guest.evaluate(COVERED, [".notice", ".back"]) == [], "on its side a phone has room for the way back too"
    assert guest.snapshot()["help"]["assisted"] is False
    guest.do("offer")
    guest.page.wait_for_selector(".hinted", timeout=SEARCHING)
    assert guest.snapshot()["help"]["assisted"] is True


@pytest.mark.parametrize("game", sampled(NAMES, 0))
def test_a_hint_is_shown_in_every_game(visit: Visit, game: str) -> None:
    seats = [HUMAN, *[BOT] * (len(GAMES[game].seats) - 1)]
    guest = visit(390, 844).open(game, seed=page_kit(game).seed, seats=seats)
    guest.until(lambda: guest.snapshot()["legal"], "the player may act")
    guest.do("hint")
    guest.page.wait_for_selector('.hinted, .notice:has-text("Hint: ")')


def test_a_hint_marks_the_card_that_it_builds_on(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    while True:
        hint = guest.call("POST", f"/api/tables/{guest.table_id}/hint")["report"]["hint"]
        target = hint["payload"].get("target", {})
        if target.get("zone") == "tableau" and guest.heights()[pile_at(target)] > 1:
            break
        guest.act_all([hint])
    guest.do("hint")
    guest.page.wait_for_selector(".card.goal")
    top = guest.heights()[pile_at(target)] - 1
    marked = guest.page.eval_on_selector_all(".goal", "all => all.map(({dataset}) => [dataset.pile, dataset.index])")
    assert marked == [[pile_at(target), str(top)]]
    assert guest.page.locator(".pile.hinted").count() == 0, "nothing is marked under the cards"


def sources(guest: Guest) -> dict[str, int]:
    """Return the columns whose top card alone can move, and how many places it has."""
    moves = [action["payload"] for action in guest.snapshot()["legal"] if action["payload"].get("count", 1) == 1]
    names = [pile_at(move["source"]) for move in moves if "source" in move]
    return {name: names.count(name) for name in names}


def test_a_tap_on_a_card_without_a_place_says_why(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    movable = {pile_at(a["payload"]["source"]) for a in guest.snapshot()["legal"] if "source" in a["payload"]}
    column = next(name for name in guest.heights("tableau") if name not in movable)
    guest.settle()
    guest.tap(column)
    guest.page.wait_for_selector(".notice.bad")
    assert "fits nowhere right now" in guest.page.inner_text(".notice")
    covered = next(name for name, height in guest.heights("tableau").items() if height > 1)
    guest.tap(covered, 0)
    guest.until(lambda: "face down" in guest.page.inner_text(".notice"))
    assert guest.rev() == 0


def test_a_double_click_moves_one_card_once(visit: Visit) -> None:
    guest = visit(moving=True).open(SOLITAIRE, **ONE_BY_ONE)
    source = next(iter(sources(guest)))
    height = guest.heights()[source]
    guest.settle()
    guest.page.mouse.dblclick(*guest.spot(source))
    guest.until_rev_after(0)
    guest.settle()
    assert (guest.rev(), guest.heights()[source]) == (1, height - 1)


def test_a_tap_during_an_answer_waits_for_it(visit: Visit) -> None:
    """The second tap hits the card that the first has exposed, before the server has said what it is allowed to do."""
    guest = visit().open(TIMED, **(page_kit(TIMED).won or {}))
    guest.page.evaluate("""() => {
        const send = WebSocket.prototype.send
        WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 1000) }
    }""")
    source = next(name for name in sources(guest) if guest.heights()[name] > 1)
    guest.settle()
    height = guest.heights()[source]
    guest.tap(source)
    guest.until(lambda: guest.heights()[source] == height - 1, "the move is shown at once")
    guest.page.wait_for_timeout(350)  # longer than a double-click
    guest.tap(source)
    guest.until_rev_after(0)
    guest.until(lambda: guest.rev() == 2 or guest.page.locator(".notice.bad").count() > 0)
    assert "No connection" not in guest.heard()
    kinds = guest.page.locator(".notice.bad").all_inner_texts()
    assert guest.rev() == 2 or "fits nowhere" in kinds[0], "it is moved or refused by what is legal then"


def test_a_press_that_ends_beside_the_table_costs_no_tap(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    felt, bar = guest.page.locator(".table").bounding_box(), guest.page.locator(".bar").bounding_box()
    assert felt is not None
    assert bar is not None
    mouse = guest.page.mouse
    mouse.move(felt["x"] + 4, felt["y"] + felt["height"] - 4)
    mouse.down()
    mouse.move(bar["x"] + 4, bar["y"] + bar["height"] - 4)
    mouse.up()
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)


def test_enter_picks_up_a_card_that_came_to_the_pile_in_focus(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.pile("waste").focus()
    guest.key("d")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.key("Enter")
    guest.until(lambda: guest.pile("waste").get_attribute("aria-pressed") == "true")


def test_a_refusal_goes_with_the_next_move(visit: Visit) -> None:
    guest = visit()
    # a notice that stays four seconds would go in time: here it stays until something takes it away
    guest.page.add_init_script(
        "const set = setTimeout; window.setTimeout = (act, ms) => set(act, ms === 4000 ? 1e8 : ms)"
    )
    guest.open(SOLITAIRE, seed=page_kit(SOLITAIRE).seed)
    page_kit(SOLITAIRE).refuse(guest)
    guest.page.wait_for_selector(".notice.bad")
    guest.key("d")
    guest.page.wait_for_selector(".notice", state="detached")


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_with_help_the_line_above_the_table_fits_a_phone_on_its_side(visit: Visit, locale: str) -> None:
    guest = visit(844, 390, locale=locale)
    for game in [name for name in NAMES if page_kit(name).won]:
        guest.open(game, **(page_kit(game).won or {}))
        guest.call("POST", f"/api/tables/{guest.table_id}/solve")
        guest.page.wait_for_selector('[data-test="assisted"]')
        guest.page.wait_for_selector('[data-test="rating"]', timeout=SEARCHING)
        ends = guest.evaluate(
            "[...document.querySelectorAll('.head > *')].map(one => one.getBoundingClientRect().right)"
        )
        assert max(ends) <= 844, game
