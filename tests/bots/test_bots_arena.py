"""The arena: every line-up plays every deal, the figures are right, and every match can be replayed."""

import random
from math import inf, sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.picked import IN_TURN, RACE, SOLITAIRES, short
from saloon.bots.arena import Job, Played, deal_seed, jobs, lineups, play
from saloon.bots.figures import ratio, share
from saloon.bots.ratings import NEWCOMER, places, rated
from saloon.bots.standings import ratings, standings
from saloon.cli import main
from saloon.table import Table, replay

SHORT = ["--preset", IN_TURN.first_preset] if IN_TURN.first_preset else []
SECOND = f"{IN_TURN.name}-00001-{'-'.join(['greedy'] * len(IN_TURN.seats))}.json"
"""The file of the second deal that greedy bots alone play."""


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    assert lineups(2, 2) == [(0, 1), (1, 0)]
    assert lineups(1, 1) == [(0,)]
    assert lineups(3, 1) == [(0,), (1,), (2,)]
    for bots, seats in ((2, 4), (3, 2), (4, 4), (5, 4), (2, 2), (1, 4)):
        turns = lineups(bots, seats)
        assert len(set(turns)) == len(turns)
        for seat in range(seats):
            here = [turn[seat] for turn in turns]
            assert {here.count(bot) for bot in range(bots)} == {len(turns) // bots}


def test_deals_are_paired_and_seeds_follow_from_the_arena_alone() -> None:
    todo = jobs(Job(RACE.name, {}, ("greedy", "random"), "x", 3), 2)
    assert [(job.deal, job.lineup) for job in todo] == [(3, (0, 1)), (3, (1, 0)), (4, (0, 1)), (4, (1, 0))]
    assert deal_seed("x", 3).isdecimal()
    assert len({deal_seed(seed, deal) for seed in ("x", "y") for deal in range(50)}) == 100


def test_a_match_is_the_same_each_time_it_is_played() -> None:
    job = Job(IN_TURN.name, short(IN_TURN), ("greedy", "random"), "x", 0, (0, 1, 0, 1))
    first, again = (msgspec.structs.replace(play(job), seconds=(), memory=0) for _ in range(2))
    assert first == again
    assert sum(first.decisions) == first.actions
    assert first.rounds >= 1


# --- figures ----------------------------------------------------------------------------------------------------


def test_a_ratio_is_that_of_the_sums_and_its_interval_that_of_a_mean() -> None:
    values = [1.0, 2.0, 4.0, 5.0, 3.0, 3.0]
    found = ratio(values, [1] * 6)
    assert found is not None
    assert found.value == 3
    deviation = sqrt(sum((value - 3) ** 2 for value in values) / 5)
    assert found.half == pytest.approx(2.571 * deviation / sqrt(6), rel=2e-3)
    assert ratio([1], [0]) is None
    weighted = ratio([2, 9], [1, 3])
    assert weighted is not None
    assert weighted.value == 11 / 4


def test_the_interval_of_a_share_holds_the_truth_about_95_times_in_100() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        deals = [sum(chance.random() < 0.3 for _ in range(2)) for _ in range(60)]
        found = share(deals, [2] * 60)
        assert found is not None
        assert 0 <= found.low <= found.value <= found.high <= 1
        held += found.low <= 0.3 <= found.high
    assert 0.91 <= held / 400 <= 0.985


@pytest.mark.parametrize("deals", [2, 3, 4, 8, 30])
def test_the_interval_of_a_ratio_holds_the_truth_about_95_times_in_100_also_for_few_deals(deals: int) -> None:
    chance = random.Random(deals)
    held = 0
    for _ in range(2000):
        found = ratio([chance.gauss(1, 2) for _ in range(deals)], [1] * deals)
        assert found is not None
        held += found.low <= 1 <= found.high
    assert 0.935 <= held / 2000 <= 0.965


def test_one_deal_gives_no_confidence_interval() -> None:
    found, wins = ratio([3], [2]), share([1], [2])
    assert found is not None
    assert (found.value, found.low, found.high) == (1.5, -inf, inf)
    assert wins is not None
    assert wins.low < 0.1
    assert wins.high > 0.9


def test_a_share_of_nothing_or_all_is_not_certain() -> None:
    none, everything = share([0] * 20, [1] * 20), share([1] * 20, [1] * 20)
    assert none is not None
    assert everything is not None
    assert none.value == 0 < none.high < 0.2
    assert everything.value == 1 > everything.low > 0.8
    assert share([], []) is None


# --- standings --------------------------------------------------------------------------------------------------


Numbers = tuple[int, ...]


def match(deal: int, lineup: Numbers, winners: Numbers, scores: Numbers, rounds: int = 1) -> Played:
    """Return a match as it may have been."""
    seats = len(lineup)
    reason = "completed" if winners else None
    return Played(deal, lineup, winners, reason, scores, rounds, 10, (5,) * seats, (0.01,) * seats)


def test_standings_count_wins_points_and_differences() -> None:
    game = IN_TURN
    played = [
        match(0, (0, 1, 0, 1), (0,), (1, 6, 2, 8), 4),
        match(0, (1, 0, 1, 0), (1, 3), (7, 3, 5, 3), 4),
        match(1, (0, 1, 0, 1), (1,), (4, 3, 6, 5), 2),
        match(1, (1, 0, 1, 0), (3,), (4, 3, 6, 1), 2),
    ]
    found = standings(game, ["a", "b"], played)
    assert (found.matches, found.deals, found.unfinished, found.reasons) == (4, 2, 0, {"completed": 4})
    a, b = found.bots
    assert (a.matches, a.decided, a.wins, b.wins) == (4, 4, 3, 1)
    assert a.won is not None
    assert a.won.value == 0.75
    assert a.points is not None
    assert a.points.value == (1 + 2 + 3 + 3 + 4 + 6 + 3 + 1) / 24
    (difference,) = found.differences
    means = [(1.5 - 7), (3 - 6), (5 - 4), (2 - 5)]
    assert difference.points.value == pytest.approx(sum(means) / 12)
    assert a.milliseconds == pytest.approx(2)
    assert a.rating is not None
    assert b.rating is not None
    assert a.rating.mu > b.rating.mu


def test_places_follow_the_winners_then_the_points() -> None:
    assert places(IN_TURN, (2,), (5, 3, 3, 9)) == [2, 1, 0, 3]
    assert places(RACE, (1,), (50, 10)) == [1, 0]
    assert places(RACE, (), (50, 10)) == [0, 0]


def test_ratings_reflect_who_wins() -> None:
    played = [match(deal, (0, 1), (0,), (9, 1)) for deal in range(20)]
    strong, weak = ratings(RACE, 2, played)
    assert strong.mu > NEWCOMER.mu > weak.mu
    assert max(strong.sigma, weak.sigma) < NEWCOMER.sigma
    assert strong.shown > weak.shown


def test_a_match_moves_the_ratings_by_its_places() -> None:
    first, second, third, fourth = rated([NEWCOMER] * 4, [0, 1, 1, 3])
    assert first.mu > second.mu == third.mu > fourth.mu
    drawn = rated([NEWCOMER, NEWCOMER], [0, 0])
    assert drawn[0] == drawn[1]
    assert rated([first, fourth], [1, 0])[0].mu < first.mu


def test_a_solitaire_that_was_left_counts_as_lost() -> None:
    found = standings(SOLITAIRES[0], ["a"], [match(0, (0,), (0,), (9,)), match(1, (0,), (), (0,))])
    assert found.bots[0].won is not None
    assert found.bots[0].won.value == 0.5
    assert (found.unfinished, found.bots[0].rating) == (1, None)


# --- the command ------------------------------------------------------------------------------------------------


def test_the_command_plays_prints_and_keeps_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "matches"
    arguments = ["arena", RACE.name, "greedy", "random", "--deals", "2", "--seed", "s", "--jobs", "1"]
    assert main([*arguments, "--save", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert f"{RACE.title}: 4 matches of 2 deals" in printed
    assert "greedy - random" in printed
    logs = sorted(folder.iterdir())
    assert len(logs) == 4
    assert all(replay(log.read_bytes()).status == "SUCCESS" for log in logs)
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    assert [one["bot"] for one in found["bots"]] == ["greedy", "random"]
    assert found["matches"] == 4


def test_every_match_can_be_verified_and_a_difference_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["arena", IN_TURN.name, "greedy", "random", *SHORT, "--deals", "2", "--jobs", "1", "--verify"]
    assert main([*arguments]) == 0
    assert "4 replays verified; memory " in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    assert found["verified"] == found["matches"] == 4
    assert 0 < found["memory"][0] <= found["memory"][1]
    save = Table.save
    monkeypatch.setattr(Table, "save", lambda table: save(table).replace(b'"seed":"', b'"seed":"1'))
    assert main([*arguments]) == 2
    assert "deal 0 with greedy, random, greedy, random: the replay fails" in capsys.readouterr().err


def test_two_processes_find_what_one_does(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for processes in ("1", "2"):
        arguments = ["arena", IN_TURN.name, "greedy", "random", "--deals", "3", *SHORT, "--json"]
        assert main([*arguments, "--jobs", processes]) == 0
        found = msgspec.json.decode(capsys.readouterr().out)
        for one in found["bots"]:
            del one["milliseconds"]
        del found["memory"]
        results.append(found)
    assert results[0] == results[1]


def test_an_interrupted_arena_prints_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deals that were not played from every seat are left out."""
    todo = iter(range(7))

    def until_interrupted(job: Job) -> Played:
        if next(todo, None) is None:
            raise KeyboardInterrupt
        return play(job)

    monkeypatch.setattr("saloon.cli.arena.play", until_interrupted)
    arguments = ["arena", IN_TURN.name, "greedy", "random", "--deals", "5", *SHORT, "--jobs", "1", "--json"]
    assert main(arguments) == 130
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    assert (found["matches"], found["deals"]) == (6, 3)
    assert main(arguments) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_match_that_cannot_be_saved_is_reported(
    processes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / SECOND).symlink_to(tmp_path / "nowhere")
    arguments = ["arena", IN_TURN.name, "greedy", "--deals", "2", *SHORT, "--jobs", processes]
    assert main([*arguments, "--save", str(tmp_path)]) == 2
    assert "File exists [FILE_UNWRITABLE]" in capsys.readouterr().err


def test_matches_of_an_earlier_run_are_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", IN_TURN.name, "greedy", *SHORT, "--jobs", "1", "--save", str(tmp_path)]
    assert main([*arguments, "--deals", "2", "--first", "1"]) == 0
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    capsys.readouterr()
    assert main([*arguments, "--deals", "4", "--seed", "another"]) == 2
    refused = capsys.readouterr()
    assert refused.out == ""
    assert f"{str(tmp_path)!r} holds 2 of these 4 matches already" in refused.err
    assert SECOND in refused.err
    assert "[FILE_EXISTS]" in refused.err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == kept
    assert main([*arguments, "--deals", "2", "--first", "3"]) == 0
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([RACE.name, "genius"], "UNKNOWN_BOT"),
        ([RACE.name, "greedy", "greedy"], "BOT_TWICE"),
        ([RACE.name, "greedy", "random", "--deals", "0"], "BAD_COUNT"),
        ([RACE.name, "greedy", "random", "-o", "odd=1"], "BAD_OPTION"),
        (["poker", "greedy"], "UNKNOWN_GAME"),
        ([RACE.name, "greedy", "random", "--save", "/dev/null/x"], "FILE_UNWRITABLE"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments]) == 2
    assert f"[{code}]" in capsys.readouterr().err


@pytest.mark.parametrize(("option", "least"), [("--deals", 1), ("--jobs", 1), ("--first", 0)])
def test_a_number_that_is_too_small_is_repeated(option: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", RACE.name, "greedy", "random", option, "-7"]) == 2
    assert f"{option} must be at least {least}, not -7 [BAD_COUNT]" in capsys.readouterr().err
