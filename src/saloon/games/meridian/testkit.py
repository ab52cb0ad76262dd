"""The test kit of Meridian Master."""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from saloon.core.cards import deck
from saloon.core.game import Action, Seat
from saloon.core.testkit import HiddenCard, TestKit, cards_in, clause_ids, combinations, with_face_down

from .state import COLUMNS, SUITS, DeclareStalemate, Draw, Move, Place, Recycle, Resign, State

_STOCK = 24
"""Cards in the stock after a deal."""


class MeridianTestKit(TestKit[State]):
    """In Meridian Master the stock is face-up in the state, but hidden from everybody."""

    option_sets = combinations(
        mode=("classic", "double_pocket", "traditional", "expert"), direction=("locked", "flexible")
    )
    quick_games = (("0", {"mode": "traditional"}), ("1", {}))
    clauses = clause_ids("MM", range(1, 403))

    def lap(self, seat: Seat) -> Sequence[Action]:
        """Return one pass through the stock."""
        return [*[Draw()] * _STOCK, Recycle()]

    def every_action(self, seat: Seat) -> Iterator[Action]:
        """Return every well-formed action, including places that do not exist."""
        yield from (Draw(), Recycle(), Resign(), DeclareStalemate())
        targets = [Place("stock"), Place("waste")]
        targets += [Place("tableau", index) for index in range(-1, COLUMNS + 1)]
        targets += [Place("foundation", index) for index in range(-1, 2 * len(SUITS) + 1)]
        targets += [Place("pocket", index) for index in range(-1, 3)]
        for code, target in product((*(card.code for card in deck()), "XX", "7h"), targets):
            yield Move(code, target)

    def hidden(self, state: State, seat: Seat | None) -> Sequence[HiddenCard]:
        """Return the face-down cards and the stock."""
        return [card for card in cards_in(_stock_down(state)) if card.face_down]

    def with_hidden(self, state: State, seat: Seat | None, cards: Sequence[HiddenCard]) -> State:
        """Return `state` with other face-down cards and another stock."""
        filled = with_face_down(_stock_down(state), cards)
        return replace(filled, stock=tuple(card.up() for card in filled.stock))

    def asks_for_hidden(self, state: State, action: Action) -> bool:
        """Return whether a move names a hidden card: the refusal says where it is; the player may know the seed."""
        if not isinstance(action, Move):
            return False
        return any(card.code == action.card for card in cards_in(_stock_down(state)) if card.face_down)

    def remembered(self, state: State) -> object:
        """Return whether the position occurred before: the fingerprints of the history include hidden cards."""
        return state.loop


def _stock_down(state: State) -> State:
    return replace(state, stock=tuple(card.down() for card in state.stock))
