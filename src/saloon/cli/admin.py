"""`saloon admin`: migrate a database, export a table's log, check every table, rotate the signing key."""

import argparse
import asyncio
import math
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, BadLog, SaloonError, quoted

from .arguments import data_directory
from .play import write_safely
from .replay import why

if TYPE_CHECKING:
    from saloon.server.signing_keys import Rotation
    from saloon.store import Store, StoredTable
    from saloon.store.database import TableDamaged
    from saloon.store.store import StoredEntry
    from saloon.table import Table

EXAMPLES = """examples:
  saloon admin migrate --database postgresql://saloon@db/saloon
  saloon admin export 9f3b0c6d1e2a4857 --out game.json      then: saloon replay game.json
  saloon admin doctor --json
  saloon admin rotate-key --forget 400

exit status: 0 if all is well, 1 if the doctor finds something wrong, 2 if the database cannot be used
"""

PROGRESS_SECONDS: Final = 1.0
"""Tables between two progress messages of the doctor."""


class Migrated(Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """The revision of a database before and after; None for an empty one."""

    before: str | None
    after: str


class Fault(Struct, frozen=True, rename="camel"):
    """A table that does not reproduce, and the revision where it fails."""

    table_id: str
    game: str | None
    rev: int
    code: str
    reason: str

    def __str__(self) -> str:
        game = "" if self.game is None else f" ({self.game})"
        return f"table {self.table_id}{game} does not reproduce at rev {self.rev}: {self.reason} [{self.code}]"


class Examination(Struct, frozen=True, rename="camel"):
    """What the doctor checked and the faults it found, oldest table first."""

    tables: int
    actions: int
    faults: list[Fault]


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and its tasks to the parser."""
    parser = commands.add_parser(
        "admin",
        help="maintain the server's database",
        description="Maintain the database of a table server.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    migrate = tasks.add_parser("migrate", help="bring a database up to date", description=run_migrate.__doc__)
    export = tasks.add_parser("export", help="write the replay log of a table", description=run_export.__doc__)
    export.add_argument("table", metavar="TABLE", help="the id of the table")
    export.add_argument("--out", metavar="FILE", help="the file to write (default: standard output)")
    doctor = tasks.add_parser("doctor", help="replay every stored table", description=run_doctor.__doc__)
    rotate = tasks.add_parser("rotate-key", help="sign tokens with a new key", description=run_rotate_key.__doc__)
    rotate.add_argument(
        "--forget",
        metavar="DAYS",
        type=float,
        help="refuse tokens of keys that were replaced so many days ago; 0 signs everybody out",
    )
    runs = (migrate, run_migrate), (export, run_export), (doctor, run_doctor), (rotate, run_rotate_key)
    for task, run in runs:
        task.add_argument(
            "--database", metavar="URL", help="sqlite:///path or postgresql://… (SQLite in your data directory)"
        )
        task.set_defaults(run=run)
    migrate.add_argument("--json", action="store_true", help="print the revisions as JSON")
    doctor.add_argument("--json", action="store_true", help="print all problems as JSON")
    rotate.add_argument("--json", action="store_true", help="print what was done as JSON")


def run_migrate(args: argparse.Namespace) -> int:
    """Create the tables in an empty database, or migrate an older one."""
    done = asyncio.run(_migrate(_url(args)))
    if args.json:
        print(msgspec.json.encode(done).decode())
    elif done.before == done.after:
        print(f"the database is up to date at revision {done.after}; nothing was done")
    elif done.before is None:
        print(f"the database was empty; it has revision {done.after} now")
    else:
        print(f"the database had revision {done.before}; it has revision {done.after} now")
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Write the replay log of a table, finished or not. It reveals the seed, so it is not for players."""
    from saloon.table.log import write_log

    log = write_log(asyncio.run(_folded(_url(args), args.table)).log())
    if args.out is None:
        print(log.decode())
        return 0
    try:
        write_safely(Path(args.out), log)
    except (OSError, ValueError) as error:
        raise BadInput(f"{quoted(args.out)} cannot be written: {why(error)}", "FILE_UNWRITABLE") from None
    return 0


def run_doctor(args: argparse.Namespace) -> int:
    """Replay every stored table, compare its outcome and status with what is stored, and list the differences."""
    examined = asyncio.run(_examine(_url(args)))
    faults = examined.faults
    if args.json:
        print(msgspec.json.encode(examined).decode())
    elif faults:
        print(*faults, sep="\n")
        print(f"{len({fault.table_id for fault in faults})} of {examined.tables} tables do not reproduce")
    else:
        print(f"{examined.tables} tables with {examined.actions} actions: all reproduce")
    return 1 if faults else 0


def run_rotate_key(args: argparse.Namespace) -> int:
    """Sign the tokens of players and seats with a new key. Older tokens stay valid, and servers need no restart."""
    if args.forget is not None and not 0 <= args.forget < math.inf:
        raise BadInput(f"no key was replaced {args.forget:g} days ago; write 0 or more", "BAD_DAYS")
    done = asyncio.run(_rotate(_url(args), args.forget))
    if args.json:
        print(msgspec.json.encode(done).decode())
        return 0
    begins = datetime.fromtimestamp(done.signs_from / 1000, UTC)
    print(f"a new key signs from {begins:%Y-%m-%d %H:%M:%S} UTC on")
    print(f"older keys: {done.accepted} still accepted, {done.forgotten} forgotten")
    return 0


def _url(args: argparse.Namespace) -> str:
    return args.database or f"sqlite:///{data_directory() / 'saloon.db'}"


# --- the database ---------------------------------------------------------------------------------------------------


async def _migrate(url: str) -> Migrated:
    from saloon.store import open_database
    from saloon.store.claim import claimed
    from saloon.store.migrate import REVISION, is_current

    before = await _revision(url)
    if is_current(before):
        return Migrated(before, REVISION)
    with claimed(url):  # never migrate a database that a running server uses
        database = open_database(url)
        try:
            await database.open()
        finally:
            await database.close()
    return Migrated(before, REVISION)


async def _rotate(url: str, forget_days: float | None) -> "Rotation":
    from saloon.server.signing_keys import rotate

    async with _opened(url) as store:
        return await rotate(store, forget_days)


@asynccontextmanager
async def _opened(url: str, on_damaged: "Callable[[TableDamaged], None]" = lambda _: None) -> "AsyncIterator[Store]":
    """Open a database that is up to date. This never creates or changes one."""
    from saloon.store import Store, open_database
    from saloon.store.migrate import REVISION, is_current

    revision = await _revision(url)
    if revision is None:
        raise BadInput("this database has no Saloon tables; check its address", "NO_DATABASE")
    if not is_current(revision):
        raise BadInput(
            f"the database has revision {revision!r}, this program {REVISION!r}; run 'saloon admin migrate' first",
            "DATABASE_OLDER",
        )
    database = open_database(url)
    await database.open()
    try:
        yield Store(database, on_damaged)
    finally:
        await database.close()


async def _revision(url: str) -> str | None:
    """Return the revision of a database; None if it is empty or missing."""
    from saloon.store import open_database
    from saloon.store.database import StoreUnavailable

    if open_database(url).shared:
        import asyncpg

        try:
            connection = await asyncpg.connect(url, timeout=5)
            try:
                known = await connection.fetchval("SELECT to_regclass('alembic_version')")
                return await connection.fetchval("SELECT version_num FROM alembic_version") if known else None
            finally:
                await connection.close()
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreUnavailable(f"the database cannot be reached: {error}") from None
    import sqlite3
    from contextlib import closing

    path = Path(url.removeprefix("sqlite:///"))
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path)) as file:
            known = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            row = file.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
            return None if row is None else str(row[0])
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{quoted(str(path))} cannot be read as a database: {error}") from None


# --- folding --------------------------------------------------------------------------------------------------------


async def _folded(url: str, table_id: str) -> "Table":
    async with _opened(url) as store:
        stored = await store.table(table_id)
        if stored is None:
            raise BadInput(f"there is no table {quoted(table_id)} in this database", "NO_SUCH_TABLE")
        table, fault = _fold(stored, await store.entries(table_id))
    if fault is not None or table is None:
        raise BadLog(str(fault), "LOG_DAMAGED")
    return table


def _fold(stored: "StoredTable", entries: "Sequence[StoredEntry]") -> "tuple[Table | None, Fault | None]":
    """Return the table that a log leads to, as far as it can be replayed, and the first fault."""
    from saloon.server.persistence import apply_entry, deal_stored

    table: Table | None = None
    rev = 0
    try:
        table = deal_stored(stored)
        for entry in entries:
            rev = table.rev + 1
            if entry.rev != rev:
                reason = f"the log goes on with rev {entry.rev}"
                return table, Fault(stored.table_id, stored.game, rev, "LOG_DAMAGED", reason)
            apply_entry(table, entry)
    except SaloonError as error:
        return table, Fault(stored.table_id, stored.game, rev, error.code, error.reason)
    except Exception as error:  # a broken table must not keep us from checking the others
        reason = f"the stored data is damaged: {type(error).__name__}: {error}"
        return table, Fault(stored.table_id, stored.game, rev, "LOG_DAMAGED", reason)
    return table, None


# --- examining ------------------------------------------------------------------------------------------------------


async def _examine(url: str) -> Examination:
    from saloon.store.database import TableDamaged

    actions, tables = 0, 0
    faults: list[Fault] = []
    damaged: list[TableDamaged] = []
    async with _opened(url, damaged.append) as store:
        table_ids = await store.table_ids()
        reported = monotonic()
        for done, table_id in enumerate(table_ids):
            if monotonic() - reported >= PROGRESS_SECONDS:
                reported = monotonic()
                print(f"{done} of {len(table_ids)} tables", file=sys.stderr)
            try:
                stored, entries = await _settled(store, table_id)
            except TableDamaged as damage:
                tables += 1
                faults.append(Fault(table_id, None, 0, damage.code, damage.reason))
                continue
            if stored is None:
                continue
            tables += 1
            actions += len(entries)
            fault = _fault(stored, entries)
            if fault is not None:
                faults.append(fault)
            await store.results([table_id])
            faults += [Fault(table_id, stored.game, len(entries), one.code, one.reason) for one in damaged]
            damaged.clear()
    return Examination(tables, actions, faults)


async def _settled(store: "Store", table_id: str) -> "tuple[StoredTable | None, list[StoredEntry]]":
    """Return a consistent table and log, even if a server is writing; None if it was removed."""
    while True:
        before = await store.table(table_id)
        entries = await store.entries(table_id)
        if await store.table(table_id) == before:
            return before, entries


def _fault(stored: "StoredTable", entries: "Sequence[StoredEntry]") -> Fault | None:
    """Return the first fault of a table: in its log, then its status, then its outcome."""
    table, fault = _fold(stored, entries)
    if fault is not None or table is None:
        return fault

    def wrong(code: str, reason: str) -> Fault:
        return Fault(stored.table_id, stored.game, table.rev, code, reason)

    if (stored.status == "finished") != (table.outcome is not None or _is_left(stored)):
        leads = "leads to no end" if table.outcome is None else "leads to the end"
        return wrong("STATUS_DIFFERS", f"it is stored as {stored.status}, but its log {leads}")
    if stored.status == "waiting" and entries:
        return wrong("STATUS_DIFFERS", "it is stored as waiting, but play has begun")
    if (stored.status == "waiting") != any(seat.is_open for seat in stored.seats):
        seats = "no seat is open" if stored.status == "waiting" else "a seat is open"
        return wrong("STATUS_DIFFERS", f"it is stored as {stored.status}, but {seats}")
    if stored.outcome != table.outcome:
        return wrong("OUTCOME_DIFFERS", f"it is stored with {stored.outcome}, but its log leads to {table.outcome}")
    return None


def _is_left(stored: "StoredTable") -> bool:
    """Whether a player has left for good; such a game may end without an action when the others leave too."""
    pairs = zip(stored.dealt_to, stored.seats, strict=False)
    return any(dealt == "human" and seat.kind == "bot" for dealt, seat in pairs)
