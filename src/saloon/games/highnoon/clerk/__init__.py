"""HighNoon's clerk: a compiled kernel that takes plain actions at speed. It stands on the table, above the rulebook."""

from typing import Final

from .clerk import HighNoonClerk, warm_up

CLERK: Final = HighNoonClerk()
"""The clerk of all tables."""

__all__ = ["CLERK", "HighNoonClerk", "warm_up"]
