"""Klondike as numbers, for programs that learn."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from saloon.core.cards import KING, RANKS
from saloon.core.encoding import CARD_NUMBERS, LARGEST, Encoding, Feature, card_number, number, piles
from saloon.core.game import Action, Seat
from saloon.core.places import Place

from .state import SIZES, UNLIMITED_REDEALS, AutoComplete, Draw, FoundationMove, Recycle, TableauMove
from .view import View

COLUMN = SIZES["tableau"] - 1 + KING
"""The most cards of a column: six hidden ones and a run from the king to the ace."""
TALON = 24
"""Cards of stock and waste after the deal."""


@lru_cache
def every_action() -> Sequence[Action]:
    """Return every action: draw, recycle, complete; then up to foundations; then onto columns."""
    columns = [Place("tableau", index) for index in range(SIZES["tableau"])]
    foundations = [Place("foundation", index) for index in range(SIZES["foundation"])]
    waste = Place("waste")
    return (
        Draw(),
        Recycle(),
        AutoComplete(),
        *(FoundationMove(source, target) for source, target in product((*columns, waste), foundations)),
        *(TableauMove(source, target, 1) for source, target in product((waste, *foundations), columns)),
        *(TableauMove(source, target, count) for source, target, count in product(columns, columns, RANKS)),
    )


class KlondikeEncoding(Encoding):
    """The cards of all piles as the player sees them. No move from a column to itself is legal."""

    features = (
        piles("tableau", SIZES["tableau"], COLUMN, lambda view: view.tableau),
        piles("waste", 1, TALON, lambda view: (view.waste,)),
        Feature(
            "foundations",
            SIZES["foundation"],
            CARD_NUMBERS,
            lambda view: [card_number(pile[-1] if pile else None) for pile in view.foundations],
        ),
        number("stock", TALON, lambda view: view.stock),
        number("draw", 3, lambda view: view.options.draw),
        number(
            "redeals_left",
            9,
            lambda view: UNLIMITED_REDEALS if view.redeals_left is None else view.redeals_left,
            UNLIMITED_REDEALS,
        ),
        number("score", LARGEST, lambda view: view.score, -LARGEST),
    )

    def actions(self, seat: Seat) -> Sequence[Action]:  # noqa: ARG002 - there is one seat
        """Return every action."""
        return every_action()

    def points(self, view: View) -> Sequence[int]:
        """Return the score."""
        return (view.score,)
