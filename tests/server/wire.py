"""The application without a network: HTTP and sockets spoken in the same process, every byte as a client gets it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import httpx
import msgspec
from litestar import Litestar

from saloon.server.app import routed, set_up
from saloon.server.finished.replays import Replays
from saloon.server.http.websocket import EXTENSION, ConnectionLimits, Listener
from saloon.server.services import Services
from saloon.server.settings import ServerLimits, Settings
from saloon.server.tables.live_table import LiveTable

Json = dict[str, Any]

UNLIMITED = ServerLimits(
    messages_per_second=1e9, requests_per_second=1e9, sockets_per_address=10**9, outbox_bytes=10**9
)
NEVER = 1e6
"""Seconds that a bot thinks where the test moves it."""


class ClosedSocket(Exception):
    """The server has closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code


class ShortLine:
    """A connection to the test: what is sent waits in a queue. See `WebSocketConnection` of the server."""

    def __init__(self) -> None:
        self.is_open = True
        self._listener: Listener | None = None
        self._on_close: Callable[[], None] = lambda: None
        self.sent: asyncio.Queue[bytes | ClosedSocket] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        if self.is_open:
            self.write(message)

    def write(self, message: bytes) -> None:
        self.sent.put_nowait(message)

    def close(self, code: int, reason: str) -> None:
        if self.is_open:
            self.is_open = False
            self.sent.put_nowait(ClosedSocket(code, reason))
            self._on_close()

    def listen(self, listener: Listener, limits: ConnectionLimits, on_close: Callable[[], None]) -> None:
        """Nothing waits: the test speaks once the socket is open."""
        self._listener, self._on_close = listener, on_close

    def receive(self, message: bytes) -> None:
        if self._listener is not None:
            self._listener.receive(message)


class Socket:
    """One WebSocket, from the client's side."""

    def __init__(self, app: Litestar, address: str, headers: Json | None = None) -> None:
        path, _, query = address.partition("?")
        fields = {"host": "saloon", **(headers or {})}
        self._app = app
        self._line = ShortLine()
        self._scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "subprotocols": [],
            "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
            "client": ("127.0.0.1", 1), "server": ("saloon", 80), "extensions": {EXTENSION: self._line}, "state": {},
        }  # fmt: skip

    async def __aenter__(self) -> Self:
        async def connect() -> Json:
            return {"type": "websocket.connect"}

        async def answer(event: Json) -> None:
            if event["type"] == "websocket.close":
                self._line.close(event["code"], event.get("reason") or "")

        await self._app(self._scope, connect, answer)  # type: ignore[arg-type]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.close(1000, "")

    def send(self, message: str | bytes | Json) -> None:
        """Send text, bytes or an object."""
        if isinstance(message, str):
            message = message.encode(errors="surrogatepass")
        self._line.receive(message if isinstance(message, bytes) else msgspec.json.encode(message))

    async def text(self) -> str:
        """Return the next message as it was sent."""
        message = await asyncio.wait_for(self._line.sent.get(), 10)
        if isinstance(message, ClosedSocket):
            raise message
        return message.decode()

    async def json(self) -> Json:
        """Return the next message."""
        message: Json = msgspec.json.decode(await self.text())
        return message

    async def rest(self) -> list[str]:
        """Return what has come in so far."""
        await asyncio.sleep(0)
        found: list[str] = []
        while not self._line.sent.empty():
            with suppress(ClosedSocket):
                found.append(await self.text())
        return found


class Wire:
    """A running application and how it is asked."""

    def __init__(self, app: Litestar, http: httpx.AsyncClient) -> None:
        self.app = app
        self.http = http
        self.services: Services = app.state.services

    async def ask(self, method: str, path: str, token: str | None = None, **rest: Any) -> httpx.Response:
        """Return the answer to a request; no cookie is kept between two."""
        self.http.cookies.clear()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        if rest.get("content") is not None:
            headers["content-type"] = "application/json"
        return await self.http.request(method, path, headers=headers, **rest)

    async def player(self) -> str:
        """Return the token of a new player."""
        token: str = (await self.ask("GET", "/api/players/me")).json()["token"]
        return token

    def socket(self, table_id: str, token: str | None = None, rev: int | None = None) -> Socket:
        """Return a socket at a table, not yet opened."""
        query = "&".join([*([f"token={token}"] if token else []), *([f"rev={rev}"] if rev is not None else [])])
        return Socket(self.app, f"/api/tables/{table_id}/ws?{query}")

    def keep_replays(self, most: int) -> None:
        """Have room for so many bytes of replays from now on, none of which is used."""
        services = self.services
        replays = Replays(services.store, services.tables, services.quarantine, most)
        self.services = self.app.state.services = msgspec.structs.replace(services, replays=replays)

    async def live(self, table_id: str) -> LiveTable:
        """Return a table in memory."""
        return await self.services.tables.get(table_id)


@asynccontextmanager
async def running(database: str, limits: ServerLimits = UNLIMITED, **others: Any) -> AsyncIterator[Wire]:
    """Run the application on a database, with other settings if given; its bots wait until the test moves them."""
    idle = _idle.setdefault(limits.body_bytes, [])
    app = idle.pop() if idle else routed(limits.body_bytes)
    router = app.asgi_handler
    settings = Settings(
        database=database, countdown_scale=0, watch_delay_seconds=0, limits=limits, bot_pace=NEVER, **others
    )
    set_up(app, settings)
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://saloon") as http:
        yield Wire(app, http)
    app.asgi_handler = router
    idle.append(app)


_idle: dict[int, list[Litestar]] = {}
"""Applications by the size of their bodies that ran without an error and ended: registering routes takes half a second.

Whatever belongs to a server, its services, is made anew at each start."""
