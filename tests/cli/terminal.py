"""Running commands as a user does, without a process of their own."""

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from saloon.cli import main
from saloon.table import Table
from saloon.table.helpers import HintFor

DATA = Path(__file__).parents[1] / "data"


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
