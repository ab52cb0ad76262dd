"""The demonstration bot of Meridian: cards that were seen and are no longer visible are in the stock."""

from collections.abc import Sequence

from saloon.core.cards import Card, Pile, deck
from saloon.games.meridian.rules import begun
from saloon.games.meridian.state import Board, Draw, State
from saloon.games.meridian.view import View
from saloon.search.sampling import NO_SEED, Known, SamplingSeat, card_ids, filled


class DemoSeat(SamplingSeat):
    """Looks through the stock, deals out the hidden cards of the columns and asks the solver."""

    draw = Draw()

    def known(self, view: View, seen: frozenset[str]) -> Known:
        """Return the table that a view shows, knowing which cards were seen before."""
        up, down = view.foundations.up, view.foundations.down
        pocketed = tuple(card for card in view.pockets if card is not None)
        visible = card_ids((*view.tableau, *up, *down, view.waste, pocketed))
        away = [card for card in deck() if card.card_id not in visible]
        stocked = tuple(card for card in away if card.card_id in seen)

        def world(unseen: Sequence[Card]) -> State:
            rest = iter(unseen)
            tableau = filled(view.tableau, rest)
            board = Board(view.base_heights, view.column_types, down, view.pockets, tableau, up, view.waste)
            return begun(board, (*stocked, *rest), view.options, NO_SEED)

        return Known(view.tableau, tuple(card for card in away if card.card_id not in seen), world)

    def columns(self, world: State) -> Sequence[Pile]:
        """Return the columns of a position."""
        return world.board.tableau

    def passing(self, view: View) -> Sequence[Card]:
        """Return the waste, which goes back into the stock."""
        return view.waste
