"""Klondike in the terminal: what is typed and shown, options, presets, decks, and stuck deals."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Screen, Shell, after_prompt, check_refused, check_typed, moves, stop_after
from saloon.cli import main
from saloon.core.cards import deck
from saloon.core.game import read_action
from saloon.games import GAMES
from saloon.table import Table

GOLDEN = json.loads((Path(__file__).with_name("verdicts_klondike.json")).read_text())["deals"]

DEAD_END = ["draw"] * 8 + ["3 2"]
"""After these, Klondike's seed 2 without a redeal has no move left, and is not over either."""

FIRST_LIST = """
  #1 5 f1        #2 5 f2        #3 5 f3        #4 5 f4        #5 1 6
  #6 3 4         #7 4 7         #8 draw        #9 hint       #10 pause
klondike> """

KLONDIKE_7 = """\
Klondike (rules {rules}), seed 7
state hash {hash}

score 0   moves 0   redeals left: any number
stock 24   waste —
foundations   ··  ··  ··  ··
  1   2   3   4   5   6   7
 J♦  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒
     J♠  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒
         6♥  ▒▒  ▒▒  ▒▒  ▒▒
             7♣  ▒▒  ▒▒  ▒▒
                 A♥  ▒▒  ▒▒
                     Q♠  ▒▒
                         8♦
"""


def klondike(shell: Shell, *lines: str) -> str:
    """Play Klondike with seed 7 and return what was printed."""
    ran = shell.play(lines, "klondike", "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


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
    assert "'fly' is not a move" in said[2]
    assert said[3] == "  '0' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert said[4] == "  '11' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert said[5] == "  '99' is not in the list, which has 10 entries; type 'list' to see it [BAD_MOVE]"
    assert "[INVALID_SOURCE]" in said[8]
    assert said[9] == "  write 'save FILE' [BAD_MOVE]"
    assert said[10] == said[11].split("\n")[0] == "  write 'load FILE' [BAD_MOVE]"
    assert "action 1" not in out
    assert not shell.kept_at("klondike").exists()


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


def test_it_is_played_by_typing(shell: Shell) -> None:
    check_typed(shell, "klondike", ["5 f", "1 6", "draw", "undo"], ["5 f", "1 6", "draw", "undo"])


def test_a_deal_as_text_shows_the_view_and_the_hash(shell: Shell) -> None:
    ran = shell.run("deal", "klondike", "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    table = Table.deal("klondike", seed="7")
    assert ran.out == KLONDIKE_7.format(hash=table.state_hash(), rules=table.game.rules_version)


def test_options_are_read_as_numbers_where_they_are(shell: Shell) -> None:
    options = ["-o", "draw=1", "-o", "redeals=-1", "--option", "scoring=vegas"]
    dealt = json.loads(shell.run("deal", "klondike", "--seed", "7", *options, "--json").out)
    assert dealt["options"] == {"draw": 1, "redeals": -1, "scoring": "vegas"}
    assert dealt["state"]["score"] == -52


DRAWS = "is not possible in klondike: choose one of 3, 1 [BAD_OPTION]"
WRONG: list[tuple[str, str]] = [
    ("-o draw=2", f"draw=2 {DRAWS}"),
    ("-o draw=-", f"draw='-' {DRAWS}"),
    ("-o draw=1.0", f"draw='1.0' {DRAWS}"),
    ("-o draw=\u0663", f"draw='\u0663' {DRAWS}"),
    ("-o draw=", f"draw='' {DRAWS}"),
    ("-o spin=1", "klondike has no option 'spin' (its options: draw, redeals, scoring) [BAD_OPTION]"),
]


@pytest.mark.parametrize("command", ["deal", "play"])
@pytest.mark.parametrize(("args", "message"), WRONG)
def test_an_impossible_deal_is_refused_with_the_bad_input(command: str, args: str, message: str, shell: Shell) -> None:
    check_refused(shell, command, f"klondike {args}", message)


def test_a_solitaire_without_a_move_waits_for_nobody(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """An undo is still possible: the game is not over."""
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


def test_a_preset_names_options_and_an_option_has_the_last_word(shell: Shell) -> None:
    shell.play(["draw"], "klondike", "--seed", "7", "--preset", "hard")
    options: Any = shell.kept("klondike").options
    assert (options.draw, options.redeals) == (3, 2)
    shell.play(["draw"], "klondike", "--seed", "7", "--preset", "hard", "-o", "redeals=5")
    options = shell.kept("klondike").options
    assert (options.draw, options.redeals) == (3, 5)


def test_solve_says_that_a_game_is_lost(shell: Shell) -> None:
    out = shell.play(["solve"], "klondike", "--seed", "36").out
    assert after_prompt(out, 0).splitlines()[1] == "  this game cannot be won from here; the search is complete"


def test_a_winning_line_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--seed", "1", "-o", "draw=1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["options"]["draw"]) == ("winnable", 1)
    game = GAMES["klondike"]
    state = game.deal("1", game.options(draw=1))
    for move in found["moves"]:
        state = game.apply(state, 0, read_action(game.actions, move["kind"], move["payload"]))
    assert state.status == "won"
    assert main(["solve", "klondike", "--seed", "1", "-o", "draw=1"]) == 0
    assert f"{len(found['moves'])} actions: " in capsys.readouterr().out


def test_many_deals_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals"
    file.write_text(f"{GOLDEN[0]['deck']}\n\n{GOLDEN[1]['deck']}\n36\n")
    assert main(["solve", "klondike", "--deals", str(file)]) == 0
    words = [line.rsplit(": ", 1)[1].split()[0] for line in capsys.readouterr().out.splitlines()]
    assert words == [GOLDEN[0]["draw3"], GOLDEN[1]["draw3"], "unwinnable"]


def test_a_deck_that_is_none_is_refused_with_the_cards_that_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [card.code for card in deck()]
    for cards, words in (
        (codes[:-1], "the deck lacks KS."),
        ([*codes[:-1], "AC"], "the deck names AC twice (cards 1 and 52) and lacks KS."),
        ([*codes, "QH"], "the deck names QH twice"),
    ):
        assert main(["solve", "klondike", "--deck", " ".join(cards)]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("deck", ["AS AS 3H", "AS", ""])
def test_a_bad_deck_is_refused(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--deck", deck]) == 2
    assert "[BAD_DECK]" in capsys.readouterr().err
