"""Which processes serve a database now: each keeps a heartbeat in Valkey, and one that stops beating is dropped.

The list only says which process should do work that any of them could do. A process that is missing from it may still
act, and one that cannot reach Valkey assumes that it is alone.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from saloon.server.tasks import is_cancelled

if TYPE_CHECKING:
    from redis.asyncio import Redis

_logger = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two heartbeats."""
EXPIRY: Final = 4_000
"""Milliseconds without a heartbeat after which a process counts as gone; the others notice with their next beat."""
_PATIENCE: Final = 2.0


def connect(redis_url: str) -> "Redis":
    """Return a Valkey client that reports a lost connection at once; its users retry."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    client: Redis = Redis.from_url(
        redis_url, socket_timeout=5, socket_connect_timeout=2, health_check_interval=5, retry=Retry(NoBackoff(), 0)
    )
    return client


def preferred(table_id: str, processes: Iterable[str]) -> str:
    """Return the process that a table prefers (rendezvous hashing): when one leaves, only its tables move."""
    return max(processes, key=lambda process: (blake2b(f"{process} {table_id}".encode()).digest(), process))


class Processes:
    """The live processes of a server, as this one knows them."""

    def __init__(self, redis_url: str | None, name: str) -> None:
        """`name` separates this server from others on the same Valkey. Without an address there is one process."""
        self.own: Final = token_hex(8)
        self.live: frozenset[str] = frozenset({self.own})
        self.key: Final = f"saloon:{name}:processes"
        """Where the heartbeats are kept, and the channel on which a process says that it joins or leaves."""
        self._redis_url = redis_url
        self._redis: Redis | None = None
        self._listeners: list[Callable[[], None]] = []
        self._beaten = 0.0
        self._is_outdated = asyncio.Event()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever a process has joined or left."""
        self._listeners.append(listener)

    def prefers(self, table_id: str) -> bool:
        """Whether this is the live process that a table prefers."""
        return preferred(table_id, self.live) == self.own

    def look_again(self) -> None:
        """Beat now: another process says that the list has changed."""
        self._is_outdated.set()

    async def start(self) -> None:
        """Join the others, if Valkey can be reached."""
        if self._redis_url is not None:
            await self._try_beat()
            with suppress(Exception):
                async with asyncio.timeout(_PATIENCE):
                    await self._client().publish(self.key, self.own)

    async def run(self) -> None:
        """Beat until cancelled, then leave."""
        if self._redis_url is None:
            return
        try:
            while not is_cancelled():
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):  # before Python 3.12 `wait_for` may lose a cancellation
                        await self._is_outdated.wait()
                self._is_outdated.clear()
                await self._try_beat()
        finally:
            with suppress(Exception):
                async with asyncio.timeout(_PATIENCE):
                    await self._leave()

    async def _try_beat(self) -> None:
        """Beat; without Valkey the processes that were known last count until they would have expired."""
        now = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(_PATIENCE):
                live = await self._beat()
            self._beaten = now
        except Exception as error:
            _logger.debug("no heartbeat: %r", error)
            if 1000 * (now - self._beaten) < EXPIRY:
                return
            live = frozenset({self.own})
        if live != self.live:
            self.live = live
            for listener in self._listeners:
                listener()

    async def _beat(self) -> frozenset[str]:
        """Write a heartbeat by Valkey's own clock, drop expired processes, and return the rest."""
        client = self._client()
        seconds, microseconds = await client.time()
        now = 1000 * seconds + microseconds // 1000
        async with client.pipeline(transaction=True) as pipeline:
            pipeline.zadd(self.key, {self.own: now})
            pipeline.zremrangebyscore(self.key, "-inf", now - EXPIRY)
            pipeline.pexpire(self.key, EXPIRY)
            pipeline.zrange(self.key, 0, -1)
            answers: list[Any] = await pipeline.execute()
        return frozenset(process.decode() for process in answers[-1]) | {self.own}

    async def _leave(self) -> None:
        client = self._client()
        await client.zrem(self.key, self.own)
        await client.publish(self.key, self.own)
        await self.close()

    async def close(self) -> None:
        """Close the connection without leaving; the others notice when the last heartbeat expires."""
        if self._redis is not None:
            await self._redis.aclose()
            self._redis = None

    def _client(self) -> "Redis":
        assert self._redis_url is not None
        if self._redis is None:
            self._redis = connect(self._redis_url)
        return self._redis
