"""`saloon bench server --database postgresql`: its option, and a short run over one process and two."""

import pytest

from cli.terminal import Shell
from saloon.cli.bench import _module


@pytest.mark.parametrize("names", [[], ["engine"], ["engine", "server"]])
def test_only_the_server_has_a_database(names: list[str], shell: Shell) -> None:
    message = "only the server has a database: run 'saloon bench server --database postgresql'"
    ran = shell.run("bench", *names, "--database", "postgresql")
    assert ran == (2, "", f"error: {message} [BAD_OPTION]\n")


@pytest.mark.long
def test_one_process_and_two_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster, server = _module("_cluster"), _module("server")
    monkeypatch.setattr(cluster, "TABLES", 4)
    monkeypatch.setattr(server, "ACTIONS", 30)
    lines = cluster.measure(1)
    assert [line.name for line in lines] == ["server 1 process", "server 2 processes", "server 2, players apart"]
    assert all(line.rate > 0 for line in lines)
    assert all("PostgreSQL" in line.what and "per second of the clock" in line.what for line in lines)
