"""What every bot is, the two bots that every game has, and the levels that a game may add."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final

from msgspec import Struct

from .game import Action, Game


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


_SHOWN_AT_FIRST: Final = 1000
_SHOWN_FOR_ONE: Final = 40


class Rating(Struct, frozen=True):
    """Playing strength: a mean and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The strength that a player has almost surely, as the number that people see: 1000 for a newcomer."""
        return max(0, round(_SHOWN_AT_FIRST + _SHOWN_FOR_ONE * self._sure))

    @property
    def _sure(self) -> float:
        return self.mu - 3 * self.sigma

    def is_above(self, other: "Rating") -> bool:
        """Return whether the mean or the shown strength is higher: a draw can raise the latter alone."""
        return self.mu > other.mu or self._sure > other._sure


class Level(Struct, frozen=True):
    """One strength of play. The same game and seed make a bot that plays the same."""

    name: str
    about: str
    """What it does, in words for a player."""
    make: Callable[[Game[Any, Any], str], Bot]
    pause: tuple[int, int] = (350, 900)
    """The shortest and the longest time, in milliseconds, that it seems to think at a table with people."""
    compiled: bool = False
    """Whether it thinks with a kernel, whose first use takes long."""
    rating: Rating | None = None
    """How strong it is among the bots of its game, as an arena of them all has measured (docs/bots.md)."""


RANDOM: Final = Level("random", "any legal action", RandomSeat)
GREEDY: Final = Level("greedy", "plays by simple rules, as the hints do", GreedySeat)
SIMPLE_LEVELS: Final = (RANDOM, GREEDY)
"""The levels that every game has."""
