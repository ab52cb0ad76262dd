"""The demonstration player of Meridian: it follows lines that win, without peeking."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from hidden import rearranged
from positions import positions
from saloon.bots import Bot, remind, seat_bot
from saloon.bots.match import act_once
from saloon.games import GAMES
from saloon.games.meridian.bots import DEMO
from saloon.games.meridian.bots.seats import DemoSeat
from saloon.table import Table, replay

GAME: Any = GAMES["meridian"]


def played(seed: str, **options: Any) -> tuple[Table, Bot]:
    """Let a demonstration play until it ends or sees no more help."""
    table, bot = Table.deal("meridian", seed=seed, options=options, nonce="n"), seat_bot(GAME, "demo", seed)
    while table.outcome is None and not bot.gave_up and table.rev < 2000:
        assert act_once(table, {0: bot})
    return table, bot


@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_with_all_columns_open_the_game_is_won(mode: str) -> None:
    """What is in the stock is known from the first moment, only its order is not."""
    for seed in ("1", "2", "3"):
        table, bot = played(seed, mode=mode)
        assert table.outcome is not None
        assert table.outcome.winners == (0,)
        assert not bot.gave_up
        assert replay(table.save()).status == "SUCCESS"


def test_a_game_ends_or_is_given_up_by_the_rules_and_the_same_seed_plays_the_same() -> None:
    saves = set()
    for _ in range(2):
        table, bot = played("7", mode="traditional")
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
    table = Table.deal("meridian", seed="9", options={"mode": "expert"})
    bot = seat_bot(GAME, "demo", "s")
    for _ in range(40):
        act_once(table, {0: bot})
    legal = table.moves(0)
    choices = set()
    for number in range(3):
        state = rearranged("meridian", table.state, 0, Random(number))
        late = seat_bot(GAME, "demo", "s")
        remind(late, table, 0)
        choices.add(late.choose(GAME.view(state, 0), legal))
    assert len(choices) == 1
