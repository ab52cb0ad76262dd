"""The test kit of Klondike."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from saloon.core.game import Action, Seat
from saloon.core.testkit import COUNTS, TestKit, clause_ids, combinations, places

from .state import SIZES, AutoComplete, Draw, FoundationMove, Recycle, State, TableauMove

_DRAWS = (3, 1)
_REDEALS = (-1, 0, 1, 2)
_SCORINGS = ("standard", "vegas", "legacyUnity")

_STOCK = 24
"""Cards in the stock after a deal."""


class KlondikeTestKit(TestKit[State]):
    """Klondike hides exactly its face-down cards."""

    option_sets = combinations(draw=_DRAWS, redeals=_REDEALS, scoring=_SCORINGS)
    easy = MappingProxyType({"draw": 1})
    quick_games = (("8", {}),)
    clauses = clause_ids("KL", range(1, 83))

    @property
    def playthrough_sets(self) -> Sequence[Mapping[str, Any]]:
        """Every pair of option values, in half of the sets."""
        return [
            {"draw": _DRAWS[(i + j) % 2], "redeals": redeals, "scoring": scoring}
            for i, redeals in enumerate(_REDEALS)
            for j, scoring in enumerate(_SCORINGS)
        ]

    def lap(self, seat: Seat) -> Sequence[Action]:
        """Return one pass through the stock."""
        return [*[Draw()] * _STOCK, Recycle()]

    def every_action(self, seat: Seat) -> Iterator[Action]:
        """Return every well-formed action."""
        everywhere = places(SIZES["tableau"], SIZES["foundation"])
        yield from (Draw(), Recycle(), AutoComplete())
        for source, target, count in product(everywhere, everywhere, COUNTS):
            yield TableauMove(source, target, count)
            if count < 4:
                yield FoundationMove(source, target, count)
