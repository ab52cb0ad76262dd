"""The mark by which a copy of an SQLite file without its journal is noticed."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from saloon.store import Store, open_database
from saloon.store.journal import connected, lacks_journal
from store.databases import a_table, entry

SUFFIXES = ("", "-wal")


@asynccontextmanager
async def serving(file: Path) -> AsyncIterator[Store]:
    """Open a file as a server does, with one action in it."""
    database = open_database(f"sqlite:///{file}", serving=True)
    await database.open()
    store = Store(database)
    await store.add_player("ann", "Ann", 1)
    await store.create_table(a_table())
    await store.append("t1", [entry(1)])
    yield store
    await database.close()


async def looked_at(file: Path) -> None:
    """Open and close a file as the doctor does."""
    database = open_database(f"sqlite:///{file}")
    await database.open()
    await database.close()


def copied(file: Path, name: str, *suffixes: str) -> Path:
    """Copy some of the files of a database."""
    copy = file.with_name(name)
    for suffix in suffixes:
        shutil.copy(f"{file}{suffix}", f"{copy}{suffix}")
    return copy


def actions(file: Path) -> int:
    """Return how many actions a file holds, past the store."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_a_copy_of_the_file_alone_is_noticed_while_a_server_uses_it_and_not_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "saloon.db"

    async def check() -> None:
        async with serving(file):
            assert not lacks_journal(str(file))
            assert lacks_journal(str(copied(file, "bare.db", "")))
            assert not lacks_journal(str(copied(file, "whole.db", *SUFFIXES)))

    asyncio.run(check())
    assert actions(tmp_path / "whole.db") == 1
    assert not Path(f"{file}-wal").exists()
    assert not lacks_journal(str(copied(file, "later.db", "")))
    assert actions(tmp_path / "later.db") == 1


def test_looking_at_a_bare_copy_does_not_make_it_whole(tmp_path: Path) -> None:
    file = tmp_path / "saloon.db"

    async def check() -> None:
        async with serving(file):
            bare = copied(file, "bare.db", "")
        for _ in range(2):
            await looked_at(bare)
            with connected(str(bare)) as connection:
                connection.execute("SELECT 1 FROM sqlite_master").fetchall()
            assert lacks_journal(str(bare))

    asyncio.run(check())


@pytest.mark.parametrize("tool", ["store", "connection"])
def test_a_tool_that_is_first_after_a_crash_leaves_a_whole_file(tool: str, tmp_path: Path) -> None:
    """Its connection is the last to close, so SQLite removes the journal."""
    file = tmp_path / "saloon.db"

    async def check() -> None:
        async with serving(file):
            crashed = copied(file, "crashed.db", *SUFFIXES)
        for _ in range(2):
            if tool == "store":
                await looked_at(crashed)
            else:
                with connected(str(crashed)) as connection:
                    connection.execute("SELECT 1 FROM sqlite_master").fetchall()
            assert not Path(f"{crashed}-wal").exists()
            assert not lacks_journal(str(crashed))
        assert actions(crashed) == 1

    asyncio.run(check())


def test_a_tool_beside_a_server_does_not_take_the_mark_away(tmp_path: Path) -> None:
    file = tmp_path / "saloon.db"

    async def check() -> None:
        async with serving(file) as store:
            await looked_at(file)
            with connected(str(file)) as connection:
                connection.execute("SELECT 1 FROM sqlite_master").fetchall()
            await store.append("t1", [entry(2)])
            assert lacks_journal(str(copied(file, "bare.db", "")))

    asyncio.run(check())
    assert actions(file) == 2


def test_a_reader_that_outlives_the_server_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "saloon.db"

    async def check() -> sqlite3.Connection:
        async with serving(file):
            reader = sqlite3.connect(file, isolation_level=None)
            reader.execute("SELECT count(*) FROM entries").fetchone()
        return reader

    asyncio.run(check()).close()
    assert not lacks_journal(str(file))
    assert actions(file) == 1


def test_files_of_earlier_versions_and_other_files_are_not_suspected(tmp_path: Path) -> None:
    asyncio.run(looked_at(tmp_path / "old.db"))  # in WAL mode, and without a mark
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 20)
    for name in ("old.db", "letter.txt", "missing.db", "."):
        assert not lacks_journal(str(tmp_path / name))


def test_a_server_warns_once_of_a_bare_copy(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "saloon.db"

    async def check() -> None:
        async with serving(file):
            bare = copied(file, "bare.db", "")
        assert not caplog.records
        await looked_at(bare)
        assert not caplog.records
        for _ in range(2):
            database = open_database(f"sqlite:///{bare}", serving=True)
            await database.open()
            await database.close()

    asyncio.run(check())
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith(f"{tmp_path / 'bare.db'}: the database file lacks its journal")
