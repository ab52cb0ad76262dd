"""The view of a Never Nine seat: its own hand and all that was bid and played; other hands are only counted."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from saloon.core.cards import Card, Pile, card
from saloon.core.game import Seat
from saloon.core.memory import remembered

from .rules import forbidden_bid
from .state import DECK, ORDER, PLAYERS, Bids, EndedReason, Four, Hand, Options, Phase, Player, Round, State, Trick

_CARDS: Final = {code: card(code) for code in DECK}


class MoveView(Struct, frozen=True):
    """One card played by a seat."""

    card: Card
    seat: Player


class TrickView(Struct, frozen=True):
    """Up to four cards in the order of play."""

    leader: Player
    moves: tuple[MoveView, ...]
    winner: Player | None

    @property
    def led(self) -> str | None:
        """The leading suit: that of the first card."""
        return self.moves[0].card.suit if self.moves else None


class RoundView(Struct, frozen=True, rename="camel"):
    """A round that was scored."""

    bids: Four
    dealer: Player
    last_trick: TrickView
    number: int
    penalties: Four
    taken: Four


class View(Struct, frozen=True, rename="camel"):
    """A game as one receiver sees it; a watcher has neither `seat` nor `hand`.

    The cards played in this round are those of `tricks` and `trick`. Earlier rounds are not in it, so it stays short.
    """

    bids: Bids
    dealer: Player
    ended_reason: EndedReason | None
    forbidden_bid: int | None
    """What the dealer may not bid, once the three others have bid."""
    hand_sizes: Four
    last_round: RoundView | None
    last_trick: TrickView | None
    """The trick completed last, also if it ended the previous round."""
    options: Options
    phase: Phase
    reached_round: Four
    """When each seat first had its current score, which decides a tie."""
    round: int
    scores: Four
    seat: Player | None
    status: Literal["active", "finished"]
    taken: Four
    trick: TrickView
    tricks: tuple[TrickView, ...]
    turn: Player | None
    winners: tuple[Player, ...]
    hand: Pile | UnsetType = UNSET
    """Sorted by suit, then from the six up."""


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat`, or a watcher, may see."""
    p1, p2, p3, p4 = map(len, state.hands)
    return View(
        bids=state.bids,
        dealer=PLAYERS[state.dealer],
        ended_reason=state.ended_reason,
        forbidden_bid=forbidden_bid(state),
        hand_sizes=(p1, p2, p3, p4),
        last_round=None if state.last_round is None else _round(state.last_round),
        last_trick=_last_trick(state),
        options=state.options,
        phase=state.phase,
        reached_round=state.reached,
        round=state.round,
        scores=state.scores,
        seat=_player(seat),
        status=state.status,
        taken=state.taken,
        trick=_trick(state.trick),
        tricks=_tricks(state.tricks),
        turn=_player(state.turn),
        winners=tuple([PLAYERS[winner] for winner in state.winners]),
        hand=UNSET if seat is None else _hand(state.hands[seat]),
    )


def _last_trick(state: State) -> TrickView | None:
    if state.tricks:
        return _trick(state.tricks[-1])
    return _trick(state.last_round.last_trick) if state.last_round else None


def _player(seat: Seat | None) -> Player | None:
    return None if seat is None else PLAYERS[seat]


_MOVES: Final = {(code, seat): MoveView(_CARDS[code], player) for code in DECK for seat, player in enumerate(PLAYERS)}
"""One object for each card and seat; like the caches below, all views share it."""


@remembered(1 << 12)
def _trick(trick: Trick) -> TrickView:
    moves = tuple([_MOVES[move.card, move.seat] for move in trick.moves])
    return TrickView(PLAYERS[trick.leader], moves, _player(trick.winner))


@remembered(1 << 10)
def _tricks(tricks: tuple[Trick, ...]) -> tuple[TrickView, ...]:
    return tuple(map(_trick, tricks))


@remembered(1 << 10)
def _round(last: Round) -> RoundView:
    dealer, trick = PLAYERS[last.dealer], _trick(last.last_trick)
    return RoundView(last.bids, dealer, trick, last.number, last.penalties, last.taken)


@remembered(1 << 12)
def _hand(hand: Hand) -> Pile:
    return tuple([_CARDS[code] for code in sorted(hand, key=ORDER.__getitem__)])
