"""Metrics for Prometheus: counters, gauges and histograms of all worker processes, without any card or player."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from mmap import PAGESIZE
from tempfile import TemporaryDirectory
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Selects the multi-process mode of prometheus_client if it is set before the import."""
_UPDATE_SECONDS: Final = 0.5
_COUNTERS: Final = {
    "saloon_actions_total": ("Actions accepted and durable.", ()),
    "saloon_rejects_total": ("Messages refused, by code.", ("kind",)),
    "saloon_snapshots_total": ("Snapshots sent, by reason.", ("kind",)),
    "saloon_lost_races_total": ("Actions decided again because another process was faster.", ()),
    "saloon_slow_readers_total": ("Connections closed because the client read too slowly.", ()),
    "saloon_refused_total": ("Connections and requests refused by an address limit, by code.", ("kind",)),
    "saloon_pushes_total": ("Push messages, by what became of them.", ("kind",)),
    "saloon_airbags_total": ("Caught failures of the rules.", ()),
    "saloon_http_requests_total": ("HTTP requests answered, by status.", ("kind",)),
    "saloon_cpu_seconds_total": ("CPU time of the workers.", ()),
}
_TIMES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_HISTOGRAMS: Final = {
    "saloon_action_seconds": (
        "From the arrival of a message until its reply is sent, for the oldest message of each batch.",
        _TIMES,
    ),
    "saloon_commit_seconds": ("Time that the database took to make a batch of actions durable.", _TIMES),
    "saloon_batch_actions": ("Actions that were made durable in one commit.", (1, 2, 5, 10, 20, 50, 100, 200, 500)),
    "saloon_http_seconds": ("Time until an HTTP request was answered.", _TIMES),
    "saloon_bot_seconds": ("Time that a bot took to choose a move, including its wait for a thread.", _TIMES),
    "saloon_loop_lag_seconds": ("How late the event loop runs due callbacks, sampled twice per second.", _TIMES),
}

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The counters and gauges of this process."""

    def __init__(self) -> None:
        self._is_shared = _DIRECTORY in os.environ
        self._shown = CollectorRegistry()
        if self._is_shared:
            MultiProcessCollector(self._shown)  # type: ignore[no-untyped-call]
        self._own = None if self._is_shared else self._shown
        self._counters = {
            name: Counter(name, text, labels, registry=self._own) for name, (text, labels) in _COUNTERS.items()
        }
        self._histograms = {
            name: Histogram(name, text, registry=self._own, buckets=buckets)
            for name, (text, buckets) in _HISTOGRAMS.items()
        }
        self._cpu_seconds = 0.0
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []

    def count(self, name: str, label: str = "", times: int = 1) -> None:
        """Add to a counter."""
        counter = self._counters[name]
        (counter.labels(label) if label else counter).inc(times)

    def observe(self, name: str, value: float) -> None:
        """Add a value to a histogram."""
        self._histograms[name].observe(value)

    def gauge(
        self,
        name: str,
        help_text: str,
        value: Callable[[], float],
        combine: Literal["livesum", "livemin", "livemax"] = "livesum",
    ) -> None:
        """Add a gauge whose value is read for every report; `combine` says how the values of workers are combined."""
        self._gauges.append((Gauge(name, help_text, registry=self._own, multiprocess_mode=combine), value))
        self._update()

    def _update(self) -> None:
        used = sum(os.times()[:2])
        self._counters["saloon_cpu_seconds_total"].inc(used - self._cpu_seconds)
        self._cpu_seconds = used
        for gauge, value in self._gauges:
            gauge.set(value())

    async def run(self) -> None:
        """Watch the event loop, and keep the gauges of this worker up to date for scrapes that another one answers."""
        loop = asyncio.get_running_loop()
        while True:
            if self._is_shared:
                self._update()
            due = loop.time() + _UPDATE_SECONDS
            await asyncio.sleep(_UPDATE_SECONDS)
            self.observe("saloon_loop_lag_seconds", max(0.0, loop.time() - due))

    def text(self) -> str:
        """Return the metrics of all workers in Prometheus' text format."""
        self._update()
        return generate_latest(self._shown).decode()


def memory_bytes() -> float:
    """Return the resident memory of this process; 0 where the system does not report it."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return float(int(file.read().split()[1]) * PAGESIZE)
    except (OSError, ValueError, IndexError):
        return 0.0


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Give the workers started within a common temporary directory for their metrics."""
    with TemporaryDirectory(prefix="saloon-metrics-", ignore_cleanup_errors=True) as directory:
        os.environ[_DIRECTORY] = directory
        try:
            yield
        finally:
            del os.environ[_DIRECTORY]


def worker_metrics() -> str:
    """Return the metrics of all workers, in the process that started them."""
    shown = CollectorRegistry()
    MultiProcessCollector(shown, os.environ[_DIRECTORY])  # type: ignore[no-untyped-call]
    return generate_latest(shown).decode()


def forget_worker(pid: int) -> None:
    """Drop the gauges of a worker that has ended. Its counters stay, so totals never fall."""
    mark_process_dead(pid, os.environ[_DIRECTORY])  # type: ignore[no-untyped-call]
