"""`saloon analyse`: say where a game was lost."""

import argparse
from collections.abc import Iterator
from itertools import groupby
from statistics import median
from time import process_time
from typing import Any

import msgspec

from saloon.core.errors import BadInput, BadLog, SaloonError, quoted
from saloon.core.solver import Answer, Limits
from saloon.solver import analyse, solved_games
from saloon.solver.analysis import AnalysisSummary, Event, StepVerdict, TurningPoint, is_exact
from saloon.solver.estimates import estimated_games
from saloon.table import Table
from saloon.table.helpers import notation_of

from .arguments import at_least
from .estimates import Estimated
from .progress import progress_bar
from .replay import read_file
from .solve import add_limits, read_limits

EXAMPLES = """examples:
  saloon analyse game.json
  saloon analyse game.json --steps                 (every step with its verdict)
  saloon analyse game.json --worlds 100            (what could be known without the hidden cards)
  saloon analyse --json - < game.json              (one JSON object per game)
  saloon analyse games/*.json                      (many games: a line each, and a total)
  saloon analyse match.json --worlds 2000          (a match: estimates from more sampled worlds, so more certain)

A log comes from 'saloon play', from 'saloon arena --save' or from a server, at /api/tables/ID/replay. Steps are
numbered from 1; step 0 is the deal. Ctrl-C stops and prints the results so far.

exit status: 0, or 2 if a file cannot be read or its game cannot be analysed"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "analyse",
        help="find where a game was lost",
        description=f"Decide for every step of a game of {', '.join(solved_games())} whether it could still be won, "
        "with all cards known. Name each step that turned a win into a loss, and what would have kept the win. "
        "'unwinnable' is a completed search; 'unknown' is a limit that was reached. "
        f"Matches ({', '.join(estimated_games())}) have no solver: there the strongest bot estimates each decision by "
        "what the player could see, and the ones that cost most are named with what it prefers.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="LOG", nargs="+", help="a replay log or a save; - reads standard input")
    parser.add_argument("--steps", action="store_true", help="list every step")
    add_limits(parser, seconds=10.0)
    parser.add_argument("--total-seconds", type=float, metavar="T", help="CPU-seconds for all searches of a game")
    parser.add_argument(
        "--worlds",
        type=int,
        metavar="N",
        help="how many random deals of the hidden cards to sample. Solitaires: at each losing step, count in how many "
        "of them each choice wins, which the player could have known (default 0). Matches: try each choice in all of "
        "them (the default depends on the game)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    parser.set_defaults(run=run)


class Analysed:
    """The results for one game so far."""

    def __init__(self, log: str, positions: int) -> None:
        self.log = log
        self.verdicts: list[Answer] = ["unknown"] * positions
        """After each step; the first is that of the deal."""
        self.turning_points: list[TurningPoint] = []
        self.summary: AnalysisSummary | None = None
        """None if the analysis was interrupted."""
        self.cpu_seconds = 0.0
        self.steps_done = 0

    def add(self, event: Event) -> None:
        """Record an event."""
        match event:
            case StepVerdict(step, verdict):
                self.verdicts[step] = verdict
                self.steps_done += 1
            case TurningPoint():
                self.turning_points.append(event)
            case AnalysisSummary():
                self.summary = event

    def report(self) -> dict[str, Any]:
        """Return everything for --json."""
        return {
            "log": self.log,
            "verdicts": self.verdicts,
            "turningPoints": self.turning_points,
            "summary": self.summary,
            "cpuSeconds": self.cpu_seconds,
        }

    def headline(self, table: Table) -> str:
        """Return the result of one game in a sentence."""
        return _headline(table, self)

    def lines(self, table: Table, *, steps: bool) -> Iterator[str]:
        """Yield the report of one game."""
        return _report(table, self, steps=steps)

    @property
    def exact(self) -> int:
        """How many of the positions are decided."""
        return sum(verdict != "unknown" for verdict in self.verdicts)


def run(args: argparse.Namespace) -> int:
    """Analyse and print."""
    limits = read_limits(args)
    if args.worlds is not None:
        at_least(0, "BAD_LIMIT", worlds=args.worlds)
    if args.total_seconds is not None and not args.total_seconds > 0:
        raise BadInput(f"--total-seconds must be more than 0, not {args.total_seconds}", "BAD_LIMIT")
    done: list[Analysed | Estimated] = []
    for name in args.files:
        table = _load(name)
        analysed = Analysed(name, table.rev + 1) if is_exact(table.game) else Estimated(name)
        try:
            _analyse(table, analysed, limits, args.total_seconds, args.worlds)
        except KeyboardInterrupt:
            _print(args, table, analysed)
            raise
        done.append(analysed)
        _print(args, table, analysed)
    solitaires = [one for one in done if isinstance(one, Analysed)]
    if len(solitaires) > 1 and not args.json:
        print(_sum(solitaires))
    return 0


def _load(name: str) -> Table:
    """Return the table of a log; refuse a game that cannot be analysed."""
    try:
        table = Table.load(read_file(name))
        is_exact(table.game)
    except SaloonError as error:
        reason = error.reason if quoted(name) in error.reason else f"{quoted(name)}: {error.reason}"
        raise BadLog(reason, error.code) from None
    solver = table.game.solver()
    if is_exact(table.game) and solver is not None:
        solver.load()
    return table


def _analyse(
    table: Table, analysed: Analysed | Estimated, limits: Limits, seconds: float | None, worlds: int | None
) -> None:
    """Record each result of the analysis as soon as it is known."""
    start = process_time()
    try:
        with progress_bar("steps") as progress:
            for event in analyse(table, limits, seconds=seconds, worlds=worlds):
                analysed.add(event)
                progress(analysed.steps_done, table.rev)
    finally:
        analysed.cpu_seconds = round(process_time() - start, 6)


# --- printing ---------------------------------------------------------------------------------------------------


def _print(args: argparse.Namespace, table: Table, analysed: Analysed | Estimated) -> None:
    if args.json:
        print(msgspec.json.encode(analysed.report()).decode(), flush=True)
    elif len(args.files) > 1:
        print(f"{analysed.log}: {analysed.headline(table)}", flush=True)
    else:
        print("\n".join(analysed.lines(table, steps=args.steps)), flush=True)


def _headline(table: Table, analysed: Analysed) -> str:
    """Return the result of one game in a sentence."""
    steps = f"{table.rev} steps"
    if table.outcome is not None and table.outcome.winners:
        return f"{steps}, won"
    known = [step for step, verdict in enumerate(analysed.verdicts) if verdict == "winnable"]
    if not known:
        undecided = "unknown" in analysed.verdicts
        return f"{steps}, not known to be winnable at any of them" if undecided else f"{steps}, the deal cannot be won"
    if known[-1] == table.rev:
        return f"{steps}, not won, but it still can be"
    lost = "lost" if analysed.verdicts[known[-1] + 1] == "unwinnable" else "not known to be winnable"
    return f"{steps}, winnable up to step {known[-1]}, {lost} from step {known[-1] + 1} on"


def _report(table: Table, analysed: Analysed, *, steps: bool) -> Iterator[str]:
    yield f"{table.game.title} {table.game.rules_version}, seed {table.seed}: {_headline(table, analysed)}"
    yield ""
    yield from _steps(table, analysed) if steps else _ranges(analysed)
    for point in analysed.turning_points:
        yield ""
        yield from _turning_point(point)
    yield ""
    if analysed.summary is None:
        yield "interrupted: what is unknown here was not searched"
    else:
        summary = analysed.summary
        yield f"{summary.searches} searches, {summary.states:,} states, {analysed.cpu_seconds:.2f} CPU-seconds"


def _ranges(analysed: Analysed) -> Iterator[str]:
    """Yield the verdicts, one line for all neighbouring steps that share one."""
    for verdict, group in groupby(enumerate(analysed.verdicts), key=lambda one: one[1]):
        steps = [step for step, _ in group]
        numbers = f"step {steps[0]}" if len(steps) == 1 else f"steps {steps[0]} to {steps[-1]}"
        yield f"{numbers:<20} {verdict}"


def _steps(table: Table, analysed: Analysed) -> Iterator[str]:
    actions = ["deal", *(notation_of(table.game, entry.action) for entry in table.entries)]
    yield f"{'step':>5}  {'action':<16} verdict"
    for step, (action, verdict) in enumerate(zip(actions, analysed.verdicts, strict=True)):
        yield f"{step:>5}  {action:<16} {verdict}"


def _turning_point(point: TurningPoint) -> Iterator[str]:
    kept = [choice.notation for choice in point.choices if choice.verdict == "winnable"]
    if point.winnable_after == point.step - 1:
        yield f"step {point.step}, {point.played}, lost the game"
    else:
        yield f"lost between step {point.winnable_after + 1} and step {point.step}"
    if not point.line:
        return  # already described
    if point.choices:
        yield f"  {len(kept)} of {len(point.choices)} actions kept the win: {', '.join(kept)}"
    yield from _estimates(point)
    yield f"  a way to win, {len(point.notations)} actions: {', '.join(point.notations)}"


def _estimates(point: TurningPoint) -> Iterator[str]:
    """Yield the choices that won most sampled worlds first."""
    estimated = [(choice, choice.estimate) for choice in point.choices if choice.estimate is not None]
    if not estimated:
        return
    yield "  an estimate without the hidden cards, by choice: how many random deals of them it wins"
    for choice, estimate in sorted(estimated, key=lambda one: one[1].share or 0.0, reverse=True):
        share = "unknown" if estimate.share is None else f"{estimate.share:.0%}"
        decided = f"{estimate.winnable} of {estimate.winnable + estimate.unwinnable}"
        yield f"    {choice.notation:<12} {share:>7}  {decided:<12} in fact {choice.verdict}"


def _sum(done: list[Analysed]) -> str:
    steps, exact = sum(len(one.verdicts) for one in done), sum(one.exact for one in done)
    seconds = [one.cpu_seconds for one in done]
    lost = sum(len(one.turning_points) for one in done)
    return (
        f"{len(done)} games: {exact:,} of {steps:,} positions decided ({exact / steps:.2%}), {lost} turning points; "
        f"median {median(seconds):.2f}, at most {max(seconds):.2f} CPU-seconds per game"
    )
