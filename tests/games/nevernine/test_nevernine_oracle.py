"""The rules and the oracle agree: on what is refused and why, on what comes of an action, and on what is legal."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.nevernine import oracle_nevernine as oracle
from games.nevernine.oracle_nevernine import MESSAGES, SERVER_MESSAGES
from games.nevernine.rounds_nevernine import GAME, Json, dealt, plain, send, wire
from positions import option_sets, positions
from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Seat, seat_name
from saloon.core.options import read_options
from saloon.games.nevernine import rules
from saloon.games.nevernine.state import State

SEATS = [*GAME.seats, SERVER]
MALFORMED: list[tuple[Any, Any]] = [
    ("bid", {}),
    ("bid", {"bid": 1, "player": "p1"}),
    ("bid", [1]),
    ("play", {"card": 7}),
    ("play", {"card": None}),
    ("play", {"cards": "7H"}),
    ("bidFor", {"bid": 1}),
    ("bidFor", {"bid": 1, "player": "p5"}),
    ("playFor", {"card": "7H", "player": 0}),
    ("playFor", {"card": 7, "player": "p1"}),
    ("pass", {}),
    (None, {}),
]


def states(most: int = 150) -> st.SearchStrategy[State]:
    """States of random play under all options."""
    played: st.SearchStrategy[State] = positions("nevernine", most=most).map(lambda position: position.state)
    return played


def answer(state: State, seat: Seat, kind: Any, payload: Any) -> tuple[str | None, Json]:
    """Return the code of a refusal, or None, and the state that holds afterwards."""
    try:
        after = send(state, seat, kind, payload)
    except Rejected as rejected:
        return rejected.code, plain(state)
    GAME.check(after)
    return None, plain(after)


@clause("NN-35", "NN-15", "NN-23", "NN-46", "NN-47")
@given(states())
@settings(max_examples=40, deadline=None)
def test_every_message_gets_the_answer_of_the_rules(state: State) -> None:
    canonical, text = plain(state), canonical_json(state)
    for seat in SEATS:
        for kind, payload in [*(SERVER_MESSAGES[::3] if seat == SERVER else MESSAGES), *MALFORMED, *MESSAGES[:1]]:
            expected = oracle.judge(canonical, seat_name(seat), kind, payload)
            assert answer(state, seat, kind, payload) == expected, (seat, kind, payload)
    assert canonical_json(state) == text, "apply never changes the state it is given"


@clause("NN-19", "NN-49", "NN-50", "NN-51")
@given(states())
@settings(max_examples=80, deadline=None)
def test_legal_lists_exactly_what_is_accepted(state: State) -> None:
    canonical = plain(state)
    for seat in SEATS:
        messages = SERVER_MESSAGES if seat == SERVER else MESSAGES
        accepted = [message for message in messages if not oracle.refusal(canonical, seat_name(seat), *message)]
        assert [wire(action) for action in GAME.legal(state, seat)] == accepted


@pytest.mark.parametrize("options", option_sets("nevernine"))
@clause("NN-12", "NN-13", "NN-25", "NN-26", "NN-37")
def test_whole_games_go_as_the_oracle_plays_them(options: Json) -> None:
    random = Random(str(options))
    for seed in ("a", "Möwe", "3"):
        state = GAME.deal(seed, read_options("nevernine", GAME.options, options))
        expected = oracle.dealt(seed, options)
        assert plain(state) == expected
        for _ in range(250):
            if state.turn is None:
                break
            actor = SERVER if options["turnSeconds"] and random.random() < 0.1 else state.turn
            action = random.choice(GAME.legal(state, actor))
            state = GAME.apply(state, actor, action)
            expected = oracle.transition(expected, seat_name(actor), *wire(action))
            assert plain(state) == expected
        assert (state.turn is None) == (max(state.scores) >= options["limit"])


@clause("NN-08", "NN-09", "NN-79")
@given(st.text(min_size=1, max_size=40).filter(lambda text: text.isprintable()), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_the_deal_is_that_of_the_oracle(seed: str, number: int) -> None:
    assert plain(dealt(seed)) == oracle.dealt(seed, {})
    dealer = (oracle.first_dealer(seed) + number - 1) % 4
    assert [list(hand) for hand in rules.dealt(seed, number, dealer)] == oracle.hands_of(seed, number, dealer)
