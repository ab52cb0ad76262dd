"""What a hint says: up, turn, uncover, empty for a King, play from the waste, draw; it never gives up."""

from typing import Any

import pytest
from hypothesis import given, settings

from games.highnoon.boards_highnoon import (
    GAME,
    Side,
    foundation,
    move,
    position,
    stock,
    tableau,
    up,
    waste,
)
from games.highnoon.strategies_highnoon import states
from saloon.core.game import Action
from saloon.games.highnoon.state import Draw, Flip, FoundationMove, OfferEnd, Recycle, Resign, State

DRAW = Draw(stock(), waste())


def hint(side: Side, **more: Any) -> Action | None:
    """Return the hint for p1 on this board."""
    state = position(side, **{"rest": "p2", **more})
    found: Action | None = GAME.hint(GAME.view(state, 0), GAME.legal(state, 0))
    return found


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        # a card that can go up comes before all, the first column first
        (Side("-9D | 9H | AC | AD", stock="2C", waste="AH"), up(2)),
        (Side("-9D | 9H", stock="2C", waste="AH"), up(waste(), 4)),
        # then a card to turn
        (Side("-5D 8C | 9H | -2D | -3D", stock="2C", waste="8S"), Flip(tableau(2))),
        # then a move that bares a hidden card, before a card of the waste
        (Side("8C | -5D 8S | 9H", stock="2C", waste="TC"), move(1, 2)),
        (Side("9S | 2D | -5D 8H 7C", stock="2C"), move(2, 0, 2)),
        # then emptying a column for a King that waits: on the waste or on other cards
        (Side("8C | 9H | 2D | 4D | 6D | 3D | JD", stock="2C", waste="KS"), move(0, 1)),
        (Side("8C | 9H | -3D KS | 2D | 4D | 6D | TD", stock="2C"), move(0, 1)),
        (Side("9C 8H | TH | 2D | 4D | 6D | 3D | JD", stock="2C", waste="KS"), move(0, 1, 2)),
        # then a card of the waste, then the stock
        (Side("9H | 2D", stock="2C", waste="8C"), move(waste(), 0)),
        (Side("9H | 2D", stock="2C", waste="7C"), DRAW),
        (Side("9H | 2D", waste="7C"), Recycle(waste(), stock())),
        # moves that lead nowhere are not proposed
        (Side("8C | 9H", stock="2C", waste="QS"), DRAW),
        (Side("9C 8H | 9S", stock="2C"), DRAW),
        (Side("KS | 9H", stock="2C"), DRAW),
        (Side("KS | 9H", stock="2C", waste="KD"), move(waste(), 2)),
        (Side("8C | 9H | KS", stock="2C"), DRAW),
        (Side("8C | 9H"), None),
    ],
    ids=str,
)
def test_the_best_kind_of_action_first(side: Side, expected: Action | None) -> None:
    assert hint(side) == expected


def test_a_king_under_others_in_the_waste_does_not_wait() -> None:
    assert hint(Side("8C | 9H", stock="2C", waste="KS 3D")) == DRAW


def test_a_whole_kings_column_is_not_carried_about_for_another_king() -> None:
    full = "KS QD | 3D | 4D | 6D | TD | 2D | -5H KD"
    assert hint(Side(full, stock="2C")) == DRAW
    assert hint(Side("KS | 3D | 4D | 6D | TD | -5H KD", stock="2C")) == move(5, 6)


def test_the_hint_names_the_foundation_that_will_be_chosen() -> None:
    assert hint(Side("2H"), foundations=(0, 0, 0, 0, 0, 1, 0, 0)) == FoundationMove(tableau(0), foundation(5))


@given(states())
@settings(max_examples=60, deadline=None)
def test_a_hint_is_legal_and_never_a_resignation(state: State) -> None:
    for seat in GAME.seats:
        legal = GAME.legal(state, seat)
        found = GAME.hint(GAME.view(state, seat), legal)
        if found is None:
            assert {action.kind for action in legal} <= {"resign", "offerEnd", "tableauMove"}
        else:
            assert found in legal
            assert not isinstance(found, Resign | OfferEnd)
        if any(isinstance(action, FoundationMove) for action in legal):
            assert isinstance(found, FoundationMove)


def test_without_legal_actions_there_is_no_hint() -> None:
    state = GAME.apply(GAME.deal("h", GAME.options()), 0, Resign())
    assert GAME.hint(GAME.view(state, 0), GAME.legal(state, 0)) is None
