"""Background tasks that nothing awaits. We keep references, because the event loop holds only weak ones."""

import asyncio
from collections.abc import Awaitable
from typing import Any


class Tasks:
    """The tasks that one object has started."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Awaitable[Any]) -> None:
        """Run `work` in the background."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
