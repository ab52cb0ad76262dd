"""Demonstration players of Cards and Meridian: they deal out what is hidden and ask the solver how it is won."""

from functools import partial
from typing import Final

from .facts import cards_table, meridian_table
from .seats import HindsightSeat, Plan

CARDS: Final = Plan(worlds=8, states=4_000)
MERIDIAN: Final = Plan(worlds=8, states=20_000)

cards = partial(HindsightSeat, plan=CARDS, table=cards_table)
meridian = partial(HindsightSeat, plan=MERIDIAN, table=meridian_table)
