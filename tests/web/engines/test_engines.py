"""The page in Chromium, Firefox and WebKit: start each game, move by tap and drag, undo, reload, find it unchanged."""

import pytest

from clauses import clause
from saloon.games import GAMES
from web.engines.visitor import Visitor
from web.pagekit import NAMES, page_kit


@clause("HN-03", "HN-20")
@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_by_tap_and_drag_and_is_there_after_a_reload(visitor: Visitor, game: str) -> None:
    kit = page_kit(game)
    visitor.start(game, kit.seed)
    assert visitor.snapshot()["game"] == game
    kit.tap(visitor)
    tapped = kit.own_piles(visitor)
    kit.drag(visitor)
    if GAMES[game].undo_depth:
        visitor.press('[data-do="undo"]')
        visitor.until(lambda: kit.own_piles(visitor) == tapped, "the drag is undone")
        visitor.until(lambda: visitor.shown_rev() == visitor.snapshot()["rev"], "the server has undone it too")
    before, rev = kit.own_piles(visitor), visitor.shown_rev()
    visitor.reload()
    assert kit.own_piles(visitor) == before
    assert visitor.shown_rev() >= rev


def test_the_lobby_has_all_games_and_the_browser_keeps_the_page(visitor: Visitor) -> None:
    visitor.page.go(visitor.url)
    visitor.wait_for(".tile")
    games = visitor.evaluate("() => [...document.querySelectorAll('.tile')].map(tile => tile.dataset.game)")
    assert games == sorted(NAMES, key=lambda name: page_kit(name).place)
    assert visitor.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "it fits a phone"
    kept = """async () => {
        const {active} = await navigator.serviceWorker.ready
        const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)))
        return active !== null && (await Promise.all(stores.map(store => store.keys()))).flat().length > 0
    }"""
    visitor.until(lambda: visitor.evaluate(kept), "the service worker keeps the page")
