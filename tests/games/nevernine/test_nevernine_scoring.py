"""Rounds are scored, the deal moves on, the limit ends the game, and ties are broken."""

import itertools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.nevernine.rounds_nevernine import (
    GAME,
    before_the_last_card,
    dealt,
    last_card,
    plain,
    refused,
    scored,
    to_the_end,
)
from positions import seeds
from saloon.core.game import Outcome
from saloon.games.nevernine.rules import add, left_of, penalties_of, winners_of
from saloon.games.nevernine.rules import dealt as hands_of
from saloon.games.nevernine.state import Four, Options, State, Trick

NUMBER = st.integers(0, 9)
FOUR = st.tuples(NUMBER, NUMBER, NUMBER, NUMBER)


@clause("NN-27", "NN-28", "NN-29", "NN-30", "NN-12")
@pytest.mark.parametrize(
    ("bids", "penalties"),
    [
        ((9, 0, 0, 1), (0, 0, 0, 1)),
        ((0, 0, 0, 0), (9, 0, 0, 0)),
        ((7, 3, 2, 9), (2, 3, 2, 9)),
        ((8, 0, 0, 0), (1, 0, 0, 0)),
    ],
)
def test_everyone_pays_for_each_trick_too_many_or_too_few(bids: Four, penalties: Four) -> None:
    before = before_the_last_card(bids, scores=(10, 20, 30, 40))
    after = last_card(before)
    GAME.check(after)
    assert after.scores == (10 + penalties[0], 20 + penalties[1], 30 + penalties[2], 40 + penalties[3])
    assert after.history == ((0, 0, 0, 0), (10, 20, 30, 40), after.scores)
    last = after.last_round
    assert last is not None
    assert (last.bids, last.taken, last.penalties) == (bids, (9, 0, 0, 0), penalties)
    assert (last.number, last.dealer, last.last_trick) == (
        2,
        3,
        Trick(0, (*before.trick.moves, last.last_trick.moves[3]), 0),
    )


@clause("NN-29", "NN-30")
@given(FOUR, FOUR)
@settings(max_examples=60, deadline=None)
def test_a_penalty_is_the_distance_between_bid_and_tricks(bids: Four, taken: Four) -> None:
    penalties = penalties_of(bids, taken)
    assert penalties == penalties_of(taken, bids)
    assert [bid + off in (had, had + 2 * off) for bid, off, had in zip(bids, penalties, taken, strict=True)] == [
        True
    ] * 4
    assert penalties == tuple(max(a, b) - min(a, b) for a, b in zip(bids, taken, strict=True))
    assert add(bids, taken) == tuple(map(sum, zip(bids, taken, strict=True)))


@clause("NN-13", "NN-55", "NN-56", "NN-57", "NN-67")
def test_the_last_card_scores_the_round_once_and_deals_the_next() -> None:
    before = before_the_last_card((9, 0, 0, 1))
    after = last_card(before)
    assert plain(after) == plain(before) | {
        "bids": [None] * 4,
        "dealer": 0,
        "hands": [list(hand) for hand in hands_of("7", 2, 0)],
        "history": [[0, 0, 0, 0], [0, 0, 0, 1]],
        "lastRound": {
            "bids": [9, 0, 0, 1],
            "dealer": 3,
            "lastTrick": {
                "leader": 0,
                "moves": [{"card": f"A{suit}", "seat": seat} for seat, suit in enumerate("CDHS")],
                "winner": 0,
            },
            "number": 1,
            "penalties": [0, 0, 0, 1],
            "taken": [9, 0, 0, 0],
        },
        "phase": "bid",
        "round": 2,
        "scores": [0, 0, 0, 1],
        "taken": [0, 0, 0, 0],
        "trick": {"leader": 1, "moves": [], "winner": None},
        "tricks": [],
        "turn": 1,
    }


@clause("NN-13", "NN-57", "NN-16", "NN-20")
def test_the_deal_goes_round_the_table() -> None:
    for seed in ("one", "two", "three"):
        states = to_the_end(dealt(seed, limit=40), Random(seed))
        first = states[0].first_dealer
        for state in states:
            assert state.dealer == (first + state.round - 1) % 4
            assert state.first_dealer == first
            if state.phase == "bid" and state.bids == (None,) * 4:
                assert state.turn == state.trick.leader == left_of(state.dealer)
    assert [left_of(seat) for seat in range(4)] == [1, 2, 3, 0]


@clause("NN-32", "NN-33", "NN-07", "NN-31")
@pytest.mark.parametrize("limit", [1, 15, 100, 1000])
def test_a_score_at_the_limit_ends_the_game_and_the_lowest_wins(limit: int) -> None:
    below: Four = (max(0, limit - 2), 0, 0, max(0, limit - 2))
    after = last_card(before_the_last_card((9, 3, 1, 1), scores=below, limit=limit + 3))
    assert (after.phase, after.status, GAME.outcome(after)) == ("bid", "active", None)
    before = before_the_last_card((9, 3, 1, 1), scores=(max(0, limit - 1), 0, 0, limit - 1), limit=limit)
    over = last_card(before)
    GAME.check(over)
    assert over.scores == (limit - 1, 3, 1, limit)
    winner = min(range(4), key=lambda seat: over.scores[seat])
    assert GAME.outcome(over) == Outcome((winner,), "completed", over.scores)
    assert (over.phase, over.status, over.ended_reason, over.turn) == ("over", "finished", "completed", None)


@clause("NN-32", "NN-57", "NN-55")
def test_after_the_end_nothing_moves_on() -> None:
    before = before_the_last_card((9, 2, 2, 9), scores=(1, 99, 97, 95))
    over = last_card(before)
    assert over.scores == (1, 101, 99, 104)
    assert (over.dealer, over.round, over.bids, over.taken) == (before.dealer, 2, (9, 2, 2, 9), (9, 0, 0, 0))
    assert (over.hands, len(over.tricks), over.trick) == (((),) * 4, 9, Trick(0))
    assert over.winners == (0,)
    for seat in range(-1, 4):
        assert not GAME.legal(over, seat)
    for seat in range(4):
        for kind, payload in (("bid", {"bid": 1}), ("bid", {"bid": "x"}), ("play", {"card": "6C"})):
            assert refused(over, seat, kind, payload) == ("MATCH_FINISHED", "the game is over")


@clause("NN-32", "NN-33")
def test_all_may_pass_the_limit_together() -> None:
    over = last_card(before_the_last_card((0, 9, 9, 9), scores=(95, 96, 97, 98)))
    assert over.scores == (104, 105, 106, 107)
    assert over.winners == (0,)


def ended(history: list[Four], tie_break: str = "later", limit: int = 20) -> State:
    """Return a finished game with these scores after each round."""
    state = dealt(limit=limit, tie_break=tie_break)
    return replace(state, history=((0, 0, 0, 0), *history), scores=history[-1])


@clause("NN-34", "NN-59", "NN-60", "NN-61")
def test_of_equal_lowest_scores_the_one_reached_later_wins() -> None:
    history: list[Four] = [(3, 1, 0, 9), (3, 3, 2, 12), (5, 3, 3, 18), (7, 3, 3, 20)]
    assert ended(history).reached == (4, 2, 3, 4)
    assert winners_of(ended(history)) == (2,)
    assert winners_of(ended(history, "shared")) == (1, 2)


@clause("NN-34", "NN-59", "NN-61")
def test_players_who_reached_it_in_the_same_round_win_together() -> None:
    history: list[Four] = [(3, 3, 3, 9), (3, 3, 3, 20)]
    assert ended(history).reached == (1, 1, 1, 2)
    assert winners_of(ended(history)) == (0, 1, 2)
    assert winners_of(ended([(2, 2, 3, 9), (3, 4, 3, 20)])) == (0,)
    assert winners_of(ended([(2, 2, 2, 9), (3, 4, 3, 20)])) == (0, 2)


@clause("NN-59", "NN-61")
def test_who_was_never_penalised_reached_the_score_in_round_0() -> None:
    history: list[Four] = [(0, 0, 5, 9), (0, 0, 5, 20)]
    assert ended(history).reached == (0, 0, 1, 2)
    assert winners_of(ended(history)) == (0, 1)
    assert winners_of(ended([(0, 1, 5, 20)])) == (0,)
    assert dealt().reached == (0, 0, 0, 0)


@clause("NN-59", "NN-60")
def test_the_tie_break_is_that_of_the_options_in_a_game_played_out() -> None:
    rows: list[Four] = [(0, 0, 0, 0), (5, 4, 5, 19)]
    for tie_break, winners in (("later", (1,)), ("shared", (0, 1, 2))):
        before = before_the_last_card((9, 1, 0, 1), history=rows, limit=20, tie_break=tie_break)
        over = last_card(before)
        GAME.check(over)
        assert over.scores == (5, 5, 5, 20)
        assert (over.winners, GAME.outcome(over)) == (winners, Outcome(winners, "completed", (5, 5, 5, 20)))


@clause("NN-75", "NN-76", "NN-56")
@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_somebody_pays_in_every_round_and_nobody_more_than_nine(luck: int) -> None:
    for state in scored(to_the_end(dealt(str(luck), limit=40), Random(luck))):
        last = state.last_round
        assert last is not None
        assert sum(last.taken) == 9 != sum(last.bids)
        assert sum(last.penalties) >= max(1, abs(9 - sum(last.bids)))
        assert all(0 <= penalty <= 9 for penalty in last.penalties)
        assert add(state.history[-2], last.penalties) == state.history[-1] == state.scores


@clause("NN-76")
def test_a_final_score_of_108_is_possible_and_no_higher_one() -> None:
    over = last_card(before_the_last_card((0, 0, 0, 0), scores=(99, 0, 0, 0)))
    assert over.scores[0] == 108
    for luck in range(6):
        (*_, end) = to_the_end(dealt(f"most{luck}"), Random(luck))
        assert 100 <= max(end.scores) <= 108
        assert max(end.history[-2]) < 100


@clause("NN-77", "NN-30")
def test_every_game_ends_and_good_play_within_397_rounds() -> None:
    for seed in ("long", "longer"):
        (*_, end) = to_the_end(dealt(seed))
        assert 60 < end.round <= 397
        sums = [sum(row) for row in end.history]
        assert all(later > earlier for earlier, later in itertools.pairwise(sums))
        assert sums[-2] <= 396
        assert len(end.history) == end.round + 1


@clause("NN-07", "NN-31", "NN-33")
@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_nobody_has_fewer_points_than_a_winner(luck: int) -> None:
    (*_, end) = to_the_end(dealt(str(luck), limit=12), Random(luck))
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert outcome.winners
    assert {end.scores[seat] for seat in outcome.winners} == {min(end.scores)}


@given(seeds("nevernine"), st.integers(1, 30), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_every_round_costs_a_point_so_the_rules_end_every_match(seed: str, limit: int, random: Random) -> None:
    options = Options(limit=limit)
    state, actions = GAME.deal(seed, options), 0
    while GAME.outcome(state) is None:
        assert state.turn is not None
        state = GAME.apply(state, state.turn, random.choice(GAME.legal(state, state.turn)))
        actions += 1
    assert all(sum(later) > sum(earlier) for earlier, later in itertools.pairwise(state.history))
    assert actions == 40 * state.round <= GAME.longest_match(options)


def test_the_longest_match_has_all_scores_just_below_the_limit_before_its_last_round() -> None:
    assert GAME.longest_match(Options(limit=1)) == 40
    assert GAME.longest_match(Options(limit=1000)) == 40 * (4 * 999 + 1)
