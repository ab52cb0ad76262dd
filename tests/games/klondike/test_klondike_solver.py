"""The solver of Klondike: verdicts proved elsewhere, limits, positions in mid-game, ratings."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from saloon.core.cards import read_deck
from saloon.core.errors import BadInput, InvariantBreach
from saloon.core.solver import MEGABYTE, Limits
from saloon.games.klondike import Klondike
from saloon.games.klondike.state import Draw, Options
from saloon.search.lines import Replay
from saloon.solver import rate, solve, winnable_seeds
from solver.wins import wins_of_random_play

GAME = Klondike()
GOLDEN = json.loads(Path(__file__).with_name("verdicts_klondike.json").read_text())["deals"]
LOST = "36"
"""A seed that cannot be won, with draw 1 or 3."""


@pytest.mark.parametrize("draw", [1, 3])
def test_deals_whose_verdict_was_proved_elsewhere(draw: Any) -> None:
    for deal in GOLDEN:
        state = GAME.deal_deck(read_deck(deal["deck"]), Options(draw=draw), "golden")
        found = solve("klondike", state=state, limits=Limits(seconds=60))
        assert found.verdict != "unknown"
        assert deal[f"draw{draw}"] in (found.verdict, "unknown"), deal["id"]


@pytest.mark.parametrize("options", [Options(draw=1), Options(draw=3, redeals=2), Options()])
def test_positions_of_random_play_are_decided_and_lines_win(options: Options) -> None:
    assert wins_of_random_play(GAME, options) > 0


@pytest.mark.parametrize("states", [1, 7, 100, 20_000])
@pytest.mark.parametrize("draw", [1, 3])
def test_the_limit_of_states_is_kept(draw: int, states: int) -> None:
    found = solve("klondike", {"draw": draw}, seed=LOST, limits=Limits(states=states))
    assert found.states <= states
    assert (found.verdict, found.limit) == ("unknown", "states")


def test_the_limit_of_memory_is_kept() -> None:
    tight = solve("klondike", {}, seed="5", limits=Limits(memory=1 * MEGABYTE))
    assert (tight.verdict, tight.limit) == ("unknown", "memory")


def test_impossible_positions_get_clear_errors() -> None:
    state = GAME.deal("1", Options())
    with pytest.raises(BadInput, match="51 cards are on the table"):
        solve("klondike", state=replace(state, stock=state.stock[1:]))
    doubled = replace(state, stock=(*state.stock[1:], state.stock[1]))
    with pytest.raises(BadInput, match="51 of them different"):
        solve("klondike", state=doubled)
    buried = replace(state, tableau=(*state.tableau[:6], state.tableau[6][::-1]))
    with pytest.raises(BadInput, match="this position cannot occur"):
        solve("klondike", state=buried)


def test_a_line_that_the_rules_refuse_is_an_error() -> None:
    replay = Replay(GAME, replace(GAME.deal("1", Options()), stock=()))
    with pytest.raises(InvariantBreach, match="action 1 of the line"):
        replay.act(Draw())
    with pytest.raises(InvariantBreach, match="does not win"):
        replay.line()


def test_options_that_are_not_listed_have_no_seeds() -> None:
    assert winnable_seeds("klondike", {"redeals": 7}) == ()


def test_a_rating_knows_what_loses() -> None:
    lost = rate("klondike", {"draw": 1}, seed=LOST)
    assert (lost.verdict, lost.level, lost.length) == ("unwinnable", None, 0)
    won = rate("klondike", {"draw": 1}, seed="1")
    assert won.verdict == "winnable"
    assert won.level is not None
    assert 0 <= won.losing_first_moves < 1
    assert won.length == len(solve("klondike", {"draw": 1}, seed="1").actions)
