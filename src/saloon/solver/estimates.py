"""Where a match was lost, by the estimates of its game's strongest bot: for games without a solver.

For each decision the game's evaluator samples worlds from what the seat knew and values every choice in each of them.
Half of the worlds say which choice the bot prefers; the other half measure what the played one cost against it. So the
cost is not inflated by the luck that made a choice look best. Nothing here is exact: every figure has a standard error.
"""

from collections.abc import Generator, Sequence
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final

from msgspec import Struct

from saloon.core.evaluation import Evaluator, Valued
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.acks import Accepted
from saloon.table.helpers import helper_kinds, notation_of
from saloon.table.messages import WireAction, wire

LEAST_WORLDS: Final = 4
"""Two in each half, so that there is a standard error."""
CERTAIN: Final = 3.0
"""Standard errors by which a cost must exceed zero to be called a mistake, as a match has hundreds of decisions."""
NAMED: Final = 5
"""How many mistakes of each seat are named."""
BATCH: Final = 16
"""Decisions in one question."""


class StepEstimate(Struct, frozen=True, rename="camel", tag_field="kind", tag="estimate"):
    """An estimate of a decision: the action at `step`, seen by the seat that took it."""

    step: int
    seat: str
    played: str
    """The notation of the action."""
    value: float
    """The estimated value of the position after it, to the seat."""
    error: float
    """The standard error of `value`."""
    preferred: str
    """The notation of what the bot would have preferred."""
    loss: float
    """How much worse the action was than the preferred one; 0 if it was preferred, below 0 if it turned out better."""
    loss_error: float


class ChoiceEstimate(Struct, frozen=True, rename="camel"):
    """One of the legal actions and its estimated value."""

    notation: str
    action: WireAction
    value: float
    error: float
    considered: bool
    """Whether the bot would choose it at all."""


class Mistake(Struct, frozen=True, rename="camel", tag_field="kind", tag="mistake"):
    """One of the decisions that cost a seat most, with all its choices, the best first."""

    step: int
    seat: str
    played: str
    preferred: str
    loss: float
    loss_error: float
    choices: tuple[ChoiceEstimate, ...]


class SeatEstimate(Struct, frozen=True, rename="camel"):
    """The total cost of a seat's decisions."""

    seat: str
    decisions: int
    as_preferred: int
    """How many decisions were what the bot preferred."""
    loss: float
    loss_error: float


class EstimateSummary(Struct, frozen=True, rename="camel", tag_field="kind", tag="estimateSummary"):
    """The last event of an analysis by estimates."""

    game: str
    rules_version: str
    steps: int
    decisions: int
    """Steps at which a player had a choice that can be estimated."""
    estimated: int
    """How many of them were estimated before time ran out."""
    unit: str
    """What the values measure."""
    lowest_wins: bool
    """Whether lower values are better."""
    worlds: int
    seats: tuple[SeatEstimate, ...]
    mistakes: int
    cpu_seconds: float


EstimateEvent = StepEstimate | Mistake | EstimateSummary


class Decision(Struct, frozen=True):
    """A choice that a seat had, and what it knew."""

    step: int
    seat: Seat
    played: Action
    knowledge: Any
    legal: tuple[Action, ...]


class ValueQuestion(Struct, frozen=True):
    """Decisions to evaluate."""

    game: str
    rules_version: str
    decisions: tuple[Decision, ...]
    worlds: int

    def decide(self) -> "ValueAnswer":
        """Evaluate each of them."""
        start = process_time()
        evaluator = GAMES.version(self.game, self.rules_version).evaluator()
        assert evaluator is not None
        found = [
            tuple(evaluator.values(decision.knowledge, decision.legal, self.worlds, str(decision.step)))
            for decision in self.decisions
        ]
        return ValueAnswer(found, process_time() - start)


class ValueAnswer(Struct, frozen=True):
    """The values of the choices of each decision, and what they took to compute."""

    found: Sequence[Sequence[Valued]]
    cpu_seconds: float


Estimation = Generator[EstimateEvent | ValueQuestion, ValueAnswer | None]
"""Yields events, and questions to which the next `send` is the answer."""


def estimate(table: Table, *, seconds: float | None = None, worlds: int | None = None) -> Estimation:
    """Return the generator of an analysis of a game with an evaluator, finished or not.

    `seconds` are the CPU-seconds of all evaluations, after which none begins.
    """
    chosen = _evaluator(table.game).worlds if worlds is None else max(worlds, LEAST_WORLDS)
    return _Estimator(table, seconds, chosen).run()


class _Estimator:
    """One analysis."""

    def __init__(self, table: Table, seconds: float | None, worlds: int) -> None:
        self._table = table
        self._game: AnyGame = table.game
        self._seconds = seconds
        self._worlds = worlds
        self._evaluators: dict[Seat, Evaluator] = {seat: _evaluator(table.game) for seat in table.game.seats}
        self._found: dict[Seat, list[tuple[StepEstimate, tuple[ChoiceEstimate, ...]]]] = {
            seat: [] for seat in table.game.seats
        }
        self._decisions = 0
        self._cpu_seconds = 0.0

    def run(self) -> Estimation:
        """Estimate every decision, then name the mistakes."""
        waiting: list[Decision] = []
        start = self._table.beginning
        state = start.state
        self._show(state)
        for step, accepted in enumerate(self._table.accepted_since(start), 1):
            decision = self._decision(step, state, accepted)
            if decision is not None:
                self._decisions += 1
                waiting.append(decision)
            if len(waiting) == BATCH:
                yield from self._estimates(waiting)
                waiting = []
            state = accepted.after.state
            self._show(state)
        yield from self._estimates(waiting)
        mistakes = [mistake for seat in self._game.seats for mistake in self._mistakes(seat)]
        yield from mistakes
        yield self._summary(len(mistakes))

    def _show(self, state: Any) -> None:
        for seat, evaluator in self._evaluators.items():
            evaluator.watch(self._game.view(state, seat))

    def _decision(self, step: int, state: Any, accepted: Accepted) -> Decision | None:
        """Return the choice that led to a step; None if there was no choice between moves."""
        seat, action = accepted.seat, accepted.action
        if seat == SERVER or action.kind in helper_kinds(self._game) or action.kind in self._game.giving_up:
            return None
        legal = tuple(one for one in self._game.legal(state, seat) if one.kind not in self._game.giving_up)
        played = action if action in legal else self._listed(state, accepted, legal)
        if len(legal) < 2 or played is None:
            return None
        return Decision(step, seat, played, self._evaluators[seat].knowledge(self._game.view(state, seat)), legal)

    def _listed(self, state: Any, accepted: Accepted, legal: Sequence[Action]) -> Action | None:
        """Return the listed form of an action that differs from it in advisory fields: the one with the same result."""
        same_kind = (one for one in legal if one.kind == accepted.action.kind)
        after = accepted.after.state
        return next((one for one in same_kind if self._game.apply(state, accepted.seat, one) == after), None)

    def _estimates(self, decisions: Sequence[Decision]) -> Generator[EstimateEvent | ValueQuestion, ValueAnswer | None]:
        if not decisions or (self._seconds is not None and self._cpu_seconds >= self._seconds):
            return
        answer = yield ValueQuestion(self._game.name, self._game.rules_version, tuple(decisions), self._worlds)
        assert answer is not None
        self._cpu_seconds += answer.cpu_seconds
        for decision, choices in zip(decisions, answer.found, strict=True):
            if decision.played not in [choice.action for choice in choices] or len(choices) < 2:
                self._decisions -= 1  # the evaluator does not cover it
                continue
            event = self._estimate(decision, choices)
            self._found[decision.seat].append((event, self._choices(choices)))
            yield event

    def _estimate(self, decision: Decision, choices: Sequence[Valued]) -> StepEstimate:
        played = next(choice for choice in choices if choice.action == decision.played)
        preferred = self._preferred(choices, played)
        value, error = mean_and_error(played.values[1::2])
        sign = 1 if self._game.lowest_wins else -1
        differences = [
            sign * (mine - best) for mine, best in zip(played.values[1::2], preferred.values[1::2], strict=True)
        ]
        loss, loss_error = mean_and_error(differences)
        return StepEstimate(
            step=decision.step,
            seat=seat_name(decision.seat),
            played=notation_of(self._game, played.action),
            value=value,
            error=error,
            preferred=notation_of(self._game, preferred.action),
            loss=loss,
            loss_error=loss_error,
        )

    def _preferred(self, choices: Sequence[Valued], played: Valued) -> Valued:
        """Return the best choice in one half of the worlds; the played one if it is among the best."""
        considered = [choice for choice in choices if choice.considered] or choices
        pick = min if self._game.lowest_wins else max
        best = pick(fmean(choice.values[::2]) for choice in considered)
        if played in considered and fmean(played.values[::2]) == best:
            return played
        return next(choice for choice in considered if fmean(choice.values[::2]) == best)

    def _choices(self, choices: Sequence[Valued]) -> tuple[ChoiceEstimate, ...]:
        found = []
        for choice in choices:
            value, error = mean_and_error(choice.values[1::2])
            notation = notation_of(self._game, choice.action)
            found.append(ChoiceEstimate(notation, wire(choice.action), value, error, choice.considered))
        return tuple(sorted(found, key=lambda one: one.value, reverse=not self._game.lowest_wins))

    def _mistakes(self, seat: Seat) -> list[Mistake]:
        certain = [one for one in self._found[seat] if one[0].loss > CERTAIN * one[0].loss_error]
        worst = sorted(certain, key=lambda one: -one[0].loss)[:NAMED]
        return [
            Mistake(event.step, event.seat, event.played, event.preferred, event.loss, event.loss_error, choices)
            for event, choices in worst
        ]

    def _summary(self, mistakes: int) -> EstimateSummary:
        return EstimateSummary(
            game=self._game.name,
            rules_version=self._game.rules_version,
            steps=self._table.rev,
            decisions=self._decisions,
            estimated=sum(map(len, self._found.values())),
            unit=_evaluator(self._game).unit,
            lowest_wins=self._game.lowest_wins,
            worlds=self._worlds,
            seats=tuple(self._seat(seat) for seat in self._game.seats),
            mistakes=mistakes,
            cpu_seconds=round(self._cpu_seconds, 6),
        )

    def _seat(self, seat: Seat) -> SeatEstimate:
        events = [event for event, _ in self._found[seat]]
        return SeatEstimate(
            seat=seat_name(seat),
            decisions=len(events),
            as_preferred=sum(event.played == event.preferred for event in events),
            loss=round(sum(event.loss for event in events), 6),
            loss_error=round(sqrt(sum(event.loss_error**2 for event in events)), 6),
        )


def estimated_games() -> list[str]:
    """Return the names of the games whose matches are analysed by estimates."""
    return [game.name for game in GAMES if game.solver() is None and game.evaluator() is not None]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values and its standard error."""
    return round(fmean(values), 6), round(stdev(values) / sqrt(len(values)), 6)


def _evaluator(game: AnyGame) -> Evaluator:
    evaluator = game.evaluator()
    assert evaluator is not None
    return evaluator
