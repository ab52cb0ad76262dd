"""The page: files built into this package, served with the right cache headers and compression."""

import gzip
from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from saloon.core.errors import quoted

FOLDER: Final = Path(__file__).parents[2] / "page"
"""Built from `web/` by `make page`, and by every build of a wheel."""
ADDRESSES: Final = [
    "/", "/new/{game:str}", "/table/{table_id:str}", "/player", "/history", "/replay/{table_id:str}", "/drills",
    "/settings", "/help", "/offline", "/pairing/{game:str}", "/challenges", "/challenges/{game:str}",
    "/leaderboard", "/leaderboard/{game:str}", "/profile/{public_id:str}",
]  # fmt: skip
"""The URLs of the page's screens; all serve the same document, which routes by itself."""
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK_FIRST: Final = "no-cache"
_FOR_PROGRAMS: Final = frozenset({"api", "assets", "schema", "metrics"})
"""URL prefixes that no person types; errors are JSON there."""
_NOT_FOUND: Final = (
    b'<!doctype html><html lang="en"><title>Not found - Saloon</title>'
    b'<h1>There is nothing here</h1><p><a href="/">Go to the lobby</a></p></html>\n'
)
_SMALL: Final = 1_000
_UNBUILT: Final = "The page has not been built. Run `make page`, or install a wheel of Saloon.\n"
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


class File:
    """A file of the page, read once."""

    def __init__(self, path: Path) -> None:
        self.content = path.read_bytes()
        self.type = _TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
        self.mark = f'"{sha256(self.content).hexdigest()[:20]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        """The gzipped content, if compression is worth it."""
        if len(self.content) < _SMALL or self.type.startswith("image/png"):
            return None
        return gzip.compress(self.content, mtime=0)

    def response(self, request: "Request[Any, Any, Any]", age: str) -> Response[bytes]:
        """Return the response; 304 if the client has the content already."""
        headers = {"cache-control": age, "etag": self.mark, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.mark:
            return Response(b"", status_code=304, headers=headers, media_type=self.type)
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.compressed, headers=headers, media_type=self.type)
        return Response(self.content, headers=headers, media_type=self.type)


@cache
def _file(path: Path) -> File:
    return File(path)


@get(ADDRESSES, include_in_schema=False)
async def screen(request: "Request[Any, Any, Any]") -> Response[Any]:
    """The document of every screen."""
    index = FOLDER / "index.html"
    if not index.is_file():
        return Response(_UNBUILT, status_code=404, media_type="text/plain")
    return _file(index).response(request, _ASK_FIRST)


def is_navigation(request: "Request[Any, Any, Any]") -> bool:
    """Whether a person followed a link or typed the URL and should see a page rather than JSON."""
    area = request.scope["path"].lstrip("/").partition("/")[0]
    return area not in _FOR_PROGRAMS and request.method == "GET" and "text/html" in request.headers.get("accept", "")


def not_found_page() -> Response[bytes]:
    """The document for an unknown URL; it says so and links to the lobby."""
    index = FOLDER / "index.html"
    content = _file(index).content if index.is_file() else _NOT_FOUND
    return Response(content, status_code=404, media_type="text/html")


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: "Request[Any, Any, Any]", name: FromPath[str]) -> Response[bytes]:
    """A file whose name changes with its content, so that browsers cache it forever."""
    files = {path.name: path for path in (FOLDER / "assets").glob("*")}  # looked up, never built from a client's text
    if name not in files:
        raise NotFoundException(f"the page has no file {quoted(name)}")
    return _file(files[name]).response(request, _FOREVER)


def page_handlers() -> Sequence[HTTPRouteHandler]:
    """Return the handlers of all URLs of the page, including the files next to its document."""
    others = [path for path in sorted(FOLDER.glob("*")) if path.is_file() and path.name != "index.html"]
    return [screen, asset, *map(_beside, others)]


def _beside(path: Path) -> HTTPRouteHandler:
    @get(f"/{path.name}", name=f"page {path.name}", include_in_schema=False)
    async def beside(request: "Request[Any, Any, Any]") -> Response[bytes]:
        return _file(path).response(request, _ASK_FIRST)

    return beside
