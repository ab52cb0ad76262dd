"""Fan-out between processes through Redis or Valkey: one channel per table, heard by its holders.

A message only says that a table has something new. Each process reads it from the database itself, so nothing on the
channel can make it publish what is not stored there, except
emotes and the faults of bots, which are not stored.
"""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from saloon.core.game import Seat
from saloon.server.tasks import is_cancelled
from saloon.table.messages import Emote, Fault

from .ownership import Ownership
from .processes import Processes, connect

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

    from saloon.server.tables.tables import LiveTables

_logger = logging.getLogger(__name__)

_TABLE: Final = "saloon:table:"
_RECONNECT_SECONDS: Final = 1.0
"""Seconds before reconnecting after a lost connection; polling finds what was missed meanwhile."""
_LISTEN: Final = 5.0
_LONGEST_QUEUE: Final = 10_000


def channel_of(table_id: str) -> str:
    """Return the channel of a table."""
    return f"{_TABLE}{table_id}"


class NewEntries(Struct, frozen=True, tag="entries"):
    """A process wrote actions at a table, up to a revision."""

    process: str
    rev: int


class NewStanding(Struct, frozen=True, tag="standing"):
    """A process changed the standing of a table."""

    process: str


class Holds(Struct, frozen=True, tag="holds"):
    """A process holds a table at which bots or clocks act, or no longer does; with `asks` the other holders reply."""

    process: str
    holds: bool
    attended: bool = False
    asks: bool = False


class NewEmote(Struct, frozen=True, tag="emote"):
    """A player sent an emote. It is not stored, so the message says all of it: a seat and one of a few fixed signs."""

    process: str
    seat: Annotated[int, Meta(ge=0)]
    emote: Emote


class NewBotFault(Struct, frozen=True, tag="botFault"):
    """A bot lost a move to a simpler one; this is not stored either."""

    process: str
    seat: Annotated[int, Meta(ge=0)]
    fault: Fault


_DECODER: Final = msgspec.msgpack.Decoder(NewEntries | NewStanding | Holds | NewEmote | NewBotFault)
_ENCODE: Final = msgspec.msgpack.Encoder().encode


class Fanout:
    """Announces to other processes what this one has written, and reads what they announce."""

    def __init__(
        self,
        redis_url: str | None,
        poll_seconds: float,
        *,
        is_shared: bool,
        processes: Processes,
        ownership: Ownership,
    ) -> None:
        """Without a database that `is_shared` there are no others; without Valkey they are found by polling."""
        self._redis_url = redis_url
        self._poll_seconds = poll_seconds
        self._is_shared = is_shared
        self._processes = processes
        self._ownership = ownership
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_LONGEST_QUEUE)
        self._followed: set[str] = set()
        self._has_followed = asyncio.Event()
        self._changed: dict[str, bool] = {}
        """Tables with something new that has not been read yet, and whether their standing has changed."""
        self._has_changed = asyncio.Event()

    # --- announcing -----------------------------------------------------------------------------------------

    def announce_entries(self, table_id: str, rev: int) -> None:
        """Announce that this process wrote actions at a table."""
        self._announce(table_id, NewEntries(self._processes.own, rev))

    def announce_standing(self, table_id: str) -> None:
        """Announce that the standing of a table has changed."""
        self._announce(table_id, NewStanding(self._processes.own))

    def announce_holding(self, table_id: str, *, attended: bool, asks: bool = False) -> None:
        """Announce that bots or clocks of a table act here too; if it `asks`, the other processes reply likewise."""
        self._announce(table_id, Holds(self._processes.own, True, attended, asks))

    def announce_emote(self, table_id: str, seat: Seat, emote: Emote) -> None:
        """Announce an emote; without Valkey it reaches only the players who are connected to this process."""
        self._announce(table_id, NewEmote(self._processes.own, seat, emote))

    def announce_bot_fault(self, table_id: str, seat: Seat, fault: Fault) -> None:
        """Announce why a bot lost a move; without Valkey it reaches only those who are connected to this process."""
        self._announce(table_id, NewBotFault(self._processes.own, seat, fault))

    def _announce(self, table_id: str, message: Struct) -> None:
        """Queue a message; if Valkey is stuck, the others find the change by polling."""
        if self._redis_url is not None:
            with suppress(asyncio.QueueFull):
                self._outgoing.put_nowait((channel_of(table_id), _ENCODE(message)))

    # --- which tables are followed --------------------------------------------------------------------------

    def follow(self, table_id: str) -> None:
        """Subscribe to a table. Once that is confirmed, read what was written before."""
        if self._redis_url is not None:
            self._followed.add(channel_of(table_id))
            self._has_followed.set()

    def unfollow(self, table_id: str) -> None:
        """Unsubscribe from a table."""
        if self._redis_url is not None and channel_of(table_id) in self._followed:
            self._followed.discard(channel_of(table_id))
            self._has_followed.set()
            self._ownership.forget(table_id)
            self._announce(table_id, Holds(self._processes.own, False))

    # --- running --------------------------------------------------------------------------------------------

    async def run(self, tables: "LiveTables") -> None:
        """Publish announcements and follow those of others, until it is cancelled."""
        if not self._is_shared:
            return
        self._processes.on_change(tables.schedule_all)
        with_valkey = () if self._redis_url is None else (self._publish, self._listen, self._catch_up)
        await asyncio.gather(*(self._again(loop, tables) for loop in (*with_valkey, self._poll)))

    async def _again(self, loop: Any, tables: "LiveTables") -> None:
        """Run a loop until cancelled, and restart it when Valkey or the database comes back."""
        while not is_cancelled():
            try:
                await loop(tables)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _logger.warning("fan-out stopped (%s) and is tried again: %r", loop.__name__.strip("_"), error)
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def _publish(self, _: "LiveTables") -> None:
        """Send everything queued in one go."""
        assert self._redis_url is not None
        async with connect(self._redis_url) as redis:
            while not is_cancelled():
                waiting = [await self._outgoing.get()]
                while not self._outgoing.empty():
                    waiting.append(self._outgoing.get_nowait())
                async with redis.pipeline(transaction=False) as pipeline:
                    for channel, message in waiting:
                        pipeline.publish(channel, message)
                    await pipeline.execute()

    async def _listen(self, tables: "LiveTables") -> None:
        """Receive announcements for followed tables until the connection is lost; the next one subscribes again."""
        assert self._redis_url is not None
        async with connect(self._redis_url) as redis, redis.pubsub() as pubsub:
            await pubsub.subscribe(self._processes.key)
            subscribing = asyncio.create_task(self._subscribe(pubsub))
            try:
                await self._hear(pubsub, tables)
            finally:
                subscribing.cancel()
                await asyncio.gather(subscribing, return_exceptions=True)

    async def _subscribe(self, pubsub: "PubSub") -> None:
        """Keep the subscriptions in line with the followed tables."""
        subscribed: set[str] = set()
        while not is_cancelled():
            self._has_followed.clear()
            added, dropped = self._followed - subscribed, subscribed - self._followed
            subscribed = set(self._followed)
            if added:
                await pubsub.subscribe(*added)
            if dropped:
                await pubsub.unsubscribe(*dropped)
            await self._has_followed.wait()

    async def _hear(self, pubsub: "PubSub", tables: "LiveTables") -> None:
        while not is_cancelled():
            message = await pubsub.get_message(timeout=_LISTEN)
            if message is None:
                continue
            channel = message["channel"].decode()
            if channel == self._processes.key:
                self._processes.look_again()
            elif message["type"] == "subscribe":
                self._ownership.forget(channel.removeprefix(_TABLE))
                self._note(channel.removeprefix(_TABLE), standing=False)
                tables.announce_holding(channel.removeprefix(_TABLE), asks=True)
            elif message["type"] == "message":
                self._receive(channel.removeprefix(_TABLE), message["data"], tables)

    def _receive(self, table_id: str, data: Any, tables: "LiveTables") -> None:
        try:
            news = _DECODER.decode(data)
        except msgspec.MsgspecError:
            return  # not from a Saloon server of this version; polling finds what it announced
        if news.process == self._processes.own:
            return
        if isinstance(news, Holds):
            self._ownership.note(table_id, news.process, holds=news.holds, attended=news.attended)
            tables.schedule(table_id)
            if news.asks:
                tables.announce_holding(table_id, asks=False)
        elif isinstance(news, NewEmote):
            tables.show_emote(table_id, news.seat, news.emote)
        elif isinstance(news, NewBotFault):
            tables.show_bot_fault(table_id, news.seat, news.fault)
        elif not (isinstance(news, NewEntries) and tables.has_read(table_id, news.rev)):
            self._note(table_id, standing=isinstance(news, NewStanding))

    def _note(self, table_id: str, *, standing: bool) -> None:
        self._changed[table_id] = self._changed.get(table_id, False) or standing
        self._has_changed.set()

    async def _catch_up(self, tables: "LiveTables") -> None:
        """Read what is new at the announced tables, once for each table."""
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            changed, self._changed = self._changed, {}
            await asyncio.gather(*(self._read(tables, *one) for one in changed.items()))

    async def _read(self, tables: "LiveTables", table_id: str, standing: bool) -> None:
        try:
            await tables.catch_up(table_id, standing=standing)
        except Exception as error:
            _logger.warning("what is new at table %s could not be read: %s", table_id, error)

    async def _poll(self, tables: "LiveTables") -> None:
        while True:
            await asyncio.sleep(self._poll_seconds)
            await tables.poll()
