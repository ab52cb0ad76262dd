"""Why a bot lost a move to a simpler one: everyone at the table is told, watchers too.

The server knows it of the bots that it seats itself. A bot account reports its own bot, and nobody can check that: a
report says one of three fixed things, only about the sender's seat, and not often. It is neither logged nor stored; a
process keeps the last fault of each seat while it has the table in memory, for those who connect later. The reason in
full, which may quote anything, stays in the log of the program that ran the bot.
"""

from collections.abc import Callable
from typing import Final, get_args

from msgspec import Struct

from saloon.core.game import Seat, seat_name
from saloon.server.actions.broadcast import Subscriber
from saloon.server.limits.token_buckets import TokenBuckets
from saloon.table.messages import Fault, Intent

from .live_table import LiveTable

FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)

BOT_FAILED: Final = "botFailed"
"""The kind of the message that reports a fault."""
_REPORTS_PER_SECOND: Final = 0.2
"""Reports of one seat, on average."""
_REPORTS_OF_ADDRESS: Final = 5.0
"""Reports of all seats of one address, on average; twice as many in a burst."""

Announce = Callable[[str, Seat, Fault], None]
"""Announces a fault at a table to other processes."""


class BotFailed(Struct, frozen=True, tag_field="kind", tag="botFailed"):
    """The bot of a seat was late, crashed, or answered with no legal action: a simpler one made the move."""

    seat: str
    fault: Fault


class BotFaults:
    """Passes on what programs report about their own bots. A report that may not be sent is ignored."""

    def __init__(self, announce: Announce) -> None:
        self._announce = announce
        self._of_seats = TokenBuckets(_REPORTS_PER_SECOND)
        self._of_addresses = TokenBuckets(_REPORTS_OF_ADDRESS)

    def receive(self, table: LiveTable, sender: Subscriber, intent: Intent) -> None:
        """Show a fault to everyone at the table, in other processes too."""
        seat, reported = sender.receiver, intent.payload.get("fault")
        fault = next((one for one in FAULTS if one == reported), None)
        if seat is None or not sender.is_bot or fault is None or len(intent.payload) != 1 or not table.is_active:
            return
        name = f"{table.table_id}/{seat}/{table.stored.seats[seat].generation}"
        if self._of_seats.take(name) and self._of_addresses.take(sender.address or ""):
            show(table, seat, fault)
            self._announce(table.table_id, seat, fault)


def show(table: LiveTable, seat: Seat, fault: Fault) -> None:
    """Send a fault to everyone who is connected here; watchers who see the table later get it later."""
    if seat < len(table.stored.seats):
        table.note_fault(seat, fault)
        table.send_to_all(BotFailed(seat_name(seat), fault))
