"""A database that takes no writes shows in readiness, log and metrics, and nobody has to restart the server."""

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from samples import SOLITAIRE
from server.attacks.rows import change, metric, rows
from server.running import QUICK, Player, Running, Seated, eventually, some_move

SOON = 30.0
"""Seconds within which the server notices by itself; its heartbeat comes every five."""


@contextmanager
def full_disk(server: Running, home: Path) -> Iterator[None]:
    """Let the operating system refuse every byte beyond what SQLite's write-ahead log has."""
    soft, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, ((home / "saloon.db-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (soft, hard))


def moved(seat: Seated) -> bool:
    """Try one move; return whether it was accepted. Nothing else than a refusal for the store's sake is right."""
    seat.view()
    move = some_move(seat.legal(), Random(1))
    assert move is not None
    answer = seat.post(seat.message(move))
    if answer["kind"] == "ack":
        seat.took(answer)
        return True
    assert (answer["kind"], answer["code"]) == ("reject", "STORE_UNAVAILABLE")
    return False


def writable(player: Player) -> float:
    return metric(player.request("GET", "/metrics").text, "saloon_database_writable")


def test_a_full_disk_shows_and_goes_by(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/saloon.db"
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        accepted = sum(moved(seat) for _ in range(5))
        assert player.ask("GET", "/api/ready")["status"] == "ready"
        assert writable(player) == 1
        for _ in range(2):  # it comes and goes more than once
            time.sleep(1.1)  # readiness is tried at most once a second
            with full_disk(server, tmp_path):
                eventually(lambda: not moved(seat))
                assert player.refused("GET", "/api/ready") == (503, "STORE_UNAVAILABLE")
                assert player.ask("GET", "/api/health")["status"] == "ok"
                assert seat.view()["rev"] == seat.rev
                assert isinstance(player.ask("GET", "/api/tables"), list)
                assert player.ask("GET", "/api/players/me/tables")
                assert writable(player) == 0
                assert player.refused("POST", "/api/tables", {"game": SOLITAIRE}) == (503, "STORE_UNAVAILABLE")
                accepted = seat.rev
            eventually(lambda: player.request("GET", "/api/ready").status_code == 200)
            assert writable(player) == 1
            assert moved(seat)
            accepted += 1
            assert seat.rev == accepted
        errors = server.errors()
        assert errors.count("not ready: the database cannot be written") == 2
        assert errors.count("ready again") == 2
        server.restart()
        assert seat.view()["rev"] == accepted
        assert rows(url, "SELECT count(*) FROM entries") == [(accepted,)]


def test_the_heartbeat_notices_without_requests(tmp_path: Path) -> None:
    beating = msgspec.structs.replace(QUICK, lone_beat_seconds=0.2)
    with Running(f"sqlite:///{tmp_path}/saloon.db", settings=beating) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        assert moved(seat)
        with full_disk(server, tmp_path):
            eventually(lambda: writable(player) == 0, SOON)
            assert "not ready" in server.errors()
        eventually(lambda: writable(player) == 1, SOON)
        assert "ready again" in server.errors()
        assert moved(seat)


def test_a_shared_database_that_takes_no_writes_shows_too(postgres: Callable[[], str]) -> None:
    url = postgres()
    name = url.split("?")[0].rsplit("/", 1)[1]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        assert moved(seat)
        change(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on", cut)
        eventually(lambda: player.request("GET", "/api/ready").status_code == 503)
        assert player.ask("GET", "/api/health")["status"] == "ok"
        eventually(lambda: player.request("GET", seat.path).is_success)  # some connections were cut
        assert seat.view()["rev"] == 1
        assert not moved(seat)
        assert writable(player) == 0
        elsewhere = url.replace(f"/{name}?", "/postgres?")
        change(elsewhere, f"ALTER DATABASE {name} SET default_transaction_read_only = off", cut)
        eventually(lambda: player.request("GET", "/api/ready").status_code == 200)
        eventually(lambda: player.request("GET", seat.path).is_success)
        eventually(lambda: moved(seat))
        assert seat.rev == 2
        assert "ready again" in server.errors()
