"""One question for every game that has a solver: limits, errors, positions, lines that the rules accept."""

import subprocess
import sys
from typing import Any

import pytest

from saloon.core.errors import BadInput, BadOption, UnknownGame
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits
from saloon.games import GAMES
from saloon.solver import find_line, solve, solved_games, winnable_seeds
from saloon.table import Table
from solver.wins import is_won_by

SOLVED = [GAMES[name] for name in solved_games()]
OTHERS = [game for game in GAMES if game.solver() is None]
each_solved = pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.name)


def winnable_deal(game: AnyGame) -> Any:
    """Return a deal of the list, with the default options."""
    return game.deal(winnable_seeds(game.name)[0].seed, game.options())


@each_solved
def test_a_line_wins_and_a_won_game_is_winnable_without_a_move(game: AnyGame) -> None:
    state = winnable_deal(game)
    found = solve(game.name, state=state)
    assert found.verdict == "winnable"
    assert is_won_by(game, state, found.actions)
    for action in found.actions:
        state = game.apply(state, 0, action)
    again = solve(game.name, state=state)
    assert (again.verdict, again.actions, again.states) == ("winnable", (), 0)


@each_solved
def test_the_table_the_terminal_and_the_server_give_the_same_line(game: AnyGame) -> None:
    seed = winnable_seeds(game.name)[0].seed
    table = Table.deal(game.name, seed=seed)
    found = table.solve(0)
    assert is_won_by(game, table.state, found.actions)
    assert found.actions == find_line(game.name, table.state).actions
    assert table.help.assisted


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_a_game_without_a_solver_says_so(game: AnyGame) -> None:
    for ask in (lambda: solve(game.name, seed="1"), lambda: winnable_seeds(game.name)):
        with pytest.raises(BadInput, match=f"{game.name} has no solver .games with solvers: ") as refused:
            ask()
        assert refused.value.code == "NO_SOLVER"
    table = Table.deal(game.name, seed="1")
    with pytest.raises(BadInput, match=f"{game.title} has no solver"):
        table.solve()
    assert not table.entries


@each_solved
def test_the_limit_of_states_is_kept(game: AnyGame) -> None:
    for states in (1, 7, 100):
        found = solve(game.name, state=winnable_deal(game), limits=Limits(states=states))
        assert found.states <= states
        assert found.verdict == "winnable" or (found.verdict, found.limit) == ("unknown", "states")


@each_solved
def test_bad_questions_get_clear_errors(game: AnyGame) -> None:
    with pytest.raises(BadInput, match="a seed or a position"):
        solve(game.name)
    with pytest.raises(BadOption):
        solve(game.name, {"no such option": 2}, seed="1")
    with pytest.raises(BadInput, match=f"is not a position of {game.name}"):
        solve(game.name, state="a deal")
    for other in SOLVED:
        if other is not game:
            with pytest.raises(BadInput, match=f"is not a position of {game.name}|this position cannot occur"):
                solve(game.name, state=winnable_deal(other))


def test_a_game_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownGame):
        solve("patience", seed="1")


def test_nothing_compiled_is_loaded_before_the_first_search() -> None:
    code = (
        "import sys, saloon.cli\nfrom saloon.solver import solved_games\n"
        "assert solved_games() and not {'numba', 'numpy'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
