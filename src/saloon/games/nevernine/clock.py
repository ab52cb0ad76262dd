"""The clock of Never Nine: the server plays, as a bot would, for a seat that takes too long."""

from collections.abc import Sequence
from typing import Any

from saloon.core.clock import SECOND, Clock, Due, Times
from saloon.core.game import Action, Seat, seat_name

from .state import Bid, BidFor, Options, Play, PlayFor, State


class NeverNineClock(Clock[State]):
    """Each turn has the same time."""

    def runs(self, options: Options) -> bool:
        """Return whether the players have chosen a time for each turn."""
        return options.turn_seconds > 0

    def due(self, state: State, options: Options, times: Times) -> Sequence[Due]:
        """Return when the time of this turn runs out, unless its clock is stopped."""
        if state.turn is None or state.turn not in times.progress:
            return []
        return [Due(times.turn + options.turn_seconds * SECOND, play_for=state.turn, seat=state.turn)]

    def played_for(self, seat: Seat, chosen: Action) -> Action | None:
        """Return the bid or the card as a server action."""
        player: Any = seat_name(seat)
        match chosen:
            case Bid(bid):
                return BidFor(bid, player)
            case Play(card):
                return PlayFor(card, player)
        return None

    def turn(self, state: State) -> Seat | None:
        """Return whose turn it is."""
        return state.turn
