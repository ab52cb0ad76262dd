"""`saloon admin backup` and `restore`: complete, verified copies of an SQLite database."""

import argparse
import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, BadLog, quoted

from .arguments import HelpFormatter
from .database import SQLITE, database_url, file_of, revision_of
from .doctor import Fault, examine
from .progress import progress_bar
from .replay import why

if TYPE_CHECKING:
    Tasks = argparse._SubParsersAction[argparse.ArgumentParser]
    Run = Callable[[argparse.Namespace], int]

PG_DUMP: Final = 'pg_dump --format=custom --no-owner --file=saloon.dump "$DATABASE"'
PG_RESTORE: Final = (
    'createdb --maintenance-db="$DATABASE" saloon_restored',
    'pg_restore --exit-on-error --single-transaction --no-owner --dbname="$RESTORED" saloon.dump',
)
"""How to copy a PostgreSQL database: these lines are in docs/start/operators.md, which a test follows."""

CONTENTS: Final = """A backup holds everything that the server knows: all tables with their hidden cards,
players, results, and the keys that sign tokens. No other file is needed. Only its owner
can read it (0600); keep it as private as the database itself. PostgreSQL databases are
copied with pg_dump and pg_restore."""


class Copied(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A copy that was put in place."""

    file: str
    bytes: int
    revision: str
    tables: int
    actions: int
    faults: list[Fault]
    replayed: bool
    """Whether the tables were replayed; this program cannot do that with a database that it must migrate first."""
    replaced: str | None = None
    """Where the replaced database is now."""


def add_to(tasks: "Tasks") -> "list[tuple[argparse.ArgumentParser, Run]]":
    """Add both tasks to the parser; return them with what runs them."""
    backup, restore = (
        tasks.add_parser(
            name,
            help=what,
            description=f"{run.__doc__}\n\n{CONTENTS}",
            formatter_class=HelpFormatter,
        )
        for name, what, run in (
            ("backup", "copy an SQLite database while servers use it", run_backup),
            ("restore", "replace an SQLite database with a backup", run_restore),
        )
    )
    backup.add_argument("dest", metavar="DEST", help="the file to write, or a folder for a file named by the date")
    backup.add_argument("--force", action="store_true", help="replace DEST if it exists")
    restore.add_argument("source", metavar="SOURCE", help="the backup")
    restore.add_argument("--force", action="store_true", help="restore a backup in which the doctor finds faults")
    for task in (backup, restore):
        task.add_argument("--json", action="store_true", help="print what was done as JSON")
    return [(backup, run_backup), (restore, run_restore)]


def run_backup(args: argparse.Namespace) -> int:
    """Copy an SQLite database, complete and verified by the doctor. Servers may keep writing."""
    from saloon.store.backup import companions, draft_of, put_in_place

    source = _sqlite_file(database_url(args), PG_DUMP)
    revision = _revision(source)
    _require_journal(source)
    place = _destination(Path(args.dest), source, force=args.force)
    with _writing(place), draft_of(place) as draft:
        done = _copy(source, draft, place, revision)
        for file in companions(place):
            file.unlink(missing_ok=True)
        put_in_place(draft, place)
    _report(done, f"backed up to {place}", as_json=args.json)
    return 1 if done.faults else 0


def run_restore(args: argparse.Namespace) -> int:
    """Replace an SQLite database with a verified backup. The old one is kept; no server may be running."""
    from saloon.store.backup import draft_of, put_in_place, set_aside, take_back
    from saloon.store.claim import claimed

    url = database_url(args)
    place = Path(os.path.realpath(_sqlite_file(url, *PG_RESTORE)))
    source = Path(args.source)
    revision = _revision(source)
    if place.exists() and source.samefile(place):
        raise BadInput(f"{quoted(args.source)} is the database itself, not a backup of it", "SAME_FILE")
    if not args.force:
        _require_journal(source)
    with claimed(url), _writing(place), draft_of(place) as draft:
        done = _copy(source, draft, place, revision)
        if done.faults and not args.force:
            raise BadLog(f"{done.faults[0]}; use --force to restore this backup anyway", "BACKUP_DAMAGED")
        aside = place.with_name(f"{place.name}.replaced-{_now()}")
        renamed = set_aside(place, aside)
        try:
            put_in_place(draft, place)
        except BaseException:
            take_back(renamed)
            raise
    if renamed:
        done = msgspec.structs.replace(done, replaced=str(aside))
    _report(done, f"restored to {place}", as_json=args.json)
    return 1 if done.faults else 0


def _copy(source: Path, draft: Path, place: Path, revision: str) -> Copied:
    """Copy a database to a draft and have the doctor check it; return the report to print once it is in place."""
    from saloon.store.backup import copy_database, count_rows
    from saloon.store.migrate import is_current

    with progress_bar("copying") as progress:
        copy_database(source, draft, progress)
    size = draft.stat().st_size
    if not is_current(revision):
        return Copied(str(place), size, revision, *count_rows(draft), faults=[], replayed=False)
    found = asyncio.run(examine(f"{SQLITE}{draft}"))
    return Copied(str(place), size, revision, found.tables, found.actions, found.faults, replayed=True)


def _report(done: Copied, what: str, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(done).decode())
        return
    print(f"{what}: {done.tables} tables with {done.actions} actions, {done.bytes / 1e6:.1f} MB")
    if done.faults:
        print(*done.faults, sep="\n")
    elif done.replayed:
        print("the copy is intact, and all tables reproduce")
    else:
        print(f"the copy is intact; it has the older revision {done.revision}, so its tables were not replayed")
    if done.replaced is not None:
        print(f"the previous database is kept as {done.replaced}")


# --- what is refused ------------------------------------------------------------------------------------------------


def _sqlite_file(url: str, *commands: str) -> Path:
    """Return the file of a database; for PostgreSQL, name the commands to use instead."""
    from saloon.store import open_database

    open_database(url)  # refuses an invalid URL
    place = file_of(url)
    if place is None:
        raise BadInput(f"use PostgreSQL's own tools for this database: {' && '.join(commands)}", "USE_POSTGRESQL_TOOLS")
    return place


def _revision(place: Path) -> str:
    """Return the revision of a database file; refuse a missing one."""
    revision = asyncio.run(revision_of(f"{SQLITE}{place}"))
    if revision is None:
        raise BadInput(f"{quoted(str(place))} has no Saloon tables; check its name", "NO_DATABASE")
    return revision


def _require_journal(place: Path) -> None:
    from saloon.store.journal import MISSING, lacks_journal

    if lacks_journal(str(place)):
        raise BadLog(f"{quoted(str(place))} is incomplete: {MISSING}", "JOURNAL_MISSING")


def _destination(dest: Path, source: Path, *, force: bool) -> Path:
    """Return the file to write."""
    from saloon.store.backup import companions

    place = dest / f"saloon-{_now()}.db" if dest.is_dir() else dest
    if place.exists() and place.samefile(source):
        raise BadInput(f"{quoted(str(dest))} is the database itself", "SAME_FILE")
    existing = [file for file in (place, *companions(place)) if file.exists()]
    if existing and not force:
        raise BadInput(f"{quoted(str(existing[0]))} exists already; --force replaces it", "FILE_EXISTS")
    return place


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"{quoted(str(place))} cannot be written: {why(error)}", "FILE_UNWRITABLE") from None


def _now() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
