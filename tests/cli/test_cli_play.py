"""`saloon play`: every game with typed lines, saves, and games that are left and gone on with."""

import builtins
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import KEPT, Shell, after_prompt, check_typed, flags, moves, typed
from saloon.bots import local, seat_bot
from saloon.cli import play as play_command
from saloon.games import GAMES
from saloon.table import Table
from samples import DUEL, SOLITAIRE, TIMED, VERSIONED, preset_options
from table.common import nearly_won

NAMES = [game.name for game in GAMES]
TITLE = GAMES[SOLITAIRE].title
ONE, TWO, THREE = typed(SOLITAIRE, count=3)
"""The first moves of a game with seed 7."""


def solitaire(shell: Shell, *lines: str) -> str:
    """Play a solitaire with seed 7 and return what was printed."""
    ran = shell.play(lines, SOLITAIRE, "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


# --- showing and moving -----------------------------------------------------------------------------------------


def test_undo_redo_pause_and_resume_are_typed_by_name(shell: Shell) -> None:
    solitaire(shell, ONE, "undo", "REDO", "pause", TWO, "resume", "undo")
    table = shell.kept(SOLITAIRE)
    assert moves(table) == [ONE, "undo", "redo", "pause", "resume", "undo"]
    assert (table.help.undos, table.help.redos, table.help.paused) == (2, 1, False)


def test_a_paused_game_lists_nothing_but_the_resume(shell: Shell) -> None:
    out = solitaire(shell, "pause", ONE)
    assert "\n  #1 resume\n" in after_prompt(out, 0) + "\n"
    assert after_prompt(out, 1).startswith("  the game is paused; resume it first [MATCH_NOT_ACTIVE]")
    assert shell.kept(SOLITAIRE).help.paused


def test_a_hint_is_printed_and_counted(shell: Shell) -> None:
    out = solitaire(shell, "hint", "HINT")
    table = Table.deal(SOLITAIRE, seed="7")
    suggestion = table.suggestion(0)
    assert suggestion is not None
    assert after_prompt(out, 0) == f"  hint: {table.game.notation(suggestion)}"
    assert shell.kept(SOLITAIRE).help.hints == 2


def test_a_fair_hint_is_told_and_marks_the_game(shell: Shell) -> None:
    out = solitaire(shell, "fair")
    assert after_prompt(out, 0).startswith("  hint: ")
    assert shell.kept(SOLITAIRE).help.assisted


def test_a_hint_chosen_by_its_number_is_printed_too(shell: Shell) -> None:
    number = 1 + len(Table.deal(SOLITAIRE, seed="7").moves(0))
    assert after_prompt(solitaire(shell, str(number)), 0).startswith("  hint: ")
    assert shell.kept(SOLITAIRE).help.hints == 1


def test_the_rules_can_be_chosen_and_are_kept_with_the_game(shell: Shell) -> None:
    for game in GAMES.versions(VERSIONED):
        shell.play(["1"], VERSIONED, "--seed", "7", "--rules", game.rules_version)
        assert shell.kept(VERSIONED).game.rules_version == game.rules_version
        shell.play(["1"], VERSIONED, "--continue")
        assert shell.kept(VERSIONED).game.rules_version == game.rules_version


def test_a_hint_that_finds_nothing_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES[SOLITAIRE], "hint", lambda view, legal: None, raising=False)
    assert after_prompt(solitaire(shell, "hint"), 0) == "  hint: no useful move"


def test_seed_list_and_help_are_printed(shell: Shell) -> None:
    out = solitaire(shell, "seed", "list", "help", "?", "LIST")
    assert after_prompt(out, 0) == "  seed 7"
    assert solitaire(shell).endswith(f"{after_prompt(out, 1)}\n{SOLITAIRE}> \n")
    assert f"#1 {ONE} " in after_prompt(out, 1)
    assert after_prompt(out, 2) == after_prompt(out, 3) == play_command.typing_help(GAMES[SOLITAIRE])
    assert after_prompt(out, 1) == after_prompt(out, 4)


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_list_of_moves_fits_into_80_columns(shell: Shell, game: str) -> None:
    lines = shell.play(["list"], game, "--seed", "1784000000000").out.splitlines()
    listed = [line for line in lines if re.match(r" *#\d+ ", line)]
    assert listed
    assert max(map(len, listed)) <= 80


def test_the_clock_of_a_game_continues_where_it_was_left(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 101.5, 160.0, 900.0, 902.25])
    monkeypatch.setattr(play_command, "monotonic", lambda: next(clock))
    solitaire(shell, ONE, TWO)
    assert [entry.at for entry in shell.kept(SOLITAIRE).entries] == [1_500, 60_000]
    shell.play([THREE], SOLITAIRE, "--continue")
    assert [entry.at for entry in shell.kept(SOLITAIRE).entries] == [1_500, 60_000, 62_250]


# --- each game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_by_typing(name: str, shell: Shell) -> None:
    shell.play(["1"], name, "--seed", "7")
    (move,) = moves(shell.kept(name))
    check_typed(shell, name, [move, "fly", "hint"], [move, "hint"])


def test_a_won_game_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    table = nearly_won()
    monkeypatch.setattr(Table, "deal", lambda *_, **__: table)
    out = shell.play(["1"], table.game.name, "--seed", "42").out
    assert table.outcome is not None
    assert f"\nThe game is over ({table.outcome.reason}): you win, score {table.outcome.scores[0]}.\n" in out


def test_why_a_bot_lost_its_move_is_printed_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(type(seat_bot(GAMES[DUEL], "greedy", "1")), "choose", fail)
    out = shell.play(["1"] * 5, DUEL, "--seed", "7").out
    assert out.count("the bot at p2 crashed; a simpler bot made its move\n") == 1


def test_the_bots_of_a_seed_play_the_same_game(shell: Shell) -> None:
    def log(bot: str) -> list[Any]:
        shell.play(["1"] * 5, DUEL, "--seed", "7", "--bot", bot)
        return [(entry.seat, entry.action) for entry in shell.kept(DUEL).entries]

    assert log("random") == log("random")
    assert log("greedy") == log("greedy")


# --- saving, loading, new games ---------------------------------------------------------------------------------


def test_a_save_is_loaded_in_the_middle_of_another_game(shell: Shell) -> None:
    solitaire(shell, ONE, "save one.json", TWO, "load one.json", TWO, "save two.json")
    first, second = (Table.load((shell.home / f"{name}.json").read_bytes()) for name in ("one", "two"))
    assert moves(first) == [ONE]
    assert moves(second) == [ONE, TWO]


def test_a_save_that_cannot_be_loaded_keeps_the_running_game(shell: Shell) -> None:
    table = Table.deal(SOLITAIRE, seed="7")
    table.act(0, table.moves(0)[0])
    good = table.save()
    bad = {
        "cut.json": good[: len(good) // 2],
        "hash.json": good.replace(table.state_hash().encode(), b"0" * 64),
        "other.json": b'{"name":"x"}',
        "newer.json": good.replace(b'"2.5.1"', b'"3.0.0"'),
        "rules.json": good.replace(f'"rulesVersion":"{table.game.rules_version}"'.encode(), b'"rulesVersion":"7.7.7"'),
        "another.json": Table.deal(TIMED, seed="1").save(),
    }
    for name, data in bad.items():
        (shell.home / name).write_bytes(data)
    out = solitaire(shell, ONE, *(f"load {name}" for name in bad), "load nowhere.json", TWO, "save end.json")
    said = [after_prompt(out, 1 + number) for number in range(7)]
    assert [line.rsplit("[", 1)[1] for line in said] == [
        "LOG_DAMAGED]",
        "LOG_DAMAGED]",
        "LOG_FOREIGN]",
        "LOG_NEWER]",
        "RULES_VERSION_UNKNOWN]",
        "OTHER_GAME]",
        "FILE_UNREADABLE]",
    ]
    assert "3.0.0" in said[3]
    assert "7.7.7" in said[4]
    assert said[5] == f"  'another.json' is a game of {TIMED}, not of {SOLITAIRE} [OTHER_GAME]"
    assert moves(Table.load((shell.home / "end.json").read_bytes())) == [ONE, TWO]


def test_a_save_that_cannot_be_written_is_reported_and_play_continues(shell: Shell) -> None:
    out = solitaire(shell, ONE, "save .", "save nowhere/game.json", TWO)
    assert after_prompt(out, 1) == "  '.' cannot be written: Is a directory [FILE_UNWRITABLE]"
    assert (
        after_prompt(out, 2) == "  'nowhere/game.json' cannot be written: No such file or directory [FILE_UNWRITABLE]"
    )
    assert shell.kept(SOLITAIRE).rev == 2


@pytest.mark.parametrize("line", ["9" * 5_000, "load a\0b", "save a\0b"])
def test_a_strange_line_ends_no_game(line: str, shell: Shell) -> None:
    solitaire(shell, ONE, line, TWO)
    assert moves(shell.kept(SOLITAIRE)) == [ONE, TWO]


@pytest.mark.parametrize("line", ["1 2 " + "9" * 5_000, "9" * 5_000 + " 1", "flip " + "9" * 5_000, "\ud800", "1 2 3 4"])
def test_an_unreadable_move_is_refused_and_play_continues(line: str, shell: Shell) -> None:
    out = solitaire(shell, ONE, line, TWO)
    assert after_prompt(out, 1).rstrip().endswith("]")
    assert moves(shell.kept(SOLITAIRE)) == [ONE, TWO]


def test_a_saved_file_says_so(shell: Shell) -> None:
    assert after_prompt(solitaire(shell, "save a.json"), 0) == "  saved to a.json"
    assert json.loads((shell.home / "a.json").read_bytes())["steps"] == []


def test_new_deals_another_game_and_retry_the_same(shell: Shell) -> None:
    out = solitaire(shell, ONE, "new", "seed", "new 12", "1", "retry", "seed", "1")
    fresh = after_prompt(out, 2).removeprefix("  seed ")
    assert fresh != "7"
    assert len(fresh) == 32
    assert f"{TITLE}   seed {fresh}   action 0" in after_prompt(out, 1)
    assert f"{TITLE}   seed 12   action 0" in after_prompt(out, 3)
    assert f"{TITLE}   seed 12   action 0" in after_prompt(out, 5)
    assert after_prompt(out, 6) == "  seed 12"
    assert shell.kept(SOLITAIRE).seed == "12"
    assert shell.kept(SOLITAIRE).rev == 1


def test_a_new_game_has_the_options_of_the_command(shell: Shell) -> None:
    chosen = preset_options(SOLITAIRE)
    shell.play(["new 3", "1"], SOLITAIRE, "--seed", "7", *flags(chosen))
    table = shell.kept(SOLITAIRE)
    assert (table.seed, table.options) == ("3", GAMES[SOLITAIRE].options(**chosen))
    assert table.options != GAMES[SOLITAIRE].options()


def test_a_seed_that_deals_nothing_keeps_the_running_game(shell: Shell) -> None:
    out = shell.play(["1", "new x", "new 01"], TIMED, "--seed", "42").out
    assert after_prompt(out, 1).endswith("[BAD_SEED]")
    assert shell.kept(TIMED).seed == "42"


# --- leaving and going on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["quit", "q", "EXIT", None])
def test_a_game_that_is_left_is_kept_and_gone_on_with(word: str | None, shell: Shell) -> None:
    out = solitaire(shell, ONE, TWO, *([word, THREE] if word else []))
    assert out.endswith(KEPT.format(SOLITAIRE))
    ran = shell.play([THREE], SOLITAIRE, "--continue")
    assert f"{TITLE}   seed 7   action 2" in ran.out
    assert shell.kept(SOLITAIRE).rev == 3


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_keeps_the_game(name: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "input", _then_interrupt(["1"]))
    ran = shell.run("play", name, "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("\n" + KEPT.format(name))
    assert [entry.seat for entry in shell.kept(name).entries].count(0) == 1


def test_ctrl_c_while_an_action_is_under_way_keeps_the_game(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> bool:
        raise KeyboardInterrupt

    solitaire(shell, ONE)
    monkeypatch.setattr(local, "act_once", lambda table, bots: len(table.entries) > 1 and interrupted())
    ran = shell.play([TWO], SOLITAIRE, "--continue")
    assert ran.status in (0, 130)
    assert shell.kept(SOLITAIRE).rev == 2


def _then_interrupt(lines: list[str]) -> Callable[[str], str]:
    left = iter(lines)

    def read(_: str) -> str:
        for line in left:
            return line
        raise KeyboardInterrupt

    return read


def test_without_a_kept_game_there_is_nothing_to_continue(shell: Shell) -> None:
    ran = shell.play([], SOLITAIRE, "--continue")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: there is no unfinished game of {SOLITAIRE} to continue [NOTHING_KEPT]\n"


def test_a_save_is_loaded_from_the_command_line(shell: Shell) -> None:
    solitaire(shell, ONE, "save mine.json")
    ran = shell.play([TWO], SOLITAIRE, "--load", "mine.json")
    assert "seed 7   action 1" in ran.out
    assert shell.kept(SOLITAIRE).rev == 2
    ran = shell.play([], TIMED, "--load", "mine.json")
    assert ran == (2, "", f"error: 'mine.json' is a game of {SOLITAIRE}, not of {TIMED} [OTHER_GAME]\n")


def test_a_damaged_kept_game_is_refused_with_a_reason(shell: Shell) -> None:
    solitaire(shell, ONE)
    shell.kept_at(SOLITAIRE).write_bytes(shell.kept_at(SOLITAIRE).read_bytes()[:-9])
    ran = shell.play([], SOLITAIRE, "--continue")
    assert (ran.status, ran.out) == (2, "")
    assert "[LOG_DAMAGED]" in ran.err


def test_games_are_kept_in_the_users_data_folder(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(shell.home))
    assert play_command.kept_game(TIMED) == shell.home / ".local" / "share" / "saloon" / f"{TIMED}.json"
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    assert play_command.kept_game(TIMED) == Path(f"/x/saloon/{TIMED}.json")


def test_a_game_that_cannot_be_kept_is_an_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.home / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.home / "file"))
    ran = shell.play([ONE], SOLITAIRE, "--seed", "7")
    assert ran.status == 2
    assert ran.err.startswith("error: ")


def test_a_finished_game_is_not_offered_again(shell: Shell) -> None:
    shell.play(["1"], DUEL, "--seed", "7")
    assert shell.kept_at(DUEL).exists()
    shell.play(["resign"], DUEL, "--continue")
    assert not shell.kept_at(DUEL).exists()


def test_going_on_changes_nothing_by_itself(shell: Shell) -> None:
    """Opening a kept game and leaving again does not change it."""
    shell.play(["1"], DUEL, "--seed", "7")
    before = shell.kept_at(DUEL).read_bytes()
    shell.play([], DUEL, "--continue")
    assert shell.kept_at(DUEL).read_bytes() == before
