"""Fair queues: addresses take turns, so do the players of an address, and nobody fills a queue alone."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import FairJobs, FairQueue, Full, Requester, Shares, Ticket

WIDE = Shares(per_player=1000, per_address=1000, waiting=1000)


def nobody(_: Ticket) -> None:
    """A turn that nobody takes notice of."""


class Line:
    """A queue with one slot that is taken, and the order in which the others had their turn."""

    def __init__(self, shares: Shares = WIDE) -> None:
        self.queue = FairQueue(1, shares)
        self.served: list[str] = []
        self.dropped: list[str] = []
        self._running = self.queue.enter(Requester("door", "door"), nobody)

    def ask(self, address: str, player: str, name: str = "") -> Ticket:
        name = name or f"{address}{player}"
        return self.queue.enter(
            Requester(player, address), lambda one: self._begin(name, one), lambda _: self.dropped.append(name)
        )

    def _begin(self, name: str, ticket: Ticket) -> None:
        self.served.append(name)
        self._running = ticket

    def serve(self) -> list[str]:
        """Let everyone have their turn; return the order."""
        while len(self.queue):
            self.queue.leave(self._running)
        return self.served


def test_addresses_take_turns_and_within_an_address_players_do() -> None:
    line = Line()
    for address, player in ("aa", "aa", "aa", "ab", "ab", "bc", "cd", "cd"):
        line.ask(address, player)
    assert line.serve() == ["aa", "bc", "cd", "ab", "cd", "aa", "ab", "aa"]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), max_size=60))
def test_a_newcomer_waits_for_at_most_one_turn_of_each_other_address(asked: list[tuple[str, str]]) -> None:
    line = Line()
    for address, player in asked:
        line.ask(address, player)
    line.ask("newcomer", "n", "newcomer")
    assert line.serve().index("newcomer") <= len({address for address, _ in asked})
    assert len(line.served) == len(asked) + 1


def test_a_player_and_an_address_have_a_share_each() -> None:
    line = Line(Shares(per_player=2, per_address=3, waiting=1000))
    tickets = [line.ask("a", "x") for _ in range(2)]
    for address in "ab":
        with pytest.raises(Full):
            line.ask(address, "x")
    line.ask("a", "y")
    with pytest.raises(Full):
        line.ask("a", "z")
    line.ask("b", "z")
    line.queue.leave(tickets[0])
    line.ask("a", "z")


def test_a_full_queue_makes_room_for_an_address_that_has_nothing_open() -> None:
    line = Line(Shares(per_player=3, per_address=3, waiting=4))
    for name in ("a1", "a2", "a3"):
        line.ask("a", "x", name)
    line.ask("b", "y")
    with pytest.raises(Full):
        line.ask("b", "y")
    line.ask("c", "z")
    line.ask("d", "z")
    assert line.dropped == ["a3", "a2"]
    with pytest.raises(Full):
        line.ask("e", "w")
    assert line.serve() == ["a1", "by", "cz", "dz"]


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from("abcdef"), st.sampled_from("uvwxyz")),
        st.tuples(st.just("leave"), st.integers(0, 100), st.none()),
    ),
    max_size=80,
)


@given(ACTIONS, st.integers(1, 3))
def test_no_slot_stays_free_while_somebody_waits_and_all_counts_come_back_to_nothing(
    actions: list[tuple[str, Any, Any]], slots: int
) -> None:
    queue = FairQueue(slots, Shares(per_player=2, per_address=4, waiting=6))
    open_: list[Ticket] = []
    for what, first, second in actions:
        if what == "ask":
            had = sum(one.requester.address == first for one in open_)
            waiting = [one.requester.address for one in open_ if not one.is_running]
            try:
                open_.append(queue.enter(Requester(second, first), nobody, open_.remove))
            except Full:
                of_player = sum(one.requester.player == second for one in open_)
                assert of_player == 2 or had == 4 or len(waiting) == 6
                assert of_player == 2 or had or len(set(waiting)) == 6, "a newcomer was turned away"
        elif open_:
            queue.leave(open_.pop(first % len(open_)))
        running = sum(one.is_running for one in open_)
        assert running == min(slots, len(open_))
        assert len(queue) == len(open_) - running <= 6
    for ticket in open_:
        queue.leave(ticket)
    assert (queue._free, len(queue), queue._waiting) == (slots, 0, {})
    assert not queue._of_player
    assert not queue._of_address


# --- jobs -------------------------------------------------------------------------------------------------------


class Works:
    """Work that is done when the test says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    def work(self, name: str) -> Callable[[], Awaitable[str]]:
        async def done() -> str:
            self.begun.append(name)
            await self.gates.setdefault(name, asyncio.Event()).wait()
            return name

        return done

    def finish(self, name: str) -> None:
        self.gates.setdefault(name, asyncio.Event()).set()


def some_jobs(shares: Shares = WIDE) -> FairJobs:
    return FairJobs(1, shares, "BUSY", "ask again")


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_shared_job_runs_at_the_first_turn_of_any_requester() -> None:
    async def scenario() -> None:
        jobs, works = some_jobs(Shares(per_player=2, per_address=2, waiting=10)), Works()
        slow = [asyncio.create_task(jobs.run(Requester("x", "a"), works.work(name))) for name in ("one", "two")]
        await settle()
        with pytest.raises(Refused):
            await jobs.run(Requester("x", "a"), works.work("three"), "key")
        shared = [asyncio.create_task(jobs.run(Requester("y", "b"), works.work("shared"), "key")) for _ in range(9)]
        await settle()
        greedy = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("never"), "key"))
        for name in ("one", "shared", "two"):
            works.finish(name)
            await settle()
        assert await asyncio.gather(*slow, *shared, greedy) == ["one", "two", *["shared"] * 10]
        assert works.begun == ["one", "two", "shared"]

    asyncio.run(scenario())


def test_a_job_begins_only_while_somebody_waits_for_it() -> None:
    async def scenario() -> None:
        jobs, works = some_jobs(), Works()
        hung_up = asyncio.Event()

        async def gone() -> None:
            await hung_up.wait()

        first = asyncio.create_task(jobs.run(Requester("x", "a", gone), works.work("first")))
        await settle()
        away = [asyncio.create_task(jobs.run(Requester("x", "a", gone), works.work("away"), "away")) for _ in range(2)]
        cancelled = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("cancelled")))
        kept = [
            asyncio.create_task(jobs.run(Requester("y", "b", end), works.work("kept"), "kept")) for end in (gone, None)
        ]
        await settle()
        cancelled.cancel()
        hung_up.set()
        await settle()
        with pytest.raises(Refused, match="closed the connection"):
            await first
        assert [one.done() for one in (*away, *kept)] == [True, True, True, False]
        works.finish("kept")
        last = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("last")))
        works.finish("last")
        works.finish("first")
        assert (await kept[1], await last) == ("kept", "last")
        assert works.begun == ["first", "kept", "last"], "what has begun is finished, and holds its slot until then"
        for one in (*away, kept[0]):
            assert isinstance(one.exception(), Refused)

    asyncio.run(scenario())


def test_the_servers_own_jobs_never_wait() -> None:
    async def scenario() -> None:
        jobs, works = some_jobs(), Works()
        busy = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("busy")))
        waits = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("today"), "today"))
        await settle()
        owed = [asyncio.create_task(jobs.run(None, works.work("today"), "today")) for _ in range(3)]
        works.finish("today")
        assert await asyncio.gather(waits, *owed) == ["today"] * 4
        assert works.begun == ["busy", "today"]
        works.finish("busy")
        assert await busy == "busy"

    asyncio.run(scenario())


def test_waiting_requests_are_refused_on_close_or_when_they_lose_their_place() -> None:
    async def scenario() -> None:
        jobs, works = some_jobs(Shares(per_player=9, per_address=9, waiting=2)), Works()
        busy = asyncio.create_task(jobs.run(Requester("x", "a"), works.work("busy")))
        await settle()
        waits = [asyncio.create_task(jobs.run(Requester("x", "a"), works.work("waits"))) for _ in range(2)]
        await settle()
        newcomer = asyncio.create_task(jobs.run(Requester("y", "b"), works.work("newcomer")))
        with pytest.raises(Refused, match="ask again"):
            await waits[1]
        jobs.close()
        for one in (waits[0], newcomer, busy):
            with pytest.raises(Refused, match="ask again"):
                await one
        works.finish("busy")
        await settle()
        assert works.begun == ["busy"]

    asyncio.run(scenario())
