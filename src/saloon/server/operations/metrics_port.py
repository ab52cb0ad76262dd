"""Metrics on a port of their own, for the monitoring alone: a small HTTP server in a thread of the parent process."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Thread
from typing import Any, Final

from saloon.server.errors import Refused, status_of
from saloon.server.http.authentication import require_token

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_READING_SECONDS: Final = 5.0
"""How long a client may take to send its request or to read the answer."""
CONNECTIONS: Final = 16
"""Connections that are served at the same time; others are closed at once."""


class _Scraped(ThreadingHTTPServer):
    """Serves `GET /metrics` from a socket that is bound already."""

    daemon_threads = True
    request_queue_size = 128  # the default of 5 makes clients wait seconds for their next try
    block_on_close = False

    def __init__(self, bound: socket.socket, report: Callable[[], str], token: str | None) -> None:
        super().__init__(bound.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = bound
        self.report, self.token = report, token
        self._free = BoundedSemaphore(CONNECTIONS)
        self.server_activate()

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: a client that hangs up is not worth a stack trace."""


class _Handler(BaseHTTPRequestHandler):
    server: _Scraped
    timeout = _READING_SECONDS

    def do_GET(self) -> None:
        """Answer a scrape."""
        if self.path.partition("?")[0] != "/metrics":
            self._answer(404, "only /metrics is here\n")
            return
        try:
            require_token(self.headers.get("authorization"), self.server.token)
        except Refused as refused:
            self._answer(status_of(refused), f"{refused.reason}\n")
            return
        self._answer(200, self.server.report())

    def _answer(self, status: int, text: str) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", CONTENT_TYPE)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def version_string(self) -> str:
        """Return the name of the program without its version."""
        return "saloon"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Log nothing: scrapes come every few seconds."""


@contextmanager
def scraped(bound: socket.socket | None, report: Callable[[], str], token: str | None) -> Iterator[None]:
    """Serve metrics on a bound socket while the block runs; nothing if there is no socket."""
    if bound is None:
        yield
        return
    server = _Scraped(bound, report, token)
    thread = Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
