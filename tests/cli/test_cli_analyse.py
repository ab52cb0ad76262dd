"""`saloon analyse`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Shell
from saloon.cli import analyse as command
from saloon.core.errors import quoted
from saloon.core.game import Game
from saloon.games import GAMES
from saloon.solver import solve
from saloon.solver.analysis import Event, TurningPoint, analyse
from saloon.table import Table
from samples import FOURSOME, SOLITAIRE, UNSOLVED, easy


def lost_game() -> tuple[Table, TurningPoint]:
    """Play by hints a deal that can be won, until the game is lost; return the turning point too."""
    for seed in map(str, range(20)):
        table = Table.deal(SOLITAIRE, seed=seed, options=easy(SOLITAIRE))
        for _ in range(60):
            hinted = table.suggestion(0)
            if hinted is None or table.outcome is not None:
                break
            table.act(0, hinted)
        points = [event for event in analyse(table) if isinstance(event, TurningPoint)]
        if points:
            return table, points[0]
    raise AssertionError("the hints win everything")


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TurningPoint]:
    table, point = lost_game()
    file = tmp_path_factory.mktemp("logs") / "lost.json"
    file.write_bytes(table.save())
    return file, point


def test_the_step_that_lost_is_named_with_what_kept_the_win(lost: tuple[Path, TurningPoint], shell: Shell) -> None:
    file, point = lost
    code, told, _ = shell.run("analyse", str(file))
    assert code == 0
    assert f"winnable up to step {point.step - 1}, lost from step {point.step} on" in told
    assert f"\nstep {point.step}, {point.played}, lost the game\n" in told
    kept = [choice.notation for choice in point.choices if choice.verdict == "winnable"]
    assert f"{len(kept)} of {len(point.choices)} actions kept the win: {', '.join(kept)}\n" in told
    assert f"a way to win, {len(point.line)} actions: {', '.join(point.notations)}\n" in told


def test_choices_are_estimated_without_the_hidden_cards(lost: tuple[Path, TurningPoint], shell: Shell) -> None:
    file, point = lost
    lines = shell.run("analyse", str(file), "--worlds", "5")[1].splitlines()
    head = next(number for number, line in enumerate(lines) if "an estimate without the hidden cards" in line)
    rows = lines[head + 1 : head + 1 + len(point.choices)]
    assert sorted(row[4:17].strip() for row in rows) == sorted(choice.notation for choice in point.choices)
    shares = [int(row[17:24].strip().rstrip("%")) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert shell.run("analyse", str(file), "--worlds", "-1")[2].startswith("error: --worlds must be at least 0, not -1")


def test_every_step_is_listed_on_request(lost: tuple[Path, TurningPoint], shell: Shell) -> None:
    file, point = lost
    lines = shell.run("analyse", str(file), "--steps")[1].splitlines()
    rows = [line.split() for line in lines[3 : lines.index("", 3)]]
    assert [row[0] for row in rows] == [str(number) for number in range(len(rows))]
    assert rows[0][1:] == ["deal", "winnable"]
    assert [row[-1] for row in rows].index("unwinnable") == point.step


def test_json_holds_everything_and_standard_input_is_read(
    lost: tuple[Path, TurningPoint], shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, point = lost
    monkeypatch.setattr(command, "read_file", lambda name: file.read_bytes() if name == "-" else b"")
    code, told, _ = shell.run("analyse", "--json", "-")
    report: dict[str, Any] = json.loads(told)
    assert (code, report["log"]) == (0, "-")
    assert report["verdicts"].count("winnable") == report["summary"]["winnable"]
    assert report["summary"]["lastWinnable"] == point.step - 1
    (found,) = report["turningPoints"]
    assert (found["kind"], found["step"], found["played"]) == ("turningPoint", point.step, point.played)
    assert found["line"][0].keys() == {"kind", "payload"}


def test_many_games_get_a_line_each_and_a_sum(lost: tuple[Path, TurningPoint], tmp_path: Path, shell: Shell) -> None:
    table = Table.deal(SOLITAIRE, seed="0", options=easy(SOLITAIRE))
    for action in solve(SOLITAIRE, easy(SOLITAIRE), seed="0").actions:
        table.act(0, action)
    won, begun = tmp_path / "won.json", tmp_path / "begun.json"
    won.write_bytes(table.save())
    begun.write_bytes(table.retry().save())
    code, told, _ = shell.run("analyse", *map(str, (lost[0], won, begun)))
    lines = told.splitlines()
    assert (code, len(lines)) == (0, 4)
    assert lines[1] == f"{won}: {table.rev} steps, won"
    assert lines[2] == f"{begun}: 0 steps, not won, but it still can be"
    assert lines[3].startswith("3 games: ")
    assert "(100.00%), 1 turning points" in lines[3]


def test_an_interrupted_analysis_prints_what_is_known(
    lost: tuple[Path, TurningPoint], shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: Any, **more: Any) -> Iterator[Event]:
        yield next(analyse(*given, **more))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "analyse", interrupted)
    code, told, error = shell.run("analyse", str(lost[0]))
    assert (code, error) == (130, "interrupted\n")
    assert "winnable" in told
    assert "unknown" in told
    assert "interrupted: what is unknown here was not searched" in told
    report = json.loads(shell.run("analyse", "--json", str(lost[0]))[1])
    assert report["summary"] is None
    assert sum(verdict != "unknown" for verdict in report["verdicts"]) == 1


def test_what_no_search_decides_is_unknown(lost: tuple[Path, TurningPoint], shell: Shell) -> None:
    code, told, _ = shell.run("analyse", str(lost[0]), "--max-states", "1")
    assert code == 0
    assert "not known to be winnable" in told
    assert "unknown" in told


def test_a_match_is_reported_as_estimates(tmp_path: Path, shell: Shell) -> None:
    table = Table.deal(FOURSOME, seed="1")
    for _ in range(12):
        seat = next(seat for seat in table.game.seats if table.moves(seat))
        table.act(seat, table.moves(seat)[-1])  # the highest bid, which is a mistake whatever the hand
    file = tmp_path / "match.json"
    file.write_bytes(table.save())
    report = json.loads(shell.run("analyse", str(file), "--worlds", "40", "--json")[1])
    code, told, _ = shell.run("analyse", str(file), "--worlds", "40", "--steps")
    assert code == 0
    assert "± standard error" in told
    worst = max(report["mistakes"], key=lambda mistake: mistake["loss"])
    assert worst["loss"] > 3 * worst["lossError"]
    assert f"the worst at step {worst['step']}, {worst['played']} of {worst['seat']}\n" in told
    assert f"; the bot prefers {worst['preferred']}\n" in told
    rows = [line.split() for line in told.splitlines() if line[:5].strip().isdigit()]
    assert [int(row[0]) for row in rows] == [one["step"] for one in report["estimates"]]
    assert {one["seat"] for one in report["estimates"]} == {seat["seat"] for seat in report["summary"]["seats"]}


@pytest.mark.parametrize("name", UNSOLVED)
def test_a_game_with_neither_solver_nor_evaluator_is_refused(
    name: str, tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(Table.deal(name, seed="1").save())
    monkeypatch.setattr(type(GAMES[name]), "evaluator", Game.evaluator)
    code, told, error = shell.run("analyse", str(file))
    assert (code, told) == (2, "")
    assert f"{quoted(str(file))}: {GAMES[name].title} has neither solver nor evaluator" in error
    assert "[NO_SOLVER]" in error


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["/no/such/file"], "'/no/such/file' cannot be read"),
        ([__file__], f"{quoted(__file__)}: this file is damaged or not a log"),
        ([__file__, "--total-seconds", "0"], "--total-seconds must be more than 0, not 0.0"),
        ([__file__, "--max-seconds", "-1"], "--max-seconds must be more than 0, not -1.0"),
    ],
)
def test_bad_input_is_refused_and_repeated(words: list[str], told: str, shell: Shell) -> None:
    code, out, error = shell.run("analyse", *words)
    assert (code, out) == (2, "")
    assert told in error
