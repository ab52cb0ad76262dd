"""How do processes hear of each other? Through Litestar's channels: in memory for one process, Redis for several."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct

from saloon.core.errors import SaloonError
from saloon.store.store import StoredEntry

from .house import House

_logger = logging.getLogger(__name__)

CHANNEL: Final = "saloon"
_REST: Final = 1.0
"""Seconds until a lost channel is tried again; what was missed meanwhile is found by polling."""
_LONGEST_QUEUE: Final = 10_000


class Written(Struct, frozen=True):
    """What one process tells the others: entries it wrote, or none if a table's standing changed."""

    process: str
    table_id: str
    entries: tuple[StoredEntry, ...]


def backend_of(redis_url: str | None) -> ChannelsBackend:
    """Return the channel that the processes share."""
    if redis_url is None:
        return MemoryChannelsBackend()
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    return RedisChannelsPubSubBackend(redis=Redis.from_url(redis_url, socket_timeout=5, socket_connect_timeout=2))


class Fanout:
    """Tells other processes what this one wrote, and takes over what they wrote."""

    def __init__(self, house: House, redis_url: str | None, poll_seconds: float) -> None:
        self._house = house
        self._redis_url = redis_url
        self._poll_seconds = poll_seconds
        self._process = token_hex(4)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(_LONGEST_QUEUE)
        self._tasks: list[asyncio.Task[Any]] = []

    def start(self) -> None:
        """Begin to listen and to speak."""
        self._house.publish = self._publish
        loops = (self._speak, self._listen, self._poll)
        self._tasks = [asyncio.create_task(self._again(loop)) for loop in loops]

    async def stop(self) -> None:
        """Fall silent."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    def _publish(self, table_id: str, entries: Sequence[StoredEntry]) -> None:
        """Hand on what was written; if the channel is stuck, others find it by polling."""
        with suppress(asyncio.QueueFull):
            self._outgoing.put_nowait(msgspec.msgpack.encode(Written(self._process, table_id, tuple(entries))))

    async def _again(self, loop: Any) -> None:
        """Run a loop for ever: a channel or a database that is gone for a while comes back."""
        while True:
            try:
                await loop()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _logger.warning("%s stopped and is tried again: %r", loop.__name__.strip("_"), error)
            await asyncio.sleep(_REST)

    async def _speak(self) -> None:
        backend = backend_of(self._redis_url)
        await backend.on_startup()
        while True:
            await backend.publish(await self._outgoing.get(), [CHANNEL])

    async def _listen(self) -> None:
        backend = backend_of(self._redis_url)
        await backend.on_startup()
        await backend.subscribe([CHANNEL])
        async for _, data in backend.stream_events():
            await self._hear(data)

    async def _hear(self, data: Any) -> None:
        written = msgspec.msgpack.decode(data, type=Written)
        if written.process == self._process:
            return
        try:
            await self._house.receive(written.table_id, written.entries)
        except SaloonError as error:
            _logger.warning("what another process wrote could not be taken over: %s", error)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self._poll_seconds)
            await self._house.poll()
