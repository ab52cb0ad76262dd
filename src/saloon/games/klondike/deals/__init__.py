"""Deals of other programs: their deal numbers, and their ways to write a deck."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from saloon.core.cards import Card
from saloon.core.errors import BadInput, quoted

from . import klondike_solver, pysol, solvitaire
from .formats import FORMATS, read_deck

__all__ = ["numbered_deck", "read_deck", "write_deck"]

_DECKS: Final[Mapping[str, Callable[[str], Sequence[Card]]]] = {
    "pysol": pysol.pysol_deck,
    "microsoft": pysol.microsoft_deck,
    "klondike-solver": klondike_solver.numbered_deck,
    "solvitaire": solvitaire.numbered_deck,
}


def numbered_deck(source: str, number: str) -> Sequence[Card]:
    """Return the deck of a program's deal number: columns of 1 … 7, bottom first, then the stock in draw order."""
    if source not in _DECKS:
        raise BadInput(f"there is no source {quoted(source)} (there are {', '.join(_DECKS)})", "UNKNOWN_SOURCE")
    return _DECKS[source](number)


def write_deck(cards: Sequence[Card], form: str) -> str:
    """Return a deck in one of the formats."""
    if form not in FORMATS:
        raise BadInput(f"there is no format {quoted(form)} (there are {', '.join(FORMATS)})", "UNKNOWN_FORMAT")
    return FORMATS[form](cards)
