"""Running the server under uvicorn, in one process or several that share the socket."""

import asyncio
import logging
import math
import os
import socket
import webbrowser
from contextlib import ExitStack, suppress
from functools import partial
from threading import Thread
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar

from saloon.core.errors import BadInput, quoted
from saloon.games import GAMES
from saloon.store import open_database
from saloon.store.claim import claimed
from saloon.table.messages import LONGEST_MESSAGE

from .app import create_app
from .http.access import check_names
from .http.http_protocol import HttpProtocol
from .http.websocket import WebSocketProtocol
from .limits.address_limits import AddressLimits
from .limits.addresses import check_proxies
from .limits.descriptors import raise_limit
from .notifications.push_endpoints import check_services
from .operations.logs import logging_config, with_request_ids
from .operations.metrics import shared_metrics, worker_metrics
from .operations.metrics_port import scraped
from .operations.traces import check_traces
from .services import Services
from .settings import Settings
from .workers import Workers

_logger = logging.getLogger(__name__)

STARTING: Final = 60
"""Seconds in which a worker must answer, also while it imports the server; then it is replaced."""
_VARIABLE: Final = "SALOON_SETTINGS"
_SHORTEST_TOKEN: Final = 20


def check(settings: Settings, workers: int) -> None:
    """Refuse settings that cannot work before anything starts."""
    if workers < 1:
        raise BadInput(f"the number of workers must be at least 1, not {workers}", "BAD_WORKERS")
    check_names(settings.origins, settings.allowed_hosts)
    if settings.redis is not None and not settings.redis.startswith(("redis://", "rediss://", "unix://")):
        raise BadInput(f"{quoted(settings.redis)} is not a Redis address; write redis://host", "BAD_REDIS")
    for value in (settings.waiting_hours, settings.abandoned_days):
        if not 0 <= value < math.inf:
            raise BadInput(f"tables cannot expire after {value:g} hours or days; 0 keeps everything", "BAD_EXPIRY")
    if workers > 1 and not settings.database.startswith("postgres"):
        raise BadInput(
            "several workers need PostgreSQL: SQLite has one writer. Use --workers 1 or --database postgresql://…",
            "BAD_WORKERS",
        )
    check_proxies(settings.trusted_proxies)
    check_traces(settings.traces)
    _check_push(settings)
    if settings.operator_token is not None and len(settings.operator_token) < _SHORTEST_TOKEN:
        raise BadInput(
            f"operator_token needs at least {_SHORTEST_TOKEN} characters; try: openssl rand -hex 32", "BAD_TOKEN"
        )


def _check_push(settings: Settings) -> None:
    """Refuse push services and contacts that cannot be any, and say if the packages are missing."""
    check_services(settings.push_services)
    if settings.push_contact is not None:
        from .notifications.push_messages import check_contact

        check_contact(settings.push_contact)


async def _try(database: str) -> None:
    """Open a database, which migrates it, and close it: errors show up now, not in a worker."""
    opened = open_database(database)
    try:
        await opened.open()
    finally:
        await opened.close()


def bound_socket(host: str, port: int) -> socket.socket:
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
    app = create_app(settings) if workers == 1 else None
    config = _uvicorn(settings, app, workers)
    for name, reason in GAMES.refused.items():
        _logger.error("the plug-in game %s was refused: %s", name, reason)
    with ExitStack() as stack:
        stack.enter_context(suppress(KeyboardInterrupt))
        stack.enter_context(claimed(settings.database))
        bound = stack.enter_context(bound_socket(host, port))
        scrapes = _metrics_socket(settings, stack)
        asyncio.run(_try(settings.database))
        bound.listen(config.backlog)  # connections that come before the application is ready wait in the backlog
        address = _url(bound)
        print(f"Saloon listens on {address} (Ctrl-C to stop)", flush=True)
        if scrapes is not None:
            print(f"Metrics are on {_url(scrapes)}/metrics", flush=True)
        if show:
            Thread(target=webbrowser.open, args=[address], daemon=True).start()
        if app is None:
            with shared_metrics(), scraped(scrapes, worker_metrics, settings.metrics_token):
                Workers(config, sockets=[bound]).run()
        else:
            with scraped(scrapes, partial(_own_metrics, app), settings.metrics_token):
                uvicorn.Server(config).run(sockets=[bound])


def _uvicorn(settings: Settings, app: Litestar | None, workers: int) -> uvicorn.Config:
    """Return how uvicorn runs `app`; without one, several workers build their own."""
    return uvicorn.Config(
        "saloon.server.serve:application" if app is None else partial(_wrapped, app, settings),
        factory=True,
        workers=workers,
        log_level="warning",
        log_config=logging_config(settings.log_format, settings.log_level),
        access_log=False,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=4 * LONGEST_MESSAGE,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=STARTING,
        timeout_keep_alive=settings.limits.keep_alive_seconds,  # type: ignore[arg-type]  # uvicorn accepts fractions too
        proxy_headers=False,  # uvicorn would trust every local client; `AddressLimits` trusts only named proxies
        server_header=False,
    )


def _metrics_socket(settings: Settings, stack: ExitStack) -> socket.socket | None:
    """Return the bound socket for metrics, if they have a port of their own."""
    if settings.metrics_port is None:
        return None
    bound = stack.enter_context(bound_socket(settings.metrics_host, settings.metrics_port))
    bound.set_inheritable(False)
    return bound


def _url(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_metrics(app: Litestar) -> str:
    """Return the metrics of the only process; none before it has started."""
    services: Services | None = app.state.get("services")
    return "" if services is None else services.metrics.text()


def application() -> Any:
    """Return the application for the settings of the parent process; each worker builds its own."""
    settings = msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
    return _wrapped(create_app(settings), settings)


def _wrapped(app: Litestar, settings: Settings) -> Any:
    """Return the application with what surrounds it: limits, request ids, metrics and traces of requests."""

    def answered(scope: Any, status: int, seconds: float) -> None:
        services: Services = app.state.services
        services.metrics.count("saloon_http_requests_total", str(status or "aborted"))
        services.metrics.observe("saloon_http_seconds", seconds)
        if services.traces is not None:
            services.traces.request(scope["method"], scope["path"][:200], status, seconds)

    named = with_request_ids(_with_heads(app), access_log=settings.access_log, answered=answered)
    return AddressLimits(named, settings, lambda code: app.state.services.metrics.count("saloon_refused_total", code))


def _with_heads(app: Any) -> Any:
    """Let `app` answer HEAD like GET, as monitors and caches expect; uvicorn omits the body."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope, receive, send)

    return answer
