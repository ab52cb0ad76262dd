"""The search for Cards with any stacks and for Meridian: moves against the law's, verdicts against brute force."""

from random import Random

import numpy as np
import pytest

from positions import play
from saloon.core.game import Game
from saloon.core.options import read_options
from saloon.core.solver import MEGABYTE
from saloon.games import GAMES
from saloon.games.cards.state import Finish, TableauMove
from saloon.games.meridian.stalemate import is_stalemate
from saloon.games.meridian.state import Move
from saloon.solver import Limits, piling, solve
from saloon.solver.kernels import load
from solver.oracle_meridian import endgame, successors, winnable

MODES = [
    {"mode": mode, "direction": direction}
    for mode in ("classic", "double_pocket", "traditional", "expert")
    for direction in ("locked", "flexible")
]
CHOICES = [*(("meridian", options) for options in MODES), ("cards", {"stack": "any"})]


def positions(name: str, options: dict[str, str], count: int) -> list[object]:
    """States of random play."""
    game: Game = GAMES[name]  # type: ignore[type-arg]
    chosen = read_options(name, game.options, options)
    random = Random(f"{name} {options}")
    states = []
    for number in range(count):
        steps = list(play(game, game.deal(str(number), chosen), random, 60))
        states += [state for state, _, _ in steps[:: random.randint(3, 9)]]
    return [state for state in states if game.outcome(state) is None]


@pytest.mark.parametrize(("name", "options"), CHOICES)
def test_the_moves_are_the_laws_but_for_those_that_change_nothing(name: str, options: dict[str, str]) -> None:
    game: Game = GAMES[name]  # type: ignore[type-arg]
    kernel = load("piling")
    for state in positions(name, options, 8):
        rules, pockets = piling.rules_of(game, state)
        moves = np.zeros(kernel.MOST_MOVES, np.int64)
        board = piling.board_of(game, state)
        found = [int(move) for move in moves[: kernel.list_moves(board, rules, pockets, moves)]]
        for move in found:
            after = state
            for action in piling.action_of(game, state, move):
                after = game.apply(after, 0, action)
            kernel.make(made := board.copy(), rules, move)
            assert same(kernel, made, piling.board_of(game, after))
        listed = {written(game, list(piling.action_of(game, state, move))[-1]) for move in found}
        for action in game.legal(state, 0):
            if isinstance(action, Move) or (name == "cards" and not isinstance(action, Finish)):
                after = game.apply(state, 0, action)
                assert written(game, action) in listed or idle(game, state, action, after), action


def same(kernel: object, made: np.ndarray, expected: np.ndarray) -> bool:
    """Whether two boards are the same position: what lies beyond a column's end does not count."""
    first, second = np.zeros(2, np.int64), np.zeros(2, np.int64)
    kernel.fingerprint(made, first)  # type: ignore[attr-defined]
    kernel.fingerprint(expected, second)  # type: ignore[attr-defined]
    fields = slice(kernel.LENGTH, kernel.BOARD)  # type: ignore[attr-defined]
    return bool((first == second).all()) and bool((made[fields] == expected[fields]).all())


def written(game: Game, action: object) -> str:  # type: ignore[type-arg]
    """Return a move as a player types it, without the foundation's number."""
    return game.notation(action).split(" f")[0] + (" f" if " f" in game.notation(action) else "")  # type: ignore[arg-type]


def idle(game: Game, state: object, action: object, after: object) -> bool:  # type: ignore[type-arg]
    """Whether a move only exchanges equal empty columns or pockets for each other, or brings back an Ace."""
    if isinstance(action, TableauMove) and action.source.zone == "foundation":
        return True
    kernel = load("piling")
    rules, pockets = piling.rules_of(game, state)
    board = piling.board_of(game, state)
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    count = kernel.list_moves(board, rules, pockets, moves)
    wanted, words = np.zeros(2, np.int64), np.zeros(2, np.int64)
    kernel.fingerprint(piling.board_of(game, after), wanted)
    kernel.fingerprint(board, words)
    reached = [tuple(words)]
    for move in moves[:count]:
        kernel.make(made := board.copy(), rules, move)
        kernel.fingerprint(made, words)
        reached.append(tuple(words))
    return tuple(wanted) in reached


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(options.values()))
def test_meridian_is_won_by_a_line_of_its_own_actions(options: dict[str, str]) -> None:
    verdicts = [solve("meridian", options, seed=str(seed), limits=Limits(seconds=5)) for seed in range(5)]
    won = [verdict for verdict in verdicts if verdict.verdict == "winnable"]
    assert len(won) >= 4
    assert all(verdict.actions for verdict in won)


def test_endgames_of_meridian_agree_with_brute_force() -> None:
    """A win is proved by its line; so brute force looks at what is called lost, and at some of the others."""
    random, agreed = Random("meridian"), {True: 0, False: 0}
    for number in range(160):
        state = endgame(random, GAMES["meridian"].options(**MODES[number % len(MODES)]), random.choice([14, 16, 18]))
        found = solve("meridian", state=state, limits=Limits(memory=100 * MEGABYTE))
        if found.verdict != "winnable" or number % 10 == 0:
            expected = winnable(state, 300)
            assert expected in (None, found.verdict == "winnable"), state
            if expected is not None:
                agreed[expected] += 1
    assert min(agreed.values()) >= 5


def test_the_search_ends_where_meridian_ends() -> None:
    kernel, random, ended = load("piling"), Random("stalemate"), {True: 0, False: 0}
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    for number in range(60):
        state = endgame(random, GAMES["meridian"].options(**MODES[number % len(MODES)]), 18)
        for after in [state, *successors(state)]:
            rules, pockets = piling.rules_of(GAMES["meridian"], after)
            board = piling.board_of(GAMES["meridian"], after)
            count = kernel.list_moves(board, rules, pockets, moves)
            expected = is_stalemate(after.board, after.stock, after.options)
            assert kernel.is_stalemate(board, moves, count) == expected
            ended[expected] += 1
    assert min(ended.values()) > 5
