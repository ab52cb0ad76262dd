"""Efficiency, and what each mode calls it."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import MERIDIAN, drawn, foundation, move, pocket, position, tab
from positions import Position, positions
from saloon import Table
from saloon.core.cards import deck
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.efficiency import efficiency, optimal_moves, rating
from saloon.games.meridian.state import Draw, Mode, Move, State

SUITS = "HDCS"


def raised(cards: int) -> State:
    """A position with this many cards on the foundations and all others in the stock."""
    up: dict[str, int] = {}
    down: dict[str, int] = {}
    for suit in SUITS:
        up[suit] = min(7, cards)
        cards -= up[suit]
        down[suit] = min(6, cards)
        cards -= down[suit]
    return position(up=up, down=down)


@clause("MM-282")
@pytest.mark.parametrize(
    ("columns", "home", "needed"),
    [
        (0, 0, 0), (6, 0, 0), (7, 0, 0), (8, 0, 1), (28, 0, 21), (0, 1, 1), (7, 5, 5), (3, 5, 5), (9, 5, 7),
        (0, 52, 52),
    ],
)  # fmt: skip
def test_needed_are_foundation_cards_and_column_cards_beyond_seven(columns: int, home: int, needed: int) -> None:
    state = raised(home)
    kept = [card.code for card in state.stock][:columns]
    up = {suit: len(state.board.up[n]) for n, suit in enumerate(SUITS)}
    down = {suit: len(state.board.down[n]) for n, suit in enumerate(SUITS)}
    laid = [" ".join(kept[n::4]) for n in range(4)]
    assert optimal_moves(position(*laid, up=up, down=down).board) == needed


@clause("MM-281", "MM-284")
@pytest.mark.parametrize(
    ("needed", "moves", "expected"),
    [
        (1, 1, 100), (1, 2, 50), (1, 3, 33), (2, 3, 67), (1, 8, 13), (3, 8, 38), (5, 8, 63), (52, 53, 98),
        (1, 66, 2), (1, 67, 1), (1, 199, 1), (1, 200, 1), (1, 201, 0), (1, 1000, 0), (3, 200, 2), (5, 200, 3),
        (2, 1, 100), (52, 1, 100), (52, 52, 100), (52, 104, 50), (50, 67, 75), (50, 68, 74),
    ],
)  # fmt: skip
def test_the_percentage_is_rounded_half_up_and_capped(needed: int, moves: int, expected: int) -> None:
    assert efficiency(raised(needed).board, moves) == expected
    assert MERIDIAN.view(replace(raised(needed), moves=moves), 0).efficiency == expected


@clause("MM-281", "MM-284")
@given(st.integers(1, 52), st.integers(1, 400))
@settings(max_examples=100, deadline=None)
def test_the_percentage_agrees_with_fractions(needed: int, moves: int) -> None:
    exact = floor(Fraction(100 * needed, moves) + Fraction(1, 2))
    assert efficiency(raised(needed).board, moves) == min(100, exact)


@clause("MM-283")
def test_nothing_needed_or_nothing_done_is_all_that_can_be_asked() -> None:
    assert efficiency(raised(0).board, 50) == 100
    assert efficiency(position("2C 3C 4C 5C 8C 9C TC").board, 9) == 100
    assert efficiency(position("2C 3C 4C 5C 8C 9C TC JC").board, 10) == 10
    assert efficiency(raised(5).board, 0) == 100
    assert efficiency(raised(5).board, -1) == 100
    assert efficiency(raised(1).board, 2) == 50
    dealt = MERIDIAN.view(MERIDIAN.deal("1", MERIDIAN.options()), 0)
    assert (dealt.moves, dealt.efficiency, dealt.rating) == (0, 100, "Excellent")


BANDS: list[tuple[Mode, int, int, int]] = [
    ("classic", 75, 60, 45),
    ("double_pocket", 80, 65, 50),
    ("traditional", 65, 50, 35),
    ("expert", 55, 40, 25),
]


@clause("MM-285", "MM-286", "MM-287", "MM-288")
@pytest.mark.parametrize(("mode", "excellent", "good", "average"), BANDS)
def test_each_mode_has_its_own_bands(mode: Mode, excellent: int, good: int, average: int) -> None:
    names = {percent: rating(mode, percent) for percent in range(101)}
    assert [percent for percent, name in names.items() if name == "Excellent"] == [*range(excellent, 101)]
    assert [percent for percent, name in names.items() if name == "Good"] == [*range(good, excellent)]
    assert [percent for percent, name in names.items() if name == "Average"] == [*range(average, good)]
    assert [percent for percent, name in names.items() if name == "Needs Improvement"] == [*range(average)]


@clause("MM-285", "MM-286", "MM-287", "MM-288")
@pytest.mark.parametrize(
    ("mode", "moves", "percent", "name"),
    [
        ("classic", 67, 75, "Excellent"), ("classic", 68, 74, "Good"), ("classic", 112, 45, "Average"),
        ("classic", 113, 44, "Needs Improvement"), ("double_pocket", 62, 81, "Excellent"),
        ("double_pocket", 63, 79, "Good"), ("double_pocket", 100, 50, "Average"),
        ("double_pocket", 102, 49, "Needs Improvement"), ("traditional", 77, 65, "Excellent"),
        ("traditional", 78, 64, "Good"), ("traditional", 144, 35, "Average"),
        ("traditional", 145, 34, "Needs Improvement"), ("expert", 91, 55, "Excellent"), ("expert", 92, 54, "Good"),
        ("expert", 204, 25, "Average"), ("expert", 205, 24, "Needs Improvement"),
    ],
)  # fmt: skip
def test_the_rounded_number_is_rated(mode: str, moves: int, percent: int, name: str) -> None:
    down = {"H": 6, "D": 6, "C": 6, "S": 4}
    state = position(mode=mode, up=dict.fromkeys(SUITS, 7), down=down, moves=moves)
    seen = MERIDIAN.view(state, 0)
    assert (seen.efficiency, seen.rating) == (percent, name)


@clause("MM-289")
@given(positions("meridian"))
@settings(max_examples=25, deadline=None)
def test_a_move_that_gains_nothing_never_raises_it(position: Position) -> None:
    before = position.state
    for action in position.legal:
        after = MERIDIAN.apply(before, 0, action)
        if optimal_moves(after.board) <= optimal_moves(before.board) and before.end is None:
            assert MERIDIAN.view(after, 0).efficiency <= MERIDIAN.view(before, 0).efficiency


@clause("MM-289")
def test_to_and_fro_detours_idle_pockets_and_undo_lower_it() -> None:
    state = position("8S", "8C 7H", "2C 3C 4C 5C TC JC QC", moves=4, bases=[1, 1, 7, 0, 0, 0, 0])
    assert MERIDIAN.view(state, 0).efficiency == 75
    over = move(state, "7H", tab(0))
    assert MERIDIAN.view(over, 0).efficiency == 60
    assert MERIDIAN.view(move(over, "7H", tab(1)), 0).efficiency == 50
    aside = move(state, "7H", pocket())
    assert MERIDIAN.view(aside, 0).efficiency == 40
    assert MERIDIAN.view(move(aside, "7H", tab(1)), 0).efficiency == 50
    table = Table.set_up(MERIDIAN, state)
    table.act(0, Move("7H", foundation("7H")))
    assert table.view(0).efficiency == 60
    table.undo()
    assert (table.view(0).efficiency, table.state.moves) == (60, 5)


HOMEWARD = [
    card.code for suit in SUITS for card in (*deck(suit, range(7, 14)), *deck(suit, range(6, 0, -1)))
]  # fmt: skip
"""All cards in an order in which each goes straight to its foundation."""


@clause("MM-290")
def test_fifty_two_moves_win_with_a_hundred() -> None:
    state = position(stock=" ".join(reversed(HOMEWARD)))
    for count, code in enumerate(HOMEWARD, start=1):
        assert state.end is None
        state = move(drawn(state), code, foundation(code))
        seen = MERIDIAN.view(state, 0)
        assert (seen.moves, seen.efficiency, seen.rating) == (count, 100, "Excellent")
    assert (state.end, state.draws) == ("completed", 52)
    assert MERIDIAN.outcome(state).scores == (100,)


@clause("MM-248", "MM-290")
def test_a_single_undo_is_felt_in_a_perfect_game() -> None:
    table = Table.set_up(MERIDIAN, position(stock=" ".join(reversed(HOMEWARD))))
    for code in HOMEWARD:
        table.act(0, Draw())
        table.act(0, Move(code, foundation(code)))
        if code == "8H":
            table.undo()
            assert table.view(0).efficiency == 50
            table.act(0, Move(code, foundation(code)))
            assert table.view(0).efficiency == 67
    assert (table.state.end, table.state.moves, table.outcome.scores) == ("completed", 53, (98,))  # type: ignore[union-attr]


@clause("MM-281", "MM-285")
def test_the_engine_reports_the_same() -> None:
    engine = Engine(clock=lambda: 0)
    engine.initialize_game("classic", seed="1")
    assert (engine.calculate_efficiency(), engine.get_efficiency_rating()) == (100, "Excellent")
    assert engine.restore_snapshot(position(up=dict.fromkeys(SUITS, 7), moves=40))
    assert (engine.calculate_efficiency(), engine.update_efficiency()) == (70, 70)
    assert engine.get_efficiency_rating() == "Good"
    assert engine.get_game_state().rating == "Good"
    assert engine.get_current_game().efficiency == 70
