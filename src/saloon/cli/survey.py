"""`saloon survey`: estimate how often a game can be won, publish the results, and check published ones."""

import argparse
import os
import sys
from pathlib import Path
from random import sample

import msgspec

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import MEGABYTE
from saloon.solver import dataset
from saloon.solver.solve import read_chosen
from saloon.solver.survey import SurveyPlan, Tally, decide, tally

from .arguments import add_game, at_least, examples_help, options_help, read_given, read_seeds
from .progress import progress_bar
from .solve import add_limits, read_limits


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "survey",
        help="count how many deals can be won",
        description="Solve many deals and count, with 95% intervals. The deals are the seeds 0, 1, 2, … or those "
        "from --seed on. Ctrl-C stops it; with --resume it continues. --publish writes one row per deal and prints a "
        "digest; --verify solves such rows again.",
        epilog=examples_help("survey") + "\n\n" + options_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser, "the number of the first deal (default 0)", optional=True)
    parser.add_argument("--deals", type=int, metavar="N", help="how many deals to solve")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to send the work to")
    parser.add_argument("--resume", metavar="FILE", help="save results in FILE and continue from it")
    parser.add_argument("--plot", metavar="FILE", help="draw the result: an SVG, PNG or PDF file")
    parser.add_argument("--publish", metavar="FILE", help="write a dataset that anyone can check: .csv or .csv.xz")
    parser.add_argument("--verify", metavar="FILE", help="check the rows of a dataset instead: solve each again")
    parser.add_argument("--seeds", metavar="A-B", help="with --verify, check only these rows, such as 0-99")
    parser.add_argument("--sample", type=int, metavar="N", help="with --verify, check N of the rows, chosen at random")
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Survey and print, or check a dataset."""
    if args.verify is not None:
        return _verify(args)
    if args.seeds is not None or args.sample is not None:
        raise BadInput("--seeds and --sample choose the rows that --verify checks", "BAD_SURVEY")
    if args.game is None or args.deals is None:
        raise BadInput("name a game and give --deals, or a dataset with --verify", "BAD_SURVEY")
    workers = args.workers or os.cpu_count() or 1
    plan = _plan(args, workers)
    if args.plot:
        from saloon.solver.plot import draw  # report a missing package before the work, not after it
    for path in filter(None, (args.resume, args.plot, args.publish)):
        _check_writable(Path(path))
    try:
        with progress_bar("deals") as progress:
            file = Path(args.resume) if args.resume else None
            decided = decide(plan, file, workers=workers, dask=args.dask, progress=progress)
    except KeyboardInterrupt:
        if args.resume:
            print("\nrun the same command again to continue", file=sys.stderr)
        raise
    result = tally(decided)
    if args.plot:
        draw(plan, result, Path(args.plot))
    digest = None
    if args.publish:
        published = dataset.dataset_of(plan, decided)
        dataset.write(published, Path(args.publish))
        digest = published.digest
    if args.json:
        report = {"plan": plan, "result": result, **({"digest": digest} if digest else {})}
        print(msgspec.json.encode(report).decode())
    else:
        print(summary(result) + (f"\nSHA-256 {digest}" if digest else ""))
    return 0


def _plan(args: argparse.Namespace, workers: int) -> SurveyPlan:
    """Return what to survey."""
    first = args.seed or "0"
    at_least(1, "BAD_SURVEY", deals=args.deals, workers=args.workers)
    if not first.isdecimal():
        raise BadInput(f"{quoted(first)} is not a whole number; a survey counts its seeds up from --seed", "BAD_SURVEY")
    options = read_chosen(args.game, read_given(args))
    limits = read_limits(args)
    return SurveyPlan(
        args.game,
        msgspec.to_builtins(options),
        args.deals,
        int(first),
        limits.seconds or 30.0,
        limits.memory if args.dask else max(limits.memory // workers, 16 * MEGABYTE),
        limits.states,
    )


def _verify(args: argparse.Namespace) -> int:
    """Check rows of a dataset; the exit code is 1 if one of them is wrong."""
    at_least(1, "BAD_SURVEY", sample=args.sample)
    published = dataset.read(Path(args.verify))
    if args.game not in (None, published.header.game):
        reason = f"{quoted(args.verify)} is a survey of {published.header.game}, not of {args.game}"
        raise BadInput(reason, "BAD_SURVEY")
    rows = list(published.rows)
    if args.seeds is not None:
        seeds = read_seeds(args.seeds)
        rows = [row for row in rows if int(row.seed) in seeds]
    if args.sample is not None and args.sample < len(rows):
        rows = sorted(sample(rows, args.sample), key=lambda row: int(row.seed))
    if not rows:
        raise BadInput(f"{quoted(args.verify)} has no row with the seeds {args.seeds}", "BAD_SURVEY")
    wrong = []
    with progress_bar("rows") as progress:
        for done, checked in enumerate(dataset.verify(published.header, rows, read_limits(args)), start=1):
            if checked.problem is not None:
                wrong.append(checked)
            progress(done, len(rows))
    for one in wrong:
        print(f"seed {one.row.seed}: {one.problem}")
    undecided = sum(row.verdict == "unknown" for row in rows)
    print(f"{len(rows) - len(wrong):,} of {len(rows):,} rows hold" + (f", {undecided:,} unknown" if undecided else ""))
    print(f"SHA-256 {published.digest}")
    return 1 if wrong else 0


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
