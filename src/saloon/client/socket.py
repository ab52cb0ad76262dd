"""The socket of a table: follows every message, reconnects when it is lost, and sends each action exactly once."""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable
from random import uniform
from time import monotonic
from typing import Final
from weakref import WeakSet

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from saloon.core.errors import Rejected, SaloonError
from saloon.table.messages import PROTOCOL_VERSION, Emote, Fault

from .errors import ConnectionLost, RequestRefused
from .following import TableState
from .messages import (
    Ack,
    BotFailed,
    ClaimStatus,
    Closed,
    EmoteRefused,
    EmoteSent,
    Message,
    Move,
    News,
    Reject,
    Snapshot,
    ViewHash,
    read_message,
)

_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 30.0
_FATAL: Final = frozenset({1007, 1008, 1009, 4400, 4500})
"""Close codes after which reconnecting is pointless."""
_PASSING: Final = frozenset({"STORE_UNAVAILABLE", "SERVER_FULL", "RATE_LIMITED"})
"""Refusals that are temporary."""
_RATE: Final = 36.0
_BURST: Final = 70.0
"""Frames per second and per burst: slightly below the server's limit for a socket."""


class EventStream:
    """The messages of a table from now on, as an async iterator. It ends when the table is closed."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()

    def put(self, message: Message | None) -> None:
        """Add a message; None ends the stream."""
        self._queue.put_nowait(message)

    def __aiter__(self) -> "EventStream":
        return self

    async def __anext__(self) -> Message:
        message = await self._queue.get()
        if message is None:
            self.put(None)
            raise StopAsyncIteration
        return message


class _Request:
    """A message that was sent, or is about to be; only actions have a number."""

    def __init__(self, move: Move, seq: int | None = None, base_rev: int | None = None) -> None:
        self.move = move
        self.seq = seq
        self.base_rev = base_rev
        self.times_sent = 0
        self.answer: asyncio.Future[Ack | None] = asyncio.get_running_loop().create_future()

    def encode(self) -> str:
        """Return the message as it is sent."""
        numbers = {} if self.seq is None else {"seq": self.seq, "baseRev": self.base_rev}
        return msgspec.json.encode({**numbers, "kind": self.move.kind, "payload": self.move.payload}).decode()

    def settle(self, result: Ack | SaloonError | None) -> None:
        """Answer the request, unless it has been answered."""
        if self.answer.done():
            return
        if isinstance(result, SaloonError):
            self.answer.set_exception(result)
            self.answer.exception()  # a waiter still gets the exception; without one, asyncio must not warn
        else:
            self.answer.set_result(result)


class _Pace:
    """Keeps the frames of a socket below the server's limit."""

    def __init__(self) -> None:
        self._left, self._at = _BURST, monotonic()

    async def wait(self) -> None:
        """Wait until the next frame may be sent."""
        now = monotonic()
        self._left, self._at = min(_BURST, self._left + _RATE * (now - self._at)) - 1, now
        if self._left < 0:
            await asyncio.sleep(-self._left / _RATE)


class TableSocket:
    """One table as one receiver sees it, over a socket that is reopened for as long as `patience` allows.

    An action is numbered and pending until it is answered. After a reconnect the server first sends what was missed; if
    the action is not in it, it is sent again with the same number, so it is applied once.
    """

    def __init__(self, address: str, token: str | None, *, patience: float) -> None:
        self.state = TableState()
        self.reconnects = 0
        """How often the connection was lost and opened again."""
        self.resyncs = 0
        """How often the view hash did not match, so that a snapshot was requested."""
        self._address = address
        self._headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self._patience = patience
        self._streams: WeakSet[EventStream] = WeakSet()
        self._lock = asyncio.Lock()
        self._pending: _Request | None = None
        self._sent: deque[_Request] = deque()
        self._socket: ClientConnection | None = None
        self._pace = _Pace()
        self._is_synced = False
        self._farewell: Closed | None = None
        self._failure: SaloonError | None = None
        self._claim: asyncio.Future[ClaimStatus | None] | None = None
        self._emote: asyncio.Future[None] | None = None
        self._retries: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._run())

    # --- public methods ------------------------------------------------------------------------------------

    def events(self) -> EventStream:
        """Return all messages from now on."""
        stream = EventStream()
        if self._failure is not None:
            stream.put(None)
        self._streams.add(stream)
        return stream

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is tried after every message."""
        stream = self.events()
        while not condition():
            if self._failure is not None:
                raise self._failure
            async for _ in stream:
                break

    async def submit(self, move: Move) -> Ack | None:
        """Send an action and wait for its answer; None if a snapshot after a reconnect shows that it was accepted."""
        async with self._lock:
            if self._pending is not None:  # its caller stopped waiting; the next number is known only with its answer
                await asyncio.wait({self._pending.answer})
            await self.until(lambda: self._is_synced)
            request = self._pending = _Request(move, self.state.next_seq, self.state.rev)
            await self._send(request)
            return await request.answer

    async def ask_claim(self, kind: str) -> ClaimStatus | None:
        """Claim the match or ask whether that is possible; None if the claim ended the match."""
        async with self._lock:
            await self.until(lambda: self._is_synced)
            self._claim = asyncio.get_running_loop().create_future()
            await self._tell(kind)
            return await self._claim

    async def send_emote(self, emote: Emote) -> None:
        """Send an emote and wait until the server has passed it on; raise Rejected if it refuses."""
        async with self._lock:
            await self.until(lambda: self._is_synced)
            self._emote = asyncio.get_running_loop().create_future()
            await self._tell("emote", emote=emote)
            await self._emote

    async def set_away(self, away: bool) -> None:
        """Tell the server whether the player is away."""
        await self.until(lambda: self._is_synced)
        await self._tell("presence", away=away)

    async def report_fault(self, fault: Fault) -> None:
        """Report that the bot of this seat lost a move; without a connection it stays unsaid."""
        await self._tell("botFailed", fault=fault)

    async def _tell(self, kind: str, **payload: object) -> None:
        """Send a message without a number, once."""
        await self._write(msgspec.json.encode({"kind": kind, "payload": payload}).decode())

    async def close(self) -> None:
        """Close the socket; pending calls raise ConnectionLost."""
        self._task.cancel()
        await asyncio.gather(self._task, *self._retries, return_exceptions=True)
        self._fail(ConnectionLost("the table was closed"))

    # --- the connection -------------------------------------------------------------------------------------

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now."""
        return self._socket is not None

    async def _run(self) -> None:
        wait, lost_at = _FIRST_WAIT, monotonic()
        while self._failure is None:
            try:
                await self._converse()
                wait, lost_at = _FIRST_WAIT, monotonic()
                self.reconnects += 1
            except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
                status = error.response.status_code if isinstance(error, InvalidStatus) else 0
                if 400 <= status < 500 and status != 429:
                    refusal = f"the server refuses the socket with status {status}"
                    self._fail(RequestRefused("SOCKET_REFUSED", refusal, status))
                elif monotonic() - lost_at > self._patience:
                    self._fail(ConnectionLost(f"the server cannot be reached: {error}"))
            if self._failure is None:
                await asyncio.sleep(wait * uniform(0.5, 1))
                wait = min(2 * wait, _LONGEST_WAIT)

    async def _converse(self) -> None:
        """Follow one connection until it is lost; raise if it cannot be opened."""
        known = f"&rev={self.state.rev}" if self.state.snapshot is not None else ""
        address = f"{self._address}?protocol={PROTOCOL_VERSION}{known}"
        async with connect(
            address,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            close_timeout=1,
            proxy=None if _is_local(address) else True,
        ) as socket:
            self._socket, self._pace = socket, _Pace()
            try:
                if self.state.snapshot is not None and self.state.snapshot.seat is not None:
                    await self._send(_Request(Move("hashRequest")))
                while True:
                    message = read_message(await socket.recv())
                    if message is not None:
                        await self._take(message)
            except ConnectionClosed:
                self._judge_close(socket.close_code or 1006)
            finally:
                self._socket, self._is_synced = None, False
                self._sent.clear()
                self._fail_questions(ConnectionLost("the connection was lost; ask again"))

    def _judge_close(self, code: int) -> None:
        farewell, self._farewell = self._farewell, None
        if farewell is not None and farewell.code in _PASSING:
            return
        if code in _FATAL:
            said = farewell or Closed("SOCKET_CLOSED", f"the server closed the socket with code {code}")
            self._fail(RequestRefused(said.code, said.reason))

    def _fail(self, failure: SaloonError) -> None:
        self._failure = self._failure or failure
        if self._pending is not None:
            self._pending.settle(failure)
        self._fail_questions(failure)
        for stream in list(self._streams):
            stream.put(None)

    def _fail_questions(self, failure: SaloonError) -> None:
        """Fail what was asked without a number."""
        for asked in (self._claim, self._emote):
            if asked is not None and not asked.done():
                asked.set_exception(failure)

    async def _send(self, request: _Request) -> None:
        """Send a request; an action that does not arrive is sent again after the reconnect."""
        if self._socket is None or (request.seq is not None and not self._is_synced):
            return
        request.times_sent += 1
        self._sent.append(request)
        await self._write(request.encode())

    async def _write(self, text: str) -> None:
        await self._pace.wait()
        if self._socket is not None:
            try:
                await self._socket.send(text)
            except ConnectionClosed:
                return

    # --- messages of the server -----------------------------------------------------------------------------

    async def _take(self, message: Message) -> None:
        if isinstance(message, Ack):
            await self._take_ack(message)
        elif isinstance(message, Snapshot):
            await self._take_snapshot(message)
        elif isinstance(message, Reject):
            self._take_reject(message)
        elif isinstance(message, ViewHash):
            await self._take_hash(message)
        elif isinstance(message, News):
            self.state.news = message
            self.state.faults |= message.faults or {}
        elif isinstance(message, Closed):
            self._farewell = message
        elif isinstance(message, ClaimStatus) and self._claim is not None and not self._claim.done():
            self._claim.set_result(message)
        elif isinstance(message, EmoteSent | EmoteRefused):
            self._take_emote(message)
        elif isinstance(message, BotFailed):
            self.state.faults[message.seat] = message.fault
        for stream in list(self._streams):
            stream.put(message)

    def _take_emote(self, message: EmoteSent | EmoteRefused) -> None:
        """Answer the emote that waits, if it is our own that was passed on or refused."""
        seat = self.state.snapshot.seat if self.state.snapshot is not None else None
        if self._emote is None or self._emote.done():
            return
        if isinstance(message, EmoteRefused):
            self._emote.set_exception(Rejected(message.code, message.reason))
        elif message.seat == seat:
            self._emote.set_result(None)

    async def _take_ack(self, ack: Ack) -> None:
        fits = self.state.take_ack(ack)
        seat = self.state.snapshot.seat if self.state.snapshot is not None else None
        if ack.seq is not None and ack.client_id == seat:
            if self._sent and self._sent[0].seq == ack.seq:
                self._sent.popleft()
            if self._pending is not None and self._pending.seq == ack.seq:
                self._pending.settle(ack)
        if ack.outcome is not None and self._claim is not None and not self._claim.done():
            self._claim.set_result(None)
        if not fits:
            await self._resync()

    async def _take_snapshot(self, snapshot: Snapshot) -> None:
        self.state.take_snapshot(snapshot)
        pending = self._pending
        if snapshot.reason == "STATE_REQUEST":
            self._answered("stateRequest")
        elif snapshot.reason in ("SEQ_GAP", "BASE_REV_MISMATCH"):
            if self._sent and self._sent[0] is pending and not pending.answer.done():
                self._sent.popleft()
                pending.seq, pending.base_rev = snapshot.expected_seq, snapshot.rev
                await self._send(pending)
        elif snapshot.reason == "AIRBAG":  # ours or another seat's: the next answer decides
            await self._send(_Request(Move("hashRequest")))
        elif pending is not None and pending.seq is not None and pending.seq < snapshot.expected_seq:
            pending.settle(None)
        if not any(request.move.kind == "hashRequest" for request in self._sent):
            self._is_synced = True

    def _take_reject(self, reject: Reject) -> None:
        head = self._sent[0] if self._sent else None
        if reject.code == "DUPLICATE_SEQ" and (head is None or head.seq in (None, reject.expected_seq)):
            return  # the answer to a resent message whose ack has already arrived
        if head is None:
            return
        self._sent.popleft()
        if reject.code == "DUPLICATE_SEQ" and head.times_sent > 1:
            head.settle(None)
        elif reject.code == "STORE_UNAVAILABLE" and head.seq is not None:
            retry = asyncio.create_task(self._send_later(head))
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)
        else:
            head.settle(Rejected(reject.code, reject.reason))

    async def _send_later(self, request: _Request) -> None:
        await asyncio.sleep(_FIRST_WAIT)
        if not request.answer.done() and request not in self._sent:
            await self._send(request)

    async def _take_hash(self, message: ViewHash) -> None:
        self._answered("hashRequest")
        was_synced, self._is_synced = self._is_synced, True
        if not self.state.agrees(message.rev, message.view_hash):
            await self._resync()
        if not was_synced and self._pending is not None and not self._pending.answer.done():
            await self._send(self._pending)

    def _answered(self, kind: str) -> None:
        """Forget a request that was answered. Answers come in order, so an earlier unanswered action hit the airbag."""
        while self._sent:
            request = self._sent.popleft()
            if request.move.kind == kind:
                return
            if request.seq is not None:
                request.settle(Rejected("INTERNAL_INVARIANT_BREACH", "the rules failed; the last good state stays"))

    async def _resync(self) -> None:
        """Request a snapshot, unless one is already requested."""
        if not any(request.move.kind == "stateRequest" for request in self._sent):
            self.resyncs += 1
            await self._send(_Request(Move("stateRequest")))


def _is_local(address: str) -> bool:
    """Return whether an address is on this machine, which needs no proxy."""
    host = address.partition("://")[2].partition("/")[0]
    return host.startswith(("127.", "localhost", "[::1]"))


def no_tls() -> ssl.SSLContext:
    """Return a context for plain HTTP, which skips the slow loading of certificates."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
