"""A duplicate deal on the page: played once from the challenges, then compared with everybody."""

from collections.abc import Callable

from samples import DUPLICATE
from web.axe import complaints_by_theme
from web.browsing import Guest

Visit = Callable[..., Guest]
HELPERS = ("hint", "pause", "resume")


def finish(guest: Guest) -> None:
    """Play the match to its end past the page, always with the first thing that is legal."""
    guest.page.goto("about:blank")
    while not (seen := guest.snapshot())["outcome"]:
        legal = [one for one in seen["legal"] if one["kind"] not in HELPERS]
        if legal:
            message = {**legal[0], "seq": seen["expectedSeq"], "baseRev": seen["rev"]}
            guest.call("POST", f"/api/tables/{guest.table_id}/actions", message)
        else:
            guest.pause()


def test_the_deal_of_the_day_is_played_once_and_compared(visit: Visit) -> None:
    guest = visit().go()
    guest.call("PATCH", "/api/players/me", {"name": "Ada"})
    guest.go(f"/challenges/{DUPLICATE}").page.click('[data-do="play-duplicate"]')
    guest.arrive()
    finish(guest)
    guest.go(f"/challenges/{DUPLICATE}").page.wait_for_selector('[data-test="duplicate"] [data-test="place"]')
    assert "number 1 of 1" in guest.page.inner_text('[data-test="place"]')
    assert "Ada" in guest.page.inner_text('[data-test="places"]')
    assert guest.page.locator('[data-do="play-duplicate"]').count() == 0, "everybody has one try"
    assert guest.page.locator("[data-day] .score").count() == 1
    assert complaints_by_theme(guest.page) == {}
    guest.page.click('[data-test="duplicate"] a.button')
    guest.page.wait_for_url("**/replay/*")
    guest.go(f"/challenges/{DUPLICATE}").page.click("nav.games a:not(.main)")
    guest.page.wait_for_selector("[data-level]")
