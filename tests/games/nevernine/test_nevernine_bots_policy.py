"""What the master of Never Nine learnt: how its weights are made, and that they say what players hold and play."""

from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from msgspec.structs import replace

from saloon.games import GAMES
from saloon.games.nevernine.bots import MASTER, VETERAN, kernel
from saloon.games.nevernine.bots.facts import bits, known
from saloon.games.nevernine.bots.policy import FILE, fixed, learnt
from saloon.games.nevernine.bots.seats import SamplingSeat
from saloon.games.nevernine.bots.training import ROUNDS, SEED, Round, learn, play, surprise
from saloon.games.nevernine.state import DECK, ORDER, Options, Play

GAME: Any = GAMES["nevernine"]
QUICK = replace(VETERAN, bid_worlds=100, card_work=10_000, exact=3, exact_worlds=(0, 20, 20, 20))
SHORT = 1714302453


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    """Rounds of quick bots, from another seed than that of the training."""
    return [play("unseen", number, QUICK) for number in range(30)]


def positions_of(one: Round) -> list[tuple[Any, int]]:
    """Return each state in which a card was played, with the card."""
    state = replace(
        GAME.deal("1", Options()), dealer=one.dealer, bids=one.bids, phase="play", turn=(one.dealer + 1) % 4,
        hands=tuple(tuple(card for card in DECK if hand >> ORDER[card] & 1) for hand in one.hands),
    )  # fmt: skip
    state = replace(state, trick=replace(state.trick, leader=state.turn))
    found = []
    for card in one.played:
        found.append((state, card))
        state = GAME.apply(state, state.turn, Play(DECK[card]))
    return found


# --- how the weights are made -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_weights() -> None:
    """A short form: a few rounds and steps give these bytes on any machine."""
    weights = learn([play("short", number, QUICK) for number in range(12)], steps=20)
    assert weights.dtype == np.int16
    assert len(weights) == 512 + kernel.WEIGHTS
    assert crc32(weights.astype("<i2").tobytes()) == SHORT


@pytest.mark.long
def test_the_weights_in_the_package_are_those_that_the_training_makes() -> None:
    made = learn([play(SEED, number, VETERAN) for number in range(ROUNDS)])
    assert (made == np.loadtxt(FILE, dtype=np.int16).ravel()).all()


def test_the_features_are_those_of_the_legal_cards(rounds: list[Round]) -> None:
    for one in rounds[:5]:
        rows = kernel.choices(one.dealer, np.array(one.hands, np.uint64), np.array(one.bids), np.array(one.played))
        for number, (state, card) in enumerate(positions_of(one)):
            legal = sorted(ORDER[action.card] for action in GAME.legal(state, state.turn))
            found = rows[rows[:, 0] == number]
            if len(legal) == 1:
                assert not len(found)
            else:
                assert found[:, 1].tolist() == [place == card for place in legal]
        assert (rows[:, 2:].min(axis=0) >= (0, 1920, 2400, 2800)).all()
        assert (rows[:, 2:].max(axis=0) < (1920, 2400, 2800, 3120)).all()


# --- what they say ----------------------------------------------------------------------------------------------


def test_the_policy_foresees_cards_better_than_chance(rounds: list[Round]) -> None:
    _, weights = learnt()
    assert surprise(weights / kernel.SCALE, rounds) < 0.85 * surprise(0 * weights, rounds)


def test_suits_promise_what_is_bid_more_closely_than_a_count_of_high_cards(rounds: list[Round]) -> None:
    promises, _ = learnt()
    assert promises[bits(["6C", "7C"])] < promises[bits(["6C", "QC"])] < promises[bits(["6C", "AC"])]

    def error(worth: Any) -> float:
        pairs = [pair for one in rounds for pair in zip(one.hands, one.bids, strict=True)]
        return float(sum((bid - sum(worth[hand >> 9 * suit & 511] for suit in range(4))) ** 2 for hand, bid in pairs))

    assert error(promises) < 0.7 * error(fixed(VETERAN.worth)[0])


def test_the_shares_of_the_cards_add_up_and_are_how_often_they_are_drawn(rounds: list[Round]) -> None:
    _, weights = learnt()
    random = Random(1)
    for state, _ in random.sample(positions_of(rounds[0]), 6):
        seat, facts = state.turn, known(GAME.view(state, state.turn))
        best, holder = kernel.NONE, 0
        if facts.laid:
            best = max(place for place in facts.laid if place // 9 == facts.laid[0] // 9)
            holder = (facts.leader + facts.laid.index(best)) % 4
        led = facts.laid[0] if facts.laid else kernel.NONE
        hand, others = np.uint64(facts.hand), np.uint64(facts.unseen)
        known_to_all = seat, np.array(facts.bids), np.array(facts.taken), led, len(facts.laid), best, holder, weights
        legal = [ORDER[action.card] for action in GAME.legal(state, seat)]
        shares = {card: kernel._share(card, hand, others, *known_to_all, np.zeros(9, np.int64)) for card in legal}
        assert len(legal) == 1 or sum(shares.values()) == pytest.approx(1)
        chance = np.array([7], np.uint64)
        drawn = [int(kernel._usual(hand, others, *known_to_all, chance)) for _ in range(2000)]
        for card in legal:
            assert drawn.count(card) / 2000 == pytest.approx(shares[card], abs=0.05)


def test_the_belief_knows_better_who_holds_a_card(rounds: list[Round]) -> None:
    """In worlds that explain bids and cards, each card is more often where it is than in worlds that fit the bids."""
    right = {}
    for effort in (MASTER, VETERAN):
        hits = []
        for number, one in enumerate(rounds):
            state = positions_of(one)[20][0]
            facts = known(GAME.view(state, state.turn))
            worlds = SamplingSeat(GAME, str(number), effort)._worlds(facts, 200, np.array([number + 1], np.uint64))
            truth = np.array([bits(hand) for hand in state.hands], dtype=np.uint64)
            hits.append(np.bitwise_count(worlds & truth).sum(axis=1).mean())
        right[effort.belief] = sum(hits)
    assert right[True] > 1.02 * right[False]
