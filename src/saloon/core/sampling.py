"""The sampler interface of a game: positions that are possible, given what a player has seen."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

from .game import StateT


class Sampler(ABC, Generic[StateT]):
    """Deals out the cards that a player has not seen. It gets only the views of their seat, so it cannot peek."""

    @abstractmethod
    def watch(self, view: Any) -> None:
        """Observe a view that the seat was sent."""

    @abstractmethod
    def worlds(self, view: Any, count: int, seed: str) -> Sequence[StateT]:
        """Return `count` positions that look like `view` and fit what was seen before; one if nothing is hidden."""
