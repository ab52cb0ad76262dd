"""Per-address limits in front of the application: at accept, at the WebSocket handshake and for every HTTP request."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from saloon.server.errors import Problem, Refused, status_of
from saloon.server.http.access import security_headers
from saloon.server.http.table_socket import close
from saloon.server.http.websocket import EXTENSION
from saloon.server.settings import Settings

from .addresses import Proxies, counted_address
from .descriptors import Descriptors
from .token_buckets import ConnectionCounts, TokenBuckets

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

_TOO_FAST = Refused("RATE_LIMITED", "too many requests per second from your address; slow down")
_TOO_MANY_NEW = Refused("RATE_LIMITED", "too many new connections per second from your address; slow down")
_FULL = Refused("SERVER_FULL", "the server has no room for another connection; try again later")


class AddressLimits:
    """An ASGI application around `app` that enforces limits per address.

    Connections are counted when they are accepted, by `admit`. The connections of a trusted proxy are not: it stands
    for many clients, so their sockets and requests are counted by the forwarded address instead.
    """

    def __init__(self, app: App, settings: Settings, refused: Callable[[str], None]) -> None:
        """`refused` is called with the code of each refusal."""
        self.limits = settings.limits
        self.connections = ConnectionCounts()
        self._app = app
        self._refused = refused
        self._headers = security_headers(settings)
        self._responses: dict[tuple[str, str], bytes] = {}
        self._proxies = Proxies(settings.trusted_proxies)
        self._forward = ProxyHeadersMiddleware(_no_app, list(settings.trusted_proxies))
        self._requests = TokenBuckets(settings.limits.requests_per_second)
        self._arrivals = TokenBuckets(settings.limits.connections_per_second)
        self._descriptors = Descriptors()
        self._most = self._descriptors.share(settings.limits.connections_per_address)

    # --- connections ------------------------------------------------------------------------------------------

    def admit(self, host: str, descriptor: int) -> bytes | None:
        """Count a new connection; return a refusal if its address has too many."""
        if not self._descriptors.spare(descriptor):
            return self.refusal(_FULL)
        if self._proxies.contains(host):
            return None
        address = counted_address(host)
        if not self._arrivals.take(address):
            return self.refusal(_TOO_MANY_NEW)
        try:
            self.connections.enter(address, self._most)
        except Refused as refused:
            return self.refusal(refused)
        return None

    def leave(self, host: str) -> None:
        """Stop counting an admitted connection."""
        if not self._proxies.contains(host):
            self.connections.leave(counted_address(host))

    def refusal(self, refused: Refused) -> bytes:
        """Return a complete HTTP response that also closes the connection."""
        self._refused(refused.code)
        key = refused.code, refused.reason
        if key not in self._responses:
            self._responses[key] = self._response(refused)
        return self._responses[key]

    def _response(self, refused: Refused) -> bytes:
        status = HTTPStatus(status_of(refused))
        headers, body = self._answer(refused, closing=True)
        lines = [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([f"HTTP/1.1 {status} {status.phrase}", *lines, "", ""]).encode() + body

    def _answer(self, refused: Refused, *, closing: bool) -> tuple[Mapping[str, str], bytes]:
        """Return headers and body of a refusal."""
        body = msgspec.json.encode(Problem(refused.code, refused.reason))
        headers = {"content-type": "application/json", "content-length": str(len(body)), "retry-after": "1"}
        if closing:
            headers["connection"] = "close"
        return {**self._headers, **headers}, body

    # --- requests ---------------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it before anything else handles it."""
        proxied = self._proxies.contains(_host(scope))
        if proxied:
            await self._forward(scope, receive, send)  # type: ignore[arg-type]
        address = counted_address(_host(scope))
        if scope["type"] == "http" and not self._requests.take(address):
            await self._refuse_request(receive, send, closing=not proxied)
        elif scope["type"] == "websocket" and proxied and not self._arrivals.take(address):
            self._refuse_socket(scope)
        else:
            await self._app(scope, receive, send)

    async def _refuse_request(self, receive: Receive, send: Send, *, closing: bool) -> None:
        """Refuse a request and close a direct client's connection: refusing its next connection is cheaper."""
        self._refused(_TOO_FAST.code)
        await self._skip_body(receive)
        headers, body = self._answer(_TOO_FAST, closing=closing)
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status_of(_TOO_FAST), "headers": encoded})
        await send({"type": "http.response.body", "body": body})

    async def _skip_body(self, receive: Receive) -> None:
        """Read a body of acceptable length: closing with unread data could discard the response in transit."""
        left = self.limits.body_bytes
        while left > 0:
            event = await receive()
            left -= len(event.get("body", b""))
            if not event.get("more_body"):
                break

    def _refuse_socket(self, scope: Scope) -> None:
        self._refused(_TOO_MANY_NEW.code)
        close(scope["extensions"][EXTENSION], _TOO_MANY_NEW)


def _host(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


async def _no_app(*_: Any) -> None:
    """Do nothing; used when only the scope with the forwarded headers is needed."""
