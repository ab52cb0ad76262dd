"""The end of a connection whose client has been sent its last word: read nothing more, wait a little, cut it off."""

import asyncio
from typing import Final

PATIENCE: Final = 5.0
"""Seconds that a client has to read its last word; nobody else waits for it."""

_MOST_DROPPED: Final = 1 << 18
"""Bytes that are read and dropped meanwhile; a client that sends more is not read from at all."""
_SCRATCH: Final = bytearray(1 << 16)


def linger(transport: asyncio.Transport) -> None:
    """Send what waits, then the end of the stream; drop what still comes; disconnect after `PATIENCE`.

    Closing a socket with unread data resets the connection, and a reset can destroy what the client has not read yet.
    So the server ends its own side only, and waits for the client to hang up. The protocol of the connection hears
    nothing more of it but `connection_lost`.
    """
    if transport.is_closing():
        if transport.get_write_buffer_size():  # it waits for the client to read
            asyncio.get_running_loop().call_later(PATIENCE, transport.abort)
    elif not isinstance(transport.get_protocol(), _Lingering):
        _Lingering(transport)


class _Lingering(asyncio.BufferedProtocol):
    """Takes the place of the protocol that has said goodbye."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._owner = transport.get_protocol()
        self._left = _MOST_DROPPED
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, transport.abort)
        transport.pause_reading()  # event loops look at the kind of protocol when reading starts
        transport.set_protocol(self)
        if transport.can_write_eof():
            transport.write_eof()
        transport.resume_reading()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        """Return one buffer for all: nobody looks into it."""
        return _SCRATCH

    def buffer_updated(self, nbytes: int) -> None:
        """Drop what came."""
        self._left -= nbytes
        if self._left < 0:
            self._transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the protocol know that its connection is gone."""
        self._timer.cancel()
        self._owner.connection_lost(exc)
