"""`saloon solve` and `saloon survey`."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from saloon.cli import main
from saloon.core.cards import deck
from saloon.core.game import read_action
from saloon.games import GAMES

GOLDEN = json.loads((Path(__file__).parents[1] / "games" / "klondike" / "verdicts_klondike.json").read_text())["deals"]


def test_a_winning_line_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--seed", "1", "-o", "draw=1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["options"]["draw"]) == ("winnable", 1)
    game = GAMES["klondike"]
    state = game.deal("1", game.options(draw=1))
    for move in found["moves"]:
        state = game.apply(state, 0, read_action(game.actions, move["kind"], move["payload"]))
    assert state.status == "won"
    assert main(["solve", "klondike", "--seed", "1", "-o", "draw=1"]) == 0
    assert f"{len(found['moves'])} actions: " in capsys.readouterr().out


def test_many_deals_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals"
    file.write_text(f"{GOLDEN[0]['deck']}\n\n{GOLDEN[1]['deck']}\n36\n")
    assert main(["solve", "klondike", "--deals", str(file)]) == 0
    words = [line.rsplit(": ", 1)[1].split()[0] for line in capsys.readouterr().out.splitlines()]
    assert words == [GOLDEN[0]["draw3"], GOLDEN[1]["draw3"], "unwinnable"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["klondike"], "BAD_DEAL"),
        (["klondike", "--seed", "1", "--deck", "AS"], "BAD_DEAL"),
        (["klondike", "--deck", "AS AS 3H"], "BAD_DECK"),
        (["klondike", "--deck", "AS"], "BAD_DECK"),
        (["klondike", "--deck", ""], "BAD_DECK"),
        (["meridian", "--deck", "AS 11S"], "BAD_DECK"),
        (["highnoon", "--deck", "AS"], "NO_SOLVER"),
        (["klondike", "--seed", "1", "--max-seconds", "nan"], "BAD_LIMIT"),
        (["klondike", "--deals", str(Path(__file__).parent)], "BAD_DEAL"),
        (["klondike", "--deals", sys.executable], "BAD_DEAL"),
        (["cards", "--deck", "AS 2S"], "NO_DECK"),
        (["cards", "--seed", "01"], "BAD_SEED"),
        (["nevernine", "--seed", "1"], "NO_SOLVER"),
        (["klondike", "--seed", "1", "--max-states", "0"], "BAD_LIMIT"),
        (["klondike", "--deals", "/no/such/file"], "BAD_DEAL"),
    ],
)
def test_bad_deals_are_refused(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_a_deck_that_is_none_is_refused_with_the_cards_that_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [card.code for card in deck()]
    for cards, words in (
        (codes[:-1], "the deck lacks KS."),
        ([*codes[:-1], "AC"], "the deck names AC twice (cards 1 and 52) and lacks KS."),
        ([*codes, "QH"], "the deck names QH twice"),
    ):
        assert main(["solve", "klondike", "--deck", " ".join(cards)]) == 2
        assert words in capsys.readouterr().err


def test_a_seed_may_hold_a_space(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--seed", "my seed", "-o", "draw=1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deal"] == "my seed"


@pytest.mark.parametrize(
    ("text", "words"),
    [("1\n\n01\n", "line 3 of "), ("1\nAS 2S\n", "line 2 of "), (" \n\n", "names no deal")],
)
def test_a_file_of_deals_is_read_before_anything_is_solved(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals"
    file.write_text(text)
    assert main(["solve", "cards", "--deals", str(file)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert words in told.err


def test_a_survey_counts_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, log = tmp_path / "plot.svg", tmp_path / "log"
    words = ["survey", "cards", "--deals", "30", "--workers", "1", "--plot", str(plot), "--resume", str(log)]
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert result["winnable"] + result["unwinnable"] == result["deals"] == 30
    assert plot.read_text().startswith("<svg")
    assert main(words) == 0
    assert "30 deals" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deals", "-4"], "--deals is at least 1, not -4"),
        (["--deals", "5", "--seed", "x"], "'x' is no whole number"),
        (["--deals", "5", "--workers", "0"], "--workers is at least 1, not 0"),
    ],
)
def test_a_survey_that_makes_no_sense_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", "klondike", *words]) == 2
    refused = capsys.readouterr().err
    assert told in refused
    assert "[BAD_SURVEY]" in refused


def test_a_survey_keeps_to_the_states_that_it_may_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["survey", "klondike", "--deals", "4", "--workers", "1", "--max-states", "10", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["plan"]["states"] == 10
    assert found["result"]["unknown"] == 4
    assert found["result"]["states"] <= 4 * 10


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (["--max-states", "0"], "--max-states is at least 1, not 0"),
        (["--max-seconds", "-2"], "--max-seconds is more than 0, not -2.0"),
        (["--max-memory", "15"], "--max-memory is at least 16, not 15"),
    ],
)
@pytest.mark.parametrize("command", [["solve", "klondike", "--seed", "1"], ["survey", "klondike", "--deals", "1"]])
def test_a_limit_that_is_none_is_repeated(
    command: list[str], limit: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *limit]) == 2
    assert f"{told} [BAD_LIMIT]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("deal", "if left out, a random one (Cards: the time)"),
        ("play", "if left out, a random one (Cards: the time)"),
        ("solve", "the seed of the deal"),
        ("survey", "the number of the first deal (default 0)"),
        ("arena", "what the deals are made from (default arena)"),
    ],
)
def test_the_help_says_what_a_command_does_without_a_seed(
    command: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert told in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("option", ["--resume", "--plot"])
def test_a_file_that_cannot_be_written_is_refused_first(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", "cards", "--deals", "5", option, str(tmp_path / "no" / "such" / "folder")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_cluster_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["survey", "cards", "--deals", "5", "--dask", "nonsense:1:2"]) == 2
    assert "[NO_DASK]" in capsys.readouterr().err


def test_ctrl_c_ends_a_survey_which_goes_on_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    words = ["survey", "klondike", "-o", "draw=1", "--deals", "3000", "--workers", "2", "--resume", str(log)]
    survey = subprocess.Popen([sys.executable, "-m", "saloon", *words], stderr=subprocess.PIPE, text=True)
    end = monotonic() + 120
    while monotonic() < end and (not log.exists() or log.read_bytes().count(b"\n") < 30):
        sleep(0.02)
    survey.send_signal(signal.SIGINT)
    _, told = survey.communicate(timeout=60)
    assert survey.returncode == 130
    assert told.split("\n") == ["", "the same command goes on where this one was", "interrupted", ""]
    decided = log.read_bytes().count(b"\n") - 1
    assert 25 <= decided < 3000
    words[words.index("--deals") + 1] = str(decided + 25)
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert result["deals"] == decided + 25
    assert log.read_bytes().count(b"\n") - 1 >= decided
    assert main(["survey", "klondike", "-o", "draw=1", "--deals", str(decided + 25), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["winnable"] == result["winnable"]
