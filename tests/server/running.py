"""What the tests of the server share: servers that really run, and players who speak to them over real sockets."""

import json
import signal
import socket as sockets
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cache
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from saloon.server.settings import ServerLimits, Settings
from saloon.store.migrate import upgrade_sql
from samples import idle_move
from server.forking import Forked, environment, forker

Json = dict[str, Any]

PATIENCE = 30.0
"""Seconds that an answer may take on a busy machine before a test gives up on it; no test waits for them to pass."""

STARTING = 90.0
"""Seconds that a process may take to start or to end on a busy machine."""

ROOMY = ServerLimits(
    messages_per_second=1e6, messages_per_second_of_address=1e7, requests_per_second=1e6, connections_per_second=1e6,
    passkeys_per_second=1e6, copied_actions_per_second=1e9, tables_per_player=10_000,
)  # fmt: skip
"""Limits that no test meets by chance."""

OPERATOR = "the-token-of-the-operator"
"""The bearer token of operators at the tests' servers."""

QUICK = Settings(
    database="", limits=ROOMY, bot_pace=0.01, countdown_scale=0, watch_delay_seconds=0, operator_token=OPERATOR
)
"""Bots, countdowns and matches that do not let a test wait, and limits that no test meets by chance."""

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here speaks TLS; a client that loads certificates for itself takes longer than a whole test."""

_WITH_SETTINGS = """
import sys, msgspec
from saloon.server.serve import serve
from saloon.server.settings import Settings
settings, port, workers = sys.argv[1:]
serve(msgspec.json.decode(settings, type=Settings), host="127.0.0.1", port=int(port), workers=int(workers))
"""


def client(address: str = "127.0.0.1") -> httpx.Client:
    """Return an HTTP client without an identity, which connects from an address; the caller closes it."""
    transport = httpx.HTTPTransport(verify=_NO_TLS, trust_env=False, local_address=address)
    return httpx.Client(timeout=PATIENCE, transport=transport)


def fetch(url: str, **headers: str) -> httpx.Response:
    """Get something once, without an identity but what the headers say."""
    with client() as http:
        return http.get(url, headers=headers)


# --- servers ----------------------------------------------------------------------------------------------------


@cache
def _new_database() -> bytes:
    """Return a SQLite file with all tables and no rows."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(upgrade_sql("sqlite", None))
        return connection.serialize()


def lay_out_tables(database: str) -> None:
    """Create a SQLite file with its tables if there is none: a server needs as much time for that as to start."""
    file = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and file.parent.is_dir() and not file.exists():
        file.write_bytes(_new_database())


class Running:
    """A server process: `with Running("sqlite:///…") as server:`. It may be killed and started again on its port.

    Without `settings` it is `saloon serve` as an operator starts it, which creates its database; with them it has
    limits that no option sets, and finds its tables laid out.
    """

    def __init__(
        self,
        database: str,
        *,
        redis: str | None = None,
        workers: int = 1,
        arguments: Sequence[str] = (),
        settings: Settings | None = None,
    ) -> None:
        self.database = database
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None
        self._redis = redis
        self._workers = workers
        self._arguments = arguments
        self._settings = settings
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed when the server is left

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process; with several workers their parent."""
        assert self.process is not None
        return self.process.pid

    def command(self) -> list[str]:
        """Return the command that starts it."""
        if self._settings is not None:
            return [sys.executable, "-c", _WITH_SETTINGS, self._written_settings(), str(self.port), str(self._workers)]
        redis = ["--redis", self._redis] if self._redis else []
        workers = ["--workers", str(self._workers)] if self._workers > 1 else []
        options = ["--port", str(self.port), "--database", self.database, *redis, *workers, *self._arguments]
        return [sys.executable, "-m", "saloon", "serve", *options]

    def _written_settings(self) -> str:
        assert self._settings is not None
        settings = msgspec.structs.replace(self._settings, database=self.database, redis=self._redis)
        return msgspec.json.encode(settings).decode()

    def start(self) -> Self:
        """Start it and wait until it answers; a second time it takes the port that it had before."""
        if self._settings is not None:
            lay_out_tables(self.database)
        self._wait_for_port()
        self.process = self._forked() or subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Saloon listens on http://127.0.0.1:"), f"{line!r}\n{self.errors()}"
        self.port = int(line.split(":")[2].split()[0])
        self._wait_for_health()
        return self

    def _wait_for_port(self) -> None:
        """Wait until the port that it had before is free: a connection of another test may have taken it meanwhile."""
        until = time.monotonic() + STARTING
        while self.port and time.monotonic() < until:
            with sockets.socket() as probe:
                probe.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
                with suppress(OSError):
                    probe.bind(("127.0.0.1", self.port))
                    return
            time.sleep(0.02)

    def _forked(self) -> Forked | None:
        """Fork it, unless its command is another one, starts processes or needs other variables of the environment."""
        if self._settings is None or self._workers > 1 or type(self).command is not Running.command:
            return None
        forks = forker()
        if forks is None or forks.environment != environment():
            return None
        return forks.fork(self._written_settings(), self.port, self._errors)

    def _wait_for_health(self) -> None:
        assert self.process is not None
        until = time.monotonic() + STARTING
        while True:
            try:
                if fetch(f"{self.url}/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            assert self.process.poll() is None, f"the server ended at once:\n{self.errors()}"
            assert time.monotonic() < until, f"the server does not answer:\n{self.errors()}"
            time.sleep(0.02)

    def errors(self) -> str:
        """Return what the server has written to its standard error so far."""
        self._errors.seek(0)
        return self._errors.read()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as an operator does; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            status = process.wait(STARTING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            assert process.stdout is not None
            process.stdout.close()
        return status

    def restart(self, *, kill: bool = False) -> None:
        """End it and start it again on the same port."""
        if kill:
            self.kill()
        else:
            self.stop()
        self.start()

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.kill()
            self._errors.close()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            self.stop()
        finally:
            self._errors.close()


# --- sockets ----------------------------------------------------------------------------------------------------


class Closed(Exception):
    """The server closed a socket: the close code and its last message."""

    def __init__(self, code: int, word: Json) -> None:
        super().__init__(f"{code} {word}")
        self.code = code
        self.word = word


class Socket:
    """One connection to a table. `received` keeps every message in order."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received: list[Json] = []

    def send(self, message: Json | str | bytes) -> None:
        """Send a message, or raw text or bytes; one that is closed already says so at the next `receive`."""
        try:
            self.connection.send(json.dumps(message) if isinstance(message, dict) else message)
        except ConnectionClosed:
            return

    def receive(self, timeout: float = PATIENCE) -> Json:
        """Return the next message; raise Closed if the server closed, TimeoutError if nothing comes."""
        try:
            message: Json = json.loads(self.connection.recv(timeout))
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            raise Closed(code, self.received[-1] if self.received else {}) from None
        self.received.append(message)
        return message

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Return the next matching message; skip others."""
        deadline = time.monotonic() + PATIENCE
        while True:
            message = self.receive(max(0.01, deadline - time.monotonic()))
            if wanted(message):
                return message

    def kind(self, *kinds: str) -> Json:
        """Return the next message of these kinds."""
        return self.until(lambda message: message["kind"] in kinds)

    def rev(self, rev: int) -> Json:
        """Return the ack of a revision."""
        return self.until(lambda message: message["kind"] == "ack" and message["rev"] == rev)

    def ask(self, message: Json, seat: int = 0) -> Json:
        """Send a message and return its answer; skip acks of other seats."""
        self.send(message)
        return self.until(lambda answer: _answers(answer, message, seat))

    def ask_hash(self) -> Json:
        """Ask for the hash of the view and return the answer."""
        self.send({"kind": "hashRequest", "payload": {}})
        return self.kind("viewHash")

    def silent(self, seconds: float = 0.1) -> bool:
        """Whether no message of the game arrives for a while; news of the table may arrive at any time."""
        until = time.monotonic() + seconds
        try:
            while self.receive(max(0.001, until - time.monotonic()))["kind"] == "table":
                pass
        except TimeoutError:
            return True
        return False

    def closed(self) -> Closed:
        """Wait until the server closes; return how it did."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed

    def close(self) -> None:
        """Hang up."""
        self.connection.close()


def _answers(answer: Json, message: Json, seat: int) -> bool:
    if answer["kind"] == "ack":
        return bool(answer["clientId"] == f"p{seat + 1}" and answer["seq"] == message.get("seq"))
    return answer["kind"] in ("reject", "snapshot")


# --- players ----------------------------------------------------------------------------------------------------


class Player:
    """One player with a bearer token. Requests go to the servers in turn, as a load balancer may send them.

    `address` is the network address that they come from, any of 127.0.0.0/8.
    """

    def __init__(
        self, *urls: str, token: str | None = None, address: str = "127.0.0.1", bot: str | None = None
    ) -> None:
        """Be the player of a token, or a new one; `bot` names a new bot account."""
        self.http = client(address)
        self.address = address
        self._urls = cycle(urls)
        self._token = token
        if token is None:
            me = self.ask("GET", "/api/players/me") if bot is None else self.ask("POST", "/api/bots", {"name": bot})
            self._token, self.player_id = me["token"], me["playerId"]
        self.http.cookies.clear()

    @property
    def token(self) -> str:
        """What the player is known by."""
        assert self._token is not None
        return self._token

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request with the player's token, or with another; an empty one sends none."""
        token = self._token if token is None else token
        headers = {**(headers or {}), **({"authorization": f"Bearer {token}"} if token else {})}
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if content is not None:
            headers["content-type"] = "application/json"
        return self.http.request(method, next(self._urls) + path, content=content, headers=headers)

    def ask(self, method: str, path: str, body: Any = None, *, token: str | None = None) -> Any:
        """Send a request that must succeed; return what it answers."""
        response = self.request(method, path, body, token=token)
        assert response.is_success, f"{method} {path}: {response.status_code} {response.text}"
        return response.json() if response.content else None

    def refused(self, method: str, path: str, body: Any = None, *, token: str | None = None) -> tuple[int, str]:
        """Send a request that must be refused; return status and code. Every refusal has a sentence too."""
        response = self.request(method, path, body, token=token)
        assert response.is_error, f"{method} {path}: {response.status_code} {response.text}"
        problem = response.json()
        assert problem["reason"]
        return response.status_code, problem["code"]

    def log(self, table_id: str) -> bytes:
        """Return the log of a game that is over."""
        response = self.request("GET", f"/api/tables/{table_id}/replay")
        assert response.is_success, f"{response.status_code} {response.text}"
        return response.content

    def create(self, game: str, **wish: Any) -> "Seated":
        """Open a table."""
        return Seated(self, self.ask("POST", "/api/tables", {"game": game, **wish}))

    def join(self, table_id: str) -> "Seated":
        """Sit down at a table."""
        return Seated(self, self.ask("POST", f"/api/tables/{table_id}/join"))

    @contextmanager
    def socket(
        self,
        table_id: str,
        *,
        rev: int | None = None,
        token: str | None = None,
        origin: str | None = None,
        query: str = "",
    ) -> Iterator[Socket]:
        """Open a socket to a table; the next server gets it. `query` replaces `rev` in the URL."""
        with self.dial(table_id, rev=rev, token=token, origin=origin, query=query) as connection:
            yield Socket(connection)

    def dial(
        self,
        table_id: str,
        *,
        rev: int | None = None,
        token: str | None = None,
        origin: str | None = None,
        query: str = "",
    ) -> AbstractContextManager[ClientConnection]:
        """Return a connection to be opened and closed by `with`."""
        query = query if rev is None else f"rev={rev}"
        token = self._token if token is None else token
        return connect(
            next(self._urls).replace("http", "ws", 1) + f"/api/tables/{table_id}/ws?{query}",
            additional_headers={"authorization": f"Bearer {token}"} if token else {},
            origin=None if origin is None else Origin(origin),
            proxy=None,
            compression=None,
            source_address=(self.address, 0),
            open_timeout=PATIENCE,
            close_timeout=1,
            max_size=None,
        )

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Seated:
    """A player on a seat. It counts its own messages, as every client does."""

    def __init__(self, player: Player, taken: Json) -> None:
        self.player = player
        self.table_id: str = taken["tableId"]
        self.seat = int(taken["seat"].removeprefix("p")) - 1
        self.token: str = taken["token"]
        self.status: str = taken["status"]
        self.seq = 0
        self.rev = 0

    @property
    def path(self) -> str:
        """The table's address."""
        return f"/api/tables/{self.table_id}"

    def view(self) -> Json:
        """Return the table as the seat sees it: a snapshot, or who sits there while it waits."""
        seen: Json = self.player.ask("GET", self.path, token=self.token)
        if seen["kind"] == "snapshot":
            self.seq, self.rev = seen["expectedSeq"], seen["rev"]
        return seen

    def legal(self) -> list[Json]:
        """Return what the seat may do."""
        return list(self.player.ask("GET", f"{self.path}/legal", token=self.token)["legal"])

    def message(self, action: Json, **changes: Any) -> Json:
        """Return the next message of the seat."""
        return {"seq": self.seq, "baseRev": self.rev, **action, **changes}

    def post(self, message: Json | bytes) -> Json:
        """Send a message as it is; return the answer."""
        answer: Json = self.player.ask("POST", f"{self.path}/actions", message, token=self.token)
        return answer

    def act(self, action: Json) -> Json:
        """Do something that must be accepted."""
        answer = self.post(self.message(action))
        assert answer["kind"] == "ack", answer
        return self.took(answer)

    def took(self, answer: Json) -> Json:
        """Count an ack of this seat."""
        self.seq, self.rev = answer["seq"] + 1, answer["rev"]
        return answer

    @contextmanager
    def socket(self, *, rev: int | None = None) -> Iterator[Socket]:
        """Open a socket for the seat."""
        with self.player.socket(self.table_id, rev=rev, token=self.token) as socket:
            yield socket


class Backend:
    """The server of a test: one process or several on the same database, and players who speak to all of them."""

    def __init__(self, *servers: Running) -> None:
        self.servers = servers
        self._players: list[Player] = []
        self._turn = count()

    @property
    def database(self) -> str:
        """Where the tables are kept."""
        return self.servers[0].database

    @property
    def shared(self) -> bool:
        """Whether several processes have the same tables."""
        return len(self.servers) > 1

    def player(self, token: str | None = None, address: str = "127.0.0.1", bot: str | None = None) -> Player:
        """Return a new player; each one begins with another process. `bot` names a bot account."""
        first = next(self._turn) % len(self.servers)
        urls = [server.url for server in (*self.servers[first:], *self.servers[:first])]
        player = Player(*urls, token=token, address=address, bot=bot)
        self._players.append(player)
        return player

    def restart(self, *, kill: bool = False) -> None:
        """End all processes, then start them again."""
        for server in self.servers:
            if kill:
                server.kill()
            else:
                server.stop()
        for server in self.servers:
            server.start()

    def dismiss(self) -> None:
        """Close the connections of the test's players."""
        for player in self._players:
            player.close()
        self._players.clear()


def draw_on(seats: Sequence[Seated], actions: int = 20) -> None:
    """Let the players of a match draw in turn; with one more action it is long enough to be rated."""
    for turn in range(actions):
        seat = seats[turn % len(seats)]
        seat.act(idle_move(seat.view()["game"], seat.seat))
    for seat in seats:
        seat.view()


HELPERS = ("assist", "hint", "pause", "redo", "resume", "undo")


def moves(legal: Sequence[Json]) -> list[Json]:
    """Return the game's own actions of a legal list, without giving up."""
    return [action for action in legal if action["kind"] not in (*HELPERS, "resign", "offerEnd")]


def some_move(legal: Sequence[Json], random: Random) -> Json | None:
    """Return one of them by chance; None if there is none."""
    choice = moves(legal)
    return random.choice(choice) if choice else None


def applied(view: Any, change: Sequence[Json]) -> Any:
    """Return a view after the change of an ack, as docs/PROTOCOL.md describes."""
    view = json.loads(json.dumps(view))
    for entry in change:
        *way, last = entry["path"] or [None]
        place = view
        for step in way:
            place = place[step]
        if last is None:
            view = entry["value"]
        elif "add" in entry:
            place[last] = place[last][: entry["keep"]] + entry["add"]
        else:
            place[last] = entry["value"]
    return view


def eventually(holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until something holds, and return it."""
    until = time.monotonic() + seconds
    while True:
        found = holds()
        if found:
            return found
        assert time.monotonic() < until, f"it did not come to pass: {found!r}"
        time.sleep(0.02)
