"""Copies of SQLite files: made while a server writes, and put in place completely or not at all."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from saloon.core.errors import SaloonError, quoted

from .database import StoreUnavailable
from .journal import connected

COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files next to it."""
_PAGES: Final = 1_000
"""Pages that are copied between two reports of progress: four megabytes."""


class DatabaseDamaged(SaloonError):
    """A database file that SQLite itself finds to be damaged."""

    default_code = "DATABASE_DAMAGED"


@contextmanager
def draft_of(place: Path) -> Iterator[Path]:
    """Create a file in the folder of `place` that only its owner can read. It is removed if it is left over."""
    handle, name = mkstemp(prefix=f".{place.name}.", suffix=".partial", dir=place.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        for file in (draft, *companions(draft)):
            file.unlink(missing_ok=True)


def companions(place: Path) -> list[Path]:
    """Return the names of the files that SQLite keeps next to a database."""
    return [place.with_name(place.name + suffix) for suffix in COMPANIONS]


def copy_database(source: Path, draft: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a database as it is now, journal included, and check the copy. Servers may keep writing.

    One read transaction lasts from the first page to the last. Without it SQLite would begin again after every commit
    of a server.
    """
    try:
        with connected(str(source)) as original, closing(sqlite3.connect(draft)) as copy:
            original.execute("BEGIN")
            original.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the transaction begins with a read
            try:
                original.backup(
                    copy, pages=_PAGES, progress=lambda _, remaining, total: progress(total - remaining, total)
                )
            finally:
                original.execute("ROLLBACK")
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()  # one file, which needs no journal
            copy.execute("PRAGMA user_version=0")  # and not marked as in use
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{quoted(str(source))} cannot be copied: {error}") from None
    if found != ["ok"]:
        raise DatabaseDamaged(f"{quoted(str(source))} is damaged: {'; '.join(found)}")


def count_rows(place: Path) -> tuple[int, int]:
    """Return how many tables and actions a database of any revision holds."""
    with connected(str(place)) as connection:
        counts = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM entries)"
        tables, actions = connection.execute(counts).fetchone()
    return tables, actions


def put_in_place(draft: Path, place: Path) -> None:
    """Give a draft its name once it is safe on the disk."""
    with connected(str(draft)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchall()  # checking the draft may have turned it on
    _sync(draft)
    draft.replace(place)
    _sync(place.parent)


def set_aside(place: Path, aside: Path) -> list[tuple[Path, Path]]:
    """Rename a database and the files next to it; return the new names by old name. On failure nothing is renamed."""
    renamed: list[tuple[Path, Path]] = []
    try:
        # The journal first: one left behind would be taken for the next database's.
        for old, new in zip([*companions(place), place], [*companions(aside), aside], strict=True):
            if old.exists():
                old.rename(new)
                renamed.append((old, new))
    except BaseException:
        take_back(renamed)
        raise
    return renamed


def take_back(renamed: list[tuple[Path, Path]]) -> None:
    """Undo `set_aside`."""
    for old, new in reversed(renamed):
        new.rename(old)


def _sync(place: Path) -> None:
    if place.is_dir() and os.name == "nt":  # Windows cannot sync a folder
        return
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
