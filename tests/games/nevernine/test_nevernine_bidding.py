"""Bids: who, when, how high, and never to a sum of nine."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.nevernine.rounds_nevernine import GAME, bidding, dealt, refused, send, to_the_end, wire
from saloon.core.game import SERVER
from saloon.games.nevernine.rules import forbidden_bid
from saloon.games.nevernine.state import State

ANY_BID = st.integers(0, 9)


def bids_of(state: State, seat: int) -> list[object]:
    """Return the bids that are legal for a seat."""
    return [payload["bid"] for kind, payload in map(wire, GAME.legal(state, seat)) if kind == "bid"]


@clause("NN-10", "NN-16", "NN-17", "NN-28")
@given(st.integers(0, 3), ANY_BID, ANY_BID, ANY_BID, ANY_BID)
@settings(max_examples=60, deadline=None)
def test_each_bids_once_from_the_dealers_left_to_the_dealer(dealer: int, a: int, b: int, c: int, d: int) -> None:
    d = d if a + b + c + d != 9 else (d + 1) % 10
    state = bidding([], dealer=dealer)
    order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    made: list[int | None] = [None] * 4
    for seat, bid in zip(order, (a, b, c, d), strict=True):
        assert (state.phase, state.turn, list(state.bids)) == ("bid", seat, made)
        assert [other for other in range(4) if GAME.legal(state, other)] == [seat]
        state = send(state, seat, "bid", {"bid": bid})
        made[seat] = bid
        GAME.check(state)
    assert (state.phase, state.turn, list(state.bids)) == ("play", order[0], made)
    assert (state.tricks, state.trick.moves, state.trick.leader) == ((), (), order[0])


@clause("NN-15", "NN-42")
@pytest.mark.parametrize(
    ("bid", "said"),
    [(-1, "-1"), (10, "10"), (99, "99"), (-(2**70), "a huge number"), (10**300, "a huge number")],
)
def test_a_bid_is_from_0_to_9(bid: int, said: str) -> None:
    for before in ([], [3], [3, 3], [3, 3, 4]):
        seat = len(before)
        state = bidding(before)
        assert bids_of(state, seat) == list(range(10))
        expected = ("BID_OUT_OF_RANGE", f"a bid must be from 0 to 9, not {said}")
        assert refused(state, seat, "bid", {"bid": bid}) == expected


@clause("NN-15", "NN-42")
@pytest.mark.parametrize(
    ("bid", "said"),
    [
        (True, "True"),
        (False, "False"),
        (None, "None"),
        (3.0, "3.0"),
        (2.5, "2.5"),
        ("3", "'3'"),
        ("", "''"),
        ([3], "a list"),
        ({"bid": 3}, "a dict"),
    ],
)
def test_a_bid_is_a_whole_number(bid: object, said: str) -> None:
    expected = ("BID_NOT_INTEGER", f"a bid is a whole number, not {said}")
    assert refused(bidding([]), 0, "bid", {"bid": bid}) == expected
    assert refused(bidding([1, 2, 3]), 3, "bid", {"bid": bid}) == expected


@clause("NN-17", "NN-43")
def test_a_second_bid_is_refused() -> None:
    state = bidding([4], dealer=1)
    assert refused(state, 2, "bid", {"bid": 5}) == ("ALREADY_BID", "you have already bid 4")
    assert refused(state, 2, "bid", {"bid": "x"})[0] == "ALREADY_BID"
    state = bidding([0, 2, 3], dealer=1)
    assert refused(state, 2, "bid", {"bid": 0}) == ("ALREADY_BID", "you have already bid 0")
    assert refused(state, 3, "bid", {"bid": 2})[0] == "ALREADY_BID"
    assert refused(state, 0, "bid", {"bid": 2})[0] == "ALREADY_BID"


@clause("NN-16")
def test_nobody_bids_out_of_turn() -> None:
    state = bidding([], dealer=2)
    for seat in (0, 1, 2):
        assert refused(state, seat, "bid", {"bid": 1}) == ("NOT_YOUR_TURN", "it is p4's turn")
        assert refused(state, seat, "bid", {"bid": None})[0] == "NOT_YOUR_TURN"
    state = bidding([1], dealer=2)
    assert refused(state, 1, "bid", {"bid": 1}) == ("NOT_YOUR_TURN", "it is p1's turn")


@clause("NN-18", "NN-19", "NN-44")
def test_the_dealer_may_bid_anything_but_the_number_that_makes_nine() -> None:
    for first, second, third in product((0, 1, 4, 9), repeat=3):
        state = bidding([first, second, third], dealer=1)
        rest = 9 - first - second - third
        assert forbidden_bid(state) == (rest if rest >= 0 else None)
        assert bids_of(state, 1) == [bid for bid in range(10) if bid != rest]
        assert bids_of(state, SERVER) == []
        if rest >= 0:
            reason = f"with {rest} the four bids would sum to 9; choose another number"
            assert refused(state, 1, "bid", {"bid": rest}) == ("BID_FORBIDDEN_SUM", reason)


@clause("NN-18")
def test_only_the_last_bidder_is_restricted() -> None:
    for made in ([], [9], [5, 4], [0, 0]):
        state = bidding(made)
        assert forbidden_bid(state) is None
        assert bids_of(state, len(made)) == list(range(10))
    state = bidding([3, 3, 3])
    assert forbidden_bid(state) == 0
    assert bids_of(state, 3) == list(range(1, 10))
    assert forbidden_bid(bidding([3, 3, 4])) is None
    assert forbidden_bid(bidding([3, 3, 4, 9])) is None


@clause("NN-10")
def test_a_bid_belongs_to_the_bidding() -> None:
    state = bidding([1, 2, 3, 4])
    for seat in range(4):
        assert refused(state, seat, "bid", {"bid": 1}) == ("WRONG_PHASE", "the bidding is over; play a card")
        assert refused(state, seat, "bid", {"bid": "x"})[0] == "WRONG_PHASE"


@clause("NN-45", "NN-64")
def test_machines_never_bid_the_forbidden_number() -> None:
    restricted = 0
    for state in to_the_end(dealt("machines", limit=30)):
        if state.phase == "bid" and state.turn is not None:
            action = GAME.hint(GAME.view(state, state.turn), GAME.legal(state, state.turn))
            assert action is not None
            assert wire(action)[1]["bid"] != forbidden_bid(state)
            restricted += forbidden_bid(state) is not None
        assert None in state.bids or sum(bid or 0 for bid in state.bids) != 9
    assert restricted > 10
