"""What time decides: clocks run on the server, go on over a restart, and enter the log as the server's actions."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import asyncpg
import pytest

from saloon.bots import GreedySeat
from saloon.core.game import SERVER
from saloon.server.desk import Desk
from saloon.server.house import House as ServerHouse
from saloon.server.identity import Signer
from saloon.server.metrics import Metrics
from saloon.server.settings import Settings
from saloon.server.wishes import WantedSeat, Wish
from saloon.store import Store, open_database
from saloon.store.database import Statement
from saloon.table import Intent, Table, replay
from saloon.table.messages import wire
from server.running import House, Json, Seated, eventually, moves
from table.desk import plain

MINUTE = 60_000


def age(house: House, milliseconds: int, *tables: Seated) -> None:
    """Let time pass for tables: their deal was longer ago. A server that has them in memory must be started anew."""
    ids = [table.table_id for table in tables]
    if house.database.startswith("sqlite"):
        marks = ", ".join("?" * len(ids))
        sql = f"UPDATE tables SET clock_start = clock_start - ? WHERE table_id IN ({marks})"
        with closing(sqlite3.connect(house.database.removeprefix("sqlite:///"), timeout=5)) as connection, connection:
            connection.execute(sql, (milliseconds, *ids))
    else:
        asyncio.run(_age(house.database, milliseconds, ids))


async def _age(url: str, milliseconds: int, ids: list[str]) -> None:
    connection = await asyncpg.connect(url)
    try:
        sql = "UPDATE tables SET clock_start = clock_start - $1 WHERE table_id = ANY($2::text[])"
        await connection.execute(sql, milliseconds, ids)
    finally:
        await connection.close()


def people(house: House, game: str, seats: int, **options: int | str) -> list[Seated]:
    """People on all seats of a table."""
    first = house.player().create(game, options=options)
    return [first, *(house.player().join(first.table_id) for _ in range(seats - 1))]


def is_servers(message: Json) -> bool:
    """Whether it tells of the server's own action."""
    return bool(message["kind"] == "ack" and message["clientId"] == "server")


def progress(seat: Seated) -> bool:
    """Play HighNoon until something was progress; False if the deal lets nobody come so far."""
    random = Random(seat.table_id)
    for _ in range(150):
        legal = moves(seat.legal())
        wanted = [one for kind in ("foundationMove", "flip") for one in legal if one["kind"] == kind]
        seat.act(wanted[0] if wanted else random.choice(legal))
        if wanted:
            return True
    return False


def test_highnoons_clock_ends_the_game_of_who_makes_no_progress(house: House) -> None:
    first, second = people(house, "highnoon", 2, clock=2)
    age(house, 2 * MINUTE, first)
    house.restart()
    with second.socket() as socket:
        over = socket.until(lambda message: message.get("outcome") is not None)
    assert (over["outcome"]["winners"], over["outcome"]["reason"]) == ([1], "inactivity")
    assert (over["rev"], over["legal"]) == (1, [])
    log = house.player().log(first.table_id)
    assert replay(log).status == "SUCCESS"
    (step,) = json.loads(log)["steps"]
    assert (step["clientId"], step["action"]) == ("server", {"kind": "timeout", "payload": {"player": "p1"}})
    assert step["at"] >= 2 * MINUTE
    assert "seq" not in step
    assert second.player.ask("GET", "/api/players/me/stats")["highnoon"]["won"] == 1


def test_a_clock_that_is_off_never_runs_out(house: House) -> None:
    first, second = people(house, "highnoon", 2)
    age(house, 600 * MINUTE, first)
    with second.socket() as socket:
        assert socket.kind("snapshot")["outcome"] is None
        assert socket.silent(0.2)
    assert first.act(first.legal()[0])["rev"] == 1


def test_never_nines_turn_time_lets_the_server_play_for_a_seat_and_the_next_has_its_own(house: House) -> None:
    seats = people(house, "nevernine", 4, turnSeconds=60)
    age(house, 60_000, seats[0])
    house.restart()
    with seats[0].socket() as socket:
        snapshot = socket.kind("snapshot")
        ack = socket.until(is_servers) if snapshot["rev"] == 0 else None
        assert socket.silent(0.2), "the next has their own time"
    views = [seat.view() for seat in seats]
    assert [view["rev"] for view in views] == [1] * 4
    assert [view["expectedSeq"] for view in views] == [0] * 4
    turn = views[0]["view"]["turn"]
    if ack is not None:
        assert (ack["action"]["kind"], ack["seq"]) == ("bidFor", None)
        assert ack["action"]["payload"]["player"] == f"p{(turn - 1) % 4 + 1}"
    assert seats[turn].act(seats[turn].legal()[0])["rev"] == 2


def idle_meridian(house: House) -> tuple[Seated, int]:
    """A long game of Meridian, two hundred moves old, that nobody has warned yet."""
    table = Table.deal("meridian", seed="11")
    bot = GreedySeat(table.game, "script")
    seat = house.player().create("meridian", seed="11")
    with seat.socket() as socket:
        socket.kind("snapshot")
        while not table.legal(SERVER):
            action = bot.choose(table.view(0), [one for one in table.moves(0) if one.kind != "resign"])
            socket.send({"seq": table.rev, "baseRev": table.rev, **plain(wire(action))})
            table.act(0, action)
        last = socket.until(lambda message: message.get("rev") == table.rev)
        assert last["kind"] == "ack"
    return seat, table.rev


def test_clocks_go_on_over_a_restart(house: House) -> None:
    """One restart for all: each table is as old afterwards as if the server had been away that long."""
    pairs = (people(house, "highnoon", 2, clock=2) for _ in range(10))
    slow, _ = next(pair for pair in pairs if progress(pair[1]))
    slow.view()
    soon, _ = people(house, "highnoon", 2, clock=3)
    soon.view()
    later, _ = people(house, "highnoon", 2, clock=5)
    later.view()
    bidding = people(house, "nevernine", 4, turnSeconds=30)
    turn = bidding[0].view()["view"]["turn"]
    bidding[turn].view()
    bidding[turn].act(bidding[turn].legal()[0])
    meridian, moved = idle_meridian(house)

    for server in house.servers:
        server.kill()
    age(house, 2 * MINUTE, slow)
    age(house, 3 * MINUTE - 1_000, soon)
    age(house, 4 * MINUTE, later)
    age(house, 30_000, bidding[0])
    age(house, 5 * MINUTE, meridian)
    for server in house.servers:
        server.start()

    watcher = house.player()
    over = eventually(lambda: watcher.ask("GET", slow.path)["outcome"])
    assert (over["winners"], over["reason"]) == ([1], "inactivity"), "the progress of one is not that of the other"
    assert eventually(lambda: watcher.ask("GET", soon.path)["outcome"])["reason"] == "inactivity"
    assert watcher.ask("GET", later.path)["outcome"] is None

    seen = eventually(lambda: _beyond(bidding[0].view(), 1))
    assert (seen["rev"], seen["view"]["turn"]) == (2, (turn + 2) % 4)

    with meridian.socket() as socket:
        socket.until(lambda message: is_servers(message) or message.get("rev") == moved + 1)
    warned = meridian.view()
    assert (warned["rev"], warned["expectedSeq"]) == (moved + 1, moved)
    assert warned["outcome"] is None
    assert "idle" in json.dumps(warned["view"])

    for table, due in ((slow, 2 * MINUTE), (soon, 3 * MINUTE)):
        log = watcher.log(table.table_id)
        assert replay(log).status == "SUCCESS"
        last = json.loads(log)["steps"][-1]
        assert (last["clientId"], last["action"]["payload"]) == ("server", {"player": "p1"})
        assert last["at"] >= due


def _beyond(view: Json, rev: int) -> Json | None:
    return view if view["rev"] > rev else None


def test_a_clock_runs_though_nobody_ever_looks_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        for player in ("one", "two"):
            await store.add_player(player, player, 0)
        house = ServerHouse(store, Signer("key"), Settings(database=""), Metrics())
        timed = (await house.create("one", Wish("highnoon", {"clock": 2}))).table_id
        untimed = (await house.create("one", Wish("highnoon"))).table_id
        alone = (
            await house.create("one", Wish("highnoon", {"clock": 2}, seats=(WantedSeat(), WantedSeat("bot"))))
        ).table_id
        assert list(house.desks) == [alone], "while a table waits no clock runs"
        for table_id in (timed, untimed):
            await house.join(table_id, "two")
        assert list(house.desks) == [alone, timed]
        house.close()
        await database.close()

    asyncio.run(play())


def test_a_pause_stops_the_clock(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        await store.add_player("somebody", "Somebody", 0)
        settings = Settings(database="", bot_pace=1000)
        before = ServerHouse(store, Signer("key"), settings, Metrics())
        seats = (WantedSeat("human"), WantedSeat("bot"))
        table_id = (await before.create("somebody", Wish("highnoon", {"clock": 2}, seats=seats))).table_id
        await (await before.desk(table_id)).submit(0, Intent("pause", {}, 0, 0))
        before.close()
        an_hour = Statement(
            "UPDATE tables SET clock_start = clock_start - ? WHERE table_id = ?", [(60 * MINUTE, table_id)]
        )
        await database.write(an_hour)
        after = ServerHouse(store, Signer("key"), settings, Metrics())
        desk = await after.desk(table_id)
        await desk.submit(0, Intent("resume", {}, 1, 1))
        await asyncio.sleep(0.1)
        after.close()
        await database.close()
        assert desk.table.help.paused is False
        assert desk.table.outcome is None

    asyncio.run(play())


FOUNDATION_MOVE = {
    "source": {"zone": "tableau", "owner": "p1", "index": 1},
    "target": {"zone": "foundation", "owner": "global", "index": 0},
}
"""p1 has an Ace on top at once."""
DRAW = {"source": {"zone": "stock", "owner": "p1"}, "target": {"zone": "waste", "owner": "p1"}}


@pytest.mark.parametrize(("kind", "payload"), [("foundationMove", FOUNDATION_MOVE), ("draw", DRAW)])
def test_the_originals_clock_runs_against_bots_and_progress_gives_it_anew(
    kind: str, payload: Json, tmp_path: Path
) -> None:
    """Profile vnext counts no actions, so what is progress shows in the cards alone."""

    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        await store.add_player("somebody", "Somebody", 0)
        settings = Settings(database="", bot_pace=1_000_000)

        async def after(milliseconds: int) -> tuple[ServerHouse, Desk]:
            sql = "UPDATE tables SET clock_start = clock_start - ? WHERE table_id = ?"
            await database.write(Statement(sql, [(milliseconds, table_id)]))
            house = ServerHouse(store, Signer("key"), settings, Metrics())
            return house, await house.desk(table_id)

        house = ServerHouse(store, Signer("key"), settings, Metrics())
        options = {"profile": "vnext", "mode": "shared", "clock": 2}
        wish = Wish("highnoon", options, seats=(WantedSeat("human"), WantedSeat("bot")), seed="SEED-0002")
        table_id = (await house.create("somebody", wish)).table_id
        house.close()
        house, desk = await after(110_000)
        assert json.loads(await desk.submit(0, Intent(kind, payload, 0, 0)))["kind"] == "ack"
        house.close()
        house, desk = await after(60_000)
        while kind == "draw" and desk.table.outcome is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        outcome, log = desk.table.outcome, desk.table.save()
        house.close()
        await database.close()
        assert (None if outcome is None else (outcome.winners, outcome.reason)) == (
            None if kind == "foundationMove" else ((1,), "inactivity")
        )
        assert replay(log).status == "SUCCESS"

    asyncio.run(asyncio.wait_for(play(), 30))
