"""Running commands as a user does, without a process of their own."""

import io
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from saloon.bots import local
from saloon.bots.match import act_once
from saloon.cli import main
from saloon.table import Table
from saloon.table.helpers import HintFor
from samples import a_move

DATA = Path(__file__).parents[1] / "data"
KEPT = "saved; continue with: saloon play {} --continue\n"


class Ran(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str


class Shell:
    """Runs commands with typed lines, in a home of their own."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.home, self._monkeypatch, self._capsys = home, monkeypatch, capsys
        monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
        monkeypatch.chdir(home)

    def run(self, *args: str) -> Ran:
        """Run `saloon` with these arguments."""
        self._capsys.readouterr()
        try:
            status = main(args)
        except SystemExit as left:
            status = int(left.code or 0)
        return Ran(status, *self._capsys.readouterr())

    def play(self, lines: Iterable[str], *args: str) -> Ran:
        """Run `saloon play` and type `lines`; then standard input ends."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return self.run("play", *args)

    def kept(self, game: str) -> Table:
        """Return the game that was kept."""
        return Table.load(self.kept_at(game).read_bytes())

    def kept_at(self, game: str) -> Path:
        """Return where a game is kept."""
        return self.home / "data" / "saloon" / f"{game}.json"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Run commands in a home of their own."""
    return Shell(tmp_path, monkeypatch, capsys)


def flags(options: Mapping[str, Any]) -> list[str]:
    """Return how options are given on the command line."""
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def typed(name: str, seed: str = "7", count: int = 2) -> list[str]:
    """Return moves of seat 0 that can be typed one after the other in a solitaire."""
    table, lines = Table.deal(name, seed=seed), list[str]()
    for _ in range(count):
        action = a_move(table)
        table.act(0, action)
        lines.append(table.game.notation(action))
    return lines


def moves(table: Table) -> list[str]:
    """Return what a player would type for the actions of seat 0 and the hints given to it."""
    return [
        table.game.notation(entry.action) if entry.action.kind in table.game.actions else entry.action.kind
        for entry in table.entries
        if entry.seat == 0 or entry.action == HintFor("p1")
    ]


def after_prompt(out: str, number: int) -> str:
    """Return what was printed after the prompt with this number, from 0."""
    parts: list[Any] = out.split("> ")
    text: str = parts[number + 1]
    return text.rsplit("\n", 1)[0] if number + 2 < len(parts) else text


def check_typed(shell: Shell, name: str, lines: list[str], expected: list[str]) -> None:
    """Play a game with seed 7 by typing `lines`, and compare the actions of seat 0 that were accepted."""
    ran = shell.play([*lines, "save game.json", "quit"], name, "--seed", "7")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(KEPT.format(name))
    table = shell.kept(name)
    assert moves(table) == expected
    assert (shell.home / "game.json").read_bytes() == table.save()
    assert table.seats == ("human", *["bot"] * (len(table.game.seats) - 1))
    assert table.seed == "7"


def check_refused(shell: Shell, command: str, args: str, message: str) -> None:
    """Run a command that is refused, and compare what is said."""
    ran = shell.run(command, *args.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"error: {message}\n")


def stop_after(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an endless wait for the bots fail instead of hanging."""
    left = iter(range(most))

    def counted(*args: Any) -> bool:
        assert next(left, None) is not None, "the bots were asked again and again"
        return act_once(*args)

    monkeypatch.setattr(local, "act_once", counted)


class Screen(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True
