"""The line to a client, frame by frame: what RFC 6455 asks of a server, spoken over a plain socket."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from saloon.server.http import websocket
from saloon.server.http.websocket import ConnectionLimits, WebSocketConnection
from saloon.server.limits.token_buckets import TokenBucket
from server.rawsocket import (
    ASK,
    BINARY,
    CLOSE,
    CLOSE_NOWHERE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Wire,
    frame,
    socket_address,
    talking,
    upgrade,
)  # fmt: skip
from server.running import QUICK, Running

NO_CODE = 0
"""What `close_code` returns for a close frame without a code, which is answered in kind."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('line') / 'saloon.db'}", settings=QUICK) as running:
        yield running
        assert "Traceback" not in running.errors()


@pytest.fixture
def address(server: Running) -> str:
    return socket_address(server)


@pytest.mark.parametrize("connection", ["Upgrade", "upgrade", "keep-alive, Upgrade", "Upgrade,keep-alive"])
def test_browsers_and_proxies_may_ask_in_their_own_words(connection: str, server: Running, address: str) -> None:
    with Wire(server.port) as wire:
        wire.write(upgrade(address, connection))
        answer = wire.answer()
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer
        assert wire.message()["kind"] == "table"


def test_a_handshake_without_a_key_is_refused(server: Running, address: str) -> None:
    with Wire(server.port) as wire:
        wire.write(upgrade(address, **{"Sec-WebSocket-Key": "short"}))
        assert wire.answer().startswith(b"HTTP/1.1 400 ")


def test_long_headers_are_read_to_their_end(server: Running, address: str) -> None:
    with Wire(server.port) as wire:
        wire.write(upgrade(address, Cookie=f"other={'x' * 6_000}"))
        assert b" 101 " in wire.answer()
        assert wire.message()["kind"] == "table"


def test_a_message_may_come_in_parts_with_a_ping_between_them(server: Running, address: str) -> None:
    with talking(server, address) as wire:
        wire.send(TEXT, ASK[:5], fin=False)
        wire.send(PING, b"there?")
        wire.send(CONTINUATION, b"", fin=False)
        wire.send(CONTINUATION, ASK[5:])
        assert wire.receive() == (PONG, b"there?")
        assert wire.message()["reason"] == "STATE_REQUEST"
        wire.send(TEXT, ASK)
        assert wire.message()["reason"] == "STATE_REQUEST"


def test_frames_may_come_byte_by_byte_or_many_at_once(server: Running, address: str) -> None:
    with talking(server, address) as wire:
        for byte in frame(TEXT, ASK):
            wire.write(bytes([byte]))
        assert wire.message()["reason"] == "STATE_REQUEST"
        wire.write(frame(TEXT, ASK) * 40)
        assert {wire.message()["reason"] for _ in range(40)} == {"STATE_REQUEST"}


def test_a_message_of_bytes_is_a_message_too(server: Running, address: str) -> None:
    with talking(server, address) as wire:
        wire.send(BINARY, ASK)
        assert wire.message()["reason"] == "STATE_REQUEST"
        wire.send(BINARY, b"\xff\xfe")
        assert wire.message()["code"] == "MALFORMED_MESSAGE"


def test_long_and_short_answers_keep_their_order_while_nobody_reads(server: Running, address: str) -> None:
    with talking(server, address) as wire:
        for _ in range(300):
            wire.send(TEXT, ASK)
            wire.send(TEXT, b"{}")
        kinds = [wire.message()["kind"] for _ in range(600)]
        assert kinds == ["snapshot", "reject"] * 300


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([frame(TEXT, ASK, rsv=4)], 1002),
        ([frame(TEXT, ASK, masked=False)], 1002),
        ([frame(CONTINUATION, ASK)], 1002),
        ([frame(TEXT, b"{", fin=False), frame(TEXT, b"}")], 1002),
        ([frame(PING, b"x" * 126)], 1002),
        ([frame(PING, b"", fin=False)], 1002),
        ([frame(0x3, b"")], 1002),
        ([frame(CLOSE, b"\x03")], 1002),
        ([frame(TEXT, b"\xc3", fin=False), frame(CONTINUATION, b"\x28")], 1007),
        ([frame(TEXT, b"x" * 40_000, fin=False), frame(CONTINUATION, b"x" * 40_000)], 1009),
        ([frame(TEXT, b"x" * 70_000)], 1009),
    ],
)
def test_what_breaks_the_protocol_ends_the_line_with_its_code(
    sent: list[bytes], code: int, server: Running, address: str
) -> None:
    with talking(server, address) as wire:
        for data in sent:
            wire.write(data)
        assert wire.close_code() == code


def test_characters_may_be_split_between_parts(server: Running, address: str) -> None:
    with talking(server, address) as wire:
        wire.send(TEXT, b'{"kind":"\xc3', fin=False)
        wire.send(CONTINUATION, b'\xa4","payload":{}}')
        assert wire.message()["kind"] == "reject"


@pytest.mark.parametrize(("said", "heard"), [(b"\x03\xe8", 1000), (b"\x03\xe9bye", 1001), (b"", NO_CODE)])
def test_a_goodbye_is_answered(said: bytes, heard: int, server: Running, address: str) -> None:
    with talking(server, address) as wire:
        wire.send(CLOSE, said)
        assert wire.close_code() == heard
        assert wire.is_hung_up()


def test_an_address_where_nothing_is_ends_the_line(server: Running) -> None:
    with Wire(server.port) as wire:
        wire.write(upgrade("/api/nowhere"))
        assert b" 101 " in wire.answer()
        assert wire.close_code() == CLOSE_NOWHERE


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    with (
        Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server,
        talking(server, socket_address(server)) as wire,
    ):
        assert server.process is not None
        server.process.terminate()
        assert wire.close_code() == 1012
        wire.send(CLOSE, b"\x03\xf4")
        assert server.process.wait(10) is not None


class _Transport:
    """What a connection needs of a transport; `on_write` plays the client."""

    def __init__(self, on_write: Callable[[bytes], None]) -> None:
        self.write = on_write
        self.aborted = asyncio.Event()
        self.abort = self.aborted.set

    def pause_reading(self) -> None:
        """Nothing is read here anyway."""

    resume_reading = pause_reading

    def get_write_buffer_size(self) -> int:
        return 0


class _Deaf:
    """A listener that nothing is sent to."""

    def receive(self, message: bytes) -> None:
        raise AssertionError(message)

    on_overflow = on_flood = lambda self: None


def _idle(monkeypatch: pytest.MonkeyPatch, on_write: Callable[[bytes], None]) -> tuple[WebSocketConnection, _Transport]:
    """Open a connection to a client that sends nothing of itself; silence is noticed at once."""
    monkeypatch.setattr(websocket, "_PING_SECONDS", 0.01)
    connection, transport = WebSocketConnection(1_000), _Transport(on_write)
    roomy = TokenBucket(1e6, 0.0)
    assert connection.open(cast(Any, transport), upgrade("/")) is not None
    connection.listen(_Deaf(), ConnectionLimits(roomy, roomy), lambda: None)
    return connection, transport


def test_a_silent_client_is_pinged_and_then_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        sent: list[bytes] = []
        _, transport = _idle(monkeypatch, sent.append)
        await asyncio.wait_for(transport.aborted.wait(), 30)
        assert sent[1:] == [b"\x89\x00"]

    asyncio.run(play())


def test_a_client_that_answers_pings_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        pinged: asyncio.Queue[bytes] = asyncio.Queue()
        connection, transport = _idle(monkeypatch, pinged.put_nowait)
        await pinged.get()  # the handshake
        for _ in range(5):
            assert await asyncio.wait_for(pinged.get(), 30) == b"\x89\x00"
            connection.receive(frame(PONG, b""))
            assert not transport.aborted.is_set()
        connection.end()

    asyncio.run(play())


def test_an_end_before_anybody_listens_is_reported_once() -> None:
    async def play() -> None:
        connection, roomy, ends = WebSocketConnection(1_000), TokenBucket(1e6, 0.0), list[bool]()
        assert connection.open(cast(Any, _Transport(lambda _: None)), upgrade("/")) is not None
        connection.end()
        connection.listen(_Deaf(), ConnectionLimits(roomy, roomy), lambda: ends.append(True))
        connection.end()
        assert ends == [True]

    asyncio.run(play())


@given(st.sampled_from([0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000]) | st.integers(0, 2_000))
def test_a_message_is_framed_as_the_library_frames_it(size: int) -> None:
    message = b"x" * size
    assert websocket._text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
