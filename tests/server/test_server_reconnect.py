"""Lost connections and lost servers: a client that returns finds everything as it was, and gets only what it missed."""

import asyncio
import json
import signal
from pathlib import Path

import msgspec
import pytest

from positions import kit_of
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import build_services
from saloon.server.settings import Settings
from saloon.server.tables.new_table import NewTable
from saloon.store import Store, open_database
from saloon.table import Table
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, TIMED, easy, idle_move, lap, slowly_clocked
from server.running import Backend, Json, Seated, Socket, applied, moves
from server.talking import ask
from table.common import sha

RESIGN: Json = {"kind": "resign", "payload": {}}
DRAW: Json = idle_move(SOLITAIRE)


def size(messages: list[Json]) -> int:
    """How many bytes messages take on the wire."""
    return sum(len(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()) for message in messages)


def arrived(seat: Seated, rev: int | None) -> list[Json]:
    """What a client gets that comes back and has `rev`; the standing of the table comes first."""
    with seat.socket(rev=rev) as socket:
        assert socket.receive()["kind"] == "table"
        socket.send({"kind": "stateRequest", "payload": {}})
        got: list[Json] = []
        while True:
            message = socket.receive()
            if message["kind"] == "snapshot" and message["reason"] == "STATE_REQUEST":
                return got
            if message["kind"] != "table":
                got.append(message)


def going(socket: Socket, actions: list[Json], seq: int = 0) -> list[Json]:
    """Send actions one after the other without waiting; return their acks."""
    for number, action in enumerate(actions):
        socket.send({"seq": seq + number, "baseRev": 0, **action})
    return [socket.kind("ack", "reject", "snapshot") for _ in actions]


def test_a_client_gets_the_acks_it_missed_or_one_snapshot_whichever_is_smaller(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1", options=easy(SOLITAIRE))
    with table.socket() as socket:
        before = socket.kind("snapshot")
        acks = going(socket, [DRAW] * 12)
    assert {ack["kind"] for ack in acks} == {"ack"}
    table.view()
    (snapshot,) = arrived(table, None)
    assert (snapshot["kind"], snapshot["reason"], snapshot["rev"]) == ("snapshot", "CONNECT", 12)
    choices = set()
    for rev in range(13):
        got = arrived(table, rev)
        choices.add(got[0]["kind"] if got else "nothing")
        if size(acks[rev:]) < size([snapshot]):
            assert got == acks[rev:]
        else:
            assert got == [snapshot]
    assert choices == {"ack", "snapshot", "nothing"}
    view = before["view"]
    for ack in acks:
        view = applied(view, ack["change"])
    assert view == snapshot["view"]
    assert sha({"rev": 12, "view": view}) == snapshot["viewHash"]


def test_each_gets_what_they_may_see_also_when_they_come_back(backend: Backend) -> None:
    first = backend.player().create(DUEL)
    second = backend.player().join(first.table_id)
    with first.socket() as one, second.socket() as two:
        one.kind("snapshot")
        two.kind("snapshot")
        first.act(idle_move(DUEL, first.seat))
        own, others = one.rev(1), two.rev(1)
    assert own["change"] != others["change"] or own.get("legal") != others.get("legal")
    assert arrived(first, 0) == [own]
    assert arrived(second, 0) == [others]


def test_a_rev_that_was_never_sent_is_answered_with_a_snapshot(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    table.act(DRAW)
    table.view()
    for rev in ("99", "-1", "x", "", "1e3", "99999999999999999999", "٣"):
        with table.player.socket(table.table_id, query=f"rev={rev}") as socket:
            assert socket.receive()["kind"] == "table"
            snapshot = socket.receive()
        assert (snapshot["kind"], snapshot["reason"], snapshot["rev"]) == ("snapshot", "CONNECT", 1), rev


@pytest.mark.parametrize("game", [SOLITAIRE, SAVING])
def test_what_a_client_gets_does_not_grow_with_the_length_of_the_game(backend: Backend, game: str) -> None:
    table = backend.player().create(game, seed="1")
    lap = _lap(game)
    sizes = []
    with table.socket() as socket:
        socket.kind("snapshot")
        for laps in range(8):
            acks = going(socket, lap, seq=laps * len(lap))
            assert {ack["kind"] for ack in acks} == {"ack"}
            if laps in (1, 7):
                sizes.append([size(arrived(table, rev)) for rev in (None, 0, acks[-1]["rev"] - 2)])
    early, late = sizes
    assert all(now <= then + 40 for then, now in zip(early, late, strict=True))
    assert late[2] <= late[0]


def _lap(game: str) -> list[Json]:
    """Through the stock once, back to where it was."""
    table, draws, (first, *_, last) = Table.deal(game, seed="1"), 0, kit_of(game).lap(0)
    while last not in table.moves(0):
        table.act(0, first)
        draws += 1
    return [idle_move(game)] * draws + lap(game)[-1:]


def test_a_restart_keeps_everything(backend: Backend) -> None:
    player, other = backend.player(), backend.player()
    player.ask("PATCH", "/api/players/me", {"name": "Wyatt"})
    lost = player.create(SAVING)
    lost.act(RESIGN)
    stats = player.ask("GET", "/api/players/me/stats")
    alone = player.create(SOLITAIRE, seed="1", options=easy(SOLITAIRE))
    for action in (DRAW, DRAW, DRAW, {"kind": "hint", "payload": {}}, {"kind": "undo", "payload": {}}):
        alone.act(action)
    waiting = player.create(FOURSOME, private=True)
    other.join(waiting.table_id)
    first = player.create(DUEL)
    second = other.join(first.table_id)
    for seat in (first, second, first):
        seat.act(moves(seat.legal())[0])
    paused = player.create(TIMED, seed="10")
    paused.act({"kind": "pause", "payload": {}})
    seats = (alone, first, second, paused, waiting)
    before = [seat.view() for seat in seats]
    with second.socket() as socket:
        socket.kind("snapshot")
        backend.restart(kill=True)
        assert socket.closed().code == 1006
    assert [seat.view() for seat in seats] == before
    assert player.ask("GET", "/api/players/me")["name"] == "Wyatt"
    assert player.ask("GET", "/api/players/me/stats") == stats

    missed = arrived(second, first.rev - 1)
    assert [message["rev"] for message in missed] == [first.rev]
    assert first.post(first.message(RESIGN, seq=first.seq - 1))["code"] == "DUPLICATE_SEQ"
    assert first.act(moves(first.legal())[0])["rev"] == before[1]["rev"] + 1

    assert {"kind": "redo", "payload": {}} in alone.legal()
    redone = alone.act({"kind": "redo", "payload": {}})
    assert redone["help"] == {"assisted": False, "hints": 1, "paused": False, "redos": 1, "undos": 1}
    for _ in range(3):
        undone = alone.act({"kind": "undo", "payload": {}})
    assert (undone["help"]["undos"], undone["seq"]) == (4, 8)
    assert alone.post(alone.message({"kind": "undo", "payload": {}}))["code"] == "NOTHING_TO_UNDO"

    assert paused.post(paused.message({"kind": "hint", "payload": {}}))["code"] == "MATCH_NOT_ACTIVE"
    assert paused.act({"kind": "resume", "payload": {}})["help"]["paused"] is False
    assert waiting.player.join(waiting.table_id).token == waiting.token
    assert [backend.player().join(waiting.table_id).seat for _ in range(2)] == [2, 3]


def test_a_stopped_server_closes_its_sockets_and_exits_cleanly(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    table.act(DRAW)
    with table.socket() as socket:
        socket.kind("snapshot")
        server = backend.servers[0]
        before = len(server.errors())
        assert server.stop() in (0, -signal.SIGTERM)
        complaint = server.errors()[before:]
        server.start()
        if not backend.shared:
            assert socket.closed().code in (1001, 1012)
    assert "Traceback" not in complaint
    assert table.view()["rev"] == 1


def test_a_table_that_was_just_asked_for_stays_in_memory(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        backend = build_services(
            database, Signer("key"), Settings(database="", countdown_scale=0, idle_seconds=60), Metrics()
        )
        await store.add_player("somebody", "Somebody", 0)
        table = (await backend.seating.create("somebody", NewTable(SOLITAIRE, seed="1"))).table_id
        live = await backend.tables.get(table)
        live.used -= 61
        assert await backend.tables.get(table) is live
        backend.tables.sweep()
        assert list(backend.tables.live) == [table], "whoever connects now must not be at a table that nobody else has"
        live.used -= 61
        backend.tables.sweep()
        assert not backend.tables.live
        backend.close()
        await database.close()

    asyncio.run(play())


def test_tables_that_nobody_uses_leave_memory_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        backend = build_services(
            database, Signer("key"), Settings(database="", countdown_scale=0, idle_seconds=-1), Metrics()
        )
        await store.add_player("somebody", "Somebody", 0)
        timed = NewTable(FOURSOME, slowly_clocked(FOURSOME), seats=None)
        tables = [(await backend.seating.create("somebody", NewTable(SOLITAIRE, seed="1"))).table_id]
        tables.append((await backend.seating.create("somebody", timed)).table_id)
        for player in ("b", "c", "d"):
            await store.add_player(player, player, 0)
            await backend.seating.join(tables[1], player)
        live = await backend.tables.get(tables[0])
        await ask(live, 0, msgspec.json.encode({"seq": 0, "baseRev": 0, **DRAW}))
        kept = await backend.tables.get(tables[1])
        before = await live.snapshot(0)
        backend.tables.sweep()
        assert list(backend.tables.live) == [tables[1]], "a table whose clock runs stays"
        back = await backend.tables.get(tables[0])
        assert back is not live
        assert await back.snapshot(0) == before
        assert await backend.tables.get(tables[1]) is kept
        backend.close()
        await database.close()

    asyncio.run(play())
