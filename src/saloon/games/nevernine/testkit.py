"""The test kit of Never Nine."""

from collections.abc import Collection, Iterator, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from saloon.core.cards import deck
from saloon.core.game import Action, Seat
from saloon.core.testkit import HiddenCard, TestKit, card_id, clause_ids, combinations

from .state import PLAYERS, TRICKS, Bid, Play, State


class NeverNineTestKit(TestKit[State]):
    """Never Nine hides the hands of the other seats; a watcher sees none."""

    option_sets = combinations(limit=(100, 15, 1), tieBreak=("later", "shared"), turnSeconds=(0, 30))
    easy = MappingProxyType({"limit": 1})
    clocked = ({"turnSeconds": 30}, {"turnSeconds": 60})
    quick_games = (("2", {"limit": 1}),)
    clauses = clause_ids("NN", range(1, 80))

    def every_action(self, seat: Seat) -> Iterator[Action]:
        """Return every well-formed action, including bids that are not numbers."""
        for bid in (*range(-2, 12), True, 3.0, "3", None):
            yield Bid(bid)
        for card in deck():
            yield Play(card.code)
        yield Play("joker")

    def hidden(self, state: State, seat: Seat | None) -> Sequence[HiddenCard]:
        """Return the other hands."""
        return [card for other in _others(seat) for card in state.hands[other]]

    def with_hidden(self, state: State, seat: Seat | None, cards: Sequence[HiddenCard]) -> State:
        """Return `state` with other hands of the other seats; the seed stays if the next card leads to a deal."""
        left = iter(cards)
        hands = list(state.hands)
        for other in _others(seat):
            hands[other] = tuple(card_id(next(left)) for _ in hands[other])
        is_last_card = len(state.tricks) == TRICKS - 1 and len(state.trick.moves) == len(PLAYERS) - 1
        return replace(state, hands=tuple(hands), seed=state.seed if is_last_card else "another")

    def secrets(self, state: State, seat: Seat | None) -> Collection[str]:
        """Return the cards of the other hands, but for those of the last trick, which everyone saw a round ago."""
        before = state.last_round.last_trick.moves if state.last_round else ()
        return {card_id(card) for card in self.hidden(state, seat)} - {move.card for move in before}


def _others(seat: Seat | None) -> list[Seat]:
    return [other for other in range(len(PLAYERS)) if other != seat]
