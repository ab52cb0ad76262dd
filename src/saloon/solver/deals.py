"""Which deal can be won? The shipped list of rated seeds, the daily deal, and the next one at or after a moment."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from itertools import count, islice
from secrets import choice
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.core.options import read_options
from saloon.core.solver import MEGABYTE, Limits

from .rating import Level, rate
from .solve import solve, solved_game

LIST: Final = "winnable.json"
LISTED: Final[Mapping[str, Mapping[str, list[Any]]]] = {
    "klondike": {"draw": [3, 1], "redeals": [-1, 2, 1]},
    "cards": {"stack": ["run", "any"]},
    "meridian": {"direction": ["locked", "flexible"], "mode": ["classic", "double_pocket", "traditional", "expert"]},
}
"""The options that decide whether a deal can be won, with the values for which seeds are listed."""
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
    return _list().get(list_key(game, read_chosen(game, options)), ())


def next_winnable(game: str, options: Any = None, *, first: int) -> str:
    """Return the first whole number from `first` on that is a winnable seed (Cards: a moment in milliseconds)."""
    chosen = read_chosen(game, options)
    return next(str(seed) for seed in count(first) if can_be_won(game, chosen, str(seed)))


@cache
def daily(game: str, day: date | str) -> str:
    """Return the seed of a day's deal under the game's default options; it can be won.

    For Cards it is the first winnable millisecond of the day, for the others `daily::<game>::<ISO date>::<n>` with the
    first winnable n.
    """
    chosen = read_chosen(game, None)
    when = read_day(day) if isinstance(day, str) else day
    if game == "cards":
        midnight = int(datetime(when.year, when.month, when.day, tzinfo=UTC).timestamp() * 1000)
        if midnight < 0:
            raise BadInput(f"there was no game of Cards on {when.isoformat()}", "BAD_DATE")
        return next_winnable(game, chosen, first=midnight)
    seeds = (f"daily::{game}::{when.isoformat()}::{number}" for number in count())
    return next(seed for seed in seeds if can_be_won(game, chosen, seed))


def read_day(text: str) -> date:
    """Return the day that a text names."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is no date; write it as 2026-01-31", "BAD_DATE") from None


def listed_seed(game: str, options: Any, level: Level | None = None, last: str | None = None) -> str | None:
    """Return a listed seed of the level, never `last`; None if there is none, and for Cards, dealt by the clock."""
    if game == "cards":
        return None
    listed = winnable_seeds(game, options)
    seeds = [rated.seed for rated in listed if level in (None, rated.level) and rated.seed != last]
    return choice(seeds) if seeds else None


def find_seed(game: str, options: Any, level: Level | None, now: int, last: str | None = None) -> str:
    """Return a winnable seed of the level: for Cards the first from the millisecond `now` on, else a random one.

    The seed of the game before, `last`, is passed over: the first winnable millisecond may be seconds ahead.
    """
    chosen = read_chosen(game, options)
    seeds = map(str, count(now)) if game == "cards" else iter(solved_game(game).fresh_seed, None)
    winnable = (seed for seed in seeds if seed != last and can_be_won(game, chosen, seed))
    for seed in islice(winnable, TRIES):
        if level is None or rate(game, chosen, seed=seed, limits=QUICK).level == level:
            return seed
    raise BadInput(f"no deal of {game} that is {level} was found with these options; try another level", "NO_SUCH_DEAL")


def can_be_won(game: str, options: Any, seed: str) -> bool:
    """Whether a deal is quickly proved winnable."""
    return solve(game, options, seed=seed, limits=QUICK).verdict == "winnable"


def read_chosen(game: str, options: Any) -> Any:
    """Return options of a game that has a solver."""
    kind = solved_game(game).options
    return options if isinstance(options, kind) else read_options(game, kind, options or {})


def list_key(game: str, options: Any) -> str:
    """Return under which name the seeds for these options are listed."""
    return f"{game} " + " ".join(f"{name}={getattr(options, name)}" for name in LISTED[game])


@cache
def _list() -> dict[str, tuple[Rated, ...]]:
    text = files("saloon.solver").joinpath(LIST).read_bytes()
    return msgspec.json.decode(text, type=dict[str, tuple[Rated, ...]])
