"""The interface for save files in a game's own format."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from .records import GameRecord


class SavedTable(Struct, frozen=True):
    """The table to save. Times are milliseconds: wall-clock times, or time played without pauses."""

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
    """A game read from a save file, to continue at a new table."""

    options: dict[str, Any]
    seed: str
    position: Any
    """The canonical state, in JSON."""
    hints: int
    undos: int
    played: int


class SaveFormat(ABC):
    """A game's own save format."""

    @abstractmethod
    def write(self, table: SavedTable) -> Struct:
        """Return the save file of a table."""

    @abstractmethod
    def read(self, document: Any) -> LoadedGame:
        """Return the game in a save file, given as JSON.

        Raise BadLog if it is not a valid save file of the game, Rejected if it is valid but cannot be continued.
        """
