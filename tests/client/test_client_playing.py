"""Views and actions as structs, and tables as text."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hidden import rearranged
from positions import Position, positions
from saloon.client.messages import Move
from saloon.client.playing import LocalPlaying, table_text
from saloon.client.views import read_move, read_view
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.messages import wire
from saloon.table.progress import Progress

EVERY = [game.name for game in GAMES if game.test_kit() is not None]


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=60)
@given(data=st.data())
def test_a_view_and_its_moves_survive_the_wire(name: str, data: st.DataObject) -> None:
    position: Position = data.draw(positions(name))
    for seat in (position.seat, None):
        view = position.game.view(position.state, seat)
        assert read_view(position.game, msgspec.json.decode(msgspec.json.encode(view))) == view
    options: Any = GAMES[name].options()
    for action in position.legal:
        sent = msgspec.json.decode(msgspec.json.encode(wire(action)), type=Move)
        assert read_move(position.game, options, sent) == action


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=30)
@given(data=st.data())
def test_a_text_shows_no_hidden_card(name: str, data: st.DataObject) -> None:
    """Exchanging what the player cannot see leaves the text that the terminal and language models get the same."""
    position: Position = data.draw(positions(name))
    playing = LocalPlaying(Table.deal(position.game, seed="1"), "random")
    texts = []
    for state in (position.state, rearranged(name, position.state, 0, Random(1))):
        playing.table = Table(position.game, "1", playing.table.options, nonce="n", start=Progress(state))
        texts.append(table_text(playing))
    assert texts[0] == texts[1]
