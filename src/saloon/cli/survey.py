"""`saloon survey`: how often can a game be won?"""

import argparse
import os
import sys
from pathlib import Path

import msgspec

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import MEGABYTE
from saloon.solver.solve import read_chosen
from saloon.solver.survey import Plan, Tally
from saloon.solver.survey import run as run_survey

from .arguments import add_game, at_least, examples_help, options_help, read_given
from .solve import add_limits, read_limits

_BAR = 30


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "survey",
        help="count how many deals can be won",
        description="Solve many deals and count, with 95% intervals. The deals are the seeds 0, 1, 2, … or from "
        "--seed on. Ctrl-C stops it; with --resume it goes on where it was.",
        epilog=examples_help("survey") + "\n\n" + options_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser, "the number of the first deal (default 0)")
    parser.add_argument("--deals", type=int, required=True, metavar="N", help="how many")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to send the work to")
    parser.add_argument("--resume", metavar="FILE", help="keep what is decided in FILE, and go on from it")
    parser.add_argument("--plot", metavar="FILE", help="draw the result as an SVG file")
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Survey and print."""
    first = args.seed or "0"
    at_least(1, "BAD_SURVEY", deals=args.deals, workers=args.workers)
    if not first.isdecimal():
        raise BadInput(f"{quoted(first)} is no whole number; a survey counts its seeds from one on", "BAD_SURVEY")
    options = read_chosen(args.game, read_given(args))
    limits = read_limits(args)
    workers = args.workers or os.cpu_count() or 1
    plan = Plan(
        args.game,
        msgspec.to_builtins(options),
        args.deals,
        int(first),
        limits.seconds or 30.0,
        limits.memory if args.dask else max(limits.memory // workers, 16 * MEGABYTE),
        limits.states,
    )
    for file in filter(None, (args.resume, args.plot)):
        _check_writable(Path(file))
    try:
        result = run_survey(
            plan, Path(args.resume) if args.resume else None, workers=workers, dask=args.dask, progress=_progress
        )
    except KeyboardInterrupt:
        if args.resume:
            print("\nthe same command goes on where this one was", file=sys.stderr)
        raise
    if args.plot:
        Path(args.plot).write_text(plot(args.game, plan, result), encoding="utf-8")
    print(msgspec.json.encode({"plan": plan, "result": result}).decode() if args.json else told(result))
    return 0


def _check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before the work and not after it."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise BadInput(f"{quoted(str(file))} cannot be written: {error.strerror}", "BAD_SURVEY") from None


def _progress(done: int, total: int) -> None:
    """Draw the progress bar, if somebody is looking."""
    if not sys.stderr.isatty():
        return
    filled = _BAR * done // total
    end = "\n" if done == total else ""
    print(f"\r[{'#' * filled}{' ' * (_BAR - filled)}] {done:,} of {total:,}", end=end, file=sys.stderr, flush=True)


def told(result: Tally) -> str:
    """Return the result in words."""
    rate = result.rate
    return (
        f"{result.deals:,} deals: {result.winnable:,} winnable, {result.unwinnable:,} unwinnable, "
        f"{result.unknown:,} unknown\n"
        f"{rate.share:.2%} can be won (95% interval {rate.low:.2%} to {rate.high:.2%}, the unknown ones counted both "
        f"ways)\n{result.states:,} states, {result.cpu_seconds:,.1f} CPU-seconds"
    )


def plot(game: str, plan: Plan, result: Tally) -> str:
    """Return one bar as SVG: won, unknown, lost, with the interval."""
    wide = 600
    parts = (("winnable", "#2a7f3f"), ("unknown", "#c9a227"), ("unwinnable", "#9c2f2f"))
    drawn, x = [], 20.0
    for name, colour in parts:
        share = getattr(result, name) / max(result.deals, 1)
        label = f"<title>{name}: {getattr(result, name)}</title>"
        drawn.append(f'<rect x="{x:.1f}" y="40" width="{wide * share:.1f}" height="40" fill="{colour}">{label}</rect>')
        x += wide * share
    low, high = (20 + wide * edge for edge in (result.rate.low, result.rate.high))
    words = ", ".join(f"{key}={value}" for key, value in plan.options.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 120" font-family="sans-serif" font-size="14">'
        f'<text x="20" y="25">{game} ({words}), {result.deals} deals: {result.rate.share:.2%} can be won</text>'
        f"{''.join(drawn)}"
        f'<path d="M{low:.1f} 88 v8 h{high - low:.1f} v-8" fill="none" stroke="black"/>'
        f'<text x="20" y="113">95% interval {result.rate.low:.2%} to {result.rate.high:.2%}; green won, yellow '
        f"unknown, red lost</text></svg>\n"
    )
