"""The help of every command: it fits into the terminal, and what it shows can be typed."""

import re
import shlex
import textwrap
from typing import Any

import pytest

from cli.terminal import Shell
from saloon.cli.commands import parser
from samples import DUEL, SOLITAIRE

COMMANDS = ["play", "deal", "replay", "analyse", "solve", "survey", "arena", "bot", "mcp", "bench", "serve", "admin"]
TASKS = [
    "migrate", "export", "doctor", "rotate-key", "backup", "restore", "end", "void", "rename", "ban", "unban",
    "revoke-tokens", "reset-rating", "delete-player", "drain", "players", "quarantined", "audit",
]  # fmt: skip
EVERYTHING = [[], *([one] for one in COMMANDS), *(["admin", one] for one in TASKS)]


def told(shell: Shell, *words: str) -> str:
    ran = shell.run(*words, "--help")
    assert (ran.status, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize("words", EVERYTHING, ids=" ".join)
def test_a_description_fits_into_80_columns_and_is_a_sentence(
    words: list[str], shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    paragraphs = told(shell, *words).split("\n\n")
    description = paragraphs[1]
    assert all(len(line) <= 80 for line in description.splitlines()), description
    assert description[0].isupper()
    assert description.endswith(".")


def examples(text: str) -> list[str]:
    """Return the command lines of a help text, without what is said beside them."""
    lines = re.findall(r"^  (saloon(?: .*)?)$", text, re.MULTILINE)
    return [re.split(r" {2,}|then: ", line)[0].replace("…", "") for line in lines]


@pytest.mark.parametrize("words", [[one] for one in COMMANDS], ids=" ".join)
def test_what_a_help_text_shows_is_understood(words: list[str], shell: Shell) -> None:
    shown = examples(told(shell, *words))
    assert shown
    for line in shown:
        given = shlex.split(line, comments=True)
        given = given[: given.index("<")] if "<" in given else given
        parser().parse_args(given[1:])


def test_the_bot_of_the_help_text_is_one(shell: Shell) -> None:
    source = told(shell, "bot").partition("mybots.py:\n")[2].partition("\n\n")[0]
    made: dict[str, Any] = {}
    exec(textwrap.dedent(source), made)
    assert made["Careful"]().choose({}, [{"kind": "draw"}, {"kind": "flip"}]) == {"kind": "draw"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bot mybots:Careful --game {solitaire} --time-limit 0", "not 0"),
        ("bot mybots:Careful --game {solitaire} --table t1 -o draw=1", "leave out draw=1"),
        ("bot mybots:Careful --game whist", "'whist'"),
        ("arena {duel} greedy greedy", "'greedy' is named twice"),
        ("arena {duel} greedy random --resume r.jsonl", "--resume 'r.jsonl' needs --seeds"),
        ("solve {solitaire}", "not none"),
        ("solve {solitaire} --seed 7 --deals seeds.txt", "not --seed and --deals"),
        ("solve {solitaire} --source pysol --deals seeds.txt", "--source pysol needs --seed"),
    ],
)
def test_an_error_repeats_what_was_given(line: str, told: str, shell: Shell) -> None:
    ran = shell.run(*shlex.split(line.format(solitaire=SOLITAIRE, duel=DUEL)))
    assert ran.status == 2
    assert told in ran.err
