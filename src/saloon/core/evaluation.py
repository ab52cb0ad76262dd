"""The evaluator interface of a game: what its strongest bot expects from each choice of a player."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from .extras import optional_imports
from .game import Action


class Valued(Struct, frozen=True):
    """An action, and its value to the player in each sampled world."""

    action: Action
    values: tuple[float, ...]
    """In the same worlds as those of the other actions, so that differences between actions can be taken by world."""
    considered: bool = True
    """Whether the bot would choose it at all."""


class Evaluator(ABC):
    """Estimates the choices of one seat. It gets only that seat's views, so it cannot peek.

    Values are scores: lower ones are better if the game says `lowest_wins`.
    """

    unit: ClassVar[str]
    """What a value measures, in words."""
    worlds: ClassVar[int]
    """How many worlds an analysis samples for a decision by default."""

    def watch(self, view: Any) -> None:  # noqa: B027 - an evaluator without memory has nothing to do
        """Observe a view that the seat was sent."""

    @abstractmethod
    def knowledge(self, view: Any) -> Any:
        """Return what the seat knows when it is to act, as a value that can be sent to another process."""

    @abstractmethod
    def evaluate(self, knowledge: Any, legal: Sequence[Action], worlds: int, seed: str) -> Sequence[Valued]:
        """Return the values of those `legal` actions that it can evaluate; the same arguments give the same values."""

    def values(self, knowledge: Any, legal: Sequence[Action], worlds: int, seed: str) -> Sequence[Valued]:
        """Call `evaluate`, and name the extra to install if a package is missing."""
        with optional_imports():
            return self.evaluate(knowledge, legal, worlds, seed)
