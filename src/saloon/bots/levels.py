"""The levels of a game's bots: those of its package, or the two that every game has."""

from collections.abc import Mapping

from saloon.core.bots import SIMPLE_LEVELS, Bot, Level
from saloon.core.errors import BadInput
from saloon.core.registry import AnyGame


def levels(game: AnyGame) -> Mapping[str, Level]:
    """Return the levels of `game` by name, the weakest first; every game has a random and a greedy one."""
    return {level.name: level for level in game.bots() or SIMPLE_LEVELS}


def level_of(game: AnyGame, name: str) -> Level:
    """Return the level called `name`."""
    known = levels(game)
    if name not in known:
        raise BadInput(f"{game.name} has no bot {name!r} (known: {', '.join(known)})", "UNKNOWN_BOT")
    return known[name]


def seat_bot(game: AnyGame, level: str, seed: str) -> Bot:
    """Return a new bot of a level."""
    return level_of(game, level).make(game, seed)
