"""Winnable deals: the shipped list of rated seeds, the daily deal, and the next winnable seed after a number."""

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

from .difficulty import Difficulty
from .odds import deal_odds
from .rating import rate
from .solve import read_chosen, solve, solver_of

LIST: Final = "winnable.json"
"""The file with rated seeds in a game's package."""
QUICK: Final = Limits(states=300_000, seconds=None, memory=400 * MEGABYTE)
"""Search limits per deal; harder deals are skipped. There is no time limit, so all machines find the same deal."""
TRIES: Final = 40
"""How many winnable deals to try for one of a given difficulty."""
CHALLENGE_LEVELS: Final[tuple[Difficulty, ...]] = ("easy", "normal", "hard")
"""The difficulties of a day's challenges."""


class Rated(Struct, frozen=True, array_like=True):
    """A seed that is proven winnable."""

    seed: str
    level: Difficulty


def winnable_seeds(game: str, options: Any = None) -> tuple[Rated, ...]:
    """Return the listed winnable seeds for these options; empty if the options are not listed."""
    return _lists(game).get(list_key(game, read_chosen(game, options)), ())


def next_winnable(game: str, options: Any = None, *, first: int) -> str:
    """Return the first winnable seed at or after `first`."""
    chosen = read_chosen(game, options)
    return next(str(seed) for seed in count(first) if can_be_won(game, chosen, str(seed)))


@cache
def daily(game: str, day: date | str) -> str:
    """Return the seed of a day's deal with the game's default options: its first winnable daily seed."""
    chosen = read_chosen(game, None)
    when = read_day(day) if isinstance(day, str) else day
    return next(seed for seed in GAMES[game].daily_seeds(when) if can_be_won(game, chosen, seed))


@cache
def challenges(game: str, day: date) -> dict[Difficulty, str]:
    """Return the seeds of a day's challenges: the first daily seed of each difficulty after the deal of the day.

    If no deal of a difficulty is found, any winnable deal takes its place.
    """
    chosen = read_chosen(game, None)
    found: dict[Difficulty, str] = {}
    others: list[str] = []
    winnable = (seed for seed in GAMES[game].daily_seeds(day) if can_be_won(game, chosen, seed))
    for seed in islice(winnable, 1, 1 + TRIES):
        level = rate(game, chosen, seed=seed, limits=QUICK, people=False).level
        if level in CHALLENGE_LEVELS and level not in found:
            found[level] = seed
        else:
            others.append(seed)
        if len(found) == len(CHALLENGE_LEVELS):
            break
    return {level: found[level] if level in found else others.pop(0) for level in CHALLENGE_LEVELS}


def read_day(text: str) -> date:
    """Parse a date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a date; write it as 2026-01-31", "BAD_DATE") from None


def listed_seed(game: str, options: Any, level: Difficulty | None = None, last: str | None = None) -> str | None:
    """Return a listed seed of this difficulty other than `last`; None if there is none."""
    listed = winnable_seeds(game, options)
    seeds = [rated.seed for rated in listed if level in (None, rated.level) and rated.seed != last]
    return choice(seeds) if seeds else None


def find_seed(game: str, options: Any, level: Difficulty | None, now: int, last: str | None = None) -> str:
    """Return a winnable seed of this difficulty: a random one, or if seeds are times the first from `now` on.

    `last`, the seed of the previous game, is skipped: the first winnable millisecond may be seconds ahead.
    """
    chosen = read_chosen(game, options)
    rules = GAMES[game]
    seeds = map(str, count(now)) if rules.seeds_are_times else iter(lambda: rules.server_seed(now), "")
    winnable = (seed for seed in seeds if seed != last and can_be_won(game, chosen, seed))
    for seed in islice(winnable, TRIES):
        if level is None or level_of(game, chosen, seed) == level:
            return seed
    raise BadInput(f"no deal of {game} that is {level} was found with these options; try another level", "NO_SUCH_DEAL")


def level_of(game: str, options: Any, seed: str) -> Difficulty | None:
    """Return how hard a winnable deal is for a player: by its odds, or by the solver in a game without them."""
    bots, chosen = GAMES[game].fair_bots(), read_chosen(game, options)
    if bots is not None and bots.bands_for(chosen) is not None:
        odds = deal_odds(game, chosen, seed)
        return None if odds is None else odds.level
    return rate(game, options, seed=seed, limits=QUICK, people=False).level


def can_be_won(game: str, options: Any, seed: str) -> bool:
    """Whether a deal can be proven winnable within the limits."""
    return solve(game, options, seed=seed, limits=QUICK).verdict == "winnable"


def list_key(game: str, options: Any) -> str:
    """Return the key of the seeds for these options."""
    return " ".join(f"{name}={getattr(options, name)}" for name in solver_of(game).listed)


def list_file(game: str) -> Traversable | None:
    """Return the file of a game's list, which may not exist; None if its solver is not in a package."""
    package = type(solver_of(game)).__module__.rpartition(".")[0]
    return files(package).joinpath(LIST) if package else None


@cache
def _lists(game: str) -> dict[str, tuple[Rated, ...]]:
    file = list_file(game)
    if file is None or not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[Rated, ...]])
