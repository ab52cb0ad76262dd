"""The demonstration players of Cards and Meridian: they follow lines that win, without peeking."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from hidden import rearranged
from positions import positions
from saloon.bots import Bot, remind, seat_bot
from saloon.bots.hindsight.facts import cards_table, meridian_table
from saloon.bots.match import act_once
from saloon.games import GAMES
from saloon.table import Table, replay

TABLES: dict[str, Any] = {"cards": cards_table, "meridian": meridian_table}


def played(game: str, seed: str, **options: Any) -> tuple[Table, Bot]:
    """Let a demonstration play until it ends or sees no more help."""
    table, bot = Table.deal(game, seed=seed, options=options, nonce="n"), seat_bot(GAMES[game], "demo", seed)
    while table.outcome is None and not bot.gave_up and table.rev < 2000:
        assert act_once(table, {0: bot})
    return table, bot


@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_with_all_columns_open_meridian_is_won(mode: str) -> None:
    """What is in the stock is known from the first moment, only its order is not."""
    for seed in ("1", "2", "3"):
        table, bot = played("meridian", seed, mode=mode)
        assert table.outcome is not None
        assert table.outcome.winners == (0,)
        assert not bot.gave_up
        assert replay(table.save()).status == "SUCCESS"


def test_a_game_ends_or_is_given_up_by_the_rules() -> None:
    for game, options in (
        ("meridian", {"mode": "traditional"}),
        ("cards", {"stack": "run"}),
        ("cards", {"stack": "run", "faces": "firstThreeDown"}),
    ):
        table, bot = played(game, "7", **options)
        assert table.outcome is not None or bot.gave_up
        assert replay(table.save()).status == "SUCCESS"


def test_the_same_seed_plays_the_same() -> None:
    assert len({played("meridian", "7", mode="traditional")[0].save() for _ in range(2)}) == 1


def test_asked_again_it_answers_the_same() -> None:
    table, bot = Table.deal("meridian", seed="2"), seat_bot(GAMES["meridian"], "demo", "s")
    for _ in range(25):
        asked = [bot.choose(table.view(0), table.moves(0)) for _ in range(2)]
        assert asked[0] == asked[1]
        act_once(table, {0: bot})


@pytest.mark.parametrize("game", TABLES)
def test_a_world_is_a_position_that_looks_like_the_table(game: str) -> None:
    rules: Any = GAMES[game]

    @given(positions(game))
    @settings(max_examples=40)
    def check(position: Any) -> None:
        view = rules.view(position.state, 0)
        known = TABLES[game](view, frozenset())
        if rules.outcome(position.state) is not None:
            return
        unseen = list(known.unseen)
        Random(1).shuffle(unseen)
        world = known.world(unseen)
        rules.check(world)
        again = rules.view(world, 0)
        assert again.tableau == view.tableau
        assert again.foundations == view.foundations
        assert rules.legal(world, 0)

    check()


@pytest.mark.parametrize(("game", "options"), [("cards", {"stack": "any"}), ("meridian", {"mode": "expert"})])
def test_it_does_not_peek(game: str, options: dict[str, Any]) -> None:
    """Whatever lies hidden, the player does the same: in what it may see nothing differs."""
    table = Table.deal(game, seed="9", options=options)
    bot = seat_bot(GAMES[game], "demo", "s")
    for _ in range(40):
        act_once(table, {0: bot})
    legal = table.moves(0)
    choices = set()
    for number in range(3):
        state = rearranged(game, table.state, 0, Random(number))
        view: Any = GAMES[game].view(state, 0)
        late = seat_bot(GAMES[game], "demo", "s")
        remind(late, table, 0)
        choices.add(late.choose(view, legal))
    assert len(choices) == 1
