"""The solver in a browser: solutions, its hint, the light, the difficulty, winnable deals and the deal of the day."""

import re
from collections.abc import Callable, Iterator

import pytest

from saloon.games import GAMES
from samples import SOLITAIRE
from server.running import moves
from web.axe import complaints
from web.browsing import SEARCHING, Guest
from web.pagekit import NAMES, page_kit

Visit = Callable[..., Guest]
SOLVED = [name for name in NAMES if GAMES[name].solver()]
WON = {name: page_kit(name).won or {} for name in SOLVED}
LOST = {name: table for name in SOLVED if (table := page_kit(name).lost)}


def ask(guest: Guest, name: str) -> None:
    """Open the solver's sheet and press one of its buttons."""
    guest.do("solver")
    guest.do(name)


def light(guest: Guest, *shown: str) -> None:
    """Wait until the light shows one of these."""
    guest.page.wait_for_selector(", ".join(f'[data-light="{one}"]' for one in shown), timeout=SEARCHING)


def test_the_solution_is_played_to_the_win_and_the_game_is_marked(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **WON[SOLITAIRE])
    ask(guest, "solve")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    for _ in range(2):
        guest.do("solve-faster")
    guest.page.wait_for_selector('[data-test="end"]', timeout=60_000)
    assert "You won!" in guest.page.inner_text('[data-test="end"]')
    assert "with help" in guest.page.inner_text(".badges")
    statistics = guest.call("GET", "/api/players/me/stats")[SOLITAIRE]
    assert (statistics["won"], statistics["wonAssisted"], statistics["fastestWin"]) == (0, 1, None)
    assert guest.page.locator(".notice", has_text="another tab").count() == 0


@pytest.mark.parametrize("game", SOLVED)
def test_a_solution_that_was_stopped_is_taken_up_again(visit: Visit, game: str) -> None:
    guest = visit().open(game, **WON[game])
    left = []
    for _ in range(2):
        ask(guest, "solve")
        guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
        rev = guest.shown_rev()
        guest.until_rev_after(rev + 2)
        left.append(int(re.findall(r"\d+", guest.page.inner_text('[data-test="solve-left"]'))[0]))
        guest.do("solve-stop")
    assert 0 < left[1] < left[0]


@pytest.mark.parametrize("game", SOLVED)
def test_its_hint_is_shown_on_the_cards_and_following_it_keeps_the_game_winnable(visit: Visit, game: str) -> None:
    guest = visit().open(game, **WON[game])
    ask(guest, "solver-hint")
    guest.page.wait_for_selector(".hinted", timeout=SEARCHING)
    assert guest.snapshot()["help"] == {"assisted": True, "hints": 0, "paused": False, "redos": 0, "undos": 0}
    said = re.search(r"Hint: (.+) → (.+)", guest.heard())
    assert said is not None
    names = {pile.get_attribute("aria-label").split(",")[0]: pile for pile in guest.page.locator(".pile").all()}  # type: ignore[union-attr]
    rev = guest.shown_rev()
    names[said[1]].evaluate("pile => pile.click()")
    if guest.shown_rev() == rev and said[1] != "stock":
        names[said[2]].evaluate("pile => pile.click()")
    guest.until_rev_after(rev, said[0])
    assert guest.call("POST", f"/api/tables/{guest.table_id}/winnable")["verdict"] == "winnable"


@pytest.mark.parametrize("game", SOLVED)
def test_a_fair_hint_is_shown_on_the_cards_and_marks_the_game(visit: Visit, game: str) -> None:
    guest = visit().open(game, **WON[game])
    ask(guest, "fair-hint")
    guest.page.wait_for_selector(".hinted", timeout=SEARCHING)
    assert guest.snapshot()["help"] == {"assisted": True, "hints": 0, "paused": False, "redos": 0, "undos": 0}
    rev = guest.shown_rev()
    guest.key("b")
    guest.until_rev_after(rev)
    assert guest.snapshot()["help"]["assisted"]


def test_it_says_that_it_sees_hidden_cards_before_anything_is_marked(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **WON[SOLITAIRE])
    for key in ("g", "w"):
        guest.key(key)
        guest.page.wait_for_selector('[data-test="solver"]')
        assert "hidden" in guest.page.inner_text('[data-test="solver"]')
        assert complaints(guest.page) == []
        guest.key("Escape")
        guest.page.wait_for_selector('[data-test="solver"]', state="detached")
    assert guest.snapshot()["help"]["assisted"] is False
    guest.key("s")
    guest.page.wait_for_selector(".notice")
    assert "sees hidden cards" in guest.page.inner_text(".notice")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    guest.do("solve-stop")
    rev = guest.shown_rev()
    guest.key("g")
    guest.page.wait_for_selector(".hinted")
    assert guest.shown_rev() > rev, "help is an action in the log"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_the_solution_player_covers_neither_messages_nor_cards_on_a_low_table(
    visit: Visit, width: int, height: int
) -> None:
    guest = visit(width, height).open(SOLITAIRE, **WON[SOLITAIRE])
    ask(guest, "solve")
    guest.page.wait_for_selector('[data-test="solving"]', timeout=SEARCHING)
    guest.do("solve-pause")
    guest.page.locator("button.seed").evaluate("one => one.click()")
    told, player, table = (
        guest.page.locator(name).bounding_box() for name in (".notice", '[data-test="solving"]', ".table")
    )
    assert told is not None
    assert player is not None
    assert table is not None
    assert told["y"] + told["height"] <= player["y"]
    assert height > 500 or table["y"] + table["height"] <= player["y"]


def test_the_light_is_off_until_it_is_wanted_and_follows_each_move(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **WON[SOLITAIRE])
    assert guest.page.locator("[data-light]").count() == 0
    guest.do("solver")
    guest.page.click('[data-switch="light"]')
    light(guest, "yes")
    guest.key("Escape")
    assert guest.snapshot()["help"]["assisted"] is True
    guest.page.evaluate("""() => {
        window.lights = []
        const look = () => window.lights.push(document.querySelector('[data-light]')?.dataset.light)
        new MutationObserver(look).observe(document.querySelector('.head'), {subtree: true, attributes: true})
    }""")
    guest.tap("stock")
    guest.until(lambda: "asking" in guest.page.evaluate("window.lights"))
    light(guest, "yes")
    guest.sit(guest.table_id)
    light(guest, "yes")
    assert complaints(guest.page) == []
    guest.key("w")
    guest.page.wait_for_selector("[data-light]", state="detached")


@pytest.mark.parametrize("game", LOST)
def test_a_lost_game_is_shown_as_lost(visit: Visit, game: str) -> None:
    guest = visit().open(game, **LOST[game])
    ask(guest, "solve")
    guest.page.wait_for_selector('.notice:has-text("cannot be won")', timeout=SEARCHING)
    guest.key("w")
    light(guest, "no")
    guest.key("g")
    guest.page.wait_for_selector('.notice:has-text("cannot be won")')
    assert guest.page.locator(".hinted").count() == 0


def test_the_difficulty_of_a_deal_comes_after_the_cards(visit: Visit) -> None:
    guest = visit(390, 844).open(SOLITAIRE, **WON[SOLITAIRE])
    table = guest.page.locator(".table")
    before = table.bounding_box()
    assert guest.page.locator('[data-test="rating"]').count() == 0
    guest.page.wait_for_selector('[data-test="rating"]', timeout=SEARCHING)
    assert table.bounding_box() == before, "nothing moves when it comes"
    rating = guest.call("GET", f"/api/tables/{guest.table_id}/rating")
    assert guest.page.inner_text('[data-test="rating"] dd') == rating["level"]
    guest.do("solver")
    assert f"{rating['length']} moves" in guest.page.inner_text('[data-test="deal"]')
    assert guest.snapshot()["help"]["assisted"] is False


def test_only_winnable_deals_of_the_level_are_dealt_if_that_is_wished(visit: Visit) -> None:
    guest = visit().go(f"/new/{SOLITAIRE}")
    switch = guest.page.locator('[data-switch="winnable"] input')
    assert not switch.is_checked()
    assert guest.page.locator('[data-field="difficulty"]').count() == 0
    switch.check()
    guest.page.check('[data-field="difficulty"] input[value="hard"]')
    assert complaints(guest.page) == []
    guest.page.click("form button[type=submit]")
    guest.arrive()
    rating = guest.call("GET", f"/api/tables/{guest.table_id}/rating")
    level = (rating["people"] or {}).get("level") or rating["level"]  # the odds for people come first
    assert (rating["verdict"], level) == ("winnable", "hard")


@pytest.mark.parametrize("game", SOLVED)
def test_todays_deal_is_the_same_for_everyone_and_continues_where_it_was_left(visit: Visit, game: str) -> None:
    guest = visit().go()
    guest.page.click(f'[data-today="{game}"]')
    dealt = guest.arrive().snapshot()
    daily = guest.call("GET", f"/api/daily/{game}")
    assert (dealt["seed"], dealt["options"]) == (daily["seed"], daily["options"])
    guest.page.click(".back")
    untouched = guest.page.locator(f'[data-today="{game}"][data-state="new"]')
    untouched.click()
    assert guest.arrive().snapshot()["matchId"] == dealt["matchId"], "it was opened already"
    guest.act_all([moves(guest.snapshot()["legal"])[0]])
    guest.page.click(".back")
    guest.page.click(f'[data-today="{game}"][data-state="begun"]')
    assert guest.arrive().snapshot()["matchId"] == dealt["matchId"]
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    guest.go()
    guest.page.wait_for_selector(f'[data-today="{game}"][data-state="played"]')


@pytest.fixture
def busy(visit: Visit) -> Iterator[Guest]:
    """Return a guest whose solver has too much to do."""
    guest = visit(locale="de-DE")
    body = '{"code": "SOLVER_BUSY", "reason": "busy"}'
    guest.page.route(
        re.compile("/(solve|solver-hint|fair-hint|winnable|rating)$"),
        lambda route: route.fulfill(status=503, content_type="application/json", body=body),
    )
    yield guest
    guest.page.unroute_all()


def test_a_busy_solver_asks_for_patience_in_the_players_language(busy: Guest) -> None:
    busy.open(SOLITAIRE, **WON[SOLITAIRE])
    ask(busy, "solver-hint")
    busy.page.wait_for_selector('.notice.bad:has-text("gleich noch einmal")')
    busy.do("solver")
    assert "verdeckten" in busy.page.inner_text('[data-test="solver"]')
    busy.page.click('[data-switch="light"]')
    light(busy, "asking")
    busy.page.unroute_all()
    light(busy, "yes")
