"""`saloon serve`: the table server, with the page."""

import argparse
import socket
from typing import Final

from .arguments import HelpFormatter
from .database import CONFIG_HELP, configured

PORT: Final = 8000

EXAMPLES = """examples:
  saloon                                                    the same as saloon serve --open: play in your browser
  saloon serve                                              one process, SQLite in your data directory
  saloon serve --port 9000 --database sqlite:///games.db
  saloon serve --workers 4 --database postgresql://saloon@db/saloon --redis redis://cache
  saloon serve --config /etc/saloon/saloon.toml --check     report problems and exit
  saloon serve --secure --trusted-proxy 127.0.0.1 --limit connections_per_address=500

A variable such as SALOON_DATABASE or SALOON_LIMITS_BODY_BYTES overrides the file, and a flag overrides both.
Keep secrets out of the command line: set SALOON_DATABASE, or write
database_file = "/run/secrets/database", which reads the first line of that file.
"""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "serve",
        help="run the table server",
        description="Run the table server. Every acknowledged action is in the database.",
        epilog=EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--config", metavar="FILE", help=CONFIG_HELP)
    parser.add_argument("--check", action="store_true", help="check everything the server needs, then exit")
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, help="the port to listen on (8000, with --open another if it is taken); 0 for any free one"
    )
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///path or postgresql://… (SQLite in your data directory)"
    )
    parser.add_argument(
        "--redis", metavar="URL", help="Redis or Valkey, for several processes with PostgreSQL; SQLite needs none"
    )
    parser.add_argument("--workers", type=int, help="processes; more than one needs PostgreSQL (1)")
    parser.add_argument(
        "--origin", metavar="URL", action="append", dest="origins", help="another origin whose pages may connect"
    )
    parser.add_argument(
        "--allowed-host", metavar="NAME", action="append", dest="allowed_hosts",
        help="a host name to answer to, such as play.example or *.example; may be repeated (any)",
    )  # fmt: skip
    parser.add_argument(
        "--trusted-proxy", metavar="ADDRESS", action="append", dest="trusted_proxies",
        help="a proxy, or a network of proxies, whose X-Forwarded-For and X-Forwarded-Proto are trusted",
    )  # fmt: skip
    parser.add_argument(
        "--limit", metavar="NAME=NUMBER", action="append", dest="limits",
        help="change a limit, such as connections_per_address=500; docs/security.md lists them",
    )  # fmt: skip
    parser.add_argument(
        "--expire-waiting", metavar="HOURS", type=float, dest="waiting_hours",
        help="remove a waiting table after this many hours without any of its players; 0: never (24)",
    )  # fmt: skip
    parser.add_argument(
        "--expire-abandoned", metavar="DAYS", type=float, dest="abandoned_days",
        help="remove a table in play, or a player without games, after this many days; 0: never (30)",
    )  # fmt: skip
    parser.add_argument(
        "--secure", action="store_true", default=None,
        help="clients use HTTPS only: set secure cookies and HSTS",
    )  # fmt: skip
    parser.add_argument(
        "--metrics-port", type=int, help="a port for /metrics alone, on 127.0.0.1 (/metrics on the server's own port)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. The server's packages are imported only now."""
    from saloon.server.serve import serve

    configuration = configured(args)
    port = configuration.port
    if args.check:
        from .check import check_server

        return check_server(configuration, PORT if port is None else port)
    if port is None:
        port = _port(configuration.host, args.open)
    serve(configuration.settings, host=configuration.host, port=port, workers=configuration.workers, show=args.open)
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
