"""The line breaks and comes back: no move is lost, and another tab is noticed."""

from collections.abc import Callable
from pathlib import Path

from samples import DUEL, SOLITAIRE
from server.running import OPERATOR, QUICK, Player, Running
from web.browsing import Guest
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]


def test_moves_made_without_a_line_are_kept_and_done_once(visit: Visit, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        guest = visit(url=server.url).open(SOLITAIRE, **ONE_BY_ONE)
        guest.tap("stock")
        guest.until(lambda: guest.heights()["waste"] == 1)
        server.stop()
        guest.page.wait_for_selector('[data-line="lost"]')
        assert "Connection lost" in guest.page.inner_text(".lost")
        guest.tap("stock")
        guest.tap("stock")
        guest.page.get_by_role("button", name="Try now").click()
        server.start()
        guest.page.wait_for_selector('[data-line="open"]')
        guest.until(lambda: guest.heights()["waste"] == 3)
        assert guest.rev() == 3
        assert guest.page.locator(".lost").count() == 0


def test_a_server_that_dies_in_the_middle_loses_nothing(visit: Visit, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        guest = visit(url=server.url).open(SOLITAIRE, **ONE_BY_ONE)
        for _ in range(4):
            guest.tap("stock")
        server.restart(kill=True)
        guest.until(lambda: guest.page.locator('[data-line="open"]').count() == 1)
        guest.until(lambda: guest.heights()["waste"] == 4)
        assert guest.rev() == 4


def test_a_sound_that_cannot_be_fetched_leaves_the_player_at_the_table(visit: Visit) -> None:
    """As when the server dies while the first sound is on its way, and is back at once with the same page."""
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.page.route("**/assets/ZzFX*", lambda route: route.abort())
    guest.page.evaluate("window.same = true")
    with guest.page.expect_response("**/?latest"):
        guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.page.wait_for_timeout(300)
    assert guest.page.evaluate("window.same")
    assert guest.page.locator('[data-line="open"]').count() == 1


def test_a_file_that_a_new_version_lacks_loads_the_page_again(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.page.route("**/assets/ZzFX*", lambda route: route.abort())
    guest.page.route("**/?latest", lambda route: route.fulfill(body="<script type=module src=/assets/new.js></script>"))
    with guest.page.expect_event("load"):
        guest.tap("stock")
    guest.until(lambda: guest.heights().get("waste") == 1)


def test_a_second_tab_of_the_same_seat_follows_and_says_so(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    other = Guest(guest.context, guest.url)
    other.sit(guest.table_id)
    other.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.page.wait_for_selector(".notice")
    assert "another tab" in guest.page.inner_text(".notice")
    guest.tap("stock")
    other.until(lambda: other.heights()["waste"] == 2)
    assert not other.errors


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    guest = visit().go("/table/none")
    guest.page.wait_for_selector('h2[role="alert"]')
    assert guest.page.inner_text("h2") == "This table no longer exists."
    assert guest.page.locator(".lost").count() == 0, "it is said once, in words for people"


def test_a_link_invites_and_play_begins_when_the_guest_sits_down(visit: Visit) -> None:
    host, friend = visit().go(), visit().go()
    seats = [{"kind": "human"}, {"kind": "human"}]
    table = host.call("POST", "/api/tables", {"game": DUEL, "seats": seats, "private": True})["tableId"]
    host.go(f"/table/{table}")
    host.page.wait_for_selector("text=Waiting for your opponent")
    friend.go(f"/table/{table}")
    friend.page.get_by_role("button", name="Sit down").click()
    for guest in (host, friend):
        guest.page.wait_for_selector(".card")


def test_a_game_that_an_operator_ended_says_why_and_rests(visit: Visit, served: Running) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    order = {"reason": "a bug in the deal"}
    with Player(served.url) as operator:
        operator.ask("POST", f"/api/operator/tables/{guest.table_id}/end", order, token=OPERATOR)
    guest.page.wait_for_selector(".rest")
    assert guest.page.inner_text(".rest") == "The operator ended this game: a bug in the deal"
    guest.tap("stock")
    guest.page.reload()
    guest.page.wait_for_selector(".rest")
    assert guest.heights()["waste"] == 0
