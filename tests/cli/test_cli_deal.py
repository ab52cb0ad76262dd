"""`saloon deal`, what is wrong with its arguments, and the help of every command."""

import json
import re
from typing import Any

import msgspec
import pytest

from clauses import clause
from cli.terminal import DATA, Shell
from saloon import __version__
from saloon.cli.arguments import wall_clock
from saloon.core.game import Game
from saloon.games import GAMES
from saloon.table import Table

NAMES = [game.name for game in GAMES]
STARTS: list[dict[str, Any]] = json.loads((DATA / "highnoon" / "start-hashes.json").read_text())["starts"]

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


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_as_json_has_these_keys_in_this_order(name: str, shell: Shell) -> None:
    ran = shell.run("deal", name, "--seed", "42", "--json")
    assert (ran.status, ran.err) == (0, "")
    dealt = json.loads(ran.out)
    assert list(dealt) == ["game", "rulesVersion", "seed", "options", "rev", "stateHash", "state"]
    table = Table.deal(name, seed="42")
    version = GAMES[name].rules_version
    assert (dealt["game"], dealt["rulesVersion"], dealt["seed"], dealt["rev"]) == (name, version, "42", 0)
    assert dealt["stateHash"] == table.state_hash()
    assert shell.run("deal", name, "--seed", "42", "--json") == ran


def test_the_golden_deals_of_highnoon(shell: Shell) -> None:
    assert len(STARTS) == 40
    for start in STARTS:
        options = ["-o", f"mode={start['mode']}", "-o", f"profile={start['profile']}"]
        ran = shell.run("deal", "highnoon", "--rules", "1.0.0", "--seed", start["seed"], *options, "--json")
        dealt = json.loads(ran.out)
        assert (dealt["rev"], dealt["stateHash"]) == (start["rev"], start["stateHash"])
        assert dealt["state"]["seed"] == start["seed"]
        assert dealt["options"]["profile"] == start["profile"]


@pytest.mark.parametrize("seed", ["0", "1", "42"])
def test_the_golden_deals_of_cards(seed: str, shell: Shell) -> None:
    golden = json.loads((DATA / "cards-deals.json").read_text())["deals"][seed]
    state = json.loads(shell.run("deal", "cards", "--seed", seed, "--json").out)["state"]
    layout = [[[card["suit"], card["rank"], int(card["faceUp"])] for card in pile] for pile in state["tableau"]]
    assert layout == golden
    assert state["foundations"] == [[], [], [], []]
    assert all(card["id"] == 13 * card["suit"] + card["rank"] for pile in state["tableau"] for card in pile)


def test_a_deal_as_text_shows_the_view_and_the_hash(shell: Shell) -> None:
    ran = shell.run("deal", "klondike", "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    table = Table.deal("klondike", seed="7")
    assert ran.out == KLONDIKE_7.format(hash=table.state_hash(), rules=table.game.rules_version)


@clause("HN-1111")
def test_the_rules_can_be_chosen_and_are_the_newest_that_support_the_options(shell: Shell) -> None:
    def rules(*words: str) -> str:
        version: str = json.loads(shell.run("deal", "highnoon", "--seed", "1", "--json", *words).out)["rulesVersion"]
        return version

    assert rules() == "1.1.0"
    assert rules("-o", "profile=vnext") == "1.0.0"
    assert [rules("--rules", version) for version in ("1.0.0", "1.1.0")] == ["1.0.0", "1.1.0"]
    refused = shell.run("deal", "highnoon", "--rules", "1.1.0", "-o", "profile=vnext")
    assert (refused.status, refused.out) == (2, "")
    assert "rules 1.1.0 of highnoon do not support" in refused.err
    assert "profile=vnext" in refused.err
    unknown = shell.run("deal", "highnoon", "--rules", "7.0")
    assert unknown.status == 2
    assert "highnoon has no rules '7.0' here (there are 1.0.0, 1.1.0) [RULES_VERSION_UNKNOWN]" in unknown.err


@pytest.mark.parametrize("name", ["highnoon", "klondike", "nevernine"])
def test_a_deal_without_a_seed_is_a_fresh_one(name: str, shell: Shell) -> None:
    first, second = (json.loads(shell.run("deal", name, "--json").out) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert Table.deal(name, seed=first["seed"]).state_hash() == first["stateHash"]


@clause("CA-99")
def test_cards_without_a_seed_is_dealt_from_the_time(shell: Shell) -> None:
    before = wall_clock()
    seed = json.loads(shell.run("deal", "cards", "--json").out)["seed"]
    assert before <= int(seed) <= wall_clock()


def test_options_are_read_as_numbers_where_they_are(shell: Shell) -> None:
    options = ["-o", "draw=1", "-o", "redeals=-1", "--option", "scoring=vegas"]
    dealt = json.loads(shell.run("deal", "klondike", "--seed", "7", *options, "--json").out)
    assert dealt["options"] == {"draw": 1, "redeals": -1, "scoring": "vegas"}
    assert dealt["state"]["score"] == -52


# --- what is wrong ----------------------------------------------------------------------------------------------


DRAWS = "is not possible in klondike: choose one of 3, 1 [BAD_OPTION]"
WRONG: list[tuple[str, str]] = [
    ("bridge", f"there is no game 'bridge' (there are {', '.join(NAMES)}) [UNKNOWN_GAME]"),
    ("klondike -o draw=2", f"draw=2 {DRAWS}"),
    ("klondike -o draw=-", f"draw='-' {DRAWS}"),
    ("klondike -o draw=1.0", f"draw='1.0' {DRAWS}"),
    ("klondike -o draw=\u0663", f"draw='\u0663' {DRAWS}"),
    ("klondike -o draw=", f"draw='' {DRAWS}"),
    ("klondike -o spin=1", "klondike has no option 'spin' (its options: draw, redeals, scoring) [BAD_OPTION]"),
    ("klondike -o draw", "'draw' is not of the form KEY=VALUE [BAD_OPTION]"),
    ("klondike -o =1", "'=1' is not of the form KEY=VALUE [BAD_OPTION]"),
    ("klondike -o draw=1 -o draw=3", "the option 'draw' is given twice [BAD_OPTION]"),
    (
        "highnoon -o profile=vnext -o reveal=explicit",
        "these options do not go together in highnoon: profile=vnext turns cards by itself [BAD_OPTION]",
    ),
    (
        "cards --seed 01",
        "'01' cannot seed Cards; write a number from 0 to 9007199254740991 in plain digits [BAD_SEED]",
    ),
    ("klondike --seed=", "a seed has 1 to 256 characters; this one has 0 [BAD_SEED]"),
]


@pytest.mark.parametrize(("args", "message"), WRONG)
@pytest.mark.parametrize("command", ["deal", "play"])
def test_what_cannot_be_dealt_is_told_with_what_was_given(command: str, args: str, message: str, shell: Shell) -> None:
    ran = shell.run(command, *args.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize("value", ["9" * 5_000, "-" + "9" * 5_000])
def test_an_option_of_thousands_of_digits_is_refused_too(value: str, shell: Shell) -> None:
    ran = shell.run("deal", "klondike", "-o", f"draw={value}")
    assert ran.status == 2
    assert "[BAD_OPTION]" in ran.err


def test_a_bot_that_is_not_there_is_refused_with_those_that_are(shell: Shell) -> None:
    ran = shell.run("play", "klondike", "--bot", "x")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: klondike has no bot 'x' (there are random, greedy")
    assert "[UNKNOWN_BOT]" in ran.err


@pytest.mark.parametrize("args", [["fly"], ["deal"], ["deal", "klondike", "--fly"], ["play", "klondike", "--bot"]])
def test_wrong_arguments_leave_with_2_and_the_usage(args: list[str], shell: Shell) -> None:
    ran = shell.run(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("usage: saloon")


# --- help -------------------------------------------------------------------------------------------------------


def test_the_help_names_every_command(shell: Shell) -> None:
    ran = shell.run("--help")
    assert ran.status == 0
    for command in ("serve", "play", "deal", "replay", "bench"):
        assert re.search(rf"^    {command} ", ran.out, re.MULTILINE)
    assert "Without a command" in ran.out


def test_the_version_is_told(shell: Shell) -> None:
    assert shell.run("--version") == (0, f"saloon {__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("deal", ["--seed", "--json", "-o KEY=VALUE", "saloon deal klondike --seed 7 -o draw=1"]),
        ("play", ["--bot", "--load FILE", "--continue", "saloon play nevernine -o limit=15", "undo, redo, hint"]),
        ("replay", ["FILE", "--json", "exit status: 0 for SUCCESS, 1 for FAIL, 2 if the file cannot be read"]),
        ("bench", ["--seconds", "--json", "benchmarks: ", "engine, replay"]),
    ],
)
def test_every_command_has_its_help(command: str, words: list[str], shell: Shell) -> None:
    ran = shell.run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    for word in words:
        assert word in ran.out
    if command in ("deal", "play"):
        assert "klondike   draw=3, redeals=-1, scoring=standard (defaults)" in ran.out
        assert "cards      faces=lastThreeUp, stack=run (defaults)" in ran.out
        assert "highnoon   clock=0, mode=split, profile=saloon, reveal=explicit (defaults)" in ran.out
        assert "nevernine  limit=100, tieBreak=later, turnSeconds=0 (defaults)" in ran.out


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_every_option_is_explained(game: Game[Any, Any], shell: Shell) -> None:
    told = shell.run("deal", "--help").out
    assert list(game.option_texts) == [field.encode_name for field in msgspec.structs.fields(game.options)]
    for name, text in game.option_texts.items():
        assert f"  {name}: {text}\n" in told


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_the_examples_of_a_game_are_command_lines_of_it(game: Game[Any, Any], shell: Shell) -> None:
    assert game.examples
    for example in game.examples:
        command, name, *_ = example.split()
        assert name == game.name
        assert f"  saloon {example}\n" in shell.run(command, "--help").out
        if command == "deal":
            assert shell.run(*example.split()).status == 0


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_what_the_help_lets_a_player_type_is_understood(game: Game[Any, Any], shell: Shell) -> None:
    assert game.typing_help
    for line in game.typing_help:
        sample, _, meaning = line.partition("  ")
        game.parse(sample, 0)
        assert meaning.strip()
    told = shell.run("play", "--help").out
    assert all(line in told for line in game.typing_help)
