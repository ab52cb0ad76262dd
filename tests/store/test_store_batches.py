"""PostgreSQL: what many tables accepted is written in one commit, and a race that one of them lost harms no other."""

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg

from saloon.core.game import Outcome
from saloon.store import Conflict, Store
from saloon.store.database import StoreUnavailable
from saloon.store.records import Addition, Finish, Position, StoredEntry
from saloon.store.store import Result
from samples import FOURSOME
from store.databases import Postgres, a_record, a_table, entry, execute, fetch, opened

MANY = [f"t{number}" for number in range(20)]


def at_tables(postgres: Postgres, check: Callable[[str, Store], Awaitable[None]]) -> None:
    """Run a check on a database with many tables."""
    url = postgres.emptied()

    async def run() -> None:
        async with opened(url) as store:
            for table_id in MANY:
                await store.create_table(a_table(table_id, status="active"))
            await check(url, store)

    asyncio.run(run())


def additions(*revs: int) -> list[Addition]:
    return [Addition(table_id, [entry(rev) for rev in revs]) for table_id in MANY]


async def commits(url: str) -> int:
    """Return how many transactions wrote to the log."""
    return int((await fetch(url, "SELECT count(DISTINCT xmin::text) FROM entries"))[0][0])


def test_actions_of_many_tables_share_one_commit(postgres: Postgres) -> None:
    async def check(url: str, store: Store) -> None:
        assert await store.append_all(additions(1, 2)) == {}
        assert await commits(url) == 1
        assert await store.append_all(additions(3)) == {}
        assert await commits(url) == 2
        for table_id in MANY:
            assert await store.entries(table_id) == [entry(1), entry(2), entry(3)]

    at_tables(postgres, check)


def test_a_lost_race_leaves_out_one_table_and_the_others_still_share_a_commit(postgres: Postgres) -> None:
    async def check(url: str, store: Store) -> None:
        others = StoredEntry(1, 3, "draw", "{}", 5)
        await store.append("t7", [others])
        failures = await store.append_all(additions(1, 2))
        assert set(failures) == {"t7"}
        assert isinstance(failures["t7"], Conflict)
        assert await store.entries("t7") == [others], "not even the entry that would have followed"
        assert await store.entries("t8") == [entry(1), entry(2)]
        assert await commits(url) == 2

    at_tables(postgres, check)


def test_a_race_that_is_lost_during_the_write_harms_no_other_table(postgres: Postgres) -> None:
    """Another process has written, and commits only after the batch has begun to insert."""

    async def check(url: str, store: Store) -> None:
        other = await asyncpg.connect(url)
        try:
            transaction = other.transaction()
            await transaction.start()
            for table_id in ("t3", "t7"):
                await other.execute(
                    "INSERT INTO entries (table_id, rev, seat, kind, payload) VALUES ($1, 1, 3, 'draw', '{}')", table_id
                )
            writing = asyncio.create_task(store.append_all(additions(1, 2)))
            while not await fetch(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
            assert not writing.done()
            await transaction.commit()
            failures = await writing
        finally:
            await other.close()
        assert set(failures) == {"t3", "t7"}
        assert all(isinstance(error, Conflict) for error in failures.values())
        assert await commits(url) == 2
        for table_id in MANY:
            assert [one.seat for one in await store.entries(table_id)] == ([3] if table_id in failures else [0, 0])

    at_tables(postgres, check)


def test_two_processes_that_write_at_the_same_tables_never_wait_in_turn(postgres: Postgres) -> None:
    async def check(url: str, store: Store) -> None:
        async with opened(url) as second:
            for rev in range(1, 30):
                there, back = additions(rev), additions(rev)[::-1]
                lost = await asyncio.gather(store.append_all(there), second.append_all(back))
                assert set(lost[0]) | set(lost[1]) == set(MANY), "each table was lost by one of them"
                assert not set(lost[0]) & set(lost[1])
                assert all(isinstance(error, Conflict) for one in lost for error in one.values())
        assert await store.newest(MANY) == dict.fromkeys(MANY, 29)

    at_tables(postgres, check)


def test_a_gap_is_refused_in_a_batch_too(postgres: Postgres) -> None:
    async def check(_: str, store: Store) -> None:
        wrong = Addition("t5", [entry(1), entry(3)])
        failures = await store.append_all([*additions(1)[:5], wrong, *additions(1)[6:]])
        assert set(failures) == {"t5"}
        assert isinstance(failures["t5"], Conflict)
        assert await store.newest(MANY) == {table_id: 1 for table_id in MANY if table_id != "t5"}

    at_tables(postgres, check)


def test_what_cannot_be_stored_harms_no_other_table(postgres: Postgres) -> None:
    async def check(_: str, store: Store) -> None:
        gone, unreadable = Addition("gone", [entry(1)]), Addition("t4", [entry(1, payload="\0")])
        failures = await store.append_all([*additions(1)[:4], unreadable, gone, *additions(1)[5:]])
        assert set(failures) == {"t4", "gone"}
        assert await store.newest(MANY) == {table_id: 1 for table_id in MANY if table_id != "t4"}

    at_tables(postgres, check)


def test_a_game_that_ends_in_a_batch_is_written_with_its_results_or_not_at_all(postgres: Postgres) -> None:
    async def check(url: str, store: Store) -> None:
        finish = Finish(9, Outcome((0,), "won", (1, 0, 0, 0)), (Result(0, "ann", FOURSOME, a_record()),))
        await store.append("t2", [entry(1, seat=3)])
        ending = [Addition(table_id, [entry(1)], finish) for table_id in ("t1", "t2")]
        assert set(await store.append_all([*ending, *additions(1)[3:]])) == {"t2"}
        assert await commits(url) == 2
        statuses = {table_id: (await store.table(table_id)) for table_id in ("t1", "t2")}
        assert [one.status for one in statuses.values() if one] == ["finished", "active"]
        assert set(await store.results(["t1", "t2"])) == {"t1"}

    at_tables(postgres, check)


def test_a_database_that_is_gone_is_unavailable_for_all_tables(postgres: Postgres) -> None:
    async def check(url: str, store: Store) -> None:
        await execute(url, "ALTER TABLE entries RENAME TO missing")
        try:
            failures = await store.append_all(additions(1))
        finally:
            await execute(url, "ALTER TABLE missing RENAME TO entries")
        assert set(failures) == set(MANY)
        assert all(isinstance(error, StoreUnavailable) for error in failures.values())

    at_tables(postgres, check)


def test_one_query_finds_the_changed_tables(postgres: Postgres) -> None:
    async def check(_: str, store: Store) -> None:
        stored = await store.table("t1")
        assert stored is not None
        await store.append("t1", [entry(1), entry(2), entry(3)])
        await store.append("t2", [entry(1)])
        positions = await store.positions(["t1", "t3", "gone"])
        assert positions == {"t1": Position(stored.version, 3), "t3": Position(stored.version, 0)}
        found = await store.entries_since({"t1": 1, "t2": 0, "t3": 0, "gone": 0})
        assert found == {"t1": [entry(2), entry(3)], "t2": [entry(1)]}

    at_tables(postgres, check)


def test_every_change_of_a_table_or_its_seats_changes_its_version(postgres: Postgres) -> None:
    async def check(_: str, store: Store) -> None:
        await store.create_table(a_table("new"))
        seen = []

        async def look() -> None:
            stored = await store.table("new")
            assert stored is not None
            assert (await store.positions(["new"]))["new"].version == stored.version
            assert stored.version not in seen
            seen.append(stored.version)

        await look()
        await store.take_seat("new", 1, "ben", None)
        await look()
        await store.free_seat("new", 1, "ben")
        await look()
        for seat, player in ((1, "cid"), (2, "ben"), (3, "dan")):
            await store.take_seat("new", seat, player, 5)
            await look()
        await store.give_to_bot("new", Result(1, "cid", FOURSOME, a_record()), "greedy", 7)
        await look()
        table = await store.table("new")
        await store.create_table(a_table("again"), after=table)
        await look()
        await store.append("new", [entry(1)], Finish(9, Outcome((0,), "won", (1, 0, 0, 0)), ()))
        await look()

    at_tables(postgres, check)
