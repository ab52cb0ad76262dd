"""Bots for HighNoon: one that values moves at first sight, and one that plays the match on in its head."""

from functools import partial
from typing import Final

from .seats import AimlessSeat, BuilderSeat, Plan, RuleSeat, SearchingSeat

SEARCHER: Final = Plan(worlds=80, ticks=40, tail=1.0)

aimless = AimlessSeat
greedy = RuleSeat
builder = BuilderSeat
searcher = partial(SearchingSeat, plan=SEARCHER)
