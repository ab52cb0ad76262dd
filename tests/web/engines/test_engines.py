"""The page in Chromium, Firefox and WebKit: start each game, move by tap and drag, undo, reload, find it unchanged."""

from typing import NamedTuple

import pytest

from clauses import clause
from web.engines.visitor import Visitor

Way = tuple[str, str]


class Deal(NamedTuple):
    """A deal with two moves that it allows, each from one pile to another."""

    game: str
    seed: str
    tapped: Way
    dragged: Way


DEALS = [
    Deal("klondike", "193", ("tableau-1", "tableau-3"), ("tableau-0", "tableau-6")),
    Deal("cards", "1009", ("tableau-0", "tableau-6"), ("tableau-4", "foundation-0")),
    Deal("meridian", "17", ("tab-5", "tab-1"), ("tab-2", "pocket-1")),
    Deal("highnoon", "noon", ("you-tableau-1", "you-tableau-2"), ("you-tableau-4", "you-tableau-3")),
]
WITHOUT_UNDO = {"highnoon"}


def own_piles(visitor: Visitor, game: str) -> dict[str, str]:
    """Return the piles that nobody but the player changes, and what lies on them."""
    others = ("opp-", "foundation-") if game == "highnoon" else ()
    return {name: cards for name, cards in visitor.piles().items() if not name.startswith(others)}


def until_moved(visitor: Visitor, way: Way, before: dict[str, int]) -> None:
    """Wait until a card has moved, on the page and at the server, and the card under it is turned."""
    source, target = way
    expected = {source: before[source] - 1, target: before[target] + 1}
    visitor.until(lambda: expected.items() <= visitor.heights().items(), f"{source} to {target}")

    def is_known() -> bool:
        snapshot = visitor.snapshot()
        turned = all(action["kind"] != "flip" for action in snapshot["legal"])
        return turned and visitor.shown_rev() >= snapshot["rev"]

    visitor.until(is_known, "the page shows what the server has")
    visitor.settle()


@clause("HN-03", "HN-20")
@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.game)
def test_a_game_is_played_by_tap_and_drag_and_is_there_after_a_reload(visitor: Visitor, deal: Deal) -> None:
    visitor.start(deal.game, deal.seed)
    assert visitor.snapshot()["game"] == deal.game
    heights = visitor.heights()
    visitor.tap(*deal.tapped)
    until_moved(visitor, deal.tapped, heights)
    tapped, heights = own_piles(visitor, deal.game), visitor.heights()
    visitor.drag(*deal.dragged)
    until_moved(visitor, deal.dragged, heights)
    if deal.game not in WITHOUT_UNDO:
        visitor.press('[data-do="undo"]')
        visitor.until(lambda: own_piles(visitor, deal.game) == tapped, "the drag is undone")
        visitor.until(lambda: visitor.shown_rev() == visitor.snapshot()["rev"], "the server has undone it too")
    before, rev = own_piles(visitor, deal.game), visitor.shown_rev()
    visitor.reload()
    assert own_piles(visitor, deal.game) == before
    assert visitor.shown_rev() >= rev


def until_turn(visitor: Visitor, kind: str) -> list[str]:
    """Wait until the page shows that it is the player's turn in Never Nine; return what they may bid or play."""
    legal: list[str] = []

    def is_turn() -> bool:
        snapshot = visitor.snapshot()
        payload = {"bid": "bid", "play": "card"}[kind]
        legal[:] = [str(action["payload"][payload]) for action in snapshot["legal"] if action["kind"] == kind]
        return bool(legal) and visitor.shown_rev() == snapshot["rev"]

    visitor.until(is_turn, f"it is the player's turn to {kind}")
    visitor.settle()
    return legal


def test_never_nine_is_played_by_tap_and_drag_and_is_there_after_a_reload(visitor: Visitor) -> None:
    visitor.start("nevernine", "nine")
    visitor.press(f'[data-bid="{until_turn(visitor, "bid")[0]}"]')
    tapped = f"hand-{until_turn(visitor, 'play')[0]}"
    visitor.tap(tapped)
    visitor.until(lambda: tapped not in visitor.heights(), "the tapped card is played")
    dragged = f"hand-{until_turn(visitor, 'play')[0]}"
    visitor.drag(dragged, "trick-0")
    visitor.until(lambda: dragged not in visitor.heights(), "the dragged card is played")
    until_turn(visitor, "play")
    before = visitor.piles()
    assert len(visitor.heights("hand-")) == 9 - 2
    visitor.reload()
    assert visitor.piles() == before


def test_the_lobby_has_five_games_and_the_browser_keeps_the_page(visitor: Visitor) -> None:
    visitor.page.go(visitor.url)
    visitor.wait_for(".tile")
    games = visitor.evaluate("() => [...document.querySelectorAll('.tile')].map(tile => tile.dataset.game)")
    assert games == ["klondike", "cards", "meridian", "highnoon", "nevernine"]
    assert visitor.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "it fits a phone"
    kept = """async () => {
        const {active} = await navigator.serviceWorker.ready
        const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)))
        return active !== null && (await Promise.all(stores.map(store => store.keys()))).flat().length > 0
    }"""
    visitor.until(lambda: visitor.evaluate(kept), "the service worker keeps the page")
