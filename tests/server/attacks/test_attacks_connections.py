"""Many, fast and slow connections from one address: it meets its limits, and other addresses do not notice."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from saloon.server.settings import Settings
from server.rawsocket import ASK, TEXT, Wire, socket_address, talking, upgrade
from server.running import ROOMY, Running, eventually, fetch

OTHER, THIRD = "127.0.0.2", "127.0.0.3"
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: saloon\r\n\r\n"
NOWHERE = b"GET /nowhere HTTP/1.1\r\nHost: saloon\r\n\r\n"
NO_TABLE = "/api/tables/nowhere/ws"


@contextmanager
def serving(folder: Path, proxies: Sequence[str] = (), **limits: float) -> Iterator[Running]:
    """Run a server with some limits; no test meets the others."""
    settings = Settings(
        database="", countdown_scale=0, limits=msgspec.structs.replace(ROOMY, **limits), trusted_proxies=tuple(proxies)
    )
    with Running(f"sqlite:///{folder / 'saloon.db'}", settings=settings) as server:
        yield server
        assert "Traceback" not in server.errors()


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that answers few requests of one address."""
    with serving(tmp_path_factory.mktemp("calm"), requests_per_second=5) as server:
        yield server


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for nobody."""
    with serving(tmp_path_factory.mktemp("hurried"), head_seconds=1, body_seconds=1) as server:
        yield server


def status(port: int, request: bytes = HEALTH, source: str = "127.0.0.1", forwarded: str = "") -> int:
    """Return how a request on a connection of its own is answered; 0 if the server just hangs up."""
    if forwarded:
        request = request.replace(b"\r\n", f"\r\nX-Forwarded-For: {forwarded}\r\n".encode(), 1)
    try:
        with Wire(port, source) as wire:
            wire.write(request)
            return wire.response()[0]
    except (AssertionError, ConnectionError):
        return 0


# --- how many ---------------------------------------------------------------------------------------------------


def test_an_address_has_a_largest_number_of_connections_of_any_kind(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_address=9) as server, ExitStack() as open_now:
        address = socket_address(server)
        assert eventually(lambda: status(server.port) == 200)
        for _ in range(3):
            open_now.enter_context(Wire(server.port))  # says nothing
            open_now.enter_context(Wire(server.port)).write(b"GET /api/health HT")
            socket = open_now.enter_context(Wire(server.port))
            socket.write(upgrade(address))
            assert b" 101 " in socket.answer()
        with Wire(server.port) as tenth:
            code, headers, body = tenth.response()
            assert (code, json.loads(body)["code"]) == (429, "TOO_MANY_CONNECTIONS")
            assert (headers["content-type"], headers["x-content-type-options"]) == ("application/json", "nosniff")
            assert tenth.is_cut_off()
        assert status(server.port, source=OTHER) == 200
        open_now.close()
        assert eventually(lambda: status(server.port) == 200), "those that left are not counted"


def test_new_connections_per_second_are_limited_by_address(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_second=10) as server, talking(server, socket_address(server)) as seated:
        time.sleep(2)  # the bucket is full again
        begun, accepted = time.monotonic(), 0
        for _ in range(200):
            with Wire(server.port) as wire:
                wire.write(upgrade(NO_TABLE))
                accepted += b" 101 " in wire.answer()
        assert accepted <= 20 + 10 * (time.monotonic() - begun) + 1
        assert status(server.port, source=OTHER) == 200
        seated.send(TEXT, ASK)
        assert seated.message()["reason"] == "STATE_REQUEST"
        assert eventually(lambda: status(server.port) == 200)


def test_a_flood_of_handshakes_is_refused(tmp_path: Path) -> None:
    """At two a second the bucket stays empty however slowly a busy machine sends the flood."""
    with serving(tmp_path, connections_per_second=2) as server:
        answers: list[bool] = []
        for _ in range(100):
            with Wire(server.port) as wire:
                wire.write(upgrade(NO_TABLE))
                answers.append(b" 101 " in wire.answer())
        assert answers.count(False) > 50
        assert status(server.port, source=OTHER) == 200


def test_the_usual_limits_refuse_a_flood_of_handshakes(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}") as server:
        answers: list[bool] = []
        for _ in range(400):
            with Wire(server.port) as wire:
                wire.write(upgrade(NO_TABLE))
                answers.append(b" 101 " in wire.answer())
        assert answers.count(False) > 50
        assert status(server.port, source=OTHER) == 200


@pytest.mark.parametrize(
    ("request_line", "source"),
    [
        ("GET /nowhere", "127.0.0.11"),
        ("POST /api/health", "127.0.0.12"),
        ("GET /api/tables/nowhere", "127.0.0.13"),
        ("BREW /", "127.0.0.14"),
    ],
)
def test_requests_count_whether_they_match_a_route_or_not(request_line: str, source: str, calm: Running) -> None:
    request = f"{request_line} HTTP/1.1\r\nHost: saloon\r\nContent-Length: 2\r\n\r\n{{}}".encode()
    begun = time.monotonic()
    answers = [status(calm.port, request, source) for _ in range(100)]
    assert len(answers) - answers.count(429) <= 10 + 5 * (time.monotonic() - begun) + 1
    assert eventually(lambda: status(calm.port, source=OTHER) == 200)


def test_a_refused_request_is_answered_like_any_other_and_ends_its_connection(calm: Running) -> None:
    post = b"POST /nowhere HTTP/1.1\r\nHost: saloon\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"

    def refused() -> bool:
        with Wire(calm.port, THIRD) as wire:
            wire.write(post)
            time.sleep(0.01)
            wire.write(b"x" * 60_000)
            code, headers, body = wire.response()
            if code == 404:
                return False
            assert (code, json.loads(body)["code"]) == (429, "RATE_LIMITED")
            assert headers["content-security-policy"].startswith("default-src 'none'")
            assert (headers["connection"], headers["retry-after"]) == ("close", "1")
            return wire.is_cut_off()

    assert eventually(refused)


# --- how slow ---------------------------------------------------------------------------------------------------


def _drip(wire: Wire, begun: bytes, drop: bytes) -> bytes:
    """Send something slowly, without end; return what the server says when it has enough."""
    wire.write(begun)
    heard = b""
    wire._plain.settimeout(0.05)
    until = time.monotonic() + 15
    while time.monotonic() < until:
        try:
            data = wire._plain.recv(65_536)
            if not data:
                return heard
            heard += data
        except TimeoutError:
            pass
        except ConnectionError:
            return heard
        with suppress(OSError):
            wire.write(drop)
    raise AssertionError("the server waits for ever")


HEAD = b"GET /api/health HTTP/1.1\r\nHost: saloon\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: saloon\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"


@pytest.mark.parametrize(
    ("begun", "drop"),
    [(HEAD, b"a: b\r\n"), (b"G", b""), (BODY, b" "), (BODY, b"")],
    ids=["head, drop by drop", "head, silence", "body, drop by drop", "body, silence"],
)
def test_a_request_has_to_arrive_in_time(begun: bytes, drop: bytes, hurried: Running) -> None:
    with Wire(hurried.port) as wire:
        heard = _drip(wire, begun, drop)
        assert heard.startswith(b"HTTP/1.1 408 ")
        assert b"REQUEST_TIMEOUT" in heard
        assert status(hurried.port) == 200


def test_a_second_request_has_to_arrive_in_time_too(hurried: Running) -> None:
    with Wire(hurried.port) as wire:
        wire.write(HEALTH)
        assert wire.response()[0] == 200
        heard = _drip(wire, HEAD, b"a: b\r\n")
        assert heard.startswith(b"HTTP/1.1 408 ")


def test_connections_that_say_nothing_are_closed(hurried: Running) -> None:
    with Wire(hurried.port) as silent, Wire(hurried.port) as done:
        done.write(HEALTH)
        assert done.response()[0] == 200
        assert done.is_cut_off()
        assert silent.is_cut_off()


def test_a_slow_but_steady_client_is_served(calm: Running) -> None:
    with Wire(calm.port) as wire:
        for byte in HEALTH:
            wire.write(bytes([byte]))
            time.sleep(0.01)
        assert wire.response()[0] == 200


def test_a_body_that_nobody_wants_is_not_read(hurried: Running) -> None:
    with Wire(hurried.port) as wire:
        wire.write(BODY.replace(b"60000", b"1000000000"))
        assert wire.send_all_it_takes(b"x" * 1_000_000, 60) < 30_000_000
        assert wire.response()[0] == 413
        assert status(hurried.port) == 200


def test_answers_that_nobody_reads_end_the_connection(hurried: Running) -> None:
    asked = 300
    with Wire(hurried.port, receive_buffer=4_096) as wire:
        size = len(fetch(f"{hurried.url}/schema").content)
        assert size > 20_000
        wire.send_all_it_takes(b"GET /schema HTTP/1.1\r\nHost: saloon\r\n\r\n", asked)
        time.sleep(4)
        heard = 0
        try:
            while data := wire._plain.recv(65_536):
                heard += len(data)
        except ConnectionError:
            pass
        assert heard < asked * size


# --- proxies ----------------------------------------------------------------------------------------------------


def test_behind_a_trusted_proxy_the_forwarded_address_counts(tmp_path: Path) -> None:
    with serving(tmp_path, ["127.0.0.0/31"], requests_per_second=5, connections_per_address=5) as server:

        def ask(forwarded: str) -> int:
            return status(server.port, NOWHERE, forwarded=forwarded)

        with ExitStack() as open_now:
            for _ in range(10):  # the proxy may have as many connections as it likes
                open_now.enter_context(Wire(server.port))
            answers = [ask("203.0.113.1") for _ in range(60)]
            assert set(answers) == {404, 429}
            assert ask("203.0.113.2") == 404
            assert ask("203.0.113.1, 203.0.113.3") == 404, "only the last address is the proxy's own word"
        answers = [ask(f"2001:db8::{number:x}") for number in range(60)]
        assert 429 in answers, "one /64 is one client"
        assert ask("2001:db8:0:1::1") == 404


def test_behind_a_trusted_proxy_handshakes_and_sockets_count_by_the_forwarded_address(tmp_path: Path) -> None:
    def opened(port: int, address: str, forwarded: str, number: int) -> list[tuple[str, Wire]]:
        """Open so many at once, so that a busy machine does not spread them over the seconds."""
        wires = [all_.enter_context(Wire(port)) for _ in range(number)]
        for wire in wires:
            wire.write(upgrade(address, **{"X-Forwarded-For": forwarded}))
        assert all(b" 101 " in wire.answer() for wire in wires)
        messages = [wire.message() for wire in wires]
        return [(str(one.get("code") or one["kind"]), wire) for one, wire in zip(messages, wires, strict=True)]

    with (
        serving(tmp_path, ["127.0.0.1"], connections_per_second=3, sockets_per_address=4) as server,
        ExitStack() as all_,
    ):
        address = socket_address(server)
        seen = opened(server.port, address, "203.0.113.1", 30)
        said = [what for what, _ in seen]
        assert said.count("table") == 4
        assert set(said) == {"table", "TOO_MANY_CONNECTIONS", "RATE_LIMITED"}
        assert next(wire for what, wire in seen if what == "RATE_LIMITED").close_code() == 4429
        assert opened(server.port, address, "203.0.113.2", 1)[0][0] == "table"


def test_a_forwarded_address_is_believed_from_trusted_proxies_only(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=5) as server:
        answers = [status(server.port, NOWHERE, forwarded=f"203.0.113.{number}") for number in range(60)]
        assert 429 in answers
    with serving(tmp_path, [THIRD], requests_per_second=5) as server:
        answers = [status(server.port, NOWHERE, forwarded=f"203.0.113.{number}") for number in range(60)]
        assert 429 in answers
        forwarded = [status(server.port, NOWHERE, THIRD, f"203.0.113.{number}") for number in range(60)]
        assert set(forwarded) == {404}


# --- file descriptors -------------------------------------------------------------------------------------------


class Confined(Running):
    """A server whose process has a limit of file descriptors: `soft` at first, and `hard` if it asks for more."""

    soft, hard = 0, 0

    def command(self) -> list[str]:
        """Return the command that starts it under `ulimit`."""
        limit = f'ulimit -Sn {self.soft}; ulimit -Hn {self.hard}; exec "$@"'
        return ["sh", "-c", limit, "sh", *super().command()]


def _connect(open_now: ExitStack, server: Running, source: str, times: int) -> list[Wire]:
    return [open_now.enter_context(Wire(server.port, source)) for _ in range(times)]


def test_the_server_raises_its_limit_of_descriptors(tmp_path: Path) -> None:
    class Low(Confined):
        soft, hard = 64, 4_000

    with (
        Low(
            f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0, limits=ROOMY)
        ) as server,
        ExitStack() as all_,
    ):
        _connect(all_, server, "127.0.0.1", 200)
        assert status(server.port) == 200


def test_a_server_out_of_descriptors_says_so_and_keeps_running(tmp_path: Path) -> None:
    class Few(Confined):
        soft, hard = 256, 256

    limits = msgspec.structs.replace(ROOMY, head_seconds=60)
    with Few(
        f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0, limits=limits)
    ) as server:
        assert "only 256 file descriptors" in server.errors()
        with talking(server, socket_address(server)) as seated, ExitStack() as all_:
            _connect(all_, server, "127.0.0.1", 300)
            assert status(server.port, source=OTHER) == 200, "one address cannot use them all"
            for number in range(2, 6):
                _connect(all_, server, f"127.0.0.{number}", 100)
            eventually(lambda: status(server.port, source="127.0.0.9") == 503)
            assert server.errors().count("out of file descriptors") == 1
            seated.send(TEXT, ASK)
            assert seated.message()["reason"] == "STATE_REQUEST"
            all_.close()
            assert eventually(lambda: status(server.port, source="127.0.0.9") == 200)
            assert socket_address(server), "the database still works"


@pytest.mark.long
def test_a_minute_of_new_connections_is_borne(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}") as server, talking(server, socket_address(server)) as seated:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for _ in range(100):
                with Wire(server.port, OTHER) as wire:
                    wire.write(upgrade(NO_TABLE))
            seated.send(TEXT, ASK)
            assert seated.message()["reason"] == "STATE_REQUEST"
            time.sleep(0.1)
