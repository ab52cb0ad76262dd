"""Saloon and other game servers under the same load: `saloon bench server --peers`.

The load is that of `bench/server.py`: the same matches move by move, the same connections, the same rate, the same
client library. Only the CPU time of the server process counts, so the cost of the clients does not matter. The peers
are JavaScript programs in `bench/peers`; npm installs their packages into the user's cache.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from datetime import date
from functools import partial
from hashlib import sha256
from multiprocessing.pool import Pool
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_cache_path

import saloon
from saloon.core.errors import BadInput
from saloon.games.highnoon.state import State
from saloon.table import Table

from . import server
from ._node import Node, find_node
from ._peer_clients import Watcher, boardgame_match, boardgame_watcher, colyseus_match, colyseus_watcher
from ._peer_report import BARE, BUSY, Measured, Promises, Results, publish, show
from .server import Script

SCRIPTS: Final = Path(__file__).parent / "peers"
SECONDS: Final = 15.0
"""Seconds of the phase at a fixed rate, at least."""

Watch = Callable[[Script], AbstractAsyncContextManager[object]]


class Peer(Struct, frozen=True):
    """A server of the comparison that runs on Node.js, and what it promises."""

    name: str
    package: str
    script: str
    create: Callable[[str, Script, State], Script]
    watch: Watch
    promises: Promises


PEERS: Final = (
    Peer(
        "boardgame.io", "boardgame.io", "boardgame.cjs", boardgame_match, boardgame_watcher,
        Promises(durable="no", redacted="yes", verified="rules"),
    ),
    Peer(
        "Colyseus", "@colyseus/core", "colyseus.cjs", colyseus_match, colyseus_watcher,
        Promises(durable="no", redacted="yes", verified="rules"),
    ),
)  # fmt: skip


def run(seconds: float, *, saved: Path | None, plot: Path | None, publishing: bool, as_json: bool) -> None:
    """Measure, or read saved results; print them, and write what was asked for."""
    if plot is not None or publishing:
        from ._peer_plot import check, draw  # what is missing shows before the work and not after it
    if plot is not None:
        check(plot)
    results = measure(max(seconds, SECONDS)) if saved is None else _read(saved)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(results)).decode())
    else:
        show(results)
    if plot is not None:
        draw(results, plot)
    if publishing:
        publish(results)


def _read(file: Path) -> Results:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Results)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{file} has no results of --peers: {error}", "BAD_RESULTS") from None


def measure(seconds: float, peers: Sequence[Peer] = PEERS) -> Results:
    """Run the load against every server, one after the other."""
    node = find_node()
    modules = installed(node)
    load = os.getloadavg()[0]
    if load > BUSY:
        _say(f"the machine is busy (load {load:.1f}): latencies will be too high")
    _say(f"writing {2 * server.TABLES} matches of {server.ACTIONS} actions")
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.db"
        scripts = asyncio.run(server._prepared(database))
        ours, bare = _measure_saloon(Path(folder), database, scripts, seconds)
        theirs = [_measure_peer(peer, node, modules, Path(folder), scripts, seconds) for peer in peers]
    return Results(
        date=date.today().isoformat(), cores=os.cpu_count() or 1, load=load,
        python=sys.version.split()[0], node=node.version,
        matches=server.TABLES, connections=2 * server.TABLES, rate=server.RATE, seconds=seconds,
        servers=[ours, *theirs, bare],
    )  # fmt: skip


def installed(node: Node) -> Path:
    """Install the pinned packages of the peers unless an earlier run did; return the folder `node_modules`."""
    manifest = (SCRIPTS / "package.json").read_bytes()
    folder = user_cache_path("saloon", appauthor=False) / "peers" / sha256(manifest).hexdigest()[:16]
    if not (folder / "done").exists():
        _say(f"installing the peers with npm into {folder}")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_bytes(manifest)
        options = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        status = subprocess.run([*node.npm, "install", *options], cwd=folder, stdout=sys.stderr, check=False).returncode
        if status != 0:
            raise BadInput("npm could not install the peers; its message is above", "NPM_FAILED")
        (folder / "done").touch()
    return folder / "node_modules"


# --- one server -------------------------------------------------------------------------------------------------


def _measure_saloon(
    folder: Path, database: Path, scripts: Sequence[Script], seconds: float
) -> tuple[Measured, Measured]:
    process, host = server._started(database)
    try:
        scripts = [replace(script, host=host) for script in scripts]
        name = f"Saloon {saloon.__version__}"
        figures = _figures(name, process.pid, folder, scripts, _watch_saloon, lambda: None, seconds)
    finally:
        _end(process)
    bare = figures.pop("bare")
    return (
        Measured(name=name, promises=Promises("yes", "yes", "yes"), **figures),
        Measured(name=BARE, promises=Promises("yes", "–", "–"), **bare),
    )


def _watch_saloon(script: Script) -> Watcher:
    return Watcher(script.host, script.tokens[0].split(".")[1])


def _measure_peer(
    peer: Peer, node: Node, modules: Path, folder: Path, scripts: Sequence[Script], seconds: float
) -> Measured:
    name = f"{peer.name} {msgspec.json.decode((SCRIPTS / 'package.json').read_bytes())['dependencies'][peer.package]}"
    with started(peer, node, modules, folder) as (process, host):
        matches = [peer.create(host, script, dealt(number).state) for number, script in enumerate(scripts)]
        figures = _figures(name, process.pid, folder, matches, peer.watch, partial(_collect, process), seconds)
    del figures["bare"]
    return Measured(name=name, promises=peer.promises, **figures)


def dealt(number: int) -> Table:
    """Return a table of the load as it was dealt."""
    return Table.deal("highnoon", seed=str(number), nonce="bench")


@contextmanager
def started(peer: Peer, node: Node, modules: Path, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Start a peer and yield its process and address. It ends with this block, or when this program dies."""
    environment = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(modules)}
    log = folder / f"{peer.script}.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [str(node.program), "--expose-gc", str(SCRIPTS / peer.script)],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
    try:
        assert process.stdout is not None
        found = re.search(r"http://(\S+)", process.stdout.readline())
        if found is None:
            raise BadInput(f"{peer.name} did not start: {log.read_text().strip()[-500:]}", "PEER_FAILED")
        yield process, found[1]
    finally:
        _end(process)


def _collect(process: "subprocess.Popen[str]") -> None:
    """Let a peer collect its garbage, so that only what it needs is counted."""
    assert process.stdin is not None
    process.stdin.write("collect\n")
    process.stdin.flush()


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


# --- the figures ------------------------------------------------------------------------------------------------


def _figures(
    name: str, pid: int, folder: Path, scripts: Sequence[Script], watch: Watch, collect: Callable[[], None],
    seconds: float,
) -> dict[str, Any]:  # fmt: skip
    """Measure the memory of a server that has just started, then latency, then throughput when all code is warm."""
    half = len(scripts) // 2
    _say(f"{name}: {server.IDLE:,} idle connections")
    idle = asyncio.run(_idle_memory(pid, scripts[:half], watch, collect))
    with _workers() as pool:
        _say(f"{name}: {half} matches at {server.RATE} actions/s for {seconds:g} s")
        begun, count = perf_counter() + server.LEAD, int(seconds * server.RATE / half) * half
        theirs = pool.apply_async(server._bare_all, (folder / f"{pid}.db", begun + 0.5 / server.RATE, count))
        taken = pool.apply_async(server._paced_all, (scripts[half:], begun, count)).get(seconds + 2 * server.LONGEST)
        bare = theirs.get(server.LONGEST)
        _say(f"{name}: {half} matches as fast as they go")
        accepted, spent = pool.apply_async(server._play_all, (scripts[:half], pid)).get(2 * server.LONGEST)
    return {"actions": accepted / spent, "idle": idle, **_latency(taken), "bare": _latency(bare)}


def _latency(taken: Sequence[float]) -> dict[str, float]:
    return {"p50": server._share(taken, 50), "p99": server._share(taken, 99)}


@contextmanager
def _workers() -> Iterator[Pool]:
    """Yield processes for the clients. They are killed at the end, also when this program is interrupted."""
    with Pool(2, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool


async def _idle_memory(pid: int, scripts: Sequence[Script], watch: Watch, collect: Callable[[], None]) -> float:
    """Return the megabytes of IDLE connections that watch; one for each match is open before, so all are loaded."""
    async with AsyncExitStack() as stack:
        sizes: list[int] = []
        for count in (len(scripts), server.IDLE):
            for number in range(count):
                await stack.enter_async_context(watch(scripts[number % len(scripts)]))
            await asyncio.sleep(1)
            collect()
            await asyncio.sleep(1)
            sizes.append(server._resident(pid))
        return (sizes[1] - sizes[0]) / 1e6 * 1_000 / server.IDLE


def _say(what: str) -> None:
    """Print what is being measured."""
    print(f"· {what}", file=sys.stderr, flush=True)
