"""Plug-in games of other distributions: they play in the terminal and over the socket; faulty ones are refused."""

import subprocess
import sys
from pathlib import Path

from plugins.distributions import REASONS
from server.running import Player, Running

ROOT = Path(__file__).parents[2]
WARNINGS = [f"the plug-in game {name} was refused: {reason}" for name, reason in REASONS.items()]


def saloon(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, which finds the plug-ins."""
    command = [sys.executable, "-m", "saloon", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


def test_a_plugin_is_dealt_and_the_faulty_ones_are_named_in_one_line_each(site: Path) -> None:
    dealt = saloon("deal", "redblack", "--seed", "7", "-o", "guesses=3")
    assert dealt.returncode == 0
    assert dealt.stdout.startswith("Red or Black (rules 1.0.0), seed 7\nstate hash ")
    assert dealt.stdout.endswith("right\nwrong\nstock  3\n")
    assert dealt.stderr.splitlines() == [f"warning: {line}" for line in WARNINGS]
    refused = saloon("deal", "elder")
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].startswith("error: there is no game 'elder' (known: ")
    assert "redblack" in refused.stderr


def test_a_plugin_is_played_to_its_end_in_the_terminal(site: Path) -> None:
    played = saloon("play", "redblack", "--seed", "7", "-o", "guesses=3", typed="red\npurple\n#2\nhint\nred\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "'purple' is no guess; write red or black [BAD_MOVE]" in played.stdout
    assert "hint: " in played.stdout
    assert "The game is over (completed): " in played.stdout


def test_a_plugin_is_played_over_the_socket_and_the_server_logs_what_it_refused(site: Path, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}") as server, Player(server.url) as player:  # `saloon serve`
        names = [game["name"] for game in player.ask("GET", "/api/games")]
        assert "redblack" in names
        assert not {*REASONS} & {*names}
        table = player.create("redblack", seed="7", options={"guesses": 3})
        table.view()
        with table.socket() as socket:
            first = socket.kind("snapshot")
            assert first["view"] == {"right": [], "stock": 3, "wrong": []}
            for _ in range(3):
                guess = next(action for action in table.legal() if action["kind"] == "guess")
                answer = table.took(socket.ask(table.message(guess)))
            assert answer["outcome"]["reason"] == "completed"
        log = player.log(table.table_id)
        (tmp_path / "log.json").write_bytes(log)
        logged = [line.partition(": ")[2] for line in server.errors().splitlines() if "plug-in" in line]
        assert logged == WARNINGS
    replayed = saloon("replay", str(tmp_path / "log.json"))
    assert replayed.returncode == 0, replayed.stdout


def test_a_plugin_with_a_test_kit_is_tested_by_the_conformance_suite(site: Path) -> None:
    suite = [str(ROOT / "tests" / "games" / "test_conformance.py"), "-q", "-k", "redblack", "-p", "no:cacheprovider"]
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", *suite], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout
