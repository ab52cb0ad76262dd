"""The state of Cards: eight tableau piles, four foundations, the seed and the options."""

from typing import Final, Literal

from msgspec import Struct

from saloon.core.cards import Card, Pile, deck
from saloon.core.game import Action
from saloon.core.moves import FoundationMove as FoundationMove
from saloon.core.moves import TableauMove as TableauMove

Stack = Literal["run", "any"]
Faces = Literal["lastThreeUp", "firstThreeDown"]

SUITS: Final = "SHCD"
"""Spades, hearts, clubs, diamonds: a suit's number is its place here, and so is its foundation's. [CA-02, CA-14]"""
DECK: Final[tuple[Card, ...]] = tuple(deck(SUITS))
"""The 52 cards face-up in the order of their numbers. [CA-27]"""
CAPACITIES: Final = (3, 4, 5, 6, 7, 8, 9, 10)
"""How many cards each pile is dealt; during play a pile may grow beyond. [CA-09, CA-114]"""
SIZES: Final = {"tableau": 8, "foundation": 4}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options: which cards are dealt face-up, and which of them may be moved together."""

    faces: Faces = "lastThreeUp"
    stack: Stack = "run"


class State(Struct, frozen=True, rename="camel"):
    """A game in progress, or won."""

    foundations: tuple[Pile, ...]
    options: Options
    rules_version: str
    seed: str
    status: Literal["active", "won"]
    tableau: tuple[Pile, ...]


class Finish(Action, frozen=True):
    """Move every card that fits to the foundations, one by one."""

    kind = "finish"
