"""The solver pool: a few worker processes that search, so that no action ever waits for a search.

They start when first needed, run niced, and end with the server. Requests wait in a fair queue, and each worker gets
one at a time. One more worker is kept free for the deal of the day. Workers share nothing: if one crashes, only its own
search is lost.
"""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final

from saloon.core.errors import SaloonError
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import FairJobs, Requester, Shares
from saloon.server.settings import ServerLimits
from saloon.solver import is_prepared, prepare

_logger = logging.getLogger(__name__)

_REMEMBERED: Final = 2_000
_NICENESS: Final = 10
_PATIENCE: Final = 5.0
"""Seconds that a request waits for kernels that are being compiled before it is refused."""


class SolverPool:
    """Runs solver functions in other processes and caches results that never change."""

    def __init__(self, workers: int, limits: ServerLimits) -> None:
        shares = Shares(limits.questions_per_player, limits.questions_per_address, limits.questions_waiting)
        reason = "the solver is busy; ask again in a moment"
        self._jobs = FairJobs(workers, shares, "SOLVER_BUSY", reason)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._preparing: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return len(self._jobs)

    def prepare(self) -> None:
        """Compile the kernels in a worker, unless the cache has them."""
        if not is_prepared():
            self._preparing = asyncio.create_task(self._prepare())

    async def _prepare(self) -> None:
        _logger.info("the solver is compiling; this happens once and takes about a minute")
        try:
            await self._run(prepare, ())
        except Exception:
            _logger.exception("the solver's kernels could not be compiled beforehand")
        else:
            _logger.info("the solver is ready")

    async def until_ready(self, patience: float | None = _PATIENCE) -> None:
        """Wait a little for kernels that are being compiled, then refuse; with None, wait as long as it takes."""
        if self._preparing is None or self._preparing.done():
            return
        await asyncio.wait({self._preparing}, timeout=patience)
        if not self._preparing.done():
            raise Refused("SOLVER_PREPARING", "the solver is compiling, once, for about a minute; ask again soon")

    async def ask(
        self, requester: Requester | None, question: Callable[..., Any], *about: Any, key: Hashable = None
    ) -> Any:
        """Return `question(*about)`; with a `key`, the result is shared with the same requests, now and later.

        Requests of the server itself, without a requester, use the worker that is kept free.
        """
        known = self.recall(key)
        if known is not None:
            return known
        await self.until_ready(None if requester is None else _PATIENCE)
        return await self._jobs.run(requester, lambda: self._answer(question, about, key), key)

    def ask_ahead(self, question: Callable[..., Any], *about: Any, key: Hashable) -> None:
        """Ask in the background, so that later requests do not wait for a worker to start and load its kernels."""
        task = asyncio.create_task(self._ask_ahead(question, about, key))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _ask_ahead(self, question: Callable[..., Any], about: tuple[Any, ...], key: Hashable) -> None:
        with suppress(SaloonError):
            await self.ask(None, question, *about, key=key)

    async def _answer(self, question: Callable[..., Any], about: tuple[Any, ...], key: Hashable) -> Any:
        answer = await self._run(question, about)
        if key is not None:
            self.remember(key, answer)
        return answer

    def recall(self, key: Hashable) -> Any:
        """Return the cached result of a key, or None."""
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def remember(self, key: Hashable, answer: Any) -> None:
        """Cache a result; the least recently used ones are dropped."""
        self._known[key] = answer
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    async def _run(self, question: Callable[..., Any], about: tuple[Any, ...]) -> Any:
        worker = self._idle.pop() if self._idle else _Worker()
        self._busy.add(worker)
        try:
            answer = await worker.run(question, about)
        except BrokenProcessPool as error:
            if worker in self._busy:  # otherwise it was closed
                _logger.error("a solver process died: %s", error)
            raise Refused("SOLVER_FAILED", "the solver crashed during this search; ask again") from error
        finally:
            self._busy.discard(worker)
            if worker.is_idle:
                self._idle.append(worker)
            else:
                worker.close()
        return answer

    def close(self) -> None:
        """End the workers, even during a search, and refuse all waiting requests."""
        if self._preparing is not None:
            self._preparing.cancel()
        self._jobs.close()
        for task in self._background:
            task.cancel()
        workers = (*self._idle, *self._busy)
        self._idle.clear()
        self._busy.clear()
        for worker in workers:
            worker.close()


class _Worker:
    """One process that searches; it starts with the first search.

    A pool of one process, because a pool of several breaks as a whole when one of them dies.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        ends, self._lifeline = context.Pipe(duplex=False)
        """A pipe that the process reads: it ends when the pipe is closed, also because this process died."""
        self._process = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(ends,))
        self.is_idle = True
        """Whether it can take a search; never again if one crashed or was given up."""

    async def run(self, question: Callable[..., Any], about: tuple[Any, ...]) -> Any:
        """Search, and return the result."""
        self.is_idle = False
        try:
            answer = await asyncio.wrap_future(self._process.submit(question, *about))
        except (BrokenProcessPool, asyncio.CancelledError):
            raise
        except Exception:
            self.is_idle = True
            raise
        self.is_idle = True
        return answer

    def close(self) -> None:
        """End the process, even during a search."""
        self.is_idle = False
        self._process.shutdown(wait=False, cancel_futures=True)
        self._lifeline.close()


def _begin(lifeline: Connection) -> None:
    """Run niced, and end when the server closes the lifeline or dies, even during a search."""
    os.nice(_NICENESS)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)
