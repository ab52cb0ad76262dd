"""A compiled kernel is there at once."""

import subprocess
import sys

import pytest

from saloon.solver import prepare, solved_games, winnable_seeds

FRESH = """
import sys, time
from saloon.cli import main
status = main(["solve", sys.argv[1], "--seed", "1", "--json"])
print(time.process_time())
raise SystemExit(status)
"""


@pytest.mark.parametrize("game", solved_games())
def test_the_first_solve_of_a_fresh_process_is_not_felt(game: str) -> None:
    prepare(game)
    assert any(_seconds_until_solved(game) < 1.5 for _ in range(2))


def _seconds_until_solved(game: str) -> float:
    """Return the CPU time of a new process from the start of Python to the answer."""
    words = [sys.executable, "-c", FRESH, game]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    return float(ended.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", solved_games())
def test_loading_is_not_part_of_a_search(game: str) -> None:
    easy = next(rated.seed for rated in winnable_seeds(game) if rated.level == "easy")
    code = f"from saloon.solver import solve; print(solve({game!r}, seed={easy!r}).cpu_seconds)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert float(ended.stdout) < 0.1
