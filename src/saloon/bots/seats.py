"""Who plays an empty seat? A random seat, and a greedy one that follows the game's own hints."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol

from saloon.core.errors import BadInput
from saloon.core.game import Action, Game


class Bot(Protocol):
    """A player that sees a view and the legal actions, and picks one of them."""

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return one of the `legal` actions, of which there is at least one."""
        ...


class RandomSeat:
    """Any legal action, each as likely; it gives up only if nothing else is left."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self._random = Random(seed)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Return a random action."""
        return self._random.choice([one for one in legal if one.kind not in self._game.giving_up] or legal)


class GreedySeat(RandomSeat):
    """What a hint would say; a random action where no hint helps."""

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        """Return the hinted action."""
        return self._game.hint(view, legal) or super().choose(view, legal)


BOTS: Final[Mapping[str, Callable[[Game[Any, Any], str], Bot]]] = {"random": RandomSeat, "greedy": GreedySeat}
"""The bots by name; each is made from a game and a seed, and the same seed plays the same."""


def seat_bot(name: str, game: Game[Any, Any], seed: str) -> Bot:
    """Return a new bot called `name`."""
    if name not in BOTS:
        raise BadInput(f"there is no bot {name!r} (there are {', '.join(BOTS)})", "UNKNOWN_BOT")
    return BOTS[name](game, seed)
