"""Alea, bit for bit: the doubles were computed by JavaScript's original."""

import pytest

from saloon.core.alea import Alea

VECTORS = {
    0: (
        [0.5945264333859086, 0.8065849216654897, 0.12979769078083336, 0.6747123580425978, 0.47925701597705483],
        [4, 6, 1, 5, 3],
        0.547430110629648,
    ),
    1: (
        [0.526047095656395, 0.12264361372217536, 0.47771977609954774, 0.6214375477284193, 0.16581842070445418],
        [4, 0, 3, 4, 1],
        0.5730276636313647,
    ),
    42: (
        [0.6848634963389486, 0.5463244677521288, 0.8455933185759932, 0.19908552314154804, 0.5637381218839437],
        [5, 4, 6, 1, 4],
        0.009523809188976884,
    ),
    2**53 - 1: (
        [0.328355569858104, 0.5251330917235464, 0.23442885954864323, 0.31592039042152464, 0.8549994551576674],
        [2, 4, 1, 2, 6],
        0.28299183514900506,
    ),
}


@pytest.mark.parametrize("seed", VECTORS)
def test_the_first_numbers_and_the_thousandth(seed: int) -> None:
    first, below, thousandth = VECTORS[seed]
    alea = Alea(seed)
    assert [alea.random() for _ in range(5)] == first
    for _ in range(994):
        alea.random()
    assert alea.random() == thousandth
    assert alea.drawn == 1000
    alea = Alea(seed)
    assert [alea.below(8) for _ in range(5)] == below
    assert alea.drawn == 5


def test_a_seed_and_its_text_are_the_same() -> None:
    assert [Alea("42").random() for _ in range(3)] == [Alea(42).random() for _ in range(3)]
    assert Alea("hello").random() == 0.8750656815245748
    assert Alea("042").random() != Alea("42").random()


def test_numbers_stay_below_the_bound() -> None:
    alea = Alea(7)
    assert {alea.below(3) for _ in range(200)} == {0, 1, 2}
    assert {alea.below(1) for _ in range(50)} == {0}
    assert all(0 <= alea.random() < 1 for _ in range(500))


def test_streams_do_not_share_anything() -> None:
    one, other = Alea(1), Alea(1)
    one.random()
    assert other.drawn == 0
    assert other.random() == VECTORS[1][0][0]
