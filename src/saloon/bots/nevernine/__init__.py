"""Bots for Never Nine: they deal out the cards they cannot see, again and again, and look how each choice ends."""

from functools import partial
from typing import Final

from .seats import Plan, RuleSeat, SamplingSeat

SAMPLER: Final = Plan(bid_worlds=20, card_work=1_500, most_worlds=20, noise=0.3, wild=0.3)
MASTER: Final = Plan(
    bid_worlds=300,
    card_work=60_000,
    most_worlds=600,
    noise=0.1,
    wild=0.1,
    choice=4,
    spread=0.8,
    doubt=0.05,
    exact=4,
    exact_worlds=(0, 40, 40, 40, 30),
)

greedy = RuleSeat
sampler = partial(SamplingSeat, plan=SAMPLER)
master = partial(SamplingSeat, plan=MASTER)
