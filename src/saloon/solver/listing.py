"""Where does the list of winnable seeds come from? `python -m saloon.solver.listing 40` writes it anew."""

import sys
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from typing import Any

import msgspec

from .deals import LIST, LISTED, QUICK, Rated, can_be_won, list_key, read_chosen
from .rating import rate


def find_rated(game: str, options: Any) -> Iterator[Rated]:
    """Yield winnable seeds 0, 1, … with their levels."""
    for seed in map(str, count()):
        if can_be_won(game, options, seed):
            level = rate(game, options, seed=seed, limits=QUICK).level
            if level is not None:
                yield Rated(seed, level)


def write_list(seeds: int, file: Path) -> None:
    """Find so many seeds for each choice of options and write them down."""
    lines = []
    for game, choices in LISTED.items():
        for values in product(*choices.values()):
            options = read_chosen(game, dict(zip(choices, values, strict=True)))
            source = find_rated(game, options)
            rated = [next(source) for _ in range(seeds)]
            lines.append(b"%s: %s" % (msgspec.json.encode(list_key(game, options)), msgspec.json.encode(rated)))
    file.write_bytes(b"{\n" + b",\n".join(lines) + b"\n}\n")


if __name__ == "__main__":
    write_list(int(sys.argv[1]), Path(__file__).with_name(LIST))
