"""SQLite: commits in groups, durable ones, and a disk that fails."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from saloon.core.errors import SaloonError
from saloon.store import Conflict, open_database, sqlite
from saloon.store.database import StoreUnavailable
from saloon.store.sqlite import LARGEST_BATCH
from store.databases import a_table, entry, opened, path_of


@pytest.fixture
def url(tmp_path: Path) -> str:
    """An empty file."""
    return f"sqlite:///{tmp_path / 'deep' / 'down' / 'saloon.db'}"


class Watch:
    """All opened connections, and the statements they ran."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections: list[sqlite3.Connection] = []
        self.commands: list[tuple[int, str]] = []
        self._connect = sqlite3.connect
        monkeypatch.setattr(sqlite3, "connect", self._watched)

    def _watched(self, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._connect(*args, **kwargs)
        number = len(self.connections)
        connection.set_trace_callback(lambda command: self._note(number, command))
        self.connections.append(connection)
        return connection

    def _note(self, connection: int, command: str) -> None:
        """Keep a command; SQLite names it again for each row that a trigger looks at."""
        own = [said for number, said in self.commands[-10:] if number == connection]
        if own[-1:] != [command] or not command.startswith("INSERT INTO entries"):
            self.commands.append((connection, command))

    def commits(self) -> int:
        """Return how often something was committed: each costs a wait for the disk."""
        return len(self._transactions())

    def groups(self) -> list[int]:
        """Return how many entries each commit held."""
        sizes = [sum(map(_entries_of, commands)) for commands in self._transactions()]
        return [size for size in sizes if size]

    def _transactions(self) -> list[list[str]]:
        """Return what was committed together; an INSERT that no BEGIN precedes is a transaction of its own."""
        done: list[list[str]] = []
        begun: dict[int, list[str]] = {}
        for connection, command in self.commands:
            if command.startswith("BEGIN"):
                begun[connection] = []
            elif command.startswith("COMMIT"):
                done.append(begun.pop(connection))
            elif command.startswith("ROLLBACK") and " TO " not in command:
                del begun[connection]
            elif connection in begun:
                begun[connection].append(command)
            elif command.startswith("INSERT"):
                done.append([command])
        return done


def _entries_of(command: str) -> int:
    return 1 + command.count("), (") if command.startswith("INSERT INTO entries") else 0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch the connections of the test."""
    return Watch(monkeypatch)


@asynccontextmanager
async def busy(url: str) -> AsyncIterator[None]:
    """Keep the writer waiting, so that what is written meanwhile is one group."""
    with closing(sqlite3.connect(path_of(url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        await asyncio.sleep(0.05)
        other.execute("ROLLBACK")


def test_the_file_and_its_folder_are_made(url: str) -> None:
    async def check() -> None:
        async with opened(url):
            assert Path(path_of(url)).is_file()

    asyncio.run(check())


def test_every_connection_is_durable_and_keeps_foreign_keys(url: str, watch: Watch) -> None:
    async def check() -> None:
        async with opened(url):
            assert len(watch.connections) >= 2
            for connection in watch.connections:
                settings = [
                    connection.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("journal_mode", "synchronous", "foreign_keys")
                ]
                assert settings == ["wal", 2, 1]

    asyncio.run(check())


def test_what_is_written_at_once_shares_a_commit(url: str, watch: Watch) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await asyncio.gather(*(store.create_table(a_table(f"t{number}")) for number in range(300)))
            watch.commands.clear()
            async with busy(url):
                writes = [asyncio.create_task(store.append(f"t{number}", [entry(1)])) for number in range(300)]
                await asyncio.sleep(0)
            await asyncio.gather(*writes)
            assert sum(watch.groups()) == 300
            assert 1 <= watch.commits() <= 3

    asyncio.run(check())


def test_a_group_has_a_largest_size(url: str, watch: Watch) -> None:
    count = 2 * LARGEST_BATCH + 7

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            watch.commands.clear()
            async with busy(url):
                writes = [asyncio.create_task(store.append("t1", [entry(rev)])) for rev in range(1, count + 1)]
                await asyncio.sleep(0)
            await asyncio.gather(*writes)
            assert sum(watch.groups()) == count
            assert max(watch.groups()) == LARGEST_BATCH
            assert await store.newest(["t1"]) == {"t1": count}

    asyncio.run(check())


def test_the_journal_starts_over_even_with_small_commits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = 600
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", pages)

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            for rev in range(1, 1200):
                await store.append("t1", [entry(rev)])
            assert Path(f"{path_of(url)}-wal").stat().st_size < 1.6 * pages * 4096

    asyncio.run(check())


def test_nobody_is_answered_before_the_commit(url: str, watch: Watch) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            async with busy(url):
                write = asyncio.create_task(store.append("t1", [entry(1)]))
                await asyncio.wait([write], timeout=0.1)
                assert not write.done()
            await write
            with closing(sqlite3.connect(path_of(url))) as other:
                assert other.execute("SELECT rev FROM entries").fetchall() == [(1,)]

    asyncio.run(check())


def test_who_conflicts_in_a_group_harms_nobody_else(url: str, watch: Watch) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table("t1"))
            await store.create_table(a_table("t2"))
            await store.append("t1", [entry(1)])
            watch.commands.clear()
            async with busy(url):
                writes = [
                    store.append("t2", [entry(1)]),
                    store.append("t1", [entry(1, kind="late")]),
                    store.append("t1", [entry(2)]),
                    store.append("t1", [entry(3), entry(2), entry(4)]),
                    store.append("t1", [entry(3, at=0), entry(4, at=0)]),
                    store.take_seat("t1", 0, "ben", 1),
                    store.take_seat("t1", 1, "ben", 1),
                    store.append("nowhere", [entry(1)]),
                    store.append("t2", [entry(2)]),
                    store.create_table(a_table("t2")),
                    store.rename_player("ann", "Anna"),
                ]
                tasks = [asyncio.create_task(write) for write in writes]
                await asyncio.sleep(0)
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert watch.commits() <= 2
            lost = [number for number, one in enumerate(done) if isinstance(one, Conflict)]
            assert lost == [1, 3, 5, 7, 9]
            assert [one for number, one in enumerate(done) if number not in lost] == [None] * 6
            assert await store.entries("t1") == [entry(1), entry(2), entry(3, at=0), entry(4, at=0)]
            assert await store.entries("t2") == [entry(1), entry(2)]
            assert await store.player_name("ann") == "Anna"
            found = await store.table("t1")
            assert found is not None
            assert [seat.player_id for seat in found.seats] == ["ann", "ben", None, None]

    asyncio.run(check())


def test_a_write_that_is_wrong_in_itself_harms_nobody_else_in_its_group(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            async with busy(url):
                writes = [
                    store.append("t1", [entry(1)]),
                    store.append("t1", [entry(2, payload="\ud800")]),
                    store.append("t1", [entry(2, at=1 << 70), entry(3)]),
                    store.append("t1", [entry(2)]),
                ]
                tasks = [asyncio.create_task(write) for write in writes]
                await asyncio.sleep(0)
            async with asyncio.timeout(3):
                done = await asyncio.gather(*tasks, return_exceptions=True)
            assert [one is None for one in done] == [True, False, False, True]
            assert await store.entries("t1") == [entry(1), entry(2)]

    asyncio.run(check())


def test_a_database_belongs_to_the_event_loop_that_opened_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            with pytest.raises(RuntimeError, match="event loop"):
                await asyncio.to_thread(asyncio.run, store.add_player("bob", "Bob", 1))

    asyncio.run(check())


def test_a_cancelled_writer_affects_no_other(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            async with busy(url):
                task = asyncio.create_task(store.append("t1", [entry(1)]))
                await asyncio.sleep(0.01)
                task.cancel()
            await store.append("t1", [entry(2)])
            assert [one.rev for one in await store.entries("t1")] == [1, 2]

    asyncio.run(check())


# --- a disk that fails ------------------------------------------------------------------------------------------


@contextmanager
def full_disk(watch: Watch) -> Iterator[None]:
    """Let SQLite find no room for another page, as on a full disk."""
    for connection in watch.connections:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
    yield
    for connection in watch.connections:
        connection.execute("PRAGMA max_page_count=1000000")


@contextmanager
def no_more_bytes(url: str) -> Iterator[None]:
    """Let the operating system refuse every byte beyond what the log of SQLite has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path_of(url)}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("kind", ["full", "refused"])
def test_a_disk_that_takes_no_more_loses_nothing_and_is_used_again_later(url: str, watch: Watch, kind: str) -> None:
    large = "x" * 300_000

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.append("t1", [entry(1)])
            with full_disk(watch) if kind == "full" else no_more_bytes(url):
                for _ in range(2):
                    with pytest.raises(StoreUnavailable, match="the database cannot be written: ") as failed:
                        await store.append("t1", [entry(2), entry(3, payload=large)])
                    assert failed.value.code == "STORE_UNAVAILABLE"
                group = [store.append("t1", [entry(2, payload=large)]), store.append("t1", [entry(3, payload=large)])]
                failures = await asyncio.gather(*group, return_exceptions=True)
                assert {type(one) for one in failures} == {StoreUnavailable}
                assert await store.entries("t1") == [entry(1)]
            await store.append("t1", [entry(2), entry(3, payload=large)])
            assert await store.entries("t1") == [entry(1), entry(2), entry(3, payload=large)]
            assert await store.database.read("PRAGMA integrity_check") == [("ok",)]
        async with opened(url) as store:
            assert await store.entries("t1") == [entry(1), entry(2), entry(3, payload=large)]

    asyncio.run(check())


def test_a_file_that_another_program_holds_is_unavailable_for_now(
    url: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saloon.store.sqlite._BUSY_SECONDS", 0.2)

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            async with busy(url):
                with pytest.raises(StoreUnavailable, match="locked"):
                    await store.append("t1", [entry(1)])
            await store.append("t1", [entry(1)])
            assert await store.entries("t1") == [entry(1)]

    asyncio.run(check())


class Stubborn(sqlite3.Connection):
    """A connection whose disk fails at commits and does not even let it roll back."""

    fails = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if self.fails and sql in ("COMMIT", "ROLLBACK"):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_writer_that_cannot_roll_back_survives_and_acknowledges_only_what_is_written(
    is_replaced: bool, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Stubborn] = []
    connect, refused = sqlite3.connect, [0]

    def stubborn(*args: Any, **more: Any) -> sqlite3.Connection:
        if refused[0]:
            raise sqlite3.OperationalError("unable to open database file")
        connection = connect(*args, factory=Stubborn, **more)
        made.append(connection)
        return connection

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            monkeypatch.setattr(sqlite3, "connect", stubborn)
            for connection in made:
                connection.fails = True
            refused[0] = not is_replaced
            async with asyncio.timeout(10):
                with pytest.raises(StoreUnavailable, match="disk I/O error"):  # several statements, so with a commit
                    await store.take_seat("t1", 1, "ben", 1)
                if not is_replaced:
                    for _ in range(2):
                        with pytest.raises(StoreUnavailable):  # one statement, which needs none of its own
                            await store.append("t1", [entry(1)])
                    refused[0] = 0
                    made[-1].fails = False
                    for connection in made:
                        connection.fails = False
                await store.append("t1", [entry(1)])
            monkeypatch.setattr(sqlite3, "connect", connect)
            with closing(sqlite3.connect(path_of(url))) as other:
                assert other.execute("SELECT rev FROM entries").fetchall() == [(1,)]
                assert other.execute("SELECT player_id FROM seats WHERE seat = 1").fetchall() == [(None,)]

    monkeypatch.setattr(sqlite3, "connect", stubborn)
    asyncio.run(check())


# --- files that are none ----------------------------------------------------------------------------------------


async def refused(url: str) -> SaloonError:
    """Return the error by which a database is refused, every connection to it closed."""
    database = open_database(url)
    with pytest.raises(SaloonError) as error:
        await database.open()
    await database.close()
    return error.value


def test_a_file_that_is_not_a_database_is_refused_with_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 1000)
    error = asyncio.run(refused(f"sqlite:///{file}"))
    assert "not a database" in error.reason
    assert file.read_text() == "Dear Ann, " * 1000


def test_a_place_that_cannot_be_a_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "saloon.db"):
        assert str(place) in asyncio.run(refused(f"sqlite:///{place}")).reason
