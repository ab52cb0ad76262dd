"""Analyses by estimates: games without a solver, whose strongest bot values every decision."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from saloon.core.errors import BadInput
from saloon.core.evaluation import Valued
from saloon.core.game import Game, seat_name
from saloon.games import GAMES
from saloon.solver import analyse
from saloon.solver.estimates import (
    BATCH,
    CERTAIN,
    NAMED,
    Decision,
    EstimateSummary,
    Mistake,
    StepEstimate,
    ValueAnswer,
    ValueQuestion,
    estimate,
    estimated_games,
)
from saloon.table import Table
from saloon.table.helpers import notation_of
from samples import LOWEST_WINS, UNSOLVED

WORLDS = 20
MATCHES = estimated_games()


def random_match(name: str, steps: int, seed: int = 1) -> Table:
    """Play at random without giving up."""
    random = Random(f"{name} {seed}")
    table = Table.deal(name, seed=str(seed))
    while table.rev < steps and table.outcome is None:
        seat = random.choice([seat for seat in table.game.seats if table.moves(seat)])
        moves = [action for action in table.moves(seat) if action.kind not in table.game.giving_up]
        table.act(seat, random.choice(moves))
    return table


def answered(
    table: Table, value: Callable[[Decision, int, Random], float], *, worlds: int, seconds: float | None = None
) -> Iterator[StepEstimate | Mistake | EstimateSummary]:
    """Run an analysis; `value` says what the choice with a number is worth in a world. An answer takes a second."""
    random = Random(1)
    estimation = estimate(table, worlds=worlds, seconds=seconds)
    answer: ValueAnswer | None = None
    while True:
        asked = estimation.send(answer)
        answer = None
        if isinstance(asked, ValueQuestion):
            found = [
                [
                    Valued(action, tuple(value(decision, number, random) for _ in range(asked.worlds)))
                    for number, action in enumerate(decision.legal)
                ]
                for decision in asked.decisions
            ]
            answer = ValueAnswer(found, 1.0)
            continue
        yield asked
        if isinstance(asked, EstimateSummary):
            return


@pytest.mark.parametrize("name", MATCHES)
def test_every_decision_is_estimated_by_what_was_known_when_it_was_taken(name: str) -> None:
    table = random_match(name, 50)
    events = list(analyse(table, worlds=WORLDS))
    steps = [event for event in events if isinstance(event, StepEstimate)]
    again = Table.deal(name, seed=table.seed)
    positions = [again.state]
    for number, entry in enumerate(table.entries, 1):
        again.act(entry.seat, entry.action)
        positions.append(again.state)
        if number == 30:
            early = [event for event in analyse(again, worlds=WORLDS) if isinstance(event, StepEstimate)]
            assert early == [event for event in steps if event.step <= 30]  # so it depends on nothing that came later
    for event in steps:
        entry = table.entries[event.step - 1]
        legal = table.game.legal(positions[event.step - 1], entry.seat)
        assert (event.seat, event.played) == (seat_name(entry.seat), notation_of(table.game, entry.action))
        assert event.preferred in [table.game.notation(action) for action in legal]
        assert event.played != event.preferred or (event.loss, event.loss_error) == (0, 0)
        assert event.error >= 0
    summary = events[-1]
    assert isinstance(summary, EstimateSummary)
    assert summary.estimated == summary.decisions == len(steps) > 20
    assert sum(seat.decisions for seat in summary.seats) == len(steps)
    assert list(analyse(table, worlds=WORLDS))[:-1] == events[:-1]


@pytest.mark.parametrize("name", MATCHES)
def test_choices_of_equal_value_cost_nothing_on_average_although_one_always_looks_best(name: str) -> None:
    events = list(answered(random_match(name, 200), lambda *_: _[2].gauss(0, 1), worlds=40))
    summary = events[-1]
    assert isinstance(summary, EstimateSummary)
    assert summary.estimated > 50
    for seat in summary.seats:
        assert abs(seat.loss) < 4 * seat.loss_error


@pytest.mark.parametrize("name", MATCHES)
def test_the_costs_are_measured_and_the_highest_of_each_seat_are_named(name: str) -> None:
    sign = 1 if name == LOWEST_WINS else -1
    table = random_match(name, 100)
    events = list(answered(table, lambda _, number, random: sign * number + random.gauss(0, 0.1), worlds=40))
    steps = [event for event in events if isinstance(event, StepEstimate)]
    for event in steps:
        assert event.loss == pytest.approx(sign * event.value, abs=0.2)  # the first choice is the best, and worth 0
        assert (event.loss_error == 0) == (event.played == event.preferred)
    mistakes = [event for event in events if isinstance(event, Mistake)]
    for seat in map(seat_name, table.game.seats):
        costs = sorted((event.loss for event in steps if event.seat == seat), reverse=True)
        named = [mistake for mistake in mistakes if mistake.seat == seat]
        assert [mistake.loss for mistake in named] == [cost for cost in costs if cost > 0.5][:NAMED]
        for mistake in named:
            assert mistake.loss > CERTAIN * mistake.loss_error
            values = [sign * choice.value for choice in mistake.choices]
            assert values == sorted(values)
            assert mistake.preferred == mistake.choices[0].notation


def test_no_evaluation_begins_after_the_time_of_the_analysis() -> None:
    *_, summary = answered(random_match(MATCHES[0], 100), lambda *_: 0.0, worlds=4, seconds=1.5)
    assert isinstance(summary, EstimateSummary)
    assert summary.estimated == 2 * BATCH < summary.decisions


@pytest.mark.parametrize("name", UNSOLVED)
def test_a_game_with_neither_solver_nor_evaluator_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES[name]), "evaluator", Game.evaluator)
    with pytest.raises(BadInput, match=f"{GAMES[name].title} has neither solver nor evaluator"):
        list(analyse(Table.deal(name, seed="1")))
