"""Running the server under uvicorn, in one process or several that share the socket."""

import asyncio
import logging
import math
import os
import socket
import webbrowser
from contextlib import suppress
from threading import Thread
from typing import Any, Final

import msgspec
import uvicorn
from uvicorn.config import LOGGING_CONFIG

from saloon.core.errors import BadInput, quoted
from saloon.games import GAMES
from saloon.store import open_database
from saloon.store.claim import claimed
from saloon.table.messages import LONGEST_MESSAGE

from .access import check_names
from .address_limits import AddressLimits
from .addresses import check_proxies
from .app import create_app
from .descriptors import raise_limit
from .http_protocol import HttpProtocol
from .metrics import shared_metrics
from .settings import Settings
from .websocket import FRAMES_LOGGER, WebSocketProtocol
from .workers import Workers

_logger = logging.getLogger(__name__)

_VARIABLE: Final = "SALOON_SETTINGS"
_LOGGING: Final = {
    **LOGGING_CONFIG,
    "formatters": {
        **LOGGING_CONFIG["formatters"],
        "saloon": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "handlers": {
        **LOGGING_CONFIG["handlers"],
        "saloon": {"class": "logging.StreamHandler", "formatter": "saloon", "stream": "ext://sys.stderr"},
    },
    "loggers": {
        **LOGGING_CONFIG["loggers"],
        "saloon": {"handlers": ["saloon"], "level": "INFO", "propagate": False},
        FRAMES_LOGGER: {"level": "CRITICAL"},
    },
}
"""Log to standard error, with the time."""


def check(settings: Settings, workers: int) -> None:
    """Refuse settings that cannot work before anything starts."""
    if workers < 1:
        raise BadInput(f"the number of workers must be at least 1, not {workers}", "BAD_WORKERS")
    check_names(settings.origins, settings.allowed_hosts)
    if settings.redis is not None and not settings.redis.startswith(("redis://", "rediss://", "unix://")):
        raise BadInput(f"{quoted(settings.redis)} is not a Redis address; write redis://host", "BAD_REDIS")
    for value in (settings.waiting_hours, settings.abandoned_days):
        if not 0 <= value < math.inf:
            raise BadInput(f"nothing can expire after {value:g} hours or days; 0 keeps everything", "BAD_EXPIRY")
    if workers > 1 and not settings.database.startswith("postgres"):
        raise BadInput(
            "several workers need PostgreSQL: SQLite has one writer. Use --workers 1 or --database postgresql://…",
            "BAD_WORKERS",
        )
    check_proxies(settings.trusted_proxies)


async def _try(database: str) -> None:
    """Open a database, which migrates it, and close it: errors show up now, not in a worker."""
    opened = open_database(database)
    try:
        await opened.open()
    finally:
        await opened.close()


def _bound(host: str, port: int) -> socket.socket:
    """Return a bound socket for workers to inherit; refuse an address that cannot be bound."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        bound.close()
        why = getattr(error, "strerror", None) or "a port is a number up to 65535"
        raise BadInput(f"the server cannot listen on {host}:{port}: {why}", "BAD_ADDRESS") from None
    bound.set_inheritable(True)
    return bound


def serve(settings: Settings, *, host: str, port: int, workers: int, show: bool = False) -> None:
    """Serve until stopped; with `show`, open the page in a browser.

    The address is printed once it is bound, so port 0 works.
    """
    check(settings, workers)
    raise_limit(settings.limits.connections_per_address)
    os.environ[_VARIABLE] = msgspec.json.encode(settings).decode()
    config = uvicorn.Config(
        "saloon.server.serve:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        log_config=_LOGGING,
        access_log=False,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=4 * LONGEST_MESSAGE,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=settings.limits.keep_alive_seconds,  # type: ignore[arg-type]  # uvicorn accepts fractions too
        proxy_headers=False,  # uvicorn would trust every local client; `AddressLimits` trusts only named proxies
        server_header=False,
    )
    for name, reason in GAMES.refused.items():
        _logger.error("the plug-in game %s was refused: %s", name, reason)
    with claimed(settings.database), _bound(host, port) as bound, suppress(KeyboardInterrupt):
        asyncio.run(_try(settings.database))
        bound.listen(config.backlog)  # connections that come before the application is ready wait in the backlog
        address = f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}"
        print(f"Saloon listens on {address} (Ctrl-C to stop)", flush=True)
        if show:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()
        if workers > 1:
            with shared_metrics():
                Workers(config, sockets=[bound]).run()
        else:
            uvicorn.Server(config).run(sockets=[bound])


def application() -> Any:
    """Return the application for the settings of the parent process; each worker builds its own."""
    settings = msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
    app = create_app(settings)
    return AddressLimits(
        _with_heads(app), settings, lambda code: app.state.services.metrics.count("saloon_refused_total", code)
    )


def _with_heads(app: Any) -> Any:
    """Let `app` answer HEAD like GET, as monitors and caches expect; uvicorn omits the body."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope, receive, send)

    return answer
