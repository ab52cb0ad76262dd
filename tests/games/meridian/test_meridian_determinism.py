"""What docs/DETERMINISM.md says of Meridian Master's deck."""

from core.determinism import deck_of, shuffled
from saloon.core.streams import Sha256Stream
from saloon.games.meridian import Meridian
from saloon.games.meridian.state import Options


def test_the_shuffled_deck_is_the_one_that_is_dealt() -> None:
    deck = deck_of("Meridian Master `7`")
    assert shuffled("hdcs", "A23456789TJQK", Sha256Stream("7::meridian")) == deck
    state = Meridian().deal("7", Options())
    dealt = [card.code for pile in (*state.board.tableau, state.stock) for card in pile]
    assert dealt == deck.upper().split()
