"""What time decides in a game, as pure functions: the server has the timers, the game says when one runs out."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

from msgspec import Struct

from .game import Action, Seat, StateT

MINUTE = 60_000
"""Milliseconds."""


class Due(Struct, frozen=True):
    """A server action that is due at a time, in milliseconds since the deal."""

    at: int
    action: Callable[[], Action | None]
    """Makes the action, once it is certain that it is due; None if there is nothing to enter after all."""


class Times(Struct, frozen=True):
    """When things last happened at a table, in milliseconds since the deal."""

    progress: Mapping[Seat, int]
    """When each seat last made progress, pauses left out; seats whose clocks stand still are missing."""
    turn: int
    """Since when the seat whose turn it is could act."""


class Clock(ABC, Generic[StateT]):
    """What time decides in one game."""

    @abstractmethod
    def runs(self, options: Any) -> bool:
        """Return whether time can end or change a game with these options, so that it must not be forgotten."""

    @abstractmethod
    def due(self, state: StateT, options: Any, times: Times) -> Sequence[Due]:
        """Return what is going to be due if nothing happens before."""

    def is_progress(self, before: StateT, after: StateT) -> bool:  # noqa: ARG002 - most clocks count every action
        """Return whether an action of a seat gives that seat fresh time."""
        return True

    def turn(self, state: StateT) -> Seat | None:  # noqa: ARG002 - most clocks ask for no turn
        """Return whose turn it is, where a clock runs for the seat whose turn it is."""
        return None
