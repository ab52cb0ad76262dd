"""`saloon serve`: the table server."""

import argparse

from .arguments import data_directory

EXAMPLES = """examples:
  saloon serve                                              one process, SQLite in your data directory
  saloon serve --port 9000 --database sqlite:///games.db
  saloon serve --workers 4 --database postgresql://saloon@db/saloon --redis redis://cache
"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "serve",
        help="run the table server",
        description="Run the table server. Every acknowledged action is in the database.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000); 0 for any free one")
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///path or postgresql://… (SQLite in your data directory)"
    )
    parser.add_argument("--redis", metavar="URL", help="Redis or Valkey, for several processes")
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL (1)")
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another origin whose page may play"
    )
    parser.add_argument("--secure", action="store_true", help="send cookies over HTTPS only")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. What the server needs is loaded only now."""
    from saloon.server.serve import serve
    from saloon.server.settings import Settings

    settings = Settings(
        database=args.database or f"sqlite:///{data_directory() / 'saloon.db'}",
        redis=args.redis,
        origins=tuple(args.origin),
        secure=args.secure,
    )
    serve(settings, host=args.host, port=args.port, workers=args.workers)
    return 0
