"""Never Nine: four players bid how many of nine tricks they will take, and pay for every trick they are off.

The order of the checks is that of the rules: kind, end, phase, bid made, turn, content. [NN-04…NN-61]
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from saloon.core.cards import SUIT_NAMES, SUITS
from saloon.core.cards import card as card_of
from saloon.core.errors import Rejected, quoted
from saloon.core.game import SERVER, Action, Outcome, Seat, seat_name
from saloon.core.streams import Sha256Stream, shuffle

from .state import (
    DECK,
    ORDER,
    PLAYERS,
    TRICKS,
    Bid,
    BidFor,
    Bids,
    Four,
    Hand,
    Move,
    Options,
    Play,
    PlayFor,
    Round,
    State,
    Trick,
)

RULES_VERSION: Final = "1.0.0"
_NO_BIDS: Final[Bids] = (None, None, None, None)
_ZEROS: Final[Four] = (0, 0, 0, 0)


# --- the deal ---------------------------------------------------------------------------------------------------


def deal(seed: str, options: Options) -> State:
    """Return the first state; the seed says who deals first. [NN-04, NN-37]"""
    first = Sha256Stream(f"{seed}::nevernine::dealer").below(4)
    return State(
        bids=_NO_BIDS,
        dealer=first,
        ended_reason=None,
        first_dealer=first,
        hands=dealt(seed, 1, first),
        history=(_ZEROS,),
        last_round=None,
        options=options,
        phase="bid",
        round=1,
        rules_version=RULES_VERSION,
        scores=_ZEROS,
        seed=seed,
        status="active",
        taken=_ZEROS,
        trick=Trick(left_of(first)),
        tricks=(),
        turn=left_of(first),
        winners=(),
    )


def dealt(seed: str, number: int, dealer: Seat) -> tuple[Hand, ...]:
    """Return the four hands of a round: one card at a time, the dealer's left neighbour first. [NN-08, NN-09]"""
    cards = list(DECK)
    shuffle(cards, Sha256Stream(f"{seed}::nevernine::{number}"))
    return tuple(tuple(cards[(seat - dealer - 1) % 4 :: 4]) for seat in range(4))


def left_of(seat: Seat) -> Seat:
    """Return the next seat, clockwise."""
    return (seat + 1) % 4


# --- actions ----------------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> State:
    """Return the state after `action`, or raise Rejected. [NN-35, NN-46]"""
    if isinstance(action, BidFor | PlayFor) != (seat == SERVER):
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)}")
    if not isinstance(action, Bid | Play):
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for Never Nine")
    if state.phase == "over":
        raise Rejected("MATCH_FINISHED", "the game is over")
    if isinstance(action, BidFor | PlayFor):
        if not state.options.turn_seconds:
            raise Rejected("RULE_VIOLATION", "this game is played without a time limit, so nobody acts for a player")
        seat = PLAYERS.index(action.player)
    return _bid(state, seat, action.bid) if isinstance(action, Bid) else _play(state, seat, action.card)


def _bid(state: State, seat: Seat, bid: object) -> State:
    """One bid each, from the dealer's left neighbour round to the dealer; then play begins. [NN-10, NN-15…NN-20]"""
    if state.phase != "bid":
        raise Rejected("WRONG_PHASE", "the bidding is over; play a card")
    if state.bids[seat] is not None:
        raise Rejected("ALREADY_BID", f"you have already bid {state.bids[seat]}")
    _check_turn(state, seat)
    if type(bid) is not int:
        raise Rejected("BID_NOT_INTEGER", f"a bid is a whole number, not {quoted(bid)}")
    if not 0 <= bid <= TRICKS:
        raise Rejected("BID_OUT_OF_RANGE", f"a bid must be from 0 to {TRICKS}, not {quoted(bid)}")
    if bid == forbidden_bid(state):
        raise Rejected("BID_FORBIDDEN_SUM", f"with {bid} the four bids would sum to {TRICKS}; choose another number")
    bids = (*state.bids[:seat], bid, *state.bids[seat + 1 :])
    return replace(state, bids=bids, phase="play" if seat == state.dealer else "bid", turn=left_of(seat))


def forbidden_bid(state: State) -> int | None:
    """Return the number that the dealer must not bid, because the bids would sum to nine. [NN-18, NN-19, NN-44]"""
    bids = [bid for bid in state.bids if bid is not None]
    rest = TRICKS - sum(bids)
    return rest if len(bids) == 3 and rest >= 0 else None


def _play(state: State, seat: Seat, card: str) -> State:
    """One card to the trick; the fourth ends it. [NN-11, NN-21…NN-26, NN-46…NN-51]"""
    if state.phase != "play":
        raise Rejected("WRONG_PHASE", "the bidding is not over; make your bid first")
    _check_turn(state, seat)
    hand = state.hands[seat]
    if card not in hand:
        raise Rejected("CARD_NOT_IN_HAND", f"{quoted(card)} is not in your hand")
    led = state.trick.led
    if card not in playable(hand, led):
        assert led is not None
        name = card_of(card).name
        raise Rejected("MUST_FOLLOW_SUIT", f"the {name} does not follow suit, and you have {SUIT_NAMES[led]}")
    held = tuple([other for other in hand if other != card])
    hands = (*state.hands[:seat], held, *state.hands[seat + 1 :])
    moves = (*state.trick.moves, Move(card, seat))
    if len(moves) < 4:
        return replace(state, hands=hands, trick=Trick(state.trick.leader, moves), turn=left_of(seat))
    return _collect(state, hands, moves)


def playable(hand: Hand, led: str | None) -> Hand:
    """Return the cards of `hand` that follow suit; all of them if it has none, or if it leads. [NN-23, NN-49…NN-51]"""
    return tuple([card for card in hand if card[1] == led]) or hand


def _check_turn(state: State, seat: Seat) -> None:
    if seat != state.turn:
        assert state.turn is not None
        raise Rejected("NOT_YOUR_TURN", f"it is {seat_name(state.turn)}'s turn")


# --- after a trick ----------------------------------------------------------------------------------------------

_WORTH: Final = {led: {card: ORDER[card] if card[1] == led else -1 for card in DECK} for led in SUITS}
"""How much each card counts when a suit is led."""


def winner_of(moves: Sequence[Move]) -> Seat:
    """Return who played the highest card of the leading suit; no other suit can win. [NN-06, NN-24, NN-52, NN-53]"""
    worth = _WORTH[moves[0].card[1]]
    worths = [worth[move.card] for move in moves]
    return moves[worths.index(max(worths))].seat


def _collect(state: State, hands: tuple[Hand, ...], moves: tuple[Move, ...]) -> State:
    """The winner takes the trick and leads the next; the ninth trick ends the round. [NN-25…NN-27, NN-54]"""
    winner = winner_of(moves)
    taken = (*state.taken[:winner], state.taken[winner] + 1, *state.taken[winner + 1 :])
    tricks = (*state.tricks, Trick(state.trick.leader, moves, winner))
    state = replace(state, hands=hands, taken=taken, trick=Trick(winner), tricks=tricks, turn=winner)
    return state if len(tricks) < TRICKS else _score(state)


def _score(state: State) -> State:
    """Everyone pays for each trick too many or too few; at the limit the game ends. [NN-12, NN-29…NN-32, NN-56]"""
    b1, b2, b3, b4 = (bid or 0 for bid in state.bids)
    bids = (b1, b2, b3, b4)
    penalties = penalties_of(bids, state.taken)
    scores = add(state.scores, penalties)
    state = replace(
        state,
        history=(*state.history, scores),
        last_round=Round(bids, state.dealer, state.tricks[-1], state.round, penalties, state.taken),
        scores=scores,
    )
    if max(scores) < state.options.limit:
        return _next_round(state)
    return replace(
        state, ended_reason="completed", phase="over", status="finished", turn=None, winners=winners_of(state)
    )


def penalties_of(bids: Four, taken: Four) -> Four:
    """Return how many tricks each seat is off its bid. [NN-29]"""
    (b1, b2, b3, b4), (t1, t2, t3, t4) = bids, taken
    return abs(t1 - b1), abs(t2 - b2), abs(t3 - b3), abs(t4 - b4)


def add(scores: Four, penalties: Four) -> Four:
    """Return the scores after a round. [NN-30]"""
    (s1, s2, s3, s4), (p1, p2, p3, p4) = scores, penalties
    return s1 + p1, s2 + p2, s3 + p3, s4 + p4


def _next_round(state: State) -> State:
    """The next seat deals. [NN-13, NN-57]"""
    dealer, number = left_of(state.dealer), state.round + 1
    return replace(
        state,
        bids=_NO_BIDS,
        dealer=dealer,
        hands=dealt(state.seed, number, dealer),
        phase="bid",
        round=number,
        taken=_ZEROS,
        trick=Trick(left_of(dealer)),
        tricks=(),
        turn=left_of(dealer),
    )


def winners_of(state: State) -> tuple[Seat, ...]:
    """Return who has the lowest score; with `later`, who of several reached it last. [NN-33, NN-34, NN-59, NN-60]"""
    lowest = min(state.scores)
    tied = tuple(seat for seat, score in enumerate(state.scores) if score == lowest)
    if state.options.tie_break == "shared":
        return tied
    reached = state.reached
    latest = max(reached[seat] for seat in tied)
    return tuple(seat for seat in tied if reached[seat] == latest)


# --- legal actions and outcome ----------------------------------------------------------------------------------

_BIDS: Final = tuple(Bid(bid) for bid in range(TRICKS + 1))
_PLAYS: Final = {card: Play(card) for card in DECK}


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every action that `apply` accepts; the server may act for the seat whose turn it is. [NN-50, NN-51]"""
    if state.turn is None:
        return []
    if seat == SERVER:
        return _legal_for(state, state.turn) if state.options.turn_seconds else []
    return _legal(state) if seat == state.turn else []


def _legal(state: State) -> Sequence[Bid | Play]:
    assert state.turn is not None
    if state.phase == "bid":
        forbidden = forbidden_bid(state)
        return [action for action in _BIDS if action.bid != forbidden]
    cards = sorted(playable(state.hands[state.turn], state.trick.led), key=ORDER.__getitem__)
    return [_PLAYS[card] for card in cards]


def _legal_for(state: State, seat: Seat) -> Sequence[Action]:
    player = PLAYERS[seat]
    return [
        BidFor(action.bid, player) if isinstance(action, Bid) else PlayFor(action.card, player)
        for action in _legal(state)
    ]


def outcome(state: State) -> Outcome | None:
    """Return who won, or None while the game goes on. [NN-33]"""
    return Outcome(state.winners, state.ended_reason, state.scores) if state.ended_reason else None


def longest_match(options: Options) -> int:
    """Return how many bids and cards end every match.

    The bids never sum to nine, so every round costs somebody a point, and each score stays below the limit until the
    last round. [NN-18, NN-29, NN-32]
    """
    rounds = 4 * (options.limit - 1) + 1
    return rounds * (4 + len(DECK))
