"""Arguments that commands share: games, seeds and options."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time_ns
from typing import Any, Final

import msgspec
from platformdirs import user_data_path

from saloon.bots import levels
from saloon.core.errors import BadInput, BadOption, quoted
from saloon.core.registry import AnyGame
from saloon.games import GAMES

_NUMBER: Final = re.compile(r"-?\d{1,18}", re.ASCII)


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Wraps the paragraphs of descriptions and epilogs, and leaves lists alone: paragraphs with indented lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(self._paragraph(one, width, indent) for one in text.split("\n\n"))

    def _paragraph(self, text: str, width: int, indent: str) -> str:
        if "\n " in text:
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


def add_game(
    parser: argparse.ArgumentParser,
    seed: str | None = None,
    *,
    games: Sequence[str] | None = None,
    optional: bool = False,
) -> None:
    """Add arguments for a game, one of `games` or of all, for its seed, with the help text `seed`, and its options."""
    nargs, known = "?" if optional else None, games or [game.name for game in GAMES]
    parser.add_argument("game", metavar="GAME", nargs=nargs, help=f"one of {', '.join(known)}")
    parser.add_argument("--seed", metavar="S", help=seed or _seed_help())
    add_options(parser)
    parser.add_argument("--preset", metavar="NAME", help=f"a named choice of options{_presets_example()}")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add an argument for options of the game."""
    parser.add_argument(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        dest="options",
        help="an option of the game (listed under options); repeat it for more",
    )


def _seed_help() -> str:
    timed = ", ".join(game.title for game in GAMES if game.seeds_are_times)
    return "the seed of the deal; if left out, a random one" + (f" ({timed}: the time)" if timed else "")


def _presets_example() -> str:
    """Return an example of two presets for the help text."""
    examples = (f", such as {game.name}'s {' or '.join([*game.presets][:2])}" for game in GAMES if game.presets)
    return next(examples, "")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add an argument for the rules version."""
    versions = {game.name: [rules.rules_version for rules in GAMES.versions(game.name)] for game in GAMES}
    older = "; ".join(f"{name}: {', '.join(known)}" for name, known in versions.items() if len(known) > 1)
    help_ = f"play by this version of the rules instead of the newest ({older})" if older else "a version of the rules"
    parser.add_argument("--rules", metavar="VERSION", help=help_)


def examples_help(command: str) -> str:
    """Return the games' example command lines for `command`, for the end of a help text."""
    lines = [line for game in GAMES for line in game.examples if line.split()[0] == command]
    return "examples:\n" + "\n".join(f"  saloon {line}" for line in lines)


def options_help(games: Sequence[str] | None = None) -> str:
    """Return a description of the options of some games, or of all, for the end of a help text."""
    shown = [game for game in GAMES if games is None or game.name in games]
    return "options:\n" + by_game({game.name: [_options(game), *_option_texts(game)] for game in shown})


def by_game(lines: Mapping[str, Sequence[str]]) -> str:
    """Return the lines of each game, with its name before the first."""
    return "\n".join(
        f"  {'' if number else name:<10} {line}" for name, listed in lines.items() for number, line in enumerate(listed)
    )


def bots_help() -> str:
    """Return every game's bots, the weakest first, for the end of a help text."""
    return "bots:\n" + "\n".join(f"  {game.name:<10} {', '.join(levels(game))}" for game in GAMES)


def _options(game: AnyGame) -> str:
    defaults = msgspec.to_builtins(game.options())
    options = ", ".join(f"{name}={value}" for name, value in defaults.items()) + " (defaults)"
    weak = [f"{name}={value} is for old logs" for name, value in game.weak_options.items()]
    presets = [f"presets {', '.join(game.presets)}"] if game.presets else []
    return "; ".join([options, *weak, *presets])


def _option_texts(game: AnyGame) -> list[str]:
    """Return a description of each option, in order."""
    names = [field.encode_name for field in msgspec.structs.fields(game.options)]
    return [f"  {name}: {game.option_texts[name]}" for name in names if name in game.option_texts]


def read_given(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options from the preset and `KEY=VALUE` arguments; the latter take precedence."""
    presets = GAMES[args.game].presets
    if args.preset is not None and args.preset not in presets:
        raise BadOption(
            f"{args.game} has no preset {quoted(args.preset)} (its presets: {', '.join(presets) or 'none'})"
        )
    return {**presets.get(args.preset, {}), **read_pairs(args.options)}


def at_least(least: int, code: str, **given: int | None) -> None:
    """Refuse numbers that are too small; None is not checked."""
    for name, value in given.items():
        if value is not None and value < least:
            raise BadInput(f"--{name.replace('_', '-')} must be at least {least}, not {value}", code)


def read_seeds(text: str) -> range:
    """Parse a range of seeds, such as 0-14999."""
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
    if match is None or int(match[1]) > int(match[2]):
        raise BadInput(f"{quoted(text)} is not a range of seeds such as 0-14999", "BAD_COUNT")
    return range(int(match[1]), int(match[2]) + 1)


def wall_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time_ns() // 1_000_000


def data_directory() -> Path:
    """Return the directory of this user's games and tables."""
    return user_data_path("saloon", appauthor=False)


def read_pairs(pairs: list[str]) -> dict[str, Any]:
    """Return the options from `KEY=VALUE` arguments; whole numbers become integers."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(f"{quoted(pair)} is not of the form KEY=VALUE")
        if name in options:
            raise BadOption(f"the option {quoted(name)} is given twice")
        options[name] = int(value) if _NUMBER.fullmatch(value) else value
    return options
