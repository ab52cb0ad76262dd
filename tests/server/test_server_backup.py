"""Backups of a server in play: all that was acknowledged before is in the copy, and a bare copy does not pass."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from cli.terminal import Shell, shell  # noqa: F401 - a fixture
from saloon.cli import backup
from samples import SOLITAIRE, easy, lap
from server.crash import stored_entries
from server.running import PATIENCE, QUICK, Player, Running, Seated, eventually

ROUND = lap(SOLITAIRE)
MISSING = "the database file lacks its journal"


class Load:
    """Players who act as fast as they are answered. `acknowledged` has the last revision that each saw."""

    def __init__(self, server: Running, tables: int = 2) -> None:
        self.player = Player(server.url)
        self.seats = [self.player.create(SOLITAIRE, options=easy(SOLITAIRE)) for _ in range(tables)]
        self.acknowledged = {seat.table_id: 0 for seat in self.seats}
        self._over = Event()
        self._threads = [Thread(target=self._play, args=(seat, server.url)) for seat in self.seats]

    def _play(self, seat: Seated, url: str) -> None:
        with Player(url, token=self.player.token) as player:
            seat.player = player
            while not self._over.is_set():
                self.acknowledged[seat.table_id] = seat.act(ROUND[seat.rev % len(ROUND)])["rev"]

    def await_more(self) -> None:
        """Wait until every table has gone on."""
        before = dict(self.acknowledged)
        eventually(lambda: all(rev > before[table_id] for table_id, rev in self.acknowledged.items()))

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        self.await_more()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        self.player.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on SQLite."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('backup') / 'saloon.db'}", settings=QUICK) as server:
        yield server


@pytest.fixture
def load(server: Running) -> Iterator[Load]:
    """Players at the server."""
    with Load(server) as load:
        yield load


def copied(server: Running, copy: Path, *suffixes: str) -> str:
    """Copy some files of a server's database, as `cp` does; return the URL of the copy."""
    for suffix in suffixes:
        shutil.copy(f"{server.database.removeprefix('sqlite:///')}{suffix}", f"{copy}{suffix}")
    return f"sqlite:///{copy}"


def revs(database: str, load: Load) -> dict[str, int]:
    """Return the last revision of each table in a database."""
    return {seat.table_id: len(asyncio.run(stored_entries(database, seat.table_id))) for seat in load.seats}


def test_a_backup_during_play_holds_all_that_was_acknowledged_before(
    server: Running,
    load: Load,
    tmp_path: Path,
    shell: Shell,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = tmp_path / "copy.db"
    steps: list[int] = []

    def progress(done: int, _: int) -> None:
        steps.append(done)
        if len(steps) <= 3:
            load.await_more()  # so that the server commits between two pages

    @contextmanager
    def bar(_: str) -> Iterator[Callable[[int, int], None]]:
        yield progress

    monkeypatch.setattr(backup, "progress_bar", bar)
    monkeypatch.setattr("saloon.store.backup._PAGES", 5)
    before = dict(load.acknowledged)
    ran = shell.run("admin", "backup", "--database", server.database, str(copy))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("the copy is intact, and all tables reproduce\n")
    assert len(steps) > 3
    assert steps == sorted(set(steps)), "it began again"
    assert [*tmp_path.glob("*copy.db*")] == [copy]
    load.await_more()  # the server goes on
    kept = revs(f"sqlite:///{copy}", load)
    assert all(kept[table_id] >= rev for table_id, rev in before.items())
    ran = shell.run("admin", "doctor", "--database", f"sqlite:///{copy}")
    assert (ran.status, ran.out.endswith("all reproduce\n")) == (0, True)
    with Running(f"sqlite:///{copy}", settings=QUICK) as second, Player(second.url, token=load.player.token) as player:
        for seat in load.seats:
            again = Seated(player, {"tableId": seat.table_id, "seat": "p1", "token": seat.token, "status": "active"})
            assert again.view()["rev"] == kept[seat.table_id]
            assert again.act(ROUND[again.rev % len(ROUND)])["rev"] == kept[seat.table_id] + 1
        assert MISSING not in second.errors()


def test_a_bare_copy_does_not_pass_and_one_with_its_journal_does(
    server: Running,
    load: Load,
    tmp_path: Path,
    shell: Shell,  # noqa: F811
) -> None:
    before = dict(load.acknowledged)
    bare = copied(server, tmp_path / "bare.db", "")
    whole = copied(server, tmp_path / "whole.db", "", "-wal")
    for _ in range(2):  # looking at it changes nothing
        ran = shell.run("admin", "doctor", "--database", bare)
        assert (ran.status, ran.out.startswith(MISSING), "[JOURNAL_MISSING]" in ran.out) == (1, True, True)
    assert json.loads(shell.run("admin", "doctor", "--database", bare, "--json").out)["lacksJournal"] is True
    for task in (("backup", "copy.db", "--database", bare), ("restore", "bare.db", "--database", "sqlite:///new.db")):
        ran = shell.run("admin", *task)
        assert (ran.status, ran.out, "[JOURNAL_MISSING]" in ran.err) == (2, "", True)
    ran = shell.run("admin", "doctor", "--database", whole)
    assert (ran.status, ran.out.endswith("all reproduce\n")) == (0, True)
    assert all(rev >= before[table_id] for table_id, rev in revs(whole, load).items())
    assert all(rev < before[table_id] for table_id, rev in revs(bare, load).items())
    with Running(bare, settings=QUICK) as second:
        assert f"bare.db: {MISSING}" in second.errors()


def test_the_database_of_a_running_server_is_sound_and_cannot_be_replaced(
    server: Running,
    load: Load,
    tmp_path: Path,
    shell: Shell,  # noqa: F811
) -> None:
    assert shell.run("admin", "doctor", "--database", server.database).status == 0
    assert shell.run("admin", "backup", "--database", server.database, "copy.db").status == 0
    ran = shell.run("admin", "restore", "--database", server.database, "copy.db")
    assert (ran.status, ran.out, "[DATABASE_IN_USE]" in ran.err) == (2, "", True)
    load.await_more()


def test_a_server_that_was_killed_leaves_a_sound_database_and_so_does_one_that_was_stopped(
    tmp_path: Path,
    shell: Shell,  # noqa: F811
) -> None:
    file = tmp_path / "saloon.db"
    with Running(f"sqlite:///{file}", settings=QUICK) as server:
        with Load(server, 1) as load:
            pass
        server.kill()
        crashed = copied(server, tmp_path / "crashed.db", "", "-wal")
        for _ in range(2):
            assert shell.run("admin", "doctor", "--database", crashed).status == 0
        server.start()
        assert revs(server.database, load) == load.acknowledged
        server.stop()
        assert not Path(f"{file}-wal").exists()
        later = copied(server, tmp_path / "later.db", "")
        assert shell.run("admin", "doctor", "--database", later).status == 0
        assert revs(later, load) == load.acknowledged
        assert MISSING not in server.errors()
