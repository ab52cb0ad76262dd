"""Analyses of games with small decks agree with brute force, step by step."""

from random import Random

import pytest

from saloon.core.solver import Limits, Verdict
from saloon.solver.analysis import AnalysisSummary, Event, Question, StepVerdict, TurningPoint, examine
from saloon.solver.estimates import ValueQuestion
from saloon.table import Table
from saloon.table.helpers import Redo, Undo
from saloon.table.progress import Progress
from search.oracle_alternating import Rules
from search.small_games import SIZES, small_game
from solver.small_solitaire import Go, NoOptions, SmallSolitaire, State, all_wins

GAME = SmallSolitaire()
MOST = 700
"""Positions of a game that brute force looks at."""


def deal(random: Random, draw: int, redeals: int) -> tuple[State, set[State]]:
    """Return a small game that can be lost, and its positions that can be won."""
    while True:
        ranks, columns = random.choice(SIZES[:5])
        table = small_game(random, ranks, columns, stock=True)._replace(redeals=redeals)
        state = State(table._replace(columns=tuple(sorted(table.columns))), Rules(ranks, draw))
        wins = all_wins(state, MOST)
        if wins and state in wins and any(mistakes(one, wins) for one in wins):
            return state, wins


def mistakes(state: State, wins: set[State]) -> list[Go]:
    """Return the actions that lose a game that could be won."""
    return [Go(number) for number, after in enumerate(state.after()) if state in wins and after not in wins]


def begin(state: State) -> Table:
    return Table(GAME, "1", NoOptions(), nonce="", start=Progress(state))


def play(random: Random, table: Table, wins: set[State], steps: int) -> None:
    """Play at random, a fifth of it with the table's helpers; one loses the game where that is possible."""
    while table.rev < steps and table.outcome is None:
        moves = table.moves(0) and (mistakes(table.state, wins) or table.moves(0))
        helpers = [action for action in table.legal(0) if not isinstance(action, Go)]
        table.act(0, random.choice(moves if moves and random.random() < 0.8 else helpers))


def analysed(table: Table) -> list[Event]:
    """Return the events of an analysis."""
    examination = examine(table)
    events: list[Event] = []
    answer: list[Verdict] | None = None
    while not events or not isinstance(events[-1], AnalysisSummary):
        asked = examination.send(answer)
        answer = None
        if isinstance(asked, Question):
            answer = [GAME.solver().verdict(GAME, state, Limits()) for state in asked.states]
        else:
            assert not isinstance(asked, ValueQuestion)
            events.append(asked)
    return events


def states_of(table: Table) -> list[State]:
    start = table.retry().progress
    return [start.state, *(accepted.after.state for accepted in table.accepted_since(start))]


def won_after(events: list[Event]) -> list[bool]:
    """Return for each step whether the game can be won after it; every step was decided, once."""
    verdicts = sorted((event.step, event.verdict) for event in events if isinstance(event, StepVerdict))
    assert {verdict for _, verdict in verdicts} <= {"winnable", "unwinnable"}
    assert [step for step, _ in verdicts] == list(range(len(verdicts)))
    return [verdict == "winnable" for _, verdict in verdicts]


@pytest.mark.parametrize(("draw", "redeals"), [(1, -1), (3, -1), (1, 0), (3, 1)])
def test_every_verdict_and_every_choice_agrees_with_brute_force(draw: int, redeals: int) -> None:
    random, turned = Random(f"{draw} {redeals}"), 0
    for _ in range(3):
        start, wins = deal(random, draw, redeals)
        table = begin(start)
        play(random, table, wins, 30)
        states, events = states_of(table), analysed(table)
        is_won = [state in wins for state in states]
        assert won_after(events) == is_won
        points = [event for event in events if isinstance(event, TurningPoint)]
        lost_at = [step for step in range(1, len(states)) if is_won[step - 1] and not is_won[step]]
        assert [(point.winnable_after, point.step) for point in points] == [(step - 1, step) for step in lost_at]
        described: set[State] = set()
        for point in points:
            before = states[point.winnable_after]
            if before in described:  # once is enough
                assert not point.choices
                assert not point.line
                continue
            described.add(before)
            assert [choice.verdict == "winnable" for choice in point.choices] == [one in wins for one in before.after()]
            for action in point.line:
                before = GAME.apply(before, 0, action.payload)
            assert GAME.outcome(before)
        turned += len(points)
    assert turned


def test_an_undone_and_repeated_loss_is_reported_each_time() -> None:
    random = Random("again")
    _, wins = deal(random, 1, 0)
    start = next(state for state in wins if mistakes(state, wins))
    mistake = mistakes(start, wins)[0]
    table = begin(start)
    for action in (mistake, Undo(), Redo(), Undo()):
        table.act(0, action)
    table.hint()
    table.act(0, mistake)
    events = analysed(table)
    assert won_after(events) == [True, False, True, False, True, True, False]
    points = [event for event in events if isinstance(event, TurningPoint)]
    assert [(point.step, point.played) for point in points] == [
        (1, str(mistake.number)),
        (3, Redo.kind),
        (6, str(mistake.number)),
    ]
