"""What `check` refuses: every way in which a state can contradict itself."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clauses import clause
from games.nevernine.rounds_nevernine import GAME, SUITED, before_the_last_card, bidding, laid, last_card
from positions import Position, positions
from saloon.core.errors import InvariantBreach
from saloon.games.nevernine.state import Move, Round, State

BIDDING = bidding([3, 0])
ONE = laid(bidding([9, 0, 0, 1]), "6C 6D 6H 6S")
PLAYING = laid(bidding([9, 0, 0, 1]), "6C 6D 6H 6S 7C 7D")
SECOND = last_card(before_the_last_card((9, 0, 0, 1)))
OVER = last_card(before_the_last_card((9, 3, 2, 9), scores=(95, 1, 2, 96)))
SOUND = (BIDDING, PLAYING, SECOND, OVER)


def with_hand(state: State, seat: int, cards: str) -> State:
    """Return `state` with another hand."""
    hands = [*state.hands]
    hands[seat] = tuple(cards.split())
    return replace(state, hands=tuple(hands))


def with_trick(state: State, place: int, **changes: Any) -> State:
    """Return `state` with a completed trick changed."""
    tricks = [*state.tricks]
    tricks[place] = replace(tricks[place], **changes)
    return replace(state, tricks=tuple(tricks))


def with_last(state: State, **changes: Any) -> State:
    """Return `state` with the memory of the last round changed."""
    assert isinstance(state.last_round, Round)
    return replace(state, last_round=replace(state.last_round, **changes))


def running(state: State, **changes: Any) -> State:
    """Return `state` with the running trick changed."""
    return replace(state, trick=replace(state.trick, **changes))


def test_the_states_that_are_spoilt_below_are_sound() -> None:
    for state in SOUND:
        GAME.check(state)
    assert [state.phase for state in SOUND] == ["bid", "play", "bid", "over"]


@clause("NN-78", "NN-54", "NN-55")
@given(positions("nevernine"))
@settings(max_examples=60, deadline=None)
def test_every_state_of_play_is_sound(position: Position) -> None:
    GAME.check(position.state)


CARDS: list[tuple[str, Callable[[], State]]] = [
    ("a round has 36 cards", lambda: with_hand(PLAYING, 3, "7S 8S 9S TS JS QS KS")),
    ("a round has 36 cards", lambda: with_hand(BIDDING, 3, f"{SUITED[3]} 6C")),
    ("a card is duplicated, or not in this deck", lambda: with_hand(PLAYING, 3, "7S 8S 9S TS JS QS KS KS")),
    ("a card is duplicated, or not in this deck", lambda: with_hand(PLAYING, 3, "7S 8S 9S TS JS QS KS 6S")),
    ("a card is duplicated, or not in this deck", lambda: with_hand(PLAYING, 3, "7S 8S 9S TS JS QS KS 5S")),
    (
        "a hand is too long or too short",
        lambda: with_hand(with_hand(BIDDING, 0, SUITED[0][3:]), 1, f"{SUITED[1]} 6C"),
    ),
    (
        "a hand is too long or too short",
        lambda: with_hand(with_hand(PLAYING, 0, "8C 9C TC JC QC KC AC 7S"), 3, "8S 9S TS JS QS KS AS"),
    ),
]
TRICKS: list[tuple[str, Callable[[], State]]] = [
    ("the wrong seat leads a trick", lambda: running(PLAYING, leader=1)),
    ("the wrong seat leads a trick", lambda: with_trick(PLAYING, 0, leader=1)),
    ("the wrong seat leads a trick", lambda: replace(PLAYING, dealer=0)),
    ("the wrong seat leads a trick", lambda: with_trick(PLAYING, 0, winner=1)),
    ("the tricks taken are not those that were won", lambda: replace(PLAYING, taken=(0, 1, 0, 0))),
    ("the tricks taken are not those that were won", lambda: replace(PLAYING, taken=(2, 0, 0, 0))),
    ("the tricks taken are not those that were won", lambda: replace(PLAYING, taken=(0, 0, 0, 0))),
    (
        "a trick was taken by nobody",
        lambda: running(with_trick(replace(PLAYING, taken=(0, 0, 0, 0)), 0, winner=None), leader=None),
    ),
    (
        "a trick was taken by the wrong seat",
        lambda: running(with_trick(replace(PLAYING, taken=(0, 1, 0, 0)), 0, winner=1), leader=1),
    ),
    (
        "a trick was not laid by all four, clockwise",
        lambda: with_trick(PLAYING, 0, moves=(Move("6C", 0), Move("6D", 1), Move("6H", 3), Move("6S", 2))),
    ),
    (
        "the running trick is not laid clockwise",
        lambda: running(PLAYING, moves=(Move("7C", 0), Move("7D", 2))),
    ),
    (
        "the running trick is complete",
        lambda: replace(ONE, trick=replace(ONE.tricks[0], winner=None), tricks=(), taken=(0, 0, 0, 0)),
    ),
    ("the running trick is complete", lambda: running(PLAYING, winner=0)),
]
TURNS: list[tuple[str, Callable[[], State]]] = [
    ("a card was played during the bidding", lambda: replace(PLAYING, phase="bid")),
    (
        "a card was played during the bidding",
        lambda: replace(laid(bidding([9, 0, 0, 1]), "6C"), phase="bid", turn=0),
    ),
    ("the wrong seat is to bid", lambda: replace(BIDDING, turn=3)),
    ("the wrong seat is to bid", lambda: replace(BIDDING, turn=None)),
    ("the wrong seat is to play", lambda: replace(PLAYING, turn=3)),
    ("the wrong seat is to play", lambda: replace(PLAYING, turn=None)),
    ("the round is played out and was not scored", lambda: replace(OVER, phase="play")),
    ("the game ended within a round", lambda: replace(PLAYING, phase="over", turn=None)),
    ("a seat is to act after the end", lambda: replace(OVER, turn=0)),
]
BIDS: list[tuple[str, Callable[[], State]]] = [
    ("a bid is out of range", lambda: replace(BIDDING, bids=(10, 0, None, None))),
    ("a bid is out of range", lambda: replace(BIDDING, bids=(3, -1, None, None))),
    ("a bid is out of range", lambda: replace(PLAYING, bids=(9, 0, 0, 10))),
    ("all bids are made, but the phase is still bidding", lambda: replace(BIDDING, bids=(3, 0, 1, 1), turn=0)),
    ("a bid was made out of turn", lambda: replace(BIDDING, bids=(3, None, 0, None))),
    ("a bid was made out of turn", lambda: replace(BIDDING, bids=(None, 3, None, 0))),
    ("a bid is missing", lambda: replace(PLAYING, bids=(9, 0, None, 1))),
    ("the bids sum to nine", lambda: replace(PLAYING, bids=(9, 0, 0, 0))),
    ("the bids sum to nine", lambda: replace(OVER, bids=(2, 3, 3, 1))),
]
SCORES: list[tuple[str, Callable[[], State]]] = [
    ("the scores are not those of the history", lambda: replace(PLAYING, scores=(1, 0, 0, 0))),
    ("the scores are not those of the history", lambda: replace(PLAYING, history=((0, 0, 1, 0),), scores=(0, 0, 1, 0))),
    ("the history does not have a row for each round", lambda: replace(PLAYING, history=((0, 0, 0, 0),) * 2)),
    ("the history does not have a row for each round", lambda: replace(PLAYING, round=2)),
    ("the history does not have a row for each round", lambda: replace(OVER, round=3)),
    ("the wrong seat deals", lambda: replace(PLAYING, first_dealer=0)),
    ("the wrong seat deals", lambda: replace(SECOND, first_dealer=0)),
    ("the last round is forgotten", lambda: replace(SECOND, last_round=None)),
    ("another round than the last is remembered", lambda: with_last(SECOND, number=2)),
    ("another round than the last is remembered", lambda: replace(PLAYING, last_round=SECOND.last_round)),
    ("the wrong seat dealt", lambda: with_last(SECOND, dealer=0)),
    ("the penalties are not the tricks off the bid", lambda: with_last(SECOND, penalties=(0, 0, 1, 0))),
    ("the penalties are not the tricks off the bid", lambda: with_last(SECOND, bids=(9, 0, 1, 1))),
    ("the penalties are not the tricks off the bid", lambda: with_last(SECOND, taken=(8, 0, 0, 1))),
    (
        "the last penalties were not added to the scores",
        lambda: replace(SECOND, scores=(0, 0, 0, 2), history=((0, 0, 0, 0), (0, 0, 0, 2))),
    ),
    (
        "a round was played beyond the end",
        lambda: replace(OVER, options=replace(OVER.options, limit=96)),
    ),
]
ENDS: list[tuple[str, Callable[[], State]]] = [
    (
        "the game ended too early, or too late",
        lambda: replace(OVER, options=replace(OVER.options, limit=106)),
    ),
    (
        "the game ended too early, or too late",
        lambda: replace(SECOND, options=replace(SECOND.options, limit=1)),
    ),
    ("the status is wrong", lambda: replace(OVER, status="active")),
    ("the status is wrong", lambda: replace(OVER, ended_reason=None)),
    ("the status is wrong", lambda: replace(PLAYING, status="finished")),
    ("the status is wrong", lambda: replace(PLAYING, ended_reason="completed")),
    ("the winners are wrong", lambda: replace(OVER, winners=(2,))),
    ("the winners are wrong", lambda: replace(OVER, winners=())),
    ("the winners are wrong", lambda: replace(PLAYING, winners=(0,))),
]


@clause("NN-43", "NN-54", "NN-56", "NN-57", "NN-78")
@pytest.mark.parametrize(("reason", "spoil"), [*CARDS, *TRICKS, *TURNS, *BIDS, *SCORES, *ENDS])
def test_a_state_that_contradicts_itself_is_refused(reason: str, spoil: Callable[[], State]) -> None:
    with pytest.raises(InvariantBreach) as breach:
        GAME.check(spoil())
    assert breach.value.reason == reason


def test_a_game_over_at_the_limit_exactly_is_sound() -> None:
    GAME.check(replace(OVER, options=replace(OVER.options, limit=105)))
    GAME.check(replace(OVER, options=replace(OVER.options, limit=97)))
    GAME.check(replace(SECOND, options=replace(SECOND.options, limit=2)))
