"""The rules agree with a second, slow Klondike on every position."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.klondike import oracle_klondike as oracle
from games.klondike.boards_klondike import KLONDIKE, boards, open_boards
from positions import positions
from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.core.game import Action, read_action
from saloon.games.klondike.state import State

any_board = st.one_of(positions("klondike").map(lambda position: position.state), boards(), open_boards())


def read(kind: str, payload: dict[str, Any]) -> Action:
    return read_action(KLONDIKE.actions, kind, payload)


def plain(state: State) -> dict[str, Any]:
    """A deep copy as JSON has it, for the oracle to work on."""
    board: dict[str, Any] = msgspec.json.decode(canonical_json(KLONDIKE.canonical(state)))
    return board


def same_verdict(state: State, board: dict[str, Any], kind: str, payload: dict[str, Any]) -> None:
    expected = oracle.judge(board, kind, payload)
    after, code = state, ""
    try:
        after = KLONDIKE.apply(state, 0, read(kind, payload))
    except Rejected as rejected:
        code = rejected.code
    assert code == expected, (kind, payload)
    assert plain(after) == (board if code else oracle.play(board, kind, payload))


@clause("KL-01", "KL-46")
@given(any_board)
@settings(max_examples=60, deadline=None)
def test_legal_lists_exactly_what_trying_finds(state: State) -> None:
    listed = [(action.kind, msgspec.to_builtins(action)) for action in KLONDIKE.legal(state, 0)]
    found = oracle.legal(plain(state))
    key = canonical_json
    assert sorted(map(key, listed)) == sorted(map(key, found))


@clause("KL-23")
@given(any_board, st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_actions_are_judged_and_played_as_the_oracle_does(state: State, seed: int) -> None:
    board = plain(state)
    for kind, payload in [*oracle.legal(board)[:12], *Random(seed).sample(EVERY, 40)]:
        same_verdict(state, board, kind, payload)
    assert plain(state) == board, "apply changed the state it was given"


EVERY = oracle.every_action()


@pytest.mark.parametrize("count", [0, -1, None, True, 1.0, "1", [1]])
@pytest.mark.parametrize("kind", ["tableauMove", "foundationMove"])
def test_a_count_must_be_a_positive_whole_number_or_is_malformed(kind: str, count: object) -> None:
    state = KLONDIKE.deal("1", KLONDIKE.options())
    zone = "foundation" if kind == "foundationMove" else "tableau"
    payload = {"source": {"zone": "tableau", "index": 0}, "target": {"zone": zone, "index": 1}, "count": count}
    assert oracle.judge(plain(state), kind, payload) == "MALFORMED_MESSAGE"
    with pytest.raises(Rejected) as refused:
        KLONDIKE.apply(state, 0, read(kind, payload))
    assert refused.value.code == "MALFORMED_MESSAGE"
    assert refused.value.reason.startswith("count must be a positive whole number, not ")


@given(any_board)
@settings(max_examples=60, deadline=None)
def test_every_position_is_sound_and_stays_so(state: State) -> None:
    KLONDIKE.check(state)
    for action in KLONDIKE.legal(state, 0):
        KLONDIKE.check(KLONDIKE.apply(state, 0, action))
