"""What do a player's columns offer? It is remembered, for most actions leave them as they were."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from saloon.core.cards import Pile
from saloon.core.memory import remembered
from saloon.core.piles import Face, look


class Offer(NamedTuple):
    """Columns as somebody sees them who looks for moves."""

    hidden: Sequence[int]
    """Which columns have a face-down top."""
    tops: Sequence[tuple[int, tuple[str, int]]]
    """Where a card lies open on top, and its suit and rank."""
    takers: Mapping[Face, Sequence[int]]
    """Which columns take a card."""
    runs: Sequence[tuple[int, tuple[Face, ...]]]
    """Where a run lies on top, and its cards from the top."""


@remembered(1 << 12)
def offer(tableau: tuple[Pile, ...]) -> Offer:
    """Return what columns offer."""
    hidden: list[int] = []
    tops: list[tuple[int, tuple[str, int]]] = []
    takers: dict[Face, list[int]] = {}
    runs: list[tuple[int, tuple[Face, ...]]] = []
    for index, column in enumerate(tableau):
        top_down, takes, run = look(column)
        if top_down:
            hidden.append(index)
            continue
        for face in takes:
            takers.setdefault(face, []).append(index)
        if run:
            tops.append((index, (column[-1].suit, column[-1].rank)))
            runs.append((index, run))
    return Offer(hidden, tops, takers, runs)
