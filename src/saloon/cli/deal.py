"""`saloon deal`: print a deal and its hash."""

import argparse
from typing import Any

import msgspec

from saloon.games import GAMES
from saloon.table import Table

from .arguments import HelpFormatter, add_game, add_rules, examples_help, options_help, read_given, wall_clock


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "deal",
        help="deal a game and print it",
        description="Deal a game. The same seed and options always give the same deal and the same hash.",
        epilog=examples_help("deal") + "\n\n" + options_help(),
        formatter_class=HelpFormatter,
    )
    add_game(parser)
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print the canonical state with its hash")
    formats = ", ".join(dict.fromkeys(form for game in GAMES for form in game.deck_formats))
    parser.add_argument("--format", metavar="NAME", help=f"print the deck as another program reads it: {formats}")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Deal and print."""
    table = Table.deal(args.game, seed=args.seed, now=wall_clock(), options=read_given(args), rules=args.rules)
    if args.format is not None:
        print(table.game.write_deck(table.state, args.format))
    elif args.json:
        print(msgspec.json.encode(dealt(table)).decode())
    else:
        game = table.game
        print(f"{game.title} (rules {game.rules_version}), seed {table.seed}\nstate hash {table.state_hash()}\n")
        print(table.game.picture(table.view(0)))
    return 0


def dealt(table: Table) -> dict[str, Any]:
    """Return the deal with its canonical state, for --json."""
    return {
        "game": table.game.name,
        "rulesVersion": table.game.rules_version,
        "seed": table.seed,
        "options": table.options,
        "rev": table.rev,
        "stateHash": table.state_hash(),
        "state": table.game.canonical(table.state),
    }
