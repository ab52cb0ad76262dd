"""Sampled positions of Klondike: they look like the view, and the order of a stock that was seen stays."""

from random import Random

import pytest

from games.klondike.boards_klondike import KLONDIKE
from positions import play
from saloon.games.klondike.state import Draw, Options, Recycle


@pytest.mark.parametrize("options", [Options(draw=1), Options(draw=3, redeals=2)])
def test_a_world_looks_like_the_view(options: Options) -> None:
    random = Random(f"{options}")
    for seed in range(5):
        sampler = KLONDIKE.sampler()
        for state, _, _ in play(KLONDIKE, KLONDIKE.deal(str(seed), options), random, 40):
            sampler.watch(KLONDIKE.view(state, 0))
        view = KLONDIKE.view(state, 0)
        for world in sampler.worlds(view, 4, "1"):
            KLONDIKE.check(world)
            assert KLONDIKE.view(world, 0) == view


def test_a_stock_that_was_looked_through_is_known_and_the_columns_are_not() -> None:
    state = KLONDIKE.deal("1", Options(draw=1))
    sampler = KLONDIKE.sampler()
    first = sampler.worlds(KLONDIKE.view(state, 0), 5, "1")
    assert len({world.stock for world in first}) == 5
    for action in (*[Draw()] * 24, Recycle()):
        state = KLONDIKE.apply(state, 0, action)
        sampler.watch(KLONDIKE.view(state, 0))
    worlds = sampler.worlds(KLONDIKE.view(state, 0), 5, "1")
    assert {world.stock for world in worlds} == {state.stock}
    assert len({world.tableau for world in worlds}) == 5
