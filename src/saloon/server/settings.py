"""Settings. Addresses, and the limits that keep one client from troubling the others."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted


class Limits(Struct, frozen=True):
    """Bounds on what a client may ask for; going beyond one is answered with a code, never with silence."""

    messages_per_second: float = 40.0
    """Frames of one socket of any kind, on average; twice as many in a burst."""
    messages_per_second_of_address: float = 4_000.0
    """Frames of all sockets of one address, on average; twice as many in a burst."""
    requests_per_second: float = 200.0
    """Of one address over HTTP, whether they match a route or not, on average; twice as many in a burst."""
    connections_per_second: float = 100.0
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
    actions_per_match: int = 20_000
    """Accepted actions after which a match takes no more, shared equally by its seats. Giving up, leaving and what the
    server enters are always accepted, and so is a game's own action where the rules end every match by themselves."""
    questions_per_player: int = 3
    """Questions to the solver that one player may have open."""
    questions_per_address: int = 16
    """And all players of one address; addresses take turns, and so do the players of an address."""
    questions_waiting: int = 256
    """Questions of all that may wait. If there are more, the address that has most of them makes room for another."""
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
    """Origins whose pages may open sockets and send requests, besides the server's own."""
    allowed_hosts: tuple[str, ...] = ()
    """Host names that the server answers to, such as `play.example` or `*.example`; any if there are none."""
    secure: bool = False
    """Whether browsers reach the server by HTTPS only: secure cookies, HSTS, and no `http:` page as its own origin."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""
    limits: Limits = Limits()
    idle_seconds: float = 600.0
    """How long a table without connections stays in memory."""
    lobby_seconds: float = 60.0
    """How long a table is listed after one of those who sit there was seen."""
    poll_seconds: float = 2.0
    """How often a process looks for what others wrote, should their messages be lost."""
    beat_seconds: float = 1.0
    """How often processes that share a database agree on the server clock."""
    lone_beat_seconds: float = 5.0
    """How often a process that has its database for itself writes the server clock down."""
    bot_pace: float = 1.0
    """Bots pause so many times as long as their level says, and countdowns last so many times as long as usual."""
    bot_threads: int = 1
    """Threads in which bots think, apart from those that read the database."""
    waiting_hours: float = 24.0
    """A table that waits is removed if nobody who sits there was seen for so long; 0: never."""
    abandoned_days: float = 30.0
    """A table in play likewise, and a player without games; 0: never."""
    expiry_seconds: float = 60.0
    """How often the server looks for what has expired."""
    woken_tables: int = 2_000
    """Tables with a clock that may be in memory though nobody is connected, before a restart brings back more."""
    solvers: int = 1
    """Processes that search for solutions, besides the one that serves; one more may find the deal of the day."""
    replay_bytes: int = 67_108_864
    """Logs of finished games that are kept in memory once they were asked for."""
