"""`saloon admin backup` and `restore`: complete copies, or none, and nothing lost by putting one in place."""

import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.stored_tables import change, games, keep, played
from cli.terminal import Shell
from saloon.cli import backup
from saloon.store.claim import claimed
from samples import SOLITAIRE
from store.databases import Postgres

OPERATORS = Path(__file__).parents[2] / "docs" / "start" / "operators.md"
FEW = {"few": played(SOLITAIRE, 3)}


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with a table that is played and one that waits."""
    url = f"sqlite:///{tmp_path / 'games' / 'saloon.db'}"
    asyncio.run(keep(url, FEW))
    return url


@pytest.fixture
def file(url: str) -> Path:
    """The file of the database."""
    return Path(url.removeprefix("sqlite:///"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for backups."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def tables_in(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {row[0] for row in connection.execute("SELECT table_id FROM tables")}


# --- backup -----------------------------------------------------------------------------------------------------


def test_a_backup_in_a_folder_is_one_private_file_with_a_date(url: str, folder: Path, shell: Shell) -> None:
    ran = shell.run("admin", "backup", "--database", url, str(folder))
    [copy] = folder.iterdir()
    assert re.fullmatch(r"saloon-\d{8}-\d{6}\.db", copy.name)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    size = f"{copy.stat().st_size / 1e6:.1f} MB"
    assert ran == (
        0,
        f"backed up to {copy}: 2 tables with 3 actions, {size}\nthe copy is intact, and all tables reproduce\n",
        "",
    )
    ran = shell.run("admin", "doctor", "--database", f"sqlite:///{copy}")
    assert ran == (0, "2 tables with 3 actions: all reproduce\n", "")


def test_a_backup_replaces_nothing_without_force(url: str, folder: Path, shell: Shell) -> None:
    copy = folder / "copy.db"
    stale = folder / "copy.db-wal"
    for existing in (copy, stale):
        existing.write_text("of somebody else")
        ran = shell.run("admin", "backup", "--database", url, str(copy))
        assert (ran.status, ran.out, [*folder.iterdir()]) == (2, "", [existing])
        assert ran.err.endswith("exists already; --force replaces it [FILE_EXISTS]\n")
        ran = shell.run("admin", "backup", "--database", url, str(copy), "--force", "--json")
        done = json.loads(ran.out)
        assert (ran.status, done["tables"], done["actions"], done["faults"], done["replayed"]) == (0, 2, 3, [], True)
        assert [*folder.iterdir()] == [copy]
        assert tables_in(copy) == {"few", "waiting"}
        copy.unlink()


@pytest.mark.parametrize("moment", ["copying", "checking"])
def test_an_interrupted_backup_leaves_nothing(
    moment: str, url: str, folder: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def interrupt() -> None:
        seen.append(len([*folder.iterdir()]))
        os.kill(os.getpid(), signal.SIGINT)

    @contextmanager
    def progress(_: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: interrupt() if done < total else None

    async def check(_: str) -> Any:
        interrupt()
        await asyncio.sleep(60)

    monkeypatch.setattr("saloon.store.backup._PAGES", 1)
    if moment == "copying":
        monkeypatch.setattr(backup, "progress_bar", progress)
    else:
        monkeypatch.setattr(backup, "examine", check)
    assert shell.run("admin", "backup", "--database", url, str(folder)) == (130, "", "interrupted\n")
    assert seen[0] > 0
    assert [*folder.iterdir()] == []


def test_a_database_with_a_broken_table_can_be_backed_up_and_restored_on_request(
    url: str, file: Path, folder: Path, shell: Shell
) -> None:
    change(url, "DELETE FROM entries WHERE rev = 2")
    copy = folder / "copy.db"
    ran = shell.run("admin", "backup", "--database", url, str(copy))
    assert (ran.status, tables_in(copy)) == (1, {"few", "waiting"})
    fault = f"table few ({SOLITAIRE}) does not reproduce at rev 2: the log continues with rev 3 [LOG_DAMAGED]"
    assert ran.out.splitlines()[1:] == [fault]
    change(url, "DELETE FROM entries")
    ran = shell.run("admin", "restore", "--database", url, str(copy))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: {fault}; use --force to restore this backup anyway [BACKUP_DAMAGED]\n"
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.name}-server"}
    ran = shell.run("admin", "restore", "--database", url, str(copy), "--force")
    assert (ran.status, ran.out.splitlines()[1]) == (1, fault)


def test_a_damaged_file_is_refused(url: str, file: Path, folder: Path, shell: Shell) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(-4096, os.SEEK_END)
        damaged.write(b"\xff" * 4096)
    ran = shell.run("admin", "backup", "--database", url, str(folder))
    assert (ran.status, ran.out, [*folder.iterdir()]) == (2, "", [])
    assert "[DATABASE_DAMAGED]" in ran.err


def test_a_database_of_an_older_version_is_copied_and_not_replayed(
    url: str, file: Path, folder: Path, shell: Shell
) -> None:
    change(url, "UPDATE alembic_version SET version_num = '0006'")
    copy = folder / "copy.db"
    for task in (("backup", str(copy)), ("restore", str(copy))):
        ran = shell.run("admin", *task, "--database", url)
        assert (ran.status, ran.err) == (0, "")
        assert ": 2 tables with 3 actions" in ran.out
        assert "it has the older revision 0006, so its tables were not replayed\n" in ran.out


@pytest.mark.parametrize("task", ["backup", "restore"])
def test_what_cannot_be_copied_is_refused_with_a_sentence(
    task: str, url: str, file: Path, folder: Path, shell: Shell
) -> None:
    def refused(source: str, place: str, code: str) -> None:
        given = (source, place) if task == "backup" else (place, source)
        ran = shell.run("admin", task, "--database", f"sqlite:///{given[0]}", given[1])
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.endswith(f"[{code}]\n")

    refused(str(file), str(file), "SAME_FILE")
    refused("missing.db", str(folder / "copy.db"), "NO_DATABASE")
    (folder / "letter.txt").write_text("Dear Ann, " * 200)
    refused(str(folder / "letter.txt"), str(folder / "copy.db"), "STORE_UNAVAILABLE")
    if task == "backup":
        refused(str(file), str(folder / "none" / "copy.db"), "FILE_UNWRITABLE")
    assert not (folder / "copy.db").exists()


# --- restore ----------------------------------------------------------------------------------------------------


def test_a_restored_database_replaces_another_which_is_kept_with_its_journal(
    url: str, file: Path, folder: Path, shell: Shell
) -> None:
    copy = folder / "copy.db"
    assert shell.run("admin", "backup", "--database", url, str(copy)).status == 0
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE tables SET table_id = 'later' WHERE table_id = 'waiting'")
        other.commit()
        crashed = folder / "crashed.db"
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", f"{crashed}{suffix}")
    for suffix in ("", "-wal"):
        shutil.copy(f"{crashed}{suffix}", f"{file}{suffix}")
    ran = shell.run("admin", "restore", "--database", url, str(copy))
    kept = next(one for one in file.parent.iterdir() if re.fullmatch(r"saloon\.db\.replaced-\d{8}-\d{6}", one.name))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[1:] == [
        "the copy is intact, and all tables reproduce",
        f"the previous database is kept as {kept}",
    ]
    assert {one.name for one in file.parent.iterdir()} == {
        file.name,
        f"{file.name}-server",
        kept.name,
        f"{kept.name}-wal",
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert tables_in(file) == {"few", "waiting"}
    assert tables_in(kept) == {"few", "later"}


def test_a_backup_is_restored_where_there_was_nothing(url: str, tmp_path: Path, folder: Path, shell: Shell) -> None:
    copy = folder / "copy.db"
    shell.run("admin", "backup", "--database", url, str(copy))
    new = tmp_path / "new" / "saloon.db"
    ran = shell.run("admin", "restore", "--database", f"sqlite:///{new}", str(copy), "--json")
    assert (ran.status, "replaced" in json.loads(ran.out)) == (0, False)
    assert tables_in(new) == {"few", "waiting"}


def test_nothing_is_restored_under_a_server(url: str, file: Path, folder: Path, shell: Shell) -> None:
    copy = folder / "copy.db"
    shell.run("admin", "backup", "--database", url, str(copy))
    with claimed(url):
        ran = shell.run("admin", "restore", "--database", url, str(copy))
    assert (ran.status, ran.out) == (2, "")
    assert "[DATABASE_IN_USE]" in ran.err
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.name}-server"}


def test_a_failed_restore_leaves_the_old_database_in_place(
    url: str, file: Path, folder: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = folder / "copy.db"
    shell.run("admin", "backup", "--database", url, str(copy))
    change(url, "UPDATE tables SET table_id = 'later' WHERE table_id = 'waiting'")

    def fails(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", fails)
    ran = shell.run("admin", "restore", "--database", url, str(copy))
    assert (ran.status, "Input/output error [FILE_UNWRITABLE]" in ran.err) == (2, True)
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.name}-server"}
    assert tables_in(file) == {"few", "later"}


# --- PostgreSQL -------------------------------------------------------------------------------------------------


def test_for_postgresql_the_commands_of_the_operators_page_are_named(shell: Shell) -> None:
    page = OPERATORS.read_text().splitlines()
    for task, commands in (("backup", [backup.PG_DUMP]), ("restore", [*backup.PG_RESTORE])):
        ran = shell.run("admin", task, "--database", "postgresql://db/saloon", "saloon.dump")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.endswith(f": {' && '.join(commands)} [USE_POSTGRESQL_TOOLS]\n")
        assert set(commands) <= set(page)


def test_the_commands_of_the_operators_page_restore_a_postgresql_database(
    postgres_server: Postgres, tmp_path: Path
) -> None:
    import pgserver

    programs = Path(pgserver.__file__).parent / "pginstall" / "bin"
    if not (programs / "pg_dump").exists():
        pytest.skip("this pgserver comes without pg_dump")
    url = postgres_server.fresh()
    asyncio.run(keep(url, games()))
    section = OPERATORS.read_text().partition("### PostgreSQL")[2].partition("\n## ")[0]
    given, *blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert given.startswith("export DATABASE=")
    restored = url.replace(url.partition("?")[0].rpartition("/")[2], "saloon_restored")
    path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["sh", "-e", "-c", "".join(blocks)],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "DATABASE": url, "RESTORED": restored},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"6 tables with \d+ actions: all reproduce\n", ran.stdout)
    assert stat.S_IMODE((tmp_path / "saloon.dump").stat().st_mode) == 0o600
