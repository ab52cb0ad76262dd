"""`saloon bench`: run the benchmarks in the folder `bench` of a checkout; installed packages do not have it."""

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import msgspec

import saloon
from saloon.core.errors import BadInput, quoted

EXAMPLES = """examples:
  saloon bench engine replay
  saloon bench --seconds 5
  saloon bench server --peers                       # against boardgame.io and Colyseus, in about three minutes
  saloon bench server --peers --publish             # the same, into docs/performance.md and its plot
  saloon bench server --peers --results docs/data/peers.json --plot peers.svg     # draw it without measuring
  saloon bench server --database postgresql         # one process and two, on a PostgreSQL and a Valkey of their own

"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bench",
        help="measure speed",
        description="Run benchmarks and print one table. CPU time is counted, not the clock.",
        epilog=EXAMPLES + f"benchmarks: {', '.join(suites()) or 'only in a checkout of the repository'}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="which ones (default: all)")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="T", help="CPU time for each line (default 2)")
    parser.add_argument("--json", action="store_true", help="print the lines as JSON")
    parser.add_argument(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="the database behind `server` (default sqlite)",
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
            raise BadInput(f"there is no benchmark {quoted(name)} (there are {', '.join(known)})", "UNKNOWN_BENCH")
    if args.database == "postgresql" and args.names != ["server"]:
        raise BadInput("only the server has a database: run 'saloon bench server --database postgresql'", "BAD_OPTION")
    if args.peers or args.plot or args.results or args.publish:
        return _compare(args)
    names = ["_cluster"] if args.database == "postgresql" else args.names or known
    lines = [line for name in names for line in _module(name).measure(args.seconds)]
    if args.json:
        print(msgspec.json.encode(lines).decode())
        return 0
    print(f"{'benchmark':<34} {'per CPU-second':>15}   what")
    for line in lines:
        bar = f" (bar {line.bar:,})" if line.bar else ""
        digits = 0 if line.rate >= 100 else 1
        print(f"{line.name:<34} {line.rate:>15,.{digits}f}   {line.what}{bar}")
    return 0


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
