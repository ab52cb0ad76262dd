"""The two moves that solitaires with columns and foundations share."""

from msgspec import UNSET, UnsetType

from .game import Action
from .places import Place


class TableauMove(Action, frozen=True):
    """Lay the top cards of a column, or the top card of another pile, on a column."""

    kind = "tableauMove"
    source: Place
    target: Place
    count: object = None
    """A positive whole number. It is judged after the places, so it is read as it comes."""


class FoundationMove(Action, frozen=True):
    """Bring a top card up; without a target the rule chooses the foundation."""

    kind = "foundationMove"
    source: Place
    target: Place | UnsetType = UNSET
    count: object = 1
    """Only one card goes up at a time; a greater number is understood, and refused by the rules. [KL-24, CA-54]"""
