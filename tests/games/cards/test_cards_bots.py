"""The demonstration player of Cards: it follows lines that win, without peeking."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from hidden import rearranged
from positions import positions
from saloon.bots import Bot, remind, seat_bot
from saloon.bots.match import act_once
from saloon.games import GAMES
from saloon.games.cards.bots import DEMO
from saloon.games.cards.bots.seats import DemoSeat
from saloon.table import Table, replay

GAME: Any = GAMES["cards"]


def played(seed: str, **options: Any) -> tuple[Table, Bot]:
    """Let a demonstration play until it ends or sees no more help."""
    table, bot = Table.deal("cards", seed=seed, options=options, nonce="n"), seat_bot(GAME, "demo", seed)
    while table.outcome is None and not bot.gave_up and table.rev < 2000:
        assert act_once(table, {0: bot})
    return table, bot


@pytest.mark.parametrize("faces", ["lastThreeUp", "firstThreeDown"])
def test_a_game_ends_or_is_given_up_by_the_rules(faces: str) -> None:
    table, bot = played("7", stack="run", faces=faces)
    assert table.outcome is not None or bot.gave_up
    assert replay(table.save()).status == "SUCCESS"


@given(positions("cards"))
@settings(max_examples=40)
def test_a_world_is_a_position_that_looks_like_the_table(position: Any) -> None:
    view = GAME.view(position.state, 0)
    known = DemoSeat(GAME, "s", DEMO).known(view, frozenset())
    if GAME.outcome(position.state) is not None:
        return
    unseen = list(known.unseen)
    Random(1).shuffle(unseen)
    world = known.world(unseen)
    GAME.check(world)
    again = GAME.view(world, 0)
    assert again.tableau == view.tableau
    assert again.foundations == view.foundations
    assert GAME.legal(world, 0)


def test_it_does_not_peek() -> None:
    """Whatever lies hidden, the player does the same: in what it may see nothing differs."""
    table = Table.deal("cards", seed="9", options={"stack": "any"})
    bot = seat_bot(GAME, "demo", "s")
    for _ in range(40):
        act_once(table, {0: bot})
    legal = table.moves(0)
    choices = set()
    for number in range(3):
        state = rearranged("cards", table.state, 0, Random(number))
        late = seat_bot(GAME, "demo", "s")
        remind(late, table, 0)
        choices.add(late.choose(GAME.view(state, 0), legal))
    assert len(choices) == 1
