"""What a client sends and receives, as structs with plain JSON inside. docs/PROTOCOL.md describes every field.

Fields that this version does not know are ignored, so a client understands newer servers of the same protocol.
"""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.game import Stuck
from saloon.table.changes import Change
from saloon.table.helpers import Help
from saloon.table.messages import Emote, Fault, SnapshotReason, WireOutcome
from saloon.table.rated import RatingNotice

__all__ = [
    "Ack",
    "BotFailed",
    "ClaimStatus",
    "Clock",
    "Closed",
    "EmoteRefused",
    "EmoteSent",
    "GameInfo",
    "Message",
    "Move",
    "News",
    "Origin",
    "Player",
    "Reject",
    "Seated",
    "Snapshot",
    "ViewHash",
    "read_message",
]


class Move(Struct, frozen=True):
    """An action as it is sent: an entry of `legal`, or one made by hand."""

    kind: str
    payload: dict[str, Any] = {}


class Ack(Struct, frozen=True, rename="camel", tag_field="kind", tag="ack"):
    """An action was accepted. `legal` and `view_hash` are unset where the server omits them."""

    rev: int
    client_id: str
    seq: int | None
    action: Move
    change: list[Change]
    report: dict[str, Any]
    help: Help
    view_hash: str | UnsetType = UNSET
    legal: list[Move] | UnsetType = UNSET
    outcome: WireOutcome | None = None
    stuck: Stuck | UnsetType = UNSET


class Reject(Struct, frozen=True, rename="camel", tag_field="kind", tag="reject"):
    """An action was refused, and nothing changed."""

    code: str
    reason: str
    expected_seq: int
    rev: int


class Snapshot(Struct, frozen=True, rename="camel", tag_field="kind", tag="snapshot"):
    """The receiver's whole view."""

    reason: SnapshotReason
    rev: int
    game: str
    rules_version: str
    protocol_version: str
    options: dict[str, Any]
    seat: str | None
    seats: tuple[str, ...]
    commitment: str
    expected_seq: int
    match_id: str | None
    view: Any
    view_hash: str
    help: Help
    legal: list[Move]
    seed: str | UnsetType = UNSET
    outcome: WireOutcome | None = None
    stuck: Stuck | UnsetType = UNSET


class ViewHash(Struct, frozen=True, rename="camel", tag_field="kind", tag="viewHash"):
    """The hash of the receiver's view."""

    rev: int
    view_hash: str


class Clock(Struct, frozen=True, tag_field="kind", tag="clock"):
    """The time played, in milliseconds, whether the clock is running, and the time that each seat has left."""

    played: int
    runs: bool
    left: dict[str, int] | UnsetType = UNSET


class Origin(Struct, frozen=True, rename="camel"):
    """The table and the step that a game continues; such a game is practice and does not count for statistics."""

    table_id: str
    step: int


class News(Struct, frozen=True, rename="camel", tag_field="kind", tag="table"):
    """Who sits at a table, and its status: `waiting`, `active`, `finished` or `removed`."""

    table_id: str
    game: str
    status: str
    seats: tuple[dict[str, bool | str | None], ...]
    rematch: str | None = None
    rating: RatingNotice | None = None
    clock: Clock | None = None
    origin: Origin | UnsetType = UNSET
    starts_in: int | UnsetType = UNSET
    delay: int | UnsetType = UNSET
    """Milliseconds by which a watcher sees a match between people later."""
    ended: str | UnsetType = UNSET
    """The reason why an operator ended the game."""
    faults: dict[str, Fault] | UnsetType = UNSET
    """Why bots lost moves to simpler ones: the last fault of each seat."""


class ClaimStatus(Struct, frozen=True, rename="camel", tag_field="kind", tag="claimStatus"):
    """Whether the match can be claimed from an absent opponent; `code` is None if it can."""

    code: str | None
    reason: str
    away: bool
    wait: int | None


class EmoteSent(Struct, frozen=True, tag_field="kind", tag="emote"):
    """A player at the table sent an emote."""

    seat: str
    emote: Emote


class EmoteRefused(Struct, frozen=True, tag_field="kind", tag="emoteRefused"):
    """An emote was not sent."""

    code: str
    reason: str


class BotFailed(Struct, frozen=True, tag_field="kind", tag="botFailed"):
    """The bot of a seat was late, crashed, or answered with no legal action: a simpler one made the move."""

    seat: str
    fault: Fault


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
    """The server's last message before it closes the socket."""

    code: str
    reason: str


Message = (
    Ack | Reject | Snapshot | ViewHash | News | Clock | ClaimStatus | EmoteSent | EmoteRefused | BotFailed | Closed
)
"""Everything that a server sends over a socket."""

_MESSAGES: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_KINDS: Final = frozenset(str(kind.__struct_config__.tag) for kind in Message.__args__)


class _Kind(Struct, frozen=True):
    kind: str


def read_message(raw: str | bytes) -> Message | None:
    """Return a server's message; None for a kind that this client does not know."""
    try:
        return _MESSAGES.decode(raw)
    except msgspec.ValidationError:
        if msgspec.json.decode(raw, type=_Kind).kind not in _KINDS:
            return None
        raise


class Player(Struct, frozen=True, rename="camel"):
    """A player, and the token that lets a program act as this player."""

    player_id: str
    name: str
    token: str
    is_bot: bool = False
    """Whether this is a bot account."""


class Seated(Struct, frozen=True, rename="camel"):
    """A taken seat and its token."""

    table_id: str
    seat: str
    token: str
    status: str


class GameInfo(Struct, frozen=True, rename="camel"):
    """A game that the server offers; `options` are the defaults, `levels` its bots, the weakest first."""

    name: str
    title: str
    rules_version: str
    seats: int
    options: dict[str, Any]
    options_schema: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    undo_depth: int
    lowest_wins: bool
    saves: bool
    first_preset: str | None
    deals_winnable: bool
    seeds_are_times: bool
    levels: list[str]
    solver: bool
    fair_hints: bool
    analysis: str | None
    ratings: dict[str, int]
    weak_options: dict[str, Any]
    options_between_people: dict[str, Any]
    deal_sources: dict[str, str] = {}
    duplicate: bool = False
