"""The server sends the page: its document at every screen's address, its files with the right age."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from saloon.server.http.page import ADDRESSES, FOLDER
from samples import SOLITAIRE
from server.running import Running

pytestmark = pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page is not built: run `make page`")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    path = tmp_path_factory.mktemp("page") / "saloon.db"
    with Running(f"sqlite:///{path}") as server, httpx.Client(base_url=server.url) as client:
        yield client


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_screen_is_the_document_and_is_asked_for_again(client: httpx.Client, address: str) -> None:
    answer = client.get(re.sub(r"\{.*?\}", SOLITAIRE, address))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == (FOLDER / "index.html").read_bytes()
    again = client.get("/", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_page_files_are_cached_forever_and_sent_compressed(client: httpx.Client) -> None:
    scripts = sorted((FOLDER / "assets").glob("*.js"), key=lambda path: path.stat().st_size)
    for path in scripts:
        answer = client.get(f"/assets/{path.name}")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.content == path.read_bytes()
    with client.stream("GET", f"/assets/{scripts[-1].name}") as stream:
        raw = b"".join(stream.iter_raw())
    assert gzip.decompress(raw) == scripts[-1].read_bytes()
    plain = client.get(f"/assets/{scripts[-1].name}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_files_beside_the_document_are_found_and_others_are_not(client: httpx.Client) -> None:
    assert client.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
    for address in ("/assets/none.js", "/assets/..%2Findex.html", "/assets/%2e%2e", "/nothing.txt"):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert answer.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize("address", ["/", "/icon.svg", "/api/health", "/api/games", "/metrics", "/nothing.txt"])
def test_head_answers_like_get_without_a_body(client: httpx.Client, address: str) -> None:
    head, answer = client.head(address), client.get(address)
    assert head.content == b""
    assert answer.content
    assert head.status_code == answer.status_code
    varying = ("content-length", "date", "x-request-id") if address == "/metrics" else ("date", "x-request-id")
    assert [one for one in head.headers.items() if one[0] not in varying] == [
        one for one in answer.headers.items() if one[0] not in varying
    ]
    assert client.get("/api/health").status_code == 200


def test_the_page_needs_nothing_that_the_content_policy_forbids(client: httpx.Client) -> None:
    """Neither inline scripts and styles nor files of other hosts; the policy of the document forbids both."""
    answer = client.get("/")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "<style" not in answer.text
    assert " style=" not in answer.text
    assert not re.findall(r"<script(?![^>]*\bsrc=)", answer.text)
    for address in re.findall(r'(?:src|href)="([^"]*)"', answer.text):
        assert address.startswith("/"), address


def test_nothing_that_is_locked_names_a_host() -> None:
    locked = (Path(__file__).parents[2] / "web" / "package-lock.json").read_text()
    assert '"resolved"' not in locked
    assert "registry" not in locked
