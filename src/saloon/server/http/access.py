"""Checks that run before routing (host, origin, body type, URL length), and the headers of every response."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from litestar.datastructures import Headers

from saloon.core.errors import BadInput, SaloonError, quoted
from saloon.server.errors import Problem, Refused, status_of
from saloon.server.settings import Settings

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""Only the page's own files may be cached; they set their own header."""
LONGEST_URL: Final = 4_096
MOST_PARAMETERS: Final = 20
"""Limits on the bytes of path and query and on the query parameters. Litestar caches the last thousand of each, so
longer ones could fill the memory."""
_HSTS: Final = "max-age=31536000"
_JSON: Final = "application/json"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Always allowed, for health checks. These names cannot lead another machine's browser to this server."""
_PORT: Final = re.compile(r":\d*$")
_NAME: Final = r"[a-z0-9._-]+|\[[0-9a-f:.]+\]"
_HOST: Final = re.compile(rf"(\*\.)?({_NAME})", re.IGNORECASE)
_ORIGIN: Final = re.compile(rf"https?://({_NAME})(:\d+)?", re.IGNORECASE)


def security_headers(settings: Settings) -> dict[str, str]:
    """Return the default headers, for every response that does not set them itself."""
    return {**HEADERS, "strict-transport-security": _HSTS} if settings.secure else HEADERS


def with_access_rules(app: Any, settings: Settings) -> Any:
    """Wrap `app` in the checks, as an ASGI application; they also cover requests that match no route.

    For sockets only the URL is checked here: `table_socket` checks host and origin itself, where it can send the
    refusal as a message.
    """
    added = [(name.encode(), value.encode()) for name, value in security_headers(settings).items()]

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        async def send_with_headers(event: Any) -> None:
            if event["type"] == "http.response.start":
                set_already = {name for name, _ in event["headers"]}
                missing = (header for header in added if header[0] not in set_already)
                event = {**event, "headers": [*event["headers"], *missing]}
            await send(event)

        try:
            if scope["type"] == "http":
                _check_request(settings, scope["method"], Headers.from_scope(scope))
            _check_url(scope)
        except Refused as refused:
            await _refuse(scope["type"], refused, send_with_headers)
        else:
            await app(scope, receive, send_with_headers)

    return guarded


async def _refuse(kind: str, error: SaloonError, send: Any) -> None:
    if kind == "websocket":
        await send({"type": "websocket.close", "code": 4400, "reason": error.code})
        return
    body = msgspec.json.encode(Problem(error.code, error.reason))
    headers = [(b"content-type", _JSON.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _check_request(settings: Settings, method: str, headers: Mapping[str, str]) -> None:
    check_host(settings, headers)
    if method not in _SAFE:
        check_origin(settings, headers)
        _check_json(headers)


def _check_url(scope: Mapping[str, Any]) -> None:
    query = scope["query_string"]
    length, parameters = len(scope["raw_path"]) + len(query), query.count(b"&") + 1
    if length > LONGEST_URL:
        raise Refused("NOT_FOUND", f"the address has {length} bytes; at most {LONGEST_URL} are accepted")
    if parameters > MOST_PARAMETERS:
        raise Refused("BAD_REQUEST", f"the query has {parameters} parameters; at most {MOST_PARAMETERS} are accepted")
    if scope["type"] == "http" and "\x00" in scope["path"]:  # PostgreSQL stores no such text: nothing has such a name
        raise Refused("NOT_FOUND", "the address contains a NUL character")


def check_host(settings: Settings, headers: Mapping[str, str]) -> None:
    """Refuse a request for a host name that is not in the operator's list, if there is one."""
    if not settings.allowed_hosts:
        return
    host = headers.get("host", "")
    name = _PORT.sub("", host).lower()
    if name not in _LOOPBACK and not is_listed(settings, name):
        raise Refused("HOST_REFUSED", f"this server does not serve the host {quoted(host)}")


def is_listed(settings: Settings, name: str) -> bool:
    """Whether the operator's list of hosts has this name, in lower case and without a port."""
    return any(matches(name, allowed) for allowed in settings.allowed_hosts)


def matches(name: str, allowed: str) -> bool:
    """Whether a host name in lower case is the allowed one, or below it if that is like `*.example`."""
    return name.endswith(allowed[1:].lower()) if allowed.startswith("*.") else name == allowed.lower()


def check_origin(settings: Settings, headers: Mapping[str, str]) -> None:
    """Refuse a request from a page of another origin: it may carry the cookie of a player who did not ask for it.

    A program sends neither `Origin` nor `Sec-Fetch-Site`; a browser sends `Origin` with every request that changes
    something, and recent browsers name the source of any request in `Sec-Fetch-Site`.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None:
        allowed = site in (None, "same-origin", "none")
    elif origin == "null":  # hidden from a referrer policy, or a sandboxed page
        allowed = site == "same-origin"
    else:
        schemes = ("https",) if settings.secure else ("http", "https")
        own = [f"{scheme}://{headers.get('host', '')}".lower() for scheme in schemes]
        allowed = origin in settings.origins or origin.lower() in own
    if not allowed:
        source = "another site" if origin is None else quoted(origin)
        raise Refused("ORIGIN_REFUSED", f"pages of {source} may not play here; the operator can allow an --origin")


def _check_json(headers: Mapping[str, str]) -> None:
    """Refuse every body but JSON: pages of other sites can send forms without a preflight request."""
    kind = headers.get("content-type")
    if kind is None:
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if not has_body:
            return
        raise Refused("UNSUPPORTED_MEDIA_TYPE", f"the body has no content type; send {_JSON}")
    if kind.partition(";")[0].strip().lower() != _JSON:
        raise Refused("UNSUPPORTED_MEDIA_TYPE", f"a body of {quoted(kind)} is not accepted; send {_JSON}")


def check_names(origins: Iterable[str], hosts: Iterable[str]) -> None:
    """Refuse origins and host names in the settings that no browser would ever send."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise BadInput(f"{quoted(origin)} is not an origin; write it like https://play.example", "BAD_ORIGIN")
    for host in hosts:
        if not _HOST.fullmatch(host):
            raise BadInput(
                f"{quoted(host)} is not a host name; write it without scheme and port, like play.example or *.example",
                "BAD_HOST",
            )
