"""Meridian Master as numbers, for programs that learn."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from saloon.core.cards import deck
from saloon.core.encoding import CARD_NUMBERS, LARGEST, Encoding, Feature, card_number, number, piles
from saloon.core.game import Action, Seat

from .moves import PLACES, foundation_of
from .state import COLUMNS, SUITS, UP_COMPLETE, DeclareStalemate, Draw, Move, Recycle, Resign
from .view import View

_DECK: Final = 52
_STOCK: Final = 24
"""Cards in the stock after a deal."""
_POCKETS: Final = 2
_TYPES: Final = (None, "untyped", "ace", "king")
_DIRECTIONS: Final = (None, "ascending", "descending")
_MODES: Final = ("classic", "double_pocket", "traditional", "expert")
_WARNINGS: Final = ("loop", "noProgress", "idle")


@lru_cache
def every_action() -> Sequence[Action]:
    """Return every action: draw, recycle, declare, resign; then each card to its foundation, pockets and columns."""
    shared = [place for place in PLACES.values() if place.zone != "foundation"]
    moves = [Move(card.card_id, target) for card in deck(SUITS) for target in (PLACES[foundation_of(card)], *shared)]
    return (Draw(), Recycle(), DeclareStalemate(), Resign(), *moves)


class MeridianEncoding(Encoding):
    """The cards of all piles, the types and directions of the columns, and the warnings."""

    features = (
        piles("tableau", COLUMNS, _DECK, lambda view: view.tableau),
        piles("waste", 1, _STOCK, lambda view: (view.waste,)),
        Feature(
            "pockets",
            _POCKETS,
            CARD_NUMBERS,
            lambda view: [*map(card_number, view.pockets), *(0,) * (_POCKETS - len(view.pockets))],
        ),
        Feature(
            "foundations",
            2 * len(SUITS),
            UP_COMPLETE,
            lambda view: [len(pile) for pile in (*view.foundations.up, *view.foundations.down)],
        ),
        Feature("column_types", COLUMNS, len(_TYPES) - 1, lambda view: [*map(_TYPES.index, view.column_types)]),
        Feature("directions", COLUMNS, len(_DIRECTIONS) - 1, lambda view: [*map(_DIRECTIONS.index, view.directions)]),
        Feature("base_heights", COLUMNS, _DECK, lambda view: view.base_heights),
        number("stock", _STOCK, lambda view: view.stock),
        Feature("warnings", len(_WARNINGS), 1, lambda view: [int(name in view.warnings) for name in _WARNINGS]),
        number("moves_without_progress", LARGEST, lambda view: view.moves_without_progress),
        number("mode", len(_MODES) - 1, lambda view: _MODES.index(view.options.mode)),
        number("locked", 1, lambda view: view.options.locked),
    )

    def actions(self, seat: Seat) -> Sequence[Action]:  # noqa: ARG002 - there is one seat
        """Return every action."""
        return every_action()

    def points(self, view: View) -> Sequence[int]:
        """Return the cards on the foundations."""
        return (sum(map(len, (*view.foundations.up, *view.foundations.down))),)
