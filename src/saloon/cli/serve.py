"""`saloon serve`: the table server, with the page."""

import argparse
import socket
from typing import Final

from .arguments import data_directory

PORT: Final = 8000

EXAMPLES = """examples:
  saloon                                                    the same as saloon serve --open: play in your browser
  saloon serve                                              one process, SQLite in your data directory
  saloon serve --port 9000 --database sqlite:///games.db
  saloon serve --workers 4 --database postgresql://saloon@db/saloon --redis redis://cache
  saloon serve --secure --trusted-proxy 127.0.0.1 --limit connections_per_address=500
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
    parser.add_argument(
        "--port", type=int, help="the port to listen on (8000, with --open another if it is taken); 0 for any free one"
    )
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///path or postgresql://… (SQLite in your data directory)"
    )
    parser.add_argument(
        "--redis", metavar="URL", help="Redis or Valkey, for several processes with PostgreSQL; SQLite needs none"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL (1)")
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another origin whose pages may connect"
    )
    parser.add_argument(
        "--allowed-host", metavar="NAME", action="append", default=[],
        help="a host name to answer to, such as play.example or *.example; may be repeated (any)",
    )  # fmt: skip
    parser.add_argument(
        "--trusted-proxy", metavar="ADDRESS", action="append", default=[],
        help="a proxy, or a network of proxies, whose X-Forwarded-For and X-Forwarded-Proto are trusted",
    )  # fmt: skip
    parser.add_argument(
        "--limit", metavar="NAME=NUMBER", action="append", default=[],
        help="change a limit, such as connections_per_address=500; docs/security.md lists them",
    )  # fmt: skip
    parser.add_argument(
        "--expire-waiting", metavar="HOURS", type=float, default=24.0,
        help="remove a waiting table after this many hours with none of its players there; 0: never (24)",
    )  # fmt: skip
    parser.add_argument(
        "--expire-abandoned", metavar="DAYS", type=float, default=30.0,
        help="the same in days for a table in play, and for a player without games; 0: never (30)",
    )  # fmt: skip
    parser.add_argument(
        "--secure", action="store_true", help="the server is reached by HTTPS only: secure cookies and HSTS"
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. The server's packages are imported only now."""
    from saloon.server.serve import serve
    from saloon.server.settings import Settings, read_limits

    settings = Settings(
        database=args.database or f"sqlite:///{data_directory() / 'saloon.db'}",
        redis=args.redis,
        origins=tuple(args.origin),
        allowed_hosts=tuple(args.allowed_host),
        secure=args.secure,
        trusted_proxies=tuple(args.trusted_proxy),
        limits=read_limits(args.limit),
        waiting_hours=args.expire_waiting,
        abandoned_days=args.expire_abandoned,
    )
    port = _port(args.host, args.open) if args.port is None else args.port
    serve(settings, host=args.host, port=port, workers=args.workers, show=args.open)
    return 0


def _port(host: str, may_choose: bool) -> int:
    """Return the default port, or with --open any free one if it is taken."""
    if not may_choose:
        return PORT
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, PORT))
        except OSError:
            return 0
    return PORT
