"""Claims: a player may end a match against an opponent who has been away for a minute.

The opponent is away if no process has had a socket or a request from them for that long, at this table or any
other, while the claimant was connected without a break. All times are those of the server clock, so downtime does not
count. Other processes are known through the database: an open socket is renewed there every 20 seconds, a closed one
is recorded when it closes.
"""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from saloon.core.game import SERVER, Action, Seat
from saloon.server.actions.broadcast import Subscriber
from saloon.server.actions.commands import Command, Malformed
from saloon.server.actions.pipeline import ActionPipeline
from saloon.server.clock import ServerClock
from saloon.server.errors import Refused
from saloon.store import Store, StoredTable
from saloon.table.messages import Intent, Reject

from .live_table import LiveTable

CLAIM_AFTER: Final = 60_000
"""Milliseconds for which an opponent must have been away."""
_SHOWN_AFTER: Final = 25_000
"""Milliseconds after which an unseen opponent is shown as away: longer than presence goes unwritten."""
_TRIES: Final = 5
"""How often a claim is decided again because another action came in between."""

ClaimKind = Literal["claim", "claimRequest"]


class ClaimStatus(Struct, frozen=True, rename="camel", tag_field="kind", tag="claimStatus"):
    """Whether the receiver may claim the match; the answer to `claimRequest`, and to a `claim` that is refused."""

    code: str | None = None
    """Why a claim is refused; None if it would be accepted."""
    reason: str = "your opponent is away; you may claim the match"
    away: bool = False
    """Whether the opponent seems to be away."""
    wait: int | None = None
    """Milliseconds until a claim is accepted if the opponent stays away; None if waiting does not help."""


def claim_kind(intent: Intent | Malformed) -> ClaimKind | None:
    """Return which message about claims this is; None if it is any other message."""
    if isinstance(intent, Malformed) or intent.payload:
        return None
    return "claim" if intent.kind == "claim" else "claimRequest" if intent.kind == "claimRequest" else None


class Claims:
    """Decides whether a player may claim a match, and submits the absent player's timeout."""

    def __init__(self, store: Store, clock: ServerClock, pipeline: ActionPipeline) -> None:
        self._store = store
        self._pipeline = pipeline
        self._clock = clock

    async def answer(self, table: LiveTable, claimant: Subscriber, kind: ClaimKind) -> ClaimStatus | None:
        """Answer a message about claims; None if the claim succeeded: everyone then gets the ack of the timeout."""
        for _ in range(_TRIES):
            rev = table.table.rev
            status = await self._status(table, claimant)
            if kind == "claimRequest" or status.code is not None:
                return status
            reply = await self._pipeline.handle(table, Command(SERVER, self._timeout(table, claimant, rev)))
            if isinstance(reply, Reject):
                return ClaimStatus(reply.code, reply.reason, away=True)
            if reply is not None:
                return None
        raise Refused("CLAIM_INTERRUPTED", "something happened at the table while the claim was decided; try again")

    def _timeout(self, table: LiveTable, claimant: Subscriber, rev: int) -> Callable[[], Action | None]:
        """Return the opponent's timeout as a proposal, which is dropped if anything has happened since the decision."""

        def proposal() -> Action | None:
            seat = claimant.receiver
            if seat is None or not table.is_active or table.table.rev != rev:
                return None
            opponent = _opponent(table.stored, seat)
            return None if _is_connected(table, opponent) else table.table.game.claim_against(opponent)

        return proposal

    async def _status(self, table: LiveTable, claimant: Subscriber) -> ClaimStatus:
        seat = _claiming_seat(table, claimant)
        opponent = _opponent(table.stored, seat)
        last_seen = await self._last_seen(table, opponent)
        now = self._clock.now()
        if _is_connected(table, opponent):
            return ClaimStatus("NOT_ABSENT", "your opponent is connected", away=False, wait=CLAIM_AFTER)
        connected = min(
            (subscriber.since for subscriber in table.subscribers if subscriber.receiver == seat), default=now
        )
        away_for, here_for = max(0, now - last_seen), max(0, now - connected)
        away, wait = away_for >= _SHOWN_AFTER, max(0, CLAIM_AFTER - min(away_for, here_for))
        if away_for < CLAIM_AFTER:
            reason = f"your opponent was here {away_for // 1000} s ago; a claim takes 60 s without them"
            return ClaimStatus("NOT_ABSENT", reason, away=away, wait=wait)
        if here_for < CLAIM_AFTER:
            reason = f"you have been connected for {here_for // 1000} s; a claim takes 60 s"
            return ClaimStatus("NOT_CONNECTED_LONG_ENOUGH", reason, away=away, wait=wait)
        return ClaimStatus(away=True, wait=0)

    async def _last_seen(self, table: LiveTable, seat: Seat) -> int:
        """Return when the player of a seat was last seen anywhere, in any process; not before play began."""
        stored = table.stored
        player_id = stored.seats[seat].player_id
        return max(
            stored.begun or 0, 0 if player_id is None else await self._store.last_sign(stored.table_id, player_id)
        )


def _claiming_seat(table: LiveTable, claimant: Subscriber) -> Seat:
    """Return the claimant's seat, or refuse if this table has no claims."""
    stored, game = table.stored, table.table.game
    if claimant.receiver is None:
        raise Refused("NOT_YOUR_SEAT", "you do not sit at this table; only a player may claim the match")
    if stored.status == "waiting":
        raise Refused("MATCH_NOT_ACTIVE", "the table waits for players")
    if stored.status == "finished":
        raise Refused("MATCH_FINISHED", "the match is over")
    if len(stored.seats) != 2 or game.claim_against(claimant.receiver) is None:
        raise Refused("CLAIM_UNKNOWN", f"rules {game.rules_version} of {game.name} have no claims")
    if any(seat.player_id is None for seat in stored.seats):
        raise Refused("CLAIM_NEEDS_PEOPLE", "a bot sits at this table; only a match between people may be claimed")
    return claimant.receiver


def _opponent(stored: StoredTable, seat: Seat) -> Seat:
    return next(one.seat for one in stored.seats if one.seat != seat)


def _is_connected(table: LiveTable, seat: Seat) -> bool:
    return any(subscriber.receiver == seat for subscriber in table.subscribers)
