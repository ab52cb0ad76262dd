"""The solver interface of a game: verdicts, search limits, and what a solver must provide."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from time import thread_time
from typing import Any, ClassVar, Final, Generic, Literal

from msgspec import Struct

from .extras import optional_imports
from .game import Action, Game, StateT

Answer = Literal["winnable", "unwinnable", "unknown"]
Limit = Literal["states", "seconds", "memory", "depth"]
MEGABYTE: Final = 1 << 20


class Limits(Struct, frozen=True):
    """Limits of a search: positions visited, CPU-seconds of its thread, bytes of its tables."""

    states: int | None = None
    seconds: float | None = 30.0
    memory: int = 1500 * MEGABYTE


class Verdict(Struct, frozen=True, rename="camel"):
    """The result of a search.

    `winnable` comes with actions that win, checked by the rules; `unwinnable` means a completed search; `unknown` names
    the limit that ended it.
    """

    verdict: Answer
    actions: tuple[Action, ...] = ()
    states: int = 0
    cpu_seconds: float = 0.0
    limit: Limit | None = None


class Budget:
    """What is left of the limits during a search."""

    SLICE: Final = 20_000
    """Positions between two checks of the clock: some milliseconds."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.states = 0
        self.hit: Limit | None = None
        self._start = thread_time()

    @property
    def spent(self) -> float:
        """CPU-seconds so far."""
        return thread_time() - self._start

    def slice(self, most: int | None = None) -> int:
        """Return how many positions may be visited before the next check of the limits; 0 if one was reached."""
        left = self.SLICE if most is None else min(most, self.SLICE)
        if self.limits.states is not None:
            left = min(left, self.limits.states - self.states)
            if left <= 0:
                self.hit = "states"
                return 0
        if self.limits.seconds is not None and self.spent >= self.limits.seconds:
            self.hit = "seconds"
            return 0
        return left

    @property
    def allowed(self) -> int:
        """How many positions may still be visited."""
        return 1 << 60 if self.limits.states is None else self.limits.states - self.states

    def affords(self, held: int, wanted: int) -> bool:
        """Whether a table of `wanted` bytes may be allocated while `held` bytes are in use."""
        if held + wanted > self.limits.memory:
            self.hit = "memory"
            return False
        return True


class Solver(ABC, Generic[StateT]):
    """A game's own search. `saloon.solver` does everything that games have in common."""

    listed: ClassVar[Mapping[str, Sequence[Any]]]
    """The options that affect whether a deal can be won, with the values for which winnable seeds are listed."""
    bands: ClassVar[tuple[float, float, float]]
    """The highest weights of easy, normal and hard deals, chosen so that each difficulty has its share of deals."""
    closing: ClassVar[frozenset[str]] = frozenset()
    """The kinds of action that only finish a decided game; a rating does not count them as choices."""

    @abstractmethod
    def prepare(self) -> None:
        """Load the compiled search; compile it first if the cache lacks it (up to half a minute)."""

    def load(self) -> None:
        """Call `prepare`, and name the extra to install if a package is missing."""
        with optional_imports():
            self.prepare()

    @abstractmethod
    def search(self, state: StateT, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        """Decide an unfinished position with all cards known; `winnable` comes with actions that win.

        Each action of the line was applied by the rules, up to the win.
        """

    def line(self, game: Game[StateT, Any], state: StateT, limits: Limits | None = None) -> Verdict:
        """Find a winning line for a player. A game may try its own method first."""
        return self.verdict(game, state, limits)

    def verdict(self, game: Game[StateT, Any], state: StateT, limits: Limits | None = None) -> Verdict:
        """Decide whether a game can be won from `state`. The limits do not count loading the search."""
        self.load()
        budget = Budget(limits or Limits())
        outcome = game.outcome(state)
        if outcome is not None:
            return Verdict("winnable" if outcome.winners else "unwinnable")
        answer, actions = self.search(state, budget)
        limit = budget.hit if answer == "unknown" else None
        return Verdict(answer, actions, budget.states, round(budget.spent, 6), limit)
