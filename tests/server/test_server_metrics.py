"""Metrics: one process answers for itself, each of several workers for all of them."""

import json
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import pytest
import yaml  # type: ignore[import-untyped]

from saloon.server.operations.metrics import Metrics
from saloon.server.operations.metrics_port import CONNECTIONS, scraped
from saloon.server.serve import bound_socket
from samples import DUEL, SOLITAIRE, idle_move
from server.attacks.rows import metric
from server.running import QUICK, STARTING, Player, Running, eventually, fetch

SOCKETS = 12
DEPLOY = Path(__file__).parents[2] / "deploy"


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


def test_what_a_server_does_is_measured(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
        with seat.socket() as socket:
            socket.kind("snapshot")
            seat.act(idle_move(seat.view()["game"], 0))
            player.refused("GET", "/api/tables/none")
            eventually(lambda: samples(server).get("saloon_bot_seconds_count", 0) >= 1)
            eventually(lambda: samples(server).get("saloon_loop_lag_seconds_count", 0) >= 1)
        found = samples(server)
        for name in ("action", "commit", "http"):
            assert found[f"saloon_{name}_seconds_count"] >= 1
            assert found[f'saloon_{name}_seconds_bucket{{le="+Inf"}}'] == found[f"saloon_{name}_seconds_count"]
        assert found["saloon_batch_actions_sum"] == found["saloon_actions_total"]
        assert found['saloon_http_requests_total{kind="404"}'] == 1
        assert found["saloon_memory_bytes"] > 1e7
        assert found["saloon_cpu_seconds_total"] > 0
        assert found["saloon_solver_waiting"] == 0


def scrape(url: str, **headers: str) -> tuple[int, str]:
    answer = fetch(url, **headers)
    return answer.status_code, answer.text


@pytest.mark.parametrize("workers", [1, 2])
def test_metrics_have_a_port_of_their_own(workers: int, postgres: Callable[[], str], tmp_path: Path) -> None:
    url = postgres() if workers > 1 else f"sqlite:///{tmp_path / 'saloon.db'}"
    settings = msgspec.structs.replace(QUICK, metrics_port=0, metrics_token="the-token-of-prometheus")
    signed = {"authorization": "Bearer the-token-of-prometheus"}
    with Running(url, workers=workers, settings=settings) as server, Player(server.url) as player:
        assert server.process is not None
        assert server.process.stdout is not None
        there = server.process.stdout.readline().split()[-1]
        assert there.startswith("http://127.0.0.1:")
        seat = player.create(SOLITAIRE, seed="7")
        seat.act(seat.view()["legal"][0])
        eventually(lambda: "saloon_actions_total 1.0\n" in scrape(there, **signed)[1])
        assert eventually(lambda: metric(scrape(there, **signed)[1], "saloon_database_writable") == 1)
        assert scrape(there)[0] == scrape(there, authorization="Bearer another")[0] == 401
        assert scrape(there.replace("/metrics", "/api/games"), **signed)[0] == 404
        assert scrape(f"{server.url}/metrics", **signed)[0] == 404
        assert httpx.post(there, headers=signed, trust_env=False).status_code == 501


def test_clients_that_say_nothing_take_few_threads_and_do_not_keep_prometheus_out() -> None:
    bound, before = bound_socket("127.0.0.1", 0), threading.active_count()
    address = bound.getsockname()
    with bound, scraped(bound, lambda: "saloon_tables 1.0\n", None), ExitStack() as stack:
        for _ in range(3 * CONNECTIONS):
            stack.enter_context(socket.create_connection(address))
        eventually(lambda: threading.active_count() == before + 1 + CONNECTIONS)
        eventually(lambda: scrapes(f"http://127.0.0.1:{address[1]}/metrics"), 20)
        assert threading.active_count() <= before + 1 + CONNECTIONS


def scrapes(url: str) -> bool:
    """Whether a scrape succeeds."""
    try:
        return scrape(url)[0] == 200
    except httpx.TransportError:
        return False


NAME = re.compile(r"saloon_[a-z_]+")


def queries(place: Path) -> list[str]:
    """Return the queries of a dashboard or of a file of alert rules."""
    if place.suffix == ".json":
        return [one["expr"] for panel in json.loads(place.read_text())["panels"] for one in panel.get("targets", ())]
    rules = [rule for group in yaml.safe_load(place.read_text())["groups"] for rule in group["rules"]]
    assert all({"alert", "expr", "annotations"} <= {*rule} for rule in rules)
    return [rule["expr"] for rule in rules]


@pytest.mark.parametrize("file", ["grafana-dashboard.json", "alerts.yaml"])
def test_what_the_dashboard_and_the_alerts_ask_for_is_measured(file: str, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        lines = fetch(f"{server.url}/metrics").text.splitlines()
    kinds = dict(line.split()[2:4] for line in lines if line.startswith("# TYPE"))
    parts = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    known = {name + part for name, kind in kinds.items() for part in parts[kind]}
    asked = queries(DEPLOY / file)
    assert len(asked) >= 8
    assert {name for query in asked for name in NAME.findall(query)} <= known


def test_the_directory_goes_with_the_server(shared: Running, tmp_path: Path) -> None:
    assert shared.stop() == 0
    assert not list(tmp_path.glob("saloon-metrics-*"))
