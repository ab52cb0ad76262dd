"""What docs/DETERMINISM.md says, for the tests that compute it again."""

import re
from collections.abc import Iterator
from pathlib import Path

from saloon.core.streams import Stream, shuffle

PAGE = (Path(__file__).parents[2] / "docs" / "DETERMINISM.md").read_text()


def section(title: str) -> str:
    """Return the part of the page under a heading, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[1]


def rows(title: str) -> Iterator[list[str]]:
    """Yield the cells of a section's table, the head left out."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def drawn(stream: Stream, bound: int, like: str) -> str:
    return " ".join(str(stream.below(bound)) for _ in like.split())


def hexed(stream: Stream, like: str) -> str:
    return " ".join(f"{stream.below(2**32):08x}" for _ in like.split())


def deck_of(seed: str) -> str:
    """Return the shuffled deck that the page shows for a game and its seed."""
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {seed} |"))
    return line.split("|")[2].split(";")[0].strip()


def shuffled(suits: str, ranks: str, stream: Stream) -> str:
    """Return a deck, its suits one after the other, as a stream shuffles it."""
    deck = [rank + suit for suit in suits for rank in ranks]
    shuffle(deck, stream)
    return " ".join(deck)
