"""The compiled rules of Klondike do what the rules do, step by step."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from envs.batches import Compared
from positions import Position, positions
from saloon.games import GAMES

COMPARED = Compared("klondike")


def compare(position: Position, seed: int, most: int = 12) -> None:
    for state, row in COMPARED.step(position, Random(seed), most=most):
        assert row == list(COMPARED.compiled.row(state))


@settings(max_examples=400)
@given(positions("klondike", most=300), st.integers(0, 99))
def test_a_step_of_the_batch_is_a_step_of_the_rules(position: Position, seed: int) -> None:
    compare(position, seed)


@settings(max_examples=40)
@given(st.sampled_from(["1.0.0", "1.1.0"]), st.integers(0, 40), st.sampled_from([1, 3]), st.sampled_from([-1, 0, 2]))
def test_following_hints_to_the_end_is_the_same(version: str, seed: int, draw: int, redeals: int) -> None:
    """Hints win games, so auto-complete and the last card are met, in both versions of the rules."""
    game = GAMES.version("klondike", version)
    state = game.deal(str(seed), game.options(draw=draw, redeals=redeals))
    for _ in range(400):
        legal = game.legal(state, 0)
        compare(Position(game, state, 0), seed, most=2)
        hinted = game.hint(game.view(state, 0), legal)
        if hinted is None:
            break
        state = game.apply(state, 0, hinted)
    compare(Position(game, state, 0), seed)
