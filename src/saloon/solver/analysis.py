"""Where a solitaire was lost: the verdict after every step of a game, and the steps that turned a win into a loss.

A legal action never turns a loss into a win. So a position that can be won shows that all positions before it could be
won, and a lost position that all after it are lost, up to an undo. `PositionGraph` draws these conclusions; only what
they leave open is searched, in the middle first. `examine` asks for the searches that it needs and does none itself, so
that a server can schedule each of them itself; `analyse` runs them here.

Games without a solver but with an evaluator get estimates instead: see `estimates`.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from saloon.core.errors import BadInput
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.core.solver import MEGABYTE, Answer, Limits, Solver, Verdict
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.helpers import notation_of
from saloon.table.messages import WireAction, wire

from .estimates import EstimateEvent, EstimateSummary, ValueAnswer, ValueQuestion, estimate
from .position_graph import Node, PositionGraph

PER_SEARCH: Final = Limits(seconds=10.0, memory=500 * MEGABYTE)
"""The default limits of one search."""
QUICK: Final = 50_000
"""Positions that a search may visit in the first round; the undecided ones are searched again without it."""

AnalysisKind = Literal["exact", "estimates"]
"""By searches, or by estimates of the strongest bot."""

DESCRIBED: Final = 100
"""How many turning points get a line and their choices: a log may undo and repeat mistakes without end."""

SAMPLED: Final = 10
"""How many of them get estimates from sampled worlds."""
PER_WORLD: Final = 20_000
"""Positions that the search of a sampled world may visit."""


class StepVerdict(Struct, frozen=True, rename="camel", tag_field="kind", tag="step"):
    """Whether the game can be won after a step; step 0 is the deal."""

    step: int
    verdict: Answer


class Estimate(Struct, frozen=True):
    """How many sampled worlds can be won after an action: what a player who sees no hidden card could have known.

    A world is a position that looks the same to the player. `unknown` are those whose search reached its limit.
    """

    winnable: int
    unwinnable: int
    unknown: int

    @property
    def share(self) -> float | None:
        """The share of the decided worlds that can be won; None if none was decided."""
        decided = self.winnable + self.unwinnable
        return self.winnable / decided if decided else None


class Choice(Struct, frozen=True, rename="camel"):
    """One of the legal actions, and whether the game can be won after it."""

    notation: str
    action: WireAction
    verdict: Answer
    estimate: Estimate | None = None
    """None if no worlds were sampled."""


class TurningPoint(Struct, frozen=True, rename="camel", tag_field="kind", tag="turningPoint"):
    """A loss: the game could be won after step `winnable_after` and no longer after `step`.

    They are neighbours unless a search between them reached its limit. `line` and `choices` are those at
    `winnable_after`. They are given the first time that a position turns, for at most `DESCRIBED` positions, and are
    empty otherwise.
    """

    step: int
    winnable_after: int
    played: str
    """The notation of the action at `step`."""
    line: tuple[WireAction, ...]
    """Actions that would have won."""
    notations: tuple[str, ...]
    """The same actions as a player types them."""
    choices: tuple[Choice, ...]
    """Every legal action but those that only finish a game; the ones that are `winnable` keep the win.

    Empty if the player gave up, which is not a choice between moves.
    """


class AnalysisSummary(Struct, frozen=True, rename="camel", tag_field="kind", tag="summary"):
    """The last event of an analysis."""

    game: str
    rules_version: str
    steps: int
    winnable: int
    """How many of the positions, the deal included, can be won."""
    unwinnable: int
    unknown: int
    last_winnable: int | None
    """The last step after which the game is known to be winnable."""
    turning_points: int
    searches: int
    states: int
    cpu_seconds: float


ExactEvent = StepVerdict | TurningPoint | AnalysisSummary
Event = ExactEvent | EstimateEvent
Summary = AnalysisSummary | EstimateSummary
"""The last event of an analysis."""


class Question(Struct, frozen=True):
    """Positions to search."""

    game: str
    rules_version: str
    states: tuple[Any, ...]
    limits: Limits

    def decide(self) -> list[Verdict]:
        """Search each of them."""
        game = GAMES.version(self.game, self.rules_version)
        solver = _solver(game)
        return [solver.verdict(game, state, self.limits) for state in self.states]


Verdicts = Sequence[Verdict]
AnyQuestion = Question | ValueQuestion
ExactExamination = Generator[ExactEvent | Question, Verdicts | None]
"""Yields events, and questions to which the next `send` are the verdicts."""
Examination = Generator[Event | AnyQuestion, Any]
"""An analysis of either kind."""


def analyse(
    table: Table, limits: Limits | None = None, *, seconds: float | None = None, worlds: int | None = None
) -> Iterator[Event]:
    """Yield the results for a game, finished or not, as soon as they are known.

    For a solitaire with a solver, first comes a `StepVerdict` for each position, in the order in which they are
    decided; then each `TurningPoint`, then the `AnalysisSummary`. `limits` are those of one search; `seconds` are the
    CPU-seconds of all, after which no search begins. With `worlds` each choice at a turning point gets an estimate from
    that many sampled worlds.

    For another game with an evaluator, first comes a `StepEstimate` for each decision of a player, from `worlds`
    sampled worlds; then each `Mistake`, then the `EstimateSummary`.
    """
    examination = examine(table, limits, seconds=seconds, worlds=worlds)
    answer: Verdicts | ValueAnswer | None = None
    with suppress(StopIteration):
        while True:
            asked = examination.send(answer)
            if isinstance(asked, AnyQuestion):
                answer = asked.decide()
            else:
                answer = None
                yield asked


def examine(
    table: Table, limits: Limits | None = None, *, seconds: float | None = None, worlds: int | None = None
) -> Examination:
    """Return the generator of an analysis, which asks for its searches; refuse a game that has no analysis at once."""
    if not is_exact(table.game):
        return estimate(table, seconds=seconds, worlds=worlds)
    return _Examiner(table, _solver(table.game), limits or PER_SEARCH, seconds, worlds or 0).run()


def analysis_kind(game: AnyGame) -> AnalysisKind | None:
    """Return how matches of the game are analysed, if they can be."""
    if len(game.seats) == 1 and game.solver() is not None:
        return "exact"
    return None if game.evaluator() is None else "estimates"


def is_exact(game: AnyGame) -> bool:
    """Return whether the game is analysed by searches, not by estimates; refuse a game that has neither."""
    kind = analysis_kind(game)
    if kind is None:
        raise BadInput(f"{game.title} has neither solver nor evaluator, so its games cannot be analysed", "NO_SOLVER")
    return kind == "exact"


class _Examiner:
    """One analysis."""

    def __init__(self, table: Table, solver: Solver[Any], limits: Limits, seconds: float | None, worlds: int) -> None:
        self._game = table.game
        self._solver = solver
        self._limits = limits
        self._seconds = seconds
        self._worlds = worlds
        self._sampler = table.game.sampler() if worlds else None
        self._watched = 0
        """How many positions the sampler has seen."""
        self._entries = table.entries
        self._graph = PositionGraph(table)
        self._reported: set[int] = set()
        self._described: set[Node] = set()
        self._searches = self._states = 0
        self._cpu_seconds = 0.0

    def run(self) -> ExactExamination:
        """Decide every step, then look at the turning points."""
        for node, winnable in self._graph.ends():
            self._graph.decide(node, "winnable" if winnable else "unwinnable")
        yield from self._newly_decided()
        for number, limits in enumerate(self._rounds()):
            while not self._is_over and (middle := self._graph.next_open(number)) is not None:
                (verdict,) = yield from self._ask(limits, middle.state)
                self._graph.decide(middle, verdict.verdict, verdict.actions)
                yield from self._newly_decided()
        for step, node in enumerate(self._graph.steps):
            if step not in self._reported:
                yield StepVerdict(step, node.verdict)
        turning_points = self._turning_points()
        for after, step in turning_points:
            yield (yield from self._turning_point(after, step))
        yield self._summary(len(turning_points))

    def _rounds(self) -> list[Limits]:
        """Return the limits of each round: what short searches decide leaves less to be searched at length."""
        if self._limits.states is not None and self._limits.states <= QUICK:
            return [self._limits]
        return [replace(self._limits, states=QUICK), self._limits]

    @property
    def _is_over(self) -> bool:
        return self._seconds is not None and self._cpu_seconds >= self._seconds

    def _ask(self, limits: Limits, *states: Any) -> Generator[Question, Verdicts | None, Verdicts]:
        verdicts = yield Question(self._game.name, self._game.rules_version, states, limits)
        assert verdicts is not None
        self._searches += len(verdicts)
        self._states += sum(verdict.states for verdict in verdicts)
        self._cpu_seconds += sum(verdict.cpu_seconds for verdict in verdicts)
        return verdicts

    def _newly_decided(self) -> Iterator[StepVerdict]:
        """Yield the steps that were decided since the last call."""
        for step, node in enumerate(self._graph.steps):
            if step not in self._reported and node.verdict != "unknown":
                self._reported.add(step)
                yield StepVerdict(step, node.verdict)

    def _turning_points(self) -> list[tuple[int, int]]:
        """Return the last step known to be winnable and the first known to be lost, for each loss in order."""
        found: list[tuple[int, int]] = []
        last: int | None = None
        for step, node in enumerate(self._graph.steps):
            if node.verdict == "winnable":
                last = step
            elif node.verdict == "unwinnable":
                if last is not None:
                    found.append((last, step))
                last = None
        return found

    def _turning_point(self, after: int, step: int) -> Generator[Question, Verdicts | None, TurningPoint]:
        node, played = self._graph.steps[after], self._entries[step - 1].action
        line: tuple[Action, ...] = ()
        choices: tuple[Choice, ...] = ()
        if node not in self._described and len(self._described) < DESCRIBED:
            self._described.add(node)
            line = self._graph.line(node)
            if played.kind not in self._game.giving_up:
                worlds = self._worlds_at(after) if len(self._described) <= SAMPLED else ()
                choices = yield from self._choices_at(node, line[0], worlds)
        return TurningPoint(
            step=step,
            winnable_after=after,
            played=notation_of(self._game, played),
            line=tuple(wire(action) for action in line),
            notations=tuple(self._game.notation(action) for action in line),
            choices=choices,
        )

    def _worlds_at(self, step: int) -> Sequence[Any]:
        """Return sampled worlds for the player after a step, who has seen the steps before it."""
        if self._sampler is None:
            return ()
        for node in self._graph.steps[self._watched : step + 1]:
            self._sampler.watch(self._game.view(node.state, 0))
        self._watched = step + 1
        view = self._game.view(self._graph.steps[step].state, 0)
        return self._sampler.worlds(view, self._worlds, str(step))

    def _choices_at(
        self, node: Node, wins: Action, worlds: Sequence[Any]
    ) -> Generator[Question, Verdicts | None, tuple[Choice, ...]]:
        """Return the legal actions with their verdicts; those that were played, or that `wins`, need no search."""
        choices = []
        for action in self._game.legal(node.state, 0):
            if action.kind in self._solver.closing or action.kind in self._game.giving_up:
                continue
            after = self._game.apply(node.state, 0, action)
            answer: Answer = "winnable" if action == wins else self._graph.known(after)
            if answer == "unknown" and not self._is_over:
                (verdict,) = yield from self._ask(self._limits, after)
                answer = verdict.verdict
            estimate = yield from self._estimate(action, worlds)
            choices.append(Choice(self._game.notation(action), wire(action), answer, estimate))
        return tuple(choices)

    def _estimate(self, action: Action, worlds: Sequence[Any]) -> Generator[Question, Verdicts | None, Estimate | None]:
        """Return how many of the worlds can be won after an action."""
        if not worlds or self._is_over:
            return None
        limits = replace(self._limits, states=min(self._limits.states or PER_WORLD, PER_WORLD))
        found = yield from self._ask(limits, *(self._game.apply(world, 0, action) for world in worlds))
        answers = [verdict.verdict for verdict in found]
        return Estimate(answers.count("winnable"), answers.count("unwinnable"), answers.count("unknown"))

    def _summary(self, turning_points: int) -> AnalysisSummary:
        verdicts = [node.verdict for node in self._graph.steps]
        return AnalysisSummary(
            game=self._game.name,
            rules_version=self._game.rules_version,
            steps=len(verdicts) - 1,
            winnable=verdicts.count("winnable"),
            unwinnable=verdicts.count("unwinnable"),
            unknown=verdicts.count("unknown"),
            last_winnable=max((step for step, verdict in enumerate(verdicts) if verdict == "winnable"), default=None),
            turning_points=turning_points,
            searches=self._searches,
            states=self._states,
            cpu_seconds=round(self._cpu_seconds, 6),
        )


def _solver(game: AnyGame) -> Solver[Any]:
    solver = game.solver()
    assert solver is not None
    return solver
