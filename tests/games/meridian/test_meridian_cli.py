"""Meridian Master in the terminal: what is typed, and decks."""

import pytest

from cli.terminal import Shell, check_typed
from saloon.cli import main


def test_it_is_played_by_typing(shell: Shell) -> None:
    check_typed(shell, "meridian", ["7H f", "8H 6", "draw", "undo"], ["7H f", "8H 6", "draw", "undo"])


def test_a_bad_deck_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "meridian", "--deck", "AS 11S"]) == 2
    assert "[BAD_DECK]" in capsys.readouterr().err
