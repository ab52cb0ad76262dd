"""uvicorn's HTTP connection with limits at accept and deadlines for slow clients."""

import asyncio
import logging
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from saloon.server.errors import Refused
from saloon.server.limits.address_limits import AddressLimits
from saloon.server.limits.addresses import peer_of

from .lingering import linger

_TOO_SLOW: Final = Refused("REQUEST_TIMEOUT", "the request did not arrive in time")
_HEAD: Final = "head"
_NO_NEWS: Final = ("Invalid HTTP request received.", "Unsupported upgrade request.")

# The client gets an error for these; they must not fill the operator's log.
logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in _NO_NEWS)


class HttpProtocol(H11Protocol):
    """One HTTP connection; see `http` in uvicorn's configuration. Its application is `AddressLimits`."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate: AddressLimits = config.loaded_app
        self._admitted = False
        self._begun = False
        self._ignored = 0
        self._awaited: object = None
        """What the client must send in time: the head of a request, or the body of this cycle's request."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # --- accepting --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse a connection over the limit before reading anything."""
        host, port = peer_of(transport)
        refusal = self._gate.admit(host, transport.get_extra_info("socket").fileno())
        if refusal is not None:
            transport.write(refusal)
            transport.close()
            return
        self._admitted = True
        super().connection_made(transport)
        self.client = host, port
        self._expect(_HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        if self._admitted:
            self._stop(self._deadline, self._stall)
            self._gate.leave(self.client[0])  # type: ignore[index]
            super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over. It stays counted until the new protocol releases it."""
        self._stop(self._deadline, self._stall)
        super().handle_websocket_upgrade(event)

    # --- slow senders -----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read data; a client that has started a request must finish it in time."""
        self._begun = True
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self._expect(_HEAD)
            self._ignore(len(data))
        else:
            self._expect(self.cycle if self.cycle.more_body else None)

    def _expect(self, awaited: object) -> None:
        """Set a deadline for what is awaited; a running deadline stays."""
        if awaited is self._awaited:
            return
        self._stop(self._deadline)
        self._awaited = awaited
        limits = self._gate.limits
        if awaited is not None:
            seconds = limits.head_seconds if awaited is _HEAD else limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """Tell a slow client why, and close the connection."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if self._begun and (cycle is None or cycle.response_complete or not cycle.response_started):
            self.transport.write(self._gate.refusal(_TOO_SLOW))
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self._let_go()

    def _ignore(self, size: int) -> None:
        """Discard the rest of a body that was answered early, unless it is long."""
        if self.conn.their_state is h11.SEND_BODY:
            self._ignored += size
            if self._ignored > self._gate.limits.body_bytes:
                self._let_go()
        else:
            self._ignored = 0

    def _let_go(self) -> None:
        self._stop(self._deadline, self._stall)
        self._unset_keepalive_if_required()
        linger(self.transport)

    # --- slow readers -----------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """Set a deadline for reading the last response of a connection."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch_reader()

    def pause_writing(self) -> None:
        """Set a deadline for a client that leaves much unread."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """Cancel the deadline: the client has read enough."""
        super().resume_writing()
        self._stop(self._stall)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if the client has not read its last response."""
        super().timeout_keep_alive_handler()
        self._watch_reader()

    def _watch_reader(self) -> None:
        self._stop(self._stall)
        waiting = self.transport.get_write_buffer_size()
        if waiting:
            self._stall = self.loop.call_later(self._gate.limits.body_seconds, self._cut_off_unless_read, waiting)

    def _cut_off_unless_read(self, waiting: int) -> None:
        if self.transport.get_write_buffer_size() < waiting:
            self._watch_reader()
        else:
            self.transport.abort()

    @staticmethod
    def _stop(*timers: asyncio.TimerHandle | None) -> None:
        for timer in timers:
            if timer is not None:
                timer.cancel()
