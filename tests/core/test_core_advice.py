"""What the hints of the pile games share."""

import pytest

from saloon.core.advice import first_of_best, is_king, king_waits
from saloon.core.cards import HIDDEN, card
from saloon.core.game import Action


class Numbered(Action, frozen=True):
    kind = "numbered"
    worth: int | None
    name: str = ""


@pytest.mark.parametrize(
    ("worths", "chosen"),
    [([], None), ([None, None], None), ([3, 1, 2], 1), ([None, 2, 0, 0], 2), ([0], 0), ([5, None], 0)],
)
def test_the_first_of_the_best_rank_is_chosen(worths: list[int | None], chosen: int | None) -> None:
    legal = [Numbered(worth, str(place)) for place, worth in enumerate(worths)]
    best = first_of_best(legal, lambda action: action.worth if isinstance(action, Numbered) else None)
    assert best is (None if chosen is None else legal[chosen])


def test_a_king_is_one_that_is_seen() -> None:
    assert is_king(card("KH"))
    assert not is_king(card("QH"))
    assert not is_king(HIDDEN)


def test_a_king_waits_on_other_cards_and_on_top_of_the_waste_only() -> None:
    king, queen = card("KH"), card("QS")
    assert king_waits([(queen, king)])
    assert king_waits([(HIDDEN, HIDDEN, king, queen)])
    assert not king_waits([(king, queen), (), (queen,)])
    assert king_waits([], [queen, king])
    assert not king_waits([], [king, queen])
    assert not king_waits([], [])
