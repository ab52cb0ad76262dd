"""The player's view never depends on a hidden card."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.klondike.boards_klondike import KLONDIKE, boards, open_boards, position
from positions import positions
from saloon.core.canonical import canonical_json
from saloon.core.cards import HIDDEN
from saloon.games.klondike.state import Options, State

any_board = st.one_of(positions("klondike").map(lambda position: position.state), boards())


def test_the_view_is_exactly_this() -> None:
    state = position(
        "9d KS",
        "2H",
        waste="4C 5C",
        stock="6C 7C",
        foundations=("", "AS"),
        score=15,
        moves=7,
        redeals=3,
        redeals_used=1,
    )
    assert msgspec.json.decode(canonical_json(KLONDIKE.view(state, 0))) == {
        "autoComplete": False,
        "foundations": [[], [{"cardId": "AS", "faceDown": False, "rank": 1, "suit": "S"}], [], []],
        "moves": 7,
        "options": {"draw": 3, "redeals": 3, "scoring": "standard"},
        "redealsLeft": 2,
        "score": 15,
        "status": "active",
        "stock": 2,
        "tableau": [
            [{"faceDown": True}, {"cardId": "KS", "faceDown": False, "rank": 13, "suit": "S"}],
            [{"cardId": "2H", "faceDown": False, "rank": 2, "suit": "H"}],
            *([[]] * 5),
        ],
        "waste": [
            {"cardId": "4C", "faceDown": False, "rank": 4, "suit": "C"},
            {"cardId": "5C", "faceDown": False, "rank": 5, "suit": "C"},
        ],
    }
    assert KLONDIKE.view(position(), 0).redeals_left is None


@clause("KL-25")
@given(any_board, st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_hidden_cards_do_not_influence_the_view(state: State, seed: int) -> None:
    places = [(i, j) for i, pile in enumerate(state.tableau) for j, one in enumerate(pile) if one.face_down]
    hidden = [state.tableau[i][j] for i, j in places] + list(state.stock)
    Random(seed).shuffle(hidden)
    tableau = [list(pile) for pile in state.tableau]
    for i, j in places:
        tableau[i][j] = hidden.pop()
    other = replace(state, tableau=tuple(map(tuple, tableau)), stock=tuple(hidden), seed="another")
    for seat in (0, None):
        assert canonical_json(KLONDIKE.view(other, seat)) == canonical_json(KLONDIKE.view(state, 0))
    assert KLONDIKE.legal(other, 0) == KLONDIKE.legal(state, 0)


@given(any_board)
@settings(max_examples=40, deadline=None)
def test_what_is_open_is_shown_as_it_lies(state: State) -> None:
    view = KLONDIKE.view(state, 0)
    assert [[HIDDEN if one.face_down else one for one in pile] for pile in state.tableau] == list(
        map(list, view.tableau)
    )
    assert (view.stock, view.waste, view.foundations) == (len(state.stock), state.waste, state.foundations)
    assert (view.score, view.moves, view.status) == (state.score, state.moves, state.status)
    assert view.redeals_left == (None if state.options.redeals < 0 else state.options.redeals - state.redeals_used)
    assert "seed" not in view.__struct_fields__


@clause("KL-78")
@given(open_boards())
@settings(max_examples=15, deadline=None)
def test_the_offer_of_auto_complete_is_shown(state: State) -> None:
    assert KLONDIKE.view(state, 0).auto_complete is True
    assert KLONDIKE.view(KLONDIKE.deal("1", Options()), 0).auto_complete is False
    won = position(stock="", foundations=("KC", "KD", "KH", "KS"))
    assert KLONDIKE.view(won, 0).auto_complete is False
