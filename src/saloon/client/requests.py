"""Requests over HTTP: signed with the player's token, answers read as structs, refusals raised with their reasons."""

from collections.abc import AsyncIterator
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from .errors import ConnectionLost, RequestRefused
from .socket import no_tls

T = TypeVar("T")


class Requests:
    """Sends requests of the protocol to one server, as one player."""

    def __init__(self, url: str, *, token: str | None = None, patience: float = 120) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.token = token
        tls = {} if self.url.startswith("https:") else {"verify": no_tls()}
        self._http = httpx.AsyncClient(base_url=self.url, timeout=patience, **tls)  # type: ignore[arg-type]

    def socket_address(self, path: str) -> str:
        """Return the address of a table's socket."""
        return f"{self.url.replace('http', 'ws', 1)}{path}/ws"

    async def ask(self, method: str, path: str, kind: type[T], body: Any = None, *, token: str | None = None) -> T:
        """Send a request of the protocol and return its answer, read as `kind`."""
        content = None if body is None else msgspec.json.encode(body)
        return msgspec.json.decode(await self.request(method, path, content, token=token), type=kind)

    async def request(self, method: str, path: str, body: bytes | None = None, *, token: str | None = None) -> bytes:
        """Send a request and return the body of its answer; raise RequestRefused with the server's reason."""
        headers = self._headers(token)
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            response = await self._http.request(method, path, content=body, headers=headers)
        except httpx.TransportError as error:
            raise self._lost(error) from error
        self._http.cookies.clear()
        if response.is_error:
            raise _refusal(response)
        return response.content

    async def lines(self, method: str, path: str, *, token: str | None = None) -> AsyncIterator[str]:
        """Yield the lines of an answer as they arrive; a search may take its time between two of them."""
        patient = httpx.Timeout(self.patience, read=None)
        try:
            async with self._http.stream(method, path, headers=self._headers(token), timeout=patient) as response:
                self._http.cookies.clear()
                if response.is_error:
                    await response.aread()
                    raise _refusal(response)
                async for line in response.aiter_lines():
                    if line:
                        yield line
        except httpx.TransportError as error:
            raise self._lost(error) from error

    def _headers(self, token: str | None) -> dict[str, str]:
        proof = token or self.token
        return {} if proof is None else {"authorization": f"Bearer {proof}"}

    def _lost(self, error: Exception) -> ConnectionLost:
        if isinstance(error, httpx.ReadTimeout):
            return ConnectionLost(f"{self.url} has not answered for {self.patience:g} seconds")
        return ConnectionLost(f"{self.url} cannot be reached: {error!r}")


def address(path: str, *parts: object, **query: object) -> str:
    """Return a path with each `{}` replaced by a part, quoted, and the query; a query that is None is left out.

    >>> address("/api/tables/{}/replay", "a/b", seat=2, game=None)
    '/api/tables/a%2Fb/replay?seat=2'
    """
    given = {key: value for key, value in query.items() if value is not None}
    return path.format(*(quote(str(part), safe="") for part in parts)) + (f"?{urlencode(given)}" if given else "")


def _refusal(response: httpx.Response) -> RequestRefused:
    status = response.status_code
    try:
        problem = msgspec.json.decode(response.content, type=dict[str, Any])
        return RequestRefused(str(problem["code"]), str(problem["reason"]), status)
    except (msgspec.MsgspecError, KeyError):
        return RequestRefused("BAD_ANSWER", f"the server answered with status {status}", status)
