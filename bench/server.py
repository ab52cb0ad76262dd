"""The table server under load: durable actions per CPU-second of the server, latency at a fixed rate, idle memory.

The work is fixed: 100 HighNoon tables playing logs of greedy seats, every tenth intent refused, SQLite with
synchronous=FULL. Server and clients are processes of their own. The latency is set against that of a bare loop that
commits as many rows, both taking turns in the same run.
"""

import asyncio
import gc
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from secrets import token_hex
from selectors import SelectSelector
from time import perf_counter
from typing import Any

import msgspec
import websockets
from msgspec import Struct

from saloon.bots import GreedySeat, play_out
from saloon.server.identity import SeatClaim, Signer
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.table import Table
from saloon.table.messages import wire

from ._measure import Line

TABLES = 100
ACTIONS = 150
RATE = 300
LEAD = 0.01
"""Seconds in which the client makes its turns ready."""
IDLE = 1_000
REFUSED = b'{"kind":"flip","payload":{"source":{"zone":"tableau","owner":"p1","index":9}},"seq":%d,"baseRev":0}'


class Script(Struct, frozen=True):
    """What the two clients of a table send, in turn: seat, message, and how the answer must begin."""

    url: str
    tokens: tuple[str, str]
    steps: tuple[tuple[int, bytes, bytes], ...]


def measure(seconds: float) -> list[Line]:
    """Return the three figures; `seconds` bounds the phase at a fixed rate."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.db"
        scripts = asyncio.run(_prepared(database))
        process, url = _started(database)
        try:
            scripts = [msgspec.structs.replace(one, url=url) for one in scripts]
            half = len(scripts) // 2
            lines = _throughput(process.pid, scripts[:half])
            lines += _latency(Path(folder), scripts[half:], max(seconds, 10))
            lines += _idle_memory(process.pid, scripts[0])
        finally:
            process.terminate()
            process.communicate(timeout=10)
    return lines


# --- preparing --------------------------------------------------------------------------------------------------


async def _prepared(database: Path) -> list[Script]:
    """Write the tables and their players into the database; return what will be played at them."""
    opened = open_database(f"sqlite:///{database}")
    await opened.open()
    store = Store(opened)
    signer = Signer(await store.secret("signing", token_hex(32)))
    await store.add_player("one", "One", 0)
    await store.add_player("two", "Two", 0)
    scripts = [await _prepare(store, signer, number) for number in range(2 * TABLES)]
    await opened.close()
    return scripts


async def _prepare(store: Store, signer: Signer, number: int) -> Script:
    table = Table.deal("highnoon", seed=str(number), nonce="bench")
    play_out(table, {seat: GreedySeat(table.game, f"{number}:{seat}") for seat in table.game.seats}, ACTIONS)
    table_id = f"bench-{number}"
    seats = (StoredSeat(0, "human", None, "one"), StoredSeat(1, "human", None, "two"))
    await store.create_table(
        StoredTable(
            table_id=table_id, game="highnoon", rules_version=table.game.rules_version, seed=table.seed, nonce="bench",
            options=msgspec.to_builtins(table.options), dealt_to=("human", "human"), host="one", created_at=0,
            seats=seats, status="active", started_at=0,
        )
    )  # fmt: skip
    tokens = tuple(signer.seat_token(SeatClaim(table_id, seat, 0)) for seat in (0, 1))
    return Script(table_id, tokens, tuple(_steps(table)))  # type: ignore[arg-type]


def _steps(table: Table) -> list[tuple[int, bytes, bytes]]:
    steps: list[tuple[int, bytes, bytes]] = []
    seqs = [0, 0]
    for rev, entry in enumerate(table.entries):
        if rev % 9 == 8:
            steps.append((0, REFUSED % seqs[0], b'{"kind":"reject"'))
        action = wire(entry.action)
        message = {"kind": action.kind, "payload": action.payload, "seq": seqs[entry.seat], "baseRev": rev}
        steps.append((entry.seat, msgspec.json.encode(message), b'{"kind":"ack"'))
        seqs[entry.seat] += 1
    return steps


def _started(database: Path) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "saloon", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
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
    """Play every table at once; return what was accepted and what it cost, from when the server has let all in."""
    async with AsyncExitStack() as stack:
        pairs = await _connected(stack, scripts)
        await _at_rest(pid)
        before = _cpu_seconds(pid)
        accepted = sum(await asyncio.gather(*map(_play, scripts, pairs)))
        return accepted, _cpu_seconds(pid) - before


async def _at_rest(pid: int) -> None:
    """Wait until the server does nothing more of itself, such as loading what many tables need."""
    spent = -1.0
    while _cpu_seconds(pid) > spent + 0.02:
        spent = _cpu_seconds(pid)
        await asyncio.sleep(0.5)


async def _connected(stack: AsyncExitStack, scripts: Sequence[Script]) -> "list[list[_Client]]":
    return [[await stack.enter_async_context(_Client(script, seat)) for seat in (0, 1)] for script in scripts]


async def _play(script: Script, pair: "Sequence[_Client]") -> int:
    """Play one table in a closed loop: the next message goes out when the last one is answered."""
    accepted = 0
    for seat, message, begins in script.steps:
        answer = await pair[seat].ask(message, begins)
        accepted += answer.startswith(b'{"kind":"ack"')
    return accepted


class _Client:
    """One seat: sends, and reads until its own answer comes; what the other seat did passes by."""

    def __init__(self, script: Script, seat: int) -> None:
        table_id = script.tokens[seat].split(".")[1]
        self._address = f"ws://{script.url}/api/tables/{table_id}/ws?token={script.tokens[seat]}"
        self._own = b'"clientId":"p%d"' % (seat + 1)
        self._reader: asyncio.Task[None] | None = None
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def __aenter__(self) -> "_Client":
        self._socket = await websockets.connect(self._address, compression=None, max_queue=None)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._reader is not None
        self._reader.cancel()
        await self._socket.close()

    async def _read(self) -> None:
        while True:
            message = await self._socket.recv(decode=False)
            if message.startswith(b'{"kind":"reject"') or self._own in message[:60]:
                self._answers.put_nowait(message)

    async def ask(self, message: bytes, begins: bytes) -> bytes:
        """Send a message and return its answer."""
        await self._socket.send(message, text=True)
        answer = await asyncio.wait_for(self._answers.get(), 30)
        assert answer.startswith(begins), (message, answer[:200])
        return answer


# --- at a fixed rate --------------------------------------------------------------------------------------------


def _latency(folder: Path, scripts: Sequence[Script], seconds: float) -> list[Line]:
    with ProcessPoolExecutor(1) as pool:
        bare, ours = pool.submit(_paced_all, folder / "bare.db", scripts, seconds).result()
    what = f"milliseconds at {RATE} actions/s (bare group commit {_share(bare, 50):.1f} / {_share(bare, 99):.1f})"
    return [
        Line("server p50", _share(ours, 50), what),
        Line("server p99", _share(ours, 99), f"{what}; bar: 5 ms above the bare p99"),
    ]


def _share(values: Sequence[float], percent: int) -> float:
    return 1000 * sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _paced_all(database: Path, scripts: Sequence[Script], seconds: float) -> tuple[list[float], list[float]]:
    gc.disable()  # the client's own pauses would be taken for the server's
    with asyncio.Runner(loop_factory=_punctual_loop) as runner:
        return runner.run(_paced(database, scripts, seconds))


def _punctual_loop() -> asyncio.AbstractEventLoop:
    """Return a loop that wakes when it should: epoll, the usual one, counts in whole milliseconds."""
    return asyncio.SelectorEventLoop(SelectSelector())


async def _paced(database: Path, scripts: Sequence[Script], seconds: float) -> tuple[list[float], list[float]]:
    """Let every table have a message, then a bare loop as many commits, and so on: both meet the same disk.

    Something is late from the moment it was due.
    """
    bare: list[float] = []
    ours: list[float] = []
    log = _bare_log(database)
    async with AsyncExitStack() as stack:
        pairs = await _connected(stack, scripts)
        for step in range(int(seconds * RATE / len(scripts))):
            bare += _bare_commits(log, len(scripts))
            begun = perf_counter() + LEAD
            turns = [_turn(script.steps[step], pairs[n], begun + n / RATE) for n, script in enumerate(scripts)]
            ours += await asyncio.gather(*turns)
    log.close()
    return bare, ours


async def _turn(step: tuple[int, bytes, bytes], pair: "Sequence[_Client]", due: float) -> float:
    """Send one message when it is due; return how long its answer took."""
    seat, message, begins = step
    await asyncio.sleep(max(0.0, due - perf_counter()))
    await pair[seat].ask(message, begins)
    return perf_counter() - due


def _bare_log(database: Path) -> sqlite3.Connection:
    log = sqlite3.connect(database, isolation_level=None)
    log.execute("PRAGMA journal_mode=WAL")
    log.execute("PRAGMA synchronous=FULL")
    log.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, payload TEXT)")
    return log


def _bare_commits(log: sqlite3.Connection, count: int) -> list[float]:
    """What commits take that wait for nothing but the disk, at the same rate."""
    taken: list[float] = []
    begun = perf_counter()
    for number in range(count):
        due = begun + number / RATE
        while perf_counter() < due:
            pass
        log.execute("BEGIN IMMEDIATE")
        log.execute("INSERT INTO entries (payload) VALUES (?)", ("x" * 120,))
        log.execute("COMMIT")
        taken.append(perf_counter() - due)
    return taken


# --- doing nothing ----------------------------------------------------------------------------------------------


def _idle_memory(pid: int, script: Script) -> list[Line]:
    before = _resident(pid)
    after = asyncio.run(_idle(pid, script))
    return [Line("server idle memory", (after - before) / 1e6, f"MB for {IDLE} idle connections; bar: at most 40")]


async def _idle(pid: int, script: Script) -> int:
    table_ids = [f"bench-{number % TABLES}" for number in range(IDLE)]
    sockets: list[Any] = []
    for table_id in table_ids:
        sockets.append(await websockets.connect(f"ws://{script.url}/api/tables/{table_id}/ws", compression=None))
    await asyncio.sleep(1)
    resident = _resident(pid)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return resident
