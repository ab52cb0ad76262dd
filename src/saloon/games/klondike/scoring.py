"""The three scoring schemes. [KL-36…KL-41]"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from .state import Scoring


class Scheme(Struct, frozen=True):
    """The points of one scoring scheme. There is no lower bound."""

    start: int
    raised: int
    """For a card that goes up to a foundation."""
    returned: int
    """For a card that comes back from one."""
    turned: int
    """For a hidden card that a move turns up."""
    left_column: int
    """For a move out of a column, whether or not it turns a card."""
    won: int
    """Once, for the move that wins."""


SCHEMES: Final[Mapping[Scoring, Scheme]] = {
    "standard": Scheme(start=0, raised=10, returned=-15, turned=5, left_column=0, won=100),
    "vegas": Scheme(start=-52, raised=5, returned=-5, turned=0, left_column=0, won=0),
    "legacyUnity": Scheme(start=0, raised=10, returned=-15, turned=0, left_column=5, won=100),
}


def points(scoring: Scoring, source: str, target: str, *, turned: bool, won: bool) -> int:
    """Return what a move from the zone `source` to the zone `target` adds to the score (UpdateScore). [KL-41]"""
    scheme = SCHEMES[scoring]
    return (
        scheme.raised * (target == "foundation")
        + scheme.returned * (source == "foundation")
        + scheme.left_column * (source == "tableau")
        + scheme.turned * turned
        + scheme.won * won
    )


def is_possible(scoring: Scoring, score: int, *, raised: int, turned: int, won: bool) -> bool:
    """Whether play can lead to `score` with this many cards raised and turned.

    A card that went up and came back costs five points (nothing in `vegas`); `legacyUnity` pays for every move out of
    a column, so it has no upper bound.
    """
    scheme = SCHEMES[scoring]
    best = scheme.start + scheme.raised * raised + scheme.turned * turned + scheme.won * won
    if scoring == "vegas":
        return score == best
    return score % 5 == 0 and (scoring == "legacyUnity" or score <= best)
