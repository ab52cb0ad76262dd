"""A minimal client for one seat, which uses as little CPU as possible."""

import asyncio
from typing import Protocol, Self

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

HANDSHAKE = 60
"""Seconds for a handshake, so that a busy machine spoils no run."""


class Client(Protocol):
    """What the load needs from a connection to any server."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_: object) -> None: ...

    async def ask(self, message: bytes, begins: bytes) -> None:
        """Send a message and wait for its answer."""


class SeatClient(WSListener):
    """One seat: sends messages and waits for its own replies; other messages are ignored."""

    def __init__(self, host: str, token: str) -> None:
        _, table_id, seat = token.split(".")[:3]
        self._address = f"ws://{host}/api/tables/{table_id}/ws?token={token}"
        self._own = b'"clientId":"p%d"' % (int(seat) + 1)
        self._answer: asyncio.Future[bytes] | None = None

    async def __aenter__(self) -> Self:
        self._line, _ = await ws_connect(lambda: self, self._address, websocket_handshake_timeout=HANDSHAKE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.disconnect()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Resolve the awaited reply."""
        message = frame.get_payload_as_bytes()
        if self._answer is not None and (message.startswith(b'{"kind":"reject"') or self._own in message[:60]):
            self._answer.set_result(message)
            self._answer = None

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Fail the awaited reply."""
        if self._answer is not None:
            self._answer.set_exception(ConnectionError(f"{self._address} was closed"))

    async def ask(self, message: bytes, begins: bytes) -> None:
        """Send a message and wait for its reply, which must begin with the given bytes."""
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._line.send(WSMsgType.TEXT, message)
        said = await answer
        assert said.startswith(begins), (message, said[:200])
