"""The clock of Never Nine: For a seat that thinks too long the server plays, as a bot would."""

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
        """Return when the time of this turn is up, unless its clock stands still."""
        if state.turn is None or state.turn not in times.progress:
            return []
        return [Due(times.turn + options.turn_seconds * SECOND, play_for=state.turn)]

    def played_for(self, seat: Seat, chosen: Action) -> Action | None:
        """Return the bid or the card as the server enters it."""
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
