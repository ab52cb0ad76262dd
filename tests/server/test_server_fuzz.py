"""For any input the server answers or hangs up, keeps running, frees the memory, and loses no table."""

import asyncio
import gc
import json
import socket as sockets
import struct
import subprocess
import time
import tracemalloc
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from saloon.games import GAMES
from saloon.table.messages import LONGEST_MESSAGE
from samples import BETWEEN_PEOPLE, SOLITAIRE
from server.running import QUICK, Json, Player, Running, Socket
from server.wire import ClosedSocket, running
from server.wire import Socket as WireSocket
from table.common import NAMES

JUNK: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e300, 2**63, 2**64, -(2**70), "", "p1", "\x00", "é" * 9, "\U0001f0a1", [], [[]],
    {}, {"zone": "moon"}, {"zone": "tableau", "owner": "p1", "index": 0}, {"kind": "draw"}, "AS", "__proto__",
]  # fmt: skip
FIELDS = ["kind", "payload", "seq", "baseRev", "matchId", "clientId", "protocolVersion", "clientTime", "state", "rules"]

RAW: list[str | bytes] = [
    "", " ", "\x00", "{", "}", "[]", "null", "true", "3", '"draw"', "{}", '{"kind":"draw"}', '{"payload":{}}',
    '{"kind":"draw","payload":{},"seq":0,"baseRev":0', '{"kind":"draw","payload":{}}{}', "\ufeff{}",
    '{"kind":"draw","payload":{},"seq":1e999,"baseRev":0}', '{"kind":"draw","payload":{},"seq":NaN,"baseRev":0}',
    '{"kind":"draw","payload":{},"seq":0,"baseRev":' + "9" * 6000 + "}",
    '{"kind":"draw","payload":{},"seq":-' + "9" * 6000 + ',"baseRev":0}',
    '{"kind":"\\ud800","payload":{},"seq":0,"baseRev":0}',
    '{"kind":"draw","payload":{"\\ud800":1},"seq":0,"baseRev":0}',
    '{"kind":"draw","payload":{},"seq":0,"baseRev":0,"matchId":"\\ud800"}',
    '{"kind":"draw","kind":"resign","payload":{},"payload":[]}',
    "[" * 8000, "[" * 8000 + "]" * 8000, '{"payload":' * 1000,
    '{"kind":"draw","payload":' + '{"a":' * 2500 + "1" + "}" * 2501,
    '{"kind":"draw","payload":{"a":' + "[" * 8000 + "]" * 8000 + '},"seq":0,"baseRev":0}',
    '{"kind":"' + "x" * 16_000 + '","payload":{}}', "x" * LONGEST_MESSAGE, "x" * (LONGEST_MESSAGE + 1), "é" * 20_000,
    "x" * 60_000, b"", b"\x00", b"\xff\xfe", b'{"kind":"stateRequest","payload":{}}', bytes(range(256)) * 60,
    b"x" * 60_000,
]  # fmt: skip


def junk(random: Random) -> Any:
    """Return something that does not belong there; a copy, since it may become a payload and be changed itself."""
    return deepcopy(random.choice(JUNK))


def mutated(random: Random, good: Json) -> str:
    """Return a message that is nearly right, or was."""
    message: Any = json.loads(json.dumps(good))
    for _ in range(random.randint(1, 3)):
        place = random.choice(FIELDS)
        if random.random() < 0.3:
            message.pop(place, None)
        elif place == "payload" and isinstance(message.get("payload"), dict) and random.random() < 0.7:
            inner = message["payload"]
            key = random.choice([*inner, "count", "source", "card", "bid", "x"])
            inner[key] = junk(random)
        else:
            message[place] = junk(random)
    text = json.dumps(message, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.2:
        start = random.randrange(len(text))
        text = text[:start] + text[start + random.randint(1, 9) :]
    return text


def noise(random: Random) -> str | bytes:
    """Return bytes or text that nobody meant."""
    if random.random() < 0.5:
        return random.randbytes(random.randint(0, 400))
    return "".join(chr(random.choice((random.randint(0, 127), random.randint(0x80, 0xD7FF)))) for _ in range(60))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'saloon.db'}", settings=QUICK) as running:
        yield running


@pytest.fixture
def player(server: Running) -> Iterator[Player]:
    known = len(server.errors())
    player = Player(server.url)
    yield player
    player.close()
    fresh = server.errors()[known:]
    assert "Traceback" not in fresh, fresh


def hung_up(connection: ClientConnection) -> int:
    """Read until the server hangs up; return with which code."""
    try:
        while True:
            connection.recv(5)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def opened(player: Player, name: str) -> str:
    """Open a table with bots, if it needs any, which everyone may watch; return its id."""
    seats = [{"kind": "human"}, *[{"kind": "bot"}] * (len(GAMES[name].seats) - 1)]
    wish = {"game": name, "seats": seats, "private": False}
    table_id: str = player.ask("POST", "/api/tables", wish)["tableId"]
    return table_id


def is_answer(message: Json) -> bool:
    """Whether this is a reply to a request; acks of bots are skipped."""
    return message["kind"] in ("reject", "snapshot", "closed") or message.get("clientId") == "p1"


def snapshot(socket: Socket) -> Json:
    """Request the state: the connection still works."""
    socket.send({"kind": "stateRequest", "payload": {}})
    return socket.until(lambda one: one["kind"] == "snapshot" and one["reason"] == "STATE_REQUEST")


@pytest.mark.parametrize("name", NAMES)
def test_every_message_that_is_none_gets_one_reject(name: str, player: Player) -> None:
    here = opened(player, name)
    with player.socket(here) as socket:
        socket.kind("snapshot")
        for raw in RAW:
            socket.send(raw)
            answer = socket.until(is_answer)
            if raw == b'{"kind":"stateRequest","payload":{}}':
                assert answer["kind"] in ("reject", "snapshot")
                continue
            assert answer["kind"] == "reject", (raw[:80], answer)
            assert answer["code"] == "MALFORMED_MESSAGE", (raw[:80], answer)
            assert len(answer["reason"]) < 400
        assert snapshot(socket)["expectedSeq"] == 0


def test_a_message_beyond_all_bounds_ends_its_own_connection_only(player: Player) -> None:
    here = opened(player, SOLITAIRE)
    with player.socket(here) as other:
        for raw in ("x" * 70_000, b"x" * 3_000_000):
            with player.socket(here) as socket:
                socket.kind("snapshot")
                socket.send(raw)
                assert socket.closed().code in (1009, 1006)
        assert snapshot(other)["rev"] == 0


def test_invalid_text_closes_only_its_own_connection(player: Player, server: Running) -> None:
    here = opened(player, SOLITAIRE)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{here}/ws?token={player.token}"
    with player.socket(here) as other:
        with connect(address, proxy=None) as connection:
            connection.recv(5)
            connection.send(b"\xff\xfe\xfd", text=True)
            assert hung_up(connection) == 1007
        assert snapshot(other)["rev"] == 0


def resident(pid: int) -> int:
    """Return how many kilobytes a process has in memory."""
    return int(subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True).stdout)


def test_thousands_of_wrong_messages_leave_every_table_in_play_and_no_memory_used(
    player: Player, server: Running
) -> None:
    random = Random(4)
    tables = {name: opened(player, name) for name in NAMES}
    sizes = []
    for _ in range(5):
        for name, here in tables.items():
            _fuzz(player, name, here, random, 100)
        sizes.append(resident(server.pid))
    assert sizes[-1] - sizes[1] < 3_000, sizes
    _wait_for(player, server, "saloon_connections 0.0")
    before = {name: player.ask("GET", f"/api/tables/{here}") for name, here in tables.items()}
    server.restart()
    after = {name: player.ask("GET", f"/api/tables/{here}") for name, here in tables.items()}
    for name, seen in before.items():
        if name not in BETWEEN_PEOPLE:  # bots may have moved meanwhile
            assert after[name] == seen
        assert after[name]["rev"] >= seen["rev"]


def test_a_refused_message_is_forgotten(tmp_path: Path) -> None:
    async def scenario() -> int:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            here = (await wire.ask("POST", "/api/tables", token, json={"game": SOLITAIRE})).json()["tableId"]
            async with wire.socket(here, token) as socket:
                await socket.text()
                await socket.text()
                await _refused(socket, 300)
                gc.collect()
                tracemalloc.start()
                try:
                    before = tracemalloc.get_traced_memory()[0]
                    await _refused(socket, 800)
                    gc.collect()
                    return tracemalloc.get_traced_memory()[0] - before
                finally:
                    tracemalloc.stop()

    assert asyncio.run(scenario()) < 40_000  # fifty bytes a message


async def _refused(socket: Any, count: int) -> None:
    for number in range(count):
        socket.send(RAW[number % 20] if number % 2 else {"kind": "fly", "payload": {}, "seq": number % 9, "baseRev": 0})
        assert '"kind":"ack"' not in await socket.text()


def _fuzz(player: Player, name: str, here: str, random: Random, count: int) -> None:
    """Send wrong messages, then a right one that is accepted."""
    with player.socket(here) as socket:
        state = socket.kind("snapshot")
        if state["outcome"] is not None:
            return
        moves = [one for one in state["legal"] if one["kind"] not in ("offerEnd", "resign", "pause")]
        good = {"seq": state["expectedSeq"], "baseRev": state["rev"], **random.choice(moves or state["legal"])}
        for number in range(count):
            padding = " " * (15_000 * (number % 3 == 1))  # so that a message that is kept is noticed
            socket.send(noise(random) if number % 3 == 0 else padding + mutated(random, good))
            answer = socket.until(is_answer)
            assert answer["kind"] in ("ack", "reject", "snapshot")
        now = snapshot(socket)
        hint: Json = {"kind": "resume" if now["help"]["paused"] else "hint", "payload": {}}
        if now["outcome"] is None:
            assert socket.ask({"seq": now["expectedSeq"], "baseRev": now["rev"], **hint})["kind"] == "ack", name


def test_a_flood_is_cut_off_with_a_code_while_others_play_on(tmp_path: Path) -> None:
    """As an operator starts it: with the limits that a client meets."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}") as server:
        loud, calm = Player(server.url), Player(server.url)
        here, there = opened(loud, SOLITAIRE), opened(calm, SOLITAIRE)
        with calm.socket(there) as quiet:
            for _ in range(3):
                with loud.socket(here) as socket:
                    for _ in range(1500):
                        socket.send("{")
                    closed = socket.closed()
                    assert closed.code == 4429
                    assert closed.word["kind"] == "closed"
                    assert closed.word["code"] == "RATE_LIMITED"
                assert snapshot(quiet)["rev"] == 0
            with loud.socket(here) as socket:
                assert socket.kind("snapshot")["rev"] == 0
        loud.close()
        calm.close()
        assert "Traceback" not in server.errors()


ADDRESSES = [
    "none", "%00", "%ff", "..", "a" * 3000, "💥", "%2e%2e%2f", "x?rev=1", "x?token=", "x?token=p.x.y", "x?token=%ff%00",
]  # fmt: skip


@pytest.mark.parametrize("table", ADDRESSES, ids=range(len(ADDRESSES)))
def test_a_socket_to_nowhere_is_closed_with_a_code(table: str, player: Player, server: Running) -> None:
    name, _, query = table.partition("?")
    address = server.url.replace("http", "ws") + f"/api/tables/{name}/ws?{query}"
    status = 101
    try:
        with connect(address, proxy=None, open_timeout=5) as connection:
            word = json.loads(connection.recv(5))
            assert word["kind"] == "closed"
            assert word["code"] in ("NO_SUCH_TABLE", "BAD_TOKEN")
            assert hung_up(connection) == 4400
    except InvalidStatus as refused:
        status = refused.response.status_code
    assert status in (101, 403, 404)
    assert player.ask("GET", "/api/health")["status"] == "ok"


def test_an_origin_that_is_none_is_refused_like_any_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            here = (await wire.ask("POST", "/api/tables", token, json={"game": SOLITAIRE})).json()["tableId"]
            for origin in ("null", "", "http://", "http://[", "http://[::1", "https://saloon@evil.example", "x" * 5000):
                address = f"/api/tables/{here}/ws?token={token}"
                async with WireSocket(wire.app, address, {"origin": origin}) as socket:
                    assert (await socket.json())["code"] == "ORIGIN_REFUSED", origin
                    with pytest.raises(ClosedSocket, match="4400"):
                        await socket.text()
            async with WireSocket(wire.app, address, {"origin": "http://saloon"}) as socket:
                assert (await socket.json())["kind"] == "table"

    asyncio.run(scenario())


@pytest.mark.parametrize("rev", ["", "-1", "99999999999999999999", "1e3", "٣", "x", "0x1", "%00", "1&rev=2"])
def test_a_revision_that_is_none_gets_a_snapshot(rev: str, player: Player, server: Running) -> None:
    here = opened(player, SOLITAIRE)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{here}/ws?rev={rev}&token={player.token}"
    with connect(address, proxy=None, open_timeout=5) as connection:
        socket = Socket(connection)
        assert socket.kind("snapshot")["reason"] == "CONNECT"


def test_bytes_that_are_no_http_do_not_stop_the_server(player: Player, server: Running) -> None:
    random = Random(7)
    here = opened(player, SOLITAIRE)
    upgrade = (
        f"GET /api/tables/{here}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    wires = [random.randbytes(300) for _ in range(20)]
    wires += [upgrade[:cut] for cut in range(10, len(upgrade), 25)]
    wires += [upgrade + random.randbytes(200) for _ in range(20)]
    wires += [b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{", b"GET / HTTP/9.9\r\n\r\n"]
    wires += [b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", upgrade.replace(b"13", b"99")]
    for wire in wires:
        with sockets.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
            raw.sendall(wire)
            raw.settimeout(0.01)
            try:
                assert b" 500 " not in raw.recv(100)
            except (TimeoutError, ConnectionError):
                continue
    with player.socket(here) as socket:
        assert socket.kind("snapshot")["rev"] == 0
    _wait_for(player, server, "saloon_connections 0.0")


def _wait_for(player: Player, server: Running, line: str) -> None:
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if f"{line}\n" in player.http.get(f"{server.url}/metrics").text:
            return
    raise AssertionError(player.http.get(f"{server.url}/metrics").text)


def test_a_watcher_can_change_nothing(player: Player, server: Running) -> None:
    here = opened(player, SOLITAIRE)
    stranger = Player(server.url)
    with stranger.socket(here) as socket, player.socket(here) as own:
        socket.kind("snapshot")
        for raw in (*RAW, '{"kind":"draw","payload":{},"seq":0,"baseRev":0}'):
            socket.send(raw)
            if b"stateRequest" in (raw if isinstance(raw, bytes) else raw.encode()):
                assert socket.kind("snapshot")["legal"] == []
            else:
                assert socket.kind("reject")["code"] in ("NOT_YOUR_SEAT", "MALFORMED_MESSAGE")
        assert snapshot(own)["rev"] == 0
    stranger.close()


@pytest.mark.parametrize("name", NAMES)
def test_rest_and_socket_refuse_the_same_in_the_same_words(name: str, player: Player) -> None:
    random = Random(name)
    here = opened(player, name)
    player.ask("GET", f"/api/tables/{here}")
    texts: list[Any] = [raw for raw in RAW if isinstance(raw, str) and len(raw.encode()) <= 65_000]
    texts += [mutated(random, {"kind": "fly", "payload": {"x": 1}, "seq": 0, "baseRev": 0}) for _ in range(40)]
    with player.socket(here) as socket:
        socket.kind("snapshot")
        for text in texts:
            socket.send(text)
            over_socket = socket.until(is_answer)
            response = player.request("POST", f"/api/tables/{here}/actions", text.encode())
            assert response.status_code == 200, (text[:80], response.text)
            over_http = response.json()
            assert over_http["kind"] == over_socket["kind"], text[:80]
            assert over_http.get("code") == over_socket.get("code")
            if over_socket["kind"] == "reject" and name not in BETWEEN_PEOPLE:
                assert over_http == over_socket


def test_a_client_that_vanishes_in_the_middle_costs_nothing(player: Player, server: Running) -> None:
    here = opened(player, SOLITAIRE)
    request = (
        f"GET /api/tables/{here}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    for number in range(30):
        with sockets.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
            raw.sendall(request)
            assert b" 101 " in raw.recv(100)
            if number % 2:
                raw.sendall(b"\x81\xfe\x10\x00")  # the beginning of a frame
            if number % 3 == 0:
                raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))  # a reset, no farewell
    _wait_for(player, server, "saloon_connections 0.0")
