"""The state of Klondike. Every struct has its fields in the order of canonical JSON."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from saloon.core.canonical import Orderly
from saloon.core.cards import KING, Pile
from saloon.core.game import Action
from saloon.core.moves import FoundationMove as FoundationMove
from saloon.core.moves import TableauMove as TableauMove

Scoring = Literal["standard", "vegas", "legacyUnity"]
Status = Literal["active", "won"]

SIZES: Final = {"tableau": 7, "foundation": 4}
"""How many columns and foundations there are. [KL-02, KL-14]"""
UNLIMITED_REDEALS: Final = -1


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options; `redeals` is how often the waste may be turned over, -1 for no limit."""

    draw: Literal[3, 1] = 3
    redeals: Annotated[int, Meta(ge=UNLIMITED_REDEALS, le=9)] = UNLIMITED_REDEALS
    scoring: Scoring = "standard"


class State(Orderly, frozen=True, rename="camel"):
    """A game of Klondike. `moves` counts the player's moves and is never undone."""

    foundations: tuple[Pile, ...]
    moves: int
    options: Options
    redeals_used: int
    rules_version: str
    score: int
    seed: str
    status: Status
    stock: Pile
    tableau: tuple[Pile, ...]
    waste: Pile

    @property
    def redeals_left(self) -> int | None:
        """How often the waste may still be turned over; None for no limit."""
        limit = self.options.redeals
        return None if limit == UNLIMITED_REDEALS else limit - self.redeals_used


def all_raised(foundations: tuple[Pile, ...]) -> bool:
    """Whether every foundation holds its thirteen cards: the game is won. [KL-18, KL-22]"""
    return all(len(pile) == KING for pile in foundations)


class Draw(Action, frozen=True):
    """Turn one or three cards of the stock onto the waste."""

    kind = "draw"


class Recycle(Action, frozen=True):
    """Turn the waste over to be the stock again."""

    kind = "recycle"


class AutoComplete(Action, frozen=True):
    """Bring all cards up, once the game is certain to be won."""

    kind = "autoComplete"
