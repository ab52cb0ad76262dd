"""What a game tells the suites that test every game alike."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic

from .game import Action, Seat, StateT


class TestKit(ABC, Generic[StateT]):
    """What the conformance suite needs to know of a game."""

    __test__ = False  # the name is no test class

    option_sets: ClassVar[Sequence[Mapping[str, Any]]]
    """Every set of options to test the game with; together they have every value."""

    def seeds(self, number: int) -> str:
        """Return the seed with a number, from 0 on."""
        return str(number)

    @abstractmethod
    def every_action(self, seat: Seat) -> Iterable[Action]:
        """Return every well-formed action of a seat, legal or not: places beyond the last and others' piles too."""

    @abstractmethod
    def rearranged(self, state: StateT, seat: Seat | None, random: Random) -> StateT:
        """Return `state` with the cards that `seat` (None: a watcher) cannot see dealt out again."""

    def essence(self, action: Action) -> Action:
        """Return `action` without fields that are only advice: two actions with one essence are the same move."""
        return action
