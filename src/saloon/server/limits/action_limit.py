"""The limit on actions per match: each seat has an equal share of what the server accepts for one match.

The server sets the limit, not the rules: a longer existing log still loads, replays and verifies. Shares are per seat,
so nobody can use up an opponent's actions. Help that the server gives a seat counts towards that seat's share.
"""

from msgspec import Struct

from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Seat
from saloon.core.registry import AnyGame
from saloon.server.settings import ServerLimits
from saloon.table import Intent, Table
from saloon.table.helpers import Resume, server_helper_kinds

_DEFAULT = ServerLimits().actions_per_match


class ActionLimit:
    """The limit of one match.

    Beyond it a player can still give up, and end a pause to do so. If the rules themselves end every match, only undos,
    hints and pauses are refused, never the game's own actions.
    """

    def __init__(self, game: AnyGame, options: Struct, per_match: int = _DEFAULT) -> None:
        longest = game.longest_match(options)
        self.per_seat = max(per_match, longest) // len(game.seats)
        self._always = game.giving_up | {Resume.kind} | (game.actions.keys() if longest else set())
        self._help = server_helper_kinds(game).keys()
        """The kinds of help that the server gives."""
        self._ends_by_rules = longest > 0

    def is_reached(self, table: Table, seat: Seat) -> bool:
        """Whether a seat has used its share."""
        return table.actions_used(seat) >= self.per_seat

    def stops(self, table: Table, seat: Seat) -> bool:
        """Whether a seat can make no more game moves."""
        return self.is_reached(table, seat) and not self._ends_by_rules

    def check(self, table: Table, seat: Seat | None, intent: Intent) -> None:
        """Reject an action beyond the limit; anything else is for the table to decide."""
        if seat is None or intent.kind in self._always:
            return
        share_of = self._helped(table, intent) if seat == SERVER else seat
        if share_of is None or not self.is_reached(table, share_of):
            return
        if table.outcome is not None or not table.is_due(seat, intent):
            return
        reason = f"you have used all {self.per_seat} actions of your seat in this match; you can still give up or leave"
        raise Rejected("TOO_MANY_ACTIONS", reason)

    def _helped(self, table: Table, intent: Intent) -> Seat | None:
        """Return the seat that a server action helps; None for any other action."""
        return table.seat_numbers.get(intent.payload["player"]) if intent.kind in self._help else None
