"""Meridian Master in a browser: clicks and drags, column types, warnings, saving and loading."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from clauses import clause
from games.meridian.page_meridian import target_of as pile_of
from saloon.games.meridian.efficiency import BASELINES
from saloon.solver import solve
from web.browsing import Guest

Visit = Callable[..., Guest]
SEED = "17"
END = '[data-test="end"]'


def card_moves(guest: Guest) -> list[dict[str, Any]]:
    """Return the payloads of the legal card moves."""
    return [action["payload"] for action in guest.snapshot()["legal"] if action["kind"] == "move"]


def place_of(guest: Guest, card: str) -> tuple[str, int]:
    """Return the pile of a card, and how many cards are on top of it, itself counted."""
    view = guest.snapshot()["view"]
    piles = {f"tableau-{index}": column for index, column in enumerate(view["tableau"])}
    piles |= {"waste": view["waste"]}
    piles |= {f"pocket-{index}": [one] if one else [] for index, one in enumerate(view["pockets"])}
    for name, pile in piles.items():
        for depth, one in enumerate(reversed(pile)):
            if one.get("cardId") == card:
                return name, depth + 1
    raise AssertionError(f"{card} is not there")


def target_of(payload: dict[str, Any]) -> str:
    """Return what the page calls a move's target."""
    return pile_of(payload["target"])


@clause("MM-353", "MM-354", "MM-356")
def test_the_stock_draws_undo_takes_back_and_figures_are_shown(visit: Visit) -> None:
    guest = visit().open("meridian", seed=SEED)
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    assert guest.page.inner_text('[data-badge="stock"]') == str(guest.snapshot()["view"]["stock"])
    move = next(one for one in card_moves(guest) if one["target"]["zone"] == "pocket")
    source, count = place_of(guest, move["card"])
    rev = guest.rev()
    guest.drag(source, target_of(move), -count)
    guest.until_rev_after(rev)
    guest.until(lambda: guest.figure("Moves") == "1")
    assert "%" in guest.figure("Efficiency")
    guest.until(lambda: guest.figure("Time") not in ("0:00", "0:01"))
    rev = guest.rev()
    guest.do("undo")
    guest.until_rev_after(rev)
    guest.until(lambda: guest.heights()["pocket-0"] == 0)
    guest.do("hint")
    guest.page.wait_for_selector(".hinted")


@clause("MM-352", "MM-358", "MM-13", "MM-361", "MM-362")
def test_a_card_chosen_and_a_target_chosen_are_a_move_and_a_bad_one_is_refused_with_a_reason(visit: Visit) -> None:
    guest = visit().like(oneTap=False).open("meridian", seed=SEED)
    moves = [one for one in card_moves(guest) if one["target"]["zone"] in ("tableau", "pocket")]
    home = {one["card"] for one in card_moves(guest) if one["target"]["zone"] == "foundation"}
    move = next(one for one in moves if one["card"] not in home)
    source, count = place_of(guest, move["card"])
    rev = guest.rev()
    guest.tap(source, -count)
    guest.page.wait_for_selector(".card.held")
    guest.tap(target_of(move))
    guest.until_rev_after(rev)
    guest.settle()
    legal = {(place_of(guest, one["card"])[0], target_of(one)) for one in card_moves(guest)}
    columns = [f"tableau-{index}" for index in range(7)]
    heights = guest.heights("tableau")
    source, target = next((a, b) for a in columns for b in columns if a != b and heights[a] and (a, b) not in legal)
    rev = guest.rev()
    guest.drag(source, target)
    guest.page.wait_for_selector(".card.shaking, .notice.bad")
    guest.page.wait_for_selector(".notice.bad")
    assert guest.page.inner_text(".notice")
    guest.settle()
    assert guest.rev() == rev


@clause("MM-359")
def test_a_click_brings_a_card_home_if_it_can(visit: Visit) -> None:
    guest = visit().open("meridian", seed=SEED)
    for _ in range(60):
        home = [one for one in card_moves(guest) if one["target"]["zone"] == "foundation"]
        if home:
            break
        rev = guest.rev()
        guest.tap("stock")
        guest.until_rev_after(rev)
    move = home[0]
    source, count = place_of(guest, move["card"])
    guest.settle()
    guest.tap(source, -count)
    guest.until(lambda: guest.heights()[target_of(move)] == 1)


def test_what_is_left_is_played_home_with_one_click_once_that_is_certain(visit: Visit) -> None:
    seed = "8"
    actions = list(solve("meridian", seed=seed).actions)
    while actions[-1].kind == "move" and actions[-1].target.zone == "foundation":  # type: ignore[attr-defined]
        actions.pop()
    guest = visit().open("meridian", seed=seed)
    guest.act_all([{"kind": one.kind, "payload": to_builtins(one)} for one in actions])
    guest.do("autoComplete")
    guest.page.wait_for_selector(END)
    assert guest.snapshot()["view"]["status"] == "won"


@clause("MM-355", "MM-357", "MM-160")
def test_columns_show_their_type_and_hidden_cards_cannot_be_dragged(visit: Visit) -> None:
    guest = visit().open("meridian", seed=SEED, options={"mode": "traditional"})
    view = guest.snapshot()["view"]
    for index, kind in enumerate(view["columnTypes"]):
        label = guest.label(f"tableau-{index}")
        assert ("goes up" in label) == (kind == "ace" or view["directions"][index] == "ascending"), label
        assert ("goes down" in label) == (kind == "king" or view["directions"][index] == "descending"), label
    assert guest.pile("pocket-1").count() == 0
    hidden = next(index for index, column in enumerate(view["tableau"]) if column[0]["faceDown"])
    guest.page.mouse.move(*guest.spot(f"tableau-{hidden}", 0))
    guest.page.mouse.down()
    guest.page.mouse.move(600, 600, steps=3)
    assert guest.page.locator(".card.dragged").count() == 0
    guest.page.mouse.up()
    double = visit().open("meridian", seed=SEED, options={"mode": "double_pocket"})
    assert double.pile("pocket-1").count() == 1


RED = "HD"


def is_movable(cards: list[dict[str, Any]], kind: str | None) -> bool:
    """Whether the last cards of a column may move together: open, alternating colours, by ones in one direction."""
    if any(card["faceDown"] for card in cards):
        return False
    pairs = list(pairwise(cards))
    steps = {upper["rank"] - lower["rank"] for lower, upper in pairs}
    allowed: list[set[int]] = [{1}] if kind == "ace" else [{-1}] if kind == "king" else [{1}, {-1}]
    return all((lower["suit"] in RED) != (upper["suit"] in RED) for lower, upper in pairs) and any(
        steps <= way for way in allowed
    )


@clause("MM-357", "MM-170")
@pytest.mark.parametrize("mode", ["classic", "traditional"])
def test_only_accessible_cards_of_a_column_can_be_dragged(visit: Visit, mode: str) -> None:
    guest = visit().open("meridian", seed=SEED, options={"mode": mode})
    guest.settle()
    view = guest.snapshot()["view"]
    mouse = guest.page.mouse
    buried: list[tuple[str, int]] = []
    for column, cards in enumerate(view["tableau"]):
        for index, card in enumerate(cards):
            x, y = guest.spot(f"tableau-{column}", index)
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + 30, y, steps=2)
            dragged = guest.page.locator(".card.dragged").count()
            mouse.move(x, y)
            mouse.up()
            movable = is_movable(cards[index:], view["columnTypes"][column])
            assert dragged == (len(cards) - index if movable else 0), f"{card} at {index} in column {column}"
            if not movable and not card["faceDown"]:
                buried.append((f"tableau-{column}", index))
    assert bool(buried) == (mode == "classic"), "in the traditional mode only the top cards are open"
    for place in buried[:1]:
        guest.tap(*place)
        assert guest.page.locator(".card.held").count() == 0, "a buried card cannot be picked up by a tap either"


@clause("MM-261", "MM-294")
def test_a_loop_and_a_long_time_without_progress_are_reported(visit: Visit) -> None:
    """A card put into the pocket and taken back again and again."""
    guest = visit().open("meridian", seed="1")
    pocket = {"card": "7D", "target": {"zone": "pocket", "index": 0}}
    back = {"card": "7D", "target": {"zone": "tableau", "index": 2}}
    for _ in range(15):
        guest.act("move", pocket)
        guest.act("move", back)
    guest.page.wait_for_selector(".warnings")
    guest.until(lambda: "without progress" in guest.page.inner_text(".warnings"))
    assert "Loop detected" in guest.page.inner_text(".warnings")
    guest.do("declareStalemate")
    guest.page.wait_for_selector('[data-test="end"]')


@clause("MM-338", "MM-340")
def test_a_game_is_saved_in_the_browser_and_as_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    guest = visit().open("meridian", seed=SEED, options={"mode": "double_pocket"})
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    before = guest.snapshot()["view"]
    guest.do("saves")
    assert guest.page.is_disabled('[data-do="load"]'), "there is no saved game yet"
    guest.do("save")
    guest.until(lambda: guest.page.evaluate("localStorage.getItem('meridian_saved_game')") is not None)
    kept = json.loads(guest.page.evaluate("localStorage.getItem('meridian_saved_game')"))
    assert kept["version"] == "6.0.2"
    guest.do("saves")
    with guest.page.expect_download() as download:
        guest.do("export")
    file = tmp_path / "save.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["deck"] == kept["deck"]

    first = guest.page.url
    guest.do("saves")
    guest.do("load")
    guest.until(lambda: guest.page.url != first)
    guest.table_id = guest.page.url.rpartition("/")[2]
    assert {**guest.snapshot()["view"], "trail": None} == {**before, "trail": None}
    second = guest.page.url
    guest.page.wait_for_selector(".card")
    guest.do("saves")
    other = tmp_path / "letter.json"
    other.write_text("Dear reader")
    guest.page.set_input_files('[data-do="import"]', other)
    assert guest.page.inner_text("dialog .fault") == "This is not a saved game."
    guest.page.set_input_files('[data-do="import"]', file)
    guest.until(lambda: guest.page.url != second)
    guest.table_id = guest.page.url.rpartition("/")[2]
    assert {**guest.snapshot()["view"], "trail": None} == {**before, "trail": None}


@clause("MM-356")
def test_all_statistics_are_shown_and_missing_ones_as_a_dash(visit: Visit) -> None:
    guest = visit(locale="en-GB").open("meridian")
    guest.act("move", next(iter(card_moves(guest))))
    guest.act("resign", {})
    guest.go("/player").page.wait_for_selector('article[data-game="meridian"]')
    article = guest.page.locator('article[data-game="meridian"]')
    article.locator("tbody tr").first.wait_for()  # the game's own figures are loaded after those of every game
    rows = dict(zip(article.locator("dt").all_inner_texts(), article.locator("dd").all_inner_texts(), strict=True))
    assert rows.pop("Time played").startswith("0:")
    assert rows == {
        "Won": "0", "Lost": "1", "Stalemates": "0", "Moves": "1", "Moves per game": "1", "Average efficiency": "–",
        "Hints": "0", "Undos": "0",
    }  # fmt: skip
    assert article.locator("thead th").all_inner_texts() == ["Games", "Won", "Moves", "Best eff.", "Best time"]
    assert article.locator("tbody tr").all_inner_texts() == ["Classic", "1\t0\t1\t–\t–"]


@clause("MM-356")
def test_the_clock_of_a_loaded_game_continues(visit: Visit, tmp_path: Path) -> None:
    guest = visit().open("meridian")
    save = guest.call("GET", f"/api/tables/{guest.table_id}/save")
    file = tmp_path / "save.json"
    file.write_text(json.dumps({**save, "elapsed": 3_600_000}))
    before = guest.page.url
    guest.do("saves")
    guest.page.set_input_files('[data-do="import"]', file)
    guest.until(lambda: guest.page.url != before)
    guest.until(lambda: guest.figure("Time").startswith("1:00:"))


@clause("MM-95", "MM-100", "MM-105", "MM-110", "MM-115")
def test_modes_show_their_difficulty_and_a_note_on_strategy(visit: Visit) -> None:
    guest = visit().go("/new/meridian")
    guest.page.wait_for_selector("form")
    texts = guest.page.locator('[data-field="mode"] label').all_inner_texts()
    shown = {text.split("\n")[0]: text for text in texts}
    for mode, difficulty, note in (
        ("Classic", "Medium", "balance"),
        ("Double Pocket", "Easy", "more room"),
        ("Traditional", "Hard", "hidden"),
        ("Expert", "Very hard", "plan"),
    ):
        assert difficulty in shown[mode].splitlines()
        assert note in shown[mode]


@clause("MM-288", "MM-115")
@pytest.mark.parametrize(("locale", "says"), [("en-GB", "rated more leniently"), ("de-DE", "milder bewertet")])
def test_expert_is_rated_more_leniently_than_traditional(visit: Visit, locale: str, says: str) -> None:
    assert all(map(int.__lt__, BASELINES["expert"], BASELINES["traditional"]))
    guest = visit(locale=locale).go("/new/meridian")
    guest.page.wait_for_selector("form")
    (expert,) = [one for one in guest.page.locator('[data-field="mode"] label').all_inner_texts() if "Expert" in one]
    assert says in expert


def test_efficiency_is_rated_in_german_too(visit: Visit) -> None:
    guest = visit(locale="de-DE").open("meridian")
    assert "Ausgezeichnet" in guest.figure("Effizienz")


def test_the_figures_are_those_of_the_games_that_were_played(visit: Visit) -> None:
    guest = visit().go("/player")
    guest.page.wait_for_selector("text=No game finished yet")
    guest.open("meridian", options={"mode": "classic"})
    move = next(action for action in guest.snapshot()["legal"] if action["kind"] == "move")
    guest.act("move", move["payload"])
    guest.do("resign")
    guest.page.click("dialog button[value=yes]")
    guest.page.wait_for_selector('[data-test="end"]')
    guest.go("/player").page.wait_for_selector('article[data-game="meridian"]')
    text = guest.page.inner_text('article[data-game="meridian"]')
    assert "1 game" in text
    assert "0% won" in text
    guest.page.wait_for_selector('article[data-game="meridian"] >> text=Classic')  # the game's own panel comes later


@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_on_a_phone_on_its_side_cards_are_large_enough_for_a_finger(visit: Visit, mode: str) -> None:
    guest = visit(844, 390, has_touch=True, is_mobile=True).open("meridian", options={"mode": mode})
    guest.settle()
    box = guest.cards("tableau-6").last.bounding_box()
    assert box is not None
    assert box["width"] >= 48


def test_signs_explain_themselves_to_pointer_finger_and_keys(visit: Visit) -> None:
    guest = visit(390, 844, has_touch=True).open("meridian", seed="4498")
    guest.settle()
    note = guest.page.locator('[data-test="note"]')
    badge = guest.page.locator('[data-badge="tableau-0"]')
    assert badge.inner_text() == "K▼"
    box = badge.bounding_box()
    assert box is not None
    guest.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    guest.until(lambda: "King column: it goes down" in note.inner_text())
    assert "King column" in guest.said()
    guest.key("Escape")
    note.wait_for(state="detached")
    guest.pile("pocket-0").hover()
    guest.until(lambda: "holds one card" in note.inner_text())
    guest.page.mouse.move(*guest.spot("stock"))
    note.wait_for(state="detached")
    guest.key("Tab")
    guest.pile("foundation-0").focus()
    guest.until(lambda: "climbs from seven" in note.inner_text())


def test_where_there_is_room_signs_are_named(visit: Visit) -> None:
    guest = visit(1440, 900).open("meridian", seed="4498")
    guest.until(lambda: guest.page.locator('[data-badge="tableau-0"]').inner_text() == "K ▼ goes down")
    assert guest.page.locator('[data-badge="pocket-0"]').inner_text() == "Pocket"
    assert guest.page.locator('[data-badge="foundation-0"]').inner_text() == "7 → K"
    wide = """() => [...document.querySelectorAll('.badge')].map(one => one.getBoundingClientRect().width)"""
    card = guest.cards("tableau-0").first.bounding_box()
    assert card is not None
    assert max(guest.evaluate(wide)) <= card["width"]
