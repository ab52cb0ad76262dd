"""Migrations: an empty database gets the layout, a current one is left alone, a newer one is refused."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

import saloon.store
from saloon.core.errors import SaloonError
from saloon.core.game import Outcome
from saloon.store import Conflict, Store, StoredSeat, open_database
from saloon.store.migrate import (
    CONTRACTING,
    REVISION,
    REVISIONS,
    NewerDatabase,
    is_current,
    keeps_older_servers,
    upgrade_sql,
)
from saloon.store.ratings import Ratings
from saloon.store.schema import METADATA
from saloon.store.store import Finish, Result, Seen
from samples import DUEL
from store.databases import ENVIRONMENT, Postgres, a_record, a_table, entry, execute, fetch, opened, path_of

TABLES = [
    "address_raises", "analyses", "audit", "challenge_deals", "daily_deals", "deal_ratings", "drills", "entries",
    "erased_players", "pairing", "passkey_challenges", "passkeys", "players", "presence", "profiles",
    "push_subscriptions", "pushes", "rating_history", "ratings", "recoveries", "restrictions", "results", "seats",
    "secrets", "server_clock", "tables", "unrated",
]  # fmt: skip

SINCE_0009 = [
    "push_subscriptions",
    "pushes",
    "passkeys",
    "passkey_challenges",
    "deal_ratings",
    "drills",
    "restrictions",
    "audit",
    "pairing",
    "challenge_deals",
    "rating_history",
    "profiles",
    "recoveries",
    "erased_players",
]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'saloon.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()


async def open_and_close(url: str) -> None:
    database = open_database(url)
    await database.open()
    await database.close()


async def change(url: str, *commands: str) -> None:
    """Do something to a database past the store."""
    if url.startswith("postgresql:"):
        return await execute(url, *commands)
    with closing(sqlite3.connect(path_of(url))) as connection, connection:
        for command in commands:
            connection.execute(command)
    return None


async def ask(url: str, query: str) -> list[tuple[Any, ...]]:
    """Ask a database something past the store."""
    if url.startswith("postgresql:"):
        return await fetch(url, query)
    with closing(sqlite3.connect(path_of(url))) as connection:
        return connection.execute(query).fetchall()


async def tables_in(url: str) -> list[str]:
    names = (
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
        if url.startswith("postgresql:")
        else "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1"
    )
    return [row[0] for row in await ask(url, names)]


def without_0005(url: str) -> list[str]:
    """Return the commands that take a database back to revision 0004."""
    trigger = "DROP TRIGGER entries_have_no_gaps"
    if url.startswith("postgresql:"):
        dropped = [f"{trigger} ON entries", "DROP FUNCTION saloon_entries_have_no_gaps"]
    else:
        dropped = [trigger]
    indexes = ["tables_by_seed", "tables_by_seen", "tables_by_timed", "players_by_seen"]
    columns = [
        ("tables", "clock_start"),
        ("tables", "timed"),
        ("tables", "difficulty"),
        ("tables", "ended"),
        ("tables", "origin"),
        ("tables", "origin_step"),
        ("players", "seen_at"),
        ("players", "is_bot"),
        ("results", "rating_note"),
    ]
    return [
        *dropped,
        *(f"DROP INDEX {name}" for name in indexes),
        *(f"ALTER TABLE {table} DROP COLUMN {name}" for table, name in columns),
        *(f"DROP TABLE {name}" for name in ("server_clock", "presence", "address_raises", "daily_deals", "analyses")),
        *(f"DROP TABLE {name}" for name in SINCE_0009),
        "UPDATE alembic_version SET version_num = '0004'",
    ]


# --- which revision ---------------------------------------------------------------------------------------------


def test_the_known_revisions_are_those_of_the_folder() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(saloon.store.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    assert [script.revision for script in scripts.walk_revisions()] == list(reversed(REVISIONS))
    assert scripts.get_heads() == [REVISION]


def test_an_older_database_needs_migration_and_a_newer_one_is_refused() -> None:
    assert not is_current(None)
    assert [one for one in REVISIONS if is_current(one)] == [REVISION]
    for newer in ("9999", "", "2ae1027a6acf"):
        with pytest.raises(NewerDatabase):
            is_current(newer)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_a_script_is_one_transaction(dialect: Any) -> None:
    script = upgrade_sql(dialect, None)
    words = [line for line in script.splitlines() if line.startswith(("BEGIN", "COMMIT", "CREATE TABLE"))]
    assert words[0].startswith("BEGIN")
    assert words[-1].startswith("COMMIT")
    laid_anew = ["entries_as_written"] if dialect == "sqlite" else []
    made = [line.split()[2] for line in words[1:-1]]
    assert sorted(made) == sorted(["alembic_version", *METADATA.tables, *laid_anew])
    nothing = re.sub(r"BEGIN( TRANSACTION)?;|COMMIT;|--.*|\s", "", upgrade_sql(dialect, REVISION))
    assert nothing == ""


# --- empty, current, newer --------------------------------------------------------------------------------------


def test_an_empty_database_gets_the_layout(url: str) -> None:
    async def check() -> None:
        await open_and_close(url)
        assert await tables_in(url) == sorted(["alembic_version", *TABLES])
        assert await ask(url, "SELECT version_num FROM alembic_version") == [(REVISION,)]

    asyncio.run(check())


def test_a_current_database_is_left_as_it_is(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.append("t1", [entry(1)])
        monkeypatch.delattr("saloon.store.sqlite.upgrade_sql")
        monkeypatch.delattr("saloon.store.postgres.upgrade_sql")
        for _ in range(2):
            async with opened(url) as store:
                assert await store.table("t1") == a_table()
                assert await store.entries("t1") == [entry(1)]

    asyncio.run(check())


def test_a_newer_database_is_refused_and_not_touched(url: str) -> None:
    async def check() -> None:
        await open_and_close(url)
        await change(url, "UPDATE alembic_version SET version_num = '9999'", "DROP TABLE results")
        database = open_database(url)
        with pytest.raises(SaloonError) as refused:
            await database.open()
        await database.close()
        assert refused.value.code == "DATABASE_NEWER"
        assert refused.value.reason == (
            f"the database has revision '9999'; this program knows up to {REVISION!r}. Use a newer Saloon."
        )
        assert await ask(url, "SELECT version_num FROM alembic_version") == [("9999",)]
        assert "results" not in await tables_in(url)

    asyncio.run(check())


def test_a_newer_database_leaves_no_connection_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    asyncio.run(open_and_close(url))
    asyncio.run(change(url, "UPDATE alembic_version SET version_num = '9999'"))
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def watched(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        made.append(connect(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    with pytest.raises(NewerDatabase):
        asyncio.run(open_and_close(url))
    assert made
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_a_database_of_another_program_is_refused_and_not_touched(url: str) -> None:
    async def check() -> None:
        if url.startswith("sqlite:"):
            Path(path_of(url)).touch()
        await change(url, "CREATE TABLE results (score INTEGER)", "INSERT INTO results VALUES (7)")
        database = open_database(url)
        with pytest.raises(SaloonError) as refused:
            await database.open()
        await database.close()
        assert "results" in refused.value.reason
        assert await tables_in(url) == ["results"]
        assert await ask(url, "SELECT score FROM results") == [(7,)]

    asyncio.run(check())


def test_a_database_without_ratings_gets_those_of_the_matches_that_ended(url: str) -> None:
    """Matches whose seed a player brought stay unrated; results that were written together are rated together."""
    match = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "human", None, "ben"))
    over = Outcome((1,), "resigned", (0, 0))

    async def check() -> None:
        async with opened(url) as store:
            for table_id, seeded in (("t1", False), ("t2", True), ("t3", False)):
                table = a_table(table_id, game=DUEL, seats=match, seeded=seeded)
                await store.create_table(table)
                results = tuple(Result(s.seat, str(s.player_id), DUEL, a_record()) for s in match)
                await store.append(table_id, [entry(1)], Finish(7, over, results))
            told = await Ratings(store).of("ben")
        await change(url, *without_0005(url))
        await change(url, "ALTER TABLE tables DROP COLUMN seen_at", "DROP TABLE ratings", "DROP TABLE unrated")
        await change(url, "UPDATE alembic_version SET version_num = '0001'")
        async with opened(url) as store:
            assert await ask(url, "SELECT table_id, seat FROM unrated ORDER BY 1") == [("t1", 0), ("t3", 0)]
            assert await Ratings(store).of("ben") == told
            assert told[DUEL].matches == 2

    asyncio.run(check())


def test_a_database_that_knows_of_no_presence_lists_a_waiting_table_once_somebody_is_seen(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
        await change(url, *without_0005(url))
        await change(url, "ALTER TABLE tables DROP COLUMN seen_at", "UPDATE alembic_version SET version_num = '0002'")
        async with opened(url) as store:
            assert await store.table("t1") == a_table()
            assert await store.open_tables(None, 0, 10) == []
            await store.see([Seen("t1", 0, "ann")], 7)
            assert await store.open_tables(None, 7, 10) == [a_table()]

    asyncio.run(check())


OLD_LOG = """
    CREATE TABLE entries (
        table_id TEXT NOT NULL, rev INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,
        at BIGINT, PRIMARY KEY (table_id, rev),
        FOREIGN KEY(table_id) REFERENCES tables (table_id) ON DELETE CASCADE
    ) WITHOUT ROWID"""


def test_a_log_in_key_order_is_rewritten_without_loss(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    copied = "INSERT INTO entries SELECT * FROM old"

    async def check() -> None:
        async with opened(url) as store:
            for name in ("t2", "t1"):
                await store.create_table(a_table(name))
            for rev in range(1, 40):
                for name in ("t2", "t1"):
                    await store.append(name, [entry(rev)])
        await change(url, *without_0005(url))
        await change(url, "ALTER TABLE entries RENAME TO old", OLD_LOG, copied, "DROP TABLE old")
        await change(url, "UPDATE alembic_version SET version_num = '0003'")
        async with opened(url) as store:
            for name in ("t1", "t2"):
                assert await store.entries(name) == [entry(rev) for rev in range(1, 40)]
                with pytest.raises(Conflict):
                    await store.append(name, [entry(39)])
                await store.append(name, [entry(40)])
            with pytest.raises(Conflict):
                await store.append("t3", [entry(1)])
        assert await ask(url, "SELECT table_id, rev FROM entries WHERE rowid > 78 ORDER BY rowid") == [
            ("t1", 40),
            ("t2", 40),
        ]
        assert not [name for name in await tables_in(url) if name.startswith(("old", "entries_"))]

    asyncio.run(check())


# --- at the same time -------------------------------------------------------------------------------------------

OPEN = """
import asyncio, sys
from saloon.store import open_database

async def main():
    database = open_database(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    await database.open()
    print(await database.read("SELECT count(*) FROM tables"), flush=True)
    await database.close()

asyncio.run(main())
"""


def test_processes_that_start_on_the_same_empty_database_migrate_it_once(postgres: Postgres) -> None:
    url = postgres.fresh()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=30) for process in processes] == [("[(0,)]\n", "")] * 2
    assert asyncio.run(ask(url, "SELECT version_num FROM alembic_version")) == [(REVISION,)]


def test_many_may_open_the_same_empty_database(postgres: Postgres) -> None:
    url = postgres.fresh()

    async def check() -> None:
        databases = [open_database(url) for _ in range(6)]
        try:
            await asyncio.gather(*(database.open() for database in databases))
            added = [Store(one).add_player(str(number), "x", 1) for number, one in enumerate(databases)]
            await asyncio.gather(*added)
            assert await databases[0].read("SELECT count(*) FROM players") == [(6,)]
        finally:
            for database in databases:
                await database.close()

    asyncio.run(check())


# --- while older servers run ------------------------------------------------------------------------------------

ADDS = re.compile(
    r"CREATE (TABLE|INDEX) .*|ALTER TABLE \w+ ADD COLUMN (.* DEFAULT .*|((?!NOT NULL).)*)"
    r"|UPDATE alembic_version SET .*|BEGIN|COMMIT",
    re.DOTALL,
)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize("revision", [one for one in REVISIONS[1:] if one not in CONTRACTING])
def test_a_revision_only_adds_unless_it_is_listed(revision: str, dialect: Any) -> None:
    before = REVISIONS[REVISIONS.index(revision) - 1]
    script = re.sub(r"--.*", "", upgrade_sql(dialect, before, revision))
    statements = [" ".join(one.split()) for one in script.split(";") if one.strip()]
    assert len(statements) > 2
    assert [one for one in statements if not ADDS.fullmatch(one)] == []


@pytest.mark.parametrize("revision", sorted(CONTRACTING))
def test_a_listed_revision_stops_older_servers(revision: str) -> None:
    assert not keeps_older_servers(REVISIONS[REVISIONS.index(revision) - 1])
    assert keeps_older_servers(max(CONTRACTING))


# --- the layout -------------------------------------------------------------------------------------------------


def described(dialect: Any) -> list[str]:
    """Return the commands that make what schema.py describes."""
    commands: list[str] = []
    for table in METADATA.sorted_tables:
        commands.append(str(CreateTable(table).compile(dialect=dialect)))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        commands += [str(CreateIndex(index).compile(dialect=dialect)) for index in indexes]
    return commands


def sqlite_layout(path: str) -> dict[str, Any]:
    """Return all that SQLite knows of the tables in a file."""
    with closing(sqlite3.connect(path)) as connection:

        def pragma(name: str, of: str) -> list[tuple[Any, ...]]:
            return sorted(connection.execute(f"PRAGMA {name}({of})").fetchall())

        layout: dict[str, Any] = {}
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
            if name == "alembic_version":
                continue
            indexes = [row[1:] for row in pragma("index_list", name)]
            layout[name] = {
                "columns": pragma("table_info", name),
                "indexes": sorted((row, tuple(pragma("index_info", row[0]))) for row in indexes),
                "foreign keys": [row[2:] for row in pragma("foreign_key_list", name)],
                "without rowid": "WITHOUT ROWID" in sql.upper(),
            }
        return layout


POSTGRES_LAYOUT = (
    "SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default, is_identity"
    " FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version' ORDER BY 1, 3",
    "SELECT tablename, indexname, indexdef FROM pg_indexes"
    " WHERE schemaname = 'public' AND tablename <> 'alembic_version' ORDER BY 1, 2",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'alembic_version' ORDER BY 1, 2",
)


def test_the_migrations_make_what_the_schema_describes_in_sqlite(tmp_path: Path) -> None:
    migrated, made = tmp_path / "migrated.db", tmp_path / "made.db"
    asyncio.run(open_and_close(f"sqlite:///{migrated}"))
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript(";".join(described(sqlite.dialect())))
    layout = sqlite_layout(str(migrated))
    assert layout == sqlite_layout(str(made))
    assert sorted(layout) == TABLES
    assert not layout["entries"]["without rowid"]
    assert [column[1] for column in layout["entries"]["columns"] if column[5]] == ["table_id", "rev"]


def test_the_migrations_make_what_the_schema_describes_in_postgresql(postgres: Postgres) -> None:
    migrated, made = postgres.fresh(), postgres.fresh()

    async def check() -> None:
        await open_and_close(migrated)
        await execute(made, *described(postgresql.dialect()))  # type: ignore[no-untyped-call]
        for query in POSTGRES_LAYOUT:
            rows = await fetch(migrated, query)
            assert rows == await fetch(made, query)
            assert {row[0] for row in rows} == set(TABLES)
        columns = await fetch(migrated, POSTGRES_LAYOUT[0])
        assert [row[1] for row in columns if row[5] is not None or row[6] == "YES"] == ["is_bot", "timed"]

    asyncio.run(check())


def test_a_tables_log_goes_with_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table())
            await store.append("t1", [entry(1)])
            await store.remove_waiting("t1")
            assert await store.entries("t1") == []
            with pytest.raises(Conflict):
                await store.append("t1", [entry(2)])

    asyncio.run(check())


def test_solitaires_of_an_older_database_become_private_and_matches_stay_as_they_are(url: str) -> None:
    match = (StoredSeat(0, "human", None, "ann"), StoredSeat(1, "bot", "greedy", None))

    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table("alone", dealt_to=("human",), private=False))
            await store.create_table(a_table("match", game=DUEL, seats=match, dealt_to=("human", "bot"), private=False))
        await change(
            url,
            *(f"DROP TABLE {name}" for name in ("analyses", *SINCE_0009)),
            "DROP INDEX tables_by_seed",
            "DROP INDEX presence_by_player",
            *(f"ALTER TABLE tables DROP COLUMN {name}" for name in ("difficulty", "ended", "origin", "origin_step")),
            "ALTER TABLE players DROP COLUMN is_bot",
            "UPDATE alembic_version SET version_num = '0005'",
        )
        async with opened(url) as store:
            tables = [await store.table(name) for name in ("alone", "match")]
            assert [table.private for table in tables if table is not None] == [True, False]

    asyncio.run(check())
