"""`saloon bench`: run the benchmarks in the folder `bench` of a checkout; installed packages do not have it."""

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import saloon
from saloon.core.errors import BadInput, quoted

EXAMPLES = """examples:
  saloon bench engine replay
  saloon bench --seconds 5
  saloon bench server --peers                       # compare with boardgame.io and Colyseus, in about three minutes
  saloon bench server --peers --publish             # the same, and update docs/performance.md
  saloon bench server --peers --results docs/data/peers.json --plot peers.svg     # draw it without measuring
  saloon bench server --database postgresql         # one process, then two, with their own PostgreSQL and Valkey
  saloon bench server --soak 10                     # ten minutes with 10,000 idle connections and 1,000 tables in play
  saloon bench server --soak 1 --idle 1000 --tables 100 --rate 20 --processes 1
  saloon bench server --hold 10000                  # hold idle connections, and measure their memory

"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bench",
        help="measure speed",
        description="Run benchmarks and print one table. They measure CPU time, not elapsed time.",
        epilog=EXAMPLES + f"benchmarks: {', '.join(suites()) or 'only in a checkout of the repository'}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="the benchmarks to run (default: all)")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="T", help="CPU time for each line (default 2)")
    parser.add_argument("--json", action="store_true", help="print the lines as JSON")
    parser.add_argument(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="the database behind `server` (default sqlite)",
    )
    soak = parser.add_argument_group(
        "soak test",
        "With `server --soak MINUTES`, one client process plays against servers with their own PostgreSQL and Valkey. "
        "Every acknowledged action is then looked up in the database; the exit status is 1 if any is missing.",
    )
    soak.add_argument("--soak", type=float, metavar="MINUTES", help="how long to play")
    soak.add_argument("--idle", type=int, default=10_000, metavar="N", help="idle connections (default 10000)")
    soak.add_argument("--tables", type=int, default=1_000, metavar="N", help="tables in play (default 1000)")
    soak.add_argument("--rate", type=float, default=200.0, metavar="N", help="messages per second (default 200)")
    soak.add_argument("--processes", type=int, default=2, metavar="N", help="server processes (default 2)")
    parser.add_argument(
        "--hold", type=int, metavar="N", help="hold N idle connections to `server` instead; Linux, `ulimit -n` above N"
    )
    peers = parser.add_argument_group(
        "other servers",
        "With `server --peers` npm installs boardgame.io and Colyseus into your cache, and they play the same matches "
        "as Saloon under the same load. One table shows what each promises and what it costs.",
    )
    peers.add_argument(
        "--peers", action="store_true", help="compare Saloon with other servers; needs Node.js 22 and npm"
    )
    peers.add_argument("--plot", type=Path, metavar="FILE", help="draw the comparison (.svg, .png or .pdf)")
    peers.add_argument("--results", type=Path, metavar="FILE", help="read saved results instead of measuring")
    peers.add_argument("--publish", action="store_true", help="write results, table and plot into the docs")
    parser.set_defaults(run=run)


def suites() -> list[str]:
    """Return the names of the benchmarks."""
    return sorted(file.stem for file in _folder().glob("*.py") if not file.stem.startswith("_"))


def _folder() -> Path:
    """Return the folder of the benchmarks, next to the source."""
    return Path(saloon.__file__).parents[2] / "bench"


def run(args: argparse.Namespace) -> int:
    """Run the benchmarks and print their lines."""
    if not 0 < args.seconds <= 3600:
        raise BadInput(f"--seconds is a time up to an hour, not {args.seconds}", "BAD_TIME")
    known = suites()
    if not known:
        raise BadInput("the benchmarks are part of the repository: run them in a checkout", "NO_BENCHMARKS")
    for name in args.names:
        if name not in known:
            raise BadInput(f"there is no benchmark {quoted(name)} (known: {', '.join(known)})", "UNKNOWN_BENCH")
    if args.database == "postgresql" and args.names != ["server"]:
        raise BadInput("only the server has a database: run 'saloon bench server --database postgresql'", "BAD_OPTION")
    if args.soak is not None:
        return _soak(args)
    if args.peers or args.plot or args.results or args.publish:
        return _compare(args)
    if args.hold is not None:
        if args.names != ["server"]:
            raise BadInput("only the server has connections: run 'saloon bench server --hold 10000'", "BAD_OPTION")
        return _show(_module("_hold").measure(args.hold), as_json=args.json)
    names = ["_cluster"] if args.database == "postgresql" else args.names or known
    lines = [line for name in names for line in _module(name).measure(args.seconds)]
    return _show(lines, as_json=args.json)


def _show(lines: Sequence[Any], *, as_json: bool) -> int:
    """Print the figures."""
    if as_json:
        print(msgspec.json.encode(lines).decode())
        return 0
    width = max(len(line.name) for line in lines)
    print(f"{'benchmark':<{width}} {'per CPU-second':>15}   what")
    for line in lines:
        bar = f" (bar {line.bar:,})" if line.bar else ""
        digits = 0 if line.rate >= 100 else 1
        print(f"{line.name:<{width}} {line.rate:>15,.{digits}f}   {line.what}{bar}")
    return 0


def _soak(args: argparse.Namespace) -> int:
    """Load the server for minutes."""
    if args.names != ["server"]:
        raise BadInput("only the server has players: run 'saloon bench server --soak 10'", "BAD_OPTION")
    soak = _module("_soak")
    plan = soak.Plan(args.soak, args.idle, args.tables, args.rate, args.processes)
    return int(soak.run(plan, as_json=args.json))


def _compare(args: argparse.Namespace) -> int:
    """Compare the server with others."""
    if not args.peers:
        raise BadInput("--plot, --results and --publish belong to 'saloon bench server --peers'", "BAD_OPTION")
    if args.names != ["server"]:
        raise BadInput("only the server has peers: run 'saloon bench server --peers'", "BAD_OPTION")
    _module("_peers").run(args.seconds, saved=args.results, plot=args.plot, publishing=args.publish, as_json=args.json)
    return 0


def _module(name: str) -> ModuleType:
    """Import the benchmark called `name` as a module of the package `saloon.bench`."""
    if "saloon.bench" not in sys.modules:
        folder = _folder()
        spec = importlib.util.spec_from_file_location(
            "saloon.bench", folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        sys.modules["saloon.bench"] = importlib.util.module_from_spec(spec)
    return importlib.import_module(f"saloon.bench.{name}")
