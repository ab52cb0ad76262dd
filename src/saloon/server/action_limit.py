"""The limit of actions in a match: each seat has an equal share of the actions that the server takes for one match.

The limit is the server's, not the rules': a longer log that exists still loads, replays and verifies. It goes by seat,
so that nobody can use up the actions of an opponent. Help that the server gives a seat counts in that seat's share.
"""

from typing import Any

from msgspec import Struct

from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Game, Seat
from saloon.table import Intent, Table
from saloon.table.helpers import Resume, server_helper_kinds

from .settings import Limits

_DEFAULT = Limits().actions_per_match


class ActionLimit:
    """The limit of one match.

    Beyond it a player can still give up, and end a pause to do so. Where the rules themselves end every match, the
    game's own actions are never refused, only undos, hints and pauses are.
    """

    def __init__(self, game: Game[Any, Any], options: Struct, per_match: int = _DEFAULT) -> None:
        longest = game.longest_match(options)
        self.per_seat = max(per_match, longest) // len(game.seats)
        self._always = game.giving_up | {Resume.kind} | (game.actions.keys() if longest else set())
        self._ends_by_rules = longest > 0

    def is_reached(self, table: Table, seat: Seat) -> bool:
        """Whether a seat has used its share."""
        return table.actions_used(seat) >= self.per_seat

    def stops(self, table: Table, seat: Seat) -> bool:
        """Whether a seat can make no more moves of the game."""
        return self.is_reached(table, seat) and not self._ends_by_rules

    def check(self, table: Table, seat: Seat | None, intent: Intent) -> None:
        """Reject an action beyond the limit; anything else is for the table to decide."""
        if seat is None or intent.kind in self._always:
            return
        share_of = _helped(table, intent) if seat == SERVER else seat
        if share_of is None or not self.is_reached(table, share_of):
            return
        if table.outcome is not None or not table.is_due(seat, intent):
            return
        reason = f"you have used all {self.per_seat} actions of your seat in this match; you can still give up or leave"
        raise Rejected("TOO_MANY_ACTIONS", reason)


def _helped(table: Table, intent: Intent) -> Seat | None:
    """Return the seat that is helped by an action of the server; None if it is any other action."""
    if intent.kind not in server_helper_kinds(table.game):
        return None
    return table.seat_numbers.get(intent.payload["player"])
