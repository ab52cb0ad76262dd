"""Why a bot lost its move, on the page: a short notice to players and watchers, read out too."""

from collections.abc import Callable

import pytest

from saloon.client import SyncClient
from samples import DUEL
from web.browsing import Guest

Visit = Callable[..., Guest]

TEXTS = {
    "en": "Careful (bot) was late; a simpler bot made the move.",
    "de": "Careful (Bot) war zu spät; ein einfacherer Bot hat gezogen.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_players_and_watchers_see_why_a_bot_lost_its_move(visit: Visit, language: str) -> None:
    player, watcher = visit().like(language=language).go(), visit().like(language=language).go()
    table = player.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    with SyncClient(player.url, name="Careful", bot=True) as program:
        seat = program.join(table)
        seat.started()
        for guest in (player, watcher):
            guest.sit(table)
        seat.report_fault("late")
        for guest in (player, watcher):
            guest.until(lambda guest=guest: TEXTS[language] in guest.heard(), "it is read out")  # type: ignore[misc]
            assert TEXTS[language] in guest.page.inner_text(".notice")
        player.until(lambda: player.page.locator(".notice").count() == 0, "it goes away by itself")
        player.page.reload()
        player.until(lambda: TEXTS[language] in player.heard(), "whoever loads the page later sees it too")
