"""Ratios with 95% confidence intervals, clustered by deal."""

from collections.abc import Sequence
from math import inf, sqrt

from msgspec import Struct

_Z = 1.96


class Estimate(Struct, frozen=True):
    """A value with its 95% confidence interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate | None:
    """Return sum(tops) / sum(bottoms), each pair being one deal; None if the denominator is 0.

    Deals are independent, the matches of a deal are not, so the spread is that of the deals' residuals. With a single
    deal it is unknown and the interval is infinite.
    """
    value, error = _ratio(tops, bottoms)
    return None if value is None else Estimate(value, value - _Z * error, value + _Z * error)


def share(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate | None:
    """Return a ratio between 0 and 1 with Wilson's interval for the effective number of trials."""
    value, error = _ratio(tops, bottoms)
    if value is None:
        return None
    trials = value * (1 - value) / error**2 if 0 < error < inf and 0 < value < 1 else len(tops)
    centre = (value + _Z**2 / (2 * trials)) / (1 + _Z**2 / trials)
    half = _Z / (1 + _Z**2 / trials) * sqrt(max(0.0, value * (1 - value)) / trials + _Z**2 / (4 * trials**2))
    return Estimate(value, max(0.0, centre - half), min(1.0, centre + half))


def _ratio(tops: Sequence[float], bottoms: Sequence[float]) -> tuple[float | None, float]:
    """Return the ratio and its standard error, enlarged for small numbers of deals."""
    total, deals = sum(bottoms), len(tops)
    if not total:
        return None, 0.0
    value = sum(tops) / total
    if deals == 1:
        return value, inf
    residuals = [top - value * bottom for top, bottom in zip(tops, bottoms, strict=True)]
    spread = sum(residual**2 for residual in residuals) * deals / (deals - 1)
    return value, sqrt(spread) / total * _student(deals - 1) / _Z


def _student(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t, by its series expansion."""
    if freedom < len(_FEW):
        return _FEW[freedom]
    terms = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
    )
    return _Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


_FEW = (inf, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
