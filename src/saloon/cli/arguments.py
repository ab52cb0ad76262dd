"""What do the commands have in common? Games, seeds and options on the command line."""

import argparse
from typing import Any

import msgspec

from saloon.core.errors import BadOption
from saloon.core.game import Game
from saloon.games import GAMES


def add_game(parser: argparse.ArgumentParser) -> None:
    """Take the name of a game, its seed and its options."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(game.name for game in GAMES)}")
    parser.add_argument("--seed", metavar="S", help="what the deal is made from; a fresh random one if left out")
    parser.add_argument(
        "-o", "--option", metavar="KEY=VALUE", action="append", default=[], dest="options", help="an option of the game"
    )


def options_help() -> str:
    """Return every game's options, for the end of a help text."""
    return "options:\n" + "\n".join(f"  {game.name:<10} {_options(game)}" for game in GAMES)


def _options(game: Game[Any, Any]) -> str:
    defaults = msgspec.to_builtins(game.options())
    return ", ".join(f"{name}={value}" for name, value in defaults.items()) + " (defaults)"


def read_pairs(pairs: list[str]) -> dict[str, Any]:
    """Return the options that `KEY=VALUE` texts name; a value that reads as a whole number is one."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(f"{pair!r} is not of the form KEY=VALUE")
        if name in options:
            raise BadOption(f"the option {name!r} is given twice")
        options[name] = int(value) if value.removeprefix("-").isdecimal() and value.isascii() else value
    return options
