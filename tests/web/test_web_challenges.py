"""Daily challenges in a browser: from the lobby to a day of the calendar, a game, and what it brought."""

from collections.abc import Callable

from samples import SOLITAIRE
from web.browsing import SEARCHING, Guest

Visit = Callable[..., Guest]


def test_a_challenge_that_is_won_brings_a_medal_and_a_place_among_all(visit: Visit) -> None:
    guest = visit().go()
    guest.page.click('[data-test="today"] a.button')
    guest.page.click(f'nav a[href="/challenges/{SOLITAIRE}"]')
    easy = guest.page.locator('[data-level="easy"]')
    assert easy.get_attribute("data-state") == "new"
    easy.locator("button").click(timeout=SEARCHING)
    guest.page.wait_for_url("**/table/*", timeout=SEARCHING)
    guest.page.wait_for_selector(".card")
    guest.table_id = guest.page.url.rsplit("/", 1)[1]
    twin = visit().go()
    day = guest.call("GET", f"/api/challenges/{SOLITAIRE}")["today"]
    other = twin.call("POST", f"/api/challenges/{SOLITAIRE}/{day}/easy")["tableId"]
    actions = twin.call("POST", f"/api/tables/{other}/solve")["actions"]
    guest.act_all(actions)
    guest.go(f"/challenges/{SOLITAIRE}")
    guest.page.wait_for_selector('[data-level="easy"][data-state="won"]')
    guest.until(lambda: "1 of 1 players won it." in easy.inner_text(), "the comparison is shown")
    label = guest.page.get_attribute(f'[data-day="{day}"]', "aria-label") or ""
    assert label.endswith(": Bronze")
    guest.page.click('button[aria-label="Previous month"]')
    guest.until(lambda: guest.page.locator(f'[data-day="{day}"]').count() == 0)
