"""`saloon play`: every game with typed lines, saves, and games that are left and gone on with."""

import builtins
import json
import re
import sys
from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from clauses import clause
from cli.terminal import Shell, after_prompt, moves
from saloon.cli import play as play_command
from saloon.cli.arguments import wall_clock
from saloon.core.game import SERVER
from saloon.games import GAMES
from saloon.table import Table
from table.desk import nearly_won

NAMES = [game.name for game in GAMES]
KEPT = "kept; go on with: saloon play {} --continue\n"

FIRST_LIST = """
  #1 5 f1        #2 5 f2        #3 5 f3        #4 5 f4        #5 1 6         #6 3 4
  #7 4 7         #8 draw        #9 hint       #10 pause
klondike> """


def klondike(shell: Shell, *lines: str) -> str:
    """Play Klondike with seed 7 and return what was printed."""
    ran = shell.play(lines, "klondike", "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


# --- showing and moving -----------------------------------------------------------------------------------------


def test_the_table_and_its_list_are_shown_and_an_untouched_game_is_not_kept(shell: Shell) -> None:
    out = klondike(shell)
    assert out.startswith("\nKlondike   seed 7   action 0\nscore 0   moves 0   redeals left: any number\n")
    assert out.endswith(f"{FIRST_LIST}\n")
    assert not shell.kept_at("klondike").exists()


def test_numbers_and_typed_moves_are_the_same_actions(shell: Shell) -> None:
    klondike(shell, "5")
    assert moves(shell.kept("klondike")) == ["1 6"]
    klondike(shell, "1 6", " 8 ", "DRAW")
    table = shell.kept("klondike")
    assert moves(table)[0] == "1 6"
    assert moves(table)[-1] == "draw"
    assert table.rev == 3


def test_what_is_refused_says_why_and_changes_nothing(shell: Shell) -> None:
    out = klondike(shell, "1 2", "recycle", "fly", "0", "11", "99", "", "   ", "9 9", "save", "load", "load a b")
    said = [after_prompt(out, number) for number in range(12)]
    assert said[0] == "  the jack of diamonds does not go on column 2 [RULE_VIOLATION]"
    assert said[1] == "  the stock is not empty yet [RULE_VIOLATION]"
    assert "'fly' is no move" in said[2]
    assert said[3] == "  '0' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert said[4] == "  '11' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert said[5] == "  '99' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert "[INVALID_SOURCE]" in said[8]
    assert said[9] == "  write 'save FILE' [BAD_MOVE]"
    assert said[10] == said[11].split("\n")[0] == "  write 'load FILE' [BAD_MOVE]"
    assert "action 1" not in out
    assert not shell.kept_at("klondike").exists()


def test_undo_redo_pause_and_resume_are_typed_by_name(shell: Shell) -> None:
    klondike(shell, "draw", "undo", "REDO", "pause", "draw", "resume", "undo")
    table = shell.kept("klondike")
    assert moves(table) == ["draw", "undo", "redo", "pause", "resume", "undo"]
    assert (table.help.undos, table.help.redos, table.help.paused) == (2, 1, False)


def test_a_paused_game_lists_nothing_but_the_resume(shell: Shell) -> None:
    out = klondike(shell, "pause", "draw")
    assert "\n  #1 resume\n" in after_prompt(out, 0) + "\n"
    assert after_prompt(out, 1).startswith("  the game is paused; resume it first [MATCH_NOT_ACTIVE]")
    assert shell.kept("klondike").help.paused


def test_a_hint_is_told_and_counted(shell: Shell) -> None:
    out = klondike(shell, "hint", "HINT")
    table = Table.deal("klondike", seed="7")
    suggestion = table.suggestion(0)
    assert suggestion is not None
    assert after_prompt(out, 0) == f"  hint: {table.game.notation(suggestion)}"
    assert shell.kept("klondike").help.hints == 2


def test_a_hint_chosen_by_its_number_is_told_too(shell: Shell) -> None:
    assert after_prompt(klondike(shell, "9"), 0).startswith("  hint: ")
    assert shell.kept("klondike").help.hints == 1


def test_a_helper_chosen_by_its_number_gives_the_bots_no_turn(shell: Shell) -> None:
    """The list of seed 7: two moves, draw, offer, resign, hint, pause."""
    for number, entered in (("6", (SERVER, "hint")), ("7", (0, "pause"))):
        shell.play([number], "highnoon", "--seed", "7")
        assert [(entry.seat, entry.action.kind) for entry in shell.kept("highnoon").entries] == [entered]


def test_the_rules_can_be_chosen_and_are_kept_with_the_game(shell: Shell) -> None:
    for rules in ("1.0.0", "1.1.0"):
        shell.play(["draw"], "highnoon", "--seed", "7", "--rules", rules)
        assert shell.kept("highnoon").game.rules_version == rules
        shell.play(["draw"], "highnoon", "--continue")
        assert shell.kept("highnoon").game.rules_version == rules


def test_a_hint_that_finds_nothing_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["klondike"], "hint", lambda view, legal: None, raising=False)
    assert after_prompt(klondike(shell, "hint"), 0) == "  hint: nothing that you see helps"


def test_seed_list_and_help_are_told(shell: Shell) -> None:
    out = klondike(shell, "seed", "list", "help", "?", "LIST")
    assert after_prompt(out, 0) == "  seed 7"
    assert after_prompt(out, 1) + "\nklondike> " == FIRST_LIST
    assert after_prompt(out, 2) == after_prompt(out, 3) == play_command.typing_help(GAMES["klondike"])
    assert after_prompt(out, 1) == after_prompt(out, 4)


def test_the_clock_of_a_game_goes_on_where_it_was_left(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 101.5, 160.0, 900.0, 902.25])
    monkeypatch.setattr(play_command, "monotonic", lambda: next(clock))
    klondike(shell, "draw", "draw")
    assert [entry.at for entry in shell.kept("klondike").entries] == [1_500, 60_000]
    shell.play(["draw"], "klondike", "--continue")
    assert [entry.at for entry in shell.kept("klondike").entries] == [1_500, 60_000, 62_250]


# --- each game --------------------------------------------------------------------------------------------------

SCRIPTS: dict[str, tuple[list[str], list[str]]] = {
    "klondike": (["5 f", "1 6", "draw", "undo"], ["5 f", "1 6", "draw", "undo"]),
    "meridian": (["7H f", "8H 6", "draw", "undo"], ["7H f", "8H 6", "draw", "undo"]),
    "cards": (["8 4", "undo", "finish"], ["8 4 1", "undo", "finish"]),
    "highnoon": (["draw", "flip 1", "draw", "hint"], ["draw", "draw", "hint"]),
    "nevernine": (["bid 2", "play XX", "hint"], ["bid 2", "hint"]),
}


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_by_typing(name: str, shell: Shell) -> None:
    script, expected = SCRIPTS[name]
    ran = shell.play([*script, "save game.json", "quit"], name, "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(KEPT.format(name))
    table = shell.kept(name)
    assert moves(table) == expected
    assert (shell.home / "game.json").read_bytes() == table.save()
    assert table.seats == ("human", *["bot"] * (len(table.game.seats) - 1))
    assert table.seed == "7"


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_against_bots_can_be_played_to_its_end(bot: str, shell: Shell) -> None:
    ran = shell.play(["1"] * 300, "nevernine", "--seed", "3", "-o", "limit=3", "--bot", bot)
    assert ran.status == 0
    assert "\nThe game is over (completed): you " in ran.out
    assert "\nType new, retry or quit.\n" in ran.out
    assert "  '1' is not in the list, which has 0 entries; type 'list' to see it [BAD_MOVE]" in ran.out
    assert not shell.kept_at("nevernine").exists()


def test_the_end_says_who_won(shell: Shell) -> None:
    out = shell.play(["resign", "draw", "hint"], "highnoon", "--seed", "7").out
    assert after_prompt(out, 0).endswith(
        "\n\nThe game is over (resign): you do not win, score 0.\nType new, retry or quit."
    )
    assert after_prompt(out, 1) == "  the match is over [MATCH_FINISHED]"
    assert after_prompt(out, 2).startswith("  the game is over [MATCH_FINISHED]")
    assert not shell.kept_at("highnoon").exists()


def test_a_won_game_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    table = nearly_won()
    monkeypatch.setattr(Table, "deal", lambda *_, **__: table)
    out = shell.play(["1"], "cards", "--seed", "42").out
    assert "\nThe game is over (completed): you win, score 52.\n" in out


def test_bots_act_after_the_player_and_until_it_is_their_turn_again(shell: Shell) -> None:
    shell.play(["draw", "draw"], "highnoon", "--seed", "7")
    assert [entry.seat for entry in shell.kept("highnoon").entries] == [0, 1, 0, 1]
    shell.play(["bid 1"], "nevernine", "--seed", "7")
    table = shell.kept("nevernine")
    assert table.state.turn == 0
    assert [entry.seat for entry in table.entries][:2] == [3, 0]
    assert len(table.entries) > 4


def test_the_bots_of_a_seed_play_the_same_game(shell: Shell) -> None:
    def log(bot: str) -> list[Any]:
        shell.play(["draw"] * 5, "highnoon", "--seed", "7", "--bot", bot)
        return [(entry.seat, entry.action) for entry in shell.kept("highnoon").entries]

    assert log("random") == log("random")
    assert log("greedy") == log("greedy")


# --- saving, loading, new games ---------------------------------------------------------------------------------


def test_a_save_is_loaded_in_the_middle_of_another_game(shell: Shell) -> None:
    klondike(shell, "5 f", "save one.json", "draw", "load one.json", "1 6", "save two.json")
    first, second = (Table.load((shell.home / f"{name}.json").read_bytes()) for name in ("one", "two"))
    assert moves(first) == ["5 f"]
    assert moves(second) == [*moves(first), "1 6"]


def test_a_save_that_cannot_be_loaded_keeps_the_running_game(shell: Shell) -> None:
    table = Table.deal("klondike", seed="7")
    table.act(0, table.moves(0)[0])
    good = table.save()
    bad = {
        "cut.json": good[: len(good) // 2],
        "hash.json": good.replace(table.state_hash().encode(), b"0" * 64),
        "other.json": b'{"name":"x"}',
        "newer.json": good.replace(b'"2.5.1"', b'"3.0.0"'),
        "rules.json": good.replace(b'"rulesVersion":"1.1.0"', b'"rulesVersion":"7.7.7"'),
        "cards.json": Table.deal("cards", seed="1").save(),
    }
    for name, data in bad.items():
        (shell.home / name).write_bytes(data)
    out = klondike(shell, "draw", *(f"load {name}" for name in bad), "load nowhere.json", "draw", "save end.json")
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
    assert said[5] == "  'cards.json' is a game of cards, not of klondike [OTHER_GAME]"
    assert moves(Table.load((shell.home / "end.json").read_bytes())) == ["draw", "draw"]


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(shell: Shell) -> None:
    out = klondike(shell, "draw", "save .", "save nowhere/game.json", "draw")
    assert after_prompt(out, 1) == "  '.' cannot be written: Is a directory [FILE_UNWRITABLE]"
    assert (
        after_prompt(out, 2) == "  'nowhere/game.json' cannot be written: No such file or directory [FILE_UNWRITABLE]"
    )
    assert shell.kept("klondike").rev == 2


@pytest.mark.parametrize("line", ["9" * 5_000, "load a\0b", "save a\0b"])
def test_a_strange_line_ends_no_game(line: str, shell: Shell) -> None:
    klondike(shell, "draw", line, "draw")
    assert moves(shell.kept("klondike")) == ["draw", "draw"]


@pytest.mark.parametrize("line", ["1 2 " + "9" * 5_000, "9" * 5_000 + " 1", "flip " + "9" * 5_000, "\ud800", "1 2 3 4"])
def test_a_strange_move_is_refused_and_the_game_goes_on(line: str, shell: Shell) -> None:
    out = klondike(shell, "draw", line, "draw")
    assert after_prompt(out, 1).rstrip().endswith("]")
    assert moves(shell.kept("klondike")) == ["draw", "draw"]


def test_a_saved_file_says_so(shell: Shell) -> None:
    assert after_prompt(klondike(shell, "save a.json"), 0) == "  saved to a.json"
    assert json.loads((shell.home / "a.json").read_bytes())["steps"] == []


def test_new_deals_anew_and_retry_the_same_again(shell: Shell) -> None:
    out = klondike(shell, "draw", "new", "seed", "new 12", "draw", "retry", "seed", "5")
    fresh = after_prompt(out, 2).removeprefix("  seed ")
    assert fresh != "7"
    assert len(fresh) == 32
    assert f"Klondike   seed {fresh}   action 0" in after_prompt(out, 1)
    assert "Klondike   seed 12   action 0" in after_prompt(out, 3)
    assert "Klondike   seed 12   action 0" in after_prompt(out, 5)
    assert after_prompt(out, 6) == "  seed 12"
    assert shell.kept("klondike").seed == "12"
    assert shell.kept("klondike").rev == 1


def test_a_new_game_has_the_options_of_the_command(shell: Shell) -> None:
    shell.play(["new 3", "draw"], "klondike", "--seed", "7", "-o", "draw=1")
    table = shell.kept("klondike")
    assert (table.seed, table.options.draw) == ("3", 1)  # type: ignore[attr-defined]


def test_a_seed_that_deals_nothing_keeps_the_running_game(shell: Shell) -> None:
    out = shell.play(["1", "new x", "new 01"], "cards", "--seed", "42").out
    assert after_prompt(out, 1).endswith("[BAD_SEED]")
    assert shell.kept("cards").seed == "42"


@clause("CA-95")
def test_the_terminal_tells_that_no_moves_are_left(shell: Shell) -> None:
    out = shell.play(["8 4 1", "undo", "8 4 1", "new 9", "new 42"], "cards", "--seed", "7").out
    told = [re.findall(r"no moves left; type (.*)", part) for part in out.split("cards> ")]
    undo, dead = ["undo, retry or new"], ["retry or new"]
    assert told == [[], undo, [], undo, dead, [], []]


@clause("CA-99")
def test_new_deals_cards_from_the_time_and_never_the_same_deal_twice_in_a_row(shell: Shell) -> None:
    before = wall_clock()
    out = shell.play(["new"] * 6, "cards").out
    seeds = re.findall(r"^Cards   seed (\d+)", out, re.MULTILINE)
    assert len(seeds) == 7
    assert all(before <= int(seed) <= wall_clock() + 1 for seed in seeds)
    assert all(first != second for first, second in pairwise(seeds))


# --- leaving and going on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["quit", "q", "EXIT", None])
def test_a_game_that_is_left_is_kept_and_gone_on_with(word: str | None, shell: Shell) -> None:
    out = klondike(shell, "draw", "5 f", *([word, "draw"] if word else []))
    assert out.endswith(KEPT.format("klondike"))
    ran = shell.play(["draw"], "klondike", "--continue")
    assert "Klondike   seed 7   action 2" in ran.out
    assert shell.kept("klondike").rev == 3


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

    klondike(shell, "draw")
    monkeypatch.setattr(play_command, "act_once", lambda table, bots: len(table.entries) > 1 and interrupted())
    ran = shell.play(["draw"], "klondike", "--continue")
    assert ran.status in (0, 130)
    assert shell.kept("klondike").rev == 2


def _then_interrupt(lines: list[str]) -> Callable[[str], str]:
    left = iter(lines)

    def read(_: str) -> str:
        for line in left:
            return line
        raise KeyboardInterrupt

    return read


def test_without_a_kept_game_there_is_nothing_to_go_on_with(shell: Shell) -> None:
    ran = shell.play([], "klondike", "--continue")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "error: you left no game of klondike to go on with [NOTHING_KEPT]\n"


def test_a_save_is_loaded_from_the_command_line(shell: Shell) -> None:
    klondike(shell, "draw", "save mine.json")
    ran = shell.play(["draw"], "klondike", "--load", "mine.json")
    assert "seed 7   action 1" in ran.out
    assert shell.kept("klondike").rev == 2
    ran = shell.play([], "cards", "--load", "mine.json")
    assert ran == (2, "", "error: 'mine.json' is a game of klondike, not of cards [OTHER_GAME]\n")


def test_a_damaged_kept_game_is_refused_with_a_reason(shell: Shell) -> None:
    klondike(shell, "draw")
    shell.kept_at("klondike").write_bytes(shell.kept_at("klondike").read_bytes()[:-9])
    ran = shell.play([], "klondike", "--continue")
    assert (ran.status, ran.out) == (2, "")
    assert "[LOG_DAMAGED]" in ran.err


def test_games_are_kept_in_the_users_data_folder(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(shell.home))
    assert play_command.kept_game("cards") == shell.home / ".local" / "share" / "saloon" / "cards.json"
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    assert play_command.kept_game("cards") == Path("/x/saloon/cards.json")


def test_a_game_that_cannot_be_kept_is_told_as_an_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.home / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.home / "file"))
    ran = shell.play(["draw"], "klondike", "--seed", "7")
    assert ran.status == 2
    assert ran.err.startswith("error: ")


def test_a_finished_game_is_not_offered_again(shell: Shell) -> None:
    shell.play(["draw"], "highnoon", "--seed", "7")
    assert shell.kept_at("highnoon").exists()
    shell.play(["resign"], "highnoon", "--continue")
    assert not shell.kept_at("highnoon").exists()


def test_going_on_changes_nothing_by_itself(shell: Shell) -> None:
    """Whoever looks at a kept game and leaves again finds it as it was."""
    shell.play(["draw"], "highnoon", "--seed", "7")
    before = shell.kept_at("highnoon").read_bytes()
    shell.play([], "highnoon", "--continue")
    assert shell.kept_at("highnoon").read_bytes() == before


# --- colours ----------------------------------------------------------------------------------------------------


class Screen(StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("coloured", [True, False])
def test_red_suits_are_red_on_a_terminal_that_shows_colours(
    coloured: bool, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("NO_COLOR", "" if coloured else "1")
    shell.play([], "klondike", "--seed", "7")
    assert ("J\033[31m♦\033[0m" in screen.getvalue()) == coloured
    assert ("A\033[31m♥\033[0m" in screen.getvalue()) == coloured
    assert "J♠" in screen.getvalue()
    assert ("\033" in screen.getvalue()) == coloured


@clause("HN-1103")
def test_an_offer_to_end_is_typed_and_seen(shell: Shell) -> None:
    told = shell.play(["offer", "offer", "help"], "highnoon", "--seed", "7")
    assert "offers to end the match" in told.out
    assert "your offer to end the match stands already" in told.out + told.err
    assert "offer to end the match, or agree to it" in told.out
    assert [entry.action.kind for entry in shell.kept("highnoon").entries if entry.seat == 0] == ["offerEnd"]
