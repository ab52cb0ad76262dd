"""HighNoon's clock: what it decides, and how it runs on a server, over a restart and in a pause."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from clauses import clause
from saloon.core.clock import Due, Times
from saloon.games.highnoon import HighNoon
from saloon.games.highnoon.clock import HighNoonClock
from saloon.games.highnoon.state import OfferEnd, Options, Timeout
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import Services, build_services
from saloon.server.settings import Settings
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.store import Store, open_database
from saloon.store.database import Statement
from saloon.table import Intent, Table, replay
from server.aging import MINUTE, age, people
from server.running import Backend, Json, Seated, eventually, moves
from server.talking import ask

CLOCK = HighNoonClock()

# --- what it decides --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes", [2, 3, 5])
def test_only_a_players_own_progress_restarts_their_clock(minutes: int) -> None:
    options = Options(clock=minutes)  # type: ignore[arg-type]
    state = HighNoon().deal("1", options)
    due = CLOCK.due(state, options, Times({0: 7_000, 1: 90_000}, turn=95_000))
    assert due == [
        Due(7_000 + minutes * MINUTE, Timeout("p1"), seat=0),
        Due(90_000 + minutes * MINUTE, Timeout("p2"), seat=1),
    ]


def test_a_stopped_clock_never_runs_out() -> None:
    options = Options(clock=2)
    state = HighNoon().deal("1", options)
    assert CLOCK.due(state, options, Times({0: 0}, turn=0)) == [Due(2 * MINUTE, Timeout("p1"), seat=0)]


def test_the_clock_runs_where_the_players_have_chosen_one_and_then_the_table_stays_in_memory() -> None:
    assert not CLOCK.runs(Options())
    assert CLOCK.runs(Options(clock=2))
    assert CLOCK.keeps_table


@clause("HN-1104")
def test_an_offer_to_end_does_not_restart_the_clock() -> None:
    """Right after progress both counters are zero, and an offer leaves them so."""
    table = Table.deal("highnoon", seed="1", options={"clock": 2})
    assert (table.state.since_progress.p1, table.state.since_progress.p2) == (0, 0)
    accepted = table.decide(0, Intent(OfferEnd.kind, {}, seq=0, base_rev=0)).accepted
    assert accepted is not None
    assert not CLOCK.is_progress(accepted.before.state, accepted.after.state)


# --- on a server ------------------------------------------------------------------------------------------------


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


def test_a_player_without_progress_loses_when_the_clock_runs_out(backend: Backend) -> None:
    first, second = people(backend, "highnoon", 2, clock=2)
    age(backend, 2 * MINUTE, first)
    backend.restart()
    with second.socket() as socket:
        over = socket.until(lambda message: message.get("outcome") is not None)
    assert (over["outcome"]["winners"], over["outcome"]["reason"]) == (["p2"], "inactivity")
    assert (over["rev"], over["legal"]) == (1, [])
    log = backend.player().log(first.table_id)
    assert replay(log).status == "SUCCESS"
    (step,) = json.loads(log)["steps"]
    assert (step["clientId"], step["action"]) == ("server", {"kind": "timeout", "payload": {"player": "p1"}})
    assert step["at"] >= 2 * MINUTE
    assert "seq" not in step
    assert second.player.ask("GET", "/api/players/me/stats")["highnoon"]["won"] == 1


def test_a_clock_that_is_off_never_runs_out(backend: Backend) -> None:
    first, second = people(backend, "highnoon", 2)
    age(backend, 600 * MINUTE, first)
    with second.socket() as socket:
        assert socket.kind("snapshot")["outcome"] is None
        assert socket.silent(0.2)
    assert first.act(first.legal()[0])["rev"] == 1


def test_clocks_continue_after_a_restart(backend: Backend) -> None:
    """One restart for all: each table is as old afterwards as if the server had been away that long."""
    pairs = (people(backend, "highnoon", 2, clock=2) for _ in range(10))
    slow, _ = next(pair for pair in pairs if progress(pair[1]))
    slow.view()
    soon, _ = people(backend, "highnoon", 2, clock=3)
    soon.view()
    later, _ = people(backend, "highnoon", 2, clock=5)
    later.view()

    for server in backend.servers:
        server.kill()
    age(backend, 2 * MINUTE, slow)
    age(backend, 3 * MINUTE - 1_000, soon)
    age(backend, 4 * MINUTE, later)
    for server in backend.servers:
        server.start()

    watcher = backend.player()
    over = eventually(lambda: watcher.ask("GET", slow.path)["outcome"])
    assert (over["winners"], over["reason"]) == (["p2"], "inactivity"), "the progress of one is not that of the other"
    assert eventually(lambda: watcher.ask("GET", soon.path)["outcome"])["reason"] == "inactivity"
    assert watcher.ask("GET", later.path)["outcome"] is None

    for table, due in ((slow, 2 * MINUTE), (soon, 3 * MINUTE)):
        log = watcher.log(table.table_id)
        assert replay(log).status == "SUCCESS"
        last = json.loads(log)["steps"][-1]
        assert (last["clientId"], last["action"]["payload"]) == ("server", {"player": "p1"})
        assert last["at"] >= due


def test_a_clock_runs_though_nobody_ever_looks_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        for player in ("one", "two"):
            await store.add_player(player, player, 0)
        backend = build_services(database, Signer("key"), Settings(database="", countdown_scale=0), Metrics())
        timed = (await backend.seating.create("one", NewTable("highnoon", {"clock": 2}))).table_id
        untimed = (await backend.seating.create("one", NewTable("highnoon"))).table_id
        alone = (
            await backend.seating.create("one", NewTable("highnoon", {"clock": 2}, seats=(NewSeat(), NewSeat("bot"))))
        ).table_id
        assert list(backend.tables.live) == [alone], "while a table waits no clock runs"
        for table_id in (timed, untimed):
            await backend.seating.join(table_id, "two")
        assert list(backend.tables.live) == [alone, timed]
        backend.close()
        await database.close()

    asyncio.run(play())


def test_no_timeout_is_logged_before_its_time(tmp_path: Path) -> None:
    """The clock may pass the limit while the timeout is being decided: one reading of it must settle both."""

    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        for player in ("one", "two"):
            await Store(database).add_player(player, player, 0)
        services = build_services(database, Signer("key"), Settings(database="", countdown_scale=0), Metrics())
        table_id = (await services.seating.create("one", NewTable("highnoon", {"clock": 2}))).table_id
        await services.seating.join(table_id, "two")
        live = await services.tables.get(table_id)
        now = (live.stored.begun or 0) + 2 * MINUTE - 3.2

        def read_clock() -> int:
            nonlocal now
            now += 0.4
            return int(now)

        services.clock.now = read_clock  # type: ignore[method-assign]
        live.scheduler.schedule_next()
        async with asyncio.timeout(10):
            while live.table.outcome is None:
                await asyncio.sleep(0.001)
        services.close()
        await database.close()
        at = live.table.entries[-1].at
        assert at is not None
        assert at >= 2 * MINUTE

    asyncio.run(play())


def test_a_pause_stops_the_clock(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        await store.add_player("somebody", "Somebody", 0)
        settings = Settings(database="", countdown_scale=0, bot_pace=1000)
        before = build_services(database, Signer("key"), settings, Metrics())
        seats = (NewSeat("human"), NewSeat("bot"))
        table_id = (await before.seating.create("somebody", NewTable("highnoon", {"clock": 2}, seats=seats))).table_id
        await ask((await before.tables.get(table_id)), 0, Intent("pause", {}, 0, 0))
        before.close()
        an_hour = Statement(
            "UPDATE tables SET clock_start = clock_start - ? WHERE table_id = ?", [(60 * MINUTE, table_id)]
        )
        await database.write(an_hour)
        after = build_services(database, Signer("key"), settings, Metrics())
        live = await after.tables.get(table_id)
        await ask(live, 0, Intent("resume", {}, 1, 1))
        await asyncio.sleep(0.1)
        after.close()
        await database.close()
        assert live.table.help.paused is False
        assert live.table.outcome is None

    asyncio.run(play())


FOUNDATION_MOVE = {
    "source": {"zone": "tableau", "owner": "p1", "index": 1},
    "target": {"zone": "foundation", "owner": "global", "index": 0},
}
"""p1 has an Ace on top at once."""
DRAW = {"source": {"zone": "stock", "owner": "p1"}, "target": {"zone": "waste", "owner": "p1"}}


@pytest.mark.parametrize(("kind", "payload"), [("foundationMove", FOUNDATION_MOVE), ("draw", DRAW)])
def test_the_originals_clock_runs_against_bots_and_progress_restarts_it(
    kind: str, payload: Json, tmp_path: Path
) -> None:
    """Profile vnext counts no actions, so what is progress shows in the cards alone."""

    async def play() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'saloon.db'}")
        await database.open()
        store = Store(database)
        await store.add_player("somebody", "Somebody", 0)
        settings = Settings(database="", countdown_scale=0, bot_pace=1_000_000)

        async def after(milliseconds: int) -> tuple[Services, LiveTable]:
            sql = "UPDATE tables SET clock_start = clock_start - ? WHERE table_id = ?"
            await database.write(Statement(sql, [(milliseconds, table_id)]))
            backend = build_services(database, Signer("key"), settings, Metrics())
            return backend, await backend.tables.get(table_id)

        backend = build_services(database, Signer("key"), settings, Metrics())
        options = {"profile": "vnext", "mode": "shared", "clock": 2}
        wish = NewTable("highnoon", options, seats=(NewSeat("human"), NewSeat("bot")), seed="SEED-0002")
        table_id = (await backend.seating.create("somebody", wish)).table_id
        backend.close()
        backend, live = await after(110_000)
        assert (await ask(live, 0, Intent(kind, payload, 0, 0)))["kind"] == "ack"
        backend.close()
        backend, live = await after(60_000)
        while kind == "draw" and live.table.outcome is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        outcome, log = live.table.outcome, live.table.save()
        backend.close()
        await database.close()
        assert (None if outcome is None else (outcome.winners, outcome.reason)) == (
            None if kind == "foundationMove" else ((1,), "inactivity")
        )
        assert replay(log).status == "SUCCESS"

    asyncio.run(asyncio.wait_for(play(), 30))
