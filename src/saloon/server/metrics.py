"""Metrics for Prometheus: counters and gauges, summed over all worker processes, without any card or player."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Selects the multi-process mode of prometheus_client if it is set before the import."""
_UPDATE_SECONDS: Final = 1.0
_COUNTERS: Final = {
    "saloon_actions_total": ("Actions accepted and durable.", ()),
    "saloon_rejects_total": ("Messages refused, by code.", ("kind",)),
    "saloon_snapshots_total": ("Snapshots sent, by reason.", ("kind",)),
    "saloon_lost_races_total": ("Actions decided again because another process was faster.", ()),
    "saloon_slow_readers_total": ("Connections closed because the client read too slowly.", ()),
    "saloon_refused_total": ("Connections and requests refused by an address limit, by code.", ("kind",)),
    "saloon_airbags_total": ("Caught failures of the rules.", ()),
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
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []

    def count(self, name: str, label: str = "", times: int = 1) -> None:
        """Add to a counter."""
        counter = self._counters[name]
        (counter.labels(label) if label else counter).inc(times)

    def gauge(
        self,
        name: str,
        help_text: str,
        value: Callable[[], float],
        combine: Literal["livesum", "livemin", "livemax"] = "livesum",
    ) -> None:
        """Add a gauge whose value is read for every report; `combine` says how the values of workers become one."""
        self._gauges.append((Gauge(name, help_text, registry=self._own, multiprocess_mode=combine), value))
        self._update()

    def _update(self) -> None:
        for gauge, value in self._gauges:
            gauge.set(value())

    async def run(self) -> None:
        """Keep the gauges of this worker up to date for scrapes that another worker answers."""
        while self._is_shared:
            self._update()
            await asyncio.sleep(_UPDATE_SECONDS)

    def text(self) -> str:
        """Return the metrics of all workers in Prometheus' text format."""
        self._update()
        return generate_latest(self._shown).decode()


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Give the workers started within a common temporary directory for their metrics."""
    with TemporaryDirectory(prefix="saloon-metrics-", ignore_cleanup_errors=True) as directory:
        os.environ[_DIRECTORY] = directory
        try:
            yield
        finally:
            del os.environ[_DIRECTORY]


def forget_worker(pid: int) -> None:
    """Drop the gauges of a worker that has ended. Its counters stay, so totals never fall."""
    mark_process_dead(pid, os.environ[_DIRECTORY])  # type: ignore[no-untyped-call]
