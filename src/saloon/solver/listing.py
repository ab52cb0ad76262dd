"""Where does the list of winnable seeds come from? `python -m saloon.solver.listing 100` writes it anew."""

import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import msgspec

from .deals import LIST, LISTED, QUICK, Rated, list_key, read_chosen
from .rating import LEVELS, rate


def find_rated(game: str, options: Any) -> Iterator[Rated]:
    """Yield winnable seeds 0, 1, … with their levels."""
    for seed in map(str, count()):
        level = rate(game, options, seed=seed, limits=QUICK).level
        if level is not None:
            yield Rated(seed, level)


def spread(rated: Sequence[Rated], seeds: int) -> list[Rated]:
    """Return so many of the seeds, a quarter of each level where there are enough of it."""
    places = {level: count(0) for level in LEVELS}
    first = sorted(rated, key=lambda one: next(places[one.level]) >= seeds // len(LEVELS))[:seeds]
    return sorted(first, key=lambda one: int(one.seed))


def write_list(seeds: int, file: Path) -> None:
    """Find so many seeds for each choice of options, of all levels, and write them down (a quarter of an hour)."""
    lines = []
    for game, choices in LISTED.items():
        for values in product(*choices.values()):
            options = read_chosen(game, dict(zip(choices, values, strict=True)))
            rated = spread(list(islice(find_rated(game, options), seeds * 8 // 5)), seeds)
            lines.append(b"%s: %s" % (msgspec.json.encode(list_key(game, options)), msgspec.json.encode(rated)))
    file.write_bytes(b"{\n" + b",\n".join(lines) + b"\n}\n")


if __name__ == "__main__":
    write_list(int(sys.argv[1]), Path(__file__).with_name(LIST))
