"""`saloon admin`: bring a database up to date, take a log out, and find what does not reproduce."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.stored_tables import change, games, given_up, keep, log_of, played
from cli.terminal import Shell
from saloon.store import Store, open_database
from saloon.store.migrate import REVISION
from saloon.store.store import Finish, Result, StoredEntry
from saloon.table import record
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE
from store.databases import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games' / 'saloon.db'}"
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.fresh()


# --- migrate ----------------------------------------------------------------------------------------------------


def test_migrate_says_what_it_did(url: str, shell: Shell) -> None:
    told = f"the database was empty; it is now at revision {REVISION}\n"
    assert shell.run("admin", "migrate", "--database", url) == (0, told, "")
    told = f"the database is up to date at revision {REVISION}; nothing was done\n"
    assert shell.run("admin", "migrate", "--database", url) == (0, told, "")
    ran = shell.run("admin", "migrate", "--database", url, "--json")
    assert (ran.status, json.loads(ran.out), ran.err) == (0, {"from": REVISION, "to": REVISION}, "")


def test_migrate_reports_an_empty_database_as_json(url: str, shell: Shell) -> None:
    ran = shell.run("admin", "migrate", "--database", url, "--json")
    assert (ran.status, json.loads(ran.out)) == (0, {"from": None, "to": REVISION})


def test_the_default_is_the_database_of_the_server(shell: Shell) -> None:
    assert shell.run("admin", "migrate").status == 0
    assert (shell.home / "data" / "saloon" / "saloon.db").is_file()
    assert shell.run("admin", "doctor") == (0, "0 tables with 0 actions: all reproduce\n", "")


@pytest.mark.parametrize("task", [["migrate"], ["doctor"], ["export", "helped"]], ids=lambda task: task[0])
def test_a_newer_database_is_refused(task: list[str], url: str, shell: Shell) -> None:
    shell.run("admin", "migrate", "--database", url)
    change(url, "UPDATE alembic_version SET version_num = '9999'")
    ran = shell.run("admin", *task, "--database", url)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        f"error: the database has revision '9999'; this program knows up to {REVISION!r}. "
        "Use a newer Saloon. [DATABASE_NEWER]\n"
    )


@pytest.mark.parametrize("task", [["doctor"], ["export", "helped"]], ids=lambda task: task[0])
def test_looking_at_a_database_never_makes_or_changes_one(
    task: list[str], url: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = "error: this database has no Saloon tables; check its address [NO_DATABASE]\n"
    assert shell.run("admin", *task, "--database", url) == (2, "", missing)
    assert not (shell.home / "games").exists()
    shell.run("admin", "migrate", "--database", url)
    monkeypatch.setattr("saloon.store.migrate.REVISIONS", (REVISION, "9999"))
    monkeypatch.setattr("saloon.store.migrate.REVISION", "9999")
    ran = shell.run("admin", *task, "--database", url)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        f"error: the database has revision {REVISION!r}, this program '9999'; "
        "run 'saloon admin migrate' first [DATABASE_OLDER]\n"
    )


@pytest.mark.parametrize("task", [["migrate"], ["doctor"], ["export", "helped"]], ids=lambda task: task[0])
def test_a_database_that_cannot_be_used_is_an_error(task: list[str], shell: Shell) -> None:
    (shell.home / "letter").write_text("Dear Ann, " * 100)
    ran = shell.run("admin", *task, "--database", "sqlite:///letter")
    assert ran == (2, "", "error: 'letter' cannot be read as a database: file is not a database [STORE_UNAVAILABLE]\n")
    ran = shell.run("admin", *task, "--database", "postgresql://saloon:password@127.0.0.1:1/saloon")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: the database cannot be reached: ")
    assert ran.err.endswith(" [STORE_UNAVAILABLE]\n")
    assert "password" not in ran.err
    ran = shell.run("admin", *task, "--database", "letter")
    assert (ran.status, ran.err[-15:]) == (2, "[BAD_DATABASE]\n")


def test_a_task_must_be_named(shell: Shell) -> None:
    ran = shell.run("admin")
    assert ran.status == 2
    assert "the following arguments are required: TASK" in ran.err
    ran = shell.run("admin", "--help")
    assert ran.status == 0
    assert all(task in ran.out for task in ("migrate", "export", "doctor", "exit status"))


# --- export -----------------------------------------------------------------------------------------------------


def test_export_writes_a_log_that_replays(url: str, shell: Shell) -> None:
    tables = games()
    asyncio.run(keep(url, tables))
    for name, table in tables.items():
        ran = shell.run("admin", "export", name, "--database", url, "--out", f"{name}.json")
        assert ran == (0, "", "")
        told = f"SUCCESS at rev {table.rev}, state hash {table.state_hash()}\n"
        assert shell.run("replay", f"{name}.json") == (0, told, "")
        log = json.loads((shell.home / f"{name}.json").read_bytes())
        assert (log["header"]["seed"], log["header"]["commitment"]) == (table.seed, table.commitment)
        assert [step.get("at") for step in log["steps"]] == [entry.at for entry in table.entries]
        ran = shell.run("admin", "export", name, "--database", url)
        assert (ran.status, json.loads(ran.out), ran.err) == (0, log, "")


def test_export_refuses_what_is_not_there_and_what_is_damaged(tmp_path: Path, shell: Shell) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    asyncio.run(keep(url, games()))
    ran = shell.run("admin", "export", "nowhere", "--database", url)
    assert ran == (2, "", "error: there is no table 'nowhere' in this database [NO_SUCH_TABLE]\n")
    ran = shell.run("admin", "export", "over", "--database", url, "--out", "nowhere/over.json")
    told = "error: 'nowhere/over.json' cannot be written: No such file or directory [FILE_UNWRITABLE]\n"
    assert ran == (2, "", told)
    change(url, "DELETE FROM entries WHERE table_id = 'over' AND rev = 3")
    ran = shell.run("admin", "export", "over", "--database", url, "--out", "over.json")
    assert (ran.status, ran.out) == (2, "")
    assert "does not reproduce at rev 3" in ran.err
    assert not Path("over.json").exists()


# --- doctor -----------------------------------------------------------------------------------------------------


def test_the_doctor_finds_sound_tables_sound(url: str, shell: Shell) -> None:
    tables = games()
    asyncio.run(keep(url, tables))
    actions = sum(table.rev for table in tables.values())
    told = f"{len(tables) + 1} tables with {actions} actions: all reproduce\n"
    assert shell.run("admin", "doctor", "--database", url) == (0, told, "")
    ran = shell.run("admin", "doctor", "--database", url, "--json")
    assert (ran.status, json.loads(ran.out)) == (
        0,
        {"tables": len(tables) + 1, "actions": actions, "faults": []},
    )


def test_a_solitaire_that_was_left_is_sound(url: str, shell: Shell) -> None:
    table = played(SOLITAIRE, 3)

    async def leave() -> None:
        await keep(url, {"left": table})
        database = open_database(url)
        await database.open()
        result = Result(0, "ann", SOLITAIRE, record(table, 0))
        await Store(database).give_to_bot("left", result, "greedy", 99, ends=True)
        await database.close()

    asyncio.run(leave())
    told = f"2 tables with {table.rev} actions: all reproduce\n"
    assert shell.run("admin", "doctor", "--database", url) == (0, told, "")


def test_the_doctor_says_how_far_it_is(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    asyncio.run(keep(url, games()))
    monkeypatch.setattr("saloon.cli.doctor.PROGRESS_SECONDS", 0.0)
    ran = shell.run("admin", "doctor", "--database", url)
    assert ran.err.splitlines() == [f"{done} of 6 tables" for done in range(6)]


DAMAGES: dict[str, tuple[str, str, int, str, str]] = {
    "a lost entry": (
        "DELETE FROM entries WHERE table_id = 'over' AND rev = 3",
        "over",
        3,
        "LOG_DAMAGED",
        "the log continues with rev 4",
    ),
    "a lost beginning": ("DELETE FROM entries WHERE rev = 1 AND table_id = 'helped'", "helped", 1, "LOG_DAMAGED", ""),
    "another payload": (
        "UPDATE entries SET kind = 'resign', payload = '{\"x\": 1}' WHERE table_id = 'over' AND rev = 2",
        "over",
        2,
        "LOG_DAMAGED",
        "MALFORMED_MESSAGE",
    ),
    "no JSON": (
        "UPDATE entries SET payload = '{' WHERE table_id = 'over' AND rev = 2",
        "over",
        2,
        "LOG_DAMAGED",
        "Input d",
    ),
    "a move of another": (
        "UPDATE entries SET seat = (seat + 1) % 4 WHERE table_id = 'bots' AND rev = 2",
        "bots",
        2,
        "LOG_DAMAGED",
        "NOT_YOUR_TURN",
    ),
    "a seat that is not": (
        "UPDATE entries SET seat = 7 WHERE table_id = 'bots' AND rev = 2",
        "bots",
        2,
        "LOG_DAMAGED",
        "",
    ),
    "other rules": (
        "UPDATE tables SET rules_version = '0.9.0' WHERE table_id = 'begun'",
        "begun",
        0,
        "RULES_VERSION_UNKNOWN",
        "0.9.0",
    ),
    "another game": ("UPDATE tables SET game = 'go' WHERE table_id = 'begun'", "begun", 0, "UNKNOWN_GAME", "'go'"),
    "other options": (
        "UPDATE tables SET options = '{\"wind\": 1}' WHERE table_id = 'begun'",
        "begun",
        0,
        "BAD_OPTION",
        "wind",
    ),
    "damaged options": (
        "UPDATE tables SET options = '{' WHERE table_id = 'begun'",
        "begun",
        0,
        "TABLE_DAMAGED",
        "its row cannot be read",
    ),
    "lost seats": (
        "DELETE FROM seats WHERE table_id = 'bots' AND seat > 1",
        "bots",
        0,
        "TABLE_DAMAGED",
        f"{FOURSOME} has 4 seats; 2 are stored",
    ),
    "text that is not UTF-8": (
        "UPDATE entries SET payload = CAST(x'7b22ff227d' AS TEXT) WHERE table_id = 'over' AND rev = 2",
        "over",
        2,
        "LOG_DAMAGED",
        "",
    ),
    "a damaged result": (
        "INSERT INTO results (table_id, seat, player_id, game, finished_at, record)"
        f" VALUES ('over', 1, 'ann', '{DUEL}', 1, '{{')",
        "over",
        11,
        "RESULT_DAMAGED",
        "the result of seat 1 cannot be read",
    ),
    "an end that is not": (
        "UPDATE tables SET status = 'finished' WHERE table_id = 'helped'",
        "helped",
        11,
        "STATUS_DIFFERS",
        "stored as finished, but its log does not end the game",
    ),
    "a forgotten end": (
        "UPDATE tables SET status = 'active' WHERE table_id = 'over'",
        "over",
        11,
        "STATUS_DIFFERS",
        "stored as active, but its log ends the game",
    ),
    "a forgotten beginning": (
        "UPDATE tables SET status = 'waiting' WHERE table_id = 'helped'",
        "helped",
        11,
        "STATUS_DIFFERS",
        "stored as waiting, but play has begun",
    ),
    "nobody to wait for": (
        "UPDATE tables SET status = 'waiting' WHERE table_id = 'begun'",
        "begun",
        0,
        "STATUS_DIFFERS",
        "stored as waiting, but no seat is open",
    ),
    "somebody to wait for": (
        "UPDATE tables SET status = 'active' WHERE table_id = 'waiting'",
        "waiting",
        0,
        "STATUS_DIFFERS",
        "stored as active, but a seat is open",
    ),
    "another outcome": (
        'UPDATE tables SET outcome = \'{"winners":[0],"reason":"luck","scores":[9,9]}\' WHERE table_id = \'over\'',
        "over",
        11,
        "OUTCOME_DIFFERS",
        "luck",
    ),
    "no outcome": (
        "UPDATE tables SET outcome = NULL WHERE table_id = 'over'",
        "over",
        11,
        "OUTCOME_DIFFERS",
        "None",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_doctor_names_what_is_wrong_and_where(damage: str, tmp_path: Path, shell: Shell) -> None:
    command, table_id, rev, code, why = DAMAGES[damage]
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    tables = games()
    assert (tables["helped"].rev, tables["over"].rev) == (11, 11)
    asyncio.run(keep(url, tables))
    change(url, command)
    ran = shell.run("admin", "doctor", "--database", url, "--json")
    report = json.loads(ran.out)
    assert (ran.status, ran.err, report["tables"]) == (1, "", 6)
    [fault] = report["faults"]
    assert (fault["tableId"], fault["rev"], fault["code"]) == (table_id, rev, code)
    assert fault["reason"]
    assert why in fault["reason"]
    ran = shell.run("admin", "doctor", "--database", url)
    assert (ran.status, ran.err) == (1, "")
    first, last = ran.out.splitlines()
    assert first.startswith(f"table {table_id} ")
    assert first.endswith(f"does not reproduce at rev {rev}: {fault['reason']} [{code}]")
    assert last == "1 of 6 tables do not reproduce"


def test_the_doctor_names_all_that_is_wrong_the_oldest_first(url: str, shell: Shell) -> None:
    asyncio.run(keep(url, games()))
    change(url, "DELETE FROM entries WHERE rev = 2")
    ran = shell.run("admin", "doctor", "--database", url)
    assert ran.status == 1
    assert ran.out.splitlines() == [
        f"table helped ({SOLITAIRE}) does not reproduce at rev 2: the log continues with rev 3 [LOG_DAMAGED]",
        f"table over ({DUEL}) does not reproduce at rev 2: the log continues with rev 3 [LOG_DAMAGED]",
        f"table bots ({FOURSOME}) does not reproduce at rev 2: the log continues with rev 3 [LOG_DAMAGED]",
        f"table saving ({SAVING}) does not reproduce at rev 2: the log continues with rev 3 [LOG_DAMAGED]",
        "4 of 6 tables do not reproduce",
    ]
    faults = json.loads(shell.run("admin", "doctor", "--database", url, "--json").out)["faults"]
    assert [fault["tableId"] for fault in faults] == ["helped", "over", "bots", "saving"]


def test_the_doctor_does_not_mistake_a_running_game_for_a_damaged_one(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last action comes between the doctor's look at the table and its look at the log."""
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    over = given_up(played(DUEL, 5, seed="SEED-0001"))
    asyncio.run(keep(url, {"going": played(DUEL, 5, seed="SEED-0001")}))
    change(url, f"UPDATE tables SET nonce = '{over.nonce}' WHERE table_id = 'going'")
    entries = Store.entries
    ended: list[bool] = []

    async def late(store: Store, table_id: str, after: int = 0) -> list[StoredEntry]:
        if table_id == "going" and not ended:
            ended.append(True)
            assert over.outcome is not None
            await store.append("going", log_of(over)[-1:], Finish(99, over.outcome, ()))
        return await entries(store, table_id, after)

    monkeypatch.setattr(Store, "entries", late)
    ran = shell.run("admin", "doctor", "--database", url)
    assert ran == (0, f"2 tables with {over.rev} actions: all reproduce\n", "")
    assert ended


def test_a_table_removed_meanwhile_is_not_a_fault(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    asyncio.run(keep(url, {}))

    async def names(store: Store) -> list[str]:
        return ["gone", "waiting"]

    monkeypatch.setattr(Store, "table_ids", names)
    assert shell.run("admin", "doctor", "--database", url) == (0, "1 tables with 0 actions: all reproduce\n", "")


def test_nothing_of_the_server_is_loaded_before_it_is_needed() -> None:
    heavy = ["asyncpg", "alembic", "sqlalchemy", "litestar", "saloon.server"]
    program = f"import sys, saloon.cli.admin; print([name for name in {heavy} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
