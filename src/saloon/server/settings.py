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


class Settings(Struct, frozen=True):
    """How a server runs."""

    database: str
    redis: str | None = None
    origins: tuple[str, ...] = ()
    """Origins from which a page may open a socket, besides the server's own."""
    secure: bool = False
    """Whether cookies go over HTTPS only."""
    limits: Limits = Limits()
    idle_seconds: float = 600.0
    """How long a table without connections stays in memory."""
    lobby_seconds: float = 60.0
    """How long a table is listed after one of those who sit there was seen."""
    poll_seconds: float = 2.0
    """How often a process looks for what others wrote, should their messages be lost."""
    beat_seconds: float = 1.0
    """How often processes that share a database agree on the server clock."""
    bot_pace: float = 1.0
    """Bots pause so many times as long as their level says."""
    bot_threads: int = 1
    """Threads in which bots think, apart from those that read the database."""
    clerks_from: int = 8
    """Tables in memory from which on clerks do the plain work; until then the law is fast enough."""
    solvers: int = 1
    """Processes that search for solutions, besides the one that serves; one more may find the deal of the day."""
    replay_bytes: int = 67_108_864
    """Logs of finished games that are kept in memory once they were asked for."""
