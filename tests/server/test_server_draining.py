"""Draining: after SIGTERM play continues for a while, but no table opens."""

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec

from samples import SOLITAIRE
from server.running import QUICK, STARTING, Player, Running, eventually, fetch, moves


def test_a_draining_server_finishes_what_is_in_play_and_opens_nothing(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, drain_seconds=60.0)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server:
        player = Player(server.url)
        seat = player.create(SOLITAIRE)
        assert server.process is not None
        with seat.socket() as socket:
            socket.kind("snapshot")
            server.process.send_signal(signal.SIGTERM)
            eventually(lambda: fetch(f"{server.url}/api/ready").status_code == 503)
            assert fetch(f"{server.url}/api/ready").json()["code"] == "SERVER_DRAINING"
            assert fetch(f"{server.url}/api/health").status_code == 200
            assert player.refused("POST", "/api/tables", {"game": SOLITAIRE}) == (503, "SERVER_DRAINING")
            assert seat.act(seat.legal()[0])["rev"] == 1
            assert socket.rev(1)["seq"] == 0
            server.process.send_signal(signal.SIGTERM)  # a second one does not wait
            assert socket.closed().code == 1012
        assert server.process.wait(STARTING) in (0, -signal.SIGTERM)
        player.http.close()


def test_a_draining_server_stops_by_itself(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, drain_seconds=0.5)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server:
        assert server.process is not None
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(STARTING) in (0, -signal.SIGTERM)
        assert time.monotonic() - begun >= 0.5


def test_two_processes_are_restarted_in_turn_without_losing_an_action(postgres: Callable[[], str], valkey: str) -> None:
    settings = msgspec.structs.replace(QUICK, drain_seconds=0.5)
    url = postgres()
    with (
        Running(url, redis=valkey, settings=settings) as one,
        Running(url, redis=valkey, settings=settings) as two,
        Player(one.url, two.url) as player,
    ):
        seat = player.create(SOLITAIRE, seed="7")
        acked: list[int] = []
        is_over = threading.Event()

        def play() -> None:
            while not is_over.is_set():
                try:
                    seat.view()
                    answer = seat.post(seat.message(moves(seat.legal())[0]))
                except httpx.TransportError:
                    continue  # this process is away; the next request goes to the other one
                if answer["kind"] == "ack":
                    acked.append(answer["rev"])

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for server in (one, two):
                known = len(acked)
                eventually(lambda known=known: len(acked) > known + 3)  # type: ignore[misc]
                server.restart()
        finally:
            is_over.set()
            playing.join()
        assert len(acked) > 8
        assert acked == sorted({*acked})
        eventually(lambda: seat.view()["rev"] >= acked[-1])
