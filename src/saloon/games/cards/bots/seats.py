"""The demonstration bot of Cards: all cards are in the columns and on the foundations."""

from collections.abc import Sequence

from saloon.core.cards import Card, Pile
from saloon.games.cards.rules import RULES_VERSION
from saloon.games.cards.state import DECK, State
from saloon.games.cards.view import View
from saloon.search.sampling import NO_SEED, Known, SamplingSeat, card_ids, filled


class DemoSeat(SamplingSeat):
    """Deals out the hidden cards of the columns and asks the solver."""

    def known(self, view: View, seen: frozenset[str]) -> Known:  # noqa: ARG002 - what is seen stays in sight
        """Return the table that a view shows."""
        columns, foundations = view.tableau, view.foundations
        visible = card_ids((*columns, *foundations))

        def world(unseen: Sequence[Card]) -> State:
            return State(foundations, view.options, RULES_VERSION, NO_SEED, "active", filled(columns, iter(unseen)))

        return Known(columns, tuple(card for card in DECK if card.card_id not in visible), world)

    def columns(self, world: State) -> Sequence[Pile]:
        """Return the columns of a position."""
        return world.tableau
