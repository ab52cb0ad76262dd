"""Floods of WebSocket frames from one client: it is cut off, and meanwhile everybody else is served."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest

from saloon.server.http.websocket import MOST_FRAGMENTS
from saloon.server.settings import ServerLimits, Settings
from server.attacks.cpu import cpu_seconds
from server.attacks.rows import metric
from server.rawsocket import (
    ASK,
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Wire,
    frame,
    resident_bytes,
    socket_address,
    talking,
    upgrade,
)
from server.running import QUICK, ROOMY, Json, Running, eventually, fetch

MEGABYTE = 1_000_000
NOWHERE = "/api/tables/nowhere/ws"
FRAGMENT = frame(CONTINUATION, b"", fin=False)
PINGS = frame(PING, b"x" * 125) * 1_000


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with its usual limits."""
    path = tmp_path_factory.mktemp("usual") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=Settings(database="", countdown_scale=0)) as server:
        yield server
        assert "Traceback" not in server.errors()


@pytest.fixture(scope="module")
def roomy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets as many frames through as anybody can send."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('roomy') / 'saloon.db'}", settings=QUICK) as server:
        yield server
        assert "Traceback" not in server.errors()


@contextmanager
def attacking(server: Running, address: str) -> Iterator[Wire]:
    """Open a socket and read nothing from it, while another client at another address must be served."""
    with talking(server, socket_address(server)) as other, Wire(server.port) as wire:
        wire.write(upgrade(address))
        assert b" 101 " in wire.answer()
        yield wire
        other.send(TEXT, ASK)
        assert other.message()["reason"] == "STATE_REQUEST"
    assert fetch(f"{server.url}/api/health").status_code == 200


def end_of(wire: Wire) -> tuple[Json, int]:
    """Read on; return the last message and the close code."""
    last: Json = {}
    while True:
        kind, payload = wire.receive()
        if kind == CLOSE:
            return last, int.from_bytes(payload[:2], "big")
        if kind == TEXT:
            last = msgspec.json.decode(payload)


def gone(server: Running, connections: int = 0) -> bool:
    """Whether the server holds only this many sockets."""
    return metric(fetch(f"{server.url}/metrics").text, "saloon_connections") == connections


# --- fragments --------------------------------------------------------------------------------------------------


def test_empty_fragments_count_against_the_rate_limit(usual: Running) -> None:
    with attacking(usual, socket_address(usual)) as wire:
        before = cpu_seconds(usual.pid)
        wire.send(TEXT, b"", fin=False)
        wire.send_all_it_takes(FRAGMENT * 10_000, 5)
        last, code = end_of(wire)
        assert (last["kind"], last["code"], code) == ("closed", "RATE_LIMITED", 4429)
        assert cpu_seconds(usual.pid) - before < 2.0


def test_a_message_has_a_largest_number_of_fragments(roomy: Running) -> None:
    with attacking(roomy, socket_address(roomy)) as wire:
        wire.send(TEXT, b"", fin=False)
        wire.send_all_it_takes(FRAGMENT * 10_000, 5)
        assert end_of(wire)[1] == 1008


def test_a_message_in_as_many_fragments_as_it_may_have_is_read(roomy: Running) -> None:
    with talking(roomy, socket_address(roomy)) as wire:
        for _ in range(2):
            wire.send(TEXT, ASK, fin=False)
            wire.write(FRAGMENT * (MOST_FRAGMENTS - 2))
            wire.send(CONTINUATION, b"")
            assert wire.message()["reason"] == "STATE_REQUEST"


def test_a_refused_socket_is_told_why_and_not_read_from(roomy: Running) -> None:
    with attacking(roomy, NOWHERE) as wire:
        last, code = end_of(wire)
        assert (last["kind"], last["code"], code) == ("closed", "NO_SUCH_TABLE", 4400)
        before = cpu_seconds(roomy.pid)
        wire.send(TEXT, b"", fin=False)
        wire.send_all_it_takes(FRAGMENT * 10_000, 5)
        assert wire.is_cut_off()
        assert cpu_seconds(roomy.pid) - before < 2.0


def test_a_refused_socket_may_send_first_and_is_still_told_why(roomy: Running) -> None:
    with attacking(roomy, NOWHERE) as wire:
        taken = wire.send_all_it_takes(PINGS, 400)
        assert taken < 20 * MEGABYTE, "what the network holds, but not all"
        last, code = end_of(wire)
        assert (last["kind"], last["code"], code) == ("closed", "NO_SUCH_TABLE", 4400)


# --- control frames ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PING, PONG, BINARY, TEXT])
def test_frames_of_every_kind_count_against_the_rate_limit(kind: int, usual: Running) -> None:
    limit = round(2 * ServerLimits().messages_per_second)
    with attacking(usual, socket_address(usual)) as wire:
        wire.write(frame(kind, b"") * 20 * limit)
        last, code = end_of(wire)
        assert (last["code"], code) == ("RATE_LIMITED", 4429)


def test_pings_at_a_usual_rate_are_answered(usual: Running) -> None:
    with talking(usual, socket_address(usual)) as wire:
        for number in range(20):
            wire.send(PING, b"%d" % number)
            assert wire.receive() == (PONG, b"%d" % number)


def test_pings_whose_answers_nobody_reads_end_the_connection(usual: Running) -> None:
    with attacking(usual, socket_address(usual)) as wire:
        before = resident_bytes(usual)
        assert wire.send_all_it_takes(PINGS, 400) < 20 * MEGABYTE
        assert resident_bytes(usual) - before < 10 * MEGABYTE
        assert wire.is_cut_off()


def test_unread_pongs_wait_in_the_outbox_and_no_more_of_them(roomy: Running) -> None:
    with talking(roomy, socket_address(roomy)) as other, Wire(roomy.port, receive_buffer=4_096) as wire:
        wire.write(upgrade(socket_address(roomy)))
        wire.answer()
        before, slow = resident_bytes(roomy), _slow_readers(roomy)
        wire.send_all_it_takes(PINGS, 400)
        assert resident_bytes(roomy) - before < 16 * MEGABYTE
        assert eventually(lambda: _slow_readers(roomy) == slow + 1)
        other.send(TEXT, ASK)
        assert other.message()["reason"] == "STATE_REQUEST"
        assert eventually(lambda: gone(roomy, 1), 20), "its memory is released though it never reads"


def _slow_readers(server: Running) -> float:
    return metric(fetch(f"{server.url}/metrics").text, "saloon_slow_readers_total")


def test_a_reader_that_stalls_is_cut_off_before_the_outbox_is_full(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(ROOMY, body_seconds=1, outbox_bytes=1 << 30)
    with (
        Running(
            f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0, limits=limits)
        ) as server,
        Wire(server.port, receive_buffer=4_096) as wire,
    ):
        wire.write(upgrade(socket_address(server)))
        wire.answer()
        wire.send_all_it_takes(PINGS, 600)  # more than the kernel takes for a client that does not read
        assert eventually(lambda: _slow_readers(server) == 1, 20)
        assert eventually(lambda: gone(server), 20)


def test_many_sockets_of_one_address_do_not_make_many_times_the_rate(tmp_path: Path) -> None:
    limits = ServerLimits(messages_per_second_of_address=20)
    with Running(
        f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0, limits=limits)
    ) as server:
        address = socket_address(server)
        with ExitStack() as stack:
            wires = [stack.enter_context(talking(server, address)) for _ in range(10)]
            other = stack.enter_context(Wire(server.port, "127.0.0.2"))
            other.write(upgrade(address))
            other.answer()
            assert other.message()["kind"] == "table"
            assert other.message()["kind"] == "snapshot"
            for wire in wires:
                wire.write(frame(TEXT, ASK) * 10)
            last = [_last_of(wire, 10) for wire in wires]
            assert sum(message.get("code") == "RATE_LIMITED" for message in last) >= 3
            other.send(TEXT, ASK)
            assert other.message()["reason"] == "STATE_REQUEST"


def _last_of(wire: Wire, messages: int) -> Json:
    """Return the last of this many messages, or the one that ends them."""
    for _ in range(messages):
        message = wire.message()
        if message["kind"] == "closed":
            break
    return message


def test_what_follows_a_broken_frame_is_not_kept(roomy: Running) -> None:
    with attacking(roomy, socket_address(roomy)) as wire:
        before = resident_bytes(roomy)
        wire.write(b"\x83\x80")
        wire.send_all_it_takes(b"x" * MEGABYTE, 50)
        assert resident_bytes(roomy) - before < 5 * MEGABYTE


def test_long_messages_do_not_leave_a_large_buffer_behind(roomy: Running) -> None:
    with talking(roomy, socket_address(roomy)) as wire:
        before = resident_bytes(roomy)
        wire.write(frame(TEXT, b"x" * 60_000) * 400)
        for _ in range(400):
            assert wire.message()["code"] == "MALFORMED_MESSAGE"
        assert resident_bytes(roomy) - before < 3 * MEGABYTE


@pytest.mark.long
def test_many_floods_at_once_do_not_stop_the_others(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=Settings(database="", countdown_scale=0)) as server:
        before, until = resident_bytes(server), time.monotonic() + 60
        with talking(server, socket_address(server)) as other:
            while time.monotonic() < until:
                for address in (NOWHERE, socket_address(server)):
                    with Wire(server.port, "127.0.0.2") as wire:
                        wire.write(upgrade(address))
                        wire.answer()
                        wire.send_all_it_takes(FRAGMENT * 10_000 + PINGS, 20, patience=0.2)
                other.send(TEXT, ASK)
                assert other.message()["reason"] == "STATE_REQUEST"
                time.sleep(0.2)
        assert resident_bytes(server) - before < 60 * MEGABYTE
