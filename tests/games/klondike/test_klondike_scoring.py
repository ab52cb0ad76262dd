"""Scores of moves, and auto-complete."""

import pytest

from clauses import clause
from games.klondike.boards_klondike import KLONDIKE, WASTE, column, foundation, move, position, up
from saloon.core.game import Action
from saloon.games.klondike.scoring import SCHEMES, Scheme, is_possible, points
from saloon.games.klondike.state import State

SCORINGS = ["standard", "vegas", "legacyUnity"]


def scored(state: State, action: Action) -> int:
    after: State = KLONDIKE.apply(state, 0, action)
    return after.score - state.score


MOVES = {
    "waste to foundation": (position("5D", waste="AC", stock=""), up(WASTE)),
    "column to foundation, nothing turned": (position("5D AC", stock=""), up(column(1))),
    "column to foundation, a card turned": (position("5d AC", stock=""), up(column(1))),
    "column emptied to a foundation": (position("AC", stock=""), up(column(1))),
    "waste to column": (position("5D", waste="4C", stock=""), move(WASTE, column(1))),
    "column to column, nothing turned": (position("6S 5D", "6C", stock=""), move(column(1), column(2))),
    "column to column, a card turned": (position("9s 5D", "6C", stock=""), move(column(1), column(2))),
    "a run turns a card": (position("9s 6C 5D", "7H", stock=""), move(column(1), column(2), 2)),
    "foundation to column": (position("5D", foundations=("4C",), stock=""), move(foundation(1), column(1))),
    "foundation to empty column": (position("", foundations=("KC",), stock=""), move(foundation(1), column(1))),
}
POINTS = {
    "waste to foundation": (10, 5, 10),
    "column to foundation, nothing turned": (10, 5, 15),
    "column to foundation, a card turned": (15, 5, 15),
    "column emptied to a foundation": (10, 5, 15),
    "waste to column": (0, 0, 0),
    "column to column, nothing turned": (0, 0, 5),
    "column to column, a card turned": (5, 0, 5),
    "a run turns a card": (5, 0, 5),
    "foundation to column": (-15, -5, -15),
    "foundation to empty column": (-15, -5, -15),
}


@clause("KL-36", "KL-37", "KL-38", "KL-41", "KL-67")
@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_kind_of_move_has_its_points(name: str, scoring: str) -> None:
    state, action = MOVES[name]
    text = {"columns": [" ".join(c.code.lower() if c.face_down else c.code for c in pile) for pile in state.tableau]}
    again = position(
        *text["columns"],
        waste=" ".join(card.code for card in state.waste),
        stock="",
        foundations=tuple(pile[-1].code if pile else "" for pile in state.foundations),
        scoring=scoring,
    )
    assert scored(again, action) == POINTS[name][SCORINGS.index(scoring)]


@clause("KL-40", "KL-41")
@pytest.mark.parametrize(("scoring", "gain"), [("standard", 110), ("vegas", 5), ("legacyUnity", 115)])
def test_the_winning_move_earns_the_bonus(scoring: str, gain: int) -> None:
    state = position("KS", stock="", foundations=("KC", "KD", "KH", "QS"), scoring=scoring)
    after = KLONDIKE.apply(state, 0, up(column(1)))
    assert (after.status, after.score - state.score) == ("won", gain)
    from_waste = position(waste="KS", stock="", foundations=("KC", "KD", "KH", "QS"), scoring="standard")
    assert scored(from_waste, up(WASTE)) == 110


@clause("KL-38", "KL-39")
def test_the_score_has_no_lower_bound() -> None:
    state = position("5D", "5H", foundations=("4C", "4S"))
    state = KLONDIKE.apply(state, 0, move(foundation(1), column(1)))
    state = KLONDIKE.apply(state, 0, move(foundation(2), column(2)))
    assert state.score == -30
    KLONDIKE.check(state)


@clause("KL-36", "KL-38", "KL-41")
def test_the_schemes_are_these() -> None:
    assert {
        "standard": Scheme(0, 10, -15, 5, 0, 100),
        "vegas": Scheme(-52, 5, -5, 0, 0, 0),
        "legacyUnity": Scheme(0, 10, -15, 0, 5, 100),
    } == SCHEMES
    assert points("standard", "foundation", "foundation", turned=True, won=True) == 100
    assert points("legacyUnity", "tableau", "tableau", turned=True, won=False) == 5
    assert points("standard", "waste", "tableau", turned=False, won=False) == 0


@pytest.mark.parametrize(
    ("scoring", "score", "possible"),
    [
        ("standard", 60, True),
        ("standard", 55, True),
        ("standard", 65, False),
        ("standard", 58, False),
        ("standard", -200, True),
        ("vegas", -32, True),
        ("vegas", -27, False),
        ("vegas", -37, False),
        ("legacyUnity", 9000, True),
        ("legacyUnity", -45, True),
        ("legacyUnity", 41, False),
    ],
)
def test_which_scores_play_can_lead_to(scoring: str, score: int, possible: bool) -> None:
    assert is_possible(scoring, score, raised=4, turned=4, won=False) == possible  # type: ignore[arg-type]


def test_a_win_explains_a_hundred_points_more() -> None:
    assert is_possible("standard", 725, raised=52, turned=21, won=True)
    assert not is_possible("standard", 730, raised=52, turned=21, won=True)
    assert not is_possible("standard", 725, raised=52, turned=21, won=False)
    assert is_possible("vegas", 208, raised=52, turned=21, won=True)
