"""Public profiles on the page: reached from the end of a match and the leaderboard, and closed by their owner."""

from collections.abc import Callable

from samples import DUEL
from web.axe import complaints_by_theme
from web.browsing import Guest

Visit = Callable[..., Guest]


def test_a_profile_is_found_after_a_match_and_closed_by_its_owner(visit: Visit) -> None:
    first, second = visit().go(), visit().go()
    first.call("PATCH", "/api/players/me", {"name": "Ada"})
    table = first.call("POST", "/api/tables", {"game": DUEL, "private": True})["tableId"]
    second.call("POST", f"/api/tables/{table}/join")
    second.sit(table)
    second.do("emotes")
    link = second.page.locator('[data-test="emotes"] [data-test="profiles"] a')
    assert (link.inner_text(), link.get_attribute("target")) == ("Ada", "_blank"), "the match goes on"
    second.key("Escape")
    second.act("resign", {})
    second.page.click('[data-test="end"] [data-test="profiles"] a')
    second.page.wait_for_selector('[data-test="profile"]')
    assert second.page.inner_text("h1") == "Ada"
    assert second.page.inner_text(f'[data-game="{DUEL}"] [data-test="won"]') == "1 of 1"
    assert second.page.locator('[data-switch="open-profile"]').count() == 0, "it is not theirs"
    assert complaints_by_theme(second.page) == {}

    first.go("/player").page.click('a[href="/profile/me"]')
    first.page.wait_for_selector('[data-test="profile"]')
    first.page.uncheck('[data-switch="open-profile"] input')
    first.page.wait_for_selector('[data-test="no-profile"]')
    second.page.reload()
    second.page.wait_for_selector('[data-test="no-profile"]')
    second.sit(table)
    second.page.wait_for_selector('[data-test="end"]')
    assert second.page.locator('[data-test="profiles"]').count() == 0, "no link leads to a closed profile"
    first.page.check('[data-switch="open-profile"] input')
    first.page.wait_for_selector('[data-test="profile"]')
