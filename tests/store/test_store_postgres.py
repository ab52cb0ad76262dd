"""PostgreSQL: a server that goes away and comes back, and many who write at once; and what a killed process leaves."""

import asyncio
import os
import subprocess
import sys
from collections import defaultdict

import pytest

from saloon.core.errors import SaloonError
from saloon.store import Conflict, Store, open_database
from saloon.store.database import StoreUnavailable
from saloon.store.postgres import numbered
from store.databases import CUT_OFF, ENVIRONMENT, Postgres, a_table, entry, execute, fetch, opened


def test_question_marks_become_numbers() -> None:
    assert numbered("SELECT 1") == "SELECT 1"
    assert numbered("a = ? AND b IN (?, ?)") == "a = $1 AND b IN ($2, $3)"
    assert numbered("?" * 12) == "".join(f"${number}" for number in range(1, 13))


def test_commits_wait_for_the_disk(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            assert await store.database.read("SHOW synchronous_commit") in ([("on",)], [("remote_apply",)])

    asyncio.run(check())


def test_more_may_write_at_once_than_there_are_connections(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            names = [f"t{number}" for number in range(200)]
            await asyncio.gather(*(store.create_table(a_table(name)) for name in names))
            await asyncio.gather(*(store.append(name, [entry(1)]) for name in names))
            assert await store.newest(names) == dict.fromkeys(names, 1)

    asyncio.run(check())


def test_a_server_that_stops_and_starts_again_is_used_again(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.append("t1", [entry(1)])
            await asyncio.to_thread(postgres.stop)
            try:
                for _ in range(2):
                    with pytest.raises(StoreUnavailable, match="the database cannot be written"):
                        await store.append("t1", [entry(2)])
                    with pytest.raises(StoreUnavailable, match="the database cannot be read"):
                        await store.entries("t1")
            finally:
                await asyncio.to_thread(postgres.start)
            await eventually(store, 2)
            assert await store.entries("t1") == [entry(1), entry(2)]

    asyncio.run(check())


async def eventually(store: Store, rev: int) -> None:
    """Write an entry; old connections may fail first."""
    for _ in range(20):
        try:
            await store.append("t1", [entry(rev)])
        except StoreUnavailable:
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError("the store does not come back")


def test_a_closed_connection_is_replaced(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await execute(url, CUT_OFF)
            await eventually(store, 1)
            assert await store.entries("t1") == [entry(1)]

    asyncio.run(check())


def test_a_database_that_takes_no_writes_is_unavailable_until_it_does(postgres: Postgres) -> None:
    url = postgres.fresh()
    name = asyncio.run(fetch(url, "SELECT current_database()"))[0][0]

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
        await execute(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        database = open_database(url)
        await database.open()
        with pytest.raises(StoreUnavailable, match="read-only transaction"):
            await Store(database).append("t1", [entry(1)])
        assert await Store(database).entries("t1") == []
        await database.close()
        await execute(url, "SET default_transaction_read_only = off", f"ALTER DATABASE {name} RESET ALL")
        async with opened(url) as store:
            await store.append("t1", [entry(1)])
            assert await store.entries("t1") == [entry(1)]

    asyncio.run(check())


def test_a_server_that_is_not_there_is_refused_with_a_sentence(postgres: Postgres) -> None:
    async def refused(url: str) -> SaloonError:
        database = open_database(url)
        with pytest.raises(SaloonError) as error:
            await database.open()
        await database.close()
        return error.value

    assert asyncio.run(refused("postgresql://saloon@127.0.0.1:1/saloon")).code == "STORE_UNAVAILABLE"
    missing = asyncio.run(refused(postgres.emptied().replace("/saloon_", "/never_")))
    assert missing.code == "STORE_UNAVAILABLE"
    assert "does not exist" in missing.reason


def test_everything_acknowledged_survives_a_kill(url: str) -> None:
    """A process writes as fast as it can and is killed in the middle; its log has no gaps and lacks nothing."""
    acknowledged: dict[str, int] = defaultdict(int)
    with subprocess.Popen(
        [sys.executable, "-m", "store.writing", url], stdout=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        for number, line in enumerate(process.stdout):
            table_id, rev = line.decode().split()
            acknowledged[table_id] = int(rev)
            if number == 300:
                os.kill(process.pid, 9)
    assert len(acknowledged) == 8

    async def check() -> None:
        async with opened(url) as store:
            for table_id, rev in acknowledged.items():
                log = await store.entries(table_id)
                assert len(log) >= rev
                assert log == [entry(number) for number in range(1, len(log) + 1)]
                await store.append(table_id, [entry(len(log) + 1)])

    asyncio.run(check())


def test_lost_transactions_of_a_serializable_database_are_run_again(postgres: Postgres) -> None:
    """Databases that speak PostgreSQL's protocol are often serializable; who loses a race there has to try again."""
    url = postgres.fresh()
    name = url.partition("?")[0].rpartition("/")[2]
    asyncio.run(execute(url, f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"))
    tables = [f"t{number}" for number in range(8)]
    won: dict[str, list[int]] = defaultdict(list)

    async def play(store: Store, table_id: str) -> None:
        """Write what comes next, whoever wrote last; lose a race now and then."""
        for _ in range(12):
            rev = (await store.newest([table_id])).get(table_id, 0) + 1
            try:
                await store.append(table_id, [entry(rev)])
            except Conflict:
                continue
            won[table_id].append(rev)

    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            assert await store.database.read("SHOW transaction_isolation") == [("serializable",)]
            await asyncio.gather(*(store.create_table(a_table(one)) for one in tables))
            names = [one.rename_player("ann", str(number)) for number, one in enumerate((store, other) * 10)]
            plays = [play(one, table_id) for table_id in tables for one in (store, other)]
            await asyncio.gather(*plays, *names)
            for table_id in tables:
                assert [one.rev for one in await store.entries(table_id)] == sorted(won[table_id])

    asyncio.run(check())
