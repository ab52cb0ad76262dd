"""Tricks: who leads, what must be laid, who takes them."""

from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings

from clauses import clause
from games.nevernine.rounds_nevernine import (
    GAME,
    SUITED,
    bidding,
    dealt,
    laid,
    plain,
    refused,
    scored,
    to_the_end,
    wire,
)
from positions import Position, positions
from saloon.games.nevernine.rules import playable, winner_of
from saloon.games.nevernine.state import DECK, Move, State, Trick

MIXED = (
    "6C 7C 8C 9C TC 6D 7D 8D 9D",
    "JC QC KC AC TD JD QD KD AD",
    "6H 7H 8H 9H TH 6S 7S 8S 9S",
    "JH QH KH AH TS JS QS KS AS",
)


def cards_of(state: State, seat: int) -> list[str]:
    """Return the cards that are legal for a seat."""
    return [payload["card"] for kind, payload in map(wire, GAME.legal(state, seat)) if kind == "play"]


@clause("NN-20", "NN-49")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_neighbour_leads_and_may_lay_anything(dealer: int) -> None:
    state = bidding([0, 0, 0, 0], dealer=dealer, hands=MIXED)
    leader = (dealer + 1) % 4
    assert (state.turn, state.trick) == (leader, Trick(leader))
    assert cards_of(state, leader) == MIXED[leader].split()
    for seat in set(range(4)) - {leader}:
        assert cards_of(state, seat) == []
        own = MIXED[seat].split()[0]
        assert refused(state, seat, "play", {"card": own}) == ("NOT_YOUR_TURN", f"it is p{leader + 1}'s turn")


@clause("NN-21", "NN-22", "NN-24", "NN-25", "NN-26")
def test_a_trick_is_one_card_from_each_and_goes_to_the_highest_of_its_suit() -> None:
    state = laid(bidding([0, 0, 0, 0], hands=MIXED), "8C")
    assert state.trick == Trick(0, (Move("8C", 0),))
    assert (state.trick.led, state.turn, state.hands[0]) == ("C", 1, ("6C", "7C", "9C", "TC", "6D", "7D", "8D", "9D"))
    state = laid(state, "QC")
    state = laid(state, "9S")
    assert (state.turn, state.taken, state.tricks) == (3, (0, 0, 0, 0), ())
    assert [move.card for move in state.trick.moves] == ["8C", "QC", "9S"]
    state = laid(state, "AS")
    trick = Trick(0, (Move("8C", 0), Move("QC", 1), Move("9S", 2), Move("AS", 3)), 1)
    assert (state.tricks, state.taken) == ((trick,), (0, 1, 0, 0))
    assert (state.trick, state.turn, state.trick.led) == (Trick(1), 1, None)
    assert cards_of(state, 1) == ["JC", "KC", "AC", "TD", "JD", "QD", "KD", "AD"]
    state = laid(state, "TD 9H AH")
    assert state.trick.led == "D"
    assert cards_of(state, 0) == ["6D", "7D", "8D", "9D"]
    state = laid(state, "9D")
    assert (state.taken, state.turn) == ((0, 2, 0, 0), 1)


@clause("NN-23", "NN-48", "NN-50")
def test_a_player_who_can_follow_suit_must() -> None:
    state = laid(bidding([0, 0, 0, 0], hands=MIXED), "6D")
    assert cards_of(state, 1) == ["TD", "JD", "QD", "KD", "AD"]
    for card, name in (("JC", "jack"), ("QC", "queen"), ("KC", "king"), ("AC", "ace")):
        reason = f"the {name} of clubs does not follow suit, and you have diamonds"
        assert refused(state, 1, "play", {"card": card}) == ("MUST_FOLLOW_SUIT", reason)
    state = laid(bidding([0, 0, 0, 0], dealer=1, hands=MIXED), "6H")
    assert refused(state, 3, "play", {"card": "AS"}) == (
        "MUST_FOLLOW_SUIT",
        "the ace of spades does not follow suit, and you have hearts",
    )


@clause("NN-23", "NN-51")
def test_a_player_who_cannot_follow_suit_may_play_anything() -> None:
    state = laid(bidding([0, 0, 0, 0], hands=MIXED), "6D TD")
    assert cards_of(state, 2) == MIXED[2].split()
    for card in MIXED[2].split():
        assert laid(state, card).trick.moves[-1] == Move(card, 2)


@clause("NN-46", "NN-47")
def test_only_cards_of_the_own_hand_can_be_laid() -> None:
    state = bidding([0, 0, 0, 0], hands=MIXED)
    for card in ("JC", "AS", "6H", "5C", "6c", "", "joker", "10D"):
        assert refused(state, 0, "play", {"card": card}) == ("CARD_NOT_IN_HAND", f"{card!r} is not in your hand")
    state = laid(state, "6C")
    assert refused(state, 0, "play", {"card": "6C"}) == ("NOT_YOUR_TURN", "it is p2's turn")
    state = laid(state, "JC 6S TS")
    assert refused(state, 1, "play", {"card": "JC"}) == ("CARD_NOT_IN_HAND", "'JC' is not in your hand")


@clause("NN-11")
def test_cards_are_laid_after_the_bidding() -> None:
    for made in ([], [1], [1, 1], [1, 1, 1]):
        state = bidding(made)
        for seat in range(4):
            expected = ("WRONG_PHASE", "the bidding is not over; make your bid first")
            assert refused(state, seat, "play", {"card": SUITED[seat].split()[0]}) == expected
            assert refused(state, seat, "play", {"card": "joker"}) == expected


@clause("NN-06", "NN-24", "NN-52", "NN-53")
@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("6C AD AH AS", 0),
        ("6C 7C AH AS", 1),
        ("KC AC QC JC", 1),
        ("9S TS 8S JS", 3),
        ("TH 9H JH AD", 2),
        ("QD KD AD JD", 2),
        ("6S AC 7S 8S", 3),
        ("TC 9C 8C 7C", 0),
    ],
)
def test_only_the_leading_suit_wins(cards: str, place: int) -> None:
    for leader in range(4):
        moves = [Move(card, (leader + order) % 4) for order, card in enumerate(cards.split())]
        assert winner_of(moves) == (leader + place) % 4


@clause("NN-14", "NN-53")
def test_of_two_cards_of_a_suit_the_later_in_the_pack_wins_wherever_it_lies() -> None:
    for suit in "CDHS":
        ascending = [card for card in DECK if card[1] == suit]
        for low, high in pairwise(ascending):
            for order in permutations([low, high]):
                moves = [Move(card, seat) for seat, card in enumerate(order)]
                assert winner_of(moves) == order.index(high)


@clause("NN-49", "NN-50", "NN-51")
@given(positions("nevernine"))
@settings(max_examples=60, deadline=None)
def test_playable_are_the_cards_that_follow_or_all(position: Position) -> None:
    for hand in position.state.hands:
        assert playable(hand, None) == hand
        for suit in "CDHS":
            following = tuple(card for card in hand if card.endswith(suit))
            assert playable(hand, suit) == (following if following else hand)


@clause("NN-54", "NN-55", "NN-78", "NN-11", "NN-68")
def test_a_round_is_nine_tricks_in_which_every_card_is_played_once() -> None:
    for seed in ("x", "y"):
        states = to_the_end(dealt(seed, limit=20), Random(seed))
        for before, after in pairwise(states):
            if after.history == before.history:
                continue
            assert after.last_round is not None
            tricks = [*before.tricks, after.last_round.last_trick]
            assert len(tricks) == 9
            assert sorted(move.card for trick in tricks for move in trick.moves) == sorted(DECK)
            for trick in tricks:
                assert trick.led == trick.moves[0].card[1]
                assert [move.seat for move in trick.moves] == [(trick.leader + order) % 4 for order in range(4)]
            assert sum(map(len, before.hands)) == 1
        assert states[-1].hands == ((), (), (), ())
        assert len(states) == 40 * len(scored(states)) + 1


@clause("NN-68", "NN-69")
def test_a_trick_is_written_with_leader_and_cards_in_order() -> None:
    state = laid(bidding([0, 0, 0, 0], hands=MIXED), "8C QC 9S AS")
    assert plain(state)["tricks"] == [
        {
            "leader": 0,
            "moves": [
                {"card": "8C", "seat": 0},
                {"card": "QC", "seat": 1},
                {"card": "9S", "seat": 2},
                {"card": "AS", "seat": 3},
            ],
            "winner": 1,
        }
    ]
