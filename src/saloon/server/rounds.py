"""How is what comes in settled? In rounds: what waits at many tables is judged, written and told together.

A table by itself would need a task and a wake-up for every message, and would judge, write and tell in turn. In a round
each of these is done for all tables in one go, which costs a fifth less: the processor finds the code where it was.

While many speak the process works in ticks: it rests for some milliseconds and then hears in one go what came in. To be
woken for every message costs a seventh of all, and as much is saved where more tables share a commit.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from time import sleep
from typing import Any, Final

from saloon.core.clerk import Clerk
from saloon.store import Store
from saloon.store.database import StoreUnavailable
from saloon.table.clerk import Answer, Question

from .clock import ServerClock
from .desk import Desk
from .letters import Group, Letter, deliver
from .metrics import Metrics

_logger = logging.getLogger(__name__)

CROWD: Final = 8
"""Tables that make a round crowded. After two such rounds the next is a tick; a single one may be no more than what
came in while the process was held up."""
_TICK: Final = 0.012
"""Seconds of rest before it."""
_SILENCE: Final = 0.1
"""Seconds after which a crowd that says nothing is gone."""


class Rounds:
    """Settles what is said at the tables of a process. Whatever comes in while the disk is busy is the next round."""

    def __init__(self, store: Store, metrics: Metrics, clock: ServerClock) -> None:
        self._store = store
        self._metrics = metrics
        self._clock = clock
        self._is_alone = not store.database.shared
        self._ready: list[Desk] = []
        self._crowded = 0
        self._begun = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    def call(self, desk: Desk) -> None:
        """Settle what waits at a table, as soon as everyone who speaks now was heard."""
        if not self._is_alone:
            self._start(self._settle_alone(desk))
            return
        self._ready.append(desk)
        if len(self._ready) > 1:
            return
        loop = asyncio.get_running_loop()
        if self._crowded > 1 and loop.time() - self._begun < _SILENCE:
            loop.call_soon(self._rest)
        else:
            self._begin()

    def _rest(self) -> None:
        """Let the thread rest, so that nothing wakes it; what has come in is heard before the round begins."""
        sleep(_TICK)
        asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        self._begun = asyncio.get_running_loop().time()
        self._start(self._settle_together())

    def _start(self, round_: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(round_)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle_together(self) -> None:
        desks, self._ready = self._ready, []
        self._crowded = self._crowded + 1 if len(desks) >= CROWD else 0
        for desk in desks:
            await desk.lock.acquire()
        try:
            await self._settle(desks, _judged_now(desks, self._clock.now()))
        finally:
            _part(desks)

    async def _settle_alone(self, desk: Desk) -> None:
        """A table that other processes have too is looked at first; no other table waits for that."""
        await desk.lock.acquire()
        try:
            await self._settle([desk], [await _judged(desk, self._clock)])
        finally:
            _part([desk])

    async def _settle(self, desks: Sequence[Desk], groups: Sequence[Group]) -> None:
        """Write what was accepted, then tell of everything; what is accepted is durable before anyone hears of it."""
        letters: list[Letter] = []
        written = 0
        for desk, judged, error in zip(desks, groups, await self._kept(groups), strict=True):
            group = await desk.mended(judged, error) if error is not None or judged.is_broken else judged
            try:
                letters += desk.tell(group)
            except Exception as fault:
                letters += desk.tell(desk.given_up(fault, group.waiting))
            if group.addition is not None:
                written += len(group.addition.entries)
        deliver(letters)
        self._metrics.count("saloon_actions_total", times=written)

    async def _kept(self, groups: Sequence[Group]) -> Sequence[Exception | None]:
        """Write all groups at once, or each by itself if one cannot be written; return what was wrong with each."""
        additions = [group.addition for group in groups if group.addition is not None]
        if not additions:
            return [None] * len(groups)
        try:
            await self._store.append_all(additions)
        except Exception as error:
            if len(additions) > 1 and not isinstance(error, StoreUnavailable):
                return [(await self._kept([group]))[0] for group in groups]
            return [None if group.addition is None else error for group in groups]
        return [None] * len(groups)


def _judged_now(desks: Sequence[Desk], time: int) -> list[Group]:
    """Judge what waits at tables. Each clerk is asked first, about all tables of its game at once."""
    questions = [_question(desk, time) for desk in desks]
    answers: list[Answer] = [None] * len(desks)
    for clerk, places in _by_clerk(desks, questions).items():
        for place, answer in zip(places, _asked(clerk, [questions[place] for place in places]), strict=True):
            answers[place] = answer
    return list(map(Desk.judge, desks, questions, answers))


def _question(desk: Desk, time: int) -> Question | None:
    try:
        return desk.question(time)
    except Exception:  # the law will say what is wrong with it
        return None


def _by_clerk(desks: Sequence[Desk], questions: Sequence[Question | None]) -> dict[Clerk, list[int]]:
    places: dict[Clerk, list[int]] = {}
    for place, (desk, question) in enumerate(zip(desks, questions, strict=True)):
        if question is not None and desk.table.clerk is not None:
            places.setdefault(desk.table.clerk, []).append(place)
    return places


def _asked(clerk: Clerk, questions: Sequence[Any]) -> Sequence[Answer]:
    try:
        return clerk.take(questions)
    except Exception:
        _logger.exception("a clerk failed; the law does its work")
        return [None] * len(questions)


async def _judged(desk: Desk, clock: ServerClock) -> Group:
    try:
        await desk.look()
    except Exception as error:
        return desk.given_up(error)
    return _judged_now([desk], clock.now())[0]


def _part(desks: Sequence[Desk]) -> None:
    """Let others have the tables."""
    time = asyncio.get_running_loop().time()
    for desk in desks:
        desk.lock.release()
        try:
            desk.rest(time)
        except Exception:
            _logger.exception("what is due at table %s is not known", desk.stored.table_id)
