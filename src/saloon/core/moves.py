"""The two moves shared by games with columns and foundations."""

from msgspec import UNSET, UnsetType

from .game import Action
from .places import Place


class TableauMove(Action, frozen=True):
    """Move the top cards of a column, or the top card of another pile, to a column."""

    kind = "tableauMove"
    source: Place
    target: Place
    count: object = None
    """A positive whole number. The rules check it after the places, so any value is read."""


class FoundationMove(Action, frozen=True):
    """Move a top card to a foundation; without a target the rules choose it."""

    kind = "foundationMove"
    source: Place
    target: Place | UnsetType = UNSET
    count: object = 1
    """Only one card moves at a time; the rules refuse a greater number. [KL-24, CA-54]"""
