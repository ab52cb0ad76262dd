"""Cards, decks and how they are written."""

import pytest

from saloon.core.canonical import canonical_json
from saloon.core.cards import (
    HIDDEN,
    RANK_LETTERS,
    RANK_NAMES,
    RANKS,
    RED,
    SUIT_NAMES,
    SUITS,
    SYMBOLS,
    Card,
    card,
    deck,
    read_deck,
    shown,
)
from saloon.core.errors import BadDeck

SORTED = " ".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")


def test_a_card_knows_its_colour_code_and_name() -> None:
    ten = Card("x", False, 10, "D")
    assert (ten.red, ten.code, ten.name) == (True, "TD", "ten of diamonds")
    ace = Card("y", True, 1, "S")
    assert (ace.red, ace.code, ace.name) == (False, "AS", "ace of spades")
    assert [one.red for one in (card("2C"), card("2D"), card("2H"), card("2S"))] == [False, True, True, False]
    assert {"D", "H"} == RED


def test_every_rank_and_suit_has_its_words() -> None:
    assert [card(f"{letter}H").rank for letter in "A23456789TJQK"] == list(range(1, 14)) == list(RANKS)
    assert [card(f"{letter}H").name.split()[0] for letter in "A23456789TJQK"] == [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    ]  # fmt: skip
    assert [card(f"A{suit}").name for suit in SUITS] == [
        "ace of clubs",
        "ace of diamonds",
        "ace of hearts",
        "ace of spades",
    ]
    assert [SYMBOLS[suit] for suit in SUITS] == ["♣", "♦", "♥", "♠"]
    assert len(RANK_LETTERS) == len(RANK_NAMES) == 14
    assert set(SUIT_NAMES) == set(SUITS)


def test_turning_a_card() -> None:
    up = card("7H")
    down = up.down()
    assert down == Card("7H", True, 7, "H")
    assert down.up() == up
    assert up.up() is up
    assert down.down() is down
    assert not up.face_down, "a card never changes"


def test_a_card_on_the_wire() -> None:
    assert canonical_json(card("7H")) == b'{"cardId":"7H","faceDown":false,"rank":7,"suit":"H"}'
    assert canonical_json(HIDDEN) == b'{"faceDown":true}'


def test_what_is_shown_of_a_pile() -> None:
    pile = (card("7H").down(), card("2C"), card("3D").down())
    assert shown(pile) == (HIDDEN, card("2C"), HIDDEN)
    assert shown(()) == ()


@pytest.mark.parametrize(("code", "rank", "suit"), [("AS", 1, "S"), ("td", 10, "D"), ("kC", 13, "C"), ("9h", 9, "H")])
def test_reading_a_card(code: str, rank: int, suit: str) -> None:
    assert card(code) == Card(code.upper(), False, rank, suit)


@pytest.mark.parametrize("code", ["", "A", "S", "1S", "AX", "10S", "ASS", " S", "0H", "A S"])
def test_reading_something_else(code: str) -> None:
    with pytest.raises(BadDeck) as refused:
        card(code)
    assert refused.value.reason == f"{code!r} is not a card; write rank and suit, such as AS, TD or 7H"
    assert refused.value.code == "BAD_DECK"


def test_a_deck_goes_suit_by_suit() -> None:
    assert " ".join(one.code for one in deck()) == SORTED
    assert [one.card_id for one in deck()] == SORTED.split()
    assert not any(one.face_down for one in deck())
    assert [one.code for one in deck("HS", iter([6, 1]))] == ["6H", "AH", "6S", "AS"]


def test_reading_a_deck() -> None:
    assert [one.code for one in read_deck(SORTED)] == SORTED.split()
    backwards = " ".join(reversed(SORTED.split()))
    assert [one.code for one in read_deck(f"  {backwards.lower()}\n")] == backwards.split()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SORTED.replace("KD", "AS"), "names AS twice (cards 26 and 40) and lacks KD"),
        (SORTED.removeprefix("AC "), "lacks AC"),
        (SORTED.removeprefix("AC 2C "), "lacks AC, 2C"),
        (f"{SORTED} 7H", "names 7H twice (cards 33 and 53)"),
        (f"2C AC {SORTED}", "names 2C twice (cards 1 and 4), AC twice (cards 2 and 3)"),
    ],
)
def test_a_deck_that_is_none(text: str, reason: str) -> None:
    with pytest.raises(BadDeck) as refused:
        read_deck(text)
    assert refused.value.reason == f"the deck {reason}. A deck has each of the 52 cards once."


def test_a_deck_with_a_word_that_is_not_a_card() -> None:
    with pytest.raises(BadDeck, match="'joker' is not a card"):
        read_deck(f"{SORTED} joker")
