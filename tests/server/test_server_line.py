"""The line to a client, frame by frame: what RFC 6455 asks of a server, spoken over a plain socket."""

import json
import os
import socket as sockets
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

from saloon.server.socket import CLOSE_NOWHERE
from server.running import QUICK, Json, Player, Running

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
ASK = b'{"kind":"stateRequest","payload":{}}'


class Wire:
    """A socket on which a test puts every bit itself."""

    def __init__(self, port: int) -> None:
        self._plain = sockets.create_connection(("127.0.0.1", port), timeout=20)
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._plain.close()

    def write(self, data: bytes) -> None:
        self._plain.sendall(data)

    def send(self, kind: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0, masked: bool = True) -> None:
        self.write(frame(kind, payload, fin=fin, rsv=rsv, masked=masked))

    def answer(self) -> bytes:
        """Return the server's answer to the upgrade."""
        while b"\r\n\r\n" not in self._rest:
            self._more()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        return head

    def receive(self) -> tuple[int, bytes]:
        """Return kind and payload of the next frame; frames of a server are whole and unmasked."""
        first, second = self._take(2)
        assert first & 0xF0 == 0x80
        size = second
        if size == 126:
            (size,) = struct.unpack("!H", self._take(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._take(8))
        return first & 0x0F, self._take(size)

    def message(self) -> Json:
        """Return the next message that is no answer to a ping."""
        kind, payload = self.receive()
        assert kind == TEXT, (kind, payload)
        message: Json = json.loads(payload)
        return message

    def close_code(self) -> int:
        """Read until the server says goodbye; return its code."""
        while True:
            kind, payload = self.receive()
            if kind == CLOSE:
                return int.from_bytes(payload[:2], "big")

    def is_hung_up(self) -> bool:
        """Whether the server closes the connection itself."""
        self._rest = b""
        return not self._plain.recv(1)

    def _take(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._more()
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _more(self) -> None:
        data = self._plain.recv(65_536)
        assert data, "the server has hung up"
        self._rest += data


def frame(kind: int, payload: bytes, *, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    """Return one frame of a client."""
    first = (0x80 if fin else 0) | rsv << 4 | kind
    mark = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, mark | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, mark | 126, size)
    else:
        head = struct.pack("!BBQ", first, mark | 127, size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('line') / 'saloon.db'}", settings=QUICK) as running:
        yield running
        assert "Traceback" not in running.errors()


@pytest.fixture
def address(server: Running) -> str:
    player = Player(server.url)
    table_id = player.ask("POST", "/api/tables", {"game": "klondike"})["tableId"]
    player.close()
    return f"/api/tables/{table_id}/ws?token={player.token}"


def upgrade(address: str, connection: str = "Upgrade", **others: str) -> bytes:
    headers = {
        "Host": "saloon", "Upgrade": "websocket", "Connection": connection, "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **others,
    }  # fmt: skip
    lines = [f"GET {address} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


@contextmanager
def talking(server: Running, address: str) -> Iterator[Wire]:
    """Shake hands and hear how the table stands."""
    with Wire(server.port) as wire:
        wire.write(upgrade(address))
        assert b" 101 " in wire.answer()
        assert [wire.message()["kind"], wire.message()["kind"]] == ["table", "snapshot"]
        yield wire


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


@pytest.mark.parametrize(("said", "heard"), [(b"\x03\xe8", 1000), (b"\x03\xe9bye", 1001), (b"", 1000)])
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
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        player = Player(server.url)
        table_id = player.ask("POST", "/api/tables", {"game": "klondike"})["tableId"]
        player.close()
        with talking(server, f"/api/tables/{table_id}/ws?token={player.token}") as wire:
            assert server.process is not None
            server.process.terminate()
            assert wire.close_code() == 1012
            wire.send(CLOSE, b"\x03\xf4")
            assert server.process.wait(10) is not None
