"""The WebSocket: messages in, answers and news out, and nobody waits for a slow reader."""

import asyncio
from collections import Counter, deque
from contextlib import suppress
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from saloon.core.errors import SaloonError, quoted
from saloon.core.game import Seat
from saloon.table.messages import LONGEST_MESSAGE, Reject

from .caller import caller_of
from .desk import Desk
from .house import House
from .limits import Bucket
from .refusals import Refused

CLOSE_REFUSED: Final = 4400
CLOSE_SLOW: Final = 4408
CLOSE_RATE: Final = 4429
_CLOSES: Final = {"SLOW_READER": CLOSE_SLOW, "RATE_LIMITED": CLOSE_RATE}

_LAST_WORDS: Final = 10.0
"""Seconds for which a reader that was cut off may still hear why; nobody else waits for it."""

_ENCODER: Final = msgspec.json.Encoder()


class Connection:
    """One socket at one table: an outbox of bounded length, emptied as fast as the reader reads."""

    def __init__(self, socket: "WebSocket[Any, Any, Any]", receiver: Seat | None, longest: int) -> None:
        self.receiver = receiver
        self.overflowed = False
        self._send = socket.send
        self._longest = longest
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self.too_slow = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Take a message; a reader for whom too many wait is cut off instead."""
        if len(self._waiting) >= self._longest:
            self.overflowed = True
            self.too_slow.set()
            self._waiting.clear()
        if not self.overflowed:
            self._waiting.append(message)
        self._wake.set()

    async def write(self) -> None:
        """Send what waits, until the reader is too slow."""
        while not self.overflowed:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._send({"type": "websocket.send", "text": self._waiting.popleft().decode(), "bytes": None})


class Sockets:
    """All connections of this process: counted by address, closed together."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._tasks)

    def enter(self, address: str, limit: int) -> None:
        """Count a connection, or refuse it."""
        if self._by_address[address] >= limit:
            raise Refused("TOO_MANY_CONNECTIONS", f"this address has {limit} connections already")
        self._by_address[address] += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = address

    def leave(self) -> None:
        """Count a connection no more."""
        task = asyncio.current_task()
        address = self._tasks.pop(task, None) if task else None
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


@websocket("/api/tables/{table_id:str}/ws")
async def table_socket(socket: "WebSocket[Any, Any, Any]", table_id: FromPath[str]) -> None:
    """Speak the messages of docs/PROTOCOL.md. `?rev=N` names the last revision that the client has."""
    house: House = socket.app.state.house
    sockets: Sockets = socket.app.state.sockets
    await socket.accept()
    try:
        _check_origin(house, socket)
        sockets.enter(socket.client.host if socket.client else "", house.settings.limits.connections_per_address)
        desk = await house.desk(table_id)
        receiver = await caller_of(house, socket).seat_at(house, table_id)
        _check_watchers(house, desk, receiver)
        connection = Connection(socket, receiver, house.settings.limits.outbox_messages)
        await desk.connect(connection, _last_rev(socket), await house.news(desk.stored))
        await _converse(house, desk, socket, connection)
    except SaloonError as refused:
        ending = refused
    else:
        return
    finally:
        sockets.leave()
    await _close(socket, _CLOSES.get(ending.code, CLOSE_REFUSED), ending)


def _check_origin(house: House, socket: "WebSocket[Any, Any, Any]") -> None:
    """A page of another origin may not speak with the cookie of this one; programs send no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in house.settings.origins:
        return
    try:
        own = urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        own = False
    if not own:
        raise Refused("ORIGIN_REFUSED", f"pages of {quoted(origin)} may not play here")


def _check_watchers(house: House, desk: Desk, receiver: Seat | None) -> None:
    watchers = sum(outbox.receiver is None for outbox in desk.outboxes)
    if receiver is None and watchers >= house.settings.limits.watchers_per_table:
        raise Refused("TOO_MANY_CONNECTIONS", "too many people watch this table already")


def _last_rev(socket: "WebSocket[Any, Any, Any]") -> int | None:
    text = socket.query_params.get("rev", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


async def _converse(house: House, desk: Desk, socket: "WebSocket[Any, Any, Any]", connection: Connection) -> None:
    """Read and write side by side; whichever ends first ends the conversation."""
    writing = asyncio.create_task(connection.write())
    reading = asyncio.create_task(_read(house, desk, socket, connection))
    lagging = asyncio.create_task(connection.too_slow.wait())
    tasks: list[asyncio.Task[Any]] = [writing, reading, lagging]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        desk.disconnect(connection)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    if connection.overflowed:
        house.metrics.count("saloon_slow_readers_total")
        raise Refused("SLOW_READER", "too many messages were waiting for you")
    for result in results:
        if isinstance(result, Refused):
            raise result


async def _read(house: House, desk: Desk, socket: "WebSocket[Any, Any, Any]", connection: Connection) -> None:
    bucket = Bucket(house.settings.limits.messages_per_second, monotonic())
    while True:
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        message = event.get("bytes") or (event.get("text") or "").encode(errors="surrogatepass")
        if not bucket.take(monotonic()):
            raise Refused("RATE_LIMITED", "too many messages a second; slow down")
        refusal = _refusal(connection, message)
        if refusal is not None:
            expected = desk.table.expected_seq(connection.receiver)
            connection.send(_ENCODER.encode(Reject(*refusal, expected_seq=expected, rev=desk.table.rev)))
            continue
        assert connection.receiver is not None
        desk.post(connection.receiver, message, connection)


def _refusal(connection: Connection, message: bytes) -> tuple[str, str] | None:
    """Return why a message is refused before the table sees it."""
    if len(message) > LONGEST_MESSAGE:
        return "MALFORMED_MESSAGE", f"a message has at most {LONGEST_MESSAGE} bytes, not {len(message)}"
    if connection.receiver is None:
        return "NOT_YOUR_SEAT", "you are watching; take a seat to play"
    return None


async def _close(socket: "WebSocket[Any, Any, Any]", code: int, error: SaloonError) -> None:
    """Say why, then close. A client that is gone already needs no word."""
    with suppress(Exception):
        await asyncio.wait_for(
            socket.send_data(_ENCODER.encode({"kind": "closed", "code": error.code, "reason": error.reason}).decode()),
            _LAST_WORDS,
        )
    with suppress(Exception):
        await asyncio.wait_for(socket.close(code=code, reason=error.code), _LAST_WORDS)
