"""The Litestar application: routes, dependencies, error handlers, and start-up and shutdown."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from saloon import __version__
from saloon.core.errors import SaloonError
from saloon.store import Store, open_database
from saloon.store.database import Conflict, StoreUnavailable

from .background import Expirer, wake
from .clock import wall_clock
from .errors import OVERTAKEN, Problem, Refused, status_of
from .http.access import with_access_rules
from .http.authentication import Caller
from .http.page import is_navigation, not_found_page, page_handlers
from .http.routes import CONTROLLERS
from .http.signing_keys import follow_keys, open_signer
from .http.table_socket import table_socket
from .operations.metrics import Metrics, memory_bytes
from .services import Services, build_services
from .settings import Settings

_logger = logging.getLogger(__name__)

_SWEEP_SECONDS = 30.0
_SWEEPS_PER_COLLECTION = 20
"""A full garbage collection runs with one sweep in so many."""
_SWITCH_SECONDS = 0.0002
"""Interpreter switch interval. With a shorter one the store's thread wakes too early and waits again."""


def create_app(settings: Settings) -> Litestar:
    """Return the application; it opens nothing until it starts."""
    return set_up(routed(settings.limits.body_bytes), settings)


def set_up(app: Litestar, settings: Settings) -> Litestar:
    """Give the settings to an application that has its routes."""
    app.state.settings = settings
    app.asgi_handler = with_access_rules(app.asgi_handler, settings)  # around the router: it sees every request
    return app


def routed(body_bytes: int) -> Litestar:
    """Return an application with all routes. Of its settings it has only the size limit of bodies.

    Registering the routes is nine tenths of the CPU time of a start.
    """
    return Litestar(
        route_handlers=[*CONTROLLERS, table_socket, *page_handlers()],
        dependencies=_dependencies(),
        before_request=_note_request,
        lifespan=[_running],
        exception_handlers={
            SaloonError: _problem,
            Conflict: _conflict,
            HTTPException: _http_problem,
            Exception: _fault,
        },
        request_max_body_size=body_bytes,
        openapi_config=OpenAPIConfig(
            title="Saloon",
            version=__version__,
            description="One authoritative card table for five games. Messages of the socket: /api/messages.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        logging_config=None,
    )


def _dependencies() -> dict[str, Provide]:
    """Return the dependencies of handlers by name: each service, all services, and the caller."""
    provided = {name: Provide(_service(name), sync_to_thread=False) for name in Services.__struct_fields__}
    services, caller = Provide(_services, sync_to_thread=False), Provide(_caller, sync_to_thread=False)
    return {**provided, "services": services, "caller": caller}


def _services(state: State) -> Services:
    services: Services = state.services
    return services


def _service(name: str) -> Callable[[State], Any]:
    def provide(state: State) -> Any:
        return getattr(state.services, name)

    return provide


def _caller(request: "Request[Any, Any, Any]") -> Caller:
    services: Services = request.app.state.services
    return services.authentication.caller_of(request)


async def _note_request(request: "Request[Any, Any, Any]") -> None:
    """Record presence for the sender of any request; a bad token is refused later, where it is needed."""
    services: Services = request.app.state.services
    with suppress(Refused):
        services.authentication.note_caller(services.authentication.caller_of(request))


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """Open the database and the services, run the background tasks, and close everything on shutdown."""
    settings: Settings = app.state.settings
    database = open_database(settings.database, serving=True, connections=settings.database_connections)
    await database.open()
    signer = await open_signer(Store(database))
    services = app.state.services = build_services(database, signer, settings, Metrics())
    _add_gauges(services)
    await services.restrictions.read()
    await services.clock.start(wall_clock())
    await services.processes.start()
    services.solver_pool.prepare()
    background = (
        _sweep(services),
        services.fanout.run(services.tables),
        services.processes.run(),
        services.match_ratings.run(services.tables.refresh),
        services.presence.watch(),
        services.pairing.run(),
        services.push.run(),
        services.clock.run(settings.beat_seconds if database.shared else settings.lone_beat_seconds),
        services.daily.watch(),
        services.metrics.run(),
        follow_keys(services.store, signer),
        wake(services),
        Expirer(services).run(),
    )
    tasks = [asyncio.create_task(one) for one in background]
    if database.shared:  # otherwise no other process changes them
        tasks.append(asyncio.create_task(services.restrictions.follow(settings.poll_seconds)))
    _collect_young_objects()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        with services.draining.on_sigterm():
            yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        services.close()
        await database.close()


def _add_gauges(services: Services) -> None:
    metrics = services.metrics
    metrics.gauge("saloon_tables", "Tables in memory.", lambda: len(services.tables.live))
    damaged = "Quarantined tables: the largest number of any worker."
    metrics.gauge("saloon_quarantined_tables", damaged, lambda: len(services.quarantine), "livemax")
    writable = "Whether the last write succeeded, in all workers."
    metrics.gauge("saloon_database_writable", writable, lambda: float(services.readiness.is_writable), "livemin")
    processes = "Live processes on this database: the largest number that any worker sees."
    metrics.gauge("saloon_processes", processes, lambda: len(services.processes.live), "livemax")
    metrics.gauge("saloon_connections", "Open sockets.", lambda: len(services.sockets))
    metrics.gauge("saloon_solver_waiting", "Solver requests that wait.", lambda: services.solver_pool.waiting)
    metrics.gauge("saloon_memory_bytes", "Resident memory of the workers, without solvers.", memory_bytes)


def _collect_young_objects() -> None:
    """Collect young objects only: memory holds many positions, which contain no cycles.

    A full collection stalls all tables for a tenth of a second; the sweep runs one now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 5, 1_000_000)


async def _sweep(services: Services) -> None:
    for times in count(1):
        await asyncio.sleep(_SWEEP_SECONDS)
        services.tables.sweep()
        if times % _SWEEPS_PER_COLLECTION == 0:
            gc.collect()
        try:
            await services.ratings.fold()
        except StoreUnavailable:
            continue  # they are rated next time
        except Exception:
            _logger.exception("finished matches could not be rated")


def _refusal(problem: Problem, status: int, headers: Mapping[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers)


def _problem(request: "Request[Any, Any, Any]", error: SaloonError) -> Response[Problem]:  # noqa: ARG001
    return _refusal(Problem(error.code, error.reason), status_of(error))


def _conflict(request: "Request[Any, Any, Any]", error: Conflict) -> Response[Problem]:  # noqa: ARG001
    """Answer a request that lost a race, for example against the erasure of its player."""
    return _refusal(Problem(OVERTAKEN.code, OVERTAKEN.reason), status_of(OVERTAKEN))


def _http_problem(request: "Request[Any, Any, Any]", error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and is_navigation(request):
        return not_found_page()
    codes = {400: "BAD_REQUEST", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "TOO_LARGE"}
    code = codes.get(error.status_code, "BAD_REQUEST" if error.status_code < 500 else "SERVER_FAULT")
    return _refusal(Problem(code, _validation_text(error)), error.status_code, error.headers)


def _validation_text(error: HTTPException) -> str:
    """Return the validation errors as text, each with its place in the body, query or path."""
    if not isinstance(error.extra, list) or not error.extra:
        return error.detail
    faults = []
    for fault in error.extra:
        place, message = fault.get("source", "body"), fault.get("message", "")
        whole = fault.get("key") in (None, "data")
        missing = whole and message == "'data'"  # Litestar's way to say that there is no body
        where = f"the {place}" if whole else f"`{fault['key']}` in the {place}"
        faults.append(f"{where}: {'it is missing; send JSON' if missing else message}")
    return "the request does not fit; " + ", ".join(faults)


def _fault(request: "Request[Any, Any, Any]", error: Exception) -> Response[Problem]:
    if isinstance(error, UnicodeDecodeError | RecursionError):
        return _refusal(Problem("BAD_REQUEST", "the body is not readable JSON"), 400)
    _logger.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return _refusal(Problem("SERVER_FAULT", "the server failed; the error was logged"), 500)
