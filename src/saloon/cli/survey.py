"""`saloon survey`: estimate how often a game can be won."""

import argparse
import os
import sys
from pathlib import Path

import msgspec

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import MEGABYTE
from saloon.solver.solve import read_chosen
from saloon.solver.survey import SurveyPlan, Tally
from saloon.solver.survey import run as run_survey

from .arguments import add_game, at_least, examples_help, options_help, read_given
from .progress import progress_bar
from .solve import add_limits, read_limits


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "survey",
        help="count how many deals can be won",
        description="Solve many deals and count, with 95% intervals. The deals are the seeds 0, 1, 2, … or from "
        "--seed on. Ctrl-C stops it; with --resume it continues.",
        epilog=examples_help("survey") + "\n\n" + options_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser, "the number of the first deal (default 0)")
    parser.add_argument("--deals", type=int, required=True, metavar="N", help="how many")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to send the work to")
    parser.add_argument("--resume", metavar="FILE", help="save results in FILE and continue from it")
    parser.add_argument("--plot", metavar="FILE", help="draw the result: an SVG, PNG or PDF file")
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Survey and print."""
    first = args.seed or "0"
    at_least(1, "BAD_SURVEY", deals=args.deals, workers=args.workers)
    if not first.isdecimal():
        raise BadInput(f"{quoted(first)} is not a whole number; a survey counts its seeds from one on", "BAD_SURVEY")
    options = read_chosen(args.game, read_given(args))
    limits = read_limits(args)
    workers = args.workers or os.cpu_count() or 1
    plan = SurveyPlan(
        args.game,
        msgspec.to_builtins(options),
        args.deals,
        int(first),
        limits.seconds or 30.0,
        limits.memory if args.dask else max(limits.memory // workers, 16 * MEGABYTE),
        limits.states,
    )
    if args.plot:
        from saloon.solver.plot import draw  # report a missing package before the work, not after it
    for path in filter(None, (args.resume, args.plot)):
        _check_writable(Path(path))
    try:
        with progress_bar("deals") as progress:
            file = Path(args.resume) if args.resume else None
            result = run_survey(plan, file, workers=workers, dask=args.dask, progress=progress)
    except KeyboardInterrupt:
        if args.resume:
            print("\nrun the same command again to continue", file=sys.stderr)
        raise
    if args.plot:
        draw(plan, result, Path(args.plot))
    print(msgspec.json.encode({"plan": plan, "result": result}).decode() if args.json else summary(result))
    return 0


def _check_writable(file: Path) -> None:
    """Refuse an unwritable file before the work, not after it."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise BadInput(f"{quoted(str(file))} cannot be written: {error.strerror}", "BAD_SURVEY") from None


def summary(result: Tally) -> str:
    """Return the result as text."""
    rate = result.rate
    return (
        f"{result.deals:,} deals: {result.winnable:,} winnable, {result.unwinnable:,} unwinnable, "
        f"{result.unknown:,} unknown\n"
        f"{rate.share:.2%} can be won (95% interval {rate.low:.2%} to {rate.high:.2%}, the unknown ones counted both "
        f"ways)\n{result.states:,} states, {result.cpu_seconds:,.1f} CPU-seconds"
    )
