"""Where a game was lost, on the page: asked for, drawn as it arrives, read, heard, cancelled and refused."""

from collections.abc import Callable

from playwright.sync_api import Route

from samples import DUEL
from web.axe import complaints_by_theme
from web.browsing import SEARCHING, Guest
from web.picked import LOST_AT, spoil
from web.test_web_replay import finish, step

Visit = Callable[..., Guest]
DONE = '[data-test=analysis][data-state="done"]'


def findings(guest: Guest) -> str:
    """Return what is said of the steps that lost."""
    return guest.page.inner_text("[data-test=findings]")


def test_the_page_shows_and_announces_which_step_lost_and_what_would_have_won(visit: Visit) -> None:
    guest = visit().go()
    table_id = spoil(guest)
    guest.go("/history")
    guest.page.click(f'[data-table="{table_id}"] [data-do=where-lost]')
    guest.page.wait_for_selector(DONE, timeout=SEARCHING)
    assert f"Step {LOST_AT} lost the game: queen of clubs to column 1." in findings(guest)
    assert "would have kept it winnable" in findings(guest)
    assert f"Step {LOST_AT - 1} is the last one from which it could be won." in guest.heard()
    told = guest.page.get_attribute("[data-test=band] [role=img]", "aria-label") or ""
    assert f"steps 0 to {LOST_AT - 1} winnable, steps {LOST_AT} to {LOST_AT + 1} lost" in told
    guest.page.click(f'[data-finding="{LOST_AT}"]')
    assert step(guest) == LOST_AT
    assert f"Step {LOST_AT} of {LOST_AT + 1}. lost." in guest.heard()
    guest.page.click("[data-do=last-winnable]")
    assert step(guest) == LOST_AT - 1
    assert complaints_by_theme(guest.page) == {}
    with guest.page.expect_response(lambda answer: answer.url.endswith("/analysis")):
        guest.page.reload()
    guest.page.wait_for_selector(DONE)


def test_the_analysis_fits_a_small_phone_in_german_and_is_closed_by_touch(visit: Visit) -> None:
    guest = visit(320, 568, locale="de-DE", has_touch=True).go()
    guest.go(f"/replay/{spoil(guest)}")
    guest.page.tap("[data-do=analyse]")
    guest.page.wait_for_selector(DONE, timeout=SEARCHING)
    assert f"Mit Schritt {LOST_AT} ging das Spiel verloren" in findings(guest)
    guest.page.tap(f'[data-finding="{LOST_AT}"]')
    assert step(guest) == LOST_AT
    for width, height in ((320, 568), (568, 320), (3840, 2160)):
        guest.resize(width, height)
        assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert guest.page.is_visible(".card")
        assert guest.page.is_visible(f'[data-finding="{LOST_AT}"]')
    guest.resize(320, 568)
    guest.page.tap("[data-do=analysis-close]")
    assert guest.page.locator("[data-test=analysis]").count() == 0
    assert guest.page.is_visible("[data-do=analyse]")


def test_a_busy_solver_is_reported_a_cut_stream_too_and_an_analysis_can_be_cancelled(visit: Visit) -> None:
    guest = visit().go()
    table_id = spoil(guest)
    address = f"**/api/tables/{table_id}/analysis"
    known = '{"kind":"step","step":0,"verdict":"winnable"}\n'
    answers = [known + '{"kind":"failed","code":"SOLVER_BUSY","reason":"x"}\n', known + '{"kind":"st']
    held: list[Route] = []

    def answer(route: Route) -> None:
        if answers:
            route.fulfill(status=200, body=answers.pop(0))
        else:
            held.append(route)

    guest.page.route(address, answer)
    guest.go(f"/replay/{table_id}?analysis=1")
    alert = "[data-test=analysis] [role=alert]"
    guest.page.wait_for_selector(f"{alert}:has-text('busy')")
    guest.page.click("[data-do=analysis-again]")
    guest.page.wait_for_selector(f"{alert}:has-text('reached')")
    guest.page.click("[data-do=analysis-again]")
    guest.page.wait_for_selector('[data-test=analysis][data-state="running"]')
    guest.page.click("[data-do=analysis-cancel]")
    assert guest.page.locator("[data-test=analysis]").count() == 0
    guest.page.unroute(address)
    guest.page.click("[data-do=analyse]")
    guest.page.wait_for_selector(DONE, timeout=SEARCHING)


def test_a_match_gets_estimates_that_are_called_so(visit: Visit) -> None:
    guest = visit(844, 390).go()
    guest.go(f"/replay/{finish(guest, DUEL)}?analysis=1")
    guest.page.wait_for_selector(DONE, timeout=SEARCHING)
    assert "These are estimates by the strongest bot" in guest.page.inner_text("[data-test=analysis]")
    assert complaints_by_theme(guest.page) == {}


def test_the_end_of_a_lost_game_leads_there(visit: Visit) -> None:
    guest = visit().go()
    guest.open(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
    guest.until(lambda: any(one["kind"] == "resign" for one in guest.snapshot()["legal"]), "the match has begun")
    guest.until(lambda: not guest.page.locator(".countdown").count(), "and so has the page")
    guest.act("resign", {})
    guest.page.wait_for_selector("[data-test=end]")
    guest.page.click("[data-do=end-replay]")
    guest.page.wait_for_url("**/replay/*analysis=1*")
    guest.page.wait_for_selector(DONE, timeout=SEARCHING)
