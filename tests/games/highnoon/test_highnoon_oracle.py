"""The rules and the oracle agree: on what is refused and why, on what comes of an action, and on what is legal."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.highnoon import oracle_highnoon as oracle
from games.highnoon.boards_highnoon import GAME, Json, plain, send
from games.highnoon.oracle_highnoon import MESSAGES, judge, refusal, takers
from games.highnoon.strategies_highnoon import random_message, states, wire
from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Seat, seat_name
from saloon.games.highnoon.stalemate import is_stalemate
from saloon.games.highnoon.state import State


def answer(state: State, seat: Seat, kind: Any, payload: Any) -> tuple[str | None, Json]:
    """Return the code of a refusal, or None, and the state that holds afterwards."""
    try:
        after = send(state, seat, kind, payload)
    except Rejected as refused:
        return refused.code, plain(state)
    GAME.check(after)
    return None, plain(after)


@clause("HN-16", "HN-17", "HN-60", "HN-84", "HN-105")
@given(states(), st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_every_message_gets_the_answer_of_the_contract(state: State, luck: int) -> None:
    random = Random(luck)
    for _ in range(16):
        seat = random.choice([0, 1, 0, 1, SERVER])
        kind, payload = random_message(random, list(GAME.legal(state, seat)), seat_name(seat))
        before = canonical_json(state)
        expected = judge(plain(state), seat_name(seat), kind, payload)
        assert answer(state, seat, kind, payload) == expected
        assert answer(state, seat, kind, payload) == expected, "the same state and action, the same next state"
        assert canonical_json(state) == before, "apply never changes the state it is given"
        if expected[0] is None and random.random() < (0.1 if kind in ("resign", "timeout") else 0.5):
            state = send(state, seat, kind, payload)


@clause("HN-75", "HN-59", "HN-13", "HN-57", "HN-69")
@given(states())
@settings(max_examples=60, deadline=None)
def test_legal_lists_exactly_what_is_accepted(state: State) -> None:
    canonical = plain(state)
    for seat in GAME.seats:
        player = seat_name(seat)
        legal = [wire(action) for action in GAME.legal(state, seat)]
        accepted = [message for message in MESSAGES[player] if refusal(canonical, player, *message) is None]
        for message in legal:
            if message["kind"] == "foundationMove":
                _assert_names_the_chosen(canonical, player, message["payload"])
                message["payload"]["target"]["index"] = 0
        assert sorted(map(repr_of, legal)) == sorted(repr_of({"kind": k, "payload": p}) for k, p in accepted)


def _assert_names_the_chosen(canonical: Json, player: str, payload: Json) -> None:
    board = canonical["players"][player]
    card = oracle.pile_of(board, payload["source"])[-1]
    assert payload["target"]["index"] == takers(canonical, card)[0]


def repr_of(message: Json) -> bytes:
    return canonical_json(message)


@given(states())
@settings(max_examples=150, deadline=None)
def test_the_quick_test_for_a_dead_match_equals_the_slow_one(state: State) -> None:
    canonical = plain(state)
    counters = canonical.get("sinceProgress")
    expected = counters is not None and oracle.stalemate(canonical)
    assert is_stalemate(state) == expected
