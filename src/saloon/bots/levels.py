"""How well may a bot play? The levels of each game, the weakest first."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from saloon.core.bots import GREEDY, RANDOM, SIMPLE_LEVELS, Bot, Level, Rating
from saloon.core.errors import BadInput
from saloon.core.game import Game

from . import highnoon, hindsight, klondike, nevernine

_QUICK: Final = (300, 750)
"""Between two turns of a player of Never Nine three others think."""

_HIGHNOON: Final = (
    replace(RANDOM, make=highnoon.aimless, rating=Rating(7.9, 4.4)),
    replace(GREEDY, make=highnoon.greedy, rating=Rating(20.9, 4.0)),
    Level(
        "builder",
        "values uncovering, free columns and the waste",
        highnoon.builder,
        compiled=True,
        rating=Rating(31.8, 3.9),
    ),
    Level(
        "master",
        "remembers the stocks and plays the match on in its head",
        highnoon.searcher,
        compiled=True,
        rating=Rating(41.1, 4.3),
    ),
)
_NEVERNINE: Final = (
    replace(RANDOM, pause=_QUICK, rating=Rating(-18.1, 4.8)),
    replace(GREEDY, make=nevernine.greedy, pause=_QUICK, rating=Rating(30.1, 2.4)),
    Level(
        "sampler",
        "tries its choices on some hands that the others may have",
        nevernine.sampler,
        _QUICK,
        compiled=True,
        rating=Rating(38.5, 2.4),
    ),
    Level(
        "master",
        "weighs many hands by what was bid, and plays the end exactly",
        nevernine.master,
        _QUICK,
        compiled=True,
        rating=Rating(41.3, 2.4),
    ),
)
_DEMO: Final = Level("demo", "deals out the hidden cards in its head, many times over", klondike.demo, compiled=True)
_ASKS: Final = "deals out the hidden cards in its head and asks the solver"
_LEVELS: Final[Mapping[str, tuple[Level, ...]]] = {
    "cards": (*SIMPLE_LEVELS, Level("demo", _ASKS, hindsight.cards, compiled=True)),
    "highnoon": _HIGHNOON,
    "meridian": (*SIMPLE_LEVELS, Level("demo", _ASKS, hindsight.meridian, compiled=True)),
    "klondike": (*SIMPLE_LEVELS, _DEMO),
    "nevernine": _NEVERNINE,
}


def levels(game: Game[Any, Any]) -> Mapping[str, Level]:
    """Return the levels of `game` by name, the weakest first; every game has a random and a greedy one."""
    return {level.name: level for level in _LEVELS.get(game.name, SIMPLE_LEVELS)}


def level_of(game: Game[Any, Any], name: str) -> Level:
    """Return the level called `name`."""
    known = levels(game)
    if name not in known:
        raise BadInput(f"{game.name} has no bot {name!r} (there are {', '.join(known)})", "UNKNOWN_BOT")
    return known[name]


def seat_bot(game: Game[Any, Any], level: str, seed: str) -> Bot:
    """Return a new bot of a level."""
    return level_of(game, level).make(game, seed)
