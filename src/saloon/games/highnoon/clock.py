"""The clock of HighNoon: a player who makes no progress for too long loses."""

from collections.abc import Sequence

from saloon.core.clock import MINUTE, Clock, Due, Times

from .rules import made_progress
from .state import PLAYERS, Options, State, Timeout


class HighNoonClock(Clock[State]):
    """Only their own progress restarts a player's clock."""

    def runs(self, options: Options) -> bool:
        """Return whether the players have chosen a clock."""
        return options.clock > 0

    def due(self, state: State, options: Options, times: Times) -> Sequence[Due]:  # noqa: ARG002 - time alone decides
        """Return when each player's time runs out."""
        minutes = options.clock * MINUTE
        return [Due(at + minutes, Timeout(PLAYERS[seat]), seat=seat) for seat, at in times.progress.items()]

    def is_progress(self, before: State, after: State) -> bool:
        """Return whether a card came up or was turned."""
        return made_progress(before, after)
