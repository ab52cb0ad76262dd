"""What must hold: each way to break a board is noticed, in full and against the board before."""

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clauses import clause
from games.cards.boards_cards import GAME, across, board, pile, up
from games.cards.strategies_cards import arrangements
from saloon.core.cards import Card, Pile
from saloon.core.errors import InvariantBreach
from saloon.games.cards.attempts import solve
from saloon.games.cards.state import DECK, Finish, Options, State

DEALT = GAME.deal("1", Options())
RAISED = GAME.apply(DEALT, 0, up(7, 2))
FOREIGN = Card("1S", False, 1, "S")


def with_pile(state: State, index: int, cards: Pile) -> State:
    return replace(state, tableau=(*state.tableau[:index], cards, *state.tableau[index + 1 :]))


def with_foundation(state: State, index: int, cards: Pile) -> State:
    return replace(state, foundations=(*state.foundations[:index], cards, *state.foundations[index + 1 :]))


def breach(state: State) -> str:
    with pytest.raises(InvariantBreach) as caught:
        GAME.check(state)
    assert caught.value.code == "INTERNAL_INVARIANT_BREACH"
    return caught.value.reason


def change(before: State, after: State) -> str:
    with pytest.raises(InvariantBreach) as caught:
        GAME.check_change(before, after)
    return caught.value.reason


@settings(max_examples=60, deadline=None)
@given(arrangements())
def test_sound_boards_are_sound(state: State) -> None:
    GAME.check(state)
    GAME.check_change(state, state)
    for action in GAME.legal(state, 0):
        after = GAME.apply(state, 0, action)
        GAME.check(after)
        GAME.check_change(state, after)


@clause("CA-07", "CA-12")
def test_there_are_eight_piles_and_four_foundations() -> None:
    assert breach(replace(DEALT, tableau=DEALT.tableau[:7])) == "there are 7 tableau piles"
    assert breach(replace(DEALT, tableau=(*DEALT.tableau, ()))) == "there are 9 tableau piles"
    assert breach(replace(DEALT, foundations=((),) * 3)) == "there are 3 foundations"
    assert breach(replace(DEALT, foundations=((),) * 5)) == "there are 5 foundations"
    for after in (replace(DEALT, tableau=DEALT.tableau[:7]), replace(DEALT, foundations=((),) * 5)):
        with pytest.raises(ValueError, match="zip"):
            GAME.check_change(DEALT, after)


@clause("CA-115")
def test_no_card_is_lost_doubled_or_foreign() -> None:
    first = DEALT.tableau[0]
    assert breach(with_pile(DEALT, 0, first[:2])) == "51 cards are on the table, 51 of them different"
    assert breach(with_pile(DEALT, 0, (*first, first[0]))) == "53 cards are on the table, 52 of them different"
    assert breach(with_pile(DEALT, 0, (*first[:2], first[0]))) == "52 cards are on the table, 51 of them different"
    assert breach(with_pile(DEALT, 0, (*first[:2], FOREIGN))) == "a card is not in the deck"
    disguised = Card(first[2].card_id, False, 1, "S")
    assert breach(with_pile(DEALT, 0, (*first[:2], disguised))) == "a card is not in the deck"


def test_a_change_loses_doubles_and_exchanges_no_card() -> None:
    first, lost = DEALT.tableau[0], "an action lost, doubled or changed a card"
    for cards in (first[:2], (*first, first[0]), (*first[:2], first[0]), (*first[:2], FOREIGN)):
        assert change(DEALT, with_pile(DEALT, 0, cards)) == lost
    disguised = Card(first[2].card_id, False, 1, "S")
    assert change(DEALT, with_pile(DEALT, 0, (*first[:2], disguised))) == lost
    assert change(RAISED, with_foundation(RAISED, 2, ())) == lost
    assert change(DEALT, with_foundation(DEALT, 0, DEALT.foundations[0] + DECK[:1])) == lost


@clause("CA-39", "CA-42")
def test_face_down_cards_are_at_the_bottom_where_they_were_dealt() -> None:
    last = DEALT.tableau[7]
    covered = with_pile(DEALT, 7, (*last[:8], last[8].down(), last[9]))
    assert breach(covered) == change(DEALT, covered) == "a face-down card lies on a face-up one"
    top = with_pile(DEALT, 7, (*last[:9], last[9].down()))
    assert breach(top) == change(DEALT, top) == "the top of a pile is face-down"
    more = with_pile(DEALT, 7, (*last[:7], last[7].down(), *last[8:]))
    assert breach(more) == change(DEALT, more) == "a pile hides more cards than it was dealt"
    first = with_pile(DEALT, 0, (DEALT.tableau[0][0].down(), *DEALT.tableau[0][1:]))
    assert breach(first) == change(DEALT, first) == "a pile hides more cards than it was dealt"
    single = board("*AS")
    assert change(board("AS"), single) == "the top of a pile is face-down"


@clause("CA-13", "CA-14")
def test_foundations_are_built_up_face_up_each_in_its_own_suit() -> None:
    wrong = "a foundation is not built up from the Ace in its suit"
    ace = RAISED.foundations[2]
    elsewhere = with_foundation(with_foundation(RAISED, 2, ()), 0, ace)
    assert breach(elsewhere) == change(RAISED, elsewhere) == wrong
    hidden = with_foundation(RAISED, 2, (ace[0].down(),))
    assert breach(hidden) == change(RAISED, hidden) == wrong
    built = board("", (13, 13, 13, 13))
    upside_down = with_foundation(built, 3, (*DECK[39:50], DECK[51], DECK[50]))
    assert breach(upside_down) == change(built, upside_down) == wrong
    swapped = replace(built, foundations=(built.foundations[1], built.foundations[0], *built.foundations[2:]))
    assert breach(swapped) == change(built, swapped) == wrong


@clause("CA-95")
def test_the_status_is_that_of_the_board() -> None:
    wrong = "the status is not that of the board"
    won = board("", (13, 13, 13, 13))
    GAME.check(won)
    assert breach(replace(DEALT, status="won")) == change(DEALT, replace(DEALT, status="won")) == wrong
    assert breach(replace(won, status="active")) == change(won, replace(won, status="active")) == wrong
    almost = board("KD", (13, 13, 13, 12))
    assert breach(replace(almost, status="won")) == wrong


def test_neither_seed_nor_options_nor_version_change() -> None:
    fixed = "an action changed the seed or the options"
    assert change(DEALT, replace(DEALT, seed="2")) == fixed
    assert change(DEALT, replace(DEALT, options=Options(stack="any"))) == fixed
    other = replace(DEALT, rules_version="0.9.0")
    assert breach(other) == change(DEALT, other) == "the rules version is not this one"


def test_a_change_looks_at_what_changed() -> None:
    before = board("*KC 5H / 6S / AS")
    for action in (across(0, 1), up(2, 0), Finish()):
        GAME.check_change(before, GAME.apply(before, 0, action))
    assert change(before, replace(before, tableau=(pile("*KC"), pile("6S 5H"), *before.tableau[2:]))) == (
        "the top of a pile is face-down"
    )


def test_states_options_and_actions_cannot_be_changed() -> None:
    for one, field in (
        (DEALT, "seed"),
        (DEALT.options, "stack"),
        (up(0, 0), "count"),
        (across(0, 1), "count"),
        (GAME.view(DEALT, 0), "status"),
        (GAME.view(DEALT, 0).tableau[0][0], "rank"),
        (solve(DEALT), "status"),
    ):
        with pytest.raises(AttributeError):
            setattr(one, field, getattr(one, field))
    assert {DEALT, DEALT} == {DEALT}
    assert hash(Finish()) == hash(Finish())


def test_options_and_actions_take_no_other_fields() -> None:
    for kind in (Options, Finish):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"more": 1}, kind)
