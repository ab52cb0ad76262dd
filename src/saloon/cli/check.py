"""`saloon serve --check`: check everything that a server needs, one by one, without changing anything."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from saloon.core.errors import BadInput, SaloonError

from .database import file_of, revision_of

if TYPE_CHECKING:
    from saloon.server.configuration import Configuration


def check_server(configuration: "Configuration", port: int) -> int:
    """Print one line for each check; return 1 if any fails."""
    failed = 0
    for name, check in _checks(configuration, port):
        try:
            print(f"ok     {name}: {check()}")
        except SaloonError as error:
            failed += 1
            print(f"FAILED {name}: {error}")
    print("ready to serve" if not failed else f"{failed} of the checks failed")
    return 1 if failed else 0


def _checks(configuration: "Configuration", port: int) -> "Iterator[tuple[str, Callable[[], str]]]":
    settings = configuration.settings
    yield "settings", lambda: _settings(configuration)
    yield "address", lambda: _address(configuration.host, port)
    if settings.metrics_port is not None:
        metrics_port = settings.metrics_port
        yield "metrics address", lambda: _address(settings.metrics_host, metrics_port)
    yield "page", _page
    yield "database", lambda: asyncio.run(_database(settings.database))
    yield "signing key", lambda: asyncio.run(_key(settings.database))
    if settings.redis is not None:
        redis = settings.redis
        yield "redis", lambda: asyncio.run(_redis(redis))


def _settings(configuration: "Configuration") -> str:
    from saloon.server.serve import check

    check(configuration.settings, configuration.workers)
    return f"valid; {configuration.workers} process{'es' if configuration.workers > 1 else ''}"


def _address(host: str, port: int) -> str:
    from saloon.server.serve import bound_socket

    bound_socket(host, port).close()
    return f"{host}:{port} is free"


def _page() -> str:
    from saloon.server.http.page import FOLDER

    if not (FOLDER / "index.html").is_file():
        raise BadInput("the page has not been built; run 'make page', or install a wheel of Saloon", "NO_PAGE")
    return "it is built"


async def _database(url: str) -> str:
    """Say what the server will find; it creates or migrates the database when it starts."""
    from saloon.store.migrate import REVISION, is_current, keeps_older_servers

    revision = await revision_of(url)
    file = file_of(url)
    if revision is None:
        if file is not None:
            _writable(file)
        return "it is empty or missing; the server will create its tables"
    if is_current(revision):
        return f"it can be reached and has revision {revision}"
    others = (
        "servers of the older version may keep running meanwhile"
        if keeps_older_servers(revision)
        else "stop all servers of the older version"
    )
    return f"it has revision {revision}; the server will migrate it to {REVISION}: back it up first; {others}"


def _writable(file: Path) -> None:
    """Refuse a place where the server could not create a database."""
    folder = next((parent for parent in file.absolute().parents if parent.exists()), None)
    if folder is None or not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(f"{str(file)!r} cannot be created: {folder} is not a writable directory", "STORE_UNAVAILABLE")


async def _key(url: str) -> str:
    from saloon.store import Store, open_database
    from saloon.store.migrate import is_current

    revision = await revision_of(url)
    if revision is None or not is_current(revision):
        return "the server will create or read it after the migration"
    database = open_database(url)
    await database.open()
    try:
        keys = await Store(database).secrets("signing")
    finally:
        await database.close()
    if not keys:
        return "there is none yet; the server will create it"
    return f"{len(keys)} in the database"


async def _redis(url: str) -> str:
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    connection: Redis = Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5)
    try:
        await connection.execute_command("PING")  # type: ignore[no-untyped-call]
    except (RedisError, OSError, ValueError) as error:
        raise BadInput(f"it cannot be reached: {error}", "BAD_REDIS") from None
    finally:
        await connection.aclose()
    return "it answers"
