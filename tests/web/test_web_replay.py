"""Replays on the page: every game step by step, and only if the browser finds that its log was not changed."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Route

from saloon.games import GAMES
from samples import DUEL, SOLITAIRE
from web.axe import complaints_by_theme
from web.browsing import Guest
from web.pagekit import BOT, HUMAN, NAMES
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]
CARDS = """() => [...document.querySelectorAll('.card')]
    .map((card) => card.dataset.pile + ' ' + card.dataset.index).sort()"""
"""Where cards are."""


def finish(guest: Guest, game: str, **wish: object) -> str:
    """Act three times by hints or legal moves, then leave; return the table."""
    wanted = {"game": game, "seats": [HUMAN, *[BOT] * (len(GAMES[game].seats) - 1)], **wish}
    table_id: str = guest.call("POST", "/api/tables", wanted)["tableId"]
    path = f"/api/tables/{table_id}"
    for _ in range(3):
        guest.until(partial(_acted, guest, path), "something could be done")
    guest.call("POST", f"{path}/leave")
    return table_id


def _acted(guest: Guest, path: str) -> bool:
    snapshot = guest.call("GET", path)
    moves = [one for one in snapshot["legal"] if one["kind"] not in ("hint", "pause", "undo", "resign", "offerEnd")]
    if not moves:
        return False
    message = {"seq": snapshot["expectedSeq"], "baseRev": snapshot["rev"], **moves[0]}
    return bool(guest.call("POST", f"{path}/actions", message)["kind"] == "ack")


def step(guest: Guest) -> int:
    """Return the step that is shown."""
    return int(guest.page.get_attribute("main", "data-step") or 0)


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_replayed_and_verified_in_the_browser(visit: Visit, game: str) -> None:
    guest = visit().go()
    table_id = finish(guest, game)
    guest.go(f"/replay/{table_id}")
    guest.page.wait_for_selector("[data-test=verified]")
    last = int(guest.page.get_attribute(".slider", "max") or 0)
    assert last == len(guest.call("GET", f"/api/tables/{table_id}/replay")["steps"]) >= 3
    guest.page.wait_for_selector(".card")
    dealt = guest.evaluate(CARDS)
    for number in range(1, 4):
        guest.page.keyboard.press("ArrowRight")
        assert step(guest) == number
    assert f"Step 3 of {last}" in guest.heard()
    guest.page.keyboard.press("Home")
    guest.until(lambda: guest.evaluate(CARDS) == dealt, "the deal is back")
    guest.page.keyboard.press("End")
    assert step(guest) == last


def test_a_replay_is_played_at_a_speed_and_seen_from_each_seat_on_a_phone_in_german(visit: Visit) -> None:
    guest = visit(390, 844, locale="de-DE", has_touch=True).go()
    table_id = finish(guest, DUEL)
    guest.go(f"/replay/{table_id}")
    guest.page.wait_for_selector("text=Geprüft")
    guest.page.select_option("[data-choose=speed]", "4")
    guest.page.tap("[data-do=play]")
    guest.until(lambda: step(guest) == int(guest.page.get_attribute(".slider", "max") or 0), "it plays to the end")
    assert guest.page.get_attribute("[data-do=play]", "aria-label") == "Abspielen"
    guest.page.tap("[data-do=previous]")
    with guest.page.expect_response(lambda answer: "steps?seat=2" in answer.url):
        guest.page.select_option("[data-choose=seat]", "2")
    assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert complaints_by_theme(guest.page) == {}


def test_a_log_with_a_changed_byte_is_refused(visit: Visit) -> None:
    guest = visit().go()
    table_id = finish(guest, SOLITAIRE, **ONE_BY_ONE)

    def change(route: Route) -> None:
        body = bytearray(route.fetch().body())
        body[len(body) // 2] ^= 1
        route.fulfill(status=200, content_type="application/json", body=bytes(body))

    guest.page.route(f"**/api/tables/{table_id}/replay", change)
    guest.go(f"/replay/{table_id}")
    guest.page.wait_for_selector('[data-check="changedLog"] [role=alert]')
    assert guest.page.locator(".card").count() == guest.page.locator("[data-test=verified]").count() == 0
    guest.page.unroute(f"**/api/tables/{table_id}/replay")
    guest.go(f"/replay/{table_id}")
    guest.page.wait_for_selector("[data-test=verified]")


def test_a_game_in_progress_and_a_private_one_are_not_shown(visit: Visit) -> None:
    guest, stranger = visit().go(), visit().go()
    opened = guest.call("POST", "/api/tables", {"game": SOLITAIRE, **ONE_BY_ONE})["tableId"]
    guest.go(f"/replay/{opened}")
    guest.page.wait_for_selector("[role=alert]")
    stranger.go(f"/replay/{finish(guest, SOLITAIRE)}")
    stranger.page.wait_for_selector("[role=alert]")
    assert stranger.page.locator(".card").count() == 0
