"""Where a solitaire was lost: which verdicts follow from others, what is searched, and what is unknown."""

from random import Random
from typing import Any

import pytest

from hidden import rearranged
from positions import is_ours, kit_of, useful
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits, Verdict
from saloon.games import GAMES
from saloon.solver import analyse, solve, solved_games
from saloon.solver.analysis import AnalysisSummary, Event, Question, StepVerdict, TurningPoint, examine
from saloon.solver.estimates import ValueQuestion
from saloon.table import Table
from saloon.table.helpers import Redo, Undo
from samples import SAVING, SOLITAIRE, TIMED, easy
from solver.wins import is_won_by

SOLVED = [name for name in solved_games() if is_ours(GAMES[name])]
LIMITS = Limits(states=20_000)


def verdicts_of(events: list[Event]) -> list[str]:
    """Return the verdict of each step, in the order of the steps; each step is reported once."""
    told = [(event.step, event.verdict) for event in events if isinstance(event, StepVerdict)]
    assert sorted(step for step, _ in told) == list(range(len(told)))
    return [verdict for _, verdict in sorted(told)]


def random_game(name: str, seed: int, steps: int = 40) -> Table:
    """Play at random, a fifth of it with the table's helpers."""
    random = Random(f"{name} {seed}")
    table = Table.deal(name, seed=kit_of(name).seed(seed), options=easy(name))
    while table.rev < steps and table.outcome is None:
        moves = useful(table.game, table.state, 0) if table.moves(0) else []
        helpers = [action for action in table.legal(0) if action.kind not in table.game.actions]
        choice = moves if moves and random.random() < 0.8 else helpers
        table.act(0, random.choice(choice))
    return table


@pytest.mark.parametrize("name", SOLVED)
def test_a_lost_game_stays_lost_until_an_undo(name: str) -> None:
    for seed in range(6):
        table = random_game(name, seed)
        events = list(analyse(table, LIMITS))
        verdicts = verdicts_of(events)
        assert len(verdicts) == table.rev + 1
        for entry, before, after in zip(table.entries, verdicts, verdicts[1:], strict=False):
            if (before, after) == ("unwinnable", "winnable"):
                assert isinstance(entry.action, Undo)
            if (before, after) == ("winnable", "unwinnable"):
                assert isinstance(entry.action, Redo) or entry.action.kind in table.game.actions


@pytest.mark.parametrize("name", SOLVED)
def test_every_verdict_is_that_of_a_search_and_every_line_wins(name: str) -> None:
    table = random_game(name, 3, steps=25)
    start = table.retry().progress
    states = [start.state, *(accepted.after.state for accepted in table.accepted_since(start))]
    events = list(analyse(table, LIMITS))
    for state, verdict in zip(states, verdicts_of(events), strict=True):
        searched = solve(name, state=state, limits=LIMITS).verdict
        assert searched in ("unknown", verdict)
        assert verdict != "unknown" or searched == "unknown"
    for event in events:
        if isinstance(event, TurningPoint):
            assert is_won_by(table.game, states[event.winnable_after], [action.payload for action in event.line])
            kept = [choice.action for choice in event.choices if choice.verdict == "winnable"]
            assert event.line[0] in kept


@pytest.mark.parametrize("name", SOLVED)
def test_sampled_worlds_do_not_depend_on_hidden_cards(name: str) -> None:
    random = Random(name)
    for seed in range(4):
        game, table = GAMES[name], random_game(name, seed, steps=12)
        one, other = game.sampler(), game.sampler()
        assert one is not None
        assert other is not None
        view = game.view(table.state, 0)
        worlds = one.worlds(view, 3, "1")
        for world in worlds:
            game.check(world)
            assert played_in(game, world) == played_in(game, table.state)
        elsewhere = rearranged(name, table.state, 0, random)
        assert list(other.worlds(game.view(elsewhere, 0), 3, "1")) == list(worlds)


def played_in(game: AnyGame, state: Any) -> list[Action]:
    """Return the legal actions but those that only finish a game."""
    solver = game.solver()
    assert solver is not None
    return [action for action in useful(game, state, 0) if action.kind not in solver.closing]


def test_choices_get_estimates_from_as_many_worlds_as_asked_for() -> None:
    estimates = []
    for seed in range(3):
        for event in analyse(random_game(SOLITAIRE, seed, steps=150), LIMITS, worlds=4):
            if isinstance(event, TurningPoint):
                estimates += [choice.estimate for choice in event.choices]
    assert estimates
    for estimate in estimates:
        assert estimate is not None
        assert estimate.winnable + estimate.unwinnable + estimate.unknown == 4
        decided = 4 - estimate.unknown
        assert estimate.share == (estimate.winnable / decided if decided else None)


def test_giving_up_a_game_that_could_be_won_loses_it_and_has_no_choices() -> None:
    table = Table.deal(SAVING, seed="1", options=easy(SAVING))
    resign = next(action for action in table.moves(0) if action.kind == "resign")
    table.act(0, resign)
    events = list(analyse(table, LIMITS, worlds=4))
    assert verdicts_of(events) == ["winnable", "unwinnable"]
    (point,) = (event for event in events if isinstance(event, TurningPoint))
    assert (point.step, point.played, point.choices) == (1, table.game.notation(resign), ())
    assert is_won_by(table.game, table.retry().state, [action.payload for action in point.line])


def test_a_won_game_needs_no_search() -> None:
    table = Table.deal(SOLITAIRE, seed="0", options=easy(SOLITAIRE))
    for action in solve(SOLITAIRE, easy(SOLITAIRE), seed="0").actions:
        table.act(0, action)
    events = list(analyse(table))
    assert set(verdicts_of(events)) == {"winnable"}
    summary = events[-1]
    assert isinstance(summary, AnalysisSummary)
    assert (summary.searches, summary.turning_points, summary.last_winnable) == (0, 0, table.rev)


def test_a_lost_deal_needs_few_searches_and_has_no_turning_point() -> None:
    table = random_game(TIMED, 1000)
    events = list(analyse(table))
    summary = events[-1]
    assert isinstance(summary, AnalysisSummary)
    assert set(verdicts_of(events)) == {"unwinnable"}
    assert (summary.last_winnable, summary.turning_points) == (None, 0)
    assert summary.searches < 12 < table.rev


def answer_all(table: Table, verdict: Verdict, seconds: float | None = None) -> list[Event]:
    """Run an analysis whose every search ends with `verdict`."""
    examination = examine(table, seconds=seconds)
    events: list[Event] = []
    answer: list[Verdict] | None = None
    while not events or not isinstance(events[-1], AnalysisSummary):
        asked = examination.send(answer)
        answer = [verdict for _ in asked.states] if isinstance(asked, Question) else None
        if not isinstance(asked, Question):
            assert not isinstance(asked, ValueQuestion)
            events.append(asked)
    return events


def test_what_no_search_decides_is_unknown() -> None:
    table = random_game(SOLITAIRE, 1)
    events = answer_all(table, Verdict("unknown", limit="states"))
    assert set(verdicts_of(events)) == {"unknown"}
    summary = events[-1]
    assert isinstance(summary, AnalysisSummary)
    assert (summary.unknown, summary.last_winnable) == (table.rev + 1, None)


def test_no_search_begins_after_the_time_of_the_analysis() -> None:
    events = answer_all(random_game(SOLITAIRE, 1), Verdict("unknown", cpu_seconds=1.0, limit="seconds"), seconds=2.5)
    summary = events[-1]
    assert isinstance(summary, AnalysisSummary)
    assert summary.searches == 3
