"""Cards in the terminal: what is typed, deals from the time, and deals without a move."""

import json
import re
from itertools import pairwise

import pytest

from clauses import clause
from cli.terminal import DATA, Shell, check_refused, check_typed
from saloon.cli import main
from saloon.cli.arguments import wall_clock


def test_it_is_played_by_typing(shell: Shell) -> None:
    check_typed(shell, "cards", ["8 4", "undo", "finish"], ["8 4 1", "undo", "finish"])


@pytest.mark.parametrize("seed", ["0", "1", "42"])
def test_the_golden_deals_of_cards(seed: str, shell: Shell) -> None:
    golden = json.loads((DATA / "cards-deals.json").read_text())["deals"][seed]
    state = json.loads(shell.run("deal", "cards", "--seed", seed, "--json").out)["state"]
    layout = [[[card["suit"], card["rank"], int(card["faceUp"])] for card in pile] for pile in state["tableau"]]
    assert layout == golden
    assert state["foundations"] == [[], [], [], []]
    assert all(card["id"] == 13 * card["suit"] + card["rank"] for pile in state["tableau"] for card in pile)


@clause("CA-99")
def test_cards_without_a_seed_is_dealt_from_the_time(shell: Shell) -> None:
    before = wall_clock()
    seed = json.loads(shell.run("deal", "cards", "--json").out)["seed"]
    assert before <= int(seed) <= wall_clock()


@pytest.mark.parametrize("command", ["deal", "play"])
def test_an_impossible_deal_is_refused_with_the_bad_input(command: str, shell: Shell) -> None:
    message = "'01' cannot seed Cards; write a number from 0 to 9007199254740991 in plain digits [BAD_SEED]"
    check_refused(shell, command, "cards --seed 01", message)


@clause("CA-95")
def test_the_terminal_says_that_no_moves_are_left(shell: Shell) -> None:
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


def test_it_is_solved_from_a_seed_not_from_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cards", "--deck", "AS 2S"]) == 2
    assert "[NO_DECK]" in capsys.readouterr().err
