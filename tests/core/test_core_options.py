"""Reading options: defaults, and errors that repeat what was given."""

from typing import Any, Literal

import pytest
from msgspec import Struct

from saloon.core.errors import BadOption
from saloon.core.options import read_options


class Options(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Options of a game that does not exist."""

    colour: Literal["red", "blue"] = "red"
    deck_count: Literal[1, 2] = 1
    limit: int = 10

    def __post_init__(self) -> None:
        if self.colour == "blue" and self.deck_count == 2:
            raise ValueError("there is only one blue deck")


class NoOptions(Struct, frozen=True):
    """A game without a choice."""


def read(given: Any) -> Options:
    return read_options("snap", Options, given)


def test_what_is_not_given_has_its_default() -> None:
    assert read({}) == Options()
    assert read({"deckCount": 2}) == Options(deck_count=2)
    assert read({"colour": "blue", "limit": 3}) == Options("blue", 1, 3)


def test_options_that_were_read_already_are_taken_as_they_are() -> None:
    options = Options(limit=7)
    assert read(options) is options


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"size": 1}, "snap has no option 'size' (its options: colour, deckCount, limit)"),
        ({"deck_count": 1}, "snap has no option 'deck_count' (its options: colour, deckCount, limit)"),
        ({"limit": "x", "size": 1}, "snap has no option 'size' (its options: colour, deckCount, limit)"),
        ({"colour": "green"}, "colour='green' is not possible in snap: choose one of red, blue"),
        ({"deckCount": 3}, "deckCount=3 is not possible in snap: choose one of 1, 2"),
        ({"deckCount": "1"}, "deckCount='1' is not possible in snap: choose one of 1, 2"),
        ({"limit": "x"}, "limit='x' is not possible in snap: Expected `int`, got `str`"),
        (
            {"colour": "blue", "deckCount": 2},
            "these options do not go together in snap: there is only one blue deck",
        ),
        (["colour"], "options of snap are names with values, not a list"),
        (NoOptions(), "options of snap are names with values, not a NoOptions"),
        (None, "options of snap are names with values, not None"),
    ],
    ids=str,
)
def test_what_cannot_be_chosen_is_refused_with_what_can(given: Any, reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        read(given)
    assert (refused.value.code, refused.value.reason) == ("BAD_OPTION", reason)


def test_a_game_without_options() -> None:
    assert read_options("snap", NoOptions, {}) == NoOptions()
    with pytest.raises(BadOption) as refused:
        read_options("snap", NoOptions, {"colour": "red"})
    assert refused.value.reason == "snap has no option 'colour' (its options: none)"
