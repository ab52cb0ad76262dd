"""The test kit of Cards."""

from collections.abc import Iterator
from itertools import product
from types import MappingProxyType

from saloon.core.game import Action, Seat
from saloon.core.testkit import COUNTS, TestKit, clause_ids, combinations, places

from .state import SIZES, Finish, FoundationMove, State, TableauMove


class CardsTestKit(TestKit[State]):
    """Cards hides exactly its face-down cards."""

    option_sets = combinations(stack=("run", "any"), faces=("lastThreeUp", "firstThreeDown"))
    easy = MappingProxyType({"stack": "any"})
    quick_games = (("28", {"stack": "any", "faces": "firstThreeDown"}),)
    clauses = clause_ids("CA", range(1, 117))

    def every_action(self, seat: Seat) -> Iterator[Action]:
        """Return every well-formed action."""
        everywhere = places(SIZES["tableau"], SIZES["foundation"])
        yield Finish()
        for source, target, count in product(everywhere, everywhere, COUNTS):
            yield TableauMove(source, target, count)
            if count < 4:
                yield FoundationMove(source, target, count)
