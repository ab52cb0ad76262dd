"""The record of one game for one seat, and the interface for game-specific statistics."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct


class GameRecord(Struct, frozen=True, rename="camel"):
    """One game of one seat. Leaving after at least one action counts as a loss; an untouched game does not count."""

    game: str
    options: dict[str, Any]
    won: bool
    drawn: bool
    finished: bool
    actions: int
    score: int | None
    hints: int
    undos: int
    assisted: bool
    milliseconds: int
    moves: int | None = None
    """Moves, if the game counts them separately from actions; missing in results of version 0.1."""
    reason: str | None = None
    """Why the game ended; missing in results of version 0.1."""

    @property
    def counts(self) -> bool:
        """Whether the game counts for statistics."""
        return self.finished or self.actions > 0

    @property
    def clean_win(self) -> bool:
        """Whether the game was won without looking at hidden cards."""
        return self.won and not self.assisted

    @property
    def was_played_out(self) -> bool:
        """Whether the cards ended the game, not giving up, absence or agreement; only such wins set records."""
        return self.reason in (None, "completed")

    @property
    def move_count(self) -> int:
        """The displayed number of moves; the player's actions if the game does not count moves."""
        return self.actions if self.moves is None else self.moves


class OwnStatistics(ABC):
    """Game-specific statistics, in addition to the common ones."""

    separate: ClassVar[str | None] = None
    """The option by whose values the common statistics are also listed, as `game/value`."""

    def counts(self, record: GameRecord) -> bool:
        """Return whether a result of this game counts."""
        return record.counts

    @abstractmethod
    def summary(self, records: Sequence[GameRecord]) -> Struct | None:
        """Return the game's own statistics over its results that count, oldest first."""


class NoOwnStatistics(OwnStatistics):
    """For games without their own statistics."""

    def summary(self, records: Sequence[GameRecord]) -> None:
        """Return None."""
