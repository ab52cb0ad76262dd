"""What raw-socket tests share: sockets on which a test writes every bit itself, and what they cost the server."""

import json
import os
import socket as sockets
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from samples import SOLITAIRE
from server.running import Json, Player, Running

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
CLOSE_NOWHERE = 4500
"""What Litestar closes a socket with at an address that has none."""
ASK = b'{"kind":"stateRequest","payload":{}}'


class Wire:
    """A socket on which a test puts every bit itself."""

    def __init__(self, port: int, source: str = "127.0.0.1", *, receive_buffer: int | None = None) -> None:
        """Connect from the address `source`; a small `receive_buffer` makes the server feel early that nobody reads."""
        self._plain = sockets.socket()
        if receive_buffer is not None:
            self._plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, receive_buffer)
        self._plain.settimeout(60)
        self._plain.bind((source, 0))
        self._plain.connect(("127.0.0.1", port))
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

    def send_all_it_takes(self, data: bytes, times: int, patience: float = 1.0) -> int:
        """Send something many times over; return how many bytes the server took before it stopped reading."""
        self._plain.settimeout(patience)
        sent = 0
        try:
            for _ in range(times):
                sent += self._send_some(data)
        except OSError:
            pass  # it stopped reading, or cut us off
        self._plain.settimeout(60)
        return sent

    def _send_some(self, data: bytes) -> int:
        sent = 0
        while sent < len(data):
            sent += self._plain.send(memoryview(data)[sent:])
        return sent

    def is_cut_off(self) -> bool:
        """Read to the end; whether the server disconnects, by an end of the stream or a reset."""
        try:
            while self._plain.recv(65_536):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True

    def response(self) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the next HTTP response."""
        first, *lines = self.answer().decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        return int(first.split()[1]), headers, self._take(int(headers.get("content-length", "0")))

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


def upgrade(address: str, connection: str = "Upgrade", **others: str) -> bytes:
    headers = {
        "Host": "saloon", "Upgrade": "websocket", "Connection": connection, "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **others,
    }  # fmt: skip
    lines = [f"GET {address} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


@contextmanager
def talking(server: Running, address: str) -> Iterator[Wire]:
    """Complete the handshake and read the first messages."""
    with Wire(server.port) as wire:
        wire.write(upgrade(address))
        assert b" 101 " in wire.answer()
        assert [wire.message()["kind"], wire.message()["kind"]] == ["table", "snapshot"]
        yield wire


def socket_address(server: Running) -> str:
    """Return the address of a socket at a new table, for the player who opened it."""
    with Player(server.url) as player:
        table_id = player.ask("POST", "/api/tables", {"game": SOLITAIRE})["tableId"]
        return f"/api/tables/{table_id}/ws?token={player.token}"


def resident_bytes(server: Running) -> int:
    """Return the memory that the server's process has now."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
