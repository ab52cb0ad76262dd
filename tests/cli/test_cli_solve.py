"""`saloon solve` and `saloon survey`."""

import json
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest

from cli.terminal import flags
from saloon.cli import main
from saloon.games import GAMES
from saloon.solver import winnable_seeds
from samples import SOLITAIRE, TIMED, UNSOLVED, preset_options

EASY = flags(preset_options(SOLITAIRE))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([SOLITAIRE], "BAD_DEAL"),
        ([SOLITAIRE, "--seed", "1", "--deck", "AS"], "BAD_DEAL"),
        *(([name, "--deck", "AS"], "NO_SOLVER") for name in UNSOLVED),
        *(([name, "--seed", "1"], "NO_SOLVER") for name in UNSOLVED),
        ([SOLITAIRE, "--seed", "1", "--max-seconds", "nan"], "BAD_LIMIT"),
        ([SOLITAIRE, "--deals", str(Path(__file__).parent)], "BAD_DEAL"),
        ([SOLITAIRE, "--deals", sys.executable], "BAD_DEAL"),
        ([TIMED, "--seed", "01"], "BAD_SEED"),
        ([SOLITAIRE, "--seed", "1", "--max-states", "0"], "BAD_LIMIT"),
        ([SOLITAIRE, "--deals", "/no/such/file"], "BAD_DEAL"),
    ],
)
def test_bad_deals_are_refused(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_a_seed_may_hold_a_space(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", SOLITAIRE, "--seed", "my seed", *EASY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deal"] == "my seed"


@pytest.mark.parametrize(
    ("text", "words"),
    [("1\n\n01\n", "line 3 of "), ("1\nAS 2S\n", "line 2 of "), (" \n\n", "contains no deals")],
)
def test_a_file_of_deals_is_read_before_anything_is_solved(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals"
    file.write_text(text)
    assert main(["solve", TIMED, "--deals", str(file)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert words in told.err


def test_a_survey_counts_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, log = tmp_path / "plot.svg", tmp_path / "log"
    words = ["survey", TIMED, "--deals", "30", "--workers", "1", "--plot", str(plot), "--resume", str(log)]
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert result["winnable"] + result["unwinnable"] == result["deals"] == 30
    assert ElementTree.parse(plot).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert main(words) == 0
    assert "30 deals" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deals", "-4"], "--deals must be at least 1, not -4"),
        (["--deals", "5", "--seed", "x"], "'x' is not a whole number"),
        (["--deals", "5", "--workers", "0"], "--workers must be at least 1, not 0"),
    ],
)
def test_a_survey_that_makes_no_sense_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", SOLITAIRE, *words]) == 2
    refused = capsys.readouterr().err
    assert told in refused
    assert "[BAD_SURVEY]" in refused


def test_a_published_survey_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "survey.csv"
    assert main(["survey", TIMED, "--deals", "30", "--workers", "1", "--publish", str(file)]) == 0
    digest = capsys.readouterr().out.splitlines()[-1]
    assert main(["survey", "--verify", str(file), "--seeds", "5-14"]) == 0
    assert capsys.readouterr().out.splitlines() == ["10 of 10 rows hold", digest]
    assert main(["survey", TIMED, "--verify", str(file), "--sample", "4"]) == 0
    assert "4 of 4 rows hold" in capsys.readouterr().out
    text = file.read_text()
    file.write_text(text.replace("\n3,unwinnable,", "\n3,winnable,").replace("\n4,unwinnable,", "\n4,winnable,"))
    assert main(["survey", "--verify", str(file), "--seeds", "3-4"]) == 1
    told = capsys.readouterr().out
    assert "seed 3: it is unwinnable, not winnable" in told
    assert "0 of 2 rows hold" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name a game and give --deals"),
        ([SOLITAIRE], "name a game and give --deals"),
        ([SOLITAIRE, "--deals", "1", "--sample", "4"], "choose the rows that --verify checks"),
        (["--verify", "none.csv"], "'none.csv' cannot be read"),
    ],
)
def test_a_survey_without_its_arguments_says_what_is_missing(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_deal_is_rated_for_the_solver_and_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", TIMED, "--seed", winnable_seeds(TIMED)[0].seed, "--rate"]) == 0
    told = capsys.readouterr().out
    assert "for the solver: " in told
    assert "for people: a bot that sees no hidden card wins " in told
    assert main(["solve", TIMED, "--seed", "1000", "--rate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rating"]["people"] is None


def test_a_survey_keeps_to_the_states_that_it_may_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["survey", SOLITAIRE, "--deals", "4", "--workers", "1", "--max-states", "10", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["plan"]["states"] == 10
    assert found["result"]["unknown"] == 4
    assert found["result"]["states"] <= 4 * 10


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (["--max-states", "0"], "--max-states must be at least 1, not 0"),
        (["--max-seconds", "-2"], "--max-seconds must be more than 0, not -2.0"),
        (["--max-memory", "15"], "--max-memory must be at least 16, not 15"),
    ],
)
@pytest.mark.parametrize("command", [["solve", SOLITAIRE, "--seed", "1"], ["survey", SOLITAIRE, "--deals", "1"]])
def test_a_limit_that_is_none_is_repeated(
    command: list[str], limit: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *limit]) == 2
    assert f"{told} [BAD_LIMIT]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("deal", f"if left out, a random one ({GAMES[TIMED].title}: the time)"),
        ("play", f"if left out, a random one ({GAMES[TIMED].title}: the time)"),
        ("solve", "the seed of the deal"),
        ("survey", "the number of the first deal (default 0)"),
        ("arena", "the seed of the deals (default arena)"),
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
    assert main(["survey", TIMED, "--deals", "5", option, str(tmp_path / "no" / "such" / "folder")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_missing_cluster_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["survey", TIMED, "--deals", "5", "--dask", "nonsense:1:2"]) == 2
    told = "[NO_DASK]" if find_spec("distributed") else "pip install 'saloon[research]' [MISSING_EXTRA]"
    assert told in capsys.readouterr().err


def test_ctrl_c_stops_a_survey_that_can_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    words = ["survey", SOLITAIRE, *EASY, "--deals", "3000", "--workers", "2", "--resume", str(log)]
    survey = subprocess.Popen([sys.executable, "-m", "saloon", *words], stderr=subprocess.PIPE, text=True)
    end = monotonic() + 120
    while monotonic() < end and (not log.exists() or log.read_bytes().count(b"\n") < 30):
        sleep(0.02)
    survey.send_signal(signal.SIGINT)
    _, told = survey.communicate(timeout=60)
    assert survey.returncode == 130
    assert told.split("\n") == ["", "run the same command again to continue", "interrupted", ""]
    decided = log.read_bytes().count(b"\n") - 1
    assert 25 <= decided < 3000
    words[words.index("--deals") + 1] = str(decided + 25)
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert result["deals"] == decided + 25
    assert log.read_bytes().count(b"\n") - 1 >= decided
    assert main(["survey", SOLITAIRE, *EASY, "--deals", str(decided + 25), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["winnable"] == result["winnable"]
