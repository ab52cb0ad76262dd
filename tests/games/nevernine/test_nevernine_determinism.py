"""What docs/DETERMINISM.md says of Never Nine's deck and first dealer."""

from core.determinism import PAGE, deck_of, shuffled
from saloon.core.streams import Sha256Stream
from saloon.games.nevernine import NeverNine
from saloon.games.nevernine.state import Options


def test_the_shuffled_deck_is_the_one_that_is_dealt() -> None:
    deck = deck_of("Never Nine `7`, round 1")
    assert shuffled("CDHS", "6789TJQKA", Sha256Stream("7::nevernine::1")) == deck
    state = NeverNine().deal("7", Options())
    assert state.dealer == 2
    assert "first dealer is seat 2" in PAGE
    cards = deck.split()
    for seat in range(4):
        assert sorted(state.hands[seat]) == sorted(cards[i] for i in range(36) if (2 + 1 + i) % 4 == seat)
