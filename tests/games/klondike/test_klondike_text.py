"""Klondike in the terminal: typing and drawing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.klondike.boards_klondike import (
    KLONDIKE,
    STOCK,
    WASTE,
    boards,
    column,
    foundation,
    move,
    open_boards,
    position,
    up,
)
from positions import positions
from saloon.core.errors import BadMove
from saloon.core.game import Action
from saloon.games.klondike.state import AutoComplete, Draw, Recycle, State

any_board = st.one_of(positions("klondike").map(lambda position: position.state), boards(), open_boards())


@given(any_board)
@settings(max_examples=40, deadline=None)
def test_every_action_is_read_as_it_is_written(state: State) -> None:
    for action in KLONDIKE.legal(state, 0):
        assert KLONDIKE.parse(KLONDIKE.notation(action), 0) == action


TYPED = [
    ("draw", Draw()),
    ("recycle", Recycle()),
    ("auto", AutoComplete()),
    ("w 3", move(WASTE, column(3))),
    ("5 1 2", move(column(5), column(1), 2)),
    ("f2 4", move(foundation(2), column(4))),
    ("5 f", up(column(5))),
    ("w f", up(WASTE)),
    ("w f4", up(WASTE, foundation(4))),
    ("5 f1 2", up(column(5), foundation(1), 2)),
    ("5 f 3", up(column(5), None, 3)),
    ("f1 f2", up(foundation(1), foundation(2))),
    ("s 3", move(STOCK, column(3))),
    ("3 w", move(column(3), WASTE)),
]


@pytest.mark.parametrize(("text", "action"), TYPED)
def test_what_a_player_types(text: str, action: Action) -> None:
    assert KLONDIKE.parse(text, 0) == action
    assert KLONDIKE.parse(f"  {text.upper()} ", 0) == action
    assert KLONDIKE.notation(action) == text


def test_a_single_card_may_be_counted() -> None:
    assert KLONDIKE.parse("5 1 1", 0) == move(column(5), column(1))


@pytest.mark.parametrize("text", ["", "deal", "draw 3", "5", "5 1 2 3", "5 x", "auto 1", "0 3", "5 1 -2"])
def test_what_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadMove):
        KLONDIKE.parse(text, 0)


@pytest.mark.parametrize("text", ["f 3", "f", "F f2"])
def test_a_foundation_to_take_from_is_named(text: str) -> None:
    with pytest.raises(BadMove) as refused:
        KLONDIKE.parse(text, 0)
    reason = f"{text!r} does not say which foundation to take from; write f1, f2, f3 or f4"
    assert refused.value.reason == reason


def test_the_picture_of_a_game() -> None:
    state = position(
        "9d KS QH", "", "TD", waste="4C 5C 6C 7C", foundations=("", "2S"), score=-15, moves=7, redeals=3, redeals_used=1
    )
    assert KLONDIKE.picture(KLONDIKE.view(state, 0)) == "\n".join(
        [
            "score -15   moves 7   redeals left: 2",
            "stock 42   waste  5♣  6♣  7♣",
            "foundations   ··  2♠  ··  ··",
            "  1   2   3   4   5   6   7",
            " ▒▒  ·· 10♦  ··  ··  ··  ··",
            " K♠",
            " Q♥",
        ]
    )


def test_the_picture_of_the_start() -> None:
    picture = KLONDIKE.picture(KLONDIKE.view(KLONDIKE.deal("1", KLONDIKE.options()), 0)).splitlines()
    assert picture[:3] == [
        "score 0   moves 0   redeals left: any number",
        "stock 24   waste —",
        "foundations   ··  ··  ··  ··",
    ]
    assert len(picture) == 11


@pytest.mark.parametrize(("waste", "drawn"), [("4C", " 4♣"), ("4C 5C", " 4♣  5♣"), ("3C 4C 5C", " 3♣  4♣  5♣")])
def test_the_picture_fans_up_to_three_cards_of_the_waste(waste: str, drawn: str) -> None:
    state = position(waste=waste, redeals=0)
    lines = KLONDIKE.picture(KLONDIKE.view(state, 0)).splitlines()
    assert lines[:2] == ["score 0   moves 0   redeals left: 0", f"stock {len(state.stock)}   waste {drawn}"]


def test_the_picture_shows_the_offer_and_the_win() -> None:
    offered = position("KS", stock="", foundations=("KC", "KD", "KH", "QS"))
    lines = KLONDIKE.picture(KLONDIKE.view(offered, 0)).splitlines()
    assert lines[-2:] == [" K♠  ··  ··  ··  ··  ··  ··", "the win is certain: 'auto' plays the rest"]
    won = KLONDIKE.apply(offered, 0, AutoComplete())
    assert KLONDIKE.picture(KLONDIKE.view(won, 0)).splitlines()[-2:] == [" ··  ··  ··  ··  ··  ··  ··", "won"]
    open_game = KLONDIKE.picture(KLONDIKE.view(position("KS"), 0))
    assert "won" not in open_game
    assert "auto" not in open_game
