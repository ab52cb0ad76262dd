"""Bots at a live table move at a human pace: quickly, and without making anyone wait for a kernel."""

import time
from pathlib import Path

import pytest

from saloon.server.settings import Settings
from server.running import ROOMY, House, Json, Running, Seated, Socket, moves

SLOWEST = 1.2
"""Seconds that a move may take, its pause included."""
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
        since, legal, seat.rev = now, ack["legal"], ack["rev"]
    return times


@pytest.mark.parametrize("level", LEVELS)
def test_no_move_takes_longer_than_a_moment_also_if_the_kernel_is_not_there_yet(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing-compiled"))
    bot: Json = {"kind": "bot", "level": level}
    settings = Settings(database="", limits=ROOMY)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server:
        house = House(server)
        seat = house.player().create("nevernine", seats=[{"kind": "human"}, bot, bot, bot])
        with seat.socket() as socket:
            times = times_of_moves(seat, socket, LEVELS[level])
        house.dismiss()
        assert max(times) <= SLOWEST, times
        assert min(times) >= 0.25, "a bot seems to think"
        assert "a bot was replaced" not in server.errors()
