"""The interface of bots, the two bots that every game has, and the levels that a game may add."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from msgspec import Struct

from .game import Action
from .registry import AnyGame


class Bot(ABC):
    """A player that gets only what its seat was sent: views, one after the other, and legal actions.

    The same views, legal actions and seed give the same action: a bot counts its work in samples, not in seconds.
    """

    remembers: ClassVar[bool] = False
    """Whether it needs every view that its seat is sent, not only those it has to act on."""
    gave_up: bool = False
    """Whether no action it can see would help; a demonstration may end here."""

    def watch(self, view: Any) -> None:  # noqa: B027 - a bot without memory has nothing to do
        """Observe a view that the seat was sent. Repeats are harmless."""

    @abstractmethod
    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return one of the `legal` actions, of which there is at least one; None to wait until something changes."""


class RandomSeat(Bot):
    """Plays any legal action with equal probability; gives up only if it has no other action."""

    def __init__(self, game: AnyGame, seed: str) -> None:
        self._game = game
        self._random = Random(seed)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Return a random action."""
        going_on = [action for action in legal if action.kind not in self._game.giving_up]
        return self._random.choice(going_on) if going_on else legal[0]


class GreedySeat(RandomSeat):
    """Plays what a hint would say, or a random action if there is no hint."""

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return the hinted action."""
        hinted = self._game.hint(view, legal)
        self.gave_up = hinted is None
        return hinted or super().choose(view, legal)


_SHOWN_AT_FIRST: Final = 1000
_SHOWN_FOR_ONE: Final = 40


class Rating(Struct, frozen=True):
    """Playing strength: a mean and its uncertainty."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The displayed rating, a strength that the player almost certainly has: 1000 for a newcomer."""
        return max(0, round(_SHOWN_AT_FIRST + _SHOWN_FOR_ONE * self._sure))

    @property
    def _sure(self) -> float:
        return self.mu - 3 * self.sigma

    def is_above(self, other: "Rating") -> bool:
        """Return whether the mean or the displayed rating is higher: a draw can raise the latter alone."""
        return self.mu > other.mu or self._sure > other._sure


class Level(Struct, frozen=True):
    """A strength of play. The same game and seed make a bot that plays the same."""

    name: str
    about: str
    """A description for players."""
    make: Callable[[AnyGame, str], Bot]
    pause: tuple[int, int] = (350, 900)
    """The shortest and longest time, in milliseconds, that it appears to think at a table with people."""
    compiled: bool = False
    """Whether it uses a kernel, whose first use takes long."""
    rating: Rating | None = None
    """Its strength among the bots of its game, as measured by an arena of them all (docs/bots.md)."""


class FairBots(Struct, frozen=True):
    """Two bots of a solitaire that see no more than its player does."""

    hint: Callable[[AnyGame, str], Bot]
    """Gives fair hints; it takes well under 300 milliseconds a move."""
    quick: Callable[[AnyGame, str], Bot]
    """Plays whole games in a fraction of a second, to find out how often a deal is won."""
    games: int
    """How many games the quick bot plays to find that out."""
    bands: tuple[float, float, float] | None = None
    """The lowest shares of wins of easy, normal and hard deals; None if they do not tell deals apart."""
    where: Mapping[str, Any] = {}
    """The options with which they do."""

    def bands_for(self, options: Any) -> tuple[float, float, float] | None:
        """Return the bands for these options; None if the odds do not tell such deals apart."""
        return self.bands if all(getattr(options, name) == value for name, value in self.where.items()) else None


RANDOM: Final = Level("random", "any legal action", RandomSeat)
GREEDY: Final = Level("greedy", "plays by simple rules, as the hints do", GreedySeat)
SIMPLE_LEVELS: Final = (RANDOM, GREEDY)
"""The levels that every game has."""
