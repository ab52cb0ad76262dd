"""Metrics: counters and gauges in Prometheus' text format, without any card or player."""

from collections import Counter
from collections.abc import Callable
from typing import Final

_COUNTERS: Final = {
    "saloon_actions_total": "Actions accepted and durable.",
    "saloon_rejects_total": "Messages refused, by code.",
    "saloon_snapshots_total": "Snapshots sent, by reason.",
    "saloon_lost_races_total": "Actions decided again because another process was faster.",
    "saloon_slow_readers_total": "Connections closed because the client read too slowly.",
    "saloon_refused_total": "Connections and requests refused by an address limit, by code.",
    "saloon_airbags_total": "Caught failures of the rules.",
}


class Metrics:
    """Counts what happens."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in _COUNTERS}
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, label: str = "", times: int = 1) -> None:
        """Add to a counter."""
        self._counts[name][label] += times

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is read for every report."""
        self._gauges[name] = help_text, value

    def text(self) -> str:
        """Return all metrics in Prometheus' text format."""
        lines: list[str] = []
        for name, help_text in _COUNTERS.items():
            lines += [f"# HELP {name} {help_text}", f"# TYPE {name} counter"]
            counts = self._counts[name] or Counter({"": 0})
            lines += [f"{name}{_labels(label)} {value}" for label, value in sorted(counts.items())]
        for name, (help_text, value_of) in self._gauges.items():
            lines += [f"# HELP {name} {help_text}", f"# TYPE {name} gauge", f"{name} {value_of():g}"]
        return "\n".join(lines) + "\n"


def _labels(label: str) -> str:
    return f'{{kind="{label}"}}' if label else ""
