"""How HighNoon is typed and drawn."""

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
from saloon.core.errors import BadMove
from saloon.core.game import Action
from saloon.games.highnoon.state import (
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Recycle,
    Resign,
    State,
    TableauMove,
    Timeout,
)

WRITTEN: list[tuple[str, Action]] = [
    ("draw", Draw(stock(), waste())),
    ("recycle", Recycle(waste(), stock())),
    ("resign", Resign()),
    ("offer", OfferEnd()),
    ("flip 3", Flip(tableau(2))),
    ("w 3 1", move(waste(), 2)),
    ("5 1 2", move(4, 0, 2)),
    ("7 6 13", move(6, 5, 13)),
    ("5 f", up(4)),
    ("w f", up(waste())),
]


@pytest.mark.parametrize(("text", "action"), WRITTEN, ids=str)
def test_notation_and_parse_are_inverse(text: str, action: Action) -> None:
    assert GAME.notation(action) == text
    assert GAME.parse(text, 0) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  DRAW ", Draw(stock(), waste())),
        ("Flip  1", Flip(tableau(0))),
        ("5 1", move(4, 0)),
        ("W F", up(waste())),
        ("waste 3", move(waste(), 2)),
        ("5 f3", FoundationMove(tableau(4), foundation(2))),
        ("5 f 9", up(4)),
        ("f2 4", TableauMove(foundation(1), tableau(3), 1)),
        ("stock w", TableauMove(stock(), waste(), 1)),
        ("flip w", Flip(waste())),
        ("9 8 0", move(8, 7, 0)),
    ],
)
def test_parse_takes_what_may_be_typed_legal_or_not(text: str, action: Action) -> None:
    assert GAME.parse(text, 0) == action


def test_the_typist_means_the_own_side() -> None:
    assert GAME.parse("draw", 1) == Draw(stock("p2"), waste("p2"))
    assert GAME.parse("recycle", 1) == Recycle(waste("p2"), stock("p2"))
    assert GAME.parse("flip 7", 1) == Flip(tableau(6, "p2"))
    assert GAME.parse("w 2", 1) == TableauMove(waste("p2"), tableau(1, "p2"), 1)
    assert GAME.parse("w f", 1) == FoundationMove(waste("p2"), foundation(0))


def test_the_servers_action_has_its_kind_for_a_name() -> None:
    assert GAME.notation(Timeout("p1")) == "timeout"


MOVE_HELP = "is not a move; write from, to and how many, such as 'w 3', '5 1 2' or '5 f'"
PLACE_HELP = "is not a place; write w for the waste, 3 for a column, f or f2 for a foundation"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", f"'' {MOVE_HELP}"),
        ("dance", f"'dance' {MOVE_HELP}"),
        ("5", f"'5' {MOVE_HELP}"),
        ("5 1 x", f"'5 1 x' {MOVE_HELP}"),
        ("5 1 -2", f"'5 1 -2' {MOVE_HELP}"),
        ("5 1 2 3", f"'5 1 2 3' {MOVE_HELP}"),
        ("x 1", f"'x' {PLACE_HELP}"),
        ("1 0", f"'0' {PLACE_HELP}"),
        ("1 f0", f"'f0' {PLACE_HELP}"),
        ("1 fx", f"'fx' {PLACE_HELP}"),
        ("flip x", f"'x' {PLACE_HELP}"),
        ("flip", "'flip' names no column; write 'flip 3'"),
        ("flip 3 4", "'flip 3 4' names no column; write 'flip 3'"),
    ],
)
def test_text_that_names_no_action(text: str, reason: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.parse(text, 0)
    assert refused.value.reason == reason
    assert refused.value.code == "BAD_MOVE"


@given(states())
@settings(max_examples=40, deadline=None)
def test_every_legal_action_can_be_typed(state: State) -> None:
    for seat in GAME.seats:
        for action in GAME.legal(state, seat):
            read = GAME.parse(GAME.notation(action), seat)
            assert GAME.apply(state, seat, read) == GAME.apply(state, seat, action)


# --- the picture ---

PICTURED = position(
    Side("-5C -6C 9H 8C | | -2D | TD", stock="3C 4C", waste="7D AC 2S TH"),
    Side("QS | -3D KC"),
    foundations=(0, 0, 0, 0, 1, 0, 0, 10),
    rest="p2",
    score=1,
)
P1 = """\
score 1, 12 cards left   stock 2   waste  A♣  2♠ 10♥
  1   2   3   4   5   6   7
 ▒▒  ··  ▒▒ 10♦  ··  ··  ··
 ▒▒
 9♥
 8♣"""
P2 = """\
score 55, 81 cards left   stock 78   waste —
  1   2   3   4   5   6   7
 Q♠  ▒▒  ··  ··  ··  ··  ··
     K♣"""
FOUNDATIONS = "foundations   ··  ··  ··  ··  A♥  ··  ·· 10♠"


@pytest.mark.parametrize(
    ("seat", "drawn"),
    [
        (0, f"opponent: {P2}\n\n{FOUNDATIONS}\n\nyou: {P1}"),
        (1, f"opponent: {P1}\n\n{FOUNDATIONS}\n\nyou: {P2}"),
        (None, f"p1: {P1}\n\n{FOUNDATIONS}\n\np2: {P2}"),
    ],
)
def test_the_picture(seat: Any, drawn: str) -> None:
    assert GAME.picture(GAME.view(PICTURED, seat)) == drawn


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [("7D", " 7♦"), ("7D AC", " 7♦  A♣"), ("7D AC 2S", " 7♦  A♣  2♠"), ("7D AC 2S TH", " A♣  2♠ 10♥")],
)
def test_the_last_three_of_the_waste_are_drawn(cards: str, drawn: str) -> None:
    view = GAME.view(position(Side("", waste=cards), rest="p2"), 0)
    assert f"   waste {drawn}\n" in GAME.picture(view)


@pytest.mark.parametrize("offering", [(True, False), (False, True), (True, True), (False, False)])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_picture_says_who_offers_to_end_the_match(offering: tuple[bool, bool], seat: int | None) -> None:
    state = position(rest="p1", offers=offering)
    drawn = GAME.picture(GAME.view(state, seat)).splitlines()
    names = ("p1", "p2") if seat is None else ("you", "opponent") if seat == 0 else ("opponent", "you")
    for name, offers in zip(names, offering, strict=True):
        (head,) = [line for line in drawn if line.startswith(f"{name}: ")]
        assert head.endswith("offers to end the match") == offers
