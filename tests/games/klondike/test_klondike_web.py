"""Klondike in a browser: drag, tap and keys, refusals, undo, and a whole game from the deal to the confetti."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.games.klondike.state import AutoComplete
from web.browsing import Guest

Visit = Callable[..., Guest]
EASY = {"draw": 1}
WON = "193"
"""A deal that the hints win."""
EARLY = "7"
"""A deal whose hints uncover all columns with sixteen cards still in stock and waste."""


@cache
def winning_actions() -> list[Action]:
    """Return the actions that win the deal."""
    game = GAMES["klondike"]
    state = game.deal(WON, msgspec.convert(EASY, game.options))
    actions: list[Action] = []
    while game.outcome(state) is None:
        legal = game.legal(state, 0)
        action = next((one for one in legal if one.kind == "autoComplete"), None) or game.hint(
            game.view(state, 0), legal
        )
        assert action is not None
        actions.append(action)
        state = game.apply(state, 0, action)
    return actions


def as_json(action: Action) -> dict[str, Any]:
    """Return an action as a message has it."""
    return {"kind": action.kind, "payload": msgspec.to_builtins(action)}


def pile_of(place: Any) -> str:
    """Return what the page calls a place."""
    return f"{place.zone}-{place.index}" if place.zone in ("tableau", "foundation") else str(place.zone)


def make(guest: Guest, action: Any, way: str) -> None:
    """Make a move on the page, by dragging or by tapping, and wait until the server has it."""
    rev = guest.shown_rev()
    if action.kind in ("draw", "recycle"):
        guest.tap("stock")
    elif action.kind == "autoComplete":
        guest.do("autoComplete")
    else:
        source, target = pile_of(action.source), pile_of(action.target)
        count = action.count
        if way == "drag":
            guest.drag(source, target, -count)
        else:
            guest.tap(source, -count)
            guest.tap(target)
    guest.until_rev_after(rev, f"{action} by {way}")


@clause("KL-33", "KL-73", "KL-74")
@pytest.mark.parametrize(
    "by_hand", [pytest.param(6, id="beginning-and-end"), pytest.param(None, marks=pytest.mark.long, id="all")]
)
def test_a_game_is_won_by_dragging_and_tapping_and_there_is_confetti(visit: Visit, by_hand: int | None) -> None:
    """By day the beginning and the end are played by hand, every night the whole game."""
    guest = visit(moving=True).like(oneTap=False).open("klondike", seed=WON, options=EASY)
    actions = winning_actions()
    last = len(actions) if by_hand is None else by_hand
    for number, action in enumerate(actions):
        if number < last or number >= len(actions) - last:
            make(guest, action, "drag" if number % 3 else "tap")
        elif number == last:
            guest.skip([as_json(one) for one in actions[last:-last]])
    guest.page.wait_for_selector("canvas.cascade", state="attached")
    assert guest.page.locator('[data-test="end"]').count() == 0, "nothing covers the cascade"
    guest.page.wait_for_selector("canvas.confetti", state="attached")
    guest.page.wait_for_selector('[data-test="end"]')
    assert "You won!" in guest.page.inner_text('[data-test="end"]')
    assert guest.page.evaluate("document.documentElement.dataset.celebrated") == "yes"
    assert guest.snapshot()["outcome"]["winners"] == ["p1"]
    assert all(guest.heights("foundation")[f"foundation-{index}"] == 13 for index in range(4))


@clause("KL-27", "KL-66")
def test_a_refused_drop_glides_back_and_says_why(visit: Visit) -> None:
    guest = visit(moving=True).open("klondike", seed=WON, options=EASY)
    legal = {(str(pile_of_json(a["payload"]["source"])), str(pile_of_json(a["payload"]["target"])))
             for a in guest.snapshot()["legal"] if a["kind"] == "tableauMove"}  # fmt: skip
    source, target = next(
        (f"tableau-{a}", f"tableau-{b}")
        for a in range(7) for b in range(7)
        if a != b and (f"tableau-{a}", f"tableau-{b}") not in legal
    )  # fmt: skip
    guest.settle()
    before, rev = guest.cards(source).last.bounding_box(), guest.rev()
    guest.drag(source, target)
    guest.page.wait_for_selector(".notice.bad")
    assert "does not go on" in guest.page.inner_text(".notice")
    guest.settle()
    assert guest.cards(source).last.bounding_box() == before
    assert guest.rev() == rev
    guest.drag("stock", "tableau-0")
    guest.settle()
    assert guest.rev() == rev, "cards cannot be dragged from the stock"


def pile_of_json(place: dict[str, Any]) -> str:
    return f"{place['zone']}-{place['index']}" if "index" in place else str(place["zone"])


@clause("KL-43", "KL-44", "KL-69")
def test_a_double_click_brings_a_card_home_and_two_slow_clicks_do_not(visit: Visit) -> None:
    guest = visit(moving=True).like(oneTap=False).open("klondike", seed=WON, options=EASY)
    actions = winning_actions()
    for action in actions:
        if action.kind == "foundationMove":
            break
        make(guest, action, "drag")
    assert action.kind == "foundationMove"
    source = pile_of(action.source)  # type: ignore[attr-defined]
    rev = guest.rev()
    guest.tap(source)
    guest.page.wait_for_timeout(450)
    guest.tap(source)
    guest.page.wait_for_timeout(450)
    assert guest.rev() == rev
    guest.page.mouse.dblclick(*guest.spot(source))
    guest.until(lambda: guest.rev() == rev + 1)
    assert sum(guest.heights("foundation").values()) == 1
    assert "foundation" in guest.said()


def test_undo_and_redo_by_button_and_key(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY)
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.do("undo")
    guest.until(lambda: guest.heights()["waste"] == 0)
    guest.key("y")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.key("u")
    guest.until(lambda: guest.heights()["waste"] == 0)
    guest.do("redo")
    guest.until(lambda: guest.heights()["waste"] == 1)


@pytest.mark.parametrize("key", ["n", "r"])
def test_a_game_in_play_is_left_for_another_deal_only_after_a_yes(visit: Visit, key: str) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY)
    table = guest.page.url
    guest.tap("stock")
    guest.until_rev_after(0)
    guest.key(key)
    guest.page.wait_for_selector("dialog[open]")
    assert "It counts as a loss." in guest.page.inner_text("dialog")
    guest.page.click("dialog button[value=no]")
    guest.until(lambda: guest.page.locator("dialog[open]").count() == 0)
    assert (guest.page.url, guest.snapshot()["outcome"]) == (table, None)
    guest.do({"n": "new", "r": "retry"}[key])
    guest.page.click("dialog button[value=yes]")
    guest.until(lambda: guest.page.url != table)


def test_a_hint_shows_on_the_cards(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY)
    guest.key("h")
    guest.page.wait_for_selector(".hinted")
    assert guest.said().startswith("Hint")


def test_a_whole_table_can_be_played_with_the_keyboard_alone(visit: Visit) -> None:
    """Arrows reach every pile; Enter picks up and puts down; plus takes more of a run."""
    guest = visit().open("klondike", seed=WON, options=EASY)
    guest.key("ArrowDown")
    seen = set()
    for key in ("ArrowLeft",) * 6 + ("ArrowDown",) + ("ArrowRight",) * 6 + ("ArrowUp",) + ("ArrowLeft",) * 6:
        guest.key(key)
        seen.add(guest.page.evaluate("document.activeElement.dataset.pile"))
    assert seen >= {f"tableau-{index}" for index in range(7)}
    assert {"stock", "waste"} <= seen
    for action in winning_actions()[:25]:
        rev = guest.rev()
        if action.kind in ("draw", "recycle"):
            guest.key("d")
        else:
            guest.pile(pile_of(action.source)).focus()  # type: ignore[attr-defined]
            for _ in range(action.count - 1):  # type: ignore[attr-defined]
                guest.key("+")
            guest.key("Enter")
            guest.pile(pile_of(action.target)).focus()  # type: ignore[attr-defined]
            guest.key("Enter")
        guest.until_rev_after(rev, str(action))


@pytest.mark.parametrize("glides", [True, False])
def test_cards_glide_unless_little_motion_is_asked_for(visit: Visit, glides: bool) -> None:
    guest = visit(moving=glides).open("klondike", seed=WON, options=EASY)
    guest.page.evaluate("""() => {
        window.longest = 0
        const look = () => {
            for (const one of document.getAnimations())
                window.longest = Math.max(window.longest, one.effect.getTiming().duration)
            requestAnimationFrame(look)
        }
        look()
    }""")
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.page.wait_for_timeout(100)
    assert (guest.page.evaluate("window.longest") > 100) is glides


@clause("KL-75")
@pytest.mark.parametrize("sounds", [True, False])
def test_moves_can_be_heard_unless_the_player_wants_silence(visit: Visit, sounds: bool) -> None:
    guest = visit().go()
    guest.page.evaluate("sounds => localStorage.setItem('saloon.settings', JSON.stringify({sounds}))", sounds)
    guest.open("klondike", seed=WON, options=EASY)
    guest.page.evaluate("""() => {
        window.played = 0
        const start = AudioBufferSourceNode.prototype.start
        AudioBufferSourceNode.prototype.start = function (...when) {
            window.played += 1
            return start.apply(this, when)
        }
    }""")
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    if sounds:
        guest.until(lambda: guest.page.evaluate("window.played") > 0)
    else:
        guest.page.wait_for_timeout(500)
        assert guest.page.evaluate("window.played") == 0


LENGTHS = {"pick": 3, "turn": 5, "lay": 6, "refuse": 18}
"""How long each sound is, in hundredths of a second."""
HEAR = """() => {
    window.sounds = []
    const start = AudioBufferSourceNode.prototype.start
    AudioBufferSourceNode.prototype.start = function (...when) {
        window.sounds.push(Math.round(this.buffer.duration * 100))
        return start.apply(this, when)
    }
}"""


@clause("KL-75")
def test_picking_up_turning_laying_and_a_refusal_sound_different(visit: Visit) -> None:
    guest = visit().like(oneTap=False).open("klondike", seed=WON, options=EASY)
    guest.page.evaluate(HEAR)

    def heard(*names: str) -> bool:
        return sorted(guest.page.evaluate("window.sounds")) == sorted(LENGTHS[name] for name in names)

    guest.tap("stock")
    guest.until(lambda: heard("turn"), "a drawn card is turned")
    guest.tap("waste")
    guest.until(lambda: heard("turn", "pick"), "a card is picked up")
    guest.key("Escape")
    legal = [action["payload"] for action in guest.snapshot()["legal"] if action["kind"] == "tableauMove"]
    move = next(one for one in legal if guest.cards(pile_of_json(one["source"])).count() > one["count"])
    guest.page.evaluate("window.sounds = []")
    guest.drag(pile_of_json(move["source"]), pile_of_json(move["target"]), -move["count"])
    guest.until(lambda: heard("pick", "lay", "turn"), "the card below is turned")
    guest.page.evaluate("window.sounds = []")
    guest.drag("waste", "foundation-0")
    guest.until(lambda: heard("pick", "refuse"), "the waste's top does not go up")


@clause("KL-77")
def test_the_page_says_that_no_useful_move_is_in_sight(visit: Visit) -> None:
    guest = visit().open("klondike", seed="79")
    for _ in range(20):
        hint = guest.call("POST", f"/api/tables/{guest.table_id}/hint")["report"].get("hint")
        if hint is None:
            break
        assert guest.page.locator('[data-test="stuck"]').count() == 0
        guest.act(hint["kind"], hint["payload"])
    guest.page.wait_for_selector('[data-test="stuck"]')
    assert "No useful move in sight" in guest.page.inner_text('[data-test="stuck"]')
    guest.do("stuck-undo")
    guest.page.wait_for_selector('[data-test="stuck"]', state="detached")


@clause("KL-28", "KL-33")
def test_a_tap_on_the_empty_stock_turns_the_waste_over(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON)
    for _ in range(8):
        guest.key("D")
    guest.until(lambda: guest.snapshot()["view"]["stock"] == 0)
    guest.until(lambda: guest.cards("stock").count() == 0)
    guest.tap("stock")
    guest.until(lambda: guest.snapshot()["view"]["stock"] == 24)
    guest.until(lambda: guest.heights()["waste"] == 0)


@clause("KL-78")
@pytest.mark.parametrize("way", ["button", "key"])
def test_the_rest_is_played_in_one_go_while_cards_are_still_in_the_stock(visit: Visit, way: str) -> None:
    guest = visit().open("klondike", seed=EARLY, options=EASY)
    game, actions = GAMES["klondike"], []
    state = game.deal(EARLY, msgspec.convert(EASY, game.options))
    while AutoComplete() not in game.legal(state, 0):
        action = game.hint(game.view(state, 0), game.legal(state, 0))
        assert action is not None
        actions.append(as_json(action))
        state = game.apply(state, 0, action)
    assert (len(state.stock), len(state.waste)) == (6, 10)
    guest.skip(actions[:-1])
    assert guest.page.locator('[data-do="autoComplete"]').count() == 0
    guest.act_all(actions[-1:])
    guest.page.wait_for_selector('[data-do="autoComplete"]')
    if way == "button":
        guest.do("autoComplete")
    else:
        guest.key("F")
    guest.page.wait_for_selector('[data-test="end"]')
    won = game.apply(state, 0, AutoComplete())
    assert (guest.figure("Score"), guest.figure("Moves")) == (str(won.score), str(won.moves))
    assert guest.page.locator('[data-do="undo"]').is_disabled()


def test_sound_that_the_device_has_stopped_starts_again_with_a_tap(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY)
    guest.page.evaluate("""() => {
        const {start} = AudioBufferSourceNode.prototype
        AudioBufferSourceNode.prototype.start = function (...when) {
            window.audio = this.context
            return start.apply(this, when)
        }
    }""")
    guest.tap("stock")
    guest.until(lambda: guest.page.evaluate("window.audio?.state === 'running'"), "the first move is heard")
    guest.page.evaluate("window.audio.suspend()")
    guest.until(lambda: guest.page.evaluate("window.audio.state === 'suspended'"))
    guest.tap("stock")
    guest.until(lambda: guest.page.evaluate("window.audio.state === 'running'"), "the next one too")


def test_a_watcher_is_told_so_and_picks_nothing_up(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY, private=False)
    watcher = visit().go().sit(guest.table_id)
    assert watcher.page.inner_text(".rest") == "You are watching"
    assert guest.page.locator(".rest").count() == 0
    watcher.tap("tableau-6")
    watcher.drag("tableau-6", "tableau-0", drop=False)
    assert watcher.page.locator(".held, .dragged").count() == 0
    watcher.page.mouse.up()
    watcher.key("ArrowDown", "Enter")
    assert watcher.page.locator(".pile:focus").count() == 1
    assert watcher.page.locator(".held").count() == 0


def test_a_paused_table_says_so_and_its_cards_stay_until_it_resumes(visit: Visit) -> None:
    guest = visit().like(oneTap=False).open("klondike", seed=WON, options=EASY)
    guest.key("p")
    guest.page.wait_for_selector(".rest")
    assert guest.page.inner_text(".rest") == "Paused"
    guest.tap("tableau-6")
    assert guest.page.locator(".held").count() == 0
    guest.do("resume")
    guest.page.wait_for_selector(".rest", state="detached")
    guest.tap("tableau-6")
    guest.page.wait_for_selector(".held")


def test_nothing_hidden_is_in_the_page(visit: Visit) -> None:
    """Backs are elements without a face, an id or a name; the page holds as many faces as the view."""
    guest = visit().open("klondike", seed=WON, options=EASY)
    view = guest.snapshot()["view"]
    up = sum(not card["faceDown"] for column in view["tableau"] for card in column)
    assert guest.page.locator(".card .front").count() == up
    assert guest.page.locator(".card").count() == 28 + 3
    assert "7 face-down" not in guest.label("tableau-6")
    assert "6 face-down" in guest.label("tableau-6")


def test_a_mix_of_ones_own_shows_what_presets_decide(visit: Visit) -> None:
    guest = visit().go("/new/klondike")
    guest.page.wait_for_selector('[data-field="preset"]')
    assert guest.page.locator('[data-field="draw"]').count() == 0
    guest.choose(preset="own", draw=1, redeals=4)
    assert guest.deal()["options"] == {"draw": 1, "redeals": 4, "scoring": "standard"}


def test_the_table_is_read_aloud_and_moves_are_spoken_without_naming_hidden_cards(visit: Visit) -> None:
    guest = visit().open("klondike", seed=WON, options=EASY)
    guest.do("read")
    text = guest.said()
    assert "column 7" in text
    assert "6 face-down" in text
    assert "stock, 24 face-down" in text
    names = text.count(" of ")
    assert names == 7, "seven cards lie face-up, and only these are named"
    guest.tap("stock")
    guest.until(lambda: guest.said().startswith("Turned "))


def test_on_a_phone_on_its_side_cards_are_large_enough_for_a_finger(visit: Visit) -> None:
    guest = visit(844, 390, has_touch=True, is_mobile=True).open("klondike", seed=WON, options=EASY)
    guest.settle()
    box = guest.cards("tableau-6").last.bounding_box()
    assert box is not None
    assert box["width"] >= 56


CASCADE = "document.querySelectorAll('canvas.cascade').length"
FADED = "[...document.querySelectorAll('.card')].filter(one => one.style.visibility).length"


def win(guest: Guest) -> None:
    """Win a game; the last action is seen on the page."""
    guest.open("klondike", seed=WON, options=EASY)
    actions = [as_json(action) for action in winning_actions()]
    guest.skip(actions[:-1])
    guest.act_all(actions[-1:])


@pytest.mark.parametrize("skip", ["Escape", "a tap", None])
def test_after_a_win_the_cards_cascade_until_it_is_over_or_skipped(visit: Visit, skip: str | None) -> None:
    guest = visit(moving=True)
    win(guest)
    guest.page.wait_for_selector("canvas.cascade")
    guest.until(lambda: guest.page.evaluate(FADED) > 0, "a card has left its foundation")
    if skip == "Escape":
        guest.key("Escape")
    elif skip == "a tap":
        guest.page.mouse.click(640, 400)
    guest.until(lambda: guest.page.evaluate(CASCADE) == 0, "the cascade is over")
    assert guest.page.evaluate(FADED) == 0, "all cards lie on the foundations again"
    assert guest.page.evaluate("document.documentElement.dataset.celebrated") == "yes"


def test_a_win_stays_calm_for_those_who_want_little_motion(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script("""
        window.canvases = 0
        new MutationObserver(() => { window.canvases += document.querySelectorAll('canvas').length })
            .observe(document, {childList: true, subtree: true})
    """)
    win(guest)
    guest.page.wait_for_selector('[data-test="end"]')
    assert guest.page.evaluate("[document.documentElement.dataset.celebrated, window.canvases]") == ["yes", 0]


def test_an_undone_draw_is_seen_to_return_to_the_stock(visit: Visit) -> None:
    guest = visit(moving=True).open("klondike", seed=WON)
    guest.settle()
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 3)
    guest.settle()
    guest.page.evaluate("""() => {
        window.returned = 0
        new MutationObserver(all => { for (const one of all) for (const node of one.addedNodes)
            window.returned += node.className === 'leaving' ? 1 : 0
        }).observe(document.querySelector('.table'), {childList: true})
    }""")
    guest.do("undo")
    guest.until(lambda: guest.page.evaluate("window.returned") == 3, "three cards go back")
    guest.until(lambda: guest.page.locator(".leaving").count() == 0, "and are gone then")
    assert guest.heights()["waste"] == 0
