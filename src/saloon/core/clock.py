"""Game clocks as pure functions: the server runs the timers, the game says when one runs out."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

from msgspec import Struct

from .game import Action, Seat, StateT

SECOND: Final = 1_000
"""Milliseconds."""
MINUTE: Final = 60 * SECOND


class Due(Struct, frozen=True):
    """What the server must do at a time (milliseconds since the deal): submit an action, or play for a seat."""

    at: int
    action: Action | None = None
    """The server's action."""
    play_for: Seat | None = None
    """The seat for which a bot chooses instead; `Clock.played_for` turns its choice into the server's action."""
    seat: Seat | None = None
    """The seat whose time is up then; clients show how much is left. None if it is nobody's time."""


class Times(Struct, frozen=True):
    """When things last happened at a table, in milliseconds since the deal."""

    progress: Mapping[Seat, int]
    """When each seat last made progress, without pauses; seats whose clocks are stopped are missing."""
    turn: int
    """The time from which the seat to move could act."""


class Clock(ABC, Generic[StateT]):
    """The clock of one game."""

    keeps_table: ClassVar[bool] = True
    """Whether it runs even if nobody has the table open, so that the server must keep the table in memory."""

    @abstractmethod
    def runs(self, options: Any) -> bool:
        """Return whether the clock runs in a game with these options."""

    @abstractmethod
    def due(self, state: StateT, options: Any, times: Times) -> Sequence[Due]:
        """Return what will be due if nothing happens until then. Called only if the clock runs."""

    def played_for(self, seat: Seat, chosen: Action) -> Action | None:  # noqa: ARG002 - most clocks play for nobody
        """Return the server's action that plays a bot's choice for a seat; None if there is none."""
        return None

    def is_progress(self, before: StateT, after: StateT) -> bool:  # noqa: ARG002 - most clocks count every action
        """Return whether an action of a seat resets that seat's time."""
        return True

    def turn(self, state: StateT) -> Seat | None:  # noqa: ARG002 - most clocks do not depend on turns
        """Return the seat to move, if the clock runs for that seat only."""
        return None
