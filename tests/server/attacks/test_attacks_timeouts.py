"""A player loses on time only when their own time is up: whatever processes, clocks and channels do."""

import os
import signal
import socket as sockets
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest

from samples import DUEL, clocked
from server.attacks.rows import leave_on_clock
from server.running import QUICK, Json, Player, Running, Seated, eventually, moves

MINUTE = 60_000
LEFT = 8_000
"""Milliseconds that are left on the clocks when the servers come back."""
PROGRESS = ("foundationMove", "flip")


def able_to_progress(seat: Seated) -> bool:
    """Play until the seat has an action that is progress, without taking it."""
    random = Random(seat.table_id)
    for _ in range(150):
        if next_progress(seat) is not None:
            return True
        seat.act(random.choice(moves(seat.legal())))
    return False


def next_progress(seat: Seated) -> Json | None:
    """Return an action of the seat that is progress."""
    seat.view()
    return next((one for kind in PROGRESS for one in seat.legal() if one["kind"] == kind), None)


def ready_to_progress(players: tuple[Player, Player]) -> tuple[Seated, Seated]:
    """Return the seats of a timed match in which both have progress to make."""
    for _ in range(12):
        host = players[0].create(DUEL, options=clocked(DUEL))
        guest = players[1].join(host.table_id)
        if all(map(able_to_progress, (host, guest))) and next_progress(host) is not None:
            return host, guest
    raise AssertionError("no deal lets both make progress")


def free_port() -> int:
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.parametrize("trouble", ["no channel", "dead channel", "stopped process"])
def test_a_process_that_missed_the_progress_ends_nothing(trouble: str, postgres: Callable[[], str]) -> None:
    """The other process has the table in memory for its clock, and nobody is connected to it there."""
    url = postgres()
    redis = f"redis://127.0.0.1:{free_port()}" if trouble == "dead channel" else None
    settings = msgspec.structs.replace(QUICK, poll_seconds=1_000)
    with ExitStack() as stack:
        one, two = (stack.enter_context(Running(url, redis=redis, settings=settings)) for _ in range(2))
        first, second = (stack.enter_context(Player(one.url)) for _ in range(2))
        host, guest = ready_to_progress((first, second))
        for server in (one, two):
            server.stop()
        leave_on_clock(url, host.table_id, 2 * MINUTE - LEFT)
        begun = time.monotonic()
        for server in (one, two):
            server.start()
        if trouble == "stopped process":
            os.kill(two.pid, signal.SIGSTOP)
            stack.callback(_continue, two)
        for seat in (host, guest):
            action = next_progress(seat)
            assert action is not None
            seat.act(action)
        assert time.monotonic() - begun < LEFT / 1000, "the machine is too slow for this test"
        time.sleep(LEFT / 1000 + 1)
        _continue(two)
        time.sleep(1.5)
        with Player(two.url) as watcher:
            for player in (first, watcher):
                assert player.ask("GET", host.path)["outcome"] is None


def _continue(server: Running) -> None:
    if server.process is not None:
        os.kill(server.pid, signal.SIGCONT)


_WITH_A_CLOCK_THAT_JUMPS = """
import sys, time
from pathlib import Path
real, jump = time.time_ns, Path(sys.argv[4])
time.time_ns = lambda: real() + (int(jump.read_text()) if jump.exists() else 0)
import msgspec
from saloon.server.serve import serve
from saloon.server.settings import Settings
settings, port, workers = sys.argv[1:4]
serve(msgspec.json.decode(settings, type=Settings), host="127.0.0.1", port=int(port), workers=int(workers))
"""


class Jumping(Running):
    """A server whose wall clock the test sets."""

    jump: Path

    def command(self) -> list[str]:
        return [sys.executable, "-c", _WITH_A_CLOCK_THAT_JUMPS, *super().command()[3:], str(self.jump)]


@pytest.mark.parametrize("hours", [1, -1])
def test_a_jump_of_the_wall_clock_ends_no_match(hours: int, tmp_path: Path) -> None:
    server = Jumping(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK)
    server.jump = tmp_path / "jump"
    with server, Player(server.url) as first, Player(server.url) as second:
        host = first.create(DUEL, options=clocked(DUEL))
        guest = second.join(host.table_id)
        host.act(moves(host.legal())[0])
        server.jump.write_text(str(hours * 3600 * 10**9))
        guest.view()
        answer = guest.act(moves(guest.legal())[0])
        assert answer["outcome"] is None
        time.sleep(0.5)
        assert host.view()["outcome"] is None
        assert host.act(moves(host.legal())[0])["rev"] == 3


def test_time_without_a_server_does_not_count_against_anybody(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK))
        first, second = (stack.enter_context(Player(server.url)) for _ in range(2))
        host = first.create(DUEL, options=clocked(DUEL))
        guest = second.join(host.table_id)
        guest.view()
        server.stop()
        leave_on_clock(server.database, host.table_id, 2 * MINUTE - 5_000)
        time.sleep(6)
        server.start()
        assert host.view()["outcome"] is None, "the clock has stood still"
        over = eventually(lambda: guest.view()["outcome"], 20)
        assert (over["winners"], over["reason"]) == (["p2"], "inactivity")


def test_the_helper_really_sets_the_wall_clock(tmp_path: Path) -> None:
    """The two tests above would prove nothing if the server did not see the jump."""
    jump = tmp_path / "jump"
    jump.write_text(str(10**18))
    script = _WITH_A_CLOCK_THAT_JUMPS.split("import msgspec")[0] + "print(time.time_ns())"
    printed = subprocess.run(
        [sys.executable, "-c", script, "", "", "", str(jump)], capture_output=True, text=True, check=True
    ).stdout
    assert int(printed) > time.time_ns() + 9 * 10**17
