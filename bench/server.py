"""The table server under load: durable actions per CPU-second of the server, latency at a fixed rate, idle memory.

The work is fixed: 100 HighNoon tables playing logs of greedy seats, every tenth intent refused, SQLite with
synchronous=FULL. Server and clients are processes of their own. The latency is set against that of a bare loop which
commits as many rows beside it: when the machine stalls, both are late.
"""

import asyncio
import gc
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from functools import cache
from itertools import chain
from pathlib import Path
from secrets import token_hex
from selectors import SelectSelector
from time import perf_counter, sleep
from typing import Any

import msgspec
import websockets
from msgspec import Struct

from saloon.bots import GreedySeat, play_out
from saloon.server.http.tokens import SeatClaim, Signer
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.table import Table
from saloon.table.messages import wire

from ._client import Client, SeatClient
from ._measure import Line

TABLES = 100
ACTIONS = 150
RATE = 300
LEAD = 5
"""Seconds in which the clients take their seats before the first message is due."""
LONGEST = 120
"""Seconds after which an answer counts as lost."""
SHORTEST = 30
"""Seconds of the phase at a fixed rate, at least: a machine that stalls briefly makes dozens of answers late."""
IDLE = 1_000
ACCEPTED, REJECTED = b'{"kind":"ack"', b'{"kind":"reject"'
REFUSED = b'{"kind":"flip","payload":{"source":{"zone":"tableau","owner":"p1","index":9}},"seq":%d,"baseRev":0}'


class Script(Struct, frozen=True):
    """What the two clients of a table send, in turn: seat, message, and how the answer must begin."""

    host: str
    tokens: tuple[str, str]
    steps: tuple[tuple[int, bytes, bytes], ...]
    client: Callable[[str, str], Client] = SeatClient
    """What connects a seat, given host and token; the compared servers have clients of their own."""


def measure(seconds: float) -> list[Line]:
    """Return the three figures; `seconds` bounds the phase at a fixed rate."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.db"
        scripts = asyncio.run(_prepared(database))
        process, host = _started(database)
        try:
            scripts = [msgspec.structs.replace(one, host=host) for one in scripts]
            half = len(scripts) // 2
            lines = _throughput(process.pid, scripts[:half])
            lines += _latency(Path(folder), scripts[half:], max(seconds, SHORTEST))
            lines += _idle_memory(process.pid, scripts[0])
        finally:
            process.terminate()
            process.communicate(timeout=10)
    return lines


# --- preparing --------------------------------------------------------------------------------------------------


async def _prepared(database: Path) -> list[Script]:
    return await _prepared_in(f"sqlite:///{database}", 2 * TABLES)


async def _prepared_in(url: str, count: int, distinct: int | None = None) -> list[Script]:
    """Write the tables and their players into the database; return what will be played at them.

    With `distinct`, only so many matches are different.
    """
    opened = open_database(url)
    await opened.open()
    store = Store(opened)
    signer = Signer(await store.secret("signing", token_hex(32)))
    await store.add_player("one", "One", 0)
    await store.add_player("two", "Two", 0)
    played = cache(_played)
    scripts = [
        await _prepare(store, signer, f"bench-{number}", played(number % (distinct or count)))
        for number in range(count)
    ]
    await opened.close()
    return scripts


def _played(number: int) -> tuple[Table, tuple[tuple[int, bytes, bytes], ...]]:
    table = Table.deal("highnoon", seed=str(number), nonce="bench")
    play_out(table, {seat: GreedySeat(table.game, f"{number}:{seat}") for seat in table.game.seats}, ACTIONS)
    return table, tuple(_steps(table))


async def _prepare(
    store: Store, signer: Signer, table_id: str, played: tuple[Table, tuple[tuple[int, bytes, bytes], ...]]
) -> Script:
    table, steps = played
    seats = (StoredSeat(0, "human", None, "one"), StoredSeat(1, "human", None, "two"))
    await store.create_table(
        StoredTable(
            table_id=table_id, game="highnoon", rules_version=table.game.rules_version, seed=table.seed, nonce="bench",
            options=msgspec.to_builtins(table.options), dealt_to=("human", "human"), host="one", created_at=0,
            seats=seats, status="active", started_at=0, clock_start=-60_000,  # the countdown is over
        )
    )  # fmt: skip
    tokens = tuple(signer.seat_token(SeatClaim(table_id, seat, 0)) for seat in (0, 1))
    return Script("", tokens, steps)  # type: ignore[arg-type]


def _steps(table: Table) -> list[tuple[int, bytes, bytes]]:
    steps: list[tuple[int, bytes, bytes]] = []
    seqs = [0, 0]
    for rev, entry in enumerate(table.entries):
        if rev % 9 == 8:
            steps.append((0, REFUSED % seqs[0], REJECTED))
        action = wire(entry.action)
        message = {"kind": action.kind, "payload": action.payload, "seq": seqs[entry.seat], "baseRev": rev}
        steps.append((entry.seat, msgspec.json.encode(message), ACCEPTED))
        seqs[entry.seat] += 1
    return steps


def _started(database: Path) -> tuple["subprocess.Popen[str]", str]:
    return _started_on(f"sqlite:///{database}")


def _started_on(url: str, *options: str) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "saloon", "serve", "--port", "0", "--database", url, *options]
    for limit in ("connections_per_second", "messages_per_second_of_address"):  # all clients here have one address
        command += ["--limit", f"{limit}=100000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://(\S+)", process.stdout.readline())
    assert found is not None
    return process, found[1]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- as fast as it goes -----------------------------------------------------------------------------------------


def _throughput(pid: int, scripts: Sequence[Script]) -> list[Line]:
    with ProcessPoolExecutor(1) as pool:
        accepted, spent = pool.submit(_play_all, scripts, pid).result()
    return [Line("server actions", accepted / spent, "durable actions per server CPU-second", 6_000)]


def _play_all(scripts: Sequence[Script], pid: int) -> tuple[int, float]:
    return asyncio.run(_all(scripts, pid))


async def _all(scripts: Sequence[Script], pid: int) -> tuple[int, float]:
    """Play every table at once; return the accepted actions and their cost, once all clients are connected."""
    async with AsyncExitStack() as stack:
        pairs = await _connected(stack, scripts)
        await _at_rest(pid)
        before = _cpu_seconds(pid)
        accepted = sum(await asyncio.wait_for(asyncio.gather(*map(_play, scripts, pairs)), LONGEST))
        return accepted, _cpu_seconds(pid) - before


async def _at_rest(pid: int) -> None:
    """Wait until the server is idle, after loading what many tables need."""
    spent = -1.0
    while _cpu_seconds(pid) > spent + 0.02:
        spent = _cpu_seconds(pid)
        await asyncio.sleep(0.5)


async def _connected(stack: AsyncExitStack, scripts: Sequence[Script]) -> list[list[Client]]:
    return [
        [await stack.enter_async_context(script.client(script.host, token)) for token in script.tokens]
        for script in scripts
    ]


async def _play(script: Script, pair: Sequence[Client]) -> int:
    """Play one table in a closed loop: the next message goes out when the last one is answered."""
    for seat, message, begins in script.steps:
        await pair[seat].ask(message, begins)
    return sum(begins == ACCEPTED for _, _, begins in script.steps)


# --- at a fixed rate --------------------------------------------------------------------------------------------


def _latency(folder: Path, scripts: Sequence[Script], seconds: float) -> list[Line]:
    begun = perf_counter() + LEAD
    count = int(seconds * RATE / len(scripts)) * len(scripts)
    with ProcessPoolExecutor(2) as pool:
        theirs = pool.submit(_bare_all, folder / "bare.db", begun + 0.5 / RATE, count)
        ours = pool.submit(_paced_all, scripts, begun, count).result()
        bare = theirs.result()
    what = f"milliseconds at {RATE} actions/s (bare group commit {_share(bare, 50):.1f} / {_share(bare, 99):.1f})"
    return [
        Line("server p50", _share(ours, 50), what),
        Line("server p99", _share(ours, 99), f"{what}; bar: 5 ms above the bare p99"),
    ]


def _share(values: Sequence[float], percent: int) -> float:
    return 1000 * sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _paced_all(scripts: Sequence[Script], begun: float, count: int) -> list[float]:
    gc.disable()  # the client's own pauses would count as the server's
    with asyncio.Runner(loop_factory=_punctual_loop) as runner:
        return runner.run(_paced(scripts, begun, count))


def _punctual_loop() -> asyncio.AbstractEventLoop:
    """Return a loop that wakes when it should: epoll, the usual one, counts in whole milliseconds."""
    return asyncio.SelectorEventLoop(SelectSelector())


async def _paced(scripts: Sequence[Script], begun: float, count: int) -> list[float]:
    """Send a message to one table after another; return the latencies.

    Latency counts from when a message was due.
    """
    dues = [begun + number / RATE for number in range(count)]
    async with AsyncExitStack() as stack:
        pairs = await _connected(stack, scripts)
        assert perf_counter() < begun, "the clients were not seated in time"
        tables = [_turns(*one, dues[n :: len(scripts)]) for n, one in enumerate(zip(scripts, pairs, strict=True))]
        return list(chain(*await asyncio.wait_for(asyncio.gather(*tables), dues[-1] - perf_counter() + LONGEST)))


async def _turns(script: Script, pair: Sequence[Client], dues: Sequence[float]) -> list[float]:
    taken: list[float] = []
    for (seat, message, begins), due in zip(script.steps, dues, strict=False):
        await asyncio.sleep(max(0.0, due - perf_counter()))
        await pair[seat].ask(message, begins)
        taken.append(perf_counter() - due)
    return taken


def _bare_all(database: Path, begun: float, count: int) -> list[float]:
    """Time bare group commits at the same rate, half a step after the server's: only a clock and the disk."""
    log = sqlite3.connect(database, isolation_level=None)
    log.execute("PRAGMA journal_mode=WAL")
    log.execute("PRAGMA synchronous=FULL")
    log.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, payload TEXT)")
    dues = [begun + number / RATE for number in range(count)]
    taken: list[float] = []
    while len(taken) < count:
        sleep(max(0.0, dues[len(taken)] - perf_counter()))
        group = dues[len(taken) : bisect_right(dues, perf_counter())]
        log.execute("BEGIN IMMEDIATE")
        log.executemany("INSERT INTO entries (payload) VALUES (?)", [("x" * 120,)] * len(group))
        log.execute("COMMIT")
        taken += [perf_counter() - due for due in group]
    log.close()
    return taken


# --- doing nothing ----------------------------------------------------------------------------------------------


def _idle_memory(pid: int, script: Script) -> list[Line]:
    before = _resident(pid)
    after = asyncio.run(_idle(pid, script))
    return [Line("server idle memory", (after - before) / 1e6, f"MB for {IDLE} idle connections; bar: at most 25")]


async def _idle(pid: int, script: Script) -> int:
    table_ids = [f"bench-{number % TABLES}" for number in range(IDLE)]
    sockets: list[Any] = []
    for table_id in table_ids:
        sockets.append(await websockets.connect(f"ws://{script.host}/api/tables/{table_id}/ws", compression=None))
    await asyncio.sleep(1)
    resident = _resident(pid)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return resident
