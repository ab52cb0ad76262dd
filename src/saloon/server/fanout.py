"""Fan-out between processes through Litestar's channels: in memory for one process, Redis or Valkey for several.

A message only says that a table has something new. Each process reads it from the database itself, so nobody on the
channel can make it publish anything that is not stored there.
"""

import asyncio
import logging
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct

if TYPE_CHECKING:
    from .tables import LiveTables

_logger = logging.getLogger(__name__)

CHANNEL: Final = "saloon"
_REST: Final = 1.0
"""Seconds until a lost channel is tried again; polling finds what was missed meanwhile."""
_LONGEST_QUEUE: Final = 10_000


class Announcement(Struct, frozen=True):
    """Tells other processes that a table has new entries or that its standing has changed."""

    process: str
    table_id: str
    standing: bool


def backend_of(redis_url: str | None) -> ChannelsBackend:
    """Return the channel that the processes share."""
    if redis_url is None:
        return MemoryChannelsBackend()
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    return RedisChannelsPubSubBackend(redis=Redis.from_url(redis_url, socket_timeout=5, socket_connect_timeout=2))


class Fanout:
    """Announces to other processes what this one has written, and reads what they announce."""

    def __init__(self, redis_url: str | None, poll_seconds: float, *, is_shared: bool) -> None:
        """Unless the database `is_shared`, there is nobody to announce anything to."""
        self._redis_url = redis_url
        self._poll_seconds = poll_seconds
        self._is_shared = is_shared
        self._process = token_hex(4)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(_LONGEST_QUEUE)
        self._changed: dict[str, bool] = {}
        """Tables with something new that has not been read yet, and whether their standing has changed."""
        self._has_changed = asyncio.Event()

    def announce_entries(self, table_id: str) -> None:
        """Announce that this process wrote actions at a table."""
        self._announce(table_id, standing=False)

    def announce_standing(self, table_id: str) -> None:
        """Announce that the standing of a table has changed."""
        self._announce(table_id, standing=True)

    def _announce(self, table_id: str, *, standing: bool) -> None:
        """Queue an announcement; if the channel is stuck, the others find what is new by polling."""
        if self._is_shared:
            with suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(msgspec.msgpack.encode(Announcement(self._process, table_id, standing)))

    async def run(self, tables: "LiveTables") -> None:
        """Publish announcements and follow those of others, until it is cancelled."""
        if self._is_shared:
            loops = (self._publish, self._listen, self._catch_up, self._poll)
            await asyncio.gather(*(self._again(loop, tables) for loop in loops))

    async def _again(self, loop: Any, tables: "LiveTables") -> None:
        """Run a loop for ever, and restart it when the channel or the database comes back."""
        while True:
            try:
                await loop(tables)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _logger.warning("%s stopped and is tried again: %r", loop.__name__.strip("_"), error)
            await asyncio.sleep(_REST)

    async def _publish(self, _: "LiveTables") -> None:
        backend = backend_of(self._redis_url)
        await backend.on_startup()
        while True:
            await backend.publish(await self._outgoing.get(), [CHANNEL])

    async def _listen(self, tables: "LiveTables") -> None:
        backend = backend_of(self._redis_url)
        await backend.on_startup()
        await backend.subscribe([CHANNEL])
        async for _, data in backend.stream_events():
            self._receive(data, tables)

    def _receive(self, data: Any, tables: "LiveTables") -> None:
        try:
            announced = msgspec.msgpack.decode(data, type=Announcement)
        except msgspec.MsgspecError:
            return  # not from a Saloon server of this version; polling finds what it announced
        table_id = announced.table_id
        if announced.process != self._process and table_id in tables.live:
            self._changed[table_id] = self._changed.get(table_id, False) or announced.standing
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
