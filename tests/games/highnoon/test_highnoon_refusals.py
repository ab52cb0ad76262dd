"""What is refused: each action in each forbidden situation, with its code, its sentence and nothing changed."""

from typing import Any

import pytest
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import (
    GAME,
    Json,
    Side,
    foundation,
    heights,
    move,
    plain,
    position,
    send,
    stock,
    tableau,
    up,
    waste,
)
from saloon.core.canonical import state_hash
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Seat
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
    Zone,
)

DRAW = Draw(stock(), waste())
RECYCLE = Recycle(waste(), stock())
BOARD = position(
    Side("9H 8C 7D | 9D | -2C 5S | -3C -4C | | KS QD | 8S", stock="2D", waste="4H 6C"),
    foundations=(0, 0, 0, 0, 2, 0, 0, 0),
    rest="p2",
    since=(1, 2),
)
"""Two runs, a face-down top in column 4, an empty column 5, a King's column 6, hearts begun up to the two."""
STOCKED = replace(BOARD, players=replace(BOARD.players, p1=replace(BOARD.players.p1, waste=())))
"""The stock has a card, the waste has none; two cards are missing, which no rule here looks at."""
BARE = replace(BOARD, players=replace(BOARD.players, p1=replace(BOARD.players.p1, waste=(), stock=())))
"""Neither stock nor waste."""


def refuse(state: State, action: Action, seat: Seat = 0) -> tuple[str, str]:
    """Return code and reason of the refusal; nothing may have changed, and the action is not listed as legal."""
    before = state_hash(0, GAME.canonical(state))
    with pytest.raises(Rejected) as refused:
        GAME.apply(state, seat, action)
    assert state_hash(0, GAME.canonical(state)) == before
    assert action not in GAME.legal(state, seat)
    return refused.value.code, refused.value.reason


def refuse_message(state: State, kind: object, payload: object, seat: Seat = 0) -> tuple[str, str]:
    """Like `refuse`, for a message as it is sent."""
    before = plain(state)
    with pytest.raises(Rejected) as refused:
        send(state, seat, kind, payload)
    assert plain(state) == before
    return refused.value.code, refused.value.reason


# --- the cards and the rule ---


@clause("HN-63", "HN-65", "HN-66", "HN-67", "HN-105")
def test_draw_and_recycle_at_the_wrong_time() -> None:
    empty_stock = ("RULE_VIOLATION", "your stock is empty; recycle the waste")
    assert refuse(BARE, DRAW) == empty_stock
    drawn = GAME.apply(BOARD, 0, DRAW)
    assert refuse(drawn, DRAW) == empty_stock, "a draw does not recycle by itself"
    assert refuse(BOARD, RECYCLE) == ("RULE_VIOLATION", "your stock is not empty yet")
    assert refuse(STOCKED, RECYCLE) == ("RULE_VIOLATION", "your stock is not empty yet")
    assert refuse(BARE, RECYCLE) == ("RULE_VIOLATION", "your waste is empty: there is nothing to recycle")
    assert GAME.apply(drawn, 0, RECYCLE).players.p1.waste == ()


@clause("HN-69", "HN-70", "HN-105", "HN-82")
def test_flip_of_what_cannot_be_turned() -> None:
    assert refuse(BOARD, Flip(tableau(4))) == ("CARD_NOT_ACCESSIBLE", "your column 5 is empty")
    for index in (0, 1, 5, 6):
        reason = f"the top of your column {index + 1} is face-up already"
        assert refuse(BOARD, Flip(tableau(index))) == ("CARD_NOT_ACCESSIBLE", reason)
    covered = ("CARD_NOT_ACCESSIBLE", "the top of your column 3 is face-up already")
    assert refuse(BOARD, Flip(tableau(2))) == covered, "the hidden card below the top cannot be turned"


@clause("HN-72", "HN-82", "HN-105", "HN-75", "HN-74")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (move(4, 0), "you cannot take that many cards there"),
        (move(0, 4, 4), "you cannot take that many cards there"),
        (move(0, 4, 10**30), "you cannot take that many cards there"),
        (move(waste(), 4, 2), "you cannot take that many cards there"),
        (move(waste(), 4, 3), "you cannot take that many cards there"),
        (move(3, 0), "only face-up cards that form a run can be moved"),
        (move(3, 4, 2), "only face-up cards that form a run can be moved"),
        (move(2, 4, 2), "only face-up cards that form a run can be moved"),
    ],
    ids=str,
)
def test_cards_that_cannot_be_taken(action: TableauMove, reason: str) -> None:
    assert refuse(BOARD, action) == ("CARD_NOT_ACCESSIBLE", reason)


def test_from_an_empty_waste_nothing_can_be_taken() -> None:
    expected = ("CARD_NOT_ACCESSIBLE", "you cannot take that many cards there")
    assert refuse(BARE, move(waste(), 0)) == expected
    assert refuse(BARE, up(waste())) == expected


@clause("HN-73", "HN-74", "HN-75", "HN-105")
@pytest.mark.parametrize(
    ("source", "count", "onto", "card"),
    [
        (0, 1, 1, "seven of diamonds"),  # two lower than a nine of the same colour
        (0, 3, 4, "nine of hearts"),  # no King on an empty column
        (0, 2, 4, "eight of clubs"),
        (1, 1, 0, "nine of diamonds"),  # higher than the target
        (6, 1, 2, "eight of spades"),  # same colour
        (5, 1, 4, "queen of diamonds"),  # a queen is no King
        (5, 2, 0, "king of spades"),  # a King on a seven
        (6, 1, 3, "eight of spades"),  # a face-down target
        (waste(), 1, 3, "six of clubs"),
        (waste(), 1, 4, "six of clubs"),
        (waste(), 1, 2, "six of clubs"),
    ],
    ids=str,
)
def test_a_run_that_does_not_fit(source: int | Zone, count: int, onto: int, card: str) -> None:
    reason = f"the {card} does not go on your column {onto + 1}"
    assert refuse(BOARD, move(source, onto, count)) == ("RULE_VIOLATION", reason)


@clause("HN-77", "HN-105", "HN-35", "HN-36", "HN-37")
@pytest.mark.parametrize("wish", [0, 4, 7])
def test_foundation_moves_that_do_not_fit(wish: int) -> None:
    for source, card in ((0, "seven of diamonds"), (2, "five of spades"), (waste(), "six of clubs")):
        assert refuse(BOARD, up(source, wish)) == ("RULE_VIOLATION", f"no foundation takes the {card} now")
    assert refuse(BOARD, up(3, wish)) == (
        "CARD_NOT_ACCESSIBLE",
        "only face-up cards that form a run can be moved",
    )
    assert refuse(BOARD, up(4, wish)) == ("CARD_NOT_ACCESSIBLE", "you cannot take that many cards there")


@clause("HN-36", "HN-37", "HN-38", "HN-78")
def test_a_foundation_takes_neither_a_wrong_suit_nor_a_wrong_rank() -> None:
    state = position(
        Side("2S | 3D | 3H | 5H | AC", waste="KH"), foundations=(0, 0, 0, 1, 13, 1, 0, 0), rest="p2", score=40
    )
    for source, card in ((0, "two of spades"), (1, "three of diamonds"), (2, "three of hearts"), (3, "five of hearts")):
        assert refuse(state, up(source)) == ("RULE_VIOLATION", f"no foundation takes the {card} now")
    assert refuse(state, up(waste(), 4)) == ("RULE_VIOLATION", "no foundation takes the king of hearts now")
    assert heights(GAME.apply(state, 0, up(4))) == (1, 0, 0, 1, 13, 1, 0, 0)


@clause("HN-77", "HN-82")
def test_a_card_below_the_top_does_not_go_up() -> None:
    state = position(Side("AH 9C", waste="AS 3D"), rest="p2")
    assert refuse(state, up(0)) == ("RULE_VIOLATION", "no foundation takes the nine of clubs now")
    assert refuse(state, up(waste())) == ("RULE_VIOLATION", "no foundation takes the three of diamonds now")


def test_a_face_down_top_is_neither_source_nor_target() -> None:
    state = position(Side("-9H | 8C | -AS | -KD"), rest="p2")
    for action in (move(0, 4), move(3, 4), up(2)):
        assert refuse(state, action)[0] == "CARD_NOT_ACCESSIBLE"
    assert refuse(state, move(1, 0))[0] == "RULE_VIOLATION"
    turned = GAME.apply(state, 0, Flip(tableau(0)))
    assert move(1, 0) in GAME.legal(turned, 0)


# --- whose is it? ---

FOREIGN: list[tuple[Action, str]] = [
    (Draw(stock("p2"), waste()), "the stock of p2"),
    (Draw(stock(), waste("p2")), "the waste of p2"),
    (Draw(stock("global"), waste()), "the stock of global"),
    (Recycle(waste("p2"), stock()), "the waste of p2"),
    (Recycle(waste(), stock("p2")), "the stock of p2"),
    (Flip(tableau(3, "p2")), "the tableau of p2"),
    (Flip(tableau(3, "global")), "the tableau of global"),
    (TableauMove(tableau(0, "p2"), tableau(1), 2), "the tableau of p2"),
    (TableauMove(tableau(0), tableau(1, "p2"), 2), "the tableau of p2"),
    (TableauMove(waste("p2"), tableau(1), 1), "the waste of p2"),
    (FoundationMove(tableau(0, "p2"), foundation(0)), "the tableau of p2"),
    (FoundationMove(waste("p2"), foundation(0)), "the waste of p2"),
    (FoundationMove(tableau(0), foundation(0, "p1")), "the foundation of p1"),
    (FoundationMove(tableau(0), foundation(0, "p2")), "the foundation of p2"),
    (FoundationMove(tableau(0), stock("p2")), "the stock of p2"),
    (TableauMove(foundation(0, "p1"), tableau(0), 1), "the foundation of p1"),
]


@clause("HN-57", "HN-83", "HN-106", "HN-54", "HN-55")
@pytest.mark.parametrize(("action", "zone"), FOREIGN, ids=str)
def test_the_other_players_zones_are_out_of_reach(action: Action, zone: str) -> None:
    assert refuse(BOARD, action) == ("OWNERSHIP_VIOLATION", f"{zone} is not yours to use")


@clause("HN-83", "HN-106", "HN-56")
def test_what_one_player_may_do_the_other_may_not_do_for_him() -> None:
    dealt = GAME.deal("106", GAME.options(mode="shared"))
    for seat in GAME.seats:
        for action in GAME.legal(dealt, seat):
            if not isinstance(action, Resign | OfferEnd):
                assert refuse(dealt, action, 1 - seat)[0] == "OWNERSHIP_VIOLATION"


# --- which zone? ---

BAD_SOURCES: list[tuple[Action, str]] = [
    (Draw(waste(), waste()), "the waste cannot be used here, only stock"),
    (Draw(tableau(0), waste()), "the tableau cannot be used here, only stock"),
    (Recycle(stock(), stock()), "the stock cannot be used here, only waste"),
    (Flip(stock()), "the stock cannot be used here, only tableau"),
    (Flip(waste()), "the waste cannot be used here, only tableau"),
    (Flip(foundation(0)), "the foundation cannot be used here, only tableau"),
    (Flip(tableau(7)), "there is no tableau 7"),
    (Flip(tableau(-1)), "there is no tableau -1"),
    (TableauMove(stock(), tableau(0), 1), "the stock cannot be used here, only tableau or waste"),
    (TableauMove(foundation(4), tableau(0), 1), "the foundation cannot be used here, only tableau or waste"),
    (move(7, 0), "there is no tableau 7"),
    (move(-1, 0), "there is no tableau -1"),
    (FoundationMove(stock(), foundation(0)), "the stock cannot be used here, only tableau or waste"),
    (FoundationMove(foundation(4), foundation(5)), "the foundation cannot be used here, only tableau or waste"),
    (up(7), "there is no tableau 7"),
    (up(-1), "there is no tableau -1"),
]
BAD_TARGETS: list[tuple[Action, str]] = [
    (Draw(stock(), stock()), "the stock cannot be used here, only waste"),
    (Draw(stock(), tableau(0)), "the tableau cannot be used here, only waste"),
    (Recycle(waste(), waste()), "the waste cannot be used here, only stock"),
    (TableauMove(tableau(0), waste(), 1), "the waste cannot be used here, only tableau"),
    (TableauMove(tableau(0), stock(), 1), "the stock cannot be used here, only tableau"),
    (TableauMove(tableau(0), foundation(0), 1), "the foundation cannot be used here, only tableau"),
    (move(0, 7), "there is no tableau 7"),
    (move(0, -1), "there is no tableau -1"),
    (move(0, 0), "a column cannot be laid on itself"),
    (move(5, 5, 2), "a column cannot be laid on itself"),
    (FoundationMove(tableau(0), tableau(1)), "the tableau cannot be used here, only foundation"),
    (FoundationMove(waste(), waste()), "the waste cannot be used here, only foundation"),
    (up(0, 8), "there is no foundation 8"),
    (up(0, -1), "there is no foundation -1"),
]


@clause("HN-62", "HN-64", "HN-68", "HN-76", "HN-105")
@pytest.mark.parametrize(("action", "reason"), BAD_SOURCES, ids=str)
def test_a_wrong_source(action: Action, reason: str) -> None:
    assert refuse(BOARD, action) == ("INVALID_SOURCE", reason)


@clause("HN-75", "HN-105", "HN-76")
@pytest.mark.parametrize(("action", "reason"), BAD_TARGETS, ids=str)
def test_a_wrong_target(action: Action, reason: str) -> None:
    assert refuse(BOARD, action) == ("INVALID_TARGET", reason)


@clause("HN-72", "HN-105")
@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0"),
        (-1, "-1"),
        (None, "None"),
        (True, "True"),
        ("1", "'1'"),
        (1.0, "1.0"),
        (1.5, "1.5"),
        ([1], "a list"),
        ({}, "a dict"),
    ],
)
def test_a_count_must_be_a_positive_whole_number(count: object, said: str) -> None:
    reason = f"count must be a positive whole number, not {said}"
    assert refuse(BOARD, move(0, 1, count)) == ("MALFORMED_MESSAGE", reason)


def test_a_missing_count_is_none() -> None:
    payload = {
        "source": {"zone": "tableau", "owner": "p1", "index": 0},
        "target": {"zone": "tableau", "owner": "p1", "index": 1},
    }
    reason = "count must be a positive whole number, not None"
    assert refuse_message(BOARD, "tableauMove", payload) == ("MALFORMED_MESSAGE", reason)


# --- messages ---

OWN = {"zone": "tableau", "owner": "p1", "index": 0}
UP = {"zone": "foundation", "owner": "global", "index": 0}
STOCK = {"zone": "stock", "owner": "p1"}
WASTE = {"zone": "waste", "owner": "p1"}


@clause("HN-08", "HN-16", "HN-61", "HN-85")
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("draw", {"source": STOCK, "target": WASTE, "state": {}}),
        ("draw", {"source": STOCK, "target": WASTE, "card": "d0:C:01"}),
        ("draw", {"source": {**STOCK, "cards": []}, "target": WASTE}),
        ("flip", {"source": OWN, "result": "ack"}),
        ("flip", {"source": OWN, "target": OWN}),
        ("foundationMove", {"source": OWN, "target": UP, "score": 13}),
        ("foundationMove", {"source": OWN, "target": UP, "count": 1}),
        ("foundationMove", {"source": OWN, "target": UP, "resolvedFoundationIndex": 1}),
        ("tableauMove", {"source": OWN, "target": OWN, "count": 1, "faceDown": False}),
        ("resign", {"winner": "p1"}),
    ],
    ids=str,
)
def test_a_message_is_an_intent_and_nothing_else(kind: str, payload: Json) -> None:
    code, reason = refuse_message(BOARD, kind, payload)
    assert code == "MALFORMED_MESSAGE"
    assert reason.startswith(f"the payload of {kind!r} is malformed: Object contains unknown field")


@clause("HN-85", "HN-61")
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (None, {}),
        (7, {}),
        (["draw"], {}),
        ("draw", None),
        ("draw", []),
        ("draw", "stock"),
        ("draw", {}),
        ("draw", {"source": STOCK}),
        ("draw", {"target": WASTE}),
        ("draw", {"source": {**STOCK, "index": 0}, "target": WASTE}),
        ("draw", {"source": STOCK, "target": {**WASTE, "index": None}}),
        ("draw", {"source": {"zone": "stock"}, "target": WASTE}),
        ("draw", {"source": {"owner": "p1"}, "target": WASTE}),
        ("draw", {"source": {"zone": "hand", "owner": "p1"}, "target": WASTE}),
        ("draw", {"source": {"zone": "stock", "owner": "p3"}, "target": WASTE}),
        ("flip", {"source": {"zone": "tableau", "owner": "p1"}}),
        ("flip", {"source": {**OWN, "index": "0"}}),
        ("flip", {"source": {**OWN, "index": True}}),
        ("flip", {"source": {**OWN, "index": 0.0}}),
        ("flip", {"source": None}),
        ("foundationMove", {"source": OWN, "target": {"zone": "foundation", "owner": "global"}}),
    ],
    ids=str,
)
def test_a_malformed_message(kind: object, payload: object) -> None:
    assert refuse_message(BOARD, kind, payload)[0] == "MALFORMED_MESSAGE"


@clause("HN-85")
def test_an_unknown_kind() -> None:
    known = "(known: draw, recycle, flip, tableauMove, foundationMove, resign, offerEnd)"
    for kind in ("Draw", "undo", "", "timeout"):
        assert refuse_message(BOARD, kind, {}) == (
            "INVALID_ACTION_KIND",
            f"{kind!r} is not a valid action here {known}",
        )
    assert refuse_message(BOARD, "draw", {}, SERVER) == (
        "INVALID_ACTION_KIND",
        "'draw' is not a valid action here (known: timeout)",
    )


class Juggle(Action, frozen=True):
    """An action of another game."""

    kind = "juggle"


def test_actions_that_the_seat_does_not_have() -> None:
    assert refuse(BOARD, Timeout("p2")) == ("INVALID_ACTION_KIND", "'timeout' is not a valid action for p1")
    assert refuse(BOARD, Timeout("p1"), 1) == ("INVALID_ACTION_KIND", "'timeout' is not a valid action for p2")
    assert refuse(BOARD, DRAW, SERVER) == ("INVALID_ACTION_KIND", "'draw' is not a valid action for server")
    assert refuse(BOARD, Resign(), SERVER) == ("INVALID_ACTION_KIND", "'resign' is not a valid action for server")
    assert refuse(BOARD, Juggle()) == ("INVALID_ACTION_KIND", "'juggle' is not a valid action for HighNoon")


# --- the order of the checks: of two faults the first in order decides ---

OVER = GAME.apply(BOARD, 1, Resign())


def test_the_match_is_over_before_anything_else_is_looked_at() -> None:
    for action in (
        DRAW,
        RECYCLE,
        Flip(tableau(3)),
        move(0, 0, 0),
        up(9, 9),
        Resign(),
        Draw(stock("p2"), waste()),
    ):
        assert refuse(OVER, action) == ("MATCH_FINISHED", "the match is over")
    assert refuse(OVER, Timeout("p1"), SERVER) == ("MATCH_FINISHED", "the match is over")
    assert refuse(OVER, Timeout("p1"))[0] == "INVALID_ACTION_KIND", "but the kind comes first"
    assert refuse_message(OVER, "draw", {})[0] == "MALFORMED_MESSAGE", "and the shape"
    for seat in (0, 1, SERVER):
        assert GAME.legal(OVER, seat) == []


P2 = tableau(9, "p2")
ORDER: list[tuple[str, Action]] = [
    # an owner that is wrong, and everything after it wrong as well
    ("OWNERSHIP_VIOLATION", TableauMove(P2, stock(), 0)),
    ("OWNERSHIP_VIOLATION", TableauMove(stock(), P2, 0)),
    ("OWNERSHIP_VIOLATION", FoundationMove(stock(), foundation(9, "p1"))),
    ("OWNERSHIP_VIOLATION", Draw(tableau(9), waste("p2"))),
    ("OWNERSHIP_VIOLATION", Recycle(stock(), tableau(9, "p2"))),
    ("OWNERSHIP_VIOLATION", Flip(P2)),
    ("OWNERSHIP_VIOLATION", Flip(stock("p2"))),
    # the source before the target, the count and the cards
    ("INVALID_SOURCE", TableauMove(stock(), waste(), 0)),
    ("INVALID_SOURCE", TableauMove(tableau(7), tableau(7), 0)),
    ("INVALID_SOURCE", FoundationMove(stock(), tableau(9))),
    ("INVALID_SOURCE", FoundationMove(tableau(8), foundation(8))),
    ("INVALID_SOURCE", Draw(waste(), stock())),
    ("INVALID_SOURCE", Recycle(stock(), waste())),
    # the target before the count and the cards
    ("INVALID_TARGET", TableauMove(tableau(4), waste(), 0)),
    ("INVALID_TARGET", TableauMove(tableau(4), tableau(4), 0)),
    ("INVALID_TARGET", TableauMove(tableau(4), tableau(7), "x")),
    ("INVALID_TARGET", FoundationMove(tableau(4), foundation(8))),
    ("INVALID_TARGET", Recycle(waste(), tableau(0))),
    # the count before the cards, the cards before the rule
    ("MALFORMED_MESSAGE", move(4, 0, 0)),
    ("MALFORMED_MESSAGE", move(3, 0, None)),
    ("CARD_NOT_ACCESSIBLE", move(2, 4, 2)),
    ("CARD_NOT_ACCESSIBLE", move(waste(), 3, 2)),
    ("CARD_NOT_ACCESSIBLE", move(4, 3)),
]


@clause("HN-105", "HN-85")
@pytest.mark.parametrize(("code", "action"), ORDER, ids=str)
def test_of_two_faults_the_first_in_order_decides(code: str, action: Any) -> None:
    assert refuse(BOARD, action)[0] == code
    if isinstance(action, Draw | Recycle):
        assert refuse(BARE, action)[0] == code, "and before the rule is asked"
