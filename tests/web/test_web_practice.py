"""Practice on the page: a finished game continues from a step, and its mistakes come back as drills."""

from collections.abc import Callable

import msgspec

from saloon.table.replay import replay
from samples import SOLITAIRE
from web.axe import complaints_by_theme
from web.browsing import SEARCHING, Guest
from web.picked import LOST_AT, spoil

Visit = Callable[..., Guest]


def give_up(guest: Guest) -> None:
    """Do one thing at the table that is shown, and leave it."""
    guest.act("draw", {})
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")


def test_a_replay_continues_as_a_practice_game_that_names_its_origin(visit: Visit) -> None:
    guest = visit().go()
    table_id = spoil(guest)
    before = guest.call("GET", "/api/players/me/stats")
    guest.go(f"/replay/{table_id}")
    guest.page.wait_for_selector(".card")
    for _ in range(LOST_AT - 1):
        guest.page.keyboard.press("ArrowRight")
    guest.page.click("[data-do=branch]")
    guest.arrive()
    assert guest.snapshot()["rev"] == LOST_AT
    guest.page.wait_for_selector("[data-test=practice]")
    give_up(guest)
    log = guest.call("GET", f"/api/tables/{guest.table_id}/replay")
    assert replay(msgspec.json.encode(log)).status == "SUCCESS"
    assert guest.call("GET", "/api/players/me/stats") == before
    guest.go(f"/replay/{guest.table_id}")
    guest.page.wait_for_selector("[data-test=verified]")


def test_a_drill_is_made_from_a_mistake_and_solved(visit: Visit) -> None:
    guest = visit(390, 844, locale="de-DE").go()
    guest.go("/drills")
    guest.page.wait_for_selector("text=Noch keine Übungen")
    table_id = spoil(guest)
    guest.go(f"/replay/{table_id}?analysis=1")
    guest.page.click("[data-test=analysis] a", timeout=SEARCHING)
    drill = f'[data-drill="{table_id}-{LOST_AT - 1}"]'
    guest.page.wait_for_selector(f'[data-drills="due"] {drill}')
    assert complaints_by_theme(guest.page) == {}
    guest.page.click(f"{drill} [data-do=practise]")
    guest.arrive()
    solution = guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"]  # helped: that would not count
    retried = guest.call("POST", f"/api/tables/{guest.table_id}/rematch", {"retry": True})["tableId"]
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    guest.table_id = retried
    guest.skip(solution)
    guest.page.wait_for_selector("[data-test=practice-note]")
    assert f"fortgesetzt ab Schritt {LOST_AT - 1}" in guest.page.inner_text("[data-test=end]")
    guest.page.click('[data-test=practice-note] a[href="/drills"]')
    guest.page.wait_for_selector(f'[data-drills="later"] {drill}')
    assert "1 von 5" in (guest.page.get_attribute(f"{drill} [role=img]", "aria-label") or "")
    statistics = guest.call("GET", "/api/players/me/stats")[SOLITAIRE]
    assert (statistics["played"], statistics["wonAssisted"]) == (1, 0)  # the game that was lost, and nothing more
    guest.page.click(f"{drill} [data-do=drop]")
    guest.page.wait_for_selector("text=1 Übung gelernt")
