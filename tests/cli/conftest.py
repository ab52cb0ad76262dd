"""The shell of the tests."""

from pathlib import Path

import pytest

from cli.terminal import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Run commands in a home of their own."""
    return Shell(tmp_path, monkeypatch, capsys)
