"""The solver of a game: what it answers, how long it may search, and what it must provide."""

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
    """How long a solver may look: positions met, CPU-seconds of its thread, bytes of its tables."""

    states: int | None = None
    seconds: float | None = 30.0
    memory: int = 1500 * MEGABYTE


class Verdict(Struct, frozen=True, rename="camel"):
    """What a solver found out.

    `winnable` comes with actions that win, checked by the rules; `unwinnable` is a completed search; `unknown` says
    which limit ended it.
    """

    verdict: Answer
    actions: tuple[Action, ...] = ()
    states: int = 0
    cpu_seconds: float = 0.0
    limit: Limit | None = None


class Budget:
    """What is left of the limits while a search goes on."""

    SLICE: Final = 20_000
    """Positions between two looks at the clock: some milliseconds."""

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
        """Return how many positions may be met before the next look at the limits; 0 if one was reached."""
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
        """How many positions may still be met."""
        return 1 << 60 if self.limits.states is None else self.limits.states - self.states

    def affords(self, held: int, wanted: int) -> bool:
        """Whether a table of `wanted` bytes may be made while `held` bytes are still in use."""
        if held + wanted > self.limits.memory:
            self.hit = "memory"
            return False
        return True


class Solver(ABC, Generic[StateT]):
    """A game's own search. `saloon.solver` does everything that is the same for all games."""

    listed: ClassVar[Mapping[str, Sequence[Any]]]
    """The options that decide whether a deal can be won, with the values for which winnable seeds are listed."""
    bands: ClassVar[tuple[float, float, float]]
    """Up to which weight a deal is easy, normal and hard, so that each level has its share of the deals."""
    closing: ClassVar[frozenset[str]] = frozenset()
    """The kinds of action that only bring a decided game to its end: no choice that a rating counts."""

    @abstractmethod
    def prepare(self) -> None:
        """Load the compiled search; compile it if that was never done here (up to half a minute)."""

    def load(self) -> None:
        """Do the same, and say which extra to install if what the search needs is missing."""
        with optional_imports():
            self.prepare()

    @abstractmethod
    def search(self, state: StateT, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
        """Decide a position that is not over, all cards being known; `winnable` comes with actions that win.

        Each action of the line was applied by the rules, up to the win.
        """

    def line(self, game: Game[StateT, Any], state: StateT, limits: Limits | None = None) -> Verdict:
        """Answer a player who asks for a way to win. A game may have its own way of finding one first."""
        return self.verdict(game, state, limits)

    def verdict(self, game: Game[StateT, Any], state: StateT, limits: Limits | None = None) -> Verdict:
        """Say whether a game can be won from `state`. Loading the search is no part of what the limits count."""
        self.load()
        budget = Budget(limits or Limits())
        outcome = game.outcome(state)
        if outcome is not None:
            return Verdict("winnable" if outcome.winners else "unwinnable")
        answer, actions = self.search(state, budget)
        limit = budget.hit if answer == "unknown" else None
        return Verdict(answer, actions, budget.states, round(budget.spent, 6), limit)
