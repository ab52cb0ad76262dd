"""HighNoon's clerk."""

from .clerk import HighNoonClerk, prepare, warm_up

__all__ = ["HighNoonClerk", "prepare", "warm_up"]
