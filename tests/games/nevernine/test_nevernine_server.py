"""With a time limit the server acts for a seat; it is bound by the same rules, and by its own kinds."""

from typing import Any, ClassVar

import pytest
from hypothesis import given, settings

from clauses import clause
from games.nevernine.rounds_nevernine import (
    GAME,
    before_the_last_card,
    bidding,
    laid,
    last_card,
    refused,
    send,
    wire,
)
from positions import Position, positions
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, seat_name
from saloon.games.nevernine.state import Bid, BidFor, Play, PlayFor


@clause("NN-35", "NN-41")
@given(positions("nevernine", turnSeconds=30))
@settings(max_examples=60, deadline=None)
def test_the_server_may_do_for_a_seat_what_the_seat_may_do(position: Position) -> None:
    state = position.state
    legal = [] if state.turn is None else GAME.legal(state, state.turn)
    for_seat = GAME.legal(state, SERVER)
    assert len(for_seat) == len(legal)
    for own, other in zip(legal, for_seat, strict=True):
        kind, payload = wire(own)
        assert wire(other) == (f"{kind}For", {**payload, "player": seat_name(state.turn)})
        assert GAME.apply(state, SERVER, other) == GAME.apply(state, state.turn, own)


@clause("NN-35")
@given(positions("nevernine", turnSeconds=0))
@settings(max_examples=30, deadline=None)
def test_without_a_time_limit_the_server_has_nothing_to_do(position: Position) -> None:
    assert GAME.legal(position.state, SERVER) == []
    for action in (BidFor(1, "p1"), PlayFor("6C", "p1")):
        if position.state.turn is not None:
            expected = ("RULE_VIOLATION", "this game is played without a time limit, so nobody acts for a player")
            assert refused(position.state, SERVER, *wire(action)) == expected


@clause("NN-35")
def test_the_server_is_judged_as_the_seat_it_acts_for() -> None:
    state = bidding([4], turn_seconds=60)
    assert send(state, SERVER, "bidFor", {"player": "p2", "bid": 3}).bids == (4, 3, None, None)
    assert refused(state, SERVER, "bidFor", {"player": "p1", "bid": 3}) == ("ALREADY_BID", "you have already bid 4")
    assert refused(state, SERVER, "bidFor", {"player": "p3", "bid": 3}) == ("NOT_YOUR_TURN", "it is p2's turn")
    assert refused(state, SERVER, "bidFor", {"player": "p2", "bid": 10})[0] == "BID_OUT_OF_RANGE"
    assert refused(state, SERVER, "bidFor", {"player": "p2", "bid": True})[0] == "BID_NOT_INTEGER"
    assert refused(state, SERVER, "playFor", {"player": "p2", "card": "6D"})[0] == "WRONG_PHASE"
    assert refused(bidding([4, 3, 1], turn_seconds=30), SERVER, "bidFor", {"player": "p4", "bid": 1})[0] == (
        "BID_FORBIDDEN_SUM"
    )
    state = laid(bidding([0, 0, 0, 0], turn_seconds=60), "6C")
    assert send(state, SERVER, "playFor", {"player": "p2", "card": "7D"}).trick.moves[-1].seat == 1
    assert refused(state, SERVER, "playFor", {"player": "p2", "card": "7C"})[0] == "CARD_NOT_IN_HAND"
    assert refused(state, SERVER, "playFor", {"player": "p3", "card": "7H"})[0] == "NOT_YOUR_TURN"
    assert refused(state, SERVER, "bidFor", {"player": "p2", "bid": 1})[0] == "WRONG_PHASE"


def test_after_the_end_the_server_is_refused_like_everyone() -> None:
    for turn_seconds in (0, 30):
        over = last_card(before_the_last_card((0, 0, 0, 0), limit=9, turn_seconds=turn_seconds))
        for action in (BidFor(1, "p1"), PlayFor("6C", "p1")):
            assert refused(over, SERVER, *wire(action)) == ("MATCH_FINISHED", "the game is over")


class Deal(Action, frozen=True):
    """An action of no kind that Never Nine knows."""

    kind: ClassVar[str] = "deal"


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (0, BidFor(1, "p1"), "'bidFor' is not a valid action for p1"),
        (3, PlayFor("6S", "p4"), "'playFor' is not a valid action for p4"),
        (SERVER, Bid(1), "'bid' is not a valid action for server"),
        (SERVER, Play("6C"), "'play' is not a valid action for server"),
        (SERVER, Deal(), "'deal' is not a valid action for server"),
        (0, Deal(), "'deal' is not a valid action for Never Nine"),
    ],
)
def test_kinds_belong_to_seats_or_to_the_server(seat: int, action: Action, reason: str) -> None:
    over = last_card(before_the_last_card((0, 0, 0, 0), limit=9))
    for state in (bidding([]), bidding([], turn_seconds=30), bidding([0, 0, 0, 0]), over):
        with pytest.raises(Rejected) as rejected:
            GAME.apply(state, seat, action)
        assert (rejected.value.code, rejected.value.reason) == ("INVALID_ACTION_KIND", reason)


@pytest.mark.parametrize(
    ("seat", "kind", "payload", "code"),
    [
        (0, "bid", {}, "MALFORMED_MESSAGE"),
        (0, "bid", {"bid": 1, "seat": 0}, "MALFORMED_MESSAGE"),
        (0, "play", {}, "MALFORMED_MESSAGE"),
        (0, "play", {"card": 7}, "MALFORMED_MESSAGE"),
        (0, "bidFor", {"bid": 1, "player": "p1"}, "INVALID_ACTION_KIND"),
        (0, "pass", {}, "INVALID_ACTION_KIND"),
        (SERVER, "bid", {"bid": 1}, "INVALID_ACTION_KIND"),
        (SERVER, "bidFor", {"bid": 1}, "MALFORMED_MESSAGE"),
        (SERVER, "bidFor", {"player": "p1"}, "MALFORMED_MESSAGE"),
        (SERVER, "bidFor", {"bid": 1, "player": "p0"}, "MALFORMED_MESSAGE"),
        (SERVER, "bidFor", {"bid": 1, "player": "p5"}, "MALFORMED_MESSAGE"),
        (SERVER, "playFor", {"card": "6C", "player": 0}, "MALFORMED_MESSAGE"),
    ],
)
def test_shape_and_kind_come_before_everything(seat: int, kind: str, payload: Any, code: str) -> None:
    over = last_card(before_the_last_card((0, 0, 0, 0), limit=9))
    for state in (bidding([]), bidding([0, 0, 0, 0]), over):
        assert refused(state, seat, kind, payload)[0] == code
