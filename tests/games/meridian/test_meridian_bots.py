"""The demonstration player of Meridian: it follows lines that win, without peeking."""

from typing import Any

import pytest
from hypothesis import given, settings

from bots.sampling import check_no_peeking, check_world, played
from positions import positions
from saloon.bots import seat_bot
from saloon.bots.match import act_once
from saloon.games import GAMES
from saloon.games.meridian.bots import DEMO
from saloon.games.meridian.bots.seats import DemoSeat
from saloon.table import Table, replay

GAME: Any = GAMES["meridian"]


@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_with_all_columns_open_the_game_is_won(mode: str) -> None:
    """What is in the stock is known from the first moment, only its order is not."""
    for seed in ("1", "2", "3"):
        table, bot = played("meridian", seed, mode=mode)
        assert table.outcome is not None
        assert table.outcome.winners == (0,)
        assert not bot.gave_up
        assert replay(table.save()).status == "SUCCESS"


def test_a_game_ends_or_is_given_up_by_the_rules_and_the_same_seed_plays_the_same() -> None:
    saves = set()
    for _ in range(2):
        table, bot = played("meridian", "7", mode="traditional")
        assert table.outcome is not None or bot.gave_up
        saves.add(table.save())
    (save,) = saves
    assert replay(save).status == "SUCCESS"


def test_asked_again_it_answers_the_same() -> None:
    table, bot = Table.deal("meridian", seed="2"), seat_bot(GAME, "demo", "s")
    for _ in range(25):
        asked = [bot.choose(table.view(0), table.moves(0)) for _ in range(2)]
        assert asked[0] == asked[1]
        act_once(table, {0: bot})


@given(positions("meridian"))
@settings(max_examples=40)
def test_a_world_is_a_position_that_looks_like_the_table(position: Any) -> None:
    check_world(DemoSeat(GAME, "s", DEMO), position)


def test_it_does_not_peek() -> None:
    check_no_peeking("meridian", mode="expert")
