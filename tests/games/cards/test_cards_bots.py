"""The demonstration player of Cards: it follows lines that win, without peeking."""

from typing import Any

import pytest
from hypothesis import given, settings

from bots.sampling import check_no_peeking, check_world, played
from positions import positions
from saloon.games import GAMES
from saloon.games.cards.bots import DEMO
from saloon.games.cards.bots.seats import DemoSeat
from saloon.table import replay

GAME: Any = GAMES["cards"]


@pytest.mark.parametrize("faces", ["lastThreeUp", "firstThreeDown"])
def test_a_game_ends_or_is_given_up_by_the_rules(faces: str) -> None:
    table, bot = played("cards", "7", stack="run", faces=faces)
    assert table.outcome is not None or bot.gave_up
    assert replay(table.save()).status == "SUCCESS"


@given(positions("cards"))
@settings(max_examples=40)
def test_a_world_is_a_position_that_looks_like_the_table(position: Any) -> None:
    check_world(DemoSeat(GAME, "s", DEMO), position)


def test_it_does_not_peek() -> None:
    check_no_peeking("cards", stack="any")
