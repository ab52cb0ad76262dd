"""The parser of all commands, and error reporting."""

import argparse
import io
import sys
from collections.abc import Sequence

from saloon import __version__
from saloon.core.errors import SaloonError
from saloon.core.extras import optional_imports
from saloon.games import GAMES

from . import admin, analyse, arena, bench, bot, deal, mcp, play, replay, serve, solve, survey

EXIT_ERROR = 2
"""Exit status for bad input, as for wrong arguments; 1 is a negative result, such as a failed replay."""
EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # terminals without card symbols still show the rest
    commands = parser()
    given = sys.argv[1:] if argv is None else list(argv)
    args = commands.parse_args(given or ["serve", "--open"])
    if args.command is None:
        commands.print_help()
        return 0
    if args.run is not serve.run:  # the server logs it
        for name, reason in GAMES.refused.items():
            print(f"warning: the plug-in game {name} was refused: {reason}", file=sys.stderr)
    try:
        with optional_imports():
            status: int = args.run(args)
    except SaloonError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_ERROR
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return status


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    made = argparse.ArgumentParser(
        prog="saloon",
        description="One authoritative card table: play in your browser, deal, replay and measure.",
        epilog="Without a command, saloon starts the server and opens its page in your browser.\n"
        "'saloon COMMAND --help' describes a command, with examples.",
    )
    made.add_argument("--version", action="version", version=f"saloon {__version__}")
    commands = made.add_subparsers(dest="command", metavar="COMMAND")
    for command in (serve, play, deal, replay, analyse, solve, survey, arena, bot, mcp, bench, admin):
        command.add_to(commands)
    return made
