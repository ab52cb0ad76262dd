"""`saloon deal`, what is wrong with its arguments, and the help of every command."""

import json
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from cli.terminal import Shell, check_refused
from saloon import __version__
from saloon.core.cards import deck
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table
from samples import SOLITAIRE, UNTIMED, an_option

NAMES = [game.name for game in GAMES]


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


@pytest.mark.parametrize("name", UNTIMED)
def test_a_deal_without_a_seed_is_a_fresh_one(name: str, shell: Shell) -> None:
    first, second = (json.loads(shell.run("deal", name, "--json").out) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert Table.deal(name, seed=first["seed"]).state_hash() == first["stateHash"]


# --- what is wrong ----------------------------------------------------------------------------------------------


OPTION = an_option(SOLITAIRE)
OPTIONS = ", ".join(GAMES[SOLITAIRE].options.__struct_encode_fields__)
WRONG: list[tuple[str, str]] = [
    ("bridge", f"there is no game 'bridge' (known: {', '.join(NAMES)}) [UNKNOWN_GAME]"),
    (f"{SOLITAIRE} -o spin=1", f"{SOLITAIRE} has no option 'spin' (its options: {OPTIONS}) [BAD_OPTION]"),
    (f"{SOLITAIRE} -o {OPTION}", f"'{OPTION}' is not of the form KEY=VALUE [BAD_OPTION]"),
    (f"{SOLITAIRE} -o =1", "'=1' is not of the form KEY=VALUE [BAD_OPTION]"),
    (f"{SOLITAIRE} -o {OPTION}=1 -o {OPTION}=3", f"the option '{OPTION}' is given twice [BAD_OPTION]"),
    (f"{SOLITAIRE} --seed=", "a seed has 1 to 256 characters; this one has 0 [BAD_SEED]"),
]


@pytest.mark.parametrize(("args", "message"), WRONG)
@pytest.mark.parametrize("command", ["deal", "play"])
def test_an_impossible_deal_is_refused_with_the_bad_input(command: str, args: str, message: str, shell: Shell) -> None:
    check_refused(shell, command, args, message)


@pytest.mark.parametrize("value", ["9" * 5_000, "-" + "9" * 5_000])
def test_an_option_of_thousands_of_digits_is_refused_too(value: str, shell: Shell) -> None:
    ran = shell.run("deal", SOLITAIRE, "-o", f"{OPTION}={value}")
    assert ran.status == 2
    assert "[BAD_OPTION]" in ran.err


def test_a_bot_that_is_not_there_is_refused_with_those_that_are(shell: Shell) -> None:
    ran = shell.run("play", SOLITAIRE, "--bot", "x")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {SOLITAIRE} has no bot 'x' (known: random, greedy")
    assert "[UNKNOWN_BOT]" in ran.err


@pytest.mark.parametrize("args", [["fly"], ["deal"], ["deal", SOLITAIRE, "--fly"], ["play", SOLITAIRE, "--bot"]])
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


def test_the_version_is_printed(shell: Shell) -> None:
    assert shell.run("--version") == (0, f"saloon {__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("deal", ["--seed", "--json", "-o KEY=VALUE", "saloon deal "]),
        ("play", ["--bot", "--load FILE", "--continue", "saloon play ", "undo, redo, hint"]),
        ("replay", ["FILE", "--json", "exit status: 0 for SUCCESS, 1 for FAIL, 2 if the file cannot be read"]),
        ("bench", ["--seconds", "--json", "benchmarks: ", "engine, envs, replay"]),
    ],
)
def test_every_command_has_its_help(command: str, words: list[str], shell: Shell) -> None:
    ran = shell.run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    for word in words:
        assert word in ran.out
    if command in ("deal", "play"):
        for game in GAMES:
            defaults = ", ".join(f"{name}={value}" for name, value in msgspec.to_builtins(game.options()).items())
            assert f"{game.name:<10} {defaults} (defaults)" in ran.out


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_every_option_is_explained(game: AnyGame, shell: Shell) -> None:
    told = shell.run("deal", "--help").out
    assert list(game.option_texts) == [field.encode_name for field in msgspec.structs.fields(game.options)]
    for name, text in game.option_texts.items():
        assert f"  {name}: {text}\n" in told


def printed_examples(shell: Shell, command: str) -> list[str]:
    """The lines under "examples:" in the help of a command, up to the next empty line."""
    told = shell.run(command, "--help").out
    return [line.strip() for line in told.partition("examples:\n")[2].partition("\n\n")[0].splitlines()]


COMMANDS = sorted({example.split()[0] for game in GAMES for example in game.examples})


def test_every_game_has_an_example_and_each_is_printed(shell: Shell) -> None:
    assert all(game.examples for game in GAMES)
    stated = [f"saloon {example}" for game in GAMES for example in game.examples]
    assert sorted(stated) == sorted(line for command in COMMANDS for line in printed_examples(shell, command))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_printed_example_runs(
    command: str, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is printed, with fewer deals, the cards that its dots stand for, and the file that it names."""
    monkeypatch.chdir(tmp_path)
    Path("seeds.txt").write_text("1\n2\n")
    examples = printed_examples(shell, command)
    assert examples
    for example in examples:
        line = re.sub(r" +\([^()]*\)$", "", example)
        line = re.sub(r"--deals \d+", "--deals 2", line)
        if "…" in line:
            begun = line.partition('"')[2].partition(" …")[0]
            rest = " ".join(card.code for card in deck() if card.code not in begun.split())
            line = line.replace("…", rest)
        program, *words = shlex.split(line)
        assert (program, words[0]) == ("saloon", command)
        ran = shell.play(["1", "quit"], *words[1:]) if command == "play" else shell.run(*words)
        assert ran.status == 0, (line, ran.err)


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_what_the_help_lets_a_player_type_is_understood(game: AnyGame, shell: Shell) -> None:
    assert game.typing_help
    for line in game.typing_help:
        sample, _, meaning = line.partition("  ")
        game.parse(sample, 0)
        assert meaning.strip()
    told = shell.run("play", "--help").out
    assert all(line in told for line in game.typing_help)
