"""Emotes: a few fixed signs that people at a table send each other. There is no free text.

An emote is neither logged nor stored, and changes nothing at the table. Only the players at the table get it: watchers
neither send nor receive any, and bots do not send them.
"""

from collections.abc import Callable
from typing import Final, get_args

from msgspec import Struct

from saloon.core.errors import quoted
from saloon.core.game import Seat, seat_name
from saloon.server.actions.broadcast import Subscriber
from saloon.server.errors import Refused
from saloon.server.limits.token_buckets import TokenBuckets
from saloon.server.settings import ServerLimits
from saloon.store import StoredTable
from saloon.table.messages import Emote, Intent

from .live_table import LiveTable

EMOTES: Final[tuple[Emote, ...]] = get_args(Emote)

EMOTE: Final = "emote"
"""The kind of the message that sends one."""

Announce = Callable[[str, Seat, Emote], None]
"""Announces an emote at a table to other processes."""


class EmoteSent(Struct, frozen=True, tag_field="kind", tag="emote"):
    """A player at the table sent an emote."""

    seat: str
    emote: Emote


class EmoteRefused(Struct, frozen=True, tag_field="kind", tag="emoteRefused"):
    """An emote was not sent; only its sender gets this."""

    code: str
    reason: str


def has_emotes(stored: StoredTable) -> bool:
    """Whether a table was opened for at least two people."""
    return stored.dealt_to.count("human") > 1


class Emotes:
    """Sends emotes to the players of a table, if the sender may and has not sent too many."""

    def __init__(self, limits: ServerLimits, announce: Announce) -> None:
        self._announce = announce
        self._of_seats = TokenBuckets(limits.emotes_per_second)
        self._of_addresses = TokenBuckets(limits.emotes_per_second_of_address)

    def receive(self, table: LiveTable, sender: Subscriber, intent: Intent) -> EmoteRefused | None:
        """Send an emote on, in other processes too; return the refusal if that cannot be."""
        try:
            seat, emote = _check(table.stored, sender, intent)
            self._check_rate(table.stored, seat, sender.address or "")
        except Refused as refused:
            return EmoteRefused(refused.code, refused.reason)
        show(table, seat, emote)
        self._announce(table.table_id, seat, emote)
        return None

    def _check_rate(self, stored: StoredTable, seat: Seat, address: str) -> None:
        name = f"{stored.table_id}/{seat}/{stored.seats[seat].generation}"
        if not (self._of_seats.take(name) and self._of_addresses.take(address)):
            raise Refused("RATE_LIMITED", "too many emotes; wait a moment")


def show(table: LiveTable, seat: Seat, emote: Emote) -> None:
    """Send an emote to every player who is connected here, its sender too."""
    if has_emotes(table.stored) and seat < len(table.stored.seats):
        table.send_to_players(EmoteSent(seat_name(seat), emote))


def _check(stored: StoredTable, sender: Subscriber, intent: Intent) -> tuple[Seat, Emote]:
    if sender.receiver is None:
        raise Refused("NOT_YOUR_SEAT", "you are watching; only players send emotes")
    if not has_emotes(stored):
        raise Refused("NO_OPPONENTS", "emotes are for matches between people")
    wanted = intent.payload.get("emote")
    emote = next((one for one in EMOTES if one == wanted), None)
    if emote is None or len(intent.payload) != 1:
        raise Refused("UNKNOWN_EMOTE", f"{quoted(str(wanted))} is not an emote; there are {', '.join(EMOTES)}")
    return sender.receiver, emote
