"""Printing the analysis of a match: the estimates of a strong bot, which are never exact."""

from collections.abc import Iterator
from typing import Any

from saloon.solver.analysis import Event
from saloon.solver.estimates import EstimateSummary, Mistake, StepEstimate
from saloon.table import Table


class Estimated:
    """The results for one match so far."""

    def __init__(self, log: str) -> None:
        self.log = log
        self.estimates: list[StepEstimate] = []
        self.mistakes: list[Mistake] = []
        self.summary: EstimateSummary | None = None
        """None if the analysis was interrupted."""
        self.cpu_seconds = 0.0

    @property
    def steps_done(self) -> int:
        """The last step that is estimated."""
        return self.estimates[-1].step if self.estimates else 0

    def add(self, event: Event) -> None:
        """Record an event."""
        match event:
            case StepEstimate():
                self.estimates.append(event)
            case Mistake():
                self.mistakes.append(event)
            case EstimateSummary():
                self.summary = event

    def report(self) -> dict[str, Any]:
        """Return everything for --json."""
        return {
            "log": self.log,
            "estimates": self.estimates,
            "mistakes": self.mistakes,
            "summary": self.summary,
            "cpuSeconds": self.cpu_seconds,
        }

    def headline(self, table: Table) -> str:
        """Return the result of one match in a sentence."""
        worst = max(self.mistakes, key=lambda one: one.loss, default=None)
        named = "" if worst is None else f"; the worst at step {worst.step}, {worst.played} of {worst.seat}"
        counts = f"{table.rev} steps, {len(self.estimates)} decisions estimated"
        return f"{counts}, {len(self.mistakes)} mistakes named{named}"

    def lines(self, table: Table, *, steps: bool) -> Iterator[str]:
        """Yield the report of one match."""
        yield f"{table.game.title} {table.game.rules_version}, seed {table.seed}: {self.headline(table)}"
        if self.summary is not None:
            yield from _seats(self.summary)
        if steps:
            yield ""
            yield from self._steps()
        for mistake in self.mistakes:
            yield ""
            yield from _mistake(mistake)
        yield ""
        if self.summary is None:
            yield "interrupted: later decisions were not estimated"
        else:
            left = self.summary.decisions - self.summary.estimated
            late = f"; {left} decisions were not estimated, because time ran out" if left else ""
            yield f"{self.cpu_seconds:.2f} CPU-seconds{late}"

    def _steps(self) -> Iterator[str]:
        yield f"{'step':>5}  {'seat':<4}  {'action':<16} {'value':>16} {'loss':>16}  preferred"
        for one in self.estimates:
            value, loss = _figure(one.value, one.error), _figure(one.loss, one.loss_error)
            preferred = "" if one.played == one.preferred else one.preferred
            yield f"{one.step:>5}  {one.seat:<4}  {one.played:<16} {value:>16} {loss:>16}  {preferred}".rstrip()


def _seats(summary: EstimateSummary) -> Iterator[str]:
    better = "lower" if summary.lowest_wins else "higher"
    yield f"estimates by the strongest bot: {summary.worlds} worlds per decision, by its seat's view; ± standard error"
    yield f"unit: {summary.unit}; {better} values are better"
    yield ""
    yield f"{'seat':<5} {'decisions':>9} {'as the bot':>11} {'total loss':>16}"
    for seat in summary.seats:
        lost = _figure(seat.loss, seat.loss_error)
        yield f"{seat.seat:<5} {seat.decisions:>9} {seat.as_preferred:>11} {lost:>16}"


def _mistake(mistake: Mistake) -> Iterator[str]:
    cost = _figure(mistake.loss, mistake.loss_error)
    chosen = f"step {mistake.step}, {mistake.seat} chose {mistake.played}"
    yield f"{chosen}: an estimated loss of {cost}; the bot prefers {mistake.preferred}"
    for choice in mistake.choices:
        yield f"    {choice.notation:<16} {_figure(choice.value, choice.error):>16}"


def _figure(value: float, error: float) -> str:
    return f"{value:.2f} ± {error:.2f}"
