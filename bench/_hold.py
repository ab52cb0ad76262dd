"""Many idle connections: how many the server holds through two rounds of pings, and what memory they take.

The clients watch the tables of `server` and answer pings, nothing else. They come from several addresses of this
machine, because a server gives a single address at most half of its file descriptors; that needs Linux.
"""

import asyncio
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from picows import WSListener, WSTransport, ws_connect

from saloon.core.errors import BadInput
from saloon.server.limits.descriptors import Descriptors, raise_limit

from ._measure import Line
from .server import LONGEST, TABLES, _at_rest, _cpu_seconds, _prepared_in, _resident, _started_on

PER_ADDRESS = 1_000
AT_ONCE = 20
"""Handshakes under way at a time."""
HELD = 45
"""Seconds for which they are held: a silent client is pinged after 20, and cut off after 20 more without an answer."""


def measure(connections: int) -> list[Line]:
    """Return how many of so many idle connections are still open in the end, and their memory."""
    raise_limit(PER_ADDRESS)
    most = Descriptors().most - 100
    if not 0 < connections <= most:
        reason = f"--hold is a number from 1 to {most}, not {connections}; 'ulimit -Hn' sets the most"
        raise BadInput(reason, "BAD_OPTION")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        asyncio.run(_prepared_in(url, TABLES))
        watchers = -(-connections // TABLES)
        process, host = _started_on(url, "--limit", f"watchers_per_table={watchers}")
        try:
            with ProcessPoolExecutor(1) as pool:
                held, grown, spent = pool.submit(_hold_all, host, connections, process.pid).result()
        finally:
            process.terminate()
            process.communicate(timeout=LONGEST)
    return [
        Line("server idle connections", held, f"held for {HELD} s, of {connections:,}", connections),
        Line("server idle memory", grown / 1e6 / connections * 1000, "MB for 1,000 idle connections; bar: at most 25"),
        Line("server idle CPU", 1000 * spent / HELD, f"CPU-milliseconds a second for {connections:,} pings and pongs"),
    ]


class _Watcher(WSListener):
    """A connection that only answers pings, which picows does by itself."""

    is_open = True

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Note that the server has closed it."""
        self.is_open = False


def _hold_all(host: str, connections: int, pid: int) -> tuple[int, int, float]:
    return asyncio.run(_hold(host, connections, pid))


async def _hold(host: str, connections: int, pid: int) -> tuple[int, int, float]:
    """Open so many connections and hold them; return how many stay, and the memory and CPU time that they take."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def watch(number: int) -> tuple[WSTransport, _Watcher]:
        watcher, source = _Watcher(), f"127.0.0.{1 + number // PER_ADDRESS}"
        async with turns:
            address = f"ws://{host}/api/tables/bench-{number % TABLES}/ws"
            transport, _ = await ws_connect(
                lambda: watcher, address, local_addr=(source, 0), websocket_handshake_timeout=LONGEST
            )
        return transport, watcher

    loading = await asyncio.gather(*map(watch, range(TABLES)))  # so that the tables are in memory before it is read
    for transport, _ in loading:
        transport.disconnect()
    await _at_rest(pid)
    before = _resident(pid)
    watching = await asyncio.gather(*map(watch, range(connections)))
    await _at_rest(pid)
    begun = _cpu_seconds(pid)
    await asyncio.sleep(HELD)
    held = sum(watcher.is_open for _, watcher in watching)
    grown, spent = _resident(pid) - before, _cpu_seconds(pid) - begun
    for transport, _ in watching:
        transport.disconnect()
    return held, grown, spent
