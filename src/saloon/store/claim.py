"""Exclusive use of an SQLite file: a lock file for one server, and a file mode for one user."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from saloon.core.errors import BadInput

from .database import StoreUnavailable, open_database

SQLITE = "sqlite:///"

_logger = logging.getLogger(__name__)


def keep_private(path: str) -> None:
    """Make a database readable by its owner only: it holds hidden cards and the key that signs tokens.

    SQLite creates the files next to it (-wal, -shm) with the same mode.
    """
    path = os.path.realpath(path)
    with suppress(FileExistsError):  # do not open an existing file: closing it would drop SQLite's locks on it
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, f"{path}-wal", f"{path}-shm"):
        try:
            if os.stat(file).st_mode & 0o077:
                os.chmod(file, 0o600)
        except FileNotFoundError:
            continue
        except PermissionError:
            _logger.warning("%s can be read by others and belongs to another user: its mode cannot be changed", file)


class DatabaseInUse(BadInput):
    """Another server uses the database file."""

    default_code = "DATABASE_IN_USE"


@contextmanager
def claimed(url: str) -> Iterator[None]:
    """Claim a database for this server, or refuse if another server uses it. Shared databases are not claimed.

    The lock is an exclusive transaction on an empty SQLite file `…-server` next to the database: the operating system
    drops it however the process ends, and it works wherever SQLite does. Readers of the database are not affected.
    Symbolic links are followed, so another path to the same file does not help.
    """
    if open_database(url).shared:
        yield
        return
    path = os.path.realpath(url.removeprefix(SQLITE))
    try:
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep_private(f"{path}-server")
        lock = sqlite3.connect(f"{path}-server", timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailable(f"{path}-server cannot be opened to lock the database: {error}") from None
    with closing(lock):
        try:
            lock.execute("PRAGMA journal_mode=MEMORY")  # no journal file next to it
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise DatabaseInUse(
                    f"another server already uses {path}. Stop it first, or give this one its own --database."
                ) from None
            raise StoreUnavailable(f"{path}-server cannot be locked: {error}") from None
        yield
