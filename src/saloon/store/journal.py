"""Notice a copy of an SQLite file without its journal, the `-wal` file next to it.

SQLite writes every commit to the journal first and moves it into the database file later. A copy of the database file
alone opens without complaint and lacks whatever was still in the journal. To tell such a copy from a database that was
closed, a server marks the file while it uses it. The mark is in the database file itself before the first action is
accepted, and the server removes it once the journal is empty. A marked file therefore always has a journal next to
it, unless it was copied or moved without it. See ADR 64.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final

MISSING: Final = (
    "the database file lacks its journal: it was copied while a server used it, without the -wal file next to it, so"
    " actions that players saw accepted may be missing"
)

_IN_USE: Final = 1
"""The mark, in SQLite's `user_version`, which we use for nothing else. Servers before 0.2 left it at 0."""
_HEADER: Final = 100
_FORMAT: Final = 18
_WAL_FORMAT: Final = 2
_USER_VERSION: Final = slice(60, 64)


def lacks_journal(path: str) -> bool:
    """Whether a file is marked as in use and uses a journal, but has none. Call this before you connect to it.

    The header is read without SQLite, which would create an empty journal. That is safe because without a journal no
    connection of this process can hold a lock on the file, which closing it here would drop.
    """
    path = os.path.realpath(path)
    if os.path.exists(f"{path}-wal"):
        return False
    try:
        with open(path, "rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return False
    if len(header) < _HEADER or header[_FORMAT] != _WAL_FORMAT:
        return False
    marked = int.from_bytes(header[_USER_VERSION], "big") == _IN_USE
    return marked and not os.path.exists(f"{path}-wal")  # a server may have started just now


def mark_in_use(connection: sqlite3.Connection) -> None:
    """Mark a file before its server accepts anything. The connection must stay open: with it the journal stays."""
    connection.execute(f"PRAGMA user_version={_IN_USE}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def mark_unused(connection: sqlite3.Connection) -> None:
    """Remove the mark: the last write of a server. Closing the last connection then empties the journal."""
    connection.execute("PRAGMA user_version=0")
    with suppress(sqlite3.Error):  # another connection is reading; the last one to close moves it
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def leave(connection: sqlite3.Connection) -> None:
    """Prepare to close a connection that may be the last one to a file whose server was killed.

    Closing it would empty and remove the journal, and the file would look like a copy that lacks it. Turning the
    journal off leaves the file consistent. It fails if others are connected; then this is not the last connection.
    """
    with suppress(sqlite3.Error):
        if connection.execute("PRAGMA user_version").fetchone() == (_IN_USE,):
            connection.execute("PRAGMA busy_timeout=0")
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()


@contextmanager
def connected(path: str) -> Iterator[sqlite3.Connection]:
    """Connect to a file briefly, whether a server is using it, was killed or closed it."""
    lacked = lacks_journal(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        try:
            yield connection
        finally:
            if not lacked:
                leave(connection)
