"""What docs/DETERMINISM.md says of Klondike's deck."""

from core.determinism import deck_of, shuffled
from saloon.core.streams import Sha256Stream
from saloon.games.klondike import Klondike
from saloon.games.klondike.state import Options


def test_the_shuffled_deck_is_the_one_that_is_dealt() -> None:
    deck = deck_of("Klondike `7`")
    assert shuffled("CDHS", "A23456789TJQK", Sha256Stream("7::klondike")) == deck
    state = Klondike().deal("7", Options())
    assert [card.code for pile in (*state.tableau, state.stock) for card in pile] == deck.split()
