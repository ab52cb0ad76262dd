"""How processes wake each other: through Litestar's channels, in memory for one process, Redis or Valkey for several.

A message only says that there is something new at a table. What that is, each process reads from the database itself,
so nobody on the channel can make it publish anything that was not written there.
"""

import asyncio
import logging
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct

from .house import House

_logger = logging.getLogger(__name__)

CHANNEL: Final = "saloon"
_REST: Final = 1.0
"""Seconds until a lost channel is tried again; what was missed meanwhile is found by polling."""
_LONGEST_QUEUE: Final = 10_000


class WakeUp(Struct, frozen=True):
    """What one process says to the others: there are new entries at a table, or its standing has changed."""

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
    """Wakes the other processes when this one has written something, and reads what they wrote."""

    def __init__(self, house: House, redis_url: str | None, poll_seconds: float) -> None:
        self._house = house
        self._redis_url = redis_url
        self._poll_seconds = poll_seconds
        self._process = token_hex(4)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(_LONGEST_QUEUE)
        self._woken: dict[str, bool] = {}
        """Tables with something new that has not been read yet, and whether their standing has changed."""
        self._has_woken = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    def start(self) -> None:
        """Begin to listen and to speak."""
        self._house.publish = self._publish
        loops = (self._speak, self._listen, self._catch_up, self._poll)
        self._tasks = [asyncio.create_task(self._again(loop)) for loop in loops]

    async def stop(self) -> None:
        """Fall silent."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    def _publish(self, table_id: str, standing: bool) -> None:
        """Wake the others; if the channel is stuck, they find what is new by polling."""
        with suppress(asyncio.QueueFull):
            self._outgoing.put_nowait(msgspec.msgpack.encode(WakeUp(self._process, table_id, standing)))

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
            self._hear(data)

    def _hear(self, data: Any) -> None:
        try:
            told = msgspec.msgpack.decode(data, type=WakeUp)
        except msgspec.MsgspecError:
            return  # not from a Saloon server of this version; polling finds whatever it was about
        if told.process != self._process and told.table_id in self._house.desks:
            self._woken[told.table_id] = self._woken.get(told.table_id, False) or told.standing
            self._has_woken.set()

    async def _catch_up(self) -> None:
        """Read what is new at the tables that were named, each once however often it was named."""
        while True:
            await self._has_woken.wait()
            self._has_woken.clear()
            woken, self._woken = self._woken, {}
            await asyncio.gather(*(self._read(table_id, standing) for table_id, standing in woken.items()))

    async def _read(self, table_id: str, standing: bool) -> None:
        try:
            await self._house.catch_up(table_id, standing=standing)
        except Exception as error:
            _logger.warning("what is new at table %s could not be read: %s", table_id, error)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self._poll_seconds)
            await self._house.poll()
