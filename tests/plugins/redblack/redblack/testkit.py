"""What Saloon's suites need to know of Red or Black."""

from collections.abc import Iterator

from saloon.core.game import Action, Seat
from saloon.core.testkit import TestKit, combinations

from . import GUESSES, Guess, State


class RedBlackTestKit(TestKit[State]):
    """Red or Black hides its stock, which is face-down."""

    option_sets = combinations(guesses=(3, 5, 10))

    def every_action(self, seat: Seat) -> Iterator[Action]:
        yield from GUESSES
        yield Guess("green")  # type: ignore[arg-type]
