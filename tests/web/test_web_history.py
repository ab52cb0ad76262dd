"""Finished games on the page: found again, filtered, a page at a time, and as one file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from saloon.table.replay import replay
from samples import DUEL, SOLITAIRE, idle_move
from web.axe import complaints_by_theme
from web.browsing import Guest
from web.pagekit import BOT, HUMAN
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]


def leave_one(guest: Guest, game: str, **wish: object) -> str:
    """Play one move of a game and leave it; return its table."""
    table_id: str = guest.call("POST", "/api/tables", {"game": game, **wish})["tableId"]
    message = {"seq": 0, "baseRev": 0, **idle_move(game)}
    assert guest.call("POST", f"/api/tables/{table_id}/actions", message)["kind"] == "ack"
    guest.call("POST", f"/api/tables/{table_id}/leave")
    return table_id


def listed(guest: Guest) -> list[str]:
    """Return the tables that the page lists."""
    rows = "[...document.querySelectorAll('[data-test=history] [data-table]')]"
    found: list[str] = guest.evaluate(f"() => {rows}.map((row) => row.dataset.table)")
    return found


def test_a_player_finds_every_finished_game_again(visit: Visit, tmp_path: Path) -> None:
    guest = visit().go()
    alone = [leave_one(guest, SOLITAIRE, **ONE_BY_ONE) for _ in range(21)]
    hard = leave_one(guest, SOLITAIRE, winnable=True, level="hard")
    guest.go("/player")
    guest.page.click('a[href="/history"]')
    guest.until(lambda: listed(guest) == [hard, *reversed(alone[2:])], "the first page is there")
    guest.page.click("[data-test=more]")
    guest.until(lambda: listed(guest) == [hard, *reversed(alone)], "and so are the others")
    assert guest.page.locator("[data-test=more]").count() == 0
    guest.page.select_option("[data-filter=difficulty]", "hard")
    guest.until(lambda: listed(guest) == [hard], "the hard one is found")
    assert complaints_by_theme(guest.page) == {}
    with guest.page.expect_download() as download:
        guest.page.click("a[download]")
    download.value.save_as(tmp_path / "games.jsonl")
    game, end = map(msgspec.json.decode, (tmp_path / "games.jsonl").read_bytes().splitlines())
    assert (game["summary"]["tableId"], end) == (hard, {"kind": "end", "games": 1})
    assert replay(msgspec.json.encode(game["log"])).status == "SUCCESS"
    guest.page.select_option("[data-filter=result]", "won")
    guest.page.wait_for_selector("text=No game matches")
    assert not guest.errors


def test_matches_are_found_by_game_bot_and_opponent_in_german_and_on_a_phone(visit: Visit) -> None:
    guest, other = visit(locale="de-DE").go(), visit().go()
    other.call("PATCH", "/api/players/me", {"name": "Wilhelmina"})
    bots = guest.call("POST", "/api/tables", {"game": DUEL, "seats": [HUMAN, BOT]})["tableId"]
    people = guest.call("POST", "/api/tables", {"game": DUEL, "seats": [HUMAN, HUMAN]})["tableId"]
    other.call("POST", f"/api/tables/{people}/join")
    for table_id in (bots, people):
        guest.until(partial(_resigned, guest, table_id), "the match is given up")
    guest.resize(390, 844)
    guest.go("/history")
    guest.until(lambda: listed(guest) == [people, bots], "both are there")
    assert "gegen Wilhelmina" in guest.page.inner_text(f'[data-table="{people}"]')
    guest.page.fill("[data-filter=opponent]", "helmi")
    guest.until(lambda: listed(guest) == [people], "the match with her is found")
    guest.page.fill("[data-filter=opponent]", "")
    guest.page.select_option("[data-filter=difficulty]", str(BOT["level"]))
    guest.until(lambda: listed(guest) == [bots], "the match with the bot is found")
    assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert complaints_by_theme(guest.page) == {}
    other.go("/history")
    other.until(lambda: listed(other) == [people], "everybody has their own")


def _resigned(guest: Guest, table_id: str) -> bool:
    snapshot = guest.call("GET", f"/api/tables/{table_id}")
    message = {"seq": snapshot["expectedSeq"], "baseRev": snapshot["rev"], "kind": "resign", "payload": {}}
    return bool(guest.call("POST", f"/api/tables/{table_id}/actions", message)["kind"] == "ack")
