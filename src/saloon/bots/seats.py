"""Who plays an empty seat? What every bot is, a random seat, and a greedy one that follows the game's own hints."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from saloon.core.game import Action, Game


class Bot(ABC):
    """A player that gets what its seat was sent, and nothing else: views, one after the other, and legal actions.

    The same views, legal actions and seed give the same action: a bot counts its work in samples, not in seconds.
    """

    remembers: ClassVar[bool] = False
    """Whether it wants to see every view that its seat is sent, not only those it has to act on."""
    gave_up: bool = False
    """Whether it sees nothing more that could help: a demonstration may end here."""

    def watch(self, view: Any) -> None:  # noqa: B027 - a bot without memory has nothing to do
        """Take notice of what its seat was sent. A view that was seen already teaches nothing and does no harm."""

    @abstractmethod
    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return one of the `legal` actions, of which there is at least one; None to wait until something changes."""


class RandomSeat(Bot):
    """Any legal action, each as likely; it gives up only if nothing else is left, in the mildest way there is."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self._random = Random(seed)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Return a random action."""
        going_on = [action for action in legal if action.kind not in self._game.giving_up]
        return self._random.choice(going_on) if going_on else legal[0]


class GreedySeat(RandomSeat):
    """What a hint would say; a random action where no hint helps."""

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return the hinted action."""
        hinted = self._game.hint(view, legal)
        self.gave_up = hinted is None
        return hinted or super().choose(view, legal)
