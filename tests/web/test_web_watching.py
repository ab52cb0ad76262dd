"""Watching a match between people in a browser: it is seen later, and the page says so."""

from pathlib import Path

import msgspec
from playwright.sync_api import Browser

from samples import DUEL, idle_move
from server.running import QUICK, Running
from web.browsing import visitors
from web.geometry import faults


def test_a_watcher_is_told_of_the_delay_and_sees_the_match_at_its_end(chromium: Browser, tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, watch_delay_seconds=600)
    with (
        Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server,
        visitors(chromium, server.url) as come,
    ):
        player, opponent, watcher = come().go(), come().go(), come().go()
        table = player.call("POST", "/api/tables", {"game": DUEL})["tableId"]
        opponent.call("POST", f"/api/tables/{table}/join")
        for guest in (player, opponent):
            guest.table_id = table
        watcher.sit(table)
        assert "600 s behind" in watcher.page.inner_text(".rest")
        for size in ((320, 568), (390, 844), (844, 390)):
            watcher.resize(*size)
            assert faults(watcher.page) == [], size
        player.act_all([idle_move(DUEL, 0)])
        opponent.act_all([idle_move(DUEL, 1)])
        assert watcher.page.get_attribute("main", "data-rev") == "0"
        watcher.page.reload()
        watcher.page.wait_for_selector(".card")
        assert watcher.page.get_attribute("main", "data-rev") == "0"
        opponent.act("resign", {})
        watcher.page.wait_for_selector('[data-test="end"]')
        assert watcher.page.get_attribute("main", "data-rev") == "3"
        watcher.until(lambda: "behind" not in watcher.page.inner_text("header.head"), "the delay is over")
