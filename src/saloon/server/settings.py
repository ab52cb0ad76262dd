"""What can an operator choose? Addresses, and the limits that keep one client from troubling the others."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted


class Limits(Struct, frozen=True):
    """Bounds on what a client may ask for; going beyond one is answered with a code, never with silence."""

    messages_per_second: float = 40.0
    """Frames of one socket of any kind, on average; twice as many in a burst."""
    messages_per_second_of_address: float = 1_000.0
    """Frames of all sockets of one address, on average; twice as many in a burst."""
    requests_per_second: float = 200.0
    """Of one address over HTTP, whether they match a route or not, on average; twice as many in a burst."""
    connections_per_second: float = 50.0
    """New connections of one address, on average; twice as many in a burst."""
    connections_per_address: int = 2_000
    """Open connections of one address, whatever they are used for; half of all file descriptors if that is less."""
    sockets_per_address: int = 1_500
    """Open WebSockets of one address, behind a trusted proxy too."""
    head_seconds: float = 10.0
    """How long a client may take to send the head of a request."""
    body_seconds: float = 30.0
    """How long a client may take to send the body, and how long it may leave unread what it is sent."""
    keep_alive_seconds: float = 5.0
    """How long an HTTP connection stays open without a request."""
    tables_per_player: int = 50
    """Unfinished tables that one player may have opened."""
    outbox_bytes: int = 1_048_576
    """What may wait for a slow reader before it is cut off, besides what the network holds."""
    watchers_per_table: int = 200
    body_bytes: int = 65_536


def read_limits(changes: Iterable[str]) -> Limits:
    """Return the limits with changes such as `requests_per_second=50`."""
    return msgspec.structs.replace(Limits(), **dict(map(_read_limit, changes)))


def _read_limit(change: str) -> tuple[str, float]:
    name, _, number = change.partition("=")
    if name not in Limits.__struct_fields__:
        names = ", ".join(Limits.__struct_fields__)
        raise BadInput(f"{quoted(name)} is not a limit; the limits are {names}", "BAD_LIMIT")
    kind = type(getattr(Limits(), name))
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
    origins: tuple[str, ...] = ()
    """Origins from which a page may open a socket, besides the server's own."""
    secure: bool = False
    """Whether cookies go over HTTPS only."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    limits: Limits = Limits()
    idle_seconds: float = 600.0
    """How long a table without connections stays in memory."""
    lobby_seconds: float = 60.0
    """How long a table is listed after one of those who sit there was seen."""
    poll_seconds: float = 2.0
    """How often a process looks for what others wrote, should their messages be lost."""
    bot_pace: float = 1.0
    """Bots pause so many times as long as their level says."""
    clerks_from: int = 8
    """Tables in memory from which on clerks do the plain work; until then the law is fast enough."""
    solvers: int = 1
    """Processes that search for solutions, besides the one that serves."""
