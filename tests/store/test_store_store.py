"""What the store keeps, over SQLite and PostgreSQL alike."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from saloon.core.errors import BadInput
from saloon.core.game import Outcome
from saloon.store import Conflict, Store, StoredSeat, StoredTable, open_database
from saloon.store.analyses import AnalysisStore
from saloon.store.daily import DailyStore
from saloon.store.database import Row, Statement, StoreUnavailable
from saloon.store.deal_ratings import DealRatingStore
from saloon.store.duplicates import DuplicateStore
from saloon.store.players import PlayerName
from saloon.store.postgres import numbered
from saloon.store.store import Finish, Result, Seen, StoredEntry
from samples import DUEL, FOURSOME, SOLITAIRE, TIMED
from store.databases import LATE, Postgres, a_record, a_table, entry, opened

ODD = "O'Brien; DROP TABLE players --? $1 é 🂡 \\ \" \n\t"


def the_end(*seats: tuple[int, str], at: int = LATE, score: int = 3) -> Finish:
    results = tuple(Result(seat, player, FOURSOME, a_record(score)) for seat, player in seats)
    return Finish(at, Outcome((0,), "penalty", (1, 2, 3, 4)), results)


async def count(store: Store, table: str) -> int:
    return int((await store.database.read(f"SELECT count(*) FROM {table}"))[0][0])


# --- players and secrets ----------------------------------------------------------------------------------------


def test_the_first_to_ask_sets_a_secret(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            assert await store.secret("signing", "one") == "one"
            assert await store.secret("signing", "two") == "one"
            assert await store.secret("other", "two") == "two"
        async with opened(url) as store:
            assert await store.secret("signing", "three") == "one"

    asyncio.run(check())


def test_all_who_ask_at_once_get_the_same_secret(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            got = await asyncio.gather(*(store.secret("signing", str(number)) for number in range(40)))
            assert len(set(got)) == 1

    asyncio.run(check())


def test_the_first_to_find_a_daily_deal_sets_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            assert await DailyStore(store).daily_deal(TIMED, "2026-01-31") is None
            await DailyStore(store).keep_daily_deal(TIMED, "2026-01-31", ODD)
            await DailyStore(store).keep_daily_deal(TIMED, "2026-01-31", "another")
            await DailyStore(store).keep_daily_deal(SOLITAIRE, "2026-01-31", "another")
        async with opened(url) as store:
            assert await DailyStore(store).daily_deal(TIMED, "2026-01-31") == ODD
            assert await DailyStore(store).daily_deal(TIMED, "2026-02-01") is None

    asyncio.run(check())


def test_the_analysis_of_the_longest_log_is_kept_and_goes_with_its_table(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            analyses = AnalysisStore(store.database)
            await store.create_table(a_table())
            assert await analyses.read("t1", 3, 1) is None
            await analyses.keep("t1", 3, 1, ODD)
            assert await analyses.read("t1", 3, 1) == ODD
            assert await analyses.read("t1", 4, 1) is None
            assert await analyses.read("t1", 3, 2) is None
            await analyses.keep("t1", 2, 1, "shorter")
            assert await analyses.read("t1", 3, 1) == ODD
            await analyses.keep("t1", 3, 2, "newer")
            await analyses.keep("t1", 5, 2, "longer")
            assert [await analyses.read("t1", rev, 2) for rev in (3, 5)] == [None, "longer"]
            await analyses.keep("gone", 1, 1, "of no table")
            assert await count(store, "analyses") == 1
            await store.remove_waiting("t1")
            assert await count(store, "analyses") == 0

    asyncio.run(check())


def test_the_rating_of_a_deal_is_kept_with_its_table(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            ratings = DealRatingStore(store.database)
            await store.create_table(a_table())
            assert await ratings.read("t1", 1) is None
            await ratings.keep("t1", 1, ODD)
            assert await ratings.read("t1", 1) == ODD
            await ratings.keep("t1", 2, "newer")
            assert [await ratings.read("t1", version) for version in (1, 2)] == [None, "newer"]
            await ratings.keep("gone", 1, "of no table")
            assert await count(store, "deal_ratings") == 1
            await store.remove_waiting("t1")
            assert await count(store, "deal_ratings") == 0

    asyncio.run(check())


def test_players_have_names_and_can_change_them(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.add_player("p1", ODD, LATE)
            assert await store.player_name("p1") == ODD
            await store.add_player("p1", "somebody else", LATE)
            assert await store.player_name("p1") == ODD
            await store.rename_player("p1", "Zoë")
            assert await store.player_name("p1") == "Zoë"
            await store.rename_player("nobody", "Nemo")
            assert await store.player_name("nobody") is None
            assert await store.names(["p1", "ann", "ann", "nobody"]) == {
                "p1": PlayerName("Zoë"),
                "ann": PlayerName("Ann"),
            }
            assert await store.names([]) == {}

    asyncio.run(check())


def test_a_bot_account_stays_one_and_a_person_a_person(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.add_player("b1", "Careful", 1, is_bot=True)
            for is_bot in (False, True):
                await store.add_player("b1", "Careful", LATE, is_bot=is_bot)
                await store.add_player("ann", "Ann", LATE, is_bot=is_bot)
                await store.rename_player("b1", "Bold")
                assert await store.named("b1") == PlayerName("Bold", is_bot=True)
                assert await store.named("ann") == PlayerName("Ann", is_bot=False)
            assert await store.named("nobody") is None

    asyncio.run(check())


def test_people_are_compared_with_people(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.add_player("deep", "Deep", 1, is_bot=True)
            duplicates, day = DuplicateStore(store), "2026-01-01"
            seed = await duplicates.seed(DUEL, day, "seed")
            for host in ("ann", "deep", "ben"):
                seats = (StoredSeat(0, "human", None, host), StoredSeat(1, "bot", "greedy", None))
                await store.create_table(a_table(f"of-{host}", game=DUEL, host=host, seed=seed, seats=seats))
                results = (Result(0, host, DUEL, a_record()),)
                await store.append(f"of-{host}", [entry(1)], Finish(7, Outcome((0,), "resigned", (0, 0)), results))
            found = await duplicates.tables_on(DUEL, day, 10)
            assert sorted(one.player_id for one in found) == ["ann", "ben"]
            assert [one.day for one in await duplicates.tables_of("deep", DUEL)] == [day], "it sees its own"

    asyncio.run(check())


def test_more_names_can_be_asked_for_than_a_query_has_places(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            many = [str(number) for number in range(40_000)]
            assert await store.names([*many, "ann"]) == {"ann": PlayerName("Ann")}
            await store.create_table(a_table("t1"))
            await store.append("t1", [entry(1)])
            assert await store.newest([*many, "t1"]) == {"t1": 1}

    asyncio.run(check())


def test_a_name_with_a_nul_is_simply_not_there(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            assert await store.table("\0") is None
            assert await store.player_name("a\0b") is None

    asyncio.run(check())


# --- tables -----------------------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was_written(url: str) -> None:
    seats = (
        StoredSeat(0, "human", None, "ann", 3),
        StoredSeat(1, "bot", "greedy", None, 1),
        StoredSeat(2, "human"),
        StoredSeat(3, "human", None, "ben"),
    )
    plain = a_table("plain")
    full = a_table(
        "full",
        game=ODD,
        seed=ODD,
        nonce=ODD,
        options={"text": ODD, "number": 1, "list": [None, True]},
        dealt_to=("human", "bot", "human", "human"),
        seats=seats,
        start={"state": {"deep": [1, {"x": ODD}]}, "help": {}},
        private=True,
        seeded=True,
        status="active",
        created_at=LATE,
        started_at=LATE + 1,
        rematch="plain",
    )

    async def check() -> None:
        async with opened(url) as store:
            for table in (plain, full):
                await store.create_table(table)
        async with opened(url) as store:
            for table in (plain, full):
                found = await store.table(table.table_id)
                assert found == table
                assert found is not None
                assert type(found.private) is type(found.seeded) is bool
            assert await store.table("nowhere") is None

    asyncio.run(check())


def test_a_table_is_created_with_all_its_seats_or_not_at_all(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            with pytest.raises(Conflict):
                await store.create_table(a_table(seed="8"))
            found = await store.table("t1")
            assert found is not None
            assert found.seed == "7"
            twice = (StoredSeat(0, "human", None, "ann"), StoredSeat(0, "human"))
            with pytest.raises(Conflict):
                await store.create_table(a_table("t2", seats=twice))
            stranger = (StoredSeat(0, "human", None, "stranger"), StoredSeat(1, "human"))
            with pytest.raises(Conflict):
                await store.create_table(a_table("t3", seats=stranger))
            with pytest.raises(Conflict):
                await store.create_table(a_table("t4", host="stranger"))
            assert await store.table_ids() == ["t1"]
            assert await count(store, "seats") == 4

    asyncio.run(check())


def test_lists_of_tables(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            ben_too = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "human", None, "ben"))
            tables = [
                a_table("old", created_at=10),
                a_table("secret", created_at=20, private=True),
                a_table("going", created_at=30, status="active", game=DUEL, seats=ben_too),
                a_table("over", created_at=40, status="finished", seats=ben_too),
                a_table("new", created_at=50, host="ben", seats=(StoredSeat(0, "human", None, "ben"),)),
            ]
            for table in random.Random(7).sample(tables, len(tables)):
                await store.create_table(table)

            def named(found: list[StoredTable]) -> list[str]:
                assert all(table in tables for table in found)
                return [table.table_id for table in found]

            assert await store.table_ids() == ["old", "secret", "going", "over", "new"]
            assert named(await store.open_tables(None, 0, 100)) == ["new", "going", "old"]
            assert named(await store.open_tables(None, 0, 2)) == ["new", "going"]
            assert named(await store.open_tables(DUEL, 0, 100)) == ["going"]
            assert named(await store.open_tables(SOLITAIRE, 0, 100)) == []
            assert named(await store.tables_of("ann", 100)) == ["going", "secret", "old"]
            assert named(await store.tables_of("ann", 1)) == ["going"]
            assert named(await store.tables_of("ben", 100)) == ["new", "going"]
            assert named(await store.tables_of("cid", 100)) == []
            assert [await store.hosted(name) for name in ("ann", "ben", "cid")] == [3, 1, 0]

    asyncio.run(check())


def test_everything_in_the_news_of_a_table_changes_its_standing(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(two_open("t1"))
            await store.create_table(a_table("t2"))
            seen = []

            async def look() -> None:
                tables = {table_id: await store.table(table_id) for table_id in ("t1", "t2")}
                standings = await store.standings(["t1", "t2", "gone"])
                assert standings == {name: table.standing for name, table in tables.items() if table is not None}
                seen.append(standings["t1"])

            await look()
            await store.take_seat("t1", 2, "cid", 7)
            await look()
            await store.free_seat("t1", 2, "cid")
            await look()
            await store.take_seat("t1", 2, "cid", 7)
            await look()
            await store.take_seat("t1", 1, "dan", 7)
            await look()
            await store.give_to_bot("t1", Result(0, "ann", FOURSOME, a_record()), "greedy", 8)
            await look()
            await store.create_table(a_table("t3"), after=await store.table("t1"))
            await look()
            assert len(set(seen)) == len(seen)

    asyncio.run(check())


def test_tables_with_a_running_clock_come_most_recently_seen_first_and_in_pages(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in (3, 1, 2):
                await store.create_table(a_table(f"t{number}", created_at=number, status="active", timed=True))
            await store.create_table(a_table("same", created_at=2, status="active", timed=True))
            await store.create_table(a_table("waiting", timed=True))
            await store.create_table(a_table("untimed", status="active"))
            assert await store.timed_tables(9) == [(3, "t3"), (2, "t2"), (2, "same"), (1, "t1")]
            assert await store.timed_tables(2) == [(3, "t3"), (2, "t2")]
            assert await store.timed_tables(2, (2, "t2")) == [(2, "same"), (1, "t1")]
            assert await store.timed_tables(2, (1, "t1")) == []

    asyncio.run(check())


# --- seats ------------------------------------------------------------------------------------------------------


def test_the_last_to_sit_down_starts_the_game(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.create_table(a_table("other"))
            for seat, player in ((1, "ben"), (2, "cid")):
                await store.take_seat("t1", seat, player, LATE)
            found = await store.table("t1")
            assert found is not None
            assert (found.status, found.started_at) == ("waiting", None)
            await store.take_seat("t1", 3, "dan", LATE)
            found = await store.table("t1")
            assert found is not None
            assert (found.status, found.started_at) == ("active", LATE)
            assert [seat.player_id for seat in found.seats] == ["ann", "ben", "cid", "dan"]
            assert [seat.generation for seat in found.seats] == [0, 0, 0, 0]
            assert await store.table("other") == a_table("other")

    asyncio.run(check())


def test_without_a_time_nobody_starts_the_game(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            seats = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "human"))
            await store.create_table(a_table(seats=seats))
            await store.take_seat("t1", 1, "ben", None)
            found = await store.table("t1")
            assert found is not None
            assert (found.status, found.seats[1].player_id) == ("waiting", "ben")

    asyncio.run(check())


def test_a_seat_that_is_taken_or_a_bots_or_not_there_cannot_be_taken(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            seats = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "bot", "greedy"), StoredSeat(2, "human"))
            table = a_table(seats=seats)
            await store.create_table(table)
            for seat in (0, 1, 3):
                with pytest.raises(Conflict):
                    await store.take_seat("t1", seat, "ben", LATE)
            with pytest.raises(Conflict):
                await store.take_seat("nowhere", 0, "ben", LATE)
            with pytest.raises(Conflict):
                await store.take_seat("t1", 2, "stranger", LATE)
            assert await store.table("t1") == table

    asyncio.run(check())


def test_one_of_many_gets_the_seat(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            seats = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "human"))
            await store.create_table(a_table(seats=seats))
            players = ["ben", "cid", "dan"] * 5
            sat = await asyncio.gather(
                *(store.take_seat("t1", 1, player, LATE) for player in players), return_exceptions=True
            )
            assert sorted(type(one).__name__ for one in sat) == ["Conflict"] * 14 + ["NoneType"]
            found = await store.table("t1")
            assert found is not None
            assert (found.status, found.seats[1].player_id) == ("active", players[sat.index(None)])

    asyncio.run(check())


def test_players_who_sit_down_at_the_same_time_start_the_game(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in range(10):
                await store.create_table(a_table(f"t{number}", created_at=number))
            takers = [
                store.take_seat(f"t{number}", seat, player, LATE)
                for number in range(10)
                for seat, player in ((1, "ben"), (2, "cid"), (3, "dan"))
            ]
            await asyncio.gather(*takers)
            started = [await store.table(f"t{number}") for number in range(10)]
            assert [table is not None and table.status for table in started] == ["active"] * 10

    asyncio.run(check())


class Held:
    """A database that keeps one write of a store from being committed, as a slow process would."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.written = asyncio.Event()
        self.may_commit = asyncio.Event()

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def read(self, sql: str, *values: Any) -> list[Row]:
        raise AssertionError("this one only writes")

    async def write(self, *statements: Statement) -> None:
        connection = await asyncpg.connect(self.url)
        try:
            async with connection.transaction():
                for statement in statements:
                    for row in statement.rows:
                        await connection.execute(numbered(statement.sql), *row)
                self.written.set()
                await self.may_commit.wait()
        finally:
            await connection.close()

    async def append(self, rows: Sequence[Row], finishes: Mapping[str, Sequence[Statement]]) -> frozenset[str]:
        raise AssertionError("this one only seats players")


async def overlapping(held: Held, slow: Any, quick: Any) -> None:
    """Let `slow` write first and commit last."""
    first = asyncio.create_task(slow)
    await held.written.wait()
    second = asyncio.create_task(quick)
    await asyncio.wait([second], timeout=0.3)
    held.may_commit.set()
    await first
    await asyncio.gather(second, return_exceptions=True)


def two_open(table_id: str = "t1") -> StoredTable:
    seats = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "human"), StoredSeat(2, "human"))
    return a_table(table_id, seats=seats)


def test_the_last_two_seats_taken_by_two_processes_at_once_start_the_game(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(two_open())
            held = Held(url)
            await overlapping(held, Store(held).take_seat("t1", 1, "ben", LATE), store.take_seat("t1", 2, "cid", LATE))
            found = await store.table("t1")
            assert found is not None
            assert [seat.player_id for seat in found.seats] == ["ann", "ben", "cid"]
            assert found.status == "active"

    asyncio.run(check())


def test_play_never_begins_with_a_seat_that_is_being_freed(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(two_open())
            await store.take_seat("t1", 1, "ben", LATE)
            held = Held(url)
            await overlapping(held, Store(held).free_seat("t1", 1, "ben"), store.take_seat("t1", 2, "cid", LATE))
            found = await store.table("t1")
            assert found is not None
            assert [seat.player_id for seat in found.seats] == ["ann", None, "cid"]
            assert found.status == "waiting"

    asyncio.run(check())


def test_who_gets_up_from_a_waiting_table_leaves_an_open_seat_and_a_void_token(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(two_open())
            await store.take_seat("t1", 1, "ben", LATE)
            await store.free_seat("t1", 1, "ben")
            found = await store.table("t1")
            assert found is not None
            assert found.seats[1] == StoredSeat(1, "human", None, None, 1)
            assert found.seats[0] == two_open().seats[0]
            for seat, player in ((1, "ben"), (0, "ben"), (2, "ann")):
                with pytest.raises(Conflict):
                    await store.free_seat("t1", seat, player)
            await store.take_seat("t1", 1, "cid", LATE)
            await store.take_seat("t1", 2, "dan", LATE)
            with pytest.raises(Conflict):  # play has begun
                await store.free_seat("t1", 1, "cid")
            found = await store.table("t1")
            assert found is not None
            assert [(seat.player_id, seat.generation) for seat in found.seats] == [("ann", 0), ("cid", 1), ("dan", 0)]

    asyncio.run(check())


def test_past_games_come_newest_first_in_portions_that_neither_repeat_nor_miss_one(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            times = {f"t{number}": number // 3 for number in range(10)}
            for table_id, at in times.items():
                await store.create_table(a_table(table_id, status="active", difficulty="hard"))
                await store.give_to_bot(table_id, Result(0, "ann", FOURSOME, a_record(1)), "greedy", at)
            assert await store.past_games("ben", None, (1 << 62, ""), 3) == []
            assert await store.past_games("ann", SOLITAIRE, (1 << 62, ""), 3) == []
            for game in (None, FOURSOME):
                found: list[tuple[int, str]] = []
                while portion := await store.past_games("ann", game, found[-1] if found else (1 << 62, ""), 3):
                    assert all((one.seat, one.record, one.difficulty) == (0, a_record(1), "hard") for one in portion)
                    found += [(one.finished_at, one.table_id) for one in portion]
                assert found == sorted(((at, table_id) for table_id, at in times.items()), reverse=True)

    asyncio.run(check())


def test_a_bot_takes_over_for_a_player_who_left(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(status="active"))
            with pytest.raises(Conflict):
                await store.give_to_bot("t1", Result(0, "ben", FOURSOME, a_record(1)), "greedy", 5)
            assert await store.records("ben") == []
            await store.give_to_bot("t1", Result(0, "ann", FOURSOME, a_record(1)), "greedy", 5)
            assert await store.records("ann") == [a_record(1)]
            found = await store.table("t1")
            assert found is not None
            assert found.seats == (StoredSeat(0, "bot", "greedy", None, 1), *a_table().seats[1:])
            assert not found.seats[0].is_open
            with pytest.raises(Conflict):
                await store.give_to_bot("t1", Result(0, "ann", FOURSOME, a_record(1)), "greedy", 6)

    asyncio.run(check())


def test_only_a_waiting_table_can_be_removed_and_its_seats_go_with_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.create_table(a_table("going", status="active"))
            await store.remove_waiting("t1")
            assert await store.table("t1") is None
            assert await count(store, "seats") == 4
            for table_id in ("t1", "going"):
                with pytest.raises(Conflict):
                    await store.remove_waiting(table_id)
            assert await store.table("going") == a_table("going", status="active")

    asyncio.run(check())


def test_a_table_has_one_rematch(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.create_table(a_table("t2"), after=a_table())
            for after in (a_table(), a_table("nowhere"), a_table(rematch="t3")):
                with pytest.raises(Conflict):
                    await store.create_table(a_table("t4"), after=after)
            assert await store.table("t1") == a_table(rematch="t2")
            assert await store.table("t4") is None
            await store.remove_waiting("t2")
            await store.create_table(a_table("t4"), after=a_table(rematch="t2"))
            assert await store.table("t1") == a_table(rematch="t4")

    asyncio.run(check())


def test_a_table_is_open_to_all_since_somebody_was_seen_there(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in range(3):
                await store.create_table(a_table(f"t{number}", created_at=10 * number))
            await store.create_table(a_table("going", created_at=5, status="active"))
            await store.create_table(a_table("over", created_at=5, status="finished"))

            async def since(at: int) -> list[str]:
                return [table.table_id for table in await store.open_tables(FOURSOME, at, 100)]

            assert await since(5) == ["t2", "t1", "going"]
            assert await since(11) == ["t2"]
            names = ["t1", "nowhere", "t0", "going", "over"]
            await store.see([Seen(name, 0, "ann", "home") for name in names], LATE)
            presence = await store.database.read("SELECT table_id, seat, player_id, seen_at FROM presence")
            assert sorted(presence) == [(name, 0, "ann", LATE) for name in ("going", "t0", "t1")]
            assert await since(LATE) == ["t1", "going", "t0"]
            assert await since(LATE + 1) == []
            await store.see([], LATE)

    asyncio.run(check())


def test_the_last_sign_of_a_player_is_kept_wherever_it_was(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.see_players({"nobody": 9, "ben": LATE, "ann": 5})
            assert [await store.last_sign("t1", name) for name in ("ann", "ben", "nobody")] == [5, LATE, 0]
            await store.see_players({"ann": 4, "ben": LATE - 1})
            assert [await store.last_sign("t1", name) for name in ("ann", "ben")] == [5, LATE], "never an earlier one"
            await store.see([Seen("t1", 0, "ann")], 7)
            assert [await store.last_sign(name, "ann") for name in ("t1", "t2")] == [7, 5]
            await store.see_players({"ann": 8})
            assert await store.last_sign("t1", "ann") == 8
            assert await store.last_sign("t1", "ben") == LATE, "another player sits there"

    asyncio.run(check())


def test_processes_that_see_many_players_at_once_never_wait_in_turn(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            names = [f"p{number:03}" for number in range(200)]
            for name in names:
                await store.add_player(name, name, 1)
            orders = [names, names[::-1]] * 10
            await asyncio.gather(*(store.see_players(dict.fromkeys(some, at)) for at, some in enumerate(orders, 2)))
            assert {await store.last_sign("t1", name) for name in names} == {len(orders) + 1}

    asyncio.run(check())


def test_the_clock_of_an_older_database_begins_with_the_last_time_that_it_knows_of(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(), seen_at=LATE)
            await store.see_players({"ann": LATE + 1})
            assert await store.start_clock(LATE + 2) == LATE + 1, "otherwise she would be there for ever"

    asyncio.run(check())


def test_open_tables_per_player_are_limited_even_for_concurrent_requests(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table("over", status="finished"))
            await store.create_table(a_table("bens", host="ben"))
            opening = [store.create_table(a_table(f"t{number}"), at_most=3) for number in range(24)]
            came = await asyncio.gather(*opening, return_exceptions=True)
            assert [type(one) for one in came if one is not None] == [Conflict] * 21
            assert await store.hosted("ann") == 3
            assert await count(store, "seats") == 4 * 5, "nothing of those that were refused is left"
            await store.create_table(a_table("his", host="ben"), at_most=2)
            for after in (None, a_table("over")):
                with pytest.raises(Conflict):
                    await store.create_table(a_table("more"), after=after, at_most=3)
            await store.remove_waiting(next(name for name in await store.table_ids() if name.startswith("t")))
            await store.create_table(a_table("more"), after=a_table("over"), at_most=3)

    asyncio.run(check())


# --- logs -------------------------------------------------------------------------------------------------------


def test_a_log_comes_back_in_order(url: str) -> None:
    log = [
        entry(1, seat=-1, kind="timeout", payload='{"seat":0}', at=None),
        entry(2, seat=3, kind=ODD, payload=ODD, at=LATE),
        *(entry(rev) for rev in range(3, 30)),
    ]

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.create_table(a_table("other"))
            await store.append("t1", log[:1])
            await store.append("t1", log[1:])
            await store.append("other", [entry(1)])
        async with opened(url) as store:
            assert await store.entries("t1") == log
            assert await store.entries("t1", 12) == log[12:]
            assert await store.entries("t1", 29) == []
            assert await store.entries("nowhere") == []
            assert await store.newest(["t1", "other", "nowhere"]) == {"t1": 29, "other": 1}
            assert await store.newest([]) == {}

    asyncio.run(check())


def test_a_revision_is_written_once_and_a_group_whole_or_not_at_all(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            log = [entry(1), entry(2), entry(3)]
            await store.append("t1", log)
            for late in ([entry(3, kind="late")], [entry(4), entry(5), entry(3)], [entry(2), entry(4)]):
                with pytest.raises(Conflict):
                    await store.append("t1", late)
            with pytest.raises(Conflict):
                await store.append("nowhere", [entry(1)])
            assert await store.entries("t1") == log

    asyncio.run(check())


def test_one_of_many_writers_of_a_revision_wins(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store, opened(url) as beside:
            await store.create_table(a_table())
            writers = [store, beside] * 10
            written = await asyncio.gather(
                *(one.append("t1", [entry(1, at=number), entry(2, at=number)]) for number, one in enumerate(writers)),
                return_exceptions=True,
            )
            assert sorted(type(one).__name__ for one in written) == ["Conflict"] * 19 + ["NoneType"]
            winner = written.index(None)
            assert await store.entries("t1") == [entry(1, at=winner), entry(2, at=winner)]

    asyncio.run(check())


def test_the_end_is_written_with_the_action_that_ends_the_game(url: str) -> None:
    end = the_end((0, "ann"), (1, "ben"))

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(status="active", started_at=5))
            await store.create_table(a_table("other", status="active"))
            await store.append("t1", [entry(1)])
            await store.append("t1", [entry(2), entry(3)], end)
        async with opened(url) as store:
            found = await store.table("t1")
            assert found is not None
            assert found == replace(a_table(), status="finished", started_at=5, finished_at=LATE, outcome=end.outcome)
            assert await store.entries("t1") == [entry(1), entry(2), entry(3)]
            assert await store.records("ann") == await store.records("ben") == [a_record()]
            assert await store.records("cid") == []
            assert await store.table("other") == a_table("other", status="active")

    asyncio.run(check())


def test_an_end_that_loses_a_race_leaves_no_trace(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(status="active"))
            await store.append("t1", [entry(1)])
            with pytest.raises(Conflict):
                await store.append("t1", [entry(1, kind="late")], the_end((0, "ann")))
            with pytest.raises(Conflict):  # the results cannot be written, so neither is the rest
                await store.append("t1", [entry(2)], the_end((0, "ann"), (1, "stranger")))
            assert await store.table("t1") == a_table(status="active")
            assert await store.entries("t1") == [entry(1)]
            assert await store.records("ann") == []

    asyncio.run(check())


def test_a_game_of_bots_alone_ends_without_results(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(status="active"))
            await store.append("t1", [entry(1)], the_end())
            found = await store.table("t1")
            assert found is not None
            assert found.status == "finished"
            assert await count(store, "results") == 0

    asyncio.run(check())


def test_records_come_oldest_first(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in (2, 3, 1):
                await store.create_table(a_table(f"t{number}", status="active"))
                await store.append(f"t{number}", [entry(1)], the_end((0, "ann"), at=LATE + number, score=number))
            assert [one.score for one in await store.records("ann")] == [1, 2, 3]

    asyncio.run(check())


def test_many_tables_are_written_at_once_each_in_its_order(url: str) -> None:
    async def play(store: Store, table_id: str) -> None:
        for rev in range(1, 16):
            await store.append(table_id, [entry(rev)])

    async def check() -> None:
        async with opened(url) as store:
            names = [f"t{number}" for number in range(30)]
            await asyncio.gather(*(store.create_table(a_table(name)) for name in names))
            await asyncio.gather(*(play(store, name) for name in names))
            assert await store.newest(names) == dict.fromkeys(names, 15)
            assert await store.entries("t7") == [entry(rev) for rev in range(1, 16)]

    asyncio.run(check())


# --- the database under it --------------------------------------------------------------------------------------


def test_a_condition_that_fails_takes_everything_back(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            rename = "UPDATE players SET name = ? WHERE player_id = ?"
            for missing in ([("Nobody", "nobody")], [("Nobody", "nobody"), ("No one", "no one")]):
                with pytest.raises(Conflict):
                    await store.database.write(
                        Statement(rename, [("Anna", "ann")], must_change=True),
                        Statement(rename, missing, must_change=True),
                    )
                assert await store.player_name("ann") == "Ann"
            await store.database.write(Statement(rename, [("Nobody", "nobody")]))
            await store.database.write(Statement(rename, [("Anna", "ann"), ("Benno", "ben")], must_change=True))
            assert await store.names(["ann", "ben"]) == {"ann": PlayerName("Anna"), "ben": PlayerName("Benno")}

    asyncio.run(check())


def test_nothing_to_write_is_soon_done_and_harms_nothing_else(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await asyncio.wait_for(asyncio.gather(store.database.write(), store.add_player("p1", "One", 1)), 5)
            assert await store.player_name("p1") == "One"
            await store.append("t1", [])

    asyncio.run(check())


def test_sql_that_is_wrong_harms_nothing_else(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            with pytest.raises(StoreUnavailable, match="cannot be written"):
                await store.database.write(Statement("UPDATE nothing SET x = ?", [(1,)]))
            with pytest.raises(StoreUnavailable, match="cannot be read"):
                await store.database.read("SELECT x FROM nothing")
            await store.rename_player("ann", "Anna")
            assert await store.player_name("ann") == "Anna"

    asyncio.run(check())


@pytest.mark.parametrize("value", [1 << 70, "\ud800", object()], ids=["huge number", "half a character", "no value"])
def test_a_value_that_no_database_can_hold_harms_nothing_else(url: str, value: object) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            with pytest.raises(Exception):  # noqa: B017, PT011 - a fault of the caller, of whatever kind
                await asyncio.wait_for(store.append("t1", [StoredEntry(1, 0, "draw", value, 0)]), 2)  # type: ignore[arg-type]
            await asyncio.wait_for(store.append("t1", [entry(1)]), 2)
            assert await store.entries("t1") == [entry(1)]

    asyncio.run(check())


def test_a_closed_database_says_so(url: str) -> None:
    async def check() -> None:
        database = open_database(url)
        with pytest.raises(StoreUnavailable, match="the database is closed"):
            await database.read("SELECT 1")
        await database.open()
        assert await database.read("SELECT 1") == [(1,)]
        await database.close()
        with pytest.raises(StoreUnavailable, match="the database is closed"):
            await database.read("SELECT 1")
        with pytest.raises(StoreUnavailable, match="the database is closed"):
            await Store(database).add_player("p1", "P", 1)
        await database.close()
        await database.open()
        assert await database.read("SELECT count(*) FROM players") == [(0,)]
        await database.close()

    asyncio.run(check())


def test_closing_answers_all_pending_calls(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            before = [asyncio.create_task(store.append("t1", [entry(rev)])) for rev in range(1, 40)]
            await asyncio.sleep(0)
            closing = asyncio.create_task(store.database.close())
            await asyncio.sleep(0)
            after = [asyncio.create_task(store.append("t1", [entry(rev)])) for rev in range(40, 50)]
            async with asyncio.timeout(5):
                written = await asyncio.gather(*before, *after, return_exceptions=True)
                await closing
        acknowledged = [rev for rev, one in enumerate(written, 1) if one is None]
        assert 1 in acknowledged
        assert {type(one) for one in written} <= {type(None), StoreUnavailable}
        async with opened(url) as store:
            assert [one.rev for one in await store.entries("t1")] == acknowledged

    asyncio.run(check())


def test_who_stops_waiting_for_a_write_harms_nobody(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            impatient = asyncio.create_task(store.append("t1", [entry(1)]))
            await asyncio.sleep(0)
            impatient.cancel()
            await asyncio.gather(impatient, return_exceptions=True)
            await store.rename_player("ann", "Anna")
            assert await store.player_name("ann") == "Anna"
            assert await store.entries("t1") in ([], [entry(1)])

    asyncio.run(check())


@pytest.mark.parametrize("url", ["", "mysql://x", "sqlite://relative", "games.db", "SQLITE:///x"])
def test_another_kind_of_database_is_refused_by_name(url: str) -> None:
    with pytest.raises(BadInput, match="is not a supported database; write sqlite:///path or postgresql://") as refused:
        open_database(url)
    assert refused.value.code == "BAD_DATABASE"
    assert repr(url) in str(refused.value)


def test_only_postgresql_is_shared_by_processes() -> None:
    assert not open_database("sqlite:///x").shared
    assert open_database("postgresql://x/y").shared
    assert open_database("postgres://x/y").shared


def test_the_database_itself_refuses_a_log_with_a_gap(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            for gap in ([entry(2)], [entry(1), entry(3)], [entry(0)]):
                with pytest.raises(Conflict):
                    await store.append("t1", gap)
            await store.append("t1", [entry(1), entry(2)])
            with pytest.raises(Conflict):
                await store.append("t1", [entry(4)])
            assert await store.entries("t1") == [entry(1), entry(2)]

    asyncio.run(check())
