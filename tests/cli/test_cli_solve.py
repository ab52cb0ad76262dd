"""`saloon solve` and `saloon survey`."""

import json
from pathlib import Path

import pytest

from saloon.cli import main
from saloon.core.game import read_action
from saloon.games import GAMES

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "klondike-verdicts.json").read_text())["deals"]


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
        (["cards", "--deck", "AS 2S"], "BAD_DEAL"),
        (["cards", "--seed", "01"], "BAD_SEED"),
        (["nevernine", "--seed", "1"], "NO_SOLVER"),
        (["klondike", "--seed", "1", "--max-states", "0"], "BAD_LIMIT"),
        (["klondike", "--deals", "/no/such/file"], "BAD_DEAL"),
    ],
)
def test_bad_deals_are_refused(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words]) == 2
    assert f"[{code}]" in capsys.readouterr().err


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
    "words", [["--deals", "0"], ["--deals", "5", "--seed", "x"], ["--deals", "5", "--workers", "0"]]
)
def test_a_survey_that_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["survey", "klondike", *words]) == 2
    assert "[BAD_SURVEY]" in capsys.readouterr().err
