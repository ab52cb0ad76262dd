"""`saloon mcp`: tables for language models, over the Model Context Protocol on standard input and output."""

import argparse

from saloon.games import GAMES

from .arguments import HelpFormatter, wall_clock


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "mcp",
        help="let a language model play",
        description="Serve the Model Context Protocol on standard input and output: a language model lists games, "
        "reads rules, opens a table, sees its seat as text and makes moves. Without --server the tables are in this "
        "process, with our bots in the other seats.",
        epilog="examples:\n  saloon mcp\n  saloon mcp --server http://127.0.0.1:8000 --name 'My model'",
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--server", metavar="URL", help="play at the tables of this server, as a bot account")
    parser.add_argument("--name", default="Language model", help="the name that others see (default: %(default)s)")
    parser.add_argument("--token", help="the token of your bot account, to keep its rating")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the client closes its end."""
    import mcp  # noqa: F401 - says which extra is missing

    from saloon.agents import Tables, make_server

    make_server(Tables(GAMES, wall_clock, url=args.server, name=args.name, token=args.token)).run("stdio")
    return 0
