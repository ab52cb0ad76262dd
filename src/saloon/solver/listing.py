"""Write the lists of winnable seeds: `python -m saloon.solver.listing 100` finds 100 for each set of options."""

import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import msgspec

from .deals import QUICK, Rated, list_file, list_key
from .rating import DIFFICULTIES, rate
from .solve import read_chosen, solved_games, solver_of


def find_rated(game: str, options: Any) -> Iterator[Rated]:
    """Yield the winnable seeds among 0, 1, … with their difficulty."""
    for seed in map(str, count()):
        level = rate(game, options, seed=seed, limits=QUICK).level
        if level is not None:
            yield Rated(seed, level)


def spread(rated: Sequence[Rated], seeds: int) -> list[Rated]:
    """Return that many of the seeds, a quarter of each difficulty if there are enough."""
    places = {level: count(0) for level in DIFFICULTIES}
    first = sorted(rated, key=lambda one: next(places[one.level]) >= seeds // len(DIFFICULTIES))[:seeds]
    return sorted(first, key=lambda one: int(one.seed))


def write_list(game: str, seeds: int) -> None:
    """Find that many seeds of a game for each set of options, of every difficulty, and write them (some minutes)."""
    lines, choices, file = [], solver_of(game).listed, list_file(game)
    if file is None:
        return
    for values in product(*choices.values()):
        options = read_chosen(game, dict(zip(choices, values, strict=True)))
        rated = spread(list(islice(find_rated(game, options), seeds * 8 // 5)), seeds)
        lines.append(b"%s: %s" % (msgspec.json.encode(list_key(game, options)), msgspec.json.encode(rated)))
    Path(str(file)).write_bytes(b"{\n" + b",\n".join(lines) + b"\n}\n")


if __name__ == "__main__":
    for game in solved_games():
        write_list(game, int(sys.argv[1]))
