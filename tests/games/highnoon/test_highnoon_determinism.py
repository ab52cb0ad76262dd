"""What docs/DETERMINISM.md says of HighNoon's streams and decks."""

import pytest

from clauses import clause
from core.determinism import deck_of, drawn, hexed, rows, shuffled
from saloon.core.streams import Sha256Stream, Stream, VnextStream, fnv1a
from saloon.games.highnoon import HighNoon
from saloon.games.highnoon.state import Options

SPLIT = "SEED-0001::split::p1"
DECKS = [
    ("HighNoon `SEED-0001`, split, p1", "saloon", Sha256Stream(SPLIT)),
    ("the same with `vnext`", "vnext", VnextStream(SPLIT)),
]


def test_the_stream_of_the_original() -> None:
    table = list(rows("The stream of HighNoon's original"))
    assert len(table) == 3
    for name, hashed, words, numbers in table:
        assert f"{fnv1a(name.encode()):08x}" == hashed
        assert hexed(VnextStream(name), words) == words
        assert drawn(VnextStream(name), 52, numbers) == numbers


@clause("HN-10")
@pytest.mark.parametrize(("seed", "profile", "stream"), DECKS, ids=["saloon", "vnext"])
def test_the_shuffled_deck_is_the_one_that_is_dealt(seed: str, profile: str, stream: Stream) -> None:
    assert shuffled("CDHS", "A23456789TJQK", stream) == deck_of(seed)
    board = HighNoon("1.0.0").deal("SEED-0001", Options(profile=profile)).players.p1  # type: ignore[arg-type]
    assert [card.code for pile in (*board.tableau, board.stock) for card in pile] == deck_of(seed).split()
