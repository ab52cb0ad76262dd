"""Bots at a live table move at a human pace: quickly, and without making anyone wait for a kernel."""

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from saloon.bots import levels, seat_bot
from saloon.games import GAMES
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import build_services
from saloon.server.settings import Settings
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.store import Store
from saloon.store.sqlite import SqliteDatabase
from samples import FOURSOME
from server.running import ROOMY, Backend, Json, Running, Seated, Socket, moves

SLOWEST = 1.2
"""Seconds that a move may take, its pause included."""
PAUSES = [level.pause for level in levels(GAMES[FOURSOME]).values()]
SHORTEST_PAUSE, LONGEST_PAUSE = min(PAUSES)[0] / 1000, max(pause[1] for pause in PAUSES) / 1000
"""Seconds that a bot pauses; whatever comes on top at the table of bots that do not think is the machine's."""
Greedy: Any = type(seat_bot(GAMES[FOURSOME], "greedy", "1"))
LEVELS = {"greedy": 12, "sampler": 12, "master": 6}
"""How many moves of each level are timed."""


def times_of_moves(seat: Seated, socket: Socket, count: int) -> list[float]:
    """Play on at once whenever it is the person's turn; return how long each move of a bot took to come."""
    times: list[float] = []
    snapshot = socket.kind("snapshot")
    legal, since = snapshot["legal"], time.monotonic()
    seat.seq = snapshot["expectedSeq"]
    while len(times) < count:
        own = moves(legal)
        if own:
            socket.send(seat.message(own[0]))
        ack = socket.kind("ack")
        now = time.monotonic()
        if ack["clientId"] == "p1":
            seat.seq += 1
        else:
            times.append(now - since)
        since, legal, seat.rev = now, ack.get("legal", legal), ack["rev"]
    return times


@pytest.mark.parametrize("level", LEVELS)
def test_no_move_takes_longer_than_a_moment_also_if_the_kernel_is_not_there_yet(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing-compiled"))
    settings = Settings(database="", countdown_scale=0, limits=ROOMY)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server:
        backend = Backend(server)

        def timed(bots: str) -> list[float]:
            bot: Json = {"kind": "bot", "level": bots}
            seat = backend.player().create(FOURSOME, seats=[{"kind": "human"}, bot, bot, bot])
            with seat.socket() as socket:
                return times_of_moves(seat, socket, LEVELS[level])

        with ThreadPoolExecutor() as pool:
            times, control = pool.map(timed, [level, "random"])
        backend.dismiss()
        late = max(0, max(control) - LONGEST_PAUSE)
        assert max(times) <= SLOWEST + late, (times, control)
        # Messages that are read late come in one burst: single times say nothing, their sum does.
        assert sum(times) >= SHORTEST_PAUSE * len(times), "bots seem to think"
        assert "a bot was replaced" not in server.errors()


@pytest.mark.parametrize("level", ["greedy", "master"])
@pytest.mark.parametrize("seconds", [0, 30])
def test_a_table_survives_failing_rules(
    level: str, seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While a kernel is not there yet, and when a player's time has run out, a greedy bot has the move."""

    def fail(*_: Any) -> Any:
        raise ValueError("broken rules")

    def warming(_: Any, level: str) -> Event:
        ready = Event()
        if level == "greedy":
            ready.set()
        return ready

    monkeypatch.setattr(Greedy, "choose", fail)
    monkeypatch.setattr("saloon.server.actions.scheduler.warm_up", warming)

    async def run() -> None:
        database = SqliteDatabase(f"{tmp_path}/saloon.db")
        await database.open()
        store = Store(database)
        backend = build_services(
            database, Signer("key"), Settings(database="", countdown_scale=0, bot_pace=0.01), Metrics()
        )
        try:
            await store.add_player("one", "one", 0)
            seats = (NewSeat(), *[NewSeat("bot", level)] * 3)
            wish = NewTable(FOURSOME, {"turnSeconds": seconds}, seed="1", seats=seats)
            live = await backend.tables.get((await backend.seating.create("one", wish)).table_id)
            assert not live.table.moves(0)
            live.note_request()
            async with asyncio.timeout(5):
                while not live.table.moves(0):
                    await asyncio.sleep(0.01)
        finally:
            backend.close()
            await database.close()

    asyncio.run(run())
    assert f"a bot was replaced: {Greedy.__name__}: it failed to choose: ValueError('broken rules')" in caplog.text


def test_bots_think_in_threads_of_their_own_and_never_in_those_that_read_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()
    choose = Greedy.choose

    def noted(*asked: Any) -> Any:
        threads.add(threading.current_thread().name)
        return choose(*asked)

    monkeypatch.setattr(Greedy, "choose", noted)

    async def run() -> None:
        database = SqliteDatabase(f"{tmp_path}/saloon.db")
        await database.open()
        store = Store(database)
        backend = build_services(
            database, Signer("key"), Settings(database="", countdown_scale=0, bot_pace=0.01, bot_threads=2), Metrics()
        )
        try:
            await store.add_player("one", "one", 0)
            lives = []
            for _ in range(6):
                wish = NewTable(FOURSOME, seats=(NewSeat(), *[NewSeat("bot", "greedy")] * 3))
                lives.append(await backend.tables.get((await backend.seating.create("one", wish)).table_id))
                lives[-1].note_request()
            async with asyncio.timeout(5):
                while not all(live.table.moves(0) for live in lives):
                    await asyncio.sleep(0.01)
        finally:
            backend.close()
            await database.close()

    asyncio.run(run())
    assert threads
    assert threads <= {"bot_0", "bot_1"}


def test_a_server_that_starts_loads_no_kernel() -> None:
    code = (
        "import sys, saloon.server.app\n"
        "for game in saloon.games.GAMES: game.bots(), game.solver()\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
