"""What may a Never Nine seat see? Its own hand and all that was said and played; other hands are only counted."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from saloon.core.game import Seat

from .rules import forbidden_bid
from .state import ORDER, Bids, EndedReason, Four, Hand, Options, Phase, Round, State, Trick


class View(Struct, frozen=True, rename="camel"):
    """A game as one receiver sees it; a watcher has neither `seat` nor `hand`.

    The cards played in this round are those of `tricks` and `trick`. Earlier rounds are not in it, so it stays short.
    """

    bids: Bids
    dealer: Seat
    ended_reason: EndedReason | None
    forbidden_bid: int | None
    """What the dealer may not bid, once the three others have bid."""
    hand_sizes: Four
    last_round: Round | None
    last_trick: Trick | None
    """The trick completed last, also when it ended the round before."""
    options: Options
    phase: Phase
    reached_round: Four
    """When each seat first had its present score: what decides a tie."""
    round: int
    scores: Four
    seat: Seat | None
    status: Literal["active", "finished"]
    taken: Four
    trick: Trick
    tricks: tuple[Trick, ...]
    turn: Seat | None
    winners: tuple[Seat, ...]
    hand: Hand | UnsetType = UNSET
    """Sorted by suit, then from the six up."""


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat`, or a watcher, may see."""
    p1, p2, p3, p4 = map(len, state.hands)
    return View(
        bids=state.bids,
        dealer=state.dealer,
        ended_reason=state.ended_reason,
        forbidden_bid=forbidden_bid(state),
        hand_sizes=(p1, p2, p3, p4),
        last_round=state.last_round,
        last_trick=_last_trick(state),
        options=state.options,
        phase=state.phase,
        reached_round=state.reached,
        round=state.round,
        scores=state.scores,
        seat=seat,
        status=state.status,
        taken=state.taken,
        trick=state.trick,
        tricks=state.tricks,
        turn=state.turn,
        winners=state.winners,
        hand=UNSET if seat is None else tuple(sorted(state.hands[seat], key=ORDER.__getitem__)),
    )


def _last_trick(state: State) -> Trick | None:
    if state.tricks:
        return state.tricks[-1]
    return state.last_round.last_trick if state.last_round else None
