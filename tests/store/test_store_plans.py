"""However many tables and players are stored, what everybody waits for is found through an index."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg

from saloon.store import Store, open_database
from saloon.store.daily import DailyStore
from saloon.store.database import Row, Statement
from saloon.store.duplicates import LEVEL, DuplicateStore
from saloon.store.erasure import Erasure
from saloon.store.expiry import Expiry, Unfinished
from saloon.store.postgres import numbered
from saloon.store.ratings import Ratings
from saloon.store.store import Seen
from samples import DUEL
from store.databases import a_table, path_of

MANY = 20_000
LARGE = ("tables", "players", "seats", "entries", "results")


class Watched:
    """A database that remembers what it was asked, with the first row of values."""

    def __init__(self, url: str) -> None:
        self.inner = open_database(url)
        self.shared = self.inner.shared
        self.asked: dict[str, Row] = {}

    async def open(self) -> None:
        await self.inner.open()

    async def close(self) -> None:
        await self.inner.close()

    async def read(self, sql: str, *values: Any) -> list[Row]:
        self.asked.setdefault(sql, values)
        return await self.inner.read(sql, *values)

    async def write(self, *statements: Statement) -> None:
        for statement in statements:
            if statement.rows and not statement.sql.startswith("INSERT"):
                self.asked.setdefault(statement.sql, statement.rows[0])
        await self.inner.write(*statements)

    async def append(self, rows: Sequence[Row], finishes: Mapping[str, Sequence[Statement]]) -> frozenset[str]:
        return await self.inner.append(rows, finishes)


async def fill(url: str) -> None:
    """Write many abandoned tables, waiting and in play, timed and not, and a few finished ones with results."""
    players = [(f"p{n}", n, f"p{n}", n) for n in range(MANY)]
    tables = [
        (f"t{n}", DUEL, "1.0.0", "1", "n", "{}", '["human","human"]', f"p{n}", n, n % 3 == 0, False,
         "waiting" if n % 2 else "active" if n % 50 else "finished", None if n % 2 else n, n, n % 4 == 0)
        for n in range(MANY)
    ]  # fmt: skip
    seats = [(f"t{n}", seat, "human", f"p{n}" if seat == 0 else None, 0) for n in range(MANY) for seat in (0, 1)]
    entries = [(f"t{n}", rev, 0, "draw", "{}", rev) for n in range(0, MANY, 2) for rev in (1, 2)]
    results = [(f"t{n}", seat, f"p{n}", DUEL, n, "{}") for n in range(MANY) for seat in (0, 1)]
    columns = {
        "players": "player_id, created_at, name, seen_at",
        "tables": "table_id, game, rules_version, seed, nonce, options, dealt_to, host, created_at, private, seeded,"
        " status, started_at, seen_at, timed",
        "seats": "table_id, seat, kind, player_id, generation",
        "entries": "table_id, rev, seat, kind, payload, at",
        "results": "table_id, seat, player_id, game, finished_at, record",
    }
    filled: dict[str, list[Any]] = {
        "players": players, "tables": tables, "seats": seats, "entries": entries, "results": results,
    }  # fmt: skip
    if url.startswith("postgresql:"):
        connection = await asyncpg.connect(url)
        for table, records in filled.items():
            await connection.copy_records_to_table(table, records=records, columns=columns[table].split(", "))
        await connection.execute("ANALYZE")
        await connection.close()
        return
    with sqlite3.connect(path_of(url)) as file:
        for table, records in filled.items():
            marks = ", ".join("?" * len(records[0]))
            file.executemany(f"INSERT INTO {table} ({columns[table]}) VALUES ({marks})", records)
    file.close()


@asynccontextmanager
async def crowded(url: str) -> AsyncIterator[tuple[Store, Watched]]:
    database = Watched(url)
    await database.open()
    try:
        await fill(url)
        yield Store(database), database
    finally:
        await database.close()


async def plan(url: str, database: Watched, sql: str, values: Row) -> list[str]:
    """Return the lines of a query's plan."""
    if not url.startswith("postgresql:"):
        return [str(row[-1]) for row in await database.inner.read(f"EXPLAIN QUERY PLAN {sql}", *values)]
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("ANALYZE unrated")
        return [str(row[0]) for row in await connection.fetch(f"EXPLAIN {numbered(sql)}", *values)]
    finally:
        await connection.close()


def scans(lines: list[str]) -> list[str]:
    """Return those lines of a plan that read a large table from end to end."""
    whole = [f"Seq Scan on {table}" for table in LARGE] + [f"SCAN {table}" for table in LARGE]
    return [line for line in lines if any(f"{mark} " in f"{line} " for mark in whole)]


async def start_up(store: Store, database: Watched) -> None:
    await store.start_clock(1)
    database.asked.clear()  # only the first start of a database looks for the last time that it knows of
    await store.start_clock(1)
    await store.advance_clock(2)
    await store.secret("signing", "key")
    await store.timed_tables(500)
    await store.timed_tables(500, (100, "t100"))


async def lists(store: Store, database: Watched) -> None:
    await store.open_tables(None, MANY - 10, 100)
    await store.open_tables(DUEL, MANY - 10, 100)
    await store.tables_of("p7", 100)


async def requests(store: Store, database: Watched) -> None:
    await store.add_player("p8", "p8", 1)
    await store.hosted("p8")
    await store.create_table(a_table("new", host="p8", seats=a_table().seats[1:]), at_most=50)
    await store.table("t7")
    await store.entries("t8")
    await store.standings(["t7", "t8"])
    await store.newest(["t7", "t8"])
    if database.shared:
        await store.positions(["t7", "t8"])
        await store.entries_since({"t7": 0, "t8": 1})
    await store.names(["p7", "p8"])
    await store.records("p50")
    await store.past_games("p50", None, (MANY, ""), 20)
    await store.past_games("p50", DUEL, (MANY, ""), 20)
    await store.see([Seen("t7", 0, "p7"), Seen("t8", 0, "p8")], MANY)
    await store.see_players({"p7": MANY, "p8": MANY})
    await store.last_sign("t7", "p7")


async def ratings(store: Store, database: Watched) -> None:
    waits = "INSERT INTO unrated (table_id, seat) VALUES (?, ?)"
    await database.write(Statement(waits, [("t50", 0)]))
    await Ratings(store).of("p50")
    await database.write(Statement(waits, [("t50", 0)]))


async def expiring(store: Store, database: Watched) -> None:
    expiry = Expiry(database)
    statuses: tuple[Unfinished, ...] = ("waiting", "active")
    for status in statuses:
        found = await expiry.tables(status, 1_000)
        assert found
        await expiry.tables(status, -1)
        await expiry.remove(found[:3], status, 1_000, 1)
        await expiry.statuses(found[:20])
    assert await expiry.players(1_000, (-1, ""))
    await expiry.remove_players(["p1", "p2"], 1_000)


def test_no_query_that_others_wait_for_reads_a_whole_table(url: str) -> None:
    async def check() -> None:
        async with crowded(url) as (store, database):
            for ask in (start_up, lists, requests, ratings, expiring):
                await ask(store, database)
                assert database.asked
                for sql, values in database.asked.items():
                    lines = await plan(url, database, sql, values)
                    assert scans(lines) == [], f"{ask.__name__}: {sql}\n" + "\n".join(lines)
                database.asked.clear()

    asyncio.run(check())


# --- what one player's own games cost others --------------------------------------------------------------------

OWN = 3_000
STEPS = 500
"""Instructions of SQLite's machine that one game of a player may cost; reading all of their games for each is more."""
RECORD = f'{{"game":"{DUEL}","options":{{}},"won":false,"drawn":false,"finished":true}}'


async def fill_with_one_player(url: str) -> None:
    """Write many finished games of a player with one deal, and as many of others."""
    host = ["own" if n < OWN else f"p{n}" for n in range(2 * OWN)]
    days = [(DUEL, "2026-01-01", level, "seed") for level in ("easy", LEVEL)]
    rows: dict[str, list[tuple[Any, ...]]] = {
        "players (player_id, created_at, name)": [(one, 1, "x") for one in {*host}],
        "tables (table_id, game, rules_version, seed, nonce, options, dealt_to, host, created_at, private, seeded,"
        " status, timed, finished_at)": [
            (f"t{n}", DUEL, "1", "seed", "n", "{}", "[]", host[n], n, False, False, "finished", False, n)
            for n in range(2 * OWN)
        ],
        "results (table_id, seat, player_id, game, finished_at, record)": [
            (f"t{n}", 0, host[n], DUEL, n, RECORD) for n in range(2 * OWN)
        ],
        "challenge_deals (game, day, level, seed)": days,
        "daily_deals (game, day, seed)": [(DUEL, "2026-01-01", "seed")],
    }
    with sqlite3.connect(path_of(url)) as file:
        for table, records in rows.items():
            file.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(records[0]))})", records)
    file.close()


class Counted(Watched):
    """A SQLite database that counts the steps of its machine, in hundreds."""

    steps = 0

    async def open(self) -> None:
        await super().open()
        self.inner._reader.set_progress_handler(self.count, 100)  # type: ignore[attr-defined]

    def count(self) -> int:
        self.steps += 100
        return 0


def test_a_player_with_many_games_costs_others_little(tmp_path: Path) -> None:
    async def check() -> None:
        url = f"sqlite:///{tmp_path / 'saloon.db'}"
        database = Counted(url)
        await database.open()
        await fill_with_one_player(url)
        store = Store(database)
        daily, duplicates = DailyStore(store), DuplicateStore(store)
        for games, ask in (
            (OWN, lambda: daily.daily_tables("own")),
            (OWN, lambda: daily.challenge_tables("own")),
            (2 * OWN, lambda: daily.challenge_wins(DUEL, "2026-01-01", "easy", 10)),
            (OWN, lambda: duplicates.tables_of("own", DUEL)),
            (1, lambda: duplicates.tables_of(f"p{OWN}", DUEL)),
            (2 * OWN, lambda: duplicates.tables_on(DUEL, "2026-01-01", 10)),
            (1, lambda: store.last_seed(f"p{OWN}", DUEL)),
            (1, lambda: Erasure(database).export(f"p{OWN}")),
        ):
            database.steps = 0
            await ask()
            assert database.steps <= STEPS * games, (ask, database.steps)
        await database.close()

    asyncio.run(check())
