"""The compiled rules of Never Nine do what the rules do, step by step."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from envs.batches import Compared
from positions import Position, positions
from saloon.games.nevernine.state import DECK

COMPARED = Compared("nevernine")


@settings(max_examples=400)
@given(positions("nevernine", most=240), st.integers(0, 99))
def test_a_step_of_the_batch_is_a_step_of_the_rules(position: Position, seed: int) -> None:
    for state, row in COMPARED.step(position, Random(seed)):
        expected = list(COMPARED.compiled.row(state))
        if state.round > position.state.round:  # a new round has random cards, nine for each seat
            assert sorted(row[: len(DECK)]) == sorted(expected[: len(DECK)])
            row[: len(DECK)] = expected[: len(DECK)]
        assert row == expected
