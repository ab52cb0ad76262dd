"""The invariants of Never Nine."""

from typing import Final

from saloon.core.errors import ensure
from saloon.core.game import Seat

from .rules import add, left_of, penalties_of, winner_of, winners_of
from .state import DECK, TRICKS, State, Trick

_DECK: Final = frozenset(DECK)
_ZEROS: Final = (0, 0, 0, 0)
_CLOCKWISE: Final = [[(leader + order) % 4 for order in range(4)] for leader in range(4)]


def check(state: State) -> None:
    """Raise InvariantBreach unless cards, tricks, bids, turn and scores agree with each other. [NN-54…NN-57, NN-78]"""
    _check_cards(state)
    _check_tricks(state)
    _check_turn(state)
    _check_bids(state)
    _check_scores(state)
    _check_end(state)


def _check_cards(state: State) -> None:
    """Each of the 36 cards is in a hand or in a trick of this round."""
    p1, p2, p3, p4 = state.hands
    cards = [*p1, *p2, *p3, *p4, *[move.card for trick in (*state.tricks, state.trick) for move in trick.moves]]
    ensure(len(cards) == len(DECK), "a round has 36 cards")
    ensure(set(cards) == _DECK, "a card is duplicated, or not in this deck")


def _check_tricks(state: State) -> None:
    """The winner of a trick leads the next, all four play a card to each, and the hands shrink with them.

    The newest trick is checked card by card; each earlier one was the newest in a state that was checked.
    """
    tricks, running = state.tricks, state.trick
    winners = [trick.winner for trick in tricks]
    leaders = [left_of(state.dealer), *winners]
    ensure(leaders == [*[trick.leader for trick in tricks], running.leader], "the wrong seat leads a trick")
    ensure(state.taken == tuple(map(winners.count, range(4))), "the tricks taken are not those that were won")
    ensure(sum(state.taken) == len(tricks), "a trick was taken by nobody")
    if tricks:
        newest = tricks[-1]
        ensure(_seats(newest) == _CLOCKWISE[newest.leader], "a trick was not laid by all four, clockwise")
        ensure(newest.winner == winner_of(newest.moves), "a trick was taken by the wrong seat")
    laid = _seats(running)
    ensure(laid == _CLOCKWISE[running.leader][: len(laid)], "the running trick is not laid clockwise")
    ensure(len(laid) < 4 and running.winner is None, "the running trick is complete")
    left = TRICKS - len(tricks)
    sizes = [len(hand) + (seat in laid) for seat, hand in enumerate(state.hands)]
    ensure(sizes == [left] * 4, "a hand is too long or too short")


def _seats(trick: Trick) -> list[Seat]:
    return [move.seat for move in trick.moves]


def _check_turn(state: State) -> None:
    """The phase agrees with what has been played, and the turn with both."""
    if state.phase == "bid":
        made = 4 - state.bids.count(None)
        ensure(not state.tricks and not state.trick.moves, "a card was played during the bidding")
        ensure(state.turn == (left_of(state.dealer) + made) % 4, "the wrong seat is to bid")
    elif state.phase == "play":
        ensure(len(state.tricks) < TRICKS, "the round is played out and was not scored")
        ensure(state.turn == (state.trick.leader + len(state.trick.moves)) % 4, "the wrong seat is to play")
    else:
        ensure(len(state.tricks) == TRICKS, "the game ended within a round")
        ensure(state.turn is None, "a seat is to act after the end")


def _check_bids(state: State) -> None:
    """Bids were made in order, all before the play, and never sum to nine. [NN-42, NN-43]"""
    made = [bid for bid in state.bids if bid is not None]
    ensure(not made or 0 <= min(made) <= max(made) <= TRICKS, "a bid is out of range")
    if state.phase == "bid":
        ensure(len(made) < 4, "all bids are made, but the phase is still bidding")
        due = [(seat - state.dealer - 1) % 4 < len(made) for seat in range(4)]
        ensure(due == [bid is not None for bid in state.bids], "a bid was made out of turn")
    else:
        ensure(len(made) == 4, "a bid is missing")
        ensure(sum(made) != TRICKS, "the bids sum to nine")


def _check_scores(state: State) -> None:
    """The scores are the last row of the history, and that row is the one before it and the last penalties."""
    finished, last = len(state.history) - 1, state.last_round
    ensure(state.history[0] == _ZEROS and state.history[-1] == state.scores, "the scores are not those of the history")
    ensure(finished == state.round - (state.phase != "over"), "the history does not have a row for each round")
    ensure(state.dealer == (state.first_dealer + state.round - 1) % 4, "the wrong seat deals")
    if last is None:
        ensure(not finished, "the last round is forgotten")
        return
    ensure(last.number == finished, "another round than the last is remembered")
    ensure(last.dealer == (state.first_dealer + last.number - 1) % 4, "the wrong seat dealt")
    ensure(last.penalties == penalties_of(last.bids, last.taken), "the penalties are not the tricks off the bid")
    before = state.history[-2]
    ensure(state.scores == add(before, last.penalties), "the last penalties were not added to the scores")
    ensure(max(before) < state.options.limit, "a round was played beyond the end")


def _check_end(state: State) -> None:
    """The game is over once a score has reached the limit, and then the winners are the rules' own. [NN-32, NN-33]"""
    over = max(state.scores) >= state.options.limit
    ensure((state.phase == "over") == over, "the game ended too early, or too late")
    ensure((state.status == "finished") == over and (state.ended_reason == "completed") == over, "the status is wrong")
    ensure(state.winners == (winners_of(state) if over else ()), "the winners are wrong")
