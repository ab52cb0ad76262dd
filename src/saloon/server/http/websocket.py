"""WebSocket connections whose messages go straight to their table, without a queue and tasks in between.

The handshake passes through the application like any request, so one router and one set of checks serve both. Messages
do not: a queue and two tasks per message would cost more than deciding it. `websockets` parses
and builds the frames; uvicorn hands the connection over when a client asks for the upgrade.
"""

import asyncio
import logging
from collections.abc import Callable, MutableMapping
from struct import Struct as Packed
from time import monotonic
from typing import Any, Final, Protocol
from urllib.parse import unquote

from msgspec import Struct
from uvicorn.protocols.utils import get_local_addr, is_ssl
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, Event, State
from websockets.server import ServerProtocol

from saloon.server.limits.addresses import peer_of
from saloon.server.limits.token_buckets import TokenBucket

from .lingering import PATIENCE, linger

EXTENSION: Final = "saloon.websocket"
"""Where the application finds the connection in its scope."""

MOST_FRAGMENTS: Final = 128
"""Frames that one message may be split into."""

_TEXT: Final = Opcode.TEXT
_MEDIUM_TEXT: Final = Packed("!BBH")
"""The head of an unmasked text frame: the last of its message, with its length in 16 bits (RFC 6455, section 5.2)."""
_MESSAGES: Final = (_TEXT, Opcode.BINARY, Opcode.CONT)
"""The frames that make up messages."""
_PING_SECONDS: Final = 20.0
"""Seconds without a sign of life after which a client is pinged, and after which it has to answer."""
_PORTION: Final = 1 << 10
"""Bytes that are parsed at once: between two portions the rate of frames is checked."""
_DRAWN: Final = 8
"""Frames that a socket draws from the rate of its address at once."""
_NO_UTF8: Final = "the message is not UTF-8"

_logger = logging.getLogger(__name__)
FRAMES_LOGGER: Final = f"{__name__}.frames"
"""The parser's logger. A client that breaks the protocol gets an error; the operator need not see it."""
_quiet = logging.getLogger(FRAMES_LOGGER)
_quiet.setLevel(logging.CRITICAL)


class Listener(Protocol):
    """Receives what happens on a connection."""

    def receive(self, message: bytes) -> None:
        """Handle a message."""
        ...

    def on_overflow(self) -> None:
        """Handle a client that reads too slowly: called instead of sending when too much waits for it."""
        ...

    def on_flood(self) -> None:
        """Handle a client that sent too many frames: called once, and nothing more is read after that."""
        ...


class ConnectionLimits(Struct, frozen=True, gc=False):
    """How much one client may send, and leave unread."""

    frames: TokenBucket
    """The rate of frames of any kind on this connection."""
    frames_of_address: TokenBucket
    """The same for all connections of its address."""
    most_waiting: int = 1 << 30
    """Bytes that may wait for the client."""
    longest_wait: float = PATIENCE
    """Seconds for which more than the transport's high-water mark may wait."""


class WebSocketConnection:
    """One connection: whole messages in, whole messages out. Until `listen` it only sends, without limits."""

    def __init__(self, longest_message: int) -> None:
        self.is_open = False
        self._listener: Listener | None = None
        self._limits: ConnectionLimits | None = None
        self._on_close: Callable[[], None] | None = None
        self.waiting: Callable[[], int] = lambda: 0
        """Returns how many bytes still wait for the client."""
        self._protocol = ServerProtocol(max_size=longest_message, logger=_quiet)
        self._transport: asyncio.Transport
        self._is_listening = False
        self._stall: asyncio.TimerHandle | None = None
        self._pinging: asyncio.TimerHandle | None = None
        self._heard_at = self._pinged_at = 0.0
        self._drawn = 0
        self._parts: list[bytes] = []
        self._is_text = True

    def open(self, transport: asyncio.Transport, request: bytes) -> Request | None:
        """Complete the handshake; return the request, or None if it is refused. Nothing is read until `listen`."""
        self._transport = transport
        self.waiting = transport.get_write_buffer_size
        transport.pause_reading()
        self._protocol.receive_data(request)
        received = self._protocol.events_received()
        asked = received[0] if received else None
        if isinstance(asked, Request):
            self._protocol.send_response(self._protocol.accept(asked))
        self._flush()
        self.is_open = self._protocol.state is State.OPEN
        if not self.is_open:
            linger(transport)
        return asked if self.is_open and isinstance(asked, Request) else None

    # --- sending --------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message; what the client cannot take at once is buffered, within limits."""
        if not self.is_open or self._protocol.state is not State.OPEN:  # the client has begun to close
            return
        if self._limits is not None and self.waiting() > self._limits.most_waiting:
            self._overflow()
        else:
            self.write(message)

    def write(self, message: bytes) -> None:
        """Send a message however much is buffered; only for the last message."""
        self._transport.write(_text_frame(message))

    def close(self, code: int, reason: str) -> None:
        """Close the connection; nothing more is read, and a client that does not hang up is disconnected later."""
        if self.is_open:
            if self._protocol.state is State.OPEN:
                self._protocol.send_close(code, reason)
            self._flush()
            self.end()
            linger(self._transport)

    def _flush(self) -> None:
        """Write the frames that are ready."""
        for data in self._protocol.data_to_send():
            if data is not SEND_EOF:  # `linger` and `close` end the stream
                self._transport.write(data)

    def _check_idle(self) -> None:
        """Ping a silent client; disconnect it if it does not answer."""
        silence = self._heard_at + _PING_SECONDS - monotonic()
        if silence <= 0 and self._pinged_at > self._heard_at:
            self._transport.abort()
            return
        if silence <= 0 and self._is_listening:
            self._protocol.send_ping(b"")
            self._flush()
            self._pinged_at = monotonic()
        self._check_later(silence if silence > 0 else _PING_SECONDS)

    def _check_later(self, seconds: float) -> None:
        self._pinging = asyncio.get_running_loop().call_later(seconds, self._check_idle)

    # --- receiving ------------------------------------------------------------------------------------------

    def listen(self, listener: Listener, limits: ConnectionLimits, on_close: Callable[[], None]) -> None:
        """Start reading; until then the client's messages wait in the network.

        `on_close` is called once when the connection ends: at once, if it has ended already.
        """
        if self.is_open:
            self._listener, self._limits, self._on_close = listener, limits, on_close
            self._is_listening = True
            self._heard_at = monotonic()
            self._check_later(_PING_SECONDS)
            self._transport.resume_reading()
        else:
            on_close()

    def _stop_listening(self) -> None:
        self._is_listening = False
        self._transport.pause_reading()

    def receive(self, data: bytes) -> None:
        """Parse what was read, a portion at a time, until the client is refused."""
        self._heard_at = now = monotonic()
        for start in range(0, len(data), _PORTION):
            if not self._is_listening:
                return
            self._protocol.receive_data(data if len(data) <= _PORTION else data[start : start + _PORTION])
            for frame in self._protocol.events_received():
                self._receive_frame(frame, now)
            if self.is_open:
                self._answer()

    def _receive_frame(self, frame: Event, now: float) -> None:
        """Assemble a message and pass it on. The parser has checked the frame, and answers pings by itself."""
        listener, limits = self._listener, self._limits
        if not self._is_listening or listener is None or limits is None:  # left over from before the client was refused
            return
        assert isinstance(frame, Frame)
        self._drawn -= 1
        if not limits.frames.take(now) or (self._drawn < 0 and not self._draw(limits.frames_of_address, now)):
            self._stop_listening()
            listener.on_flood()
        elif frame.opcode is _TEXT and frame.fin:  # a whole message, as almost all are
            self._pass_on(bytes(frame.data), is_text=True)
        elif frame.opcode in _MESSAGES:
            self._collect(frame)

    def _draw(self, bucket: TokenBucket, now: float) -> bool:
        """Take tokens for a few frames at once from the bucket of the address, which is cheaper than one at a time."""
        if not bucket.take(now, _DRAWN):
            return False
        self._drawn = _DRAWN - 1
        return True

    def _collect(self, frame: Frame) -> None:
        """Add a fragment to its message, and pass the message on when it is complete."""
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is _TEXT
        self._parts.append(bytes(frame.data))
        if len(self._parts) > MOST_FRAGMENTS:
            self.close(CloseCode.POLICY_VIOLATION, f"a message has at most {MOST_FRAGMENTS} fragments")
        elif frame.fin:
            message, self._parts = b"".join(self._parts), []
            self._pass_on(message, is_text=self._is_text)

    def _pass_on(self, message: bytes, *, is_text: bool) -> None:
        if not is_text or message.isascii() or _is_utf8(message):
            if self._listener is not None:
                self._listener.receive(message)
        else:
            self.close(CloseCode.INVALID_DATA, _NO_UTF8)

    def _answer(self) -> None:
        """Send what the parser answers: pongs, and a close frame if the client closes or breaks the protocol."""
        if self._protocol.state is not State.OPEN:
            self._flush()
            self.end()
            if self._protocol.close_rcvd is None:
                linger(self._transport)
            else:
                self._transport.close()
        elif self._limits is not None and self.waiting() > self._limits.most_waiting:
            self._overflow()
        else:
            self._flush()

    # --- the end --------------------------------------------------------------------------------------------

    def end(self) -> None:
        """Stop listening, and report the end once."""
        if self.is_open:
            self.is_open = self._is_listening = False
            self.resume_writing()
            if self._pinging is not None:
                self._pinging.cancel()
            on_close, self._on_close = self._on_close, None
            self._listener = None  # it refers to this object: without the cycle no collection is needed
            if on_close is not None:
                on_close()

    def pause_writing(self) -> None:
        """Much is buffered: give the client a while to read it."""
        if self.is_open:
            longest = PATIENCE if self._limits is None else self._limits.longest_wait
            self._stall = asyncio.get_running_loop().call_later(longest, self._overflow)

    def _overflow(self) -> None:
        if self._listener is not None:
            self._listener.on_overflow()

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._stall is not None:
            self._stall.cancel()


def _text_frame(message: bytes) -> bytes:
    """Return a message as a frame. Almost all are of medium size, and for those `Frame` takes six times as long."""
    if 126 <= len(message) < 1 << 16:
        return _MEDIUM_TEXT.pack(0x81, 126, len(message)) + message
    return Frame(_TEXT, message).serialize(mask=False)


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class WebSocketProtocol(asyncio.Protocol):
    """uvicorn hands a connection over to this class on an upgrade request; see `ws` in its configuration."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        self._config = config
        self._state = server_state
        self._app_state = app_state
        self._connection = WebSocketConnection(config.ws_max_size)
        self._transport: asyncio.Transport
        self._client: tuple[str, int]
        self._is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, so that the server closes it on shutdown."""
        self._transport = transport
        self._client = peer_of(transport)
        self._state.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Unregister the connection."""
        self._state.connections.discard(self)
        self._config.loaded_app.leave(self._client[0])
        self._connection.end()

    def pause_writing(self) -> None:
        """Much is buffered for the client."""
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._connection.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Take what was read: first the request, as uvicorn has read it, then frames."""
        if self._is_upgraded:
            self._connection.receive(data)
            return
        self._is_upgraded = True
        request = self._connection.open(self._transport, data)
        if request is not None:
            task = asyncio.get_running_loop().create_task(self._enter(self._scope(request)))
            self._state.tasks.add(task)
            task.add_done_callback(self._state.tasks.discard)

    def _scope(self, request: Request) -> MutableMapping[str, Any]:
        transport: Any = self._transport
        path, _, query = _as_sent(request.path).partition(b"?")
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(transport) else "ws",
            "server": get_local_addr(transport),
            "client": self._client,
            "root_path": self._config.root_path,
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": [(_as_sent(name).lower(), _as_sent(value)) for name, value in request.headers.raw_items()],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {EXTENSION: self._connection},
        }

    async def _enter(self, scope: MutableMapping[str, Any]) -> None:
        try:
            await self._config.loaded_app(scope, _connect, self._answer)
        except Exception:
            _logger.exception("a connection could not be accepted")
            self._connection.close(CloseCode.INTERNAL_ERROR, "")

    async def _answer(self, event: MutableMapping[str, Any]) -> None:
        """The handshake is complete, so the application can only close the connection."""
        if event["type"] == "websocket.close":
            self._connection.close(event.get("code", 1000), event.get("reason") or "")

    def shutdown(self) -> None:
        """Close the connection on shutdown."""
        self._connection.close(CloseCode.SERVICE_RESTART, "")


async def _connect() -> dict[str, str]:
    return {"type": "websocket.connect"}


def _as_sent(text: str) -> bytes:
    """Return the original bytes of a request that the parser has decoded."""
    return text.encode("latin-1")
