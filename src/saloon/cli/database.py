"""The database that an admin command works on."""

import argparse
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from saloon.core.errors import BadInput, quoted

from .arguments import data_directory

if TYPE_CHECKING:
    from saloon.server.configuration import Configuration
    from saloon.server.settings import Settings
    from saloon.store import Store
    from saloon.store.database import TableDamaged

SQLITE: Final = "sqlite:///"


CONFIG_HELP: Final = "a TOML file with the settings; deploy/saloon.toml lists them all (the variable SALOON_CONFIG)"
_NO_SETTINGS: Final = frozenset({"config", "check", "open", "command", "run"})


def configured(args: argparse.Namespace) -> "Configuration":
    """Return the configuration from the file, the environment and the flags of `saloon serve`."""
    given = {name: value for name, value in vars(args).items() if value is not None and name not in _NO_SETTINGS}
    flags = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return _configuration(args.config, flags)


def database_url(args: argparse.Namespace) -> str:
    """Return the URL that was given, that of the configuration, or that of the database in the data directory."""
    return args.database or settings_of(args).database


def settings_of(args: argparse.Namespace) -> "Settings":
    """Return the settings that an admin command shares with the server."""
    return _configuration(args.config, {}).settings


def _configuration(file: str | None, flags: Mapping[str, Any]) -> "Configuration":
    from saloon.server.configuration import read_configuration

    default = f"sqlite:///{data_directory() / 'saloon.db'}"
    return read_configuration(file, os.environ, flags, default_database=default)


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


@asynccontextmanager
async def opened(url: str, on_damaged: "Callable[[TableDamaged], None]" = lambda _: None) -> "AsyncIterator[Store]":
    """Open a database that is up to date. This never creates or changes one."""
    from saloon.store import Store, open_database
    from saloon.store.migrate import REVISION, is_current

    revision = await revision_of(url)
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


async def revision_of(url: str) -> str | None:
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

    from saloon.store.journal import connected

    path = file_of(url)
    if path is None or not path.exists():
        return None
    try:
        with connected(str(path)) as file:
            known = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            row = file.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
            return None if row is None else str(row[0])
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{quoted(str(path))} cannot be read as a database: {error}") from None
