"""What can an operator choose? Addresses, and the limits that keep one client from troubling the others."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Bounds on what a client may ask for; going beyond one is answered with a code, never with silence."""

    messages_per_second: float = 40.0
    """Of one connection, on average; twice as many in a burst."""
    requests_per_second: float = 200.0
    """Of one address over HTTP, on average; twice as many in a burst."""
    connections_per_address: int = 2_000
    tables_per_player: int = 50
    """Unfinished tables that one player may have opened."""
    outbox_bytes: int = 1_048_576
    """What may wait for a slow reader before it is cut off, besides what the network holds."""
    watchers_per_table: int = 200
    body_bytes: int = 65_536


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
