"""The ids that the text gives its cards: they name a card in save files and in the engine. [MM-54, MM-60, MM-343]"""

import re
from collections.abc import Mapping
from typing import Final

from saloon.core import cards
from saloon.core.errors import BadInput, quoted
from saloon.core.streams import Sha256Stream, Stream

from .state import SUITS

VALUES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_ID: Final = re.compile(r"(?P<value>10|[2-9AJQK])(?P<suit>[hdcs])_\d+_\d+_\w+", re.ASCII)
_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
RANDOM_LENGTH: Final = 9

Ids = Mapping[str, str]
"""The id of each card by its code, such as `7H`."""


def unique_id(value: str, suit: str, timestamp: int, counter: int, random: str) -> str:
    """Return an id in the text's form. [MM-60]"""
    return f"{value}{suit}_{timestamp}_{counter}_{random}"


def random_text(stream: Stream, length: int = RANDOM_LENGTH) -> str:
    """Return text of digits and lower-case letters."""
    return "".join(_LETTERS[stream.below(len(_LETTERS))] for _ in range(length))


def seeded_ids(seed: str, timestamp: int = 0) -> dict[str, str]:
    """Return the ids of a deal made at `timestamp`: the same seed and time give the same ids. [MM-60, MM-61]"""
    stream = Sha256Stream(f"{seed}::meridian::ids")
    return {
        card.code: unique_id(VALUES[card.rank - 1], card.suit.lower(), timestamp, counter, random_text(stream))
        for counter, card in enumerate(cards.deck(SUITS))
    }


def read_id(card_id: object) -> cards.Card:
    """Return the face-up card of an id, from any program. [MM-150, MM-343]"""
    match = _ID.fullmatch(card_id) if isinstance(card_id, str) else None
    if match is None:
        raise BadInput(
            f"{quoted(card_id)} is not a card id; one looks like Ah_1768112159226_9_wae4gq1zf", "BAD_CARD_ID"
        )
    rank, suit = VALUES.index(match["value"]) + 1, match["suit"].upper()
    return cards.Card(cards.RANK_LETTERS[rank] + suit, False, rank, suit)
