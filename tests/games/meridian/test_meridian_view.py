"""The player's view never depends on a hidden card or the stock."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import MERIDIAN, codes, drawn, move, pile, position, tab
from hidden import rearranged
from positions import Position, positions
from saloon.core.canonical import canonical_json
from saloon.core.cards import HIDDEN, card
from saloon.core.game import SERVER
from saloon.games.meridian.moves import UNKNOWN, carried, carries, judged
from saloon.games.meridian.state import Options, State
from saloon.games.meridian.trail import position_key
from saloon.games.meridian.view import seen_board, view


def shown(code: str) -> dict[str, Any]:
    rank = "A23456789TJQK".index(code[0]) + 1
    return {"cardId": code, "faceDown": False, "rank": rank, "suit": code[1]}


STATE = position(
    "9d KS", "AS 2H", "KD QC", "TC JD", "5S 4D", "8S", bases=[2, 0, 0, 1, 2, 1, 0],
    types=["untyped", "ace", "king", "untyped", "untyped", "untyped", None], waste="4C 5C", pockets=["3H"],
    up={"H": 1}, down={"S": 1}, mode="traditional", moves=10, draws=7, recycles=2, moves_without_progress=30,
)  # fmt: skip


def test_the_view_is_exactly_this() -> None:
    MERIDIAN.check(STATE)
    assert json.loads(canonical_json(MERIDIAN.view(STATE, 0))) == {
        "baseHeights": [2, 0, 0, 1, 2, 1, 0],
        "columnTypes": ["untyped", "ace", "king", "untyped", "untyped", "untyped", None],
        "directions": [None, "ascending", "descending", "ascending", None, None, None],
        "draws": 7,
        "efficiency": 60,
        "end": None,
        "foundations": {"up": [[shown("7H")], [], [], []], "down": [[], [], [], [shown("6S")]]},
        "moves": 10,
        "movesWithoutProgress": 30,
        "options": {"direction": "locked", "mode": "traditional"},
        "pockets": [shown("3H")],
        "rating": "Good",
        "recycles": 2,
        "status": "active",
        "stock": 36,
        "tableau": [
            [{"faceDown": True}, shown("KS")],
            [shown("AS"), shown("2H")],
            [shown("KD"), shown("QC")],
            [shown("TC"), shown("JD")],
            [shown("5S"), shown("4D")],
            [shown("8S")],
            [],
        ],
        "trail": {"draws": 0, "positions": [[position_key(STATE.board), 0]], "since": 0},
        "warnings": ["noProgress"],
        "waste": [shown("4C"), shown("5C")],
    }


def test_player_and_watchers_see_the_same() -> None:
    for seat in (None, 0, 1, SERVER):
        assert MERIDIAN.view(STATE, seat) == view(STATE, 0)


@pytest.mark.parametrize(
    ("changes", "status", "warnings"),
    [
        ({}, "active", ("noProgress",)),
        ({"moves_without_progress": 29}, "active", ()),
        ({"moves_without_progress": 31}, "active", ("noProgress",)),
        ({"loop": True, "idle": True}, "active", ("loop", "noProgress", "idle")),
        ({"loop": True, "moves_without_progress": 0}, "active", ("loop",)),
        ({"idle": True, "moves_without_progress": 0}, "active", ("idle",)),
        ({"end": "completed"}, "won", ("noProgress",)),
        ({"end": "stalemate"}, "lost", ("noProgress",)),
        ({"end": "declared"}, "lost", ("noProgress",)),
        ({"end": "resign"}, "lost", ("noProgress",)),
    ],
)
def test_status_and_warnings_are_shown(changes: dict[str, Any], status: str, warnings: tuple[str, ...]) -> None:
    seen = MERIDIAN.view(replace(STATE, **changes), 0)
    assert (seen.status, seen.warnings, seen.end) == (status, warnings, changes.get("end"))


def test_a_flexible_column_has_no_direction() -> None:
    flexible = replace(STATE, options=Options(mode="traditional", direction="flexible"))
    assert MERIDIAN.view(flexible, 0).directions == (None, "ascending", "descending", None, None, None, None)


def test_two_pockets_are_shown_in_double_pocket() -> None:
    state = position("9S", pockets=["", "8H"], mode="double_pocket")
    assert MERIDIAN.view(state, 0).pockets == (None, card("8H"))
    assert MERIDIAN.view(position("9S"), 0).pockets == (None,)


hidden_games = st.one_of(
    positions("meridian", mode="traditional", most=200), positions("meridian", mode="expert", most=200)
)


@clause("MM-140")
@given(st.one_of(hidden_games, positions("meridian")), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_hidden_cards_and_the_stock_do_not_influence_the_view(found: Position, dice: int) -> None:
    state: State = found.state
    other = rearranged("meridian", state, 0, Random(dice))
    assert len(other.stock) == len(state.stock)
    assert canonical_json(MERIDIAN.view(other, 0)) == canonical_json(MERIDIAN.view(state, None))
    assert MERIDIAN.legal(other, 0) == MERIDIAN.legal(state, 0)


@clause("MM-140")
@given(hidden_games)
@settings(max_examples=30, deadline=None)
def test_no_face_and_no_id_of_an_unseen_card_is_in_the_view(found: Position) -> None:
    state: State = found.state
    seen = MERIDIAN.view(state, 0)
    text = canonical_json(seen).decode()
    unseen = [*state.stock, *(one for column in state.board.tableau for one in column if one.face_down)]
    assert not [one.code for one in unseen if f'"{one.card_id}"' in text]
    assert text.count('"cardId"') == 52 - len(unseen)
    assert text.count('{"faceDown":true}') == len(unseen) - len(state.stock)
    assert seen.stock == len(state.stock)
    assert not {"seed", "history"} & set(json.loads(text))
    for column, was in zip(seen.tableau, state.board.tableau, strict=True):
        assert list(column) == [HIDDEN if one.face_down else one for one in was]


def test_a_recycled_waste_is_hidden_again() -> None:
    state = drawn(MERIDIAN.deal("8", Options()), 24)
    before = canonical_json(MERIDIAN.view(state, 0)).decode()
    assert before.count('"cardId"') == 52
    after = canonical_json(MERIDIAN.view(drawn(state), 0)).decode()
    assert after.count('"cardId"') == 29


# --- the board as its player knows it ---------------------------------------------------------------------------


def test_a_hidden_card_is_unknown_on_the_board_that_is_seen() -> None:
    board = seen_board(MERIDIAN.view(STATE, 0))
    assert board == replace(STATE.board, tableau=((UNKNOWN, card("KS")), *STATE.board.tableau[1:]))
    assert board.tableau[0][0] is UNKNOWN
    open_state = position("9D KS", "TC JD", waste="2C")
    assert seen_board(MERIDIAN.view(open_state, 0)) == open_state.board


@given(hidden_games)
@settings(max_examples=20, deadline=None)
def test_the_seen_board_has_the_same_moves(found: Position) -> None:
    state: State = found.state
    known = seen_board(MERIDIAN.view(state, 0))
    assert list(carries(known, state.options)) == list(carries(state.board, state.options))


def test_a_move_on_the_seen_board_leaves_the_bared_card_unknown() -> None:
    state = position("Ad 9C", "TH", mode="traditional")
    assert codes(move(state, "9C", tab(1)).board.tableau[0]) == "AD"
    known = seen_board(MERIDIAN.view(state, 0))
    after = carried(known, judged(known, state.options, "9C", ("tab", 1)))
    assert after.tableau[:2] == ((UNKNOWN,), pile("TH 9C"))
    assert (after.column_types[0], after.base_heights[0]) == ("untyped", 1)
    held = carried(known, judged(known, state.options, "9C", ("pocket", 0)))
    assert held.pockets == (card("9C"),)
