"""A demonstration player for Klondike, which sees no more than you do."""

from functools import partial
from typing import Final

from .seats import DemoSeat, Plan

DEMO: Final = Plan(worlds=100)

demo = partial(DemoSeat, plan=DEMO)
