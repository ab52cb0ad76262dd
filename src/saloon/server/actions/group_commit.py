"""Group commit: when the next batch of tables is processed, and which tables are in it.

Messages that arrive during a commit form the next batch. After two batches of `CROWD` tables or more, the next one
waits a few milliseconds, so that more tables share one commit. With few busy tables nothing waits, nor after a single
large batch, which may only be a backlog from while the process was stalled.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from saloon.server.tasks import Tasks

CROWD: Final = 8
"""Tables from which a batch counts as large."""
WAIT: Final = 0.012
"""Seconds for which a batch is collected under load."""
SILENCE: Final = 0.1
"""Seconds without a large batch after which the load counts as over."""

T = TypeVar("T")


class CommitLoop(Generic[T]):
    """Collects tables into batches and runs each batch as a task."""

    def __init__(self, run: Callable[[Sequence[T]], Awaitable[None]]) -> None:
        """`run` processes a batch."""
        self._run = run
        self._ready: list[T] = []
        self._large_batches = 0
        self._started = 0.0
        self._tasks = Tasks()

    def add(self, table: T) -> None:
        """Add a table to the next batch. It is not added again until that batch has run."""
        self._ready.append(table)
        if len(self._ready) > 1:
            return
        loop = asyncio.get_running_loop()
        if self._large_batches > 1 and loop.time() - self._started < SILENCE:
            loop.call_later(WAIT, self._start)
        else:
            self._start()

    def _start(self) -> None:
        self._started = asyncio.get_running_loop().time()
        self._tasks.start(self._run_ready())

    async def _run_ready(self) -> None:
        tables, self._ready = self._ready, []
        self._large_batches = self._large_batches + 1 if len(tables) >= CROWD else 0
        await self._run(tables)
