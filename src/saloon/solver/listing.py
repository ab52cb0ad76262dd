"""Write the lists of winnable seeds: `python -m saloon.solver.listing 100` finds 100 for each set of options.

`python -m saloon.solver.listing again GAME "KEY=VALUE …"` keeps the seeds of one list and rates them again.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import msgspec

from .deals import Rated, can_be_won, level_of, list_file, list_key, winnable_seeds
from .difficulty import DIFFICULTIES
from .solve import read_chosen, solved_games, solver_of


def find_rated(game: str, options: Any) -> Iterator[Rated]:
    """Yield the winnable seeds among 0, 1, … with their difficulty."""
    for seed in map(str, count()):
        level = level_of(game, options, seed) if can_be_won(game, options, seed) else None
        if level is not None:
            yield Rated(seed, level)


def spread(rated: Sequence[Rated], seeds: int) -> list[Rated]:
    """Return `count` of the seeds, a quarter of each difficulty if there are enough."""
    places = {level: count(0) for level in DIFFICULTIES}
    first = sorted(rated, key=lambda one: next(places[one.level]) >= seeds // len(DIFFICULTIES))[:seeds]
    return sorted(first, key=lambda one: int(one.seed))


def write_list(game: str, seeds: int) -> None:
    """Find that many seeds of a game for each set of options, of every difficulty, and write them (some minutes)."""
    lists: dict[str, Sequence[Rated]] = {}
    choices = solver_of(game).listed
    for values in product(*choices.values()):
        options = read_chosen(game, dict(zip(choices, values, strict=True)))
        lists[list_key(game, options)] = spread(list(islice(find_rated(game, options), seeds * 8 // 5)), seeds)
    _write(game, lists)


def rate_again(game: str, key: str) -> None:
    """Rate the seeds of one list again, and write it."""
    options = read_chosen(game, read_key(key))
    listed = winnable_seeds(game, options)
    rated = [Rated(one.seed, level_of(game, options, one.seed) or one.level) for one in listed]
    file = list_file(game)
    assert file is not None
    lists = msgspec.json.decode(file.read_bytes(), type=dict[str, Sequence[Rated]])
    _write(game, {**lists, list_key(game, options): rated})


def read_key(key: str) -> dict[str, Any]:
    """Return the options of a list's name."""
    pairs = (pair.partition("=") for pair in key.split())
    return {name: int(value) if value.lstrip("-").isdecimal() else value for name, _, value in pairs}


def _write(game: str, lists: dict[str, Sequence[Rated]]) -> None:
    file = list_file(game)
    if file is not None:
        lines = [b"%s: %s" % (msgspec.json.encode(key), msgspec.json.encode(rated)) for key, rated in lists.items()]
        Path(str(file)).write_bytes(b"{\n" + b",\n".join(lines) + b"\n}\n")


if __name__ == "__main__":
    if sys.argv[1] == "again":
        rate_again(*sys.argv[2:])
    else:
        for game in solved_games():
            write_list(game, int(sys.argv[1]))
