"""Traces: a collector gets spans of requests and of the steps of each batch, and nothing that is hidden."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from samples import SOLITAIRE
from server.running import QUICK, Player, Running


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Any]]]:
    """Return the address of a collector, and the spans that it has got."""
    spans: list[Any] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                import gzip

                body = gzip.decompress(body)
            sent = ExportTraceServiceRequest.FromString(body)
            spans.extend(one for group in sent.resource_spans for part in group.scope_spans for one in part.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", spans
        server.shutdown()
        thread.join()


def test_spans_show_where_the_time_of_an_action_went(tmp_path: Path, collector: tuple[str, list[Any]]) -> None:
    endpoint, spans = collector
    settings = msgspec.structs.replace(QUICK, traces=endpoint)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE, seed="123456789")
        with seat.socket() as socket:
            legal = socket.kind("snapshot")["legal"][0]
            assert socket.ask({"seq": 0, "baseRev": 0, **legal})["rev"] == 1
        player.request("GET", f"{seat.path}?secret=of-the-query")
    [batch] = [one for one in spans if one.name == "actions" and seat.table_id in str(one.attributes)]
    steps = {one.name: one for one in spans if one.parent_span_id == batch.span_id}
    assert {*steps} == {"wait", "decide", "persist", "publish"}
    assert steps["decide"].end_time_unix_nano == steps["persist"].start_time_unix_nano
    assert batch.start_time_unix_nano <= steps["persist"].start_time_unix_nano <= batch.end_time_unix_nano
    asked = [one for one in spans if one.name == "GET" and seat.path in str(one.attributes)]
    assert asked
    for secret in (player.token, seat.token, "123456789", "of-the-query"):
        assert secret not in str(spans)
