"""`saloon admin`: migrate, check, back up and restore a database, export logs, rotate keys, moderate."""

import argparse
import asyncio
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, BadLog, quoted

from . import backup, moderate
from .arguments import HelpFormatter
from .database import CONFIG_HELP, database_url, opened, revision_of
from .doctor import examine, fold
from .play import write_safely
from .replay import why

if TYPE_CHECKING:
    from saloon.server.http.signing_keys import Rotation
    from saloon.table import Table

EXAMPLES = """examples:
  saloon admin migrate --database postgresql://saloon@db/saloon
  saloon admin export 9f3b0c6d1e2a4857 --out game.json      then: saloon replay game.json
  saloon admin doctor --json
  saloon admin backup /var/backups/saloon
  saloon admin restore /var/backups/saloon/saloon-20261118-030000.db
  saloon admin rotate-key --forget 400
  saloon admin end 9f3b0c6d1e2a4857 --reason "a bug in the rules" --server https://play.example
  saloon admin ban 0123456789abcdef --reason "insults" --server https://play.example
  saloon admin audit

exit status: 0 if all is well, 1 if the doctor or a backup finds something wrong, 2 if the database cannot be used
"""


class Migrated(Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """The revision of a database before and after; None for an empty one."""

    before: str | None
    after: str


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and its tasks to the parser."""
    parser = commands.add_parser(
        "admin",
        help="maintain the server's database, and moderate",
        description="Maintain the database of a table server, and moderate tables and players.",
        epilog=EXAMPLES,
        formatter_class=HelpFormatter,
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
        help="refuse tokens of keys replaced at least this many days ago; 0 signs everybody out",
    )
    runs = (migrate, run_migrate), (export, run_export), (doctor, run_doctor), (rotate, run_rotate_key)
    for task, run in (*runs, *backup.add_to(tasks), *moderate.add_to(tasks)):
        task.add_argument(
            "--database", metavar="URL", help="sqlite:///path or postgresql://… (SQLite in your data directory)"
        )
        task.add_argument("--config", metavar="FILE", help=CONFIG_HELP)
        task.set_defaults(run=run)
    migrate.add_argument("--json", action="store_true", help="print the revisions as JSON")
    doctor.add_argument("--json", action="store_true", help="print all problems as JSON")
    rotate.add_argument("--json", action="store_true", help="print what was done as JSON")


def run_migrate(args: argparse.Namespace) -> int:
    """Create the tables in an empty database, or migrate an older one."""
    done = asyncio.run(_migrate(database_url(args)))
    if args.json:
        print(msgspec.json.encode(done).decode())
    elif done.before == done.after:
        print(f"the database is up to date at revision {done.after}; nothing was done")
    elif done.before is None:
        print(f"the database was empty; it is now at revision {done.after}")
    else:
        print(f"migrated the database from revision {done.before} to {done.after}")
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Write the replay log of a table, finished or not. It reveals the seed, so it is not for players."""
    from saloon.table.log import write_log

    log = write_log(asyncio.run(_folded(database_url(args), args.table)).log())
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
    examined = asyncio.run(examine(database_url(args)))
    if args.json:
        print(msgspec.json.encode(examined).decode())
    else:
        print(*examined.lines(), sep="\n")
    return 0 if examined.is_sound else 1


def run_rotate_key(args: argparse.Namespace) -> int:
    """Sign the tokens of players and seats with a new key. Older tokens stay valid, and servers need no restart."""
    if args.forget is not None and not 0 <= args.forget < math.inf:
        raise BadInput(f"--forget must be at least 0 days, not {args.forget:g}", "BAD_DAYS")
    done = asyncio.run(_rotate(database_url(args), args.forget))
    if args.json:
        print(msgspec.json.encode(done).decode())
        return 0
    begins = datetime.fromtimestamp(done.signs_from / 1000, UTC)
    print(f"the new key signs tokens from {begins:%Y-%m-%d %H:%M:%S} UTC")
    print(f"older keys: {done.accepted} still accepted, {done.forgotten} forgotten")
    return 0


# --- the database ---------------------------------------------------------------------------------------------------


async def _migrate(url: str) -> Migrated:
    from saloon.store import open_database
    from saloon.store.claim import claimed
    from saloon.store.migrate import REVISION, is_current

    before = await revision_of(url)
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
    from saloon.server.http.signing_keys import rotate

    async with opened(url) as store:
        done = await rotate(store, forget_days)
        await moderate.note_rotation(store, forget_days)
        return done


async def _folded(url: str, table_id: str) -> "Table":
    async with opened(url) as store:
        stored = await store.table(table_id)
        if stored is None:
            raise BadInput(f"there is no table {quoted(table_id)} in this database", "NO_SUCH_TABLE")
        table, fault = fold(stored, await store.entries(table_id))
    if fault is not None or table is None:
        raise BadLog(str(fault), "LOG_DAMAGED")
    return table
