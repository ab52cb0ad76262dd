"""Cards: suits, ranks, faces, decks and card codes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from .errors import BadDeck, quoted

SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades: the usual order of a deck."""
RED: Final = frozenset("DH")
ACE: Final = 1
KING: Final = 13
RANKS: Final = range(ACE, KING + 1)
RANK_LETTERS: Final = " A23456789TJQK"
SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES: Final = (
    "", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip


class Card(Struct, frozen=True, rename="camel", cache_hash=True, gc=False):
    """One card on the table. The fields are in the order of canonical JSON."""

    card_id: str
    face_down: bool
    rank: int
    suit: str

    @property
    def red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self.suit in RED

    @property
    def code(self) -> str:
        """Rank and suit in two letters, such as `TD` for the ten of diamonds."""
        return RANK_LETTERS[self.rank] + self.suit

    @property
    def name(self) -> str:
        """The face in words, such as `ten of diamonds`."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def up(self) -> "Card":
        """Return this card, face up."""
        return the_card(self.card_id, False, self.rank, self.suit) if self.face_down else self

    def down(self) -> "Card":
        """Return this card, face down."""
        return self if self.face_down else the_card(self.card_id, True, self.rank, self.suit)


the_card: Final = lru_cache(1 << 12)(Card)
"""Return the shared object for a card, face up or down; sharing it between all tables keeps it in the CPU cache."""


Pile = tuple[Card, ...]
"""Stacked cards: index 0 is the bottom, the last element is the top."""


class Hidden(Struct, frozen=True, rename="camel", gc=False):
    """A face-down card as everyone sees it; all look the same."""

    face_down: bool = True


HIDDEN: Final = Hidden()
REMEMBERED: Final = 1 << 14
"""The number of piles whose view is cached."""
Shown = tuple[Card | Hidden, ...]
"""A pile as a viewer sees it."""


@lru_cache(REMEMBERED)
def shown(pile: Pile) -> Shown:
    """Return `pile` as everyone may see it, without face and id of face-down cards.

    The same pile gives the same object, so two views differ only where something changed.
    """
    return tuple(HIDDEN if card.face_down else card for card in pile)


def card(code: str) -> Card:
    """Return the face-up card for a two-letter code, which is also its id."""
    rank, suit = RANK_LETTERS.find(code[:1].upper()), code[1:].upper()
    if rank < ACE or suit not in SUIT_NAMES:
        raise BadDeck(f"{quoted(code)} is not a card; write rank and suit, such as AS, TD or 7H")
    return the_card(code.upper(), False, rank, suit)


def deck(suits: str = SUITS, ranks: Iterable[int] = RANKS) -> list[Card]:
    """Return one face-up deck, suit by suit."""
    ranks = tuple(ranks)
    return [the_card(RANK_LETTERS[rank] + suit, False, rank, suit) for suit in suits for rank in ranks]


def read_deck(text: str) -> Sequence[Card]:
    """Return the 52 cards that `text` lists, each once."""
    return check_deck([card(word) for word in text.split()])


def check_deck(cards: Sequence[Card]) -> Sequence[Card]:
    """Return `cards` if it has each of the 52 once; otherwise raise BadDeck with what is wrong."""
    places: dict[str, list[int]] = {}
    for place, one in enumerate(cards, start=1):
        places.setdefault(one.code, []).append(place)
    twice = [f"{code} twice (cards {at[0]} and {at[1]})" for code, at in places.items() if len(at) > 1]
    lacking = [one.code for one in deck() if one.code not in places]
    faults = [f"names {', '.join(twice)}"] * bool(twice) + [f"lacks {', '.join(lacking)}"] * bool(lacking)
    if faults:
        raise BadDeck(f"the deck {' and '.join(faults)}. A deck has each of the 52 cards once.")
    return cards
