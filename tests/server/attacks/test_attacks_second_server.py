"""A second server on the same SQLite file is refused; tools that only read are not."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from samples import SOLITAIRE
from server.running import QUICK, STARTING, Player, Running


def saloon(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command that must come to an end by itself."""
    command = [sys.executable, "-m", "saloon", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=STARTING, check=False)


@pytest.mark.parametrize("way", ["same", "relative", "link", "linked folder"])
def test_a_second_server_on_the_same_file_is_refused_by_name(way: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "link.db").symlink_to(home / "saloon.db")
    (tmp_path / "elsewhere").symlink_to(home)
    paths = {
        "same": f"{home}/saloon.db",
        "relative": "home/../home/saloon.db",
        "link": f"{tmp_path}/link.db",
        "linked folder": f"{tmp_path}/elsewhere/saloon.db",
    }
    with Running(f"sqlite:///{home}/saloon.db", settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        ran = saloon("serve", "--port", "0", "--database", f"sqlite:///{paths[way]}", cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("error: another server already uses ")
        assert str(home / "saloon.db") in ran.stderr
        assert ran.stderr.endswith("[DATABASE_IN_USE]\n")
        assert ran.stderr.count("\n") == 1
        assert seat.view()["kind"] == "snapshot"


def test_of_several_that_start_at_once_one_serves(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "saloon", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/saloon.db"]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    try:
        until = time.monotonic() + 2 * STARTING
        while sum(one.poll() is not None for one in started) < 2:
            assert time.monotonic() < until, "more than one serves"
            time.sleep(0.05)
        serving = [one for one in started if one.poll() is None]
        assert len(serving) == 1
        for refused in started:
            if refused is not serving[0]:
                out, err = refused.communicate(timeout=STARTING)
                assert (refused.returncode, out) == (2, "")
                assert "[DATABASE_IN_USE]" in err
    finally:
        for one in started:
            one.kill()
            one.communicate()


def test_the_lock_ends_with_the_process_however_it_ends(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/saloon.db", settings=QUICK) as server:
        with Player(server.url) as player:
            seat = player.create(SOLITAIRE, winnable=True)  # the solver's processes outlive a server that is killed
            server.restart(kill=True)
            assert seat.view()["kind"] == "snapshot"
        server.restart()
        assert server.process is not None
        os.kill(server.pid, signal.SIGSTOP)  # one that stands still has it too
        try:
            ran = saloon("serve", "--port", "0", "--database", server.database, cwd=tmp_path)
        finally:
            os.kill(server.pid, signal.SIGCONT)
        assert "[DATABASE_IN_USE]" in ran.stderr


def test_tools_work_beside_a_server_and_none_changes_the_layout_under_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/saloon.db"
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        ran = saloon("admin", "doctor", "--database", url, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, "1 tables with 0 actions: all reproduce\n")
        ran = saloon("admin", "export", seat.table_id, "--database", url, "--out", "game.json", cwd=tmp_path)
        assert (ran.returncode, (tmp_path / "game.json").exists()) == (0, True)
        ran = saloon("admin", "migrate", "--database", url, cwd=tmp_path)
        assert (ran.returncode, ran.stdout.endswith("nothing was done\n")) == (0, True)
        with closing(sqlite3.connect(tmp_path / "saloon.db")) as file, file:
            file.execute("UPDATE alembic_version SET version_num = '0004'")
        ran = saloon("admin", "migrate", "--database", url, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert "[DATABASE_IN_USE]" in ran.stderr
        assert seat.view()["kind"] == "snapshot"
