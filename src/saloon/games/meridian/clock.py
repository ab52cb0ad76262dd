"""The clock of Meridian Master: a long game without progress is worth a warning. [MM-298]"""

from collections.abc import Sequence
from typing import Final

from saloon.core.clock import MINUTE, Clock, Due, Times
from saloon.core.game import SERVER

from .rules import legal
from .state import Options, State, WarnIdle

IDLE: Final = 5 * MINUTE
"""Milliseconds without progress until a long game is worth a warning. [MM-298]"""


class MeridianClock(Clock[State]):
    """Warns a player who is present; a table that nobody has open needs no warning."""

    keeps_table = False

    def runs(self, options: Options) -> bool:  # noqa: ARG002 - in every mode
        """Return True: every game has the warning."""
        return True

    def due(self, state: State, options: Options, times: Times) -> Sequence[Due]:  # noqa: ARG002 - in every mode
        """Return when the warning is due, in a game that is long enough and has no warning yet."""
        warns = bool(legal(state, SERVER))
        return [Due(at + IDLE + 1, WarnIdle()) for at in times.progress.values() if warns]

    def is_progress(self, before: State, after: State) -> bool:  # noqa: ARG002 - the state counts itself
        """Return whether the action reset the count of moves without progress."""
        return after.moves_without_progress == 0
