"""Meridian Master in the terminal: typing and drawing."""

from typing import Any

import pytest
from hypothesis import given, settings

from games.meridian.boards_meridian import MERIDIAN, drawn, foundation, move, pocket, position, tab
from positions import Position, positions
from saloon.core.errors import BadMove
from saloon.core.game import Action
from saloon.games.meridian.state import (
    DeclareStalemate,
    Draw,
    Move,
    Options,
    Place,
    Recycle,
    Resign,
    State,
    WarnIdle,
)


def picture(state: State) -> list[str]:
    drawing: str = MERIDIAN.picture(MERIDIAN.view(state, 0))
    return drawing.split("\n")


# --- typing -----------------------------------------------------------------------------------------------------


@given(positions("meridian"))
@settings(max_examples=40, deadline=None)
def test_every_action_is_read_as_it_is_written(position: Position) -> None:
    for action in (*position.legal, DeclareStalemate(), Recycle()):
        assert MERIDIAN.parse(MERIDIAN.notation(action), 0) == action


TYPED = [
    ("draw", Draw()),
    ("recycle", Recycle()),
    ("declare", DeclareStalemate()),
    ("resign", Resign()),
    ("7H f", Move("7H", Place("foundation", 0))),
    ("6S f", Move("6S", Place("foundation", 7))),
    ("KC f", Move("KC", Place("foundation", 2))),
    ("AD f", Move("AD", Place("foundation", 5))),
    ("TD f", Move("TD", Place("foundation", 1))),
    ("7H 1", Move("7H", Place("tableau", 0))),
    ("7H 3", Move("7H", Place("tableau", 2))),
    ("7H 7", Move("7H", Place("tableau", 6))),
    ("QD p1", Move("QD", Place("pocket", 0))),
    ("QD p2", Move("QD", Place("pocket", 1))),
]


@pytest.mark.parametrize(("text", "action"), TYPED)
def test_what_a_player_types(text: str, action: Action) -> None:
    assert MERIDIAN.parse(text, 0) == action
    assert MERIDIAN.parse(f"  {text.lower()} ", 0) == action
    assert MERIDIAN.parse(text.upper(), 0) == action
    assert MERIDIAN.notation(action) == text


@pytest.mark.parametrize(("text", "target"), [("10H f", foundation("TH")), ("10h 4", tab(3)), ("10H p1", pocket())])
def test_a_ten_may_be_written_in_full(text: str, target: Place) -> None:
    assert MERIDIAN.parse(text, 0) == Move("TH", target)


@pytest.mark.parametrize("target", [Place("stock"), Place("waste"), Place("tableau", 9), Place("foundation", 8)])
def test_an_impossible_move_still_has_a_notation(target: Place) -> None:
    assert MERIDIAN.notation(Move("7H", target)).startswith("7H ")


def test_what_nobody_types_is_called_by_its_kind() -> None:
    assert MERIDIAN.notation(WarnIdle()) == "warnIdle"


@pytest.mark.parametrize("text", ["", "deal", "7H", "f", "7H f 2", "resign now please"])
def test_a_move_has_two_words(text: str) -> None:
    with pytest.raises(BadMove) as error:
        MERIDIAN.parse(text, 0)
    assert (
        error.value.reason
        == f"{text!r} is not a move; write a card and where it goes, such as '7H f', '7H 3' or '7H p1'"
    )


@pytest.mark.parametrize("code", ["1H", "7X", "H7", "77", "draw", "11S"])
def test_an_invalid_card_is_refused(code: str) -> None:
    with pytest.raises(BadMove) as error:
        MERIDIAN.parse(f"{code} 3", 0)
    assert error.value.reason == f"{code!r} is not a card; write rank and suit, such as AS, 10D or 7H"


@pytest.mark.parametrize("word", ["0", "8", "-1", "12", "p", "p0", "p8", "P9", "f1", "ff", "w", "pp1", "1p", "٣"])
def test_an_invalid_place_is_refused(word: str) -> None:
    with pytest.raises(BadMove) as error:
        MERIDIAN.parse(f"7H {word}", 0)
    reason = f"{word!r} is not a place; write 3 for a column, f for the foundation, p1 for a pocket"
    assert error.value.reason == reason


@pytest.mark.parametrize("number", range(3, 8))
def test_a_pocket_that_no_mode_has_is_left_to_the_rules(number: int) -> None:
    assert MERIDIAN.parse(f"7H p{number}", 0) == Move("7H", Place("pocket", number - 1))


# --- drawing ----------------------------------------------------------------------------------------------------


def test_the_picture_of_the_start() -> None:
    assert picture(MERIDIAN.deal("7", Options())) == [
        "moves 0   efficiency 100% (Excellent)",
        "stock 24   waste —   p1 ··",
        "up 7→K     ··  ··  ··  ··",
        "down 6→A   ··  ··  ··  ··",
        "  1   2   3   4   5   6   7",
        " 8♥  J♣ 10♥  K♥  K♦  Q♣  A♦",
        "     A♣  J♦  6♠  5♥  4♣  9♠",
        "         3♣  8♠  4♦  8♦  8♣",
        "             A♥  J♥ 10♣  2♣",
        "                 7♥ 10♦  Q♠",
        "                     7♣  4♥",
        "                         J♠",
    ]


def test_the_picture_hides_face_down_cards() -> None:
    assert picture(MERIDIAN.deal("6", Options(mode="traditional")))[5:] == [
        " K♦  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒",
        "     7♠  ▒▒  ▒▒  ▒▒  ▒▒  ▒▒",
        "         6♦  ▒▒  ▒▒  ▒▒  ▒▒",
        "             9♥  ▒▒  ▒▒  ▒▒",
        "                 2♠  ▒▒  ▒▒",
        "                     Q♥  ▒▒",
        "                         3♦",
        " K↓",
    ]


def test_the_picture_of_a_game() -> None:
    state = position(
        "AS 2H", "KD", "9C 6S 5H", "", "9S TD", "JS 3D", "4H",
        waste="4C 5C 6C", pockets=["TH", ""], mode="double_pocket", up={"H": 3, "C": 1}, down={"D": 2},
        types=["ace", "king", "untyped", None, "untyped", "untyped", "untyped"], bases=(0, 0, 2, 0, 1, 2, 1),
        moves=20, draws=3,
    )  # fmt: skip
    assert picture(state) == [
        "moves 20   efficiency 50% (Average)",
        "stock 31   waste  4♣  5♣  6♣   p1 10♥  p2 ··",
        "up 7→K     9♥  ··  7♣  ··",
        "down 6→A   ··  5♦  ··  ··",
        "  1   2   3   4   5   6   7",
        " A♠  K♦  9♣  ··  9♠  J♠  4♥",
        " 2♥      6♠     10♦  3♦",
        "         5♥",
        " A↑  K↓   ↓       ↑",
    ]
    drawn_once = picture(drawn(state))
    assert drawn_once[1] == "stock 30   waste  5♣  6♣  K♠   p1 10♥  p2 ··"


def test_the_picture_shows_no_direction_of_a_flexible_column() -> None:
    state = position("6S 5H", "KD", bases=(1, 1, 0, 0, 0, 0, 0), direction="flexible")
    assert picture(state)[-1] == "     K↓"
    locked = position("6S 5H", "KD", bases=(1, 1, 0, 0, 0, 0, 0), direction="locked")
    assert picture(locked)[-1] == "  ↓  K↓"


@pytest.mark.parametrize(
    ("changes", "warnings"),
    [
        ({"loop": True}, "loop"),
        ({"moves_without_progress": 30}, "noProgress"),
        ({"idle": True}, "idle"),
        ({"loop": True, "moves_without_progress": 31, "idle": True}, "loop, noProgress, idle"),
    ],
)
def test_the_picture_shows_warnings(changes: dict[str, Any], warnings: str) -> None:
    state = position("KD", **changes)
    marks, warning = picture(state)[-2:]
    assert (marks, warning) == (" K↓", f"warning: {warnings}; 'declare' ends the game as a stalemate")


def test_the_picture_has_no_warning_before_its_time() -> None:
    assert picture(position("KD", moves_without_progress=29))[-2:] == [" K♦  ··  ··  ··  ··  ··  ··", " K↓"]


@pytest.mark.parametrize(
    ("end", "line"),
    [
        ("stalemate", "lost: no card can move any more"),
        ("declared", "lost: declared a stalemate"),
        ("resign", "lost: given up"),
    ],
)
def test_the_picture_shows_how_the_game_was_lost(end: str, line: str) -> None:
    assert picture(position("KD", end=end, loop=True))[-2:] == [" K↓", line]


def test_the_picture_shows_the_win() -> None:
    up, down = dict.fromkeys("HDCS", 7), dict.fromkeys("HDCS", 6)
    won = move(position("KS", up={**up, "S": 6}, down=down, stock=""), "KS", foundation("KS"))
    assert picture(won) == [
        "moves 1   efficiency 100% (Excellent)",
        "stock 0   waste —   p1 ··",
        "up 7→K     K♥  K♦  K♣  K♠",
        "down 6→A   A♥  A♦  A♣  A♠",
        "  1   2   3   4   5   6   7",
        " ··  ··  ··  ··  ··  ··  ··",
        "won",
    ]
