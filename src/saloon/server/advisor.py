"""Who answers what takes thought? A few worker processes that search, so that no action ever waits for a search.

They are started when the first question comes, give way to the server (they are niced), and end with it. Questions wait
in a fair queue; only as many are handed to the workers as there are, because their own queue is first come, first
served. One more worker is kept free for the deal of the day.
"""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final

from .fairness import Asker, FairJobs, Shares
from .refusals import Refused
from .settings import Limits

_logger = logging.getLogger(__name__)

_REMEMBERED: Final = 2_000
_NICENESS: Final = 10


class Advisor:
    """Runs functions of the solver in other processes and remembers answers that never change."""

    def __init__(self, workers: int, limits: Limits) -> None:
        shares = Shares(limits.questions_per_player, limits.questions_per_address, limits.questions_waiting)
        reason = "the solver has its hands full; ask again in a moment"
        self._jobs = FairJobs(workers, shares, "SOLVER_BUSY", reason)
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._known: OrderedDict[Hashable, Any] = OrderedDict()

    async def ask(self, asker: Asker | None, question: Callable[..., Any], *about: Any, key: Hashable = None) -> Any:
        """Return `question(*about)`; with a `key`, the answer is for all who ask the same, now and later.

        What the server itself asks, without an asker, has the worker that is kept free for it.
        """
        known = self.recall(key)
        if known is not None:
            return known
        return await self._jobs.run(asker, lambda: self._answer(question, about, key), key)

    async def _answer(self, question: Callable[..., Any], about: tuple[Any, ...], key: Hashable) -> Any:
        answer = await self._run(question, about)
        if key is not None:
            self.remember(key, answer)
        return answer

    def recall(self, key: Hashable) -> Any:
        """Return what is kept under a key, or None."""
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def remember(self, key: Hashable, answer: Any) -> None:
        """Keep an answer; those used longest ago are forgotten."""
        self._known[key] = answer
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    async def _run(self, question: Callable[..., Any], about: tuple[Any, ...]) -> Any:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers + 1, get_context("spawn"), initializer=_begin)
        pool = self._pool
        try:
            return await asyncio.wrap_future(pool.submit(question, *about))
        except BrokenProcessPool as error:
            _logger.error("a solver's process died: %s", error)
            if self._pool is pool:
                self._pool = None
            raise Refused("SOLVER_FAILED", "the solver broke down over this; ask again") from error

    def close(self) -> None:
        """End the workers, whatever they are at, and refuse all who wait for them."""
        self._jobs.close()
        if self._pool is None:
            return
        workers = list((self._pool._processes or {}).values())  # the only way to end them in the middle of a search
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        self._pool = None


def _begin() -> None:
    """Give way to the server, and end when it does, even if it was killed."""
    os.nice(_NICENESS)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
