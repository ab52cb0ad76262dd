"""HTTP connections as uvicorn hands them to the application, with limits at accept and deadlines for slow clients."""

import asyncio
import logging
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .address_limits import AddressLimits
from .addresses import peer_of
from .errors import Refused
from .lingering import linger

_TOO_SLOW: Final = Refused("REQUEST_TIMEOUT", "the request did not arrive in time")
_HEAD: Final = "head"
_NO_NEWS: Final = ("Invalid HTTP request received.", "Unsupported upgrade request.")

# What a client sends wrongly is answered to it; it is no news for the operator, and must not fill the log.
logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in _NO_NEWS)


class HttpProtocol(H11Protocol):
    """One HTTP connection; see `http` in uvicorn's configuration. `AddressLimits` is the application that it serves."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate: AddressLimits = config.loaded_app
        self._admitted = False
        self._begun = False
        self._ignored = 0
        self._awaited: object = None
        """What the client has to send in time: the head of a request, or the body of the one in this cycle."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # --- accepting --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse one connection too many before anything of it is read."""
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
        """Count the connection no more."""
        if self._admitted:
            self._stop(self._deadline, self._stall)
            self._gate.leave(self.client[0])  # type: ignore[index]
            super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; it is still counted, and the protocol that takes it lets it go."""
        self._stop(self._deadline, self._stall)
        super().handle_websocket_upgrade(event)

    # --- slow senders -----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on; whoever has begun to send something has to send the rest in time."""
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
        """Set a deadline for what is awaited; one that runs already stays as it is."""
        if awaited is self._awaited:
            return
        self._stop(self._deadline)
        self._awaited = awaited
        limits = self._gate.limits
        if awaited is not None:
            seconds = limits.head_seconds if awaited is _HEAD else limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """Tell a client that was too slow, and let it go."""
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
        """Read the rest of a body that was answered before its end, unless there is much of it."""
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
        """See that the last answer of a connection is read."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch_reader()

    def pause_writing(self) -> None:
        """See that a client that leaves much unread goes on reading."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """It has read enough."""
        super().resume_writing()
        self._stop(self._stall)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even one whose client has not read its last answer."""
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
