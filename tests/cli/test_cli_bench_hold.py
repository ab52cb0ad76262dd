"""`saloon bench server --hold N`: its option, and a short run."""

import pytest

from cli.terminal import Shell
from saloon.cli.bench import _module


@pytest.mark.parametrize("names", [[], ["engine"], ["engine", "server"]])
def test_only_the_server_has_connections(names: list[str], shell: Shell) -> None:
    message = "only the server has connections: run 'saloon bench server --hold 10000'"
    assert shell.run("bench", *names, "--hold", "10") == (2, "", f"error: {message} [BAD_OPTION]\n")


@pytest.mark.parametrize("number", ["0", "-1", "100000000"])
def test_more_than_the_system_allows_is_refused(number: str, shell: Shell) -> None:
    code, out, error = shell.run("bench", "server", "--hold", number)
    assert (code, out) == (2, "")
    assert f"not {number}; 'ulimit -Hn' sets the most [BAD_OPTION]" in error


@pytest.mark.long
def test_idle_connections_are_held_and_their_memory_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    hold, server = _module("_hold"), _module("server")
    monkeypatch.setattr(hold, "TABLES", 3)
    monkeypatch.setattr(hold, "HELD", 1)
    monkeypatch.setattr(hold, "PER_ADDRESS", 10)
    monkeypatch.setattr(server, "ACTIONS", 10)
    held, memory, cpu = hold.measure(30)
    assert held.rate == 30
    assert memory.name == "server idle memory"
    assert cpu.rate >= 0
