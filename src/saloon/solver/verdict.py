"""What does a solver answer, and how long may it look?"""

from time import thread_time
from typing import Final, Literal

from msgspec import Struct

from saloon.core.game import Action

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
