"""Bot accounts on the page: marked wherever they are named, with a leaderboard of their own."""

from collections.abc import Callable

import pytest

from saloon.client import SyncClient
from samples import DUEL
from web.axe import complaints_by_theme
from web.browsing import Guest

Visit = Callable[..., Guest]

MARKED = {"en": "Careful (bot)", "de": "Careful (Bot)"}


@pytest.mark.parametrize("language", MARKED)
def test_a_bot_account_is_marked_at_the_table_in_the_history_and_on_its_profile(visit: Visit, language: str) -> None:
    player = visit().like(language=language).go()
    table = player.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    with SyncClient(player.url, name="Careful", bot=True) as program:
        seat = program.join(table)
        seat.started()
        player.sit(table)
        player.until(lambda: MARKED[language] in player.page.inner_text("body"), "its seat is marked")
        player.act("resign", {})
        player.page.wait_for_selector('[data-test="end"]')
        assert MARKED[language] in player.page.inner_text('[data-test="end"]')
    public_id = player.call("GET", f"/api/tables/{table}/news")["seats"][1]["publicId"]
    player.go(f"/profile/{public_id}").page.wait_for_selector('[data-test="profile"]')
    assert player.page.inner_text("h1") == MARKED[language]
    player.go("/history")
    player.until(lambda: MARKED[language] in player.page.inner_text("body"), "the history marks it")


def test_the_leaderboard_of_bots_is_one_switch_away(visit: Visit) -> None:
    player = visit().go(f"/leaderboard/{DUEL}")
    player.page.wait_for_selector('[data-test="places"]')
    with player.page.expect_response(lambda answer: "bots=true" in answer.url) as asked:
        player.page.check('[data-switch="bots"] input')
    assert asked.value.ok
    assert complaints_by_theme(player.page) == {}
