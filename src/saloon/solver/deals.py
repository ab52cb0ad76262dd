"""Winnable deals: the shipped list of rated seeds, the daily deal, and the next one at or after a moment."""

from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count, islice
from secrets import choice
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import MEGABYTE, Limits
from saloon.games import GAMES

from .rating import Level, rate
from .solve import read_chosen, solve, solver_of

LIST: Final = "winnable.json"
"""The file in a game's package with its rated seeds by options."""
QUICK: Final = Limits(states=300_000, seconds=None, memory=400 * MEGABYTE)
"""What a deal may cost that is looked for; a harder one is passed over. No clock: all machines find the same deal."""
TRIES: Final = 40
"""Winnable deals that are looked at for one of a level."""


class Rated(Struct, frozen=True, array_like=True):
    """A seed that was proved winnable."""

    seed: str
    level: Level


def winnable_seeds(game: str, options: Any = None) -> tuple[Rated, ...]:
    """Return the listed seeds that can be won under these options; none if the options are not listed."""
    return _lists(game).get(list_key(game, read_chosen(game, options)), ())


def next_winnable(game: str, options: Any = None, *, first: int) -> str:
    """Return the first whole number from `first` on that is a winnable seed."""
    chosen = read_chosen(game, options)
    return next(str(seed) for seed in count(first) if can_be_won(game, chosen, str(seed)))


@cache
def daily(game: str, day: date | str) -> str:
    """Return the seed of a day's deal under the game's default options: the first of its daily seeds that wins."""
    chosen = read_chosen(game, None)
    when = read_day(day) if isinstance(day, str) else day
    return next(seed for seed in GAMES[game].daily_seeds(when) if can_be_won(game, chosen, seed))


def read_day(text: str) -> date:
    """Return the day that a text names."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a date; write it as 2026-01-31", "BAD_DATE") from None


def listed_seed(game: str, options: Any, level: Level | None = None, last: str | None = None) -> str | None:
    """Return a listed seed of the level, never `last`; None if there is none."""
    listed = winnable_seeds(game, options)
    seeds = [rated.seed for rated in listed if level in (None, rated.level) and rated.seed != last]
    return choice(seeds) if seeds else None


def find_seed(game: str, options: Any, level: Level | None, now: int, last: str | None = None) -> str:
    """Return a winnable seed of the level: a random one, or if seeds are times the first from `now` on.

    The seed of the game before, `last`, is passed over: the first winnable millisecond may be seconds ahead.
    """
    chosen = read_chosen(game, options)
    rules = GAMES[game]
    seeds = map(str, count(now)) if rules.seeds_are_times else iter(rules.fresh_seed, None)
    winnable = (seed for seed in seeds if seed != last and can_be_won(game, chosen, seed))
    for seed in islice(winnable, TRIES):
        if level is None or rate(game, chosen, seed=seed, limits=QUICK).level == level:
            return seed
    raise BadInput(f"no deal of {game} that is {level} was found with these options; try another level", "NO_SUCH_DEAL")


def can_be_won(game: str, options: Any, seed: str) -> bool:
    """Whether a deal is quickly proved winnable."""
    return solve(game, options, seed=seed, limits=QUICK).verdict == "winnable"


def list_key(game: str, options: Any) -> str:
    """Return under which name the seeds for these options are listed."""
    return " ".join(f"{name}={getattr(options, name)}" for name in solver_of(game).listed)


def list_file(game: str) -> Traversable | None:
    """Return the file of a game's list, which need not be there; None if its solver is in no package."""
    package = type(solver_of(game)).__module__.rpartition(".")[0]
    return files(package).joinpath(LIST) if package else None


@cache
def _lists(game: str) -> dict[str, tuple[Rated, ...]]:
    file = list_file(game)
    if file is None or not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[Rated, ...]])
