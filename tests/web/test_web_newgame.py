"""New games in a browser: options in plain words, company, certain deals; what is chosen is what is dealt."""

from collections.abc import Callable
from typing import Any

import pytest

from clauses import clause
from saloon.games.meridian.efficiency import BASELINES
from web.browsing import Guest

Visit = Callable[..., Guest]


def choose(guest: Guest, **choices: object) -> None:
    """Choose options, opening what is folded away."""
    guest.page.wait_for_selector("form")
    guest.unfold()
    for field, value in choices.items():
        guest.page.check(f'[data-field="{field}"] input[value="{value}"]')


def deal(guest: Guest) -> dict[str, Any]:
    """Press the button; return the table as the server has it."""
    guest.page.click("form button[type=submit]")
    return guest.arrive().snapshot()


@pytest.mark.parametrize(
    ("game", "choices", "options"),
    [
        ("klondike", {"preset": "easy"}, {"draw": 1, "redeals": -1}),
        ("klondike", {"preset": "expert", "scoring": "vegas"}, {"draw": 3, "redeals": 1, "scoring": "vegas"}),
        ("cards", {"stack": "run", "faces": "firstThreeDown"}, {"stack": "run", "faces": "firstThreeDown"}),
        ("meridian", {"mode": "double_pocket", "direction": "flexible"},
         {"mode": "double_pocket", "direction": "flexible"}),
        ("highnoon", {"clock": 3, "mode": "shared", "reveal": "auto"}, {"clock": 3, "mode": "shared"}),
        ("nevernine", {"preset": "full", "tieBreak": "shared", "turnSeconds": 60},
         {"limit": 100, "tieBreak": "shared", "turnSeconds": 60}),
    ],
)  # fmt: skip
def test_what_is_chosen_is_dealt(visit: Visit, game: str, choices: dict[str, object], options: dict[str, Any]) -> None:
    guest = visit().go(f"/new/{game}")
    choose(guest, **choices)
    dealt = deal(guest)
    assert dealt["game"] == game
    assert {name: dealt["options"][name] for name in options} == options


def test_a_mix_of_ones_own_shows_what_presets_decide(visit: Visit) -> None:
    guest = visit().go("/new/klondike")
    guest.page.wait_for_selector('[data-field="preset"]')
    assert guest.page.locator('[data-field="draw"]').count() == 0
    choose(guest, preset="own", draw=1, redeals=4)
    assert deal(guest)["options"] == {"draw": 1, "redeals": 4, "scoring": "standard"}


def test_a_limit_stays_within_its_bounds(visit: Visit) -> None:
    guest = visit().go("/new/nevernine")
    choose(guest, preset="own")
    field = guest.page.locator('[data-field="limit"] input')
    field.fill("5000")
    field.blur()
    assert field.input_value() == "1000"
    field.fill("7")
    field.blur()
    assert deal(guest)["options"]["limit"] == 7


def test_it_says_in_plain_words_how_often_a_game_can_be_won_and_how_long_it_takes(visit: Visit) -> None:
    guest = visit().go("/new/cards")
    guest.page.wait_for_selector("form")
    assert "Only about 1 deal in 200 can be won." in guest.page.inner_text('[data-field="stack"]')
    assert "About 55 deals in 100 can be won." in guest.page.inner_text('[data-field="stack"]')
    guest.go("/new/klondike").page.wait_for_selector("form")
    assert "91 deals in 100 can be won." in guest.page.inner_text('[data-field="preset"]')
    assert "82 deals in 100 can be won." in guest.page.inner_text('[data-field="preset"]')
    guest.go("/new/meridian").page.wait_for_selector("form")
    assert "Nearly every deal can be won" in guest.page.inner_text('[data-field="mode"]')
    guest.go("/new/nevernine").page.wait_for_selector("form")
    text = guest.page.inner_text('[data-field="preset"]')
    assert "Half an hour" in text
    assert "120 to 200 rounds" in text


@clause("MM-95", "MM-100", "MM-105", "MM-110", "MM-115")
def test_meridians_modes_show_their_difficulty_and_a_note_on_strategy(visit: Visit) -> None:
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


@clause("CA-106")
def test_a_seed_that_is_entered_deals_the_same_cards_again(visit: Visit) -> None:
    guest = visit().open("cards", seed="1700000000000", options={"stack": "any"})
    first = guest.snapshot()["view"]["tableau"]
    guest.go("/new/cards")
    choose(guest)
    guest.page.click("text=Your last deal: 1700000000000")
    dealt = deal(guest)
    assert dealt["seed"] == "1700000000000"
    assert dealt["view"]["tableau"] == first


def test_a_seed_that_is_none_is_refused_with_the_reason(visit: Visit) -> None:
    guest = visit().go("/new/cards")
    choose(guest)
    guest.page.fill("#seed", "01")
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_selector('.go [role="alert"]')
    assert "01" in guest.page.inner_text('.go [role="alert"]')
    assert guest.page.url.endswith("/new/cards")


def test_bots_have_the_level_that_was_chosen(visit: Visit) -> None:
    guest = visit().go("/new/highnoon")
    choose(guest, company="bots", level="random")
    ratings = next(one for one in guest.call("GET", "/api/games") if one["name"] == "highnoon")["ratings"]
    assert f"Rating {ratings['random']}" in guest.page.inner_text('[data-field="level"]')
    deal(guest)
    tables = guest.call("GET", "/api/players/me/tables")
    assert [seat["level"] for seat in tables[0]["seats"]] == [None, "random"]


def test_friends_and_bots_share_a_table_of_never_nine(visit: Visit) -> None:
    guest = visit().go("/new/nevernine")
    choose(guest, company="friends", people=2)
    assert guest.page.locator("#seed").count() == 0, "between people nobody brings the deal"
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_url("**/table/*")
    seats = guest.call("GET", "/api/players/me/tables")[0]["seats"]
    assert [(seat["kind"], seat["open"]) for seat in seats] == [
        ("human", False), ("human", True), ("human", True), ("bot", False),
    ]  # fmt: skip


def test_the_next_game_begins_with_what_was_chosen_last(visit: Visit) -> None:
    guest = visit().go("/new/meridian")
    choose(guest, mode="traditional")
    deal(guest)
    guest.go().page.click('.tile[data-game="meridian"] button.main')
    assert guest.arrive().snapshot()["options"]["mode"] == "traditional"


def test_keys_alone_choose_and_deal(visit: Visit) -> None:
    guest = visit().go("/new/cards")
    guest.page.wait_for_selector("form")
    focused = "document.activeElement.matches('[data-field=stack] input')"
    while not guest.page.evaluate(focused):
        guest.key("Tab")
    guest.key("ArrowDown")
    assert guest.page.is_checked('[data-field="stack"] input[value=run]')
    guest.key("Enter")
    assert guest.arrive().snapshot()["options"]["stack"] == "run"


def test_a_game_that_is_not_there_is_told(visit: Visit) -> None:
    guest = visit().go("/new/whist")
    guest.page.wait_for_selector("text=There is no game of this name")
