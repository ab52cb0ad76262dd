"""The record of one finished game of one seat, and the statistics that a game adds to those that all games have."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct


class GameRecord(Struct, frozen=True, rename="camel"):
    """One game of one seat. Left after at least one action it counts as lost; untouched it does not count."""

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
    """Moves, where the game counts them apart from actions; results of version 0.1 do not have them."""
    reason: str | None = None
    """Why the game ended; results of version 0.1 do not have it."""

    @property
    def counts(self) -> bool:
        """Whether the game goes into the statistics."""
        return self.finished or self.actions > 0

    @property
    def clean_win(self) -> bool:
        """Whether the game was won without a look at hidden cards: only such wins set records."""
        return self.won and not self.assisted

    @property
    def move_count(self) -> int:
        """The moves as the table shows them; the player's actions where the game does not count moves."""
        return self.actions if self.moves is None else self.moves


class OwnStatistics(ABC):
    """The statistics that one game keeps besides those that all games have."""

    separate: ClassVar[str | None] = None
    """The option by whose values the common statistics are also listed separately, as `game/value`."""

    def counts(self, record: GameRecord) -> bool:
        """Return whether a result of this game counts at all."""
        return record.counts

    @abstractmethod
    def summary(self, records: Sequence[GameRecord]) -> Struct | None:
        """Return the game's own statistics over its results that count, oldest first."""


class NoOwnStatistics(OwnStatistics):
    """The statistics of a game that adds none."""

    def summary(self, records: Sequence[GameRecord]) -> None:
        """Return nothing."""
