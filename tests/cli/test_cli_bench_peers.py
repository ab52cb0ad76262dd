"""`saloon bench server --peers`: its options, its table, its plot and page, and short runs against the peers."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cli.terminal import Shell
from saloon.cli.bench import _module
from saloon.core.errors import BadInput

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "data" / "peers.json"


def bench(name: str) -> ModuleType:
    """Return a private module of the benchmarks."""
    _module("server")
    return import_module(f"saloon.bench.{name}")


# --- options ----------------------------------------------------------------------------------------------------


def test_the_help_says_what_the_comparison_does_and_needs(shell: Shell) -> None:
    text = shell.run("bench", "--help").out
    for word in ("--peers", "--plot FILE", "--results FILE", "--publish", "boardgame.io and Colyseus", "Node.js 22"):
        assert word in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["engine", "--peers"], "only the server has peers: run 'saloon bench server --peers'"),
        (["--peers"], "only the server has peers: run 'saloon bench server --peers'"),
        (["server", "--plot", "x.svg"], "--plot, --results and --publish belong to 'saloon bench server --peers'"),
        (["server", "--publish"], "--plot, --results and --publish belong to 'saloon bench server --peers'"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], message: str, shell: Shell) -> None:
    assert shell.run("bench", *arguments) == (2, "", f"error: {message} [BAD_OPTION]\n")


@pytest.mark.parametrize("content", [None, "", "{}", '{"servers": 1}'])
def test_a_file_without_results_is_refused(content: str | None, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    if content is not None:
        file.write_text(content)
    ran = shell.run("bench", "server", "--peers", "--results", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {file} has no results of --peers: ")
    assert ran.err.endswith("[BAD_RESULTS]\n")


# --- table, plot and page ---------------------------------------------------------------------------------------


def test_the_table_shows_promises_and_figures_of_every_server(shell: Shell) -> None:
    ran = shell.run("bench", "server", "--peers", "--results", str(RESULTS))
    assert (ran.status, ran.err) == (0, "")
    for row in json.loads(RESULTS.read_text())["servers"]:
        (line,) = [line for line in ran.out.splitlines() if row["name"] in line]
        assert [cell.strip() for cell in line.strip("│").split("│")][:4] == [row["name"], *row["promises"].values()]
        assert f"{row['p99']:,.1f}" in line
        assert row.get("actions") is None or f"{row['actions']:,.0f}" in line


@pytest.mark.parametrize("load", [0.3, 7.0])
def test_the_table_says_that_the_machine_was_busy(load: float, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps({**json.loads(RESULTS.read_text()), "load": load}))
    out = shell.run("bench", "server", "--peers", "--results", str(file)).out
    assert ("The machine was busy (load 7.0)" in " ".join(out.split())) == (load > 1)


def test_saved_results_come_back_as_json(shell: Shell) -> None:
    ran = shell.run("bench", "server", "--peers", "--results", str(RESULTS), "--json")
    assert json.loads(ran.out) == json.loads(RESULTS.read_text())


def test_the_same_results_give_the_same_plot(shell: Shell, tmp_path: Path) -> None:
    plots = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for plot in plots:
        ran = shell.run("bench", "server", "--peers", "--results", str(RESULTS), "--plot", str(plot))
        assert (ran.status, ran.err) == (0, "")
    assert plots[0].read_bytes() == plots[1].read_bytes()
    assert "</svg>" in plots[0].read_text()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("plot.doc", "a plot is a file that ends in .svg, .png, .pdf, not 'plot.doc'"),
        ("nowhere/plot.svg", "there is no folder "),
    ],
)
def test_a_plot_that_cannot_be_written_is_refused_before_the_run(
    name: str, message: str, shell: Shell, tmp_path: Path
) -> None:
    ran = shell.run("bench", "server", "--peers", "--plot", str(tmp_path / name))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {message}")
    assert ran.err.endswith("[BAD_FILE]\n")


def test_the_page_shows_the_saved_results() -> None:
    report = bench("_peer_report")
    page = (ROOT / "docs" / "performance.md").read_text()
    results = bench("_peers")._read(RESULTS)
    assert report.with_table(page, results) == page
    assert report.markdown(results) in page


def test_publishing_writes_results_page_and_plot(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = bench("_peer_report")
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    page = tmp_path / "docs" / "performance.md"
    page.write_text("# Before\n\n<!-- results -->\n\nold\n\n<!-- end of results -->\n\nAfter\n")
    monkeypatch.setattr(report, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(report, "RESULTS", tmp_path / "docs" / "data" / "peers.json")
    monkeypatch.setattr(report, "PAGE", page)
    monkeypatch.setattr(report, "PICTURE", tmp_path / "docs" / "pictures" / "peers.svg")
    ran = shell.run("bench", "server", "--peers", "--results", str(RESULTS), "--publish")
    assert ran.status == 0
    assert ran.err == "wrote docs/data/peers.json, docs/performance.md, docs/pictures/peers.svg\n"
    assert (tmp_path / "docs" / "data" / "peers.json").read_bytes() == RESULTS.read_bytes()
    assert "old" not in page.read_text()
    assert page.read_text().startswith("# Before\n\n<!-- results -->\n\n| server | durable |")
    assert page.read_text().endswith("\n\n<!-- end of results -->\n\nAfter\n")


# --- Node.js and npm --------------------------------------------------------------------------------------------


def programs(folder: Path, monkeypatch: pytest.MonkeyPatch, **scripts: str) -> None:
    """Make these shell scripts the only programs, and hide the Node.js of an installed package."""
    for name, script in scripts.items():
        file = folder / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(bench("_node"), "_packaged", lambda: None)


def test_without_npm_the_message_says_what_to_install(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs(tmp_path, monkeypatch)
    assert shell.run("bench", "server", "--peers") == (
        2,
        "",
        "error: the peers need Node.js 22 or newer with npm, and there is no Node.js: install it from "
        "https://nodejs.org, or with pip install 'saloon[bench]' [NO_NODE]\n",
    )


@pytest.mark.parametrize(
    ("scripts", "found"),
    [
        ({"node": "echo v24.1.0"}, "there is no npm"),
        ({"node": "echo v20.19.1", "npm": ""}, "this one is v20.19.1"),
        ({"node": "exit 1", "npm": ""}, "this one is "),
    ],
)
def test_a_node_that_cannot_run_the_peers_is_named(
    scripts: dict[str, str], found: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs(tmp_path, monkeypatch, **scripts)
    with pytest.raises(BadInput, match=found):
        bench("_node").find_node()


def test_the_peers_are_installed_once(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs(tmp_path, monkeypatch, node="echo v24.1.0", npm='[ "$1" = install ] && echo x >> ran')
    peers, node = bench("_peers"), bench("_node").find_node()
    monkeypatch.setattr(peers, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    modules = peers.installed(node)
    assert peers.installed(node) == modules
    assert (modules.parent / "ran").read_text() == "x\n"
    manifest = json.loads((modules.parent / "package.json").read_text())
    assert all(version[0].isdigit() for version in manifest["dependencies"].values()), "versions are pinned"
    assert "installing the peers with npm into " in capfd.readouterr().err


def test_an_installation_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    programs(tmp_path, monkeypatch, node="echo v24.1.0", npm="exit 1")
    peers, node = bench("_peers"), bench("_node").find_node()
    monkeypatch.setattr(peers, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    for _ in range(2):
        with pytest.raises(BadInput, match="npm could not install the peers"):
            peers.installed(node)


# --- runs against the peers, which npm installs -----------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A load of few short matches; return the module that runs it."""
    server, peers = bench("server"), bench("_peers")
    for name, value in (("TABLES", 2), ("ACTIONS", 80), ("IDLE", 20), ("RATE", 40)):
        monkeypatch.setattr(server, name, value)
    return peers


@pytest.mark.long
def test_all_servers_are_measured_under_the_same_load(small: Any) -> None:
    results = small.measure(2)
    assert [row.name.split()[0] for row in results.servers] == ["Saloon", "boardgame.io", "Colyseus", "bare"]
    for row in results.servers[:-1]:
        assert row.actions > 0
        assert 0 < row.p50 <= row.p99


@pytest.mark.long
@pytest.mark.parametrize("number", [0, 1])
def test_a_peer_ends_where_saloon_ends_and_shows_no_hidden_card(number: int, small: Any, tmp_path: Path) -> None:
    """Play one match at the peer and at a table; what the peer's own client library is shown must agree."""
    server, clients = bench("server"), bench("_peer_clients")
    peer, node = small.PEERS[number], bench("_node").find_node()
    modules = small.installed(node)
    script = asyncio.run(server._prepared(tmp_path / "bench.db"))[0]
    table = small.dealt(0)
    with small.started(peer, node, modules, tmp_path) as (process, host):
        match = peer.create(host, script, table.state)
        accepted, _ = server._play_all([match], process.pid)
        watch = [str(node.program), str(small.SCRIPTS / "watch.cjs"), Path(peer.script).stem]
        shown = subprocess.run(
            [*watch, f"http://{host}", clients.match_id(match)],
            env={**os.environ, "NODE_PATH": str(modules)}, capture_output=True, text=True, check=True, timeout=60,
        ).stdout  # fmt: skip
    assert accepted == server.ACTIONS
    found = json.loads(shown)
    assert found.get("rev", accepted) == accepted
    found = found.get("shown", found)
    for seat, message, _ in script.steps:
        table.submit(seat, message)
    assert table.rev == accepted
    view = table.view(None)
    assert [next(iter(pile.values())) if isinstance(pile, dict) else pile for pile in found["foundations"]] == [
        clients.numbers(pile.cards) for pile in view.foundations
    ]
    for theirs, ours in zip(found["boards"], (view.p1, view.p2), strict=True):
        assert (theirs["stock"], theirs["score"]) == (ours.stock, ours.score)
        assert theirs["waste"] == clients.numbers(ours.waste)
        for column, pile in zip(theirs["columns"], ours.tableau, strict=True):
            open_cards = [card for card in pile if hasattr(card, "card_id")]
            assert [*column.values()] == [len(pile) - len(open_cards), clients.numbers(open_cards)]


@pytest.mark.long
def test_an_interrupt_leaves_nothing_running(tmp_path: Path) -> None:
    few = "server.TABLES, server.ACTIONS, server.IDLE, server.RATE = 2, 20, 10, 2"
    main = "from saloon.cli import main; sys.exit(main(['bench', 'server', '--peers']))"
    code = f"import sys; from saloon.cli.bench import _module; server = _module('server'); {few}; {main}"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True) as program:
        assert program.stderr is not None
        while "boardgame.io" not in (line := program.stderr.readline()) or "actions/s" not in line:
            assert line
        time.sleep(3)
        program.send_signal(signal.SIGINT)
        assert program.stderr.read() == "interrupted\n"
        assert program.wait(timeout=30) == 130
    with pytest.raises(ProcessLookupError):  # no process of its group is left
        os.killpg(program.pid, 0)
