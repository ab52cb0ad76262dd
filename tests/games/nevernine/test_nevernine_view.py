"""What a seat and a watcher see, and what they do not."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from clauses import clause
from games.nevernine.rounds_nevernine import (
    GAME,
    before_the_last_card,
    bidding,
    dealt,
    laid,
    last_card,
    plain,
    to_the_end,
)
from hidden import rearranged
from positions import Position, positions
from saloon.core.canonical import canonical_json
from saloon.games.nevernine.rules import forbidden_bid
from saloon.games.nevernine.state import DECK, ORDER

SAME_IN_BOTH = {
    "bids",
    "dealer",
    "endedReason",
    "lastRound",
    "options",
    "phase",
    "round",
    "scores",
    "status",
    "taken",
    "trick",
    "tricks",
    "turn",
    "winners",
}
OF_THE_VIEW = {"forbiddenBid", "handSizes", "lastTrick", "reachedRound", "seat"}

SEATS = {"dealer", "leader", "seat", "turn", "winner"}


def told(value: Any, name: str = "") -> Any:
    """Return part of a state as a view shows it: cards as objects, seats by their names."""
    if name in SEATS:
        return None if value is None else f"p{value + 1}"
    if name == "card":
        return {"cardId": value, "faceDown": False, "rank": " A23456789TJQK".index(value[0]), "suit": value[1]}
    if name == "winners":
        return [f"p{seat + 1}" for seat in value]
    if isinstance(value, dict):
        return {key: told(one, key) for key, one in value.items()}
    return [told(one) for one in value] if isinstance(value, list) else value


@given(positions("nevernine"))
@settings(max_examples=60, deadline=None)
def test_a_view_shows_what_is_public_and_the_own_hand(position: Position) -> None:
    state = plain(position.state)
    for seat in range(4):
        view = plain(GAME.view(position.state, seat))
        assert set(view) == SAME_IN_BOTH | OF_THE_VIEW | {"hand"}
        assert {key: view[key] for key in SAME_IN_BOTH} == {key: told(state[key], key) for key in SAME_IN_BOTH}
        assert view["seat"] == f"p{seat + 1}"
        assert view["hand"] == [told(card, "card") for card in sorted(state["hands"][seat], key=list(DECK).index)]
        assert view["handSizes"] == [len(hand) for hand in state["hands"]]
        assert view["forbiddenBid"] == forbidden_bid(position.state)
        rows = [[row[other] for row in state["history"]] for other in range(4)]
        assert view["reachedRound"] == [row.index(row[-1]) for row in rows]


@given(positions("nevernine"))
@settings(max_examples=40, deadline=None)
def test_a_watcher_sees_the_same_without_a_hand(position: Position) -> None:
    watcher, player = (plain(GAME.view(position.state, seat)) for seat in (None, 2))
    assert watcher["seat"] is None
    del player["hand"]
    assert watcher == player | {"seat": None}
    assert GAME.view(position.state, None).hand is UNSET


@given(positions("nevernine"), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_other_hands_and_the_seed_leave_no_trace(position: Position, luck: int) -> None:
    random = Random(luck)
    for seat in (0, 1, 2, 3, None):
        other = rearranged("nevernine", position.state, seat, random)
        assert canonical_json(GAME.view(other, seat)) == canonical_json(GAME.view(position.state, seat))
        if seat is not None:
            assert GAME.legal(other, seat) == GAME.legal(position.state, seat)


@given(positions("nevernine"))
@settings(max_examples=40, deadline=None)
def test_a_card_is_named_only_where_its_viewer_knows_it(position: Position) -> None:
    state = replace(position.state, seed="the secret seed")
    for seat in (0, 3, None):
        known = {move.card for trick in (*state.tricks, state.trick) for move in trick.moves}
        known |= set() if seat is None else set(state.hands[seat])
        view = plain(GAME.view(state, seat))
        view["lastRound"] = None
        if not state.tricks:
            view["lastTrick"] = None
        text = canonical_json(view).decode()
        assert {card for card in DECK if f'"{card}"' in text} == known
        assert "secret" not in text
        assert "hands" not in text.replace("handSizes", "")


def test_the_last_trick_is_seen_across_the_end_of_a_round() -> None:
    state = bidding([9, 0, 0, 1])
    assert GAME.view(state, 0).last_trick is None
    state = laid(state, "6C 6D 6H")
    assert GAME.view(state, 0).last_trick is None
    state = laid(state, "6S")
    assert plain(GAME.view(state, 1).last_trick) == told(plain(state.tricks[0]))
    state = laid(state, "7C 7D 7H 7S")
    assert plain(GAME.view(state, 1).last_trick) == told(plain(state.tricks[1]))
    state = last_card(before_the_last_card((9, 0, 0, 1)))
    assert (state.phase, state.tricks) == ("bid", ())
    last = GAME.view(state, None).last_trick
    assert last is not None
    assert [move.card.card_id for move in last.moves] == ["AC", "AD", "AH", "AS"]
    over = last_card(before_the_last_card((0, 0, 0, 0), limit=9))
    assert plain(GAME.view(over, None).last_trick) == told(plain(over.tricks[8]))


@clause("NN-44", "NN-19")
def test_everyone_sees_what_the_dealer_may_not_bid() -> None:
    for seat in (0, 1, 2, 3, None):
        assert GAME.view(bidding([1, 2]), seat).forbidden_bid is None
        assert GAME.view(bidding([1, 2, 3]), seat).forbidden_bid == 3
        assert GAME.view(bidding([1, 2, 9]), seat).forbidden_bid is None
        assert GAME.view(bidding([1, 2, 3, 4]), seat).forbidden_bid is None


@clause("NN-61")
def test_a_view_does_not_grow_with_the_rounds() -> None:
    state = bidding([1, 2, 3])
    later = replace(
        state, round=3000, history=tuple((row, 0, 0, row // 2) for row in range(900)), scores=(899, 0, 0, 449)
    )
    near, far = (len(canonical_json(GAME.view(one, 0))) for one in (state, later))
    assert near < far < near + 20
    sizes = [len(canonical_json(GAME.view(one, 1))) for one in to_the_end(dealt("size", limit=60), Random(1))]
    assert max(sizes) < 5000


def test_the_hand_is_sorted_by_suit_and_then_upwards() -> None:
    for seat in range(4):
        hand: Any = GAME.view(dealt("7"), seat).hand
        assert [ORDER[card.card_id] for card in hand] == sorted(ORDER[card] for card in dealt("7").hands[seat])
    first: Any = GAME.view(dealt("7"), 0).hand
    assert [card.card_id for card in first] == ["7C", "9C", "QC", "7D", "JD", "AD", "9H", "KH", "9S"]
