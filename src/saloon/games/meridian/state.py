"""The state of Meridian Master. Every struct has its fields in canonical order."""

from typing import Final, Literal

from msgspec import Struct

from saloon.core import places as core_places
from saloon.core.canonical import Orderly
from saloon.core.cards import KING, Card, Pile
from saloon.core.game import Action

Mode = Literal["classic", "double_pocket", "traditional", "expert"]
ColumnType = Literal["ace", "king", "untyped"]
"""The type of a column with cards; an empty one has none. [MM-69]"""
Ending = Literal["completed", "stalemate", "declared", "resign"]
Status = Literal["active", "won", "lost"]
Zone = Literal["waste", "pocket", "tab", "fUp", "fDown"]

SUITS: Final = "HDCS"
"""Hearts, diamonds, clubs, spades: the order of the deck and of the foundations. [MM-17]"""
COLUMNS: Final = 7
LOWEST_UP: Final = 7
"""The meridian: this rank and higher ones go up, lower ones go down. [MM-06]"""
UP_COMPLETE: Final = KING - LOWEST_UP + 1
DOWN_COMPLETE: Final = LOWEST_UP - 1
REMEMBERED_POSITIONS: Final = 50
WARNED_AFTER: Final = 30
"""Moves without progress until the player is warned. [MM-261]"""
LONG_GAME: Final = 200
"""Moves after which a long time without progress causes a warning. [MM-298]"""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options. `direction` says whether the first move onto an untyped column locks its direction."""

    direction: Literal["locked", "flexible"] = "locked"
    mode: Mode = "classic"

    @property
    def locked(self) -> bool:
        """Whether an untyped column keeps the direction of the first card laid on it. [MM-39]"""
        return self.direction == "locked"

    @property
    def pockets(self) -> int:
        """How many pockets the mode has. [MM-08]"""
        return 2 if self.mode == "double_pocket" else 1

    @property
    def has_hidden_cards(self) -> bool:
        """Whether the mode deals cards face-down. [MM-09]"""
        return self.mode in ("traditional", "expert")


class Board(Orderly, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The cards in play. `base_heights` count the cards of each column that no move has put there."""

    base_heights: tuple[int, ...]
    column_types: tuple[ColumnType | None, ...]
    down: tuple[Pile, ...]
    """The foundations from 6 down to the Ace, in the order of SUITS."""
    pockets: tuple[Card | None, ...]
    tableau: tuple[Pile, ...]
    up: tuple[Pile, ...]
    """The foundations from 7 up to the King, in the order of SUITS."""
    waste: Pile

    @property
    def typing_cards(self) -> tuple[Card | None, ...]:
        """The Ace or King that gives each column its type. [MM-70]"""
        columns = zip(self.column_types, self.tableau, strict=True)
        return tuple(column[0] if kind in ("ace", "king") else None for kind, column in columns)

    @property
    def is_complete(self) -> bool:
        """Whether all eight foundations are full: the game is won. [MM-14]"""
        return all(len(pile) == UP_COMPLETE for pile in self.up) and all(
            len(pile) == DOWN_COMPLETE for pile in self.down
        )


class Canonical(Orderly, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The part that is hashed and stored. `draws`, `moves` and `recycles` are never undone."""

    board: Board
    draws: int
    end: Ending | None
    first_ace_move: int | None
    """The number of the move that first laid an Ace on an empty column. [MM-322]"""
    first_king_move: int | None
    history: tuple[str, ...]
    """Fingerprints of the last positions, the dealt one and those after card moves. [MM-292]"""
    idle: bool
    """Whether the server warned of a long game without progress, and there was none since."""
    loop: bool
    """Whether a move came back to a position of the history, with no progress since."""
    moves: int
    moves_without_progress: int
    options: Options
    recycles: int
    rules_version: str
    seed: str
    stock: Pile

    @property
    def status(self) -> Status:
        """Whether the game goes on, and if not, how it ended."""
        if self.end is None:
            return "active"
        return "won" if self.end == "completed" else "lost"

    @property
    def warnings(self) -> tuple[str, ...]:
        """The current warnings: while there is one, the player may declare the game a stalemate. [MM-261, MM-294]"""
        stalled = self.moves_without_progress >= WARNED_AFTER
        standing = (("loop", self.loop), ("noProgress", stalled), ("idle", self.idle))
        return tuple(name for name, stands in standing if stands)


Visit = tuple[str, int]
"""The key of a position, and how many positions were listed before it."""


class Trail(Struct, frozen=True, gc=False):
    """Earlier positions, as the player sees them: hints do not lead back there. It is part of the view."""

    draws: int
    """Cards drawn since the last card move, or since the deal."""
    positions: tuple[Visit, ...]
    """The last 50 different positions, the dealt one and those after card moves.

    Position n is in slot n modulo 50, so that a move changes one slot and an ack stays small.
    """
    since: int
    """The number of the first position after the last move for good: no earlier position can come back."""


class State(Canonical, frozen=True):
    """A game of Meridian Master: the canonical state, and the trail, which is not part of hashes and saves."""

    trail: Trail


class Place(core_places.Place, frozen=True, forbid_unknown_fields=True, gc=False):
    """A place on the wire. Foundations 0 … 3 go up and 4 … 7 go down, each in the order of SUITS; pockets from 0."""

    zone: Literal["stock", "waste", "tableau", "foundation", "pocket"]  # type: ignore[assignment]


class Move(Action, frozen=True):
    """Move a card, with all cards on it, to a foundation, a column or a pocket."""

    kind = "move"
    card: str
    target: Place


class Draw(Action, frozen=True):
    """Turn the next card of the stock onto the waste; an empty stock takes the waste back first."""

    kind = "draw"


class Recycle(Action, frozen=True):
    """Turn the waste over to be the stock again, without drawing."""

    kind = "recycle"


class DeclareStalemate(Action, frozen=True):
    """End a game that leads nowhere, while there is a warning."""

    kind = "declareStalemate"


class Resign(Action, frozen=True):
    """Give up the game."""

    kind = "resign"


class WarnIdle(Action, frozen=True):
    """The server reports five minutes without progress in a long game. [MM-298]"""

    kind = "warnIdle"
