"""Metrics: one process answers for itself, each of several workers for all of them."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from saloon.server.metrics import Metrics
from samples import SOLITAIRE
from server.running import QUICK, STARTING, Player, Running, eventually, fetch

SOCKETS = 12


def samples(server: Running) -> dict[str, float]:
    """Scrape once, by a connection of its own: the kernel chooses the worker that answers."""
    lines = fetch(f"{server.url}/metrics").text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def everywhere(server: Running, name: str) -> set[float | None]:
    """Return the values of a metric that several scrapes show."""
    return {samples(server).get(name) for _ in range(8)}


def files(place: Path, kind: str) -> dict[int, Path]:
    """Return the files of the workers' metrics by the id of the process."""
    return {int(file.stem.rpartition("_")[2]): file for file in place.glob(f"saloon-metrics-*/{kind}_*.db")}


@pytest.fixture
def shared(postgres: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """Run a server with two workers that keeps its temporary files in `tmp_path`."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Running(postgres(), workers=2, settings=QUICK) as server:
        eventually(lambda: len(files(tmp_path, "gauge_livesum")) == 2, STARTING)
        yield server


def test_counters_and_gauges_are_written_as_prometheus_reads_them() -> None:
    metrics, tables = Metrics(), [1, 2]
    metrics.gauge("saloon_tables", "Tables in memory.", lambda: len(tables))
    metrics.count("saloon_rejects_total", "ILLEGAL_ACTION", times=2)
    metrics.count("saloon_actions_total")
    tables.append(3)
    lines = metrics.text().splitlines()
    assert "# TYPE saloon_actions_total counter" in lines
    assert "# HELP saloon_tables Tables in memory." in lines
    assert {"saloon_actions_total 1.0", 'saloon_rejects_total{kind="ILLEGAL_ACTION"} 2.0', "saloon_tables 3.0"} <= {
        *lines
    }
    assert not [line for line in lines if "_created" in line]


def test_every_scrape_is_the_sum_over_the_workers(shared: Running, tmp_path: Path) -> None:
    with ExitStack() as stack:
        player = stack.enter_context(Player(shared.url))
        tables = [player.create(SOLITAIRE, seed="7") for _ in range(SOCKETS)]
        for table in tables:
            socket = stack.enter_context(table.socket())
            assert socket.kind("snapshot")["rev"] == 0
            assert socket.ask(table.message(table.view()["legal"][0]))["kind"] == "ack"
        eventually(lambda: everywhere(shared, "saloon_connections") == {SOCKETS})
        assert everywhere(shared, "saloon_actions_total") == {SOCKETS}
        assert everywhere(shared, "saloon_database_writable") == {1}
        assert len([file for file in files(tmp_path, "counter").values() if file.stat().st_size]) == 2


def test_a_worker_that_died_leaves_its_counters_and_no_gauges(shared: Running, tmp_path: Path) -> None:
    with Player(shared.url) as player:
        table = player.create(SOLITAIRE, seed="7")
        player.ask("POST", f"{table.path}/actions", table.message(table.view()["legal"][0]))
    before = {*files(tmp_path, "gauge_livesum")}
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: len({*files(tmp_path, "gauge_livesum")} - before) == 2, STARTING)
    assert not before & {*files(tmp_path, "gauge_livesum"), *files(tmp_path, "gauge_livemin")}
    assert before <= {*files(tmp_path, "counter")}
    assert everywhere(shared, "saloon_actions_total") == {1}
    assert everywhere(shared, "saloon_connections") == {0}


def test_the_directory_goes_with_the_server(shared: Running, tmp_path: Path) -> None:
    assert shared.stop() == 0
    assert not list(tmp_path.glob("saloon-metrics-*"))
