"""The WebSocket: messages in, answers and news out, and nobody waits for a slow reader."""

import asyncio
from contextlib import ExitStack
from time import monotonic
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from saloon.core.errors import SaloonError
from saloon.core.game import Seat

from .access import check_host, check_origin
from .caller import Caller, address_of, caller_of
from .claims import ClaimKind, ClaimStatus, claim_kind
from .desk import Desk
from .house import House
from .letters import Request
from .limits import Bucket, Connections
from .line import EXTENSION, Line
from .refusals import Refused

CLOSE_REFUSED: Final = 4400
CLOSE_SLOW: Final = 4408
CLOSE_RATE: Final = 4429
_CLOSES: Final = {"SLOW_READER": CLOSE_SLOW, "RATE_LIMITED": CLOSE_RATE}

_ENCODER: Final = msgspec.json.Encoder()


class Connection:
    """One socket at one table: what it says goes to the table, and it is told what happens there."""

    def __init__(self, house: House, desk: Desk, line: Line, receiver: Seat | None, caller: Caller) -> None:
        """`line` is told what it may do by the limits, all but `frames_of_address`, which it shares with others."""
        limits = house.settings.limits
        self.receiver = receiver
        self.player_id = caller.player_id
        self.address: str | None = caller.address
        self.since = house.clock.now()
        self._house = house
        self._desk = desk
        self._line = line
        self.send = line.send
        line.most_waiting, line.overflowed = limits.outbox_bytes, self._cut_off
        line.longest_wait = limits.body_seconds
        line.frames, line.flooded = Bucket(limits.messages_per_second, monotonic()), self._slow_down
        self._leaving: asyncio.Task[None] | None = None
        self._claims: list[ClaimKind] = []
        self._claiming: asyncio.Task[None] | None = None

    def _cut_off(self) -> None:
        """Nobody waits for a reader for whom too much waits."""
        self._house.metrics.count("saloon_slow_readers_total")
        close(self._line, Refused("SLOW_READER", "too many messages were waiting for you"))

    def hear(self, message: bytes) -> None:
        """Pass a message on to the table, which answers all of them in their order; claims need the database first."""
        kind = claim_kind(message)
        if kind is None:
            self._desk.post(Request(self.receiver, message, self))
        elif kind not in self._claims:
            self._claims.append(kind)
            if self._claiming is None or self._claiming.done():
                self._claiming = asyncio.create_task(self._answer_claims())

    async def _answer_claims(self) -> None:
        """Answer messages about claims one at a time; one that waits already is answered once."""
        while self._claims:
            try:
                status = await self._house.claims.answer(self._desk, self, self._claims.pop(0))
            except SaloonError as error:
                status = ClaimStatus(error.code, error.reason)
            if status is not None:
                self.send(_ENCODER.encode(status))

    def _slow_down(self) -> None:
        """Hang up on a client that sent too many frames."""
        self._leaving = asyncio.create_task(self._hang_up())

    def close(self, error: SaloonError) -> None:
        """Say why, then close."""
        close(self._line, error)

    async def _hang_up(self) -> None:
        """Close the line when all that came in time is answered."""
        await self._desk.settled()
        close(self._line, Refused("RATE_LIMITED", "too many messages a second; slow down"))


@websocket("/api/tables/{table_id:str}/ws")
async def table_socket(socket: "WebSocket[Any, Any, Any]", table_id: FromPath[str]) -> None:
    """Speak the messages of docs/PROTOCOL.md. `?rev=N` names the last revision that the client has."""
    line: Line = cast(Any, socket.scope["extensions"])[EXTENSION]
    await socket.accept()
    try:
        await _enter(socket, line, table_id)
    except SaloonError as refused:
        close(line, refused)
    else:
        line.listen()


async def _enter(socket: "WebSocket[Any, Any, Any]", line: Line, table_id: str) -> None:
    """Let a client in: from now on the line leads to its table."""
    house: House = socket.app.state.house
    sockets: Connections = socket.app.state.sockets
    address = address_of(socket)
    check_host(house.settings, socket.headers)
    check_origin(house.settings, socket.headers)
    sockets.enter(address, house.settings.limits.sockets_per_address)
    line.frames_of_address = socket.app.state.frames.of(address)
    leaving = ExitStack()
    leaving.callback(sockets.leave, address)
    line.ended = leaving.close
    desk = await house.desk(table_id)
    caller = caller_of(house, socket)
    caller.is_there(house)
    receiver = await caller.seat_at(house, table_id)
    _check_watchers(house, desk, receiver)
    connection = Connection(house, desk, line, receiver, caller)
    leaving.callback(house.disconnected, desk, connection)
    await desk.connect(connection, _last_rev(socket), await house.news(desk.stored, receiver))
    line.heard = connection.hear
    if not line.is_open:
        leaving.close()


def _check_watchers(house: House, desk: Desk, receiver: Seat | None) -> None:
    watchers = sum(outbox.receiver is None for outbox in desk.outboxes)
    if receiver is None and watchers >= house.settings.limits.watchers_per_table:
        raise Refused("TOO_MANY_CONNECTIONS", "too many people watch this table already")


def _last_rev(socket: "WebSocket[Any, Any, Any]") -> int | None:
    text = socket.query_params.get("rev", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def close(line: Line, error: SaloonError) -> None:
    """Say why, then close."""
    if line.is_open:
        line.write(_ENCODER.encode({"kind": "closed", "code": error.code, "reason": error.reason}))
        line.close(_CLOSES.get(error.code, CLOSE_REFUSED), error.code)
