"""New games in a browser: options in plain words, company, certain deals; what is chosen is what is dealt."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from nightly import sampled
from saloon.games import GAMES
from saloon.table import Table
from samples import DUEL, FOURSOME, TIMED
from web.browsing import Guest
from web.pagekit import NAMES, page_kit

Visit = Callable[..., Guest]


@pytest.mark.parametrize(
    ("game", "choices", "options"),
    [(name, choices, options) for name in NAMES for choices, options in page_kit(name).choices],
)
def test_what_is_chosen_is_dealt(visit: Visit, game: str, choices: dict[str, object], options: dict[str, Any]) -> None:
    guest = visit().go(f"/new/{game}")
    guest.choose(**choices)
    dealt = guest.deal()
    assert dealt["game"] == game
    assert {name: dealt["options"][name] for name in options} == options


@pytest.mark.parametrize("game", [name for name in NAMES if page_kit(name).told])
def test_it_says_in_plain_words_how_often_a_game_can_be_won_and_how_long_it_takes(visit: Visit, game: str) -> None:
    guest = visit().go(f"/new/{game}")
    guest.page.wait_for_selector("form")
    for field, texts in page_kit(game).told.items():
        shown = guest.page.inner_text(f'[data-field="{field}"]')
        assert [text for text in texts if text not in shown] == []


@pytest.mark.parametrize("game", sampled(NAMES, 2))
def test_the_next_game_begins_with_what_was_chosen_last(visit: Visit, game: str) -> None:
    choices, options = page_kit(game).choices[-1]
    guest = visit().go(f"/new/{game}")
    guest.choose(**choices)
    guest.deal()
    dealt = guest.go().play(game).snapshot()
    assert {name: dealt["options"][name] for name in options} == options


def test_a_seed_that_is_none_is_refused_with_the_reason(visit: Visit) -> None:
    guest = visit().go(f"/new/{TIMED}")
    guest.choose()
    guest.page.fill("#seed", "01")
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_selector('.go [role="alert"]')
    assert "01" in guest.page.inner_text('.go [role="alert"]')
    assert guest.page.url.endswith(f"/new/{TIMED}")


@pytest.mark.parametrize("game", [name for name in NAMES if GAMES[name].deal_sources])
def test_a_deal_number_of_another_program_is_dealt_and_can_be_shared(visit: Visit, game: str) -> None:
    source, program = next(iter(GAMES[game].deal_sources.items()))
    guest = visit().go(f"/new/{game}")
    guest.choose(source=source)
    guest.page.fill("#seed", "0")
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_selector('.go [role="alert"]')
    assert f"not a deal number of {source}" in guest.page.inner_text('.go [role="alert"]')
    guest.page.fill("#seed", "123")
    dealt = guest.deal()
    assert dealt["seed"] == f"{source}:123"
    table = Table.deal(game, seed=f"{source}:123", options=dealt["options"])
    assert dealt["view"] == msgspec.json.decode(msgspec.json.encode(table.view(0)))
    assert guest.page.inner_text(".seed .number") == f"{program} 123"
    guest.go(f"/new/{game}?seed={source}:123")
    guest.page.wait_for_selector("#seed")
    assert guest.page.input_value("#seed") == "123"
    assert guest.page.is_checked(f'[data-field="source"] input[value="{source}"]')


def test_bots_have_the_level_that_was_chosen(visit: Visit) -> None:
    guest = visit().go(f"/new/{DUEL}")
    guest.choose(company="bots", level="random")
    ratings = next(one for one in guest.call("GET", "/api/games") if one["name"] == DUEL)["ratings"]
    assert f"Rating {ratings['random']}" in guest.page.inner_text('[data-field="level"]')
    guest.deal()
    tables = guest.call("GET", "/api/players/me/tables")
    assert [seat["level"] for seat in tables[0]["seats"]] == [None, "random"]


def test_friends_and_bots_share_a_table_of_four(visit: Visit) -> None:
    guest = visit().go(f"/new/{FOURSOME}")
    guest.choose(company="friends", people=2)
    assert guest.page.locator("#seed").count() == 0, "between people nobody brings the deal"
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_url("**/table/*")
    seats = guest.call("GET", "/api/players/me/tables")[0]["seats"]
    assert [(seat["kind"], seat["open"]) for seat in seats] == [
        ("human", False), ("human", True), ("human", True), ("bot", False),
    ]  # fmt: skip


def test_an_unknown_game_is_reported(visit: Visit) -> None:
    guest = visit().go("/new/whist")
    guest.page.wait_for_selector("text=There is no game with this name")
