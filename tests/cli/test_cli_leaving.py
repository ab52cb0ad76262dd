"""`saloon play` at its edges: nothing left to do, games kept on the way, presets, seeds that are told late."""

from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Shell, after_prompt, moves
from saloon.bots.match import act_once
from saloon.cli import play as play_command
from saloon.cli.play import write_safely
from saloon.core.game import Game
from saloon.games import GAMES
from saloon.solver import winnable_seeds
from saloon.table import Table

DEAD_END = ["draw"] * 8 + ["3 2"]
"""After these, Klondike's seed 2 without a redeal has no move left, and is not over either."""


def stop_after(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an endless wait for the bots fail instead of hanging."""
    left = iter(range(most))

    def counted(*args: Any) -> bool:
        assert next(left, None) is not None, "the bots were asked again and again"
        return act_once(*args)

    monkeypatch.setattr(play_command, "act_once", counted)


def test_a_solitaire_without_a_move_waits_for_nobody(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """An undo is still possible: the game goes on."""
    stop_after(100, monkeypatch)
    ran = shell.play([*DEAD_END, "undo"], "klondike", "--seed", "2", "-o", "redeals=0")
    assert ran.status == 0
    assert moves(shell.kept("klondike")) == [*DEAD_END, "undo"]


def test_a_kept_solitaire_without_a_move_can_be_gone_on_with(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(100, monkeypatch)
    table = Table.deal("klondike", seed="2", options={"redeals": 0})
    for line in DEAD_END:
        table.act(0, table.game.parse(line, 0))
    assert table.moves(0) == []
    assert table.outcome is None
    (shell.home / "dead.json").write_bytes(table.save())
    ran = shell.play(["undo", "undo"], "klondike", "--load", "dead.json")
    assert ran.status == 0
    assert shell.kept("klondike").help.undos == 2


# --- games on the way -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["new 12", "retry", "load other.json"])
def test_a_game_that_is_left_for_another_is_kept(line: str, shell: Shell) -> None:
    (shell.home / "other.json").write_bytes(Table.deal("klondike", seed="9").save())
    ran = shell.play(["draw", line], "klondike", "--seed", "7")
    assert "kept; go on with: saloon play klondike --continue" in ran.out
    assert (shell.kept("klondike").seed, moves(shell.kept("klondike"))) == ("7", ["draw"])


def test_a_load_that_is_refused_leaves_no_trace(shell: Shell) -> None:
    ran = shell.play(["draw", "load nowhere.json", "new " + "x" * 300], "klondike", "--seed", "7")
    assert ran.out.count("kept; go on with") == 1
    assert ran.out.count("[FILE_UNREADABLE]") == ran.out.count("[BAD_SEED]") == 1


def test_only_the_game_that_was_gone_on_with_is_forgotten_at_its_end(shell: Shell) -> None:
    shell.play(["draw"], "highnoon", "--seed", "7")
    shell.play(["resign"], "highnoon", "--seed", "8")
    assert shell.kept("highnoon").seed == "7"
    shell.play(["resign"], "highnoon", "--continue")
    assert not shell.kept_at("highnoon").exists()


@pytest.mark.parametrize(
    "args",
    [
        ["--continue", "--seed", "1"],
        ["--continue", "-o", "draw=1"],
        ["--continue", "--preset", "easy"],
        ["--continue", "--rules", "1.0.0"],
        ["--continue", "--load", "mine.json"],
        ["--load", "mine.json", "--seed", "1"],
    ],
)
def test_a_game_that_goes_on_takes_no_seed_options_or_rules(args: list[str], shell: Shell) -> None:
    shell.play(["draw", "save mine.json"], "klondike", "--seed", "7")
    ran = shell.play([], "klondike", *args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: a game that goes on has its seed, options and rules; give")


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


def test_a_preset_names_options_and_an_option_has_the_last_word(shell: Shell) -> None:
    shell.play(["draw"], "klondike", "--seed", "7", "--preset", "hard")
    options: Any = shell.kept("klondike").options
    assert (options.draw, options.redeals) == (3, 2)
    shell.play(["draw"], "klondike", "--seed", "7", "--preset", "hard", "-o", "redeals=5")
    options = shell.kept("klondike").options
    assert (options.draw, options.redeals) == (3, 5)


def test_a_preset_that_does_not_exist_is_refused_by_name(shell: Shell) -> None:
    ran = shell.run("deal", "klondike", "--preset", "silly")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: klondike has no preset 'silly' (its presets: easy, normal, hard, expert)")
    ran = shell.run("deal", "cards", "--preset", "easy")
    assert ran.status == 2
    assert "cards has no preset 'easy' (its presets: none)" in ran.err


@pytest.mark.parametrize("name", ["highnoon", "nevernine"])
def test_a_seed_that_gives_hidden_cards_away_is_told_after_the_end(name: str, shell: Shell) -> None:
    ran = shell.play(["seed", "list"], name, "--seed", "s3cr3t")
    assert "s3cr3t" not in ran.out
    if name == "highnoon":
        ran = shell.play(["resign", "seed"], name, "--seed", "s3cr3t")
        assert after_prompt(ran.out, 1).strip() == "seed s3cr3t"


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_solve_tells_a_way_to_win_or_that_there_is_no_solver(game: Game[Any, Any], shell: Shell) -> None:
    if game.solver() is None:
        out = shell.play(["solve"], game.name, "--seed", "7").out
        assert after_prompt(out, 0) == f"  {game.title} has no solver [NO_SOLVER]"
        return
    seed = winnable_seeds(game.name)[0].seed
    out = shell.play(["solve"], game.name, "--seed", seed).out
    searching, found, line = after_prompt(out, 0).splitlines()
    assert searching.startswith("  searching with all cards known")
    assert found == "  a way to win, found by looking at all cards:"
    table = Table.deal(game.name, seed=seed)
    for move in line.split(","):
        table.act(0, game.parse(move.strip(), 0))
    assert table.outcome is not None
    assert table.outcome.winners == (0,)


def test_solve_says_that_a_game_is_lost(shell: Shell) -> None:
    out = shell.play(["solve"], "klondike", "--seed", "36").out
    assert after_prompt(out, 0).splitlines()[1] == "  this game cannot be won from here; every way was looked at"


# --- interrupts and times ---------------------------------------------------------------------------------------


def test_ctrl_c_in_a_command_leaves_with_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Table:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "deal", interrupted)
    assert shell.run("deal", "klondike") == (130, "", "interrupted\n")


@pytest.mark.parametrize("seconds", ["0", "-1", "3600.5", "nan"])
def test_a_benchmark_takes_a_time_that_makes_sense(seconds: str, shell: Shell) -> None:
    ran = shell.run("bench", "engine", "--seconds", seconds)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: --seconds is a time up to an hour, not {float(seconds)} [BAD_TIME]\n"


def test_a_game_that_was_left_before_is_not_overwritten(shell: Shell) -> None:
    shell.play(["draw"], "klondike", "--seed", "1")
    ran = shell.play(["draw", "draw"], "klondike", "--seed", "2")
    earlier = shell.kept_at("klondike").with_name("klondike-earlier.json")
    assert f"the game that you had left before is now {earlier}\n" in ran.out
    assert (shell.kept("klondike").seed, Table.load(earlier.read_bytes()).seed) == ("2", "1")
    earlier.unlink()
    shell.play(["draw"], "klondike", "--continue")
    assert not earlier.exists()
    assert shell.kept("klondike").rev == 3
