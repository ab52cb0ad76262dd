"""A stuck solitaire: the player, and only the player, learns it at once."""

import pytest
from msgspec import UNSET

from saloon.games import GAMES
from saloon.table import Table


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_an_ordinary_deal_is_not_stuck(name: str) -> None:
    table = Table.deal(name, seed="1")
    assert all(table.snapshot(seat, "CONNECT").stuck is UNSET for seat in (*table.game.seats, None))
