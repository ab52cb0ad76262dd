"""Hints: scores, look-ahead, avoiding stalemates, ties, and nothing that is hidden."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    foundation,
    move,
    pocket,
    position,
    tab,
    takes,
    text_foundation,
    text_tab,
)
from positions import Position, play, positions
from saloon import Table
from saloon.core.cards import Card, card
from saloon.core.options import read_options
from saloon.games.meridian import hints
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import ScoredMove
from saloon.games.meridian.hints import Advice
from saloon.games.meridian.moves import UNKNOWN
from saloon.games.meridian.state import Draw, Move, Options, Place, State

SUITS = "HDCS"


def ranked(state: State) -> list[Advice]:
    return hints.ranking(MERIDIAN.view(state, 0))


def advice(state: State, code: str, target: Place) -> Advice:
    """What is said of one move."""
    (found,) = [one for one in ranked(state) if one.action == Move(code, target)]
    return found


def hinted(state: State) -> Any:
    return MERIDIAN.hint(MERIDIAN.view(state, 0), MERIDIAN.legal(state, 0))


def engine_of(state: State) -> Engine:
    engine = Engine(clock=lambda: 0)
    assert engine.initialize_game(state.options.mode, seed="1", direction=state.options.direction)
    assert engine.restore_snapshot(state)
    return engine


# --- the score of a move ----------------------------------------------------------------------------------------

FOUNDATION, REVEAL, TYPE, EMPTY, FROM_POCKET, FROM_WASTE, EXTEND = 100, 50, 40, 30, 15, 15, 10


@clause("MM-262", "MM-265", "MM-266", "MM-267", "MM-273")
@pytest.mark.parametrize(
    ("state", "code", "score"),
    [
        (position("9C 7H"), "7H", FOUNDATION),
        (position("9C 6H"), "6H", FOUNDATION),
        (position("4S 9C 7H"), "7H", FOUNDATION),
        (position("7H"), "7H", FOUNDATION + EMPTY),
        (position("6S"), "6S", FOUNDATION + EMPTY),
        (position("9C", waste="7H"), "7H", FOUNDATION + FROM_WASTE),
        (position("9C", pockets=["7H"]), "7H", FOUNDATION + FROM_POCKET),
        (position("9C", pockets=["2C", "6D"], mode="double_pocket"), "6D", FOUNDATION + FROM_POCKET),
    ],
)
def test_a_card_to_its_foundation(state: State, code: str, score: int) -> None:
    assert advice(state, code, foundation(code)).score == score


@clause("MM-263", "MM-264")
@pytest.mark.parametrize(
    ("column", "types", "score"),
    [
        ("9c 7H", None, FOUNDATION + REVEAL),
        ("9c 4s 7H", None, FOUNDATION + REVEAL),
        ("As 7H", None, FOUNDATION + REVEAL),
        ("Ks 7H", None, FOUNDATION + REVEAL),
        ("AS 7H", None, FOUNDATION + TYPE),
        ("KS 7H", None, FOUNDATION + TYPE),
        ("2S 7H", None, FOUNDATION),
        ("QS 7H", None, FOUNDATION),
        ("4C AS 7H", None, FOUNDATION),
        ("AS 4C 7H", None, FOUNDATION),
        ("9c KS 7H", None, FOUNDATION),
        ("AS 7H", "ace", FOUNDATION),
        ("KS 7H", "king", FOUNDATION),
    ],
)
def test_turning_a_card_and_baring_an_ace_or_king(column: str, types: str | None, score: int) -> None:
    kinds = [types or "untyped", None, None, None, None, None, None]
    state = position(column, types=kinds, mode="traditional")
    assert advice(state, "7H", foundation("7H")).score == score


@clause("MM-264", "MM-265", "MM-268")
@pytest.mark.parametrize(
    ("column", "score"),
    [
        ("4C 8H", EXTEND),
        ("8H", EXTEND + EMPTY),
        ("4c 8H", EXTEND + REVEAL),
        ("Ac 8H", EXTEND + REVEAL),
        ("AC 8H", EXTEND + TYPE),
        ("KH 8H", EXTEND + TYPE),
        ("4C 8H 7C", EXTEND),
        ("8H 7C", EXTEND + EMPTY),
        ("KH 8H 7C", EXTEND + TYPE),
        ("3c Kh 8H 7C", EXTEND + REVEAL),
    ],
)
def test_cards_of_a_column_to_another(column: str, score: int) -> None:
    state = position(column, "9S", mode="traditional")
    assert advice(state, "8H", tab(1)).score == score


@clause("MM-264", "MM-268")
@pytest.mark.parametrize(
    ("state", "code", "score"),
    [
        (position("9S", waste="8H"), "8H", FROM_WASTE + EXTEND),
        (position("9S", pockets=["8H"]), "8H", FROM_POCKET + EXTEND),
        (position("9S", pockets=["2C", "8H"], mode="double_pocket"), "8H", FROM_POCKET + EXTEND),
        (position("", waste="KH"), "KH", FROM_WASTE + TYPE),
        (position("", waste="AH"), "AH", FROM_WASTE + TYPE),
        (position("", pockets=["KH"]), "KH", FROM_POCKET + TYPE),
        (position("", "9C KH"), "KH", TYPE),
        (position("", "9c KH", mode="expert"), "KH", TYPE + REVEAL),
        (position("", "Ac KH", mode="expert"), "KH", TYPE + REVEAL),
        (position("", "AC KH"), "KH", TYPE),
        (position("", "9C KH QS"), "KH", TYPE),
        (position("", "9C AH 2S"), "AH", TYPE),
    ],
)
def test_cards_to_column_0(state: State, code: str, score: int) -> None:
    assert advice(state, code, tab(0)).score == score


@clause("MM-273")
def test_a_move_into_a_pocket_scores_nothing() -> None:
    for state, code in [
        (position("9C", waste="8H"), "8H"),
        (position("9C"), "9C"),
        (position("9c 8H", mode="traditional"), "8H"),
        (position("AC 8H"), "8H"),
    ]:
        assert advice(state, code, pocket()).score == 0
    two = position("AC 8H", mode="double_pocket")
    assert [advice(two, "8H", pocket(n)).score for n in (1, 2)] == [0, 0]


@clause("MM-273")
def test_every_legal_move_is_a_candidate_but_a_column_for_an_empty_one() -> None:
    state = position("KD QS JH", "KC 4S 3H", "4C", mode="double_pocket", bases=[1, 3, 1, 0, 0, 0, 0])
    assert all(takes(state, "KD", tab(col)) for col in (3, 4, 5, 6))
    named = [(one.action.card, one.action.target) for one in ranked(state)]
    assert sorted(named, key=str) == sorted(
        [("JH", pocket(1)), ("JH", pocket(2)), ("3H", pocket(1)), ("3H", pocket(2)), ("4C", pocket(1)),
         ("4C", pocket(2)), ("3H", tab(2)), ("4C", tab(1))], key=str,
    )  # fmt: skip
    lengths = position("5C 9H 8C", "TS", "9D", pockets=["2C"])
    assert {(one.action.card, one.action.target.index) for one in ranked(lengths)} == {
        ("9H", 1), ("8C", 2), ("9D", 0), ("9D", 1), ("TS", 2),
    }  # fmt: skip
    kings = position("5C KS QH", pockets=["2C"])
    assert {(one.action.card, one.action.target.index) for one in ranked(kings)} == {("KS", col) for col in range(1, 7)}


# --- the look ahead ---------------------------------------------------------------------------------------------

BLACK = ("2C", "3S", "4C", "TS", "JC")
"""Columns that fit nowhere and take no black card."""


@clause("MM-270", "MM-274", "MM-275", "MM-276", "MM-277")
@pytest.mark.parametrize(
    ("columns", "more", "lookahead"),
    [
        (("9C 7H",), {"pockets": ["2S"]}, 0),
        (("9C 8H 7H",), {"pockets": ["2S"]}, 20),
        (("9C 8H 7H", "3C 6D"), {"pockets": ["2S"]}, 40),
        (("9C 7H", "3C 6D", "3S 7D"), {"pockets": ["2S"]}, 40),
        (("5C KS 7H", *BLACK), {"pockets": ["2S"]}, 10),
        (("5C KS 7H", *BLACK[:4]), {"pockets": ["2S"]}, 20),
        (("5C KS 7H", *BLACK, "9S"), {"pockets": ["2S"]}, 0),
        (("9C 7H", "8D"), {"pockets": ["2S"]}, 20),
        (("9C 7H", "3C 8D"), {"pockets": ["2S"]}, 12),
        (("4D 9C 7H", "3C 8D"), {"pockets": ["2S"]}, 4),
        (("9C 7H",), {"pockets": ["2S"], "waste": "8D"}, 2),
        (("9C 7H",), {"pockets": ["8D"]}, 2),
        (("9C 7H",), {}, 2),
        (("9C 7H", "3C"), {}, 4),
        (("9C 7H",), {"mode": "double_pocket"}, 4),
        (("9C 8H 7H", *BLACK), {}, 20 + 2 * 6),
        (("5C KS 8H 7H", *BLACK), {"pockets": ["2S"]}, 20),
        (("AC 4D 8H 7H", *BLACK), {"pockets": ["2S"]}, 20),
        (("AC 8D 7H", "9S", "9C"), {"pockets": ["2S"]}, 10 + 10 + 10 + 10),
    ],
)
def test_what_becomes_possible_adds_three_tenths_of_its_worth(
    columns: tuple[str, ...], more: dict[str, Any], lookahead: int
) -> None:
    state = position(*columns, stock="4H", **more)
    found = advice(state, "7H", foundation("7H"))
    assert (found.lookahead, found.score, found.leads_to_stalemate) == (lookahead, 100, False)
    assert found.tenths == 1000 + 3 * lookahead


@clause("MM-274")
def test_the_column_under_a_turned_card_is_left_out() -> None:
    seen = position("9C 7H", "8D", pockets=["2S"], stock="4H")
    assert advice(seen, "7H", foundation("7H")).lookahead == 20
    for hidden in ("9c", "8h", "As", "Kd", "6s"):
        state = position(f"{hidden} 7H", "8D", pockets=["2S"], stock="4H", mode="traditional")
        assert advice(state, "7H", foundation("7H")).lookahead == 0
        deeper = position(f"3c {hidden} 7H", "8D", "5S", stock="4H", mode="traditional")
        assert advice(deeper, "7H", foundation("7H")).lookahead == 4


@clause("MM-274", "MM-280")
def test_the_move_is_made_on_a_copy() -> None:
    state = position("3c 9c 7H", "8D", mode="traditional")
    engine = engine_of(state)
    move_ = {"cardId": engine.ids["7H"], "targetLocation": {"type": "fUp", "suit": "h"}}
    after = engine.simulate_move(move_)
    assert engine.state == state
    assert [codes(pile) for pile in after.board.up] == ["7H", "", "", ""]
    assert after.board.tableau[0] == (card("3C").down(), UNKNOWN)
    assert (after.moves, after.stock) == (0, state.stock)
    other = position("9C 7H", "8D")
    apart = engine.simulate_move(move_, other)
    assert [codes(column) for column in apart.board.tableau[:2]] == ["9C", "8D"]
    assert apart.board == move(other, "7H", foundation("7H")).board
    assert (engine.state, other) == (state, position("9C 7H", "8D"))


# --- the fear of a stalemate ------------------------------------------------------------------------------------


@clause("MM-271", "MM-278", "MM-279")
@pytest.mark.parametrize(
    ("columns", "more", "feared"),
    [
        (("9C 7H",), {"pockets": ["2S"]}, True),
        (("9C 7H",), {"pockets": ["2S"], "stock": "4H"}, False),
        (("9C 7H",), {"pockets": ["2S"], "waste": "4H"}, False),
        (("9C 7H",), {}, True),
        (("9C 7H", "5C"), {}, True),
        (("9C 7H", "5C", "3C"), {}, False),
        (("9C 8H 7H",), {"pockets": ["2S"]}, False),
        (("9C 7H", "4S 8D"), {"pockets": ["2S"]}, True),
        (("9C 7H", "AS 8D"), {"pockets": ["2S"]}, False),
        (("9C 7H", "KS 8D"), {"pockets": ["2S"]}, False),
        (("5C KS 7H", *BLACK), {"pockets": ["2S"]}, True),
        (("5C KS 7H", *BLACK[:4]), {"pockets": ["2S"]}, True),
        (("5C KS 7H", *BLACK[:3]), {"pockets": ["2S"]}, False),
        (("9c 7H",), {"pockets": ["2S"], "mode": "traditional"}, True),
        (("9C 7H", "4s 8D"), {"pockets": ["2S"], "mode": "traditional"}, False),
    ],
)
def test_with_nothing_to_draw_and_next_to_nothing_to_do_fifty_are_lost(
    columns: tuple[str, ...], more: dict[str, Any], feared: bool
) -> None:
    state = position(*columns, **{"stock": "", **more})
    found = advice(state, "7H", foundation("7H"))
    assert found.leads_to_stalemate is feared
    assert found.tenths == 10 * found.score + 3 * found.lookahead - (500 if feared else 0)


@clause("MM-278")
def test_the_last_card_of_the_waste_leaves_nothing_to_draw() -> None:
    for waste, feared in [("7H", True), ("4H 7H", False)]:
        state = position("9C", waste=waste, pockets=["2S"], stock="")
        assert advice(state, "7H", foundation("7H")).leads_to_stalemate is feared


@clause("MM-278")
def test_a_winning_move_is_not_feared() -> None:
    full_up, full_down = dict.fromkeys(SUITS, 7), dict.fromkeys(SUITS, 6)
    last = position("KS", up={**full_up, "S": 6}, down=full_down)
    (won,) = [one for one in ranked(last) if one.action.target == foundation("KS")]
    assert (won.score, won.lookahead, won.leads_to_stalemate, won.tenths) == (130, 0, False, 1300)
    last_but_one = position("KS", "KH", up={**full_up, "S": 6, "H": 6}, down=full_down)
    found = advice(last_but_one, "KS", foundation("KS"))
    assert (found.score, found.lookahead, found.leads_to_stalemate) == (130, 22, False)
    assert hinted(last) == Move("KS", foundation("KS"))


@clause("MM-271", "MM-272")
def test_the_fear_can_change_the_hint() -> None:
    columns, down = ("9C 7H", "AC 8S"), {"C": 5}
    wet = position(*columns, pockets=["2S"], down=down, stock="4H")
    assert [(one.action.card, one.action.target, one.tenths) for one in ranked(wet)] == [
        ("7H", foundation("7H"), 1000),
        ("8S", tab(0), 10 * (EXTEND + TYPE) + 3 * 20),
        ("7H", tab(1), 10 * EXTEND + 3 * 20),
    ]
    dry = position(*columns, pockets=["2S"], down=down, stock="")
    assert [(one.action.card, one.action.target, one.tenths) for one in ranked(dry)] == [
        ("8S", tab(0), 560),
        ("7H", foundation("7H"), 1000 - 500),
        ("7H", tab(1), 160),
    ]


# --- the best move ----------------------------------------------------------------------------------------------


@clause("MM-269", "MM-270", "MM-272")
def test_the_highest_total_is_the_hint() -> None:
    state = position("9C 8H 7H", "3C 6D", "AS 8D", "9S", pockets=["2S"], stock="4H")
    totals = {one.action.card: one.tenths for one in ranked(state)}
    assert totals["7H"] > totals["6D"] > totals["8D"]
    assert hinted(state) == Move("7H", foundation("7H"))
    small = position("9C 8H 7H", "3C 6D", pockets=["2S"], stock="4H")
    assert [(one.action.card, one.score, one.lookahead, one.tenths) for one in ranked(small)] == [
        ("7H", 100, 40, 1120),
        ("6D", 100, 20, 1060),
    ]


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (position(pockets=["7D", "7H"], mode="double_pocket"), ["7D", "7H"]),
        (position("4C 7D", "4S 7H", pockets=["2C"]), ["7D", "7H"]),
        (position("4C 6D", "4S 7H", pockets=["2C"]), ["6D", "7H"]),
        (position("9C", waste="4D 5D"), ["5D", "9C"]),
    ],
)
@clause("MM-272")
def test_of_equal_moves_the_first_source_wins(state: State, order: list[str]) -> None:
    found = ranked(state)
    assert [one.action.card for one in found] == order
    assert len({one.tenths for one in found}) == 1


@clause("MM-272")
def test_of_equal_moves_the_first_target_wins() -> None:
    king = position("9C", "", "5C", "", waste="KH", pockets=["2C"])
    assert [one.action.target for one in ranked(king)] == [tab(1), tab(3), tab(4), tab(5), tab(6)]
    assert len({one.tenths for one in ranked(king)}) == 1
    two = position("9C", mode="double_pocket")
    assert [one.action.target for one in ranked(two)] == [pocket(1), pocket(2)]


@clause("MM-272")
def test_of_equal_moves_the_lower_card_wins() -> None:
    run = "AS 2H 3S 4H 5S 6H 7S 8H 9S TH JS QH KS"
    state = position(f"4C {run}", "2C", "8C", "TC", "QC", "JC 5D", pockets=["2D"], stock="5H")
    found = [(one.action.card, one.action.target, one.score, one.lookahead) for one in ranked(state)]
    assert found == [("AS", tab(6), 40, 12), ("KS", tab(6), 40, 12)]


def expected_rank(one: Advice) -> tuple[float, int, int, int]:
    """The place that the words of the rules give a move."""
    zone, number = one.carry.source
    source = {"waste": 0, "pocket": 1 + number, "tab": 3 + number}[zone]
    onto, index = one.carry.target
    target = {"fUp": 0, "fDown": 10, "tab": 20 + index, "pocket": 30 + index}[onto]
    total = one.score * 10 + one.lookahead * 3 - (500 if one.leads_to_stalemate else 0)
    return -total, source, target, one.carry.start


@clause("MM-272")
def test_rankings_of_long_games_keep_the_order_of_ties() -> None:
    seen = set()
    for seed, mode in [(4, "double_pocket"), (4, "classic"), (1, "double_pocket")]:
        options = read_options("meridian", Options, {"mode": mode, "direction": "flexible"})
        for state, _, _ in play(MERIDIAN, MERIDIAN.deal(str(seed), options), Random(seed), 100):
            found = ranked(state)
            assert found == sorted(found, key=expected_rank)
            for one, next_ in pairwise(found):
                if one.tenths == next_.tenths:
                    seen.add((one.carry.source[0], next_.carry.source[0]))
    assert seen == {
        ("tab", "tab"),
        ("waste", "tab"),
        ("waste", "waste"),
        ("pocket", "pocket"),
        ("pocket", "tab"),
        ("waste", "pocket"),
    }


# --- no move, a draw, nothing -----------------------------------------------------------------------------------


@clause("MM-269")
def test_a_draw_is_the_hint_when_no_card_can_move() -> None:
    stock = position("2C", pockets=["9S"], stock="7H 4H")
    assert (ranked(stock), hinted(stock)) == ([], Draw())
    top = drawn(stock)
    assert (ranked(top), hinted(top)) == ([], Draw())
    assert hinted(drawn(top)) == Move("7H", foundation("7H"))
    buried = position("2C", pockets=["9S"], waste="7H 4H", stock="")
    assert hinted(buried) == Draw()
    nothing = position("2C", pockets=["9S"], stock="")
    assert (ranked(nothing), hinted(nothing)) == ([], None)
    over = replace(position("9C 7H"), end="resign")
    assert hinted(over) is None
    assert MERIDIAN.hint(MERIDIAN.view(over, 0), [Draw()]) is None


@clause("MM-269")
def test_the_engine_finds_no_best_move_where_only_a_draw_helps() -> None:
    state = position("3S", "4S", "5S", "TS", "JS", "QS", "KS 2C", pockets=["9S"])
    engine = engine_of(state)
    assert engine.find_best_move() is None
    assert engine.analyze_all_possible_moves() == []
    hint = engine.get_hint()
    assert hint is not None
    assert (hint.success, hint.draw, hint.move) == (True, True, None)
    assert engine.get_current_game().hint_uses == 1
    while not engine.find_best_move():
        assert engine.draw_card()
    hint = engine.get_hint()
    assert hint is not None
    assert (hint.draw, hint.move) == (False, engine.find_best_move())
    assert engine.get_current_game().hint_uses == 2
    engine.pause()
    resting = engine.get_hint()
    assert resting is not None
    assert (resting.success, resting.reason, engine.find_best_move()) == (False, "Game not active", None)


@given(positions("meridian"))
@settings(max_examples=25, deadline=None)
def test_an_active_game_always_has_a_hint_that_is_legal(position: Position) -> None:
    hint = hinted(position.state)
    if position.state.end is None:
        assert hint in position.legal
        assert hint == Draw() or hint in [advice.action for advice in ranked(position.state)]
    else:
        assert hint is None


@given(positions("meridian", mode="traditional"), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_a_hint_never_depends_on_what_is_hidden(position: Position, random: Random) -> None:
    state = position.state
    board = state.board
    hidden = [card.up() for column in board.tableau for card in column if card.face_down] + list(state.stock)
    random.shuffle(hidden)

    def swapped(card: Card) -> Card:
        return hidden.pop().down() if card.face_down else card

    tableau = tuple(tuple(map(swapped, column)) for column in board.tableau)
    other = replace(state, board=replace(board, tableau=tableau), stock=tuple(hidden))
    written = msgspec.json.encode([ranked(state), hinted(state)])
    assert msgspec.json.encode([ranked(other), hinted(other)]) == written


# --- the engine's words -----------------------------------------------------------------------------------------


@clause("MM-269", "MM-270", "MM-272", "MM-273", "MM-278")
def test_the_engine_lists_scores_and_chooses() -> None:
    state = position("9C 8H 7H", "3C 6D", pockets=["2S"])
    engine = engine_of(state)
    moves = engine.analyze_all_possible_moves()
    assert [(one.card_id, one.score, one.lookahead_score, one.total_score) for one in moves] == [
        (engine.ids["7H"], 100, 40, 112.0),
        (engine.ids["6D"], 100, 20, 106.0),
    ]
    best = engine.find_best_move()
    assert best == moves[0]
    assert isinstance(best, ScoredMove)
    assert (best.source_location, best.target_location) == (text_tab(0), text_foundation("7H"))
    assert [card.id for card in best.moving_cards] == [engine.ids["7H"]]
    assert engine.calculate_move_score(best) == 100
    assert engine.analyze_lookahead(best) == 40
    assert engine.leads_to_stalemate(best) is False
    assert engine.get_current_game().hint_uses == 0


@clause("MM-271", "MM-278", "MM-279")
def test_the_engine_says_which_move_leads_to_a_stalemate() -> None:
    tops = ["2S", "2C", "5S", "5C", "JS", "9C"]
    below = ["4S", "4C", "8S", "8C", "TS", "TC"]
    laid = {*tops, *below, "9S", "3C", "7H", "JC"}
    rest = [rank + suit for suit in SUITS for rank in "A23456789TJQK" if rank + suit not in laid]
    columns = [" ".join([*rest[n::7], below[n], tops[n]]) for n in range(6)]
    state = position(*columns, " ".join([*rest[6::7], "3C", "9S", "7H"]), pockets=["JC"], stock="")
    engine = engine_of(state)
    (only,) = engine.analyze_all_possible_moves()
    assert (only.card_id, only.score, only.lookahead_score) == (engine.ids["7H"], 100, 0)
    assert (only.leads_to_stalemate, only.total_score) == (True, 50.0)
    assert engine.leads_to_stalemate({"cardId": engine.ids["7H"], "target": text_foundation("7H")}) is True
    assert engine.execute_move(only.card_id, only.target_location)
    assert engine.state.end == "stalemate"


def test_a_table_gives_the_same_hint_and_counts_it() -> None:
    table = Table.deal("meridian", seed="3", options={"mode": "traditional"})
    expected = hinted(table.state)
    assert table.suggestion(0) == expected
    assert table.hint() == expected
    assert table.help.hints == 1
    assert MERIDIAN.ranking(table.view(0))[0].action == expected
