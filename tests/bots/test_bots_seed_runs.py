"""Solitaires of given seeds: a run that was stopped continues, and its figures are those of a run in one go."""

from pathlib import Path

import msgspec
import pytest

from bots.picked import SOLITAIRES
from saloon.bots.seed_runs import SeedResult, standings
from saloon.cli import main

GAME = SOLITAIRES[0].name


def lines(file: Path) -> list[tuple[str, int, bool, int]]:
    """Return the results in a file without their times."""
    results = [msgspec.json.decode(line, type=SeedResult) for line in file.read_bytes().splitlines()[1:]]
    return [(one.bot, one.seed, one.won, one.actions) for one in results]


def arena(*words: str) -> int:
    """Run the command on one core."""
    return main(["arena", GAME, "greedy", "random", "--jobs", "1", *words])


def test_a_run_that_was_stopped_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert arena("--seeds", "3-6", "--resume", str(whole)) == 0
    assert arena("--seeds", "3-4", "--resume", str(parts)) == 0
    parts.write_bytes(parts.read_bytes()[:-5])
    capsys.readouterr()
    assert arena("--seeds", "3-6", "--resume", str(parts), "--json") == 0
    assert lines(parts) == lines(whole)
    assert len(lines(whole)) == 8
    assert [one["deals"] for one in msgspec.json.decode(capsys.readouterr().out)] == [4, 4]


def test_results_of_another_game_and_bad_ranges_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results"
    file.write_text("{}\n")
    assert arena("--seeds", "0-1", "--resume", str(file)) != 0
    assert "does not hold results of this command" in capsys.readouterr().err
    for seeds in ("5-4", "5", "a-b"):
        assert arena("--seeds", seeds) != 0
        assert seeds in capsys.readouterr().err


def test_the_interval_is_that_of_wilson() -> None:
    results = [SeedResult("x", seed, seed < 40, 1, 0.5) for seed in range(100)]
    (one,) = standings(["x"], results)
    assert (one.deals, one.wins, one.cpu_seconds) == (100, 40, 0.5)
    assert one.won is not None
    assert one.won.low == pytest.approx(0.309, abs=0.005)
    assert one.won.high == pytest.approx(0.498, abs=0.005)
