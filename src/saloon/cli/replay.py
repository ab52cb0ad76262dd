"""`saloon replay`: verify a log."""

import argparse
import sys
from pathlib import Path

import msgspec
from msgspec import UNSET

from saloon.core.errors import BadLog, quoted
from saloon.table import replay

from .arguments import HelpFormatter

EXAMPLES = """examples:
  saloon replay game.json
  saloon replay --json - < game.json

exit status: 0 for SUCCESS, 1 for FAIL, 2 if the file cannot be read"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "replay",
        help="verify a log or save",
        description="Play a log again from its deal, compare every step, and stop at the first difference.",
        epilog=EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a replay log or a save; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the file and print the report."""
    report = replay(read_file(args.file))
    if args.json:
        print(msgspec.json.encode(report).decode())
    else:
        print(f"{report.status} at rev {report.final_rev}, state hash {report.final_state_hash}")
        if report.failure_reason is not UNSET:
            where = "log refused" if report.failure_step is UNSET else f"step {report.failure_step}"
            print(f"{where}: {report.failure_reason}")
    return 0 if report.status == "SUCCESS" else 1


def why(error: Exception) -> str:
    """Return the reason without the file name, which our message already has."""
    return getattr(error, "strerror", None) or str(error)


def read_file(name: str) -> bytes:
    """Return the bytes of the file called `name`, or of standard input."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise BadLog(f"{quoted(name)} cannot be read: {why(error)}", "FILE_UNREADABLE") from None
