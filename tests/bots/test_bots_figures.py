"""The intervals of the arena, against scipy and against chance."""

from math import inf

import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from saloon.bots.figures import ratio, share


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=200).filter(lambda points: len(set(points)) > 1))
def test_the_interval_of_a_mean_is_students(points: list[int]) -> None:
    """With one match a deal the ratio is a mean, and its interval that of Student's t."""
    found = ratio(points, [1.0] * len(points))
    assert found is not None
    mean, error = float(scipy.stats.tmean(points)), float(scipy.stats.sem(points))
    low, high = scipy.stats.t.interval(0.95, len(points) - 1, loc=mean, scale=error)
    assert found.value == pytest.approx(mean)
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-3 * (high - low))


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 30, 100, 1000])
def test_students_quantiles_are_those_of_scipy(freedom: int) -> None:
    points = [0.0] * freedom + [1.0]
    found = ratio(points, [1.0] * len(points))
    assert found is not None
    error = float(scipy.stats.sem(points))
    assert found.half / error == pytest.approx(float(scipy.stats.t.ppf(0.975, freedom)), rel=1e-3)


def test_a_share_that_is_always_won_has_wilsons_interval() -> None:
    found = share([1.0] * 40, [1.0] * 40)
    assert found is not None
    expected = scipy.stats.binomtest(40, 40).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-4)


def test_one_deal_says_nothing_about_the_spread() -> None:
    found = ratio([3.0], [1.0])
    assert found is not None
    assert (found.value, found.low, found.high) == (3.0, -inf, inf)
    assert ratio([], []) is None
