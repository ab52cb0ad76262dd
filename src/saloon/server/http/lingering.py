"""Lingering close: end a connection so that the client can still read the last message."""

import asyncio
from typing import Final

PATIENCE: Final = 5.0
"""Seconds that a client has to read its last message; nothing else waits for it."""

_MOST_DROPPED: Final = 1 << 18
"""Bytes that are read and dropped meanwhile; beyond that nothing more is read."""
_SCRATCH: Final = bytearray(1 << 16)


def linger(transport: asyncio.Transport) -> None:
    """Flush, end the stream, drop incoming data, and disconnect after `PATIENCE`.

    Closing a socket with unread data resets the connection, and a reset can destroy what the client has not read yet.
    So the server ends only its own side and waits for the client to hang up. The protocol of the connection gets no
    further callback except `connection_lost`.
    """
    if transport.is_closing():
        if transport.get_write_buffer_size():  # it waits for the client to read
            asyncio.get_running_loop().call_later(PATIENCE, transport.abort)
    elif not isinstance(transport.get_protocol(), _Lingering):
        _Lingering(transport)


class _Lingering(asyncio.BufferedProtocol):
    """Replaces the connection's protocol while it lingers."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._owner = transport.get_protocol()
        self._left = _MOST_DROPPED
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, transport.abort)
        transport.pause_reading()  # event loops check the kind of protocol when reading starts
        transport.set_protocol(self)
        if transport.can_write_eof():
            transport.write_eof()
        transport.resume_reading()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        """Return one shared buffer: its content is never used."""
        return _SCRATCH

    def buffer_updated(self, nbytes: int) -> None:
        """Drop the data."""
        self._left -= nbytes
        if self._left < 0:
            self._transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the protocol know that its connection is gone."""
        self._timer.cancel()
        self._owner.connection_lost(exc)
