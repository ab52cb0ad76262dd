"""Addresses, headers and bodies that no well-behaved client sends: each gets an answer, none makes the server fail."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from saloon.server.http.page import FOLDER
from samples import SAVING, SOLITAIRE, TIMED, an_option, idle_move
from server.running import QUICK, STARTING, Closed, Player, Running, Socket, client, fetch

EVIL = "https://evil.example"
HTML = "text/html,application/xhtml+xml,*/*;q=0.8"
SECURITY_HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")
YEAR = 365 * 24 * 3600


# --- addresses --------------------------------------------------------------------------------------------------


def raw(server: Running, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes as they are; return status, headers and body of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=STARTING) as line:
        line.sendall(request)
        answer = _all_of(line)
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}
    return int(first.split(" ")[1]), headers, body


def _all_of(line: socket.socket) -> bytes:
    """Read until the server closes; requests of these tests ask it to."""
    parts = []
    while part := line.recv(65536):
        parts.append(part)
    return b"".join(parts)


def get(target: str, *headers: str, method: str = "GET") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1")


@pytest.mark.parametrize(
    "name",
    ["x" * 256, "x" * 1900, "a%00b", "%2e%2e", "..%2Findex.html", "%2e%2e%2findex.html", "..",
     "%ff%fe", "%0d%0aSet-Cookie:x", "", "."],
    ids=lambda name: name[:20],
)  # fmt: skip
def test_a_missing_file_is_a_404_under_any_name(server: Running, name: str) -> None:
    status, headers, body = raw(server, get(f"/assets/{name}"))
    assert (status, json.loads(body)["code"]) == (404, "NOT_FOUND")
    assert "set-cookie" not in headers


def test_a_very_long_url_is_nowhere_and_a_query_has_few_parameters(server: Running) -> None:
    long = "x" * 5_000
    for target in (f"/api/tables/{long}", f"/new/{long}", f"/assets/{long}", f"/api/tables?game={long}", f"/{long}"):
        status, _, body = raw(server, get(target))
        assert (status, json.loads(body)["code"]) == (404, "NOT_FOUND")
        assert b"5" in body
    status, _, body = raw(server, get(f"/api/tables?game=cards{'&a' * 1_000}"))
    assert (status, json.loads(body)["code"]) == (400, "BAD_REQUEST")
    with (
        pytest.raises(Closed) as closed,
        connect(f"ws://127.0.0.1:{server.port}/api/tables/{long}/ws", proxy=None, close_timeout=1) as connection,
    ):
        Socket(connection).receive()
    assert closed.value.code == 4400


def test_long_requests_leave_nothing_behind_in_memory(tmp_path: Path) -> None:
    """The framework caches what it parses: a thousand long URLs and cookies would cost almost a gigabyte for good."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, client() as http:
        http.get(f"{server.url}/api/players/me")
        before = resident_megabytes(server.pid)
        for number in range(250):
            mark = f"{number:04}"
            http.get(f"{server.url}/api/tables/{mark}{'x' * 60_000}")
            http.get(f"{server.url}/api/tables?game={mark}{'&a' * 25_000}")
            cookies = ";".join(f"a{mark}{cookie}=1" for cookie in range(5_000))
            http.get(f"{server.url}/api/players/me/stats", headers={"cookie": cookies})
        grown = resident_megabytes(server.pid) - before
    assert grown < 40, grown


def resident_megabytes(pid: int) -> int:
    """Return how much memory a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


@pytest.mark.parametrize("path", ["/schema/swagger", "/schema/redoc", "/schema/elements", "/schema/rapidoc"])
def test_no_page_of_the_api_needs_scripts_from_elsewhere(server: Running, path: str) -> None:
    answer = fetch(f"{server.url}{path}", accept=HTML)
    assert answer.status_code == 404
    assert "<script" not in answer.text
    assert fetch(f"{server.url}/schema").json()["openapi"].startswith("3.")


@pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page is not built: run `make page`")
@pytest.mark.parametrize(
    "path", ["/nowhere", "/nowhere/at/all", "/tables/1", "/index.php?a=b", "/%F0%9F%83%8F", "/apiary"]
)
def test_an_unknown_address_shows_a_page_to_people_and_json_to_programs(server: Running, path: str) -> None:
    shown = fetch(f"{server.url}{path}", accept=HTML)
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    assert shown.content == (FOLDER / "index.html").read_bytes()
    told = fetch(f"{server.url}{path}")
    assert (told.status_code, told.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("path", ["/api/nowhere", "/api", "/assets/none.js", "/metrics/none"])
def test_programs_addresses_answer_in_json_to_everybody(server: Running, path: str) -> None:
    answer = fetch(f"{server.url}{path}", accept=HTML)
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


# --- headers of every answer ------------------------------------------------------------------------------------


def everything(url: str) -> list[httpx.Response]:
    """One answer of each kind, most of them given before a handler is reached."""
    form = {"content-type": "text/plain"}
    with client() as http:
        return [
            http.get(f"{url}/api/health"),
            http.get(f"{url}/"),
            http.get(f"{url}/nowhere"),
            http.get(f"{url}/nowhere", headers={"accept": HTML}),
            http.get(f"{url}/assets/none"),
            http.get(f"{url}/icon.svg"),
            http.get(f"{url}/{'x' * 5000}"),
            http.get(f"{url}/api/health", headers={"host": "a b"}),
            http.head(f"{url}/api/health"),
            http.options(f"{url}/api/tables"),
            http.request("TRACE", f"{url}/api/health"),
            http.put(f"{url}/api/games"),
            http.post(f"{url}/api/tables", content=b"x", headers=form),
            http.post(f"{url}/api/tables", json={"game": TIMED}, headers={"origin": EVIL}),
            http.post(f"{url}/api/tables", json={"game": "x" * 100_000}),
            http.get(f"{url}/api/players/me/stats"),
        ]


def test_every_answer_has_the_security_headers_and_hsts_if_secure(tmp_path: Path) -> None:
    for secure in (False, True):
        settings = msgspec.structs.replace(QUICK, secure=secure)
        with Running(f"sqlite:///{tmp_path / f'{secure}.db'}", settings=settings) as server:
            for answer in everything(server.url):
                where = (answer.request.method, str(answer.request.url)[:60], answer.status_code)
                assert all(name in answer.headers for name in SECURITY_HEADERS), where
                assert all(len(answer.headers.get_list(name)) == 1 for name in SECURITY_HEADERS), where
                assert "cache-control" in answer.headers, where
                assert "server" not in answer.headers
                assert answer.status_code < 500
                told = answer.headers.get("strict-transport-security", "")
                assert (int(told.removeprefix("max-age=").split(";")[0] or 0) >= YEAR) if secure else not told, where


def test_behind_https_a_page_of_plain_http_is_another_origin(tmp_path: Path) -> None:
    """Somebody who can tamper with plain HTTP on the same host must not be able to play as another player."""
    settings = msgspec.structs.replace(QUICK, secure=True)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, Player(server.url) as player:
        for scheme, status in (("https", 201), ("http", 403)):
            headers = {"origin": f"{scheme}://127.0.0.1:{server.port}"}
            answer = player.http.post(f"{server.url}/api/tables", json={"game": TIMED}, headers=headers)
            assert answer.status_code == status
        table_id = player.create(SOLITAIRE).table_id
        with player.socket(table_id, origin=server.url) as refused:
            assert refused.closed().word["code"] == "ORIGIN_REFUSED"


# --- odd requests -----------------------------------------------------------------------------------------------


def odd_requests(token: str, table_id: str) -> Iterator[bytes]:
    """Requests that no well-behaved client sends."""
    post = f"/api/tables/{table_id}/actions"
    for method in ("TRACE", "CONNECT", "OPTIONS", "PROPFIND", "get", "HEAD", "PUT", "X" * 300):
        for target in ("/api/health", "/", "*", f"/api/tables/{table_id}"):
            yield get(target, method=method)
    for target in (
        "//evil.example/%2f..", "/\\evil.example", "/%00", "/%", "/%zz", "/%ff%fe%fd", "/api/tables/%00",
        "/api/tables/..%2f..%2fetc%2fpasswd", "/api/tables/%F0%9F%92%A9", "/new/%00", "/table/%0d%0aX:y",
        "/api//tables", "/?a=%ff&b=%00",
        "/api/tables?game=%ff", "/api/tables?game[]=1&game=2", f"/api/daily/{SOLITAIRE}?day=9999999999-01-01",
        f"/api/daily/{SOLITAIRE}?day=%00", "/api/daily/%00", "/api/tables/x/replay", "http://evil.example/api/health",
        "/api/players/me?token=" + "x" * 500, "/api/tables/" + "9" * 400, "/;/../..//api/health", "/api/health/",
    ):  # fmt: skip
        yield get(target)
    for header in (
        "Authorization: Bearer", "Authorization: Bearer  ", "Authorization: Bearer \xff\xfe",
        "Authorization: Basic eDp5",
        "Authorization: Bearer s.x.0.0.y", f"Authorization: Bearer {token}x", "Authorization: Bearer " + "é" * 50,
        "Authorization: Bearer s." + "9" * 5000 + ".9.9.x", "Authorization: Bearer p.\xe9.\xe9",
        "Cookie: saloon_player",
        "Cookie: saloon_player=\xff\xfe", "Cookie: =;;;==; saloon_player=\"", "Cookie: saloon_player=%ff%00",
        "Cookie: " + "a=b; " * 1500, "Cookie: saloon_player=" + "x" * 8000, "Accept: \xff",
        "Accept: " + "text/html," * 500,
        "Origin: \xff", "Origin: http://[", "If-None-Match: \xff", "Accept-Encoding: \xff", "Sec-Fetch-Site: \xff",
        "X-Forwarded-For: \xff, 1.2.3.4", "Forwarded: for=\"",
        "Content-Length: -1", "Content-Length: 99999999999999999999", "Expect: 100-continue",
        "Upgrade: h2c", "Range: bytes=0-",
    ):  # fmt: skip
        yield get("/api/players/me", header)
        yield get("/", header)
        yield get("/api/players/me", header, "Content-Type: application/json", method="PATCH")
    smuggled = get("/api/tables", "Content-Length: 5", "Transfer-Encoding: chunked", "Content-Type: application/json")
    yield smuggled.replace(b"GET", b"POST", 1) + b"0\r\n\r\nGET /api/health HTTP/1.1\r\n\r\n"
    yield b"GET /api/health HTTP/1.0\r\n\r\n"
    yield b"GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n"
    yield b"GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"
    yield b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n"
    for body in odd_bodies():
        for target, method in (
            (post, "POST"),
            ("/api/tables", "POST"),
            ("/api/saves", "POST"),
            ("/api/players/me", "PATCH"),
        ):
            head = get(
                target, f"Authorization: Bearer {token}", "Content-Type: application/json",
                f"Content-Length: {len(body)}",
                method=method,
            )  # fmt: skip
            yield head + body


def odd_bodies() -> Iterator[bytes]:
    game, saving = SOLITAIRE.encode(), SAVING.encode()
    kind, option, other = (
        text.encode() for text in (idle_move(SOLITAIRE)["kind"], an_option(SOLITAIRE), an_option(SAVING))
    )
    yield from (b"", b"null", b"[]", b"1", b'""', b"{", b"{}x", b"\xff\xfe", b"\xef\xbb\xbf{}", b"{}" * 100, b"\x00")
    for depth in (100, 1_000, 20_000):
        yield b"[" * depth
        yield b"[" * depth + b"]" * depth
        yield b'{"a":' * depth + b"1" + b"}" * depth
        for name in (b"payload", b"options", b"seats", b"name", b"state", b"seed"):
            nested = b'{"a":' * (depth // 2) + b"1" + b"}" * (depth // 2)
            yield b'{"kind":"%b","game":"%b","%b":%b}' % (kind, game, name, nested)
    for number in (
        b"1e999",
        b"-1e999",
        b"9" * 5_000,
        b"-0",
        b"1.0",
        b"1e-999",
        b"NaN",
        b"true",
        b'"1"',
        b"9223372036854775808",
    ):
        yield b'{"kind":"%b","payload":{},"seq":%b,"baseRev":%b}' % (kind, number, number)
        yield b'{"kind":"%b","payload":{"a":%b},"seq":0,"baseRev":0}' % (kind, number)
        yield b'{"game":"%b","seed":%b}' % (game, number)
        yield b'{"game":"%b","options":{"%b":%b}}' % (game, option, number)
        yield b'{"game":"%b","seats":[{"kind":"human","level":%b}]}' % (game, number)
        yield b'{"game":"%b","seed":"%b","options":{"%b":%b}}' % (saving, number, other, number)
        yield b'{"name":%b}' % number
        yield b'{"version":%b,"state":%b,"timestamp":%b}' % (number, number, number)
    yield b'{"game":"%b","game":"%b","seed":"1","seed":"2"}' % (saving, game)
    yield b'{"kind":"%b","kind":"resign","payload":{},"payload":[],"seq":0,"baseRev":0}' % kind
    for text in (rb"\ud800", rb"\u0000", rb"\u202e", b"x" * 5_000, "é".encode("latin-1"), rb"\ud83d\ude00", b"\\"):
        yield b'{"game":"%b","seed":"%b"}' % (text, text)
        yield b'{"game":"%b","seed":"%b"}' % (game, text)
        yield b'{"game":"%b","options":{"%b":"%b"}}' % (game, text, text)
        yield b'{"kind":"%b","payload":{"%b":"%b"},"seq":0,"baseRev":0}' % (text, text, text)
        yield b'{"name":"%b"}' % text


def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    """Whatever is sent is answered below 500, and leaves neither a traceback nor a token in the log."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        table = player.create(SOLITAIRE, seed="1")
        for request in odd_requests(player.token, table.table_id):
            try:
                status, _, _ = raw(server, request)
            except (ConnectionError, IndexError):
                continue  # cut off: not HTTP at all
            assert status < 500, request[:300]
        assert server.process is not None
        assert server.process.poll() is None
        assert fetch(f"{server.url}/api/health").status_code == 200
        assert "Traceback" not in server.errors(), server.errors()[-3000:]
        assert player.token not in server.errors()
