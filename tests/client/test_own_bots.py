"""Bots from elsewhere: in the arena, and at the tables of a server."""

import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from client.pages import DOCS
from saloon.bots.arena import Job, play
from saloon.bots.custom import FORGIVEN, BotProcess, command_of
from saloon.bots.guard import BotFault
from saloon.cli import main
from saloon.client import SyncClient
from saloon.client.playing import RemotePlaying, table_text
from saloon.core.errors import BadInput
from saloon.table import replay
from samples import DUEL, FOURSOME, SOLITAIRE

PYTHON = f"exec:{sys.executable} random_bot.py"
NODE = "exec:node random_bot.mjs"
FAULTY = """
import os, sys, time

class Late:
    def choose(self, view, legal):
        time.sleep(60)

class Crashing:
    def choose(self, view, legal):
        os._exit(7)

class Silly:
    def choose(self, view, legal):
        print("this is no answer")
        return {"kind": "cheat", "payload": {}}
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the bots of the page, and some that fail, into the current folder."""
    page = (DOCS / "own-bots.md").read_text()
    for name, text in re.findall(r'```\w+ title="(\S+)"\n(.*?)```', page, re.DOTALL):
        (tmp_path / name).write_text(text)
        assert len(text.splitlines()) <= 10
    (tmp_path / "mybots.py").write_text(next(iter(re.findall(r"```python\n(.*?)```", page, re.DOTALL))))
    (tmp_path / "faulty.py").write_text(FAULTY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_bots_of_the_page_play_in_the_arena_and_their_matches_verify(
    bots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    words = ["arena", FOURSOME, PYTHON, NODE, "mybots:Careful", "greedy", "--deals", "1", "--jobs", "1"]
    assert main([*words, "--verify", "--save", "matches", "-o", "limit=1"]) == 0
    said = capsys.readouterr()
    assert "4 replays verified" in said.out
    assert said.err == ""
    logs = list((bots / "matches").iterdir())
    assert len(logs) == 4
    assert {replay(log.read_bytes()).status for log in logs} == {"SUCCESS"}


@pytest.mark.long
@pytest.mark.usefixtures("bots")
def test_a_bot_in_another_language_plays_200_matches_and_every_replay_verifies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The run that docs/own-bots.md shows; the short form is the test above."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    assert main(["arena", FOURSOME, NODE, "greedy", "random", "--deals", "50", "--verify"]) == 0
    said = capsys.readouterr()
    assert "200 matches of 50 deals; completed 200" in said.out
    assert "200 replays verified" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [("Crashing", "it crashed with exit status 7"), ("Silly", "which is not legal"), ("Missing", "exit status 1")],
)
@pytest.mark.usefixtures("bots")
def test_a_bot_that_fails_loses_its_moves_to_a_simpler_one(name: str, fault: str) -> None:
    job = Job(FOURSOME, {"limit": 1}, (f"faulty:{name}", "random"), "7", lineup=(0, 1, 1, 1), verify=True)
    match = play(job)
    assert match.reason is not None
    assert [bot for bot, _ in match.faults] == [0] * (FORGIVEN + 1)
    assert all(fault in reason for _, reason in match.faults)


@pytest.mark.usefixtures("bots")
def test_a_late_bot_is_ended_and_starts_again_with_the_next_decision() -> None:
    legal = [{"kind": "bid", "payload": {"bid": 2}}]
    bot = BotProcess("faulty:Late", time_limit=0.1)
    for _ in range(2):
        with pytest.raises(BotFault, match=r"it was late: no answer within 0\.2 s"):
            bot.choose({}, legal)
    bot.close()


@pytest.mark.usefixtures("bots")
def test_a_class_gets_the_json_of_a_server_and_keeps_its_state() -> None:
    Path("counting.py").write_text(
        "class Bot:\n  n = -1\n  def choose(self, view, legal):\n    self.n += 1\n    return legal[self.n]\n"
    )
    legal = [{"kind": "bid", "payload": {"bid": bid}} for bid in range(3)]
    bot = BotProcess("counting:Bot")
    assert [bot.choose({"hand": []}, legal) for _ in legal] == legal
    bot.close()


@pytest.mark.parametrize("spec", ["nonsense:", "a b:Bot", ":Bot", "exec:", "no-module:Bot"])
def test_a_spec_that_names_no_bot_is_refused(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match=r"neither package\.module:Class nor exec:COMMAND"):
        command_of(spec)
    assert main(["arena", FOURSOME, spec, "greedy"]) == 2
    assert "UNKNOWN_BOT" in capsys.readouterr().err


@pytest.mark.usefixtures("bots")
def test_a_bot_plays_matches_at_a_server(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bot", "mybots:Careful", "--server", url, "--game", FOURSOME, "--against", "random", "-o", "limit=1"]
    assert main([*words, "--matches", "2"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.count("Careful sits at") == 2
    assert said.out.count("over: completed; won by p") == 2


@pytest.mark.usefixtures("bots")
def test_a_bot_that_fails_at_a_server_plays_on_and_says_why(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bot", "faulty:Silly", "--server", url, "--game", FOURSOME, "--against", "random", "-o", "limit=1"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "over: completed" in said.out
    assert "warning: the bot lost the move at revision" in said.err


@pytest.mark.parametrize(("name", "fault"), [("Silly", "illegal"), ("Crashing", "crashed"), ("Late", "late")])
@pytest.mark.usefixtures("bots")
def test_everyone_at_the_table_sees_why_a_bot_lost_its_move(url: str, name: str, fault: str) -> None:
    """A player, and a watcher; what the bot answered and with which status it ended stays with its owner."""
    with SyncClient(url) as player, SyncClient(url) as other:
        table = player.open(DUEL, private=False)
        words = ["bot", f"faulty:{name}", "--server", url, "--game", DUEL, "--table", table.table_id]
        with ThreadPoolExecutor() as pool:
            playing = pool.submit(main, [*words, "--time-limit", "0.2"])
            table.started()
            seen = other.watch(table.table_id)
            seen.started()
            for one in (table, seen):
                one.until(lambda one=one: bool(one.faults))  # type: ignore[misc]
                assert one.faults == {"p2": fault}
            assert f"the bot at p2 {fault_words(fault)}" in table_text(RemotePlaying(table.table))
            table.act({"kind": "resign", "payload": {}})
            assert playing.result(60) == 0


def fault_words(fault: str) -> str:
    """Return a fault as texts say it."""
    return {"late": "was late", "crashed": "crashed", "illegal": "answered with no legal move"}[fault]


def test_the_command_refuses_what_it_cannot_do(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "mybots:Careful", "--server", "http://127.0.0.1:1", "--game", SOLITAIRE]) == 2
    assert "cannot be reached" in capsys.readouterr().err
    assert main(["bot", "mybots:Careful", "--server", url, "--game", DUEL, "--table", "none"]) == 2
    assert "NO_SUCH_TABLE" in capsys.readouterr().err
    assert main(["bot", "mybots:Careful", "--game", "bridge"]) == 2
    assert "UNKNOWN_GAME" in capsys.readouterr().err
