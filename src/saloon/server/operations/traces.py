"""Traces for OpenTelemetry, on request: HTTP requests, and the steps of each batch of actions, sockets included.

A batch is one trace, since its actions share one commit. Spans name tables, never cards, players or tokens.
"""

from collections.abc import Sequence
from time import time_ns
from typing import TYPE_CHECKING, Any, Final

from saloon import __version__
from saloon.core.errors import BadInput, quoted

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_MOST_TABLES: Final = 20
"""The most tables that a span names."""


class Traces:
    """Sends spans to a collector, in a thread of its own."""

    def __init__(self, endpoint: str) -> None:
        """`endpoint` takes OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces."""
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        about = Resource.create({"service.name": "saloon", "service.version": __version__})
        self._provider = TracerProvider(resource=about)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint)))
        self._tracer: Tracer = self._provider.get_tracer("saloon")

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Add the span of an HTTP request that was just answered; `path` is without the query."""
        end = time_ns()
        about: dict[str, Any] = {"http.request.method": method, "url.path": path, "http.response.status_code": status}
        self._tracer.start_span(method, start_time=end - int(1e9 * seconds), attributes=about).end(end)

    def batch(self, times: Sequence[int], tables: Sequence[str], actions: int) -> None:
        """Add the spans of a batch: `times` says when its first message came, and when each step began and ended."""
        from opentelemetry.trace import set_span_in_context

        begun, decide, persist, publish, end = times
        about: dict[str, Any] = {"saloon.tables": list(tables[:_MOST_TABLES]), "saloon.actions": actions}
        whole = self._tracer.start_span("actions", start_time=begun, attributes=about)
        parent = set_span_in_context(whole)
        steps = (
            ("wait", begun, decide),
            ("decide", decide, persist),
            ("persist", persist, publish),
            ("publish", publish, end),
        )
        for name, start, stop in steps:
            self._tracer.start_span(name, parent, start_time=start).end(stop)
        whole.end(end)

    def close(self) -> None:
        """Send what is left."""
        self._provider.shutdown()


def check_traces(endpoint: str | None) -> None:
    """Refuse an endpoint that cannot be one, and say if the packages are missing."""
    if endpoint is None:
        return
    if not endpoint.startswith(("http://", "https://")):
        reason = f"{quoted(endpoint)} is not the address of a collector; write http://host:4318/v1/traces"
        raise BadInput(reason, "BAD_TRACES")
    import opentelemetry.exporter.otlp.proto.http.trace_exporter
    import opentelemetry.sdk.trace  # noqa: F401
