"""The solver of Meridian: moves against the rules, verdicts against brute force, lines that win."""

from random import Random

import pytest
from msgspec.structs import replace

from games.meridian.endgames_meridian import endgame, successors, winnable
from saloon.core.errors import BadInput
from saloon.core.solver import MEGABYTE, Limits
from saloon.games.meridian import Meridian
from saloon.games.meridian.solver import actions_of, position_of
from saloon.games.meridian.stalemate import is_stalemate
from saloon.games.meridian.state import Move, Options
from saloon.solver import solve
from search.moves_of_best_first import Moves, random_positions

GAME = Meridian()
MODES = [
    Options(direction, mode)
    for mode in ("classic", "double_pocket", "traditional", "expert")
    for direction in ("locked", "flexible")
]


def in_words(options: Options) -> str:
    return f"{options.mode}-{options.direction}"


@pytest.mark.parametrize("options", MODES, ids=in_words)
def test_the_moves_are_the_rules_but_for_those_that_change_nothing(options: Options) -> None:
    moves = Moves(GAME, position_of, actions_of)
    for state in random_positions(GAME, options, 8):
        moves.check(state, lambda action: isinstance(action, Move), lambda _: False)


@pytest.mark.parametrize("options", MODES, ids=in_words)
def test_deals_are_won_by_a_line_of_its_own_actions(options: Options) -> None:
    verdicts = [solve("meridian", options, seed=str(seed), limits=Limits(seconds=5)) for seed in range(5)]
    won = [verdict for verdict in verdicts if verdict.verdict == "winnable"]
    assert len(won) >= 4
    assert all(verdict.actions for verdict in won)


def test_endgames_agree_with_brute_force() -> None:
    """A win is proved by its line; so brute force looks at what is called lost, and at some of the others."""
    random, agreed = Random("meridian"), {True: 0, False: 0}
    for number in range(160):
        state = endgame(random, MODES[number % len(MODES)], random.choice([14, 16, 18]))
        found = solve("meridian", state=state, limits=Limits(memory=100 * MEGABYTE))
        if found.verdict != "winnable" or number % 10 == 0:
            expected = winnable(state, 300)
            assert expected in (None, found.verdict == "winnable"), state
            if expected is not None:
                agreed[expected] += 1
    assert min(agreed.values()) >= 5


def test_the_search_ends_where_the_game_ends() -> None:
    moves, random, ended = Moves(GAME, position_of, actions_of), Random("stalemate"), {True: 0, False: 0}
    for number in range(60):
        state = endgame(random, MODES[number % len(MODES)], 18)
        for after in [state, *successors(state)]:
            expected = is_stalemate(after.board, after.stock, after.options)
            assert moves.is_stalemate(after) == expected
            ended[expected] += 1
    assert min(ended.values()) > 5


def test_impossible_positions_get_clear_errors() -> None:
    state = GAME.deal("1", Options())
    for stock in (state.stock[1:], (*state.stock[1:], state.stock[1])):
        with pytest.raises(BadInput, match="this position cannot occur"):
            solve("meridian", state=replace(state, stock=stock))
