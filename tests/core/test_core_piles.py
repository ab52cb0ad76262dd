"""The building rules that several games share, against slower statements of the same."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saloon.core.cards import Pile, card, deck
from saloon.core.piles import (
    fits_column,
    fits_foundation,
    is_run,
    replaced,
    run_length,
    stacks_on,
    takers,
    triangle,
    turn_top,
)

CARDS = deck()


def pile(text: str) -> Pile:
    """Read cards; `-` before one turns it down."""
    return tuple(card(word.removeprefix("-")).down() if word[0] == "-" else card(word) for word in text.split())


PILES = st.lists(st.tuples(st.sampled_from(CARDS), st.booleans()), max_size=6).map(
    lambda pairs: tuple(one.down() if down else one for one, down in pairs)
)


def test_a_card_stacks_on_the_next_higher_of_the_other_colour() -> None:
    for one, top in product(CARDS, CARDS):
        reds = [each for each in (one, top) if each.suit in "DH"]
        expected = one.rank + 1 == top.rank and len(reds) == 1
        assert stacks_on(one, top) == expected


def test_only_a_king_fits_an_empty_column() -> None:
    assert [one.code for one in CARDS if fits_column(one, ())] == ["KC", "KD", "KH", "KS"]


def test_a_card_fits_on_an_open_top_only() -> None:
    assert fits_column(card("8C"), pile("2D 9H"))
    assert not fits_column(card("8C"), pile("2D -9H"))
    assert not fits_column(card("8C"), pile("9H 2D"))
    assert not fits_column(card("KC"), pile("9H"))


@given(st.lists(PILES, max_size=8))
def test_the_columns_that_take_a_card_are_those_it_fits(tableau: list[Pile]) -> None:
    columns = takers(tableau)
    for one in CARDS:
        fitting = [index for index, column in enumerate(tableau) if fits_column(one, column)]
        assert columns.get((one.rank, one.red), []) == fitting


def test_the_columns_that_take_a_card_are_found_at_once() -> None:
    assert takers([pile("2D 9H"), (), pile("-9S"), pile("9D"), ()]) == {
        (8, False): [0, 3],
        (13, True): [1, 4],
        (13, False): [1, 4],
    }


def test_foundations_are_built_from_the_ace_in_suit() -> None:
    assert [one.code for one in CARDS if fits_foundation(one, ())] == ["AC", "AD", "AH", "AS"]
    assert [one.code for one in CARDS if fits_foundation(one, pile("AH 2H"))] == ["3H"]
    assert [one.code for one in CARDS if fits_foundation(one, pile("KH"))] == []


@given(PILES)
def test_a_run_is_open_descending_and_alternating(cards: Pile) -> None:
    slow = all(not one.face_down for one in cards) and all(
        stacks_on(cards[i + 1], cards[i]) for i in range(len(cards) - 1)
    )
    assert is_run(cards) == slow


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("", 0),
        ("-5H", 0),
        ("7D -5H", 0),
        ("5H", 1),
        ("6C 5H", 2),
        ("-6C 5H", 1),
        ("7D 6C 5H", 3),
        ("7C 6C 5H", 2),
        ("7D -6C 5H", 1),
        ("KH QC 7D 6C 5H", 3),
        ("KH QC JD", 3),
        ("5H 6C", 1),
    ],
)
def test_the_length_of_the_run_on_top(text: str, length: int) -> None:
    assert run_length(pile(text)) == length


@given(PILES)
def test_the_run_on_top_is_the_longest(cards: Pile) -> None:
    runs = [count for count in range(1, len(cards) + 1) if is_run(cards[-count:])]
    assert run_length(cards) == max(runs, default=0)


@pytest.mark.parametrize("text", ["", "5H", "-5H", "-2C -5H", "-2C 5H"])
def test_turning_the_top(text: str) -> None:
    cards = pile(text)
    turned = turn_top(cards)
    assert turned[:-1] == cards[:-1]
    assert [one.card_id for one in turned] == [one.card_id for one in cards]
    assert not turned or not turned[-1].face_down


def test_turning_an_open_top_changes_nothing() -> None:
    cards = pile("-2C 5H")
    assert turn_top(cards) is cards
    assert turn_top(pile("-2C -5H")) == cards


def test_exchanging_one_pile() -> None:
    piles = (pile("2C"), pile("3C"), pile("4C"))
    assert replaced(piles, 0, ()) == ((), pile("3C"), pile("4C"))
    assert replaced(piles, 1, pile("5C")) == (pile("2C"), pile("5C"), pile("4C"))
    assert replaced(piles, 2, ()) == (pile("2C"), pile("3C"), ())


def codes(cards: Pile) -> str:
    return " ".join("-" * one.face_down + one.code for one in cards)


def test_the_triangle_deals_columns_of_growing_length() -> None:
    tableau, stock = triangle(CARDS)
    assert [codes(column) for column in tableau[:3]] == ["AC", "-2C 3C", "-4C -5C 6C"]
    assert [len(column) for column in tableau] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.face_down for one in tableau[6]] == [True] * 6 + [False]
    assert [one.code for one in stock] == [one.code for one in CARDS[28:]]
    assert all(one.face_down for one in stock)
    assert tableau[6][-1].code == CARDS[27].code


def test_the_triangle_turns_cards_whichever_way_they_lay() -> None:
    down = [one.down() for one in CARDS]
    assert triangle(down) == triangle(CARDS)
    tableau, stock = triangle(CARDS[:4], columns=2)
    assert ([codes(column) for column in tableau], codes(stock)) == (["AC", "-2C 3C"], "-4C")
