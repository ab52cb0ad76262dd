"""What time decides in a game, as pure functions: the server has the timers, the game says when one runs out."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

from msgspec import Struct

from .game import Action, Seat, StateT

SECOND: Final = 1_000
"""Milliseconds."""
MINUTE: Final = 60 * SECOND


class Due(Struct, frozen=True):
    """What the server does at a time, in milliseconds since the deal: it enters an action, or plays for a seat."""

    at: int
    action: Action | None = None
    """The server's action."""
    play_for: Seat | None = None
    """The seat for which a bot chooses instead; `Clock.played_for` makes the server's action of its choice."""


class Times(Struct, frozen=True):
    """When things last happened at a table, in milliseconds since the deal."""

    progress: Mapping[Seat, int]
    """When each seat last made progress, pauses left out; seats whose clocks stand still are missing."""
    turn: int
    """Since when the seat whose turn it is could act."""


class Clock(ABC, Generic[StateT]):
    """What time decides in one game."""

    keeps_table: ClassVar[bool] = True
    """Whether it runs though nobody has the table open, so that the server must keep the table in memory."""

    @abstractmethod
    def runs(self, options: Any) -> bool:
        """Return whether time decides anything in a game with these options."""

    @abstractmethod
    def due(self, state: StateT, options: Any, times: Times) -> Sequence[Due]:
        """Return what is going to be due if nothing happens before. Asked only where the clock runs."""

    def played_for(self, seat: Seat, chosen: Action) -> Action | None:  # noqa: ARG002 - most clocks play for nobody
        """Return the server's action that plays what a bot has chosen for a seat; None if there is none."""
        return None

    def is_progress(self, before: StateT, after: StateT) -> bool:  # noqa: ARG002 - most clocks count every action
        """Return whether an action of a seat gives that seat fresh time."""
        return True

    def turn(self, state: StateT) -> Seat | None:  # noqa: ARG002 - most clocks ask for no turn
        """Return whose turn it is, where a clock runs for the seat whose turn it is."""
        return None
