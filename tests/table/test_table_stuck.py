"""A solitaire that leads nowhere: the player is told at once, and only the player."""

import pytest
from msgspec import UNSET

from saloon.games import GAMES
from saloon.table import Table


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_nobody_is_told_at_an_ordinary_deal(name: str) -> None:
    table = Table.deal(name, seed="1")
    assert all(table.snapshot(seat, "CONNECT").stuck is UNSET for seat in (*table.game.seats, None))
