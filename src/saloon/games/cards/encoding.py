"""Cards as numbers, for programs that learn."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from saloon.core.cards import KING
from saloon.core.encoding import Encoding, Feature, number, piles
from saloon.core.game import Action, Seat
from saloon.core.places import Place

from .state import DECK, SIZES, Finish, FoundationMove, TableauMove
from .view import View


@lru_cache
def every_action() -> Sequence[Action]:
    """Return every action: finish; up to foundations; back from them; then from pile to pile, by the count of cards."""
    columns = [Place("tableau", index) for index in range(SIZES["tableau"])]
    foundations = [Place("foundation", index) for index in range(SIZES["foundation"])]
    counts = range(1, len(DECK) + 1)
    return (
        Finish(),
        *(FoundationMove(source, target) for source, target in product(columns, foundations)),
        *(TableauMove(source, target, 1) for source, target in product(foundations, columns)),
        *(TableauMove(source, target, count) for source, target, count in product(columns, columns, counts)),
    )


class CardsEncoding(Encoding):
    """The cards of all piles. With `stack=any` a pile can grow without bound, so each has room for the deck."""

    features = (
        piles("tableau", SIZES["tableau"], len(DECK), lambda view: view.tableau),
        Feature("foundations", SIZES["foundation"], KING, lambda view: [len(pile) for pile in view.foundations]),
        number("stack_any", 1, lambda view: view.options.stack == "any"),
    )

    def actions(self, seat: Seat) -> Sequence[Action]:  # noqa: ARG002 - there is one seat
        """Return every action."""
        return every_action()

    def points(self, view: View) -> Sequence[int]:
        """Return the cards on the foundations."""
        return (sum(map(len, view.foundations)),)
