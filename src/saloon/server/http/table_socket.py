"""The WebSocket of a table: turns messages into commands and sends the subscriber every change."""

import asyncio
from contextlib import ExitStack
from time import monotonic
from typing import Any, Final, cast, get_args

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from saloon.core.errors import SaloonError, quoted
from saloon.core.game import Seat, seat_name
from saloon.server.actions.broadcast import encode
from saloon.server.actions.commands import Command
from saloon.server.actions.pipeline import decode
from saloon.server.errors import OVERTAKEN, Refused
from saloon.server.limits.token_buckets import TokenBucket
from saloon.server.operations import logs
from saloon.server.services import Services
from saloon.server.tables.bot_faults import BOT_FAILED
from saloon.server.tables.claims import ClaimKind, ClaimStatus, claim_kind
from saloon.server.tables.emotes import EMOTE
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.play_clock import PRESENCE, reported_away
from saloon.server.tables.presence import players_of
from saloon.store import Conflict
from saloon.table import PROTOCOL_VERSION, Intent

from .access import check_host, check_origin
from .authentication import Caller, address_of
from .websocket import EXTENSION, ConnectionLimits, WebSocketConnection

CLOSE_REFUSED: Final = 4400
CLOSE_SLOW: Final = 4408
CLOSE_RATE: Final = 4429
_NOT_FOR_THE_GAME: Final = frozenset({PRESENCE, EMOTE, BOT_FAILED, *get_args(ClaimKind)})
"""The kinds of messages that the table does not decide."""
_CLOSES: Final = {"SLOW_READER": CLOSE_SLOW, "RATE_LIMITED": CLOSE_RATE}


class SocketSubscriber:
    """One socket at one table; it gets what its seat may see."""

    def __init__(
        self,
        services: Services,
        table: LiveTable,
        connection: WebSocketConnection,
        receiver: Seat | None,
        caller: Caller,
    ) -> None:
        self.receiver = receiver
        self.player_id = caller.player_id
        self.address: str | None = caller.address
        self.is_bot = False
        self.since = services.clock.now()
        self.away = False
        self._pipeline = services.pipeline
        self._claims = services.claims
        self._emotes = services.emotes
        self._bot_faults = services.bot_faults
        self._metrics = services.metrics
        self._table = table
        self._connection = connection
        self.send = connection.send
        self._hanging_up: asyncio.Task[None] | None = None
        self._claim_queue: list[ClaimKind] = []
        self._claiming: asyncio.Task[None] | None = None

    def receive(self, message: bytes) -> None:
        """Pass a message on to the table, which answers in order; a few kinds are not for the game."""
        intent = decode(message)
        if isinstance(intent, Intent) and intent.kind in _NOT_FOR_THE_GAME and self._handle(intent):
            return
        self._pipeline.enqueue(self._table, Command(self.receiver, intent, self))

    def _handle(self, intent: Intent) -> bool:
        """Handle a message that is not for the game; return False if it is malformed, so that the table refuses it."""
        if intent.kind == EMOTE:
            refused = self._emotes.receive(self._table, self, intent)
            if refused is not None:
                self.send(encode(refused))
            return True
        if intent.kind == BOT_FAILED:
            self._bot_faults.receive(self._table, self, intent)
            return True
        away, claim = reported_away(intent), claim_kind(intent)
        if away is not None:
            self._table.set_away(self, away)
        elif claim is not None:
            self._queue_claim(claim)
        return away is not None or claim is not None

    def _queue_claim(self, kind: ClaimKind) -> None:
        """Answer a message about claims, which needs the database, in the background."""
        if kind not in self._claim_queue:
            self._claim_queue.append(kind)
            if self._claiming is None or self._claiming.done():
                self._claiming = asyncio.create_task(self._answer_claims())

    async def _answer_claims(self) -> None:
        """Answer messages about claims one at a time; repeated ones are answered once."""
        while self._claim_queue:
            try:
                status = await self._claims.answer(self._table, self, self._claim_queue.pop(0))
            except SaloonError as error:
                status = ClaimStatus(error.code, error.reason)
            if status is not None:
                self.send(encode(status))

    def on_overflow(self) -> None:
        """Close the connection of a client that reads too slowly."""
        self._metrics.count("saloon_slow_readers_total")
        close(self._connection, Refused("SLOW_READER", "you read too slowly: too many messages were waiting"))

    def on_flood(self) -> None:
        """Close the connection of a client that sent too many frames."""
        self._hanging_up = asyncio.create_task(self._hang_up())

    async def _hang_up(self) -> None:
        """Close the connection once the earlier messages are answered."""
        await self._table.wait_until_idle()
        close(self._connection, Refused("RATE_LIMITED", "too many messages per second; slow down"))

    def close(self, error: SaloonError) -> None:
        """Tell the client why, then close."""
        close(self._connection, error)


@websocket("/api/tables/{table_id:str}/ws")
async def table_socket(
    socket: "WebSocket[Any, Any, Any]", table_id: FromPath[str], services: NamedDependency[Services]
) -> None:
    """Exchange the messages of docs/PROTOCOL.md. `?rev=N` names the last revision that the client has."""
    connection: WebSocketConnection = cast(Any, socket.scope["extensions"])[EXTENSION]
    await socket.accept()
    try:
        await _connect(socket, connection, table_id, services)
    except SaloonError as refused:
        close(connection, refused)
    except Conflict:
        close(connection, OVERTAKEN)


async def _connect(
    socket: "WebSocket[Any, Any, Any]", connection: WebSocketConnection, table_id: str, services: Services
) -> None:
    """Authenticate a client, subscribe it to the table, and start reading its messages."""
    _check_version(socket.query_params.get("protocol"))
    settings, address = services.settings, address_of(socket)
    check_host(settings, socket.headers)
    check_origin(settings, socket.headers)
    services.sockets.enter(address, settings.limits.sockets_per_address)
    with ExitStack() as leaving:
        leaving.callback(services.sockets.leave, address)
        table = await services.tables.get(table_id)
        caller = services.authentication.caller_of(socket)
        services.authentication.note_caller(caller)
        receiver = await services.authentication.visible_seat(caller, table_id)
        _check_watchers(table, receiver, settings.limits.watchers_per_table)
        subscriber = SocketSubscriber(services, table, connection, receiver, caller)
        leaving.callback(services.presence.disconnected, table, subscriber)
        stored = table.stored
        news = await services.news.of(stored, receiver)
        subscriber.is_bot = receiver is not None and news.seats[receiver].get("isBot") is True
        await table.connect(subscriber, _last_rev(socket), news)
        if table.stored.standing != stored.standing:  # it changed before the subscription
            news = await services.news.of(table.stored, subscriber.receiver)
            subscriber.send(encode(table.with_times(news, subscriber.receiver)))
        services.authentication.caller_of(socket)  # refuses a token that was revoked meanwhile
        for player_id in players_of(table, subscriber):
            services.restrictions.check(player_id)
        seat = "watcher" if receiver is None else seat_name(receiver)
        logs.note(table_id, "connected", seat=seat, rev=table.table.rev)
        leaving.callback(logs.note, table_id, "disconnected", seat=seat)
        connection.listen(subscriber, _limits(services, address), leaving.pop_all().close)


def _limits(services: Services, address: str) -> ConnectionLimits:
    limits = services.settings.limits
    own = TokenBucket(limits.messages_per_second, monotonic())
    return ConnectionLimits(own, services.frames.of(address), limits.outbox_bytes, limits.body_seconds)


def _check_version(version: str | None) -> None:
    """Refuse a client that names another version of the protocol; naming none is allowed."""
    if version is not None and version != PROTOCOL_VERSION:
        reason = f"this server speaks protocol {PROTOCOL_VERSION}, the client {quoted(version)}"
        raise Refused("PROTOCOL_VERSION", f"{reason}; update the client or reload the page")


def _check_watchers(table: LiveTable, receiver: Seat | None, most: int) -> None:
    watchers = sum(subscriber.receiver is None for subscriber in table.subscribers)
    if receiver is None and watchers >= most:
        raise Refused("TOO_MANY_CONNECTIONS", "this table already has too many watchers")


def _last_rev(socket: "WebSocket[Any, Any, Any]") -> int | None:
    text = socket.query_params.get("rev", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def close(connection: WebSocketConnection, error: SaloonError) -> None:
    """Tell the client why, then close."""
    if connection.is_open:
        connection.write(encode({"kind": "closed", "code": error.code, "reason": error.reason}))
        connection.close(_CLOSES.get(error.code, CLOSE_REFUSED), error.code)
