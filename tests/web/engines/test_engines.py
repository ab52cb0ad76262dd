"""The page in Chromium, Firefox and WebKit: start each game, move by tap and drag, undo, reload, find it unchanged."""

from collections.abc import Iterator
from itertools import product

import pytest
from _pytest.mark.structures import ParameterSet

from clauses import clause
from saloon.games import GAMES
from samples import SOLITAIRE
from web.engines.visitor import Visitor
from web.engines.ways import SECOND_POINTER, WAYS
from web.pagekit import NAMES, page_kit


def _cases() -> Iterator[ParameterSet]:
    """Yield engine and pointer, game, and whether its cards glide.

    Every day Chromium plays each game, and Firefox and WebKit share them; each shows one game whose cards glide, as the
    same code lets them glide in all games. The rest is for the nights.
    """
    others = [name for name in NAMES if name != SOLITAIRE]
    shared = {"chromium": others, "firefox": others[::2], "webkit": others[1::2]}
    for way in WAYS:
        for game, moving in product(NAMES, [True, False]):
            daily = way != SECOND_POINTER and (moving if game == SOLITAIRE else not moving and game in shared[way[0]])
            marks = [] if daily else [pytest.mark.long]
            yield pytest.param(way, game, moving, marks=marks, id=f"{'-'.join(way)}-{game}{'-gliding' * moving}")


@clause("HN-03", "HN-20")
@pytest.mark.parametrize(("way", "game", "moving"), list(_cases()), indirect=["way"])
def test_a_game_is_played_by_tap_and_drag_and_is_there_after_a_reload(
    visitor: Visitor, game: str, moving: bool
) -> None:
    kit = page_kit(game)
    if not moving:
        visitor.stop_motion()
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
