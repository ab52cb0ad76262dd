"""Batches: the compiled rules of a game, for many games at once. A game in a batch is a row of whole numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from .registry import AnyGame


class Batch(ABC):
    """What an environment needs to play many games at once; numbers are those of the game's encoding."""

    row_size: ClassVar[int]
    most_legal: ClassVar[int]
    """No position has more legal actions than this."""

    @abstractmethod
    def row(self, state: Any) -> Sequence[int]:
        """Return the row of a state."""

    def first_row(self, game: AnyGame, options: Any) -> Sequence[int]:
        """Return the row of some deal with these options; `deal` in the kernel replaces its cards."""
        return self.row(game.deal(game.check_seed("0"), options))

    @abstractmethod
    def kernel(self) -> Any:
        """Return the module with the compiled functions.

        `deal(rows, randoms)` deals each row again. `look(rows, masks, legal, counts, observed, seats)` writes what is
        legal for the seat to act, as a mask and as a list, what it sees, and which seat it is. `advance(rows, actions,
        masks, legal, counts, observed, seats, rewards, ended, steps, most, randoms, by_points)` takes an action in each
        row and then does the same; `ended` becomes 1 for a game that is over and 2 for one that was too long, and such
        a row is dealt again. `sample(legal, counts, actions, randoms)` chooses legal actions.
        """
