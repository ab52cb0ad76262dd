"""The messages between client and table: one intent in, one reply out."""

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.errors import Rejected
from saloon.core.game import Action, Outcome, Stuck, seat_name

from .changes import Change
from .helpers import Help

PROTOCOL_VERSION: Final = "4.0.0"
"""The version of the messages between client and table; logs have their own version, `log.LOG_VERSION`."""
HASH_EVERY: Final = 16
"""A broadcast carries a view hash once in this many revisions."""
LONGEST_MESSAGE: Final = 16_384
"""The size limit of a client's message in bytes; real messages are far shorter."""

SnapshotReason = Literal["CONNECT", "STATE_REQUEST", "SEQ_GAP", "BASE_REV_MISMATCH", "AIRBAG", "RESTART"]

Emote = Literal["hello", "goodLuck", "wellPlayed", "thanks", "oops", "goodGame"]
"""The fixed signs that people at a table send each other."""

Fault = Literal["late", "crashed", "illegal"]
"""Why a bot lost a move to a simpler one."""


class Intent(Struct, frozen=True, rename="camel", forbid_unknown_fields=True, gc=False):
    """What a client wants to do. It never carries rules, states or results."""

    kind: str
    payload: dict[str, Any]
    seq: int | UnsetType = UNSET
    base_rev: int | UnsetType = UNSET
    match_id: str | UnsetType = UNSET
    client_id: str | UnsetType = UNSET
    protocol_version: str | UnsetType = UNSET
    client_time: int | UnsetType = UNSET


class WireAction(Struct, frozen=True, gc=False):
    """An action as it is sent."""

    kind: str
    payload: Action


class WireOutcome(Struct, frozen=True, gc=False):
    """How a game ended: the seats that won (none for a draw or a loss), why, and each seat's points."""

    winners: tuple[str, ...]
    reason: str
    scores: tuple[int, ...]


class Ack(Struct, frozen=True, rename="camel", tag_field="kind", tag="ack", gc=False):
    """An action was accepted; everyone at the table gets this, with the change as the receiver may see it.

    A broadcast omits `legal` if it has not changed since the previous revision, and most view hashes.
    """

    rev: int
    client_id: str
    seq: int | None
    action: WireAction
    change: list[Change]
    report: dict[str, Any]
    help: Help
    view_hash: str | UnsetType = UNSET
    legal: list[WireAction] | UnsetType = UNSET
    outcome: WireOutcome | None = None
    stuck: Stuck | UnsetType = UNSET


class Reject(Struct, frozen=True, rename="camel", tag_field="kind", tag="reject", gc=False):
    """An action was refused and nothing changed; only its sender gets this."""

    code: str
    reason: str
    expected_seq: int
    rev: int


class Snapshot(Struct, frozen=True, rename="camel", tag_field="kind", tag="snapshot"):
    """The receiver's whole view, and why it is sent."""

    reason: SnapshotReason
    rev: int
    game: str
    rules_version: str
    protocol_version: str
    options: Any
    seat: str | None
    """The receiver's seat; null for a watcher."""
    seats: tuple[str, ...]
    commitment: str
    expected_seq: int
    match_id: str | None
    view: Any
    view_hash: str
    help: Help
    legal: list[WireAction]
    seed: str | UnsetType = UNSET
    outcome: WireOutcome | None = None
    stuck: Stuck | UnsetType = UNSET


class ViewHash(Struct, frozen=True, rename="camel", tag_field="kind", tag="viewHash", gc=False):
    """The hash of the receiver's view, in reply to `hashRequest`."""

    rev: int
    view_hash: str


Reply = Ack | Reject | Snapshot | ViewHash

_INTENTS: Final = msgspec.json.Decoder(Intent)


def wire(action: Action) -> WireAction:
    """Return `action` in its wire form."""
    return WireAction(action.kind, action)


def wire_outcome(outcome: Outcome | None) -> WireOutcome | None:
    """Return `outcome` in its wire form, with seats by name."""
    if outcome is None:
        return None
    return WireOutcome(tuple(map(seat_name, outcome.winners)), outcome.reason, outcome.scores)


def read_intent(raw: object) -> Intent:
    """Return the intent in a client's message, or raise Rejected with MALFORMED_MESSAGE."""
    try:
        if isinstance(raw, str):
            raw = raw.encode(errors="surrogatepass")
        if isinstance(raw, bytes):
            if len(raw) > LONGEST_MESSAGE:
                raise Rejected("MALFORMED_MESSAGE", f"a message has at most {LONGEST_MESSAGE} bytes, not {len(raw)}")
            return _INTENTS.decode(raw)
        return msgspec.convert(raw, Intent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Rejected("MALFORMED_MESSAGE", f"the message is malformed: {error}") from None
