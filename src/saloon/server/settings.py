"""Settings of a server, and the limits that keep one client from affecting the others."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted

LogFormat = Literal["human", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "web.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome and other Chromium browsers, Firefox, Safari and Edge."""


class ServerLimits(Struct, frozen=True):
    """Limits on clients; exceeding one is always answered with a code."""

    messages_per_second: float = 40.0
    """Frames of one socket, of any kind, on average; twice as many in a burst."""
    messages_per_second_of_address: float = 4_000.0
    """Frames of all sockets of one address, on average; twice as many in a burst."""
    requests_per_second: float = 200.0
    """HTTP requests of one address, on average, whether they match a route or not; twice as many in a burst."""
    connections_per_second: float = 100.0
    """New connections of one address, on average; twice as many in a burst."""
    connections_per_address: int = 2_000
    """Open connections of one address of any kind; half of all file descriptors if that is less."""
    sockets_per_address: int = 1_500
    """Open WebSockets of one address, behind a trusted proxy too."""
    head_seconds: float = 10.0
    """How long a client may take to send the head of a request."""
    body_seconds: float = 30.0
    """How long a client may take to send the body, and how long it may leave data unread."""
    keep_alive_seconds: float = 5.0
    """How long an HTTP connection stays open without a request."""
    tables_per_player: int = 50
    """Unfinished tables that one player may have opened."""
    waiting_per_address: int = 32
    """Players of one address who may look for a match at the same time."""
    emotes_per_second: float = 0.5
    """Emotes of one seat, on average; at least one may be sent at once."""
    emotes_per_second_of_address: float = 10.0
    """Emotes of all players of one address, on average; twice as many in a burst."""
    passkeys_per_second: float = 2.0
    """Requests of one address that begin or end a passkey's registration or sign-in, on average; twice as many in a
    burst."""
    actions_per_match: int = 20_000
    """Accepted actions per match, shared equally by its seats. Giving up, leaving and server actions are always
    accepted, and so are a game's own actions if its rules end every match by themselves."""
    copied_actions_per_second: float = 1_000.0
    """Actions that an address may copy from finished games into practice games, on average; twice as many in a burst.
    A longer game is copied as soon as a burst is free, and then counts in full."""
    questions_per_player: int = 3
    """Solver requests that one player may have open."""
    questions_per_address: int = 16
    """Solver requests that all players of one address may have open; addresses take turns, and so do their players."""
    questions_waiting: int = 256
    """Solver requests that may wait overall. If the queue is full, the address with the most makes room for another."""
    outbox_bytes: int = 1_048_576
    """Bytes that may wait for a slow reader before it is disconnected, besides what the network holds."""
    watchers_per_table: int = 200
    body_bytes: int = 65_536


def read_limits(changes: Iterable[str], limits: ServerLimits = ServerLimits()) -> ServerLimits:  # noqa: B008 - frozen
    """Return the limits with changes such as `requests_per_second=50`."""
    return msgspec.structs.replace(limits, **dict(map(_read_limit, changes)))


def _read_limit(change: str) -> tuple[str, float]:
    name, _, number = change.partition("=")
    if name not in ServerLimits.__struct_fields__:
        names = ", ".join(ServerLimits.__struct_fields__)
        raise BadInput(f"{quoted(name)} is not a limit; the limits are {names}", "BAD_LIMIT")
    kind = type(getattr(ServerLimits(), name))
    try:
        value: float = kind(number)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        wanted = "whole number" if kind is int else "number"
        raise BadInput(f"{quoted(change)} does not set {name}; write {name}= and a {wanted} above 0", "BAD_LIMIT")
    return name, value


class Settings(Struct, frozen=True):
    """How a server runs."""

    database: str
    redis: str | None = None
    database_connections: int = 8
    """Connections to PostgreSQL that a process may have open."""
    metrics_token: str | None = None
    """The bearer token that `GET /metrics` requires; None: it is public."""
    metrics_port: int | None = None
    """A port for `/metrics` alone, with the figures of all workers; None: it is on the port of the server."""
    metrics_host: str = "127.0.0.1"
    """The address of that port."""
    operator_token: str | None = None
    """The bearer token of operators, for the commands under `/api/operator`; None: there are none."""
    log_format: LogFormat = "human"
    """Lines for people, or `json`: one object per line. Both go to standard error."""
    log_level: LogLevel = "info"
    """The lowest level that is logged; `debug` logs every action at every table."""
    access_log: bool = False
    """Whether every HTTP request is logged."""
    traces: str | None = None
    """Where spans are sent for OpenTelemetry, such as http://127.0.0.1:4318/v1/traces; None: nowhere."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may open sockets and send requests, in addition to the server's own."""
    allowed_hosts: tuple[str, ...] = ()
    """Host names that the server answers to, such as `play.example` or `*.example`; any if there are none."""
    secure: bool = False
    """Whether browsers reach the server only by HTTPS: secure cookies, HSTS, and no `http:` page as its own origin."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""
    limits: ServerLimits = ServerLimits()
    drain_seconds: float = 0.0
    """How long play continues after SIGTERM, while no table can be opened and `/api/ready` is 503; 0 stops at once."""
    idle_seconds: float = 600.0
    """How long a table without connections stays in memory."""
    lobby_seconds: float = 60.0
    """How long a table is listed after one of its players was last seen."""
    watch_delay_seconds: float = 30.0
    """How much later watchers see what happens in a match between people; 0: at once."""
    poll_seconds: float = 2.0
    """How often a process polls for what others wrote, in case their messages are lost."""
    beat_seconds: float = 1.0
    """How often processes that share a database agree on the server clock."""
    lone_beat_seconds: float = 5.0
    """How often a process with its own database stores the server clock."""
    bot_pace: float = 1.0
    """Factor for the pauses of bots."""
    countdown_scale: float = 1.0
    """Factor for the countdowns before the first move; 0 for none."""
    bot_threads: int = 1
    """Threads in which bots think, separate from those that read the database."""
    waiting_hours: float = 24.0
    """A waiting table is removed if none of its players was seen for this long; 0: never."""
    abandoned_days: float = 30.0
    """The same for a table in play, and for a player without games; 0: never."""
    expiry_seconds: float = 60.0
    """How often the server removes expired tables and players."""
    woken_tables: int = 2_000
    """Tables with a clock but no connections that may be in memory before a restart loads more."""
    solvers: int = 1
    """Worker processes that search for solutions; one more may find the deal of the day."""
    replay_bytes: int = 67_108_864
    """Bytes of requested logs of finished games that are cached."""
    push_contact: str | None = None
    """Whom push services may write to, such as mailto:you@play.example; None: the server sends no push messages."""
    push_services: tuple[str, ...] = PUSH_SERVICES
    """Push services that messages may be sent to, such as `push.example` or `*.push.example`; with a port if it is not
    443."""
    push_private_addresses: bool = False
    """Whether push services may have private addresses; only for a push service of your own."""
    push_after_seconds: float = 30.0
    """How long a player must have been away. Below 25, a player connected to another process may count as away."""
    push_minutes: float = 10.0
    """How long a player who does not return gets no further message about the same table."""
