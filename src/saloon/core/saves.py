"""Save files in a game's own format: what the server knows of a table, and what a file says of a game."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from .records import GameRecord


class SavedTable(Struct, frozen=True):
    """A table as a save file can describe it. Times are milliseconds: of the wall clock, or played without pauses."""

    state: Any
    seed: str
    hints: int
    undos: int
    paused: bool
    started_at: int
    finished_at: int | None
    saved_at: int
    played: int
    records: Sequence[GameRecord]
    """The results of the player who saves, oldest first."""


class LoadedGame(Struct, frozen=True):
    """A game that a save file describes, to go on with at a new table."""

    options: dict[str, Any]
    seed: str
    position: Any
    """The canonical state, as JSON gives it."""
    hints: int
    undos: int
    played: int


class SaveFormat(ABC):
    """A game's own save file."""

    @abstractmethod
    def write(self, table: SavedTable) -> Struct:
        """Return the save file of a table."""

    @abstractmethod
    def read(self, document: Any) -> LoadedGame:
        """Return the game in a save file, as JSON gives it.

        Raise BadLog if this is no sound save file of the game, Rejected if it is one but cannot be gone on with.
        """
