"""Envelope checks: whether a message is meant for this table, and whether its sender is up to date."""

from typing import Literal

from msgspec import UNSET

from saloon.core.errors import Rejected, quoted
from saloon.core.game import SERVER, Seat, seat_name

from .messages import PROTOCOL_VERSION, Intent, SnapshotReason


def out_of_step(
    intent: Intent, seat: Seat | None, expected: int, rev: int, match_id: str | None
) -> SnapshotReason | Literal["viewHash"] | None:
    """Return why the client needs its view or hash, if it does; refuse misdirected and repeated messages.

    The table is at `rev`, and the next message of `seat` has the number `expected`; the server needs none.
    """
    if not intent.match_id is intent.client_id is intent.protocol_version is UNSET:
        _check_addresses(intent, seat, match_id)
    if intent.kind == "stateRequest":
        return "STATE_REQUEST"
    if intent.kind == "hashRequest":
        return "viewHash"
    if seat is None:
        raise Rejected("NOT_YOUR_SEAT", "you are watching; take a seat to play")
    if seat == SERVER:
        return None
    seq, base_rev = intent.seq, intent.base_rev
    if seq is UNSET or base_rev is UNSET:
        raise Rejected("MALFORMED_MESSAGE", "the message needs both seq and baseRev")
    if seq < expected:
        raise Rejected("DUPLICATE_SEQ", f"message {quoted(seq)} is not new; the next is {expected}")
    if seq > expected:
        return "SEQ_GAP"
    return "BASE_REV_MISMATCH" if base_rev > rev else None


def _check_addresses(intent: Intent, seat: Seat | None, match_id: str | None) -> None:
    """Refuse messages for another table, seat or protocol version."""
    agreeing = (
        ("matchId", intent.match_id, match_id),
        ("clientId", intent.client_id, None if seat is None else seat_name(seat)),
        ("protocolVersion", intent.protocol_version, PROTOCOL_VERSION),
    )
    for name, said, actual in agreeing:
        if said is not UNSET and actual is not None and said != actual:
            raise Rejected("MALFORMED_MESSAGE", _mismatch(name, said, actual))


def _mismatch(name: str, said: str, actual: str) -> str:
    if name == "protocolVersion":
        return f"this server speaks protocol {actual}, the client {quoted(said)}; update the client or reload the page"
    return f"{name} is {quoted(said)}, but this table expects {quoted(actual)}"
