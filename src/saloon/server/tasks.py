"""Background tasks: those that nothing awaits, and loops that must notice that they were cancelled."""

import asyncio
from collections.abc import Awaitable
from typing import Any


class Tasks:
    """The tasks that one object has started. It keeps references, because the event loop holds only weak ones."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Awaitable[Any]) -> None:
        """Run `work` in the background."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)


def is_cancelled() -> bool:
    """Whether the current task was cancelled, even if a library lost that.

    `asyncio.wait_for` may lose it before Python 3.12, and the client of Valkey uses it.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
