"""`saloon play` at its edges: nothing left to do, games kept on leaving, presets, seeds that are shown late."""

from pathlib import Path
from typing import Any

import pytest

from cli.terminal import KEPT, Shell, after_prompt, moves, typed
from saloon.cli.play import write_safely
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.solver import winnable_seeds
from saloon.table import Table
from samples import BETWEEN_PEOPLE, DUEL, SOLITAIRE, TIMED, an_option

(ONE,) = typed(SOLITAIRE, count=1)


# --- games on the way -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["new 12", "retry", "load other.json"])
def test_a_game_that_is_left_for_another_is_kept(line: str, shell: Shell) -> None:
    (shell.home / "other.json").write_bytes(Table.deal(SOLITAIRE, seed="9").save())
    ran = shell.play([ONE, line], SOLITAIRE, "--seed", "7")
    assert KEPT.format(SOLITAIRE) in ran.out
    assert (shell.kept(SOLITAIRE).seed, moves(shell.kept(SOLITAIRE))) == ("7", [ONE])


def test_a_load_that_is_refused_leaves_no_trace(shell: Shell) -> None:
    ran = shell.play([ONE, "load nowhere.json", "new " + "x" * 300], SOLITAIRE, "--seed", "7")
    assert ran.out.count("saved; continue with") == 1
    assert ran.out.count("[FILE_UNREADABLE]") == ran.out.count("[BAD_SEED]") == 1


def test_only_the_game_that_was_gone_on_with_is_forgotten_at_its_end(shell: Shell) -> None:
    shell.play(["1"], DUEL, "--seed", "7")
    shell.play(["resign"], DUEL, "--seed", "8")
    assert shell.kept(DUEL).seed == "7"
    shell.play(["resign"], DUEL, "--continue")
    assert not shell.kept_at(DUEL).exists()


@pytest.mark.parametrize(
    "args",
    [
        ["--continue", "--seed", "1"],
        ["--continue", "-o", f"{an_option(SOLITAIRE)}=1"],
        ["--continue", "--preset", str(GAMES[SOLITAIRE].first_preset)],
        ["--continue", "--rules", GAMES[SOLITAIRE].rules_version],
        ["--continue", "--load", "mine.json"],
        ["--load", "mine.json", "--seed", "1"],
    ],
)
def test_a_continued_game_takes_no_seed_options_or_rules(args: list[str], shell: Shell) -> None:
    shell.play([ONE, "save mine.json"], SOLITAIRE, "--seed", "7")
    ran = shell.play([], SOLITAIRE, *args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: a continued game has its own seed, options and rules; give")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "game.json"
    write_safely(place, b"first")
    assert place.read_bytes() == b"first"

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_safely(place, b"second")
    assert place.read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


# --- presets, seeds and Solve -----------------------------------------------------------------------------------


def test_a_preset_that_does_not_exist_is_refused_by_name(shell: Shell) -> None:
    ran = shell.run("deal", SOLITAIRE, "--preset", "silly")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(
        f"error: {SOLITAIRE} has no preset 'silly' (its presets: {', '.join(GAMES[SOLITAIRE].presets)})"
    )
    ran = shell.run("deal", TIMED, "--preset", "easy")
    assert ran.status == 2
    assert f"{TIMED} has no preset 'easy' (its presets: none)" in ran.err


@pytest.mark.parametrize("name", BETWEEN_PEOPLE)
def test_a_seed_that_reveals_hidden_cards_is_shown_after_the_end(name: str, shell: Shell) -> None:
    ran = shell.play(["seed", "list"], name, "--seed", "s3cr3t")
    assert "s3cr3t" not in ran.out
    if "resign" in GAMES[name].actions:
        ran = shell.play(["resign", "seed"], name, "--seed", "s3cr3t")
        assert after_prompt(ran.out, 1).strip() == "seed s3cr3t"


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_solve_prints_a_winning_line_or_that_there_is_no_solver(game: AnyGame, shell: Shell) -> None:
    if game.solver() is None:
        out = shell.play(["solve"], game.name, "--seed", "7").out
        assert after_prompt(out, 0) == f"  {game.title} has no solver [NO_SOLVER]"
        return
    seed = winnable_seeds(game.name)[0].seed
    out = shell.play(["solve"], game.name, "--seed", seed).out
    searching, found, line = after_prompt(out, 0).splitlines()
    assert searching.startswith("  searching with all cards known")
    assert found == "  a winning line, found by looking at all cards:"
    table = Table.deal(game.name, seed=seed)
    for move in line.split(","):
        table.act(0, game.parse(move.strip(), 0))
    assert table.outcome is not None
    assert table.outcome.winners == (0,)


# --- interrupts and times ---------------------------------------------------------------------------------------


def test_ctrl_c_in_a_command_leaves_with_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Table:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "deal", interrupted)
    assert shell.run("deal", SOLITAIRE) == (130, "", "interrupted\n")


@pytest.mark.parametrize("seconds", ["0", "-1", "3600.5", "nan"])
def test_a_benchmark_takes_a_time_that_makes_sense(seconds: str, shell: Shell) -> None:
    ran = shell.run("bench", "engine", "--seconds", seconds)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: --seconds is a time up to an hour, not {float(seconds)} [BAD_TIME]\n"


def test_a_game_that_was_left_before_is_not_overwritten(shell: Shell) -> None:
    shell.play(["1"], SOLITAIRE, "--seed", "1")
    ran = shell.play(["1", "1"], SOLITAIRE, "--seed", "2")
    earlier = shell.kept_at(SOLITAIRE).with_name(f"{SOLITAIRE}-earlier.json")
    assert f"your earlier unfinished game is now {earlier}\n" in ran.out
    assert (shell.kept(SOLITAIRE).seed, Table.load(earlier.read_bytes()).seed) == ("2", "1")
    earlier.unlink()
    shell.play(["1"], SOLITAIRE, "--continue")
    assert not earlier.exists()
    assert shell.kept(SOLITAIRE).rev == 3
