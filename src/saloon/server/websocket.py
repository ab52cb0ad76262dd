"""WebSocket connections whose messages go straight to their table, without a queue and tasks in between.

The handshake passes through the application like any request, so one router and one set of checks serve both. Messages
do not: a queue and two tasks per message would cost more than deciding it. picows reads and writes the frames; uvicorn
hands the connection over when a client asks for the upgrade.
"""

import asyncio
import logging
from collections.abc import Callable, MutableMapping
from time import monotonic
from typing import Any, Final
from urllib.parse import unquote

import h11
from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.protocols.utils import get_local_addr, is_ssl

from .addresses import peer_of
from .lingering import PATIENCE, linger
from .token_buckets import TokenBucket

EXTENSION: Final = "saloon.websocket"
"""Key of the connection in the ASGI scope."""

MOST_FRAGMENTS: Final = 128
"""The most frames of one message."""

_TEXT: Final = WSMsgType.TEXT
_CONTINUATION: Final = WSMsgType.CONTINUATION
_SPOKEN: Final = (_TEXT, WSMsgType.BINARY, _CONTINUATION)
"""The frame types of messages, looked up once because enum access is slow."""

_FAULT: Final = 1011
_RESTART: Final = 1012
_PING_SECONDS: Final = 20.0
_FIRST_BUFFER: Final = 2048
_READ: Final = 1 << 14
"""Bytes read at once: picows' buffer doubles whenever a read fills it, and never shrinks."""
_DRAWN: Final = 8
"""Frames that a socket draws from the rate of its address at once."""
_ROOM: Final = bytes(14)
"""Bytes that picows needs before a message for the frame's header."""
_LONG: Final = 8192
_NO_UTF8: Final = "the message is not UTF-8"

_logger = logging.getLogger(__name__)
FRAMES_LOGGER: Final = f"{__name__}.frames"
"""picows' log. Invalid frames are answered to the client, so the operator need not hear of them."""
_quiet = logging.getLogger(FRAMES_LOGGER)
_quiet.setLevel(logging.CRITICAL)


class WebSocketConnection(WSListener):
    """One connection: whole messages in, whole messages out, and one callback at its end."""

    def __init__(self, longest_message: int) -> None:
        self.on_message: Callable[[bytes], None] = _ignore
        """Called with each message."""
        self.on_close: Callable[[], None] = _do_nothing
        """Called once, when the connection ends."""
        self.on_overflow: Callable[[], None] = _do_nothing
        """Called instead of sending when more than `most_waiting` bytes wait for the client."""
        self.on_flood: Callable[[], None] = _do_nothing
        """Called once, when the client exceeds the rate of `frames`; nothing more is read after that."""
        self.frames = self.frames_of_address = TokenBucket(1.0, monotonic())
        """Limit the rate of frames of any kind: of this connection, and of all connections of its address."""
        self.most_waiting = 1 << 30
        self.longest_wait = PATIENCE
        """Seconds for which more than the high-water mark may wait before `on_overflow` is called."""
        self._stall: asyncio.TimerHandle | None = None
        self.is_open = False
        self._is_listening = False
        self._longest = longest_message
        self._drawn = 0
        self._parts: list[bytes] | None = None
        self._size = 0
        self._is_text = True
        self._transport: WSTransport
        self.waiting: Callable[[], int] = lambda: 0
        """Returns how many bytes still wait for the client."""

    # --- sending --------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message; what the client does not take at once is buffered, within limits."""
        if not self.is_open:
            return
        if self.waiting() > self.most_waiting:
            self.on_overflow()
        else:
            self.write(message)

    def _send_pong(self, payload: bytes) -> None:
        """Answer a ping; pongs count towards the same buffer as messages."""
        if self.waiting() > self.most_waiting:
            self.on_overflow()
        else:
            self._transport.send_pong(payload)

    def write(self, message: bytes) -> None:
        """Send a message however much is buffered; only for the last message."""
        if len(message) < _LONG:
            self._transport.send(_TEXT, message)
        else:  # picows would send a long message in two parts, the first of them in a buffer that is reused
            self._transport.send_reuse_external_bytearray(_TEXT, bytearray(_ROOM + message), len(_ROOM))

    def close(self, code: int | WSCloseCode, reason: str) -> None:
        """Close the connection; nothing more is read, and a client that does not hang up is cut off after a while."""
        if self.is_open:
            self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]
            self.end()
            linger(self._transport.underlying_transport)

    def listen(self) -> None:
        """Start reading; until then the client's messages wait in the network."""
        if self.is_open:
            self._is_listening = True
            self._transport.underlying_transport.resume_reading()

    def _stop_listening(self) -> None:
        self._is_listening = False
        self._transport.underlying_transport.pause_reading()

    # --- receiving ------------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Pause reading until `listen` is called."""
        self._transport = transport
        self.waiting = transport.underlying_transport.get_write_buffer_size
        self.is_open = True
        transport.underlying_transport.pause_reading()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Assemble a message and pass it on."""
        if not self._is_listening:  # left over from before the client was refused
            return
        now = monotonic()
        self._drawn -= 1
        if not self.frames.take(now) or (self._drawn < 0 and not self._draw(now)):
            self._stop_listening()
            self.on_flood()
            return
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR, "no extension was negotiated")
        elif kind == _TEXT and frame.fin and self._parts is None:  # a whole message, as almost all are
            message = frame.get_payload_as_bytes()
            if message.isascii() or _is_utf8(message):
                self.on_message(message)
            else:
                self.close(WSCloseCode.INVALID_TEXT, _NO_UTF8)
        elif kind in _SPOKEN:
            self._collect(frame)
        elif kind == WSMsgType.PING:
            self._send_pong(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self.end()
            transport.send_close(frame.get_close_code() or WSCloseCode.OK)
            transport.disconnect()

    def _draw(self, now: float) -> bool:
        """Take tokens for a few frames at once from the bucket of the address, which is cheaper than one at a time."""
        if not self.frames_of_address.take(now, _DRAWN):
            return False
        self._drawn = _DRAWN - 1
        return True

    def _collect(self, frame: WSFrame) -> None:
        """Add a fragment to its message, and pass the message on when it is complete."""
        if (frame.msg_type == _CONTINUATION) != (self._parts is not None):
            self.close(WSCloseCode.PROTOCOL_ERROR, "a fragment came out of turn")
            return
        if self._parts is None:
            self._is_text = frame.msg_type == _TEXT
            self._parts, self._size = [], 0
        self._parts.append(frame.get_payload_as_bytes())
        self._size += frame.payload_size
        if self._size > self._longest:
            self.close(WSCloseCode.MESSAGE_TOO_BIG, f"a message has at most {self._longest} bytes")
        elif len(self._parts) > MOST_FRAGMENTS:
            self.close(WSCloseCode.POLICY_VIOLATION, f"a message has at most {MOST_FRAGMENTS} fragments")
        elif frame.fin:
            message, self._parts = b"".join(self._parts), None
            if self._is_text and not _is_utf8(message):
                self.close(WSCloseCode.INVALID_TEXT, _NO_UTF8)
            else:
                self.on_message(message)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Handle the end of the connection."""
        self.end()

    def end(self) -> None:
        """Call `on_end` once."""
        if self.is_open:
            self.is_open = self._is_listening = False
            self.resume_writing()
            self.on_close()
            # The handlers and this object refer to each other: break the cycle, so that no collection is needed.
            self.on_message, self.on_close, self.on_overflow, self.on_flood = (
                _ignore,
                _do_nothing,
                _do_nothing,
                _do_nothing,
            )

    def pause_writing(self) -> None:
        """Much is buffered: give the client a while to read it."""
        if self.is_open:
            self._stall = asyncio.get_running_loop().call_later(self.longest_wait, self._overflow)

    def _overflow(self) -> None:
        self.on_overflow()

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._stall is not None:
            self._stall.cancel()


def _ignore(message: bytes) -> None:
    """Drop a message."""


def _do_nothing() -> None:
    """Replace a callback after the end."""


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class WebSocketProtocol(WSProtocol):  # type: ignore[misc]
    """uvicorn hands a connection over to this class on an upgrade request; see `ws` in its configuration."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        self._config = config
        self._state = server_state
        self._app_state = app_state
        self._connection = WebSocketConnection(config.ws_max_size)
        super().__init__(
            None, None, False, lambda _: self._connection, _quiet, True, PATIENCE,
            True, _PING_SECONDS, _PING_SECONDS, WSAutoPingStrategy.PING_WHEN_IDLE, False,
            config.ws_max_size, None, _FIRST_BUFFER,
        )  # fmt: skip

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection, so that the server closes it on shutdown."""
        self._state.connections.add(self)
        self._client = peer_of(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self._state.connections.discard(self)
        self._config.loaded_app.leave(self._client[0])
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the buffer to read into."""
        room: memoryview = super().get_buffer(sizehint)
        return room if len(room) <= _READ else room[:_READ]

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on what was read. picows closes by itself after a broken frame, but would keep reading."""
        super().buffer_updated(nbytes)
        if self.transport.is_close_frame_sent:
            self._connection.end()
            linger(self.transport.underlying_transport)

    def data_received(self, request: bytes) -> None:
        """Take the request that uvicorn has read: complete the handshake, then call the application."""
        parser = h11.Connection(h11.SERVER)
        parser.receive_data(request)
        event = parser.next_event()
        assert isinstance(event, h11.Request)  # uvicorn has already parsed it
        headers = list(event.headers)
        self._feed(_handshake(event.target, dict(headers)))
        if self._connection.is_open:
            scope = self._scope(event.target, headers)
            task = asyncio.get_running_loop().create_task(self._enter(scope))
            self._state.tasks.add(task)
            task.add_done_callback(self._state.tasks.discard)

    def _feed(self, data: bytes) -> None:
        while data:
            room = self.get_buffer(-1)
            size = min(len(room), len(data))
            room[:size] = data[:size]
            self.buffer_updated(size)
            data = data[size:]

    def _scope(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> MutableMapping[str, Any]:
        transport: Any = self.transport.underlying_transport
        path, _, query = target.partition(b"?")
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
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {EXTENSION: self._connection},
        }

    async def _enter(self, scope: MutableMapping[str, Any]) -> None:
        try:
            await self._config.loaded_app(scope, _connect, self._answer)
        except Exception:
            _logger.exception("a connection could not be accepted")
            self._connection.close(_FAULT, "")

    async def _answer(self, event: MutableMapping[str, Any]) -> None:
        """The handshake is complete, so the application can only close the connection."""
        if event["type"] == "websocket.close":
            self._connection.close(event.get("code", 1000), event.get("reason") or "")

    def shutdown(self) -> None:
        """Close the connection on shutdown."""
        self._connection.close(_RESTART, "")


async def _connect() -> dict[str, str]:
    return {"type": "websocket.connect"}


def _handshake(target: bytes, headers: dict[bytes, bytes]) -> bytes:
    """Return the part of a request that picows needs; browsers and proxies say `Connection: keep-alive, Upgrade`."""
    asked = [word.strip().lower() for word in headers.get(b"connection", b"").split(b",")]
    lines = [b"connection: upgrade"] if b"upgrade" in asked else []
    names = b"upgrade", b"sec-websocket-version", b"sec-websocket-key"
    lines += [b"%b: %b" % (name, headers[name]) for name in names if name in headers]
    return b"\r\n".join([b"GET %b HTTP/1.1" % target, *lines, b"", b""])
