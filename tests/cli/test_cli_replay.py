"""`saloon replay`, `saloon bench`, and the program as a process."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import DATA, Shell
from saloon.games import GAMES
from saloon.table import Table
from samples import FOURSOME, SOLITAIRE

FIRST = next(iter(GAMES)).name

GOLDEN = sorted(DATA.glob("*/SEED-*.json"))


def saloon(*args: str, **more: Any) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", "import sys; from saloon.cli import main; sys.exit(main())", *args]
    return subprocess.run(command, capture_output=True, timeout=60, check=False, **more)


# --- replay -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_log_succeeds(file: Path, shell: Shell) -> None:
    steps = json.loads(file.read_text())["steps"]
    final = steps[-1]["expectedStateHashAfter"]
    rev = sum(step["expectedResult"] == "ack" for step in steps)
    assert shell.run("replay", str(file)) == (0, f"SUCCESS at rev {rev}, state hash {final}\n", "")
    ran = shell.run("replay", str(file), "--json")
    assert ran == (0, f'{{"status":"SUCCESS","finalRev":{rev},"finalStateHash":"{final}"}}\n', "")


def test_a_log_that_differs_fails_with_1_and_says_where(shell: Shell) -> None:
    log = json.loads(GOLDEN[0].read_text())
    log["steps"][5]["clientId"] = "p7"
    before = log["steps"][4]["expectedStateHashAfter"]
    file = shell.home / "changed.json"
    file.write_text(json.dumps(log))
    rev = sum(step["expectedResult"] == "ack" for step in log["steps"][:5])
    ran = shell.run("replay", "changed.json")
    assert ran == (1, f"FAIL at rev {rev}, state hash {before}\nstep 5: this table has no client 'p7'\n", "")
    ran = shell.run("replay", "changed.json", "--json")
    assert (ran.status, json.loads(ran.out)) == (
        1,
        {
            "status": "FAIL",
            "finalRev": rev,
            "finalStateHash": before,
            "failureStep": 5,
            "failureReason": "this table has no client 'p7'",
        },
    )


def test_a_file_that_is_not_a_log_fails_as_a_whole(shell: Shell) -> None:
    (shell.home / "other.json").write_text("{}")
    ran = shell.run("replay", "other.json")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == (
        "FAIL at rev 0, state hash None\n"
        "log refused: this is not a Saloon log: a log has a header and a list of steps [LOG_FOREIGN]\n"
    )
    report = json.loads(shell.run("replay", "other.json", "--json").out)
    assert (report["status"], report["finalStateHash"]) == ("FAIL", None)
    assert "failureStep" not in report


@pytest.mark.parametrize(("name", "why"), [("nowhere.json", "No such file or directory"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read_is_an_error(name: str, why: str, shell: Shell) -> None:
    ran = shell.run("replay", name)
    assert ran == (2, "", f"error: {name!r} cannot be read: {why} [FILE_UNREADABLE]\n")


def test_a_dash_reads_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.deal(SOLITAIRE, seed="7")
    table.act(0, table.moves(0)[0])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table.save())))
    assert shell.run("replay", "-") == (0, f"SUCCESS at rev 1, state hash {table.state_hash()}\n", "")


# --- bench ------------------------------------------------------------------------------------------------------


def test_a_benchmark_prints_a_table(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    ran = shell.run("bench", "engine", "--seconds", "0.001")
    assert (ran.status, ran.err) == (0, "")
    head, *lines = ran.out.splitlines()
    assert head.split() == ["benchmark", "per", "CPU-second", "what"]
    assert lines[0].startswith(f"engine {FIRST} ")
    assert lines[0].endswith("actions, invariants checked (bar 50,000)")
    assert lines[1].endswith("actions through Table.act")
    assert len(lines) % 2 == 0
    right = head.index("CPU-second") + len("CPU-second")
    assert all(float(line[right - 15 : right].replace(",", "")) > 0 for line in lines)


def test_benchmarks_as_json(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    lines = json.loads(shell.run("bench", "replay", "--seconds", "0.001", "--json").out)
    assert {"name", "rate", "what"} <= set(lines[0])
    assert lines[0]["name"] == f"replay {FIRST}"
    assert all(line["rate"] > 0 for line in lines)
    names = [
        line["name"] for line in json.loads(shell.run("bench", "engine", "replay", "--seconds", "0.001", "--json").out)
    ]
    assert f"engine {FIRST}" in names
    assert f"replay {FIRST}" in names


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two short games are enough to see that a benchmark runs."""
    from importlib import import_module

    from saloon.cli.bench import _module

    _module("engine")
    measure = import_module("saloon.bench._measure")
    monkeypatch.setattr(measure, "GAMES_EACH", 2)
    monkeypatch.setattr(measure, "LONGEST", 30)


def test_a_benchmark_that_does_not_exist_is_refused_by_name(shell: Shell) -> None:
    ran = shell.run("bench", "engine", "flight")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: there is no benchmark 'flight' (known: ")
    assert "engine, envs, replay, server" in ran.err
    assert ran.err.endswith(") [UNKNOWN_BENCH]\n")


# --- as a process -----------------------------------------------------------------------------------------------


def test_another_process_deals_the_same(tmp_path: Path) -> None:
    ran = saloon("deal", FOURSOME, "--seed", "é", "--json", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["stateHash"] == Table.deal(FOURSOME, seed="é").state_hash()


def test_a_game_is_piped_through_play_and_replay(tmp_path: Path) -> None:
    home = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    typed = b"1\n\xff\xfe\n1\nsave game.json\nquit\n"
    ran = saloon("play", SOLITAIRE, "--seed", "7", cwd=tmp_path, env=home, input=typed)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "saloon" / f"{SOLITAIRE}.json").read_bytes() == (tmp_path / "game.json").read_bytes()
    ran = saloon("replay", "-", cwd=tmp_path, input=(tmp_path / "game.json").read_bytes())
    assert (ran.returncode, ran.stdout[:20]) == (0, b"SUCCESS at rev 2, st")


def test_bytes_that_are_no_text_end_no_game(tmp_path: Path) -> None:
    home = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"}
    ran = saloon("play", SOLITAIRE, "--seed", "7", cwd=tmp_path, env=home, input=b"1\n\xff\n1\n")
    assert ran.returncode == 0
    assert (tmp_path / "saloon" / f"{SOLITAIRE}.json").exists()


def test_a_reader_that_stops_early_is_not_an_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from saloon.cli import main; sys.exit(main())",
            "deal",
            SOLITAIRE,
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
