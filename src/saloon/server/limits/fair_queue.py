"""A fair queue for scarce work: addresses take turns, and so do the players of an address.

However much one address requests, another waits for at most one turn of each address.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any

from msgspec import Struct

from saloon.server.errors import Refused


class Requester(Struct, frozen=True):
    """Who waits for an answer."""

    player: str
    address: str
    gone: Callable[[], Awaitable[None]] | None = None
    """Returns once the requester stops waiting, for example when the client hangs up; None if that cannot be known."""


class Shares(Struct, frozen=True):
    """Limits on open jobs: waiting or running per player and per address, and waiting overall."""

    per_player: int
    per_address: int
    waiting: int


class Ticket:
    """A place in the queue, from `enter` to `leave`."""

    def __init__(
        self, requester: Requester, begin: "Callable[[Ticket], None]", drop: "Callable[[Ticket], None]"
    ) -> None:
        self.requester = requester
        self.begin = begin
        """Called when its turn comes."""
        self.drop = drop
        """Called when it loses its place to another address."""
        self.is_running = False


class Full(Exception):
    """There is no place for this requester."""


class FairQueue:
    """Lets `slots` tickets run at a time; the others wait.

    Nobody can fill the queue alone, because each player and each address has a share. If it is full anyway, an
    address with nothing open takes the newest place of the address that has the most. So such an address is refused
    only if all waiting tickets come from different addresses.
    """

    def __init__(self, slots: int, shares: Shares) -> None:
        self._free = slots
        self._shares = shares
        self._of_player: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self._waiting: dict[str, dict[str, deque[Ticket]]] = {}
        """Waiting tickets by address, then by player, in round-robin order."""
        self._length = 0

    def __len__(self) -> int:
        """Return how many tickets wait."""
        return self._length

    def enter(
        self, requester: Requester, begin: Callable[[Ticket], None], drop: Callable[[Ticket], None] = lambda _: None
    ) -> Ticket:
        """Wait for a turn; raise Full if there is no place for this requester."""
        player, address = requester.player, requester.address
        if self._of_player[player] >= self._shares.per_player or self._of_address[address] >= self._shares.per_address:
            raise Full
        if self._free <= 0 and self._length >= self._shares.waiting:
            self._make_room(address)
        ticket = Ticket(requester, begin, drop)
        self._of_player[player] += 1
        self._of_address[address] += 1
        self._waiting.setdefault(address, {}).setdefault(player, deque()).append(ticket)
        self._length += 1
        self._serve()
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give up a place or a slot; the next ticket gets its turn."""
        requester = ticket.requester
        for counter, name in ((self._of_player, requester.player), (self._of_address, requester.address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]
        if ticket.is_running:
            self._free += 1
            self._serve()
        else:
            players = self._waiting[requester.address]
            players[requester.player].remove(ticket)
            self._length -= 1
            if not players[requester.player]:
                del players[requester.player]
            if not players:
                del self._waiting[requester.address]

    def _serve(self) -> None:
        while self._free > 0 and self._length:
            ticket = self._next()
            self._free -= 1
            ticket.is_running = True
            ticket.begin(ticket)

    def _next(self) -> Ticket:
        address, players = next(iter(self._waiting.items()))
        player, tickets = next(iter(players.items()))
        del self._waiting[address], players[player]
        ticket = tickets.popleft()
        self._length -= 1
        if tickets:
            players[player] = tickets
        if players:
            self._waiting[address] = players
        return ticket

    def _make_room(self, address: str) -> None:
        """Take the newest place of the address that has the most; raise Full if this address already has a place."""
        players = max(self._waiting.values(), key=lambda one: sum(map(len, one.values())))
        if self._of_address[address] or sum(map(len, players.values())) < 2:
            raise Full
        ticket = max(players.values(), key=len)[-1]
        self.leave(ticket)
        ticket.drop(ticket)


class _Job:
    """Work done once for all requests with the same key."""

    def __init__(self, work: Callable[[], Awaitable[Any]], key: Hashable) -> None:
        self.work = work
        self.key = key
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.tickets: list[Ticket] = []
        self.waiters = 0
        self.has_begun = False


class FairJobs:
    """Runs jobs a few at a time in fair order; requests for the same job share one run.

    A job without waiting requesters does not start.
    """

    def __init__(self, slots: int, shares: Shares, code: str, reason: str) -> None:
        """`code` and `reason` go to requesters who are refused."""
        self._queue = FairQueue(slots, shares)
        self._busy = code, reason
        self._shared: dict[Hashable, _Job] = {}
        self._open: set[_Job] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reserved = asyncio.Lock()

    def __len__(self) -> int:
        """Return how many jobs wait for their turn."""
        return len(self._queue)

    async def run(self, requester: Requester | None, work: Callable[[], Awaitable[Any]], key: Hashable = None) -> Any:
        """Return the result of `work`; requests with the same `key` share it.

        Without a requester it has its own slot and is never refused: for the server's own work.
        """
        job = self._shared.get(key)
        if job is None:
            job = _Job(work, key)
            if requester is not None:
                self._enter(job, requester)
            self._open.add(job)
            if key is not None:
                self._shared[key] = job
        elif requester is not None and not job.has_begun:
            with suppress(Refused):  # it runs at the first turn of any requester that waits for it
                self._enter(job, requester)
        if requester is None and not job.has_begun:
            self._begin(job, None)
        job.waiters += 1
        try:
            return await _unless_gone(job.answer, requester)
        finally:
            job.waiters -= 1
            if not job.waiters and not job.has_begun:
                self._end(job)

    def close(self) -> None:
        """Refuse all waiting requests."""
        for job in list(self._open):
            self._fail(job, Refused(*self._busy))

    def _enter(self, job: _Job, requester: Requester) -> None:
        try:
            ticket = self._queue.enter(requester, lambda one: self._begin(job, one), lambda one: self._drop(job, one))
        except Full:
            raise Refused(*self._busy) from None
        if not ticket.is_running:
            job.tickets.append(ticket)

    def _drop(self, job: _Job, ticket: Ticket) -> None:
        job.tickets.remove(ticket)
        if not job.tickets:
            self._fail(job, Refused(*self._busy))

    def _begin(self, job: _Job, ticket: Ticket | None) -> None:
        job.has_begun = True
        for other in job.tickets:
            if other is not ticket:
                self._queue.leave(other)
        job.tickets.clear()
        task = asyncio.create_task(self._do(job, ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, job: _Job, ticket: Ticket | None) -> None:
        try:
            if ticket is not None:
                answer = await job.work()
            else:
                async with self._reserved:
                    answer = await job.work()
        except Exception as error:
            self._fail(job, error)
        else:
            self._end(job)
            if not job.answer.done():
                job.answer.set_result(answer)
        finally:
            if ticket is not None:
                self._queue.leave(ticket)

    def _fail(self, job: _Job, error: Exception) -> None:
        self._end(job)
        if job.waiters and not job.answer.done():
            job.answer.set_exception(error)

    def _end(self, job: _Job) -> None:
        """Forget a job; later requests for the same start again."""
        self._open.discard(job)
        if self._shared.get(job.key) is job:
            del self._shared[job.key]
        for ticket in job.tickets:
            self._queue.leave(ticket)
        job.tickets.clear()


async def _unless_gone(answer: "asyncio.Future[Any]", requester: Requester | None) -> Any:
    """Wait for the result, but no longer than the requester does."""
    if requester is None or requester.gone is None:
        return await asyncio.shield(answer)
    gone = asyncio.ensure_future(requester.gone())
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
    if not answer.done():
        raise Refused("CLIENT_GONE", "the client has closed the connection")
    return answer.result()
