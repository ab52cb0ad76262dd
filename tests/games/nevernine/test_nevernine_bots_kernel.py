"""The kernel of Never Nine repeats the rules: its moves, tricks and deals are compared with them."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from positions import positions
from saloon.games import GAMES
from saloon.games.nevernine.bots import kernel
from saloon.games.nevernine.bots.facts import Known, bits, known, trick_so_far
from saloon.games.nevernine.bots.policy import fixed, learnt
from saloon.games.nevernine.rules import winner_of
from saloon.games.nevernine.state import DECK, ORDER, Move, Options

GAME: Any = GAMES["nevernine"]


def cards_of(number: int) -> set[str]:
    """Return the cards of a set of bits."""
    return {card for card in DECK if number >> ORDER[card] & 1}


def chance(number: int = 1) -> Any:
    return np.array([number * 2 + 1], dtype=np.uint64)


@given(positions("nevernine"))
@settings(max_examples=200, deadline=None)
def test_the_kernel_knows_the_legal_cards_and_who_takes_a_trick(position: Any) -> None:
    state = position.state
    if state.phase != "play":
        return
    facts = known(GAME.view(state, state.turn))
    led = facts.laid[0] if facts.laid else -1
    legal = {action.card for action in GAME.legal(state, state.turn)}
    assert cards_of(int(kernel._playable(np.uint64(facts.hand), led))) == legal
    best, holder = trick_so_far(facts)
    if facts.laid:
        assert holder == winner_of(state.trick.moves)
    for card in legal:
        after = winner_of((*state.trick.moves, Move(card, state.turn)))
        assert bool(kernel._beats(ORDER[card], best)) == (after == state.turn)


def rounds(state: Any, noise: float, number: int) -> tuple[Any, Any]:
    """Play the round of `state` to its end in the kernel; return the hands that are left and the tricks."""
    hands = np.array([bits(hand) for hand in state.hands], dtype=np.uint64)
    taken = np.array(state.taken, dtype=np.int64)
    facts = known(GAME.view(state, state.turn))
    best, holder = trick_so_far(facts)
    led = facts.laid[0] if facts.laid else -1
    kernel.play_out(
        hands,
        np.array(state.bids),
        taken,
        state.trick.leader,
        len(facts.laid),
        led,
        best,
        holder,
        noise,
        chance(number),
    )
    return hands, taken


@given(positions("nevernine", most=60), st.sampled_from([0.0, 0.3, 1.0]), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_a_playout_plays_every_card_and_takes_every_trick(position: Any, noise: float, number: int) -> None:
    state = position.state
    if state.phase != "play":
        return
    hands, taken = rounds(state, noise, number)
    assert not hands.any()
    assert taken.sum() == 9
    assert (taken >= np.array(state.taken)).all()


def forced_ends(number: int, left: int) -> Any:
    """Return a position of random play with `left` cards in every hand."""
    random = Random(number)
    state = GAME.deal(str(number), Options())
    while state.phase == "bid" or len(state.tricks) < 9 - left:
        state = GAME.apply(state, state.turn, random.choice(GAME.legal(state, state.turn)))
    return state


def solve(hands: Any, bids: Any, taken: Any, leader: int) -> int:
    """Return the tricks of all seats, four bits each, if everyone plays for the best with open cards."""
    frames, left = np.zeros((37, 9), dtype=np.int64), np.zeros(37, dtype=np.uint64)
    return int(kernel._solve(hands, bids, taken, leader, 0, -1, -1, 0, frames, left))


@pytest.mark.parametrize("left", [1, 2])
def test_exact_play_ends_as_a_search_through_the_law_may(left: int) -> None:
    for number in range(25):
        state = forced_ends(number, left)
        hands = np.array([bits(hand) for hand in state.hands], dtype=np.uint64)
        before = hands.copy()
        found = solve(hands, np.array(state.bids), np.array(state.taken, dtype=np.int64), state.turn)
        taken = tuple(found >> 4 * seat & 15 for seat in range(4))
        assert (hands == before).all()
        assert taken in best_ends(state)


def best_ends(state: Any) -> set[tuple[int, ...]]:
    """Return every end that best play can lead to: each seat may take any of its best cards."""
    seat = state.turn
    followed: list[set[tuple[int, ...]]] = []
    for action in GAME.legal(state, seat):
        after = GAME.apply(state, seat, action)
        ended = after.last_round if after.round > state.round or after.phase == "over" else None
        followed.append({ended.taken} if ended else best_ends(after))
    ends = set()
    for choice in product(*followed):
        least = min(abs(taken[seat] - state.bids[seat]) for taken in choice)
        ends |= {taken for taken in choice if abs(taken[seat] - state.bids[seat]) == least}
    return ends


# --- worlds -----------------------------------------------------------------------------------------------------


def sampled(facts: Known, count: int, *, spread: float = 0.0, number: int = 1, belief: bool = False) -> Any:
    return kernel.sample(
        np.uint64(facts.unseen),
        np.array(facts.sizes),
        np.array(facts.voids, dtype=np.bool_),
        np.array(facts.shown, dtype=np.uint64),
        np.array(facts.bids),
        fixed((0, 0, 0, 0, 0, 0.1, 0.3, 0.7, 1.0))[0],
        spread,
        0.05,
        4 * count,
        count,
        np.uint64(facts.hand),
        facts.seat,
        facts.dealer,
        np.array(facts.played, dtype=np.int64),
        learnt()[1] if belief else np.zeros(0, dtype=np.int32),
        0.05,
        chance(number),
    )


@given(positions("nevernine"), st.integers(0, 1000))
@settings(max_examples=100, deadline=None)
def test_a_world_fits_what_the_seat_knows(position: Any, number: int) -> None:
    state = position.state
    if state.turn is None:
        return
    facts = known(GAME.view(state, state.turn))
    for world in sampled(facts, 20, spread=0.8, number=number, belief=bool(number % 2)).tolist():
        assert world[facts.seat] == facts.hand
        others = [world[seat] for seat in range(4) if seat != facts.seat]
        assert sum(others) == others[0] | others[1] | others[2] == facts.unseen
        for seat in range(4):
            assert world[seat].bit_count() == len(state.hands[seat])
            for suit in range(4):
                if facts.voids[seat][suit]:
                    assert not world[seat] >> 9 * suit & 511


def test_every_hand_that_is_possible_is_drawn_as_often_as_another() -> None:
    """Two cards each for three seats, nothing shown: ninety deals, each as likely."""
    facts = Known(
        seat=0, hand=0b11, unseen=0b11111100, sizes=(0, 2, 2, 2), voids=((False,) * 4,) * 4, shown=(0, 0, 0, 0),
        bids=(-1, -1, -1, -1), taken=(0, 0, 0, 0), dealer=3, leader=0, laid=(),
    )  # fmt: skip
    worlds = [tuple(world) for world in sampled(facts, 9000).tolist()]
    counts = [worlds.count(world) for world in set(worlds)]
    assert len(counts) == 90
    assert min(counts) > 50
    assert max(counts) < 160


def test_worlds_that_explain_the_bids_are_drawn_more_often() -> None:
    state = GAME.deal("7", Options())
    facts = known(GAME.view(state, state.turn))
    aces = bits(["AC", "AD", "AH", "AS"])

    def mean(bid: int) -> float:
        bids = tuple(bid if seat == (facts.seat + 1) % 4 else -1 for seat in range(4))
        told = Known(**{**{name: getattr(facts, name) for name in Known.__struct_fields__}, "bids": bids})
        worlds = sampled(told, 400, spread=0.8).tolist()
        return float(sum((world[(facts.seat + 1) % 4] & aces).bit_count() for world in worlds) / 400)

    assert mean(0) + 0.5 < mean(4)


def test_random_rounds_are_played_by_the_million() -> None:
    """A round is nine tricks whatever the noise; equal hands give equal totals for equal chance."""
    state = GAME.deal("7", Options())
    hands = np.array([bits(hand) for hand in state.hands], dtype=np.uint64)
    bids = np.array([2, 2, 2, 2])
    totals = [int(kernel.play_outs(hands, bids, 1000, noise, chance(5))) for noise in (0.0, 1.0, 1.0)]
    assert totals[1] == totals[2]
    assert 0 <= totals[0] <= 9000
