"""Logs: lines for people or JSON, with the ids of request and table; never a card, a seed, a nonce or a token."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import structlog
from structlog.contextvars import bind_contextvars, merge_contextvars

from saloon.core.game import seat_name
from saloon.server.http.websocket import FRAMES_LOGGER
from saloon.server.settings import LogFormat, LogLevel

if TYPE_CHECKING:
    from saloon.server.actions.commands import TableBatch

_story: Final = logging.getLogger("saloon.table")
_access: Final = logging.getLogger("saloon.access")
_REQUEST_ID: Final = b"x-request-id"

App = Callable[[Any, Any, Any], Awaitable[None]]


def logging_config(log_format: LogFormat, log_level: LogLevel) -> dict[str, Any]:
    """Return the configuration of the standard library's logging: everything goes to standard error."""
    shown = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            merge_contextvars,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        ],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _as_line if log_format == "human" else structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"shown": shown},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "shown", "stream": "ext://sys.stderr"}},
        "loggers": {
            "saloon": {"handlers": ["stderr"], "level": log_level.upper(), "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "asyncio": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            FRAMES_LOGGER: {"level": "CRITICAL"},
        },
    }


def _as_line(_: Any, __: str, event: MutableMapping[str, Any]) -> str:
    """Return a line for people: time, level, logger, message, and the other fields after it."""
    time, level, logger, text = (event.pop(key, "") for key in ("time", "level", "logger", "event"))
    trace = event.pop("exception", None)
    fields = "".join(f" {key}={value}" for key, value in event.items())
    return f"{time} {level.upper()} {logger}: {text}{fields}" + (f"\n{trace}" if trace else "")


# --- tables ---------------------------------------------------------------------------------------------------------


def _logs_actions() -> bool:
    """Whether the events of each table are logged."""
    return _story.isEnabledFor(logging.DEBUG)


def note(table_id: str, event: str, **fields: Any) -> None:
    """Log what happened at a table, at the level debug. The fields must be public: kinds, seats, revisions, codes."""
    if _logs_actions():
        _story.debug(event, extra={"table": table_id, **fields})


def note_batches(batches: "Sequence[TableBatch]") -> None:
    """Log each decision of some batches: who acted and how it went, but not with which card."""
    if not _logs_actions():
        return
    for batch in batches:
        table_id = batch.table.table_id
        for one in batch.decided:
            if one.decision is None:
                continue
            by = "watcher" if one.command.seat is None else seat_name(one.command.seat)
            accepted = one.decision.accepted
            if accepted is None:
                note(table_id, one.decision.result, seat=by, code=one.decision.code)
            else:
                note(table_id, "accepted", seat=by, action=accepted.action.kind, rev=accepted.after.rev)
        if batch.addition is not None and batch.addition.finish is not None:
            note(table_id, "finished", rev=batch.table.table.rev)


# --- requests -------------------------------------------------------------------------------------------------------


def with_request_ids(app: App, *, access_log: bool, answered: Callable[[Any, int, float], None]) -> App:
    """Give each request an id, which is in its response and in every line logged meanwhile; log requests if asked.

    `answered` is called with the scope of each request, the status of its response and the seconds that it took.
    """

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        request = token_hex(6)
        bind_contextvars(request=request)
        if scope["type"] == "websocket":
            await app(scope, receive, send)
            return
        begun, status = perf_counter(), 0

        async def send_with_id(event: Any) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                event = {**event, "headers": [*event["headers"], (_REQUEST_ID, request.encode())]}
            await send(event)

        try:
            await app(scope, receive, send_with_id)
        finally:
            seconds = perf_counter() - begun
            answered(scope, status, seconds)
            if access_log:
                milliseconds = round(1000 * seconds, 1)
                fields = {"method": scope["method"], "path": scope["path"][:200], "status": status, "ms": milliseconds}
                _access.info("request", extra=fields)

    return answer
