"""The rule player: legal, blind to what its seat cannot see, and sensible."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.nevernine.rounds_nevernine import GAME, bidding, dealt, laid, scored, to_the_end, wire
from hidden import rearranged
from positions import Position, positions
from saloon.core.game import SERVER
from saloon.games.nevernine.state import BidFor, PlayFor, State


def advised(state: State) -> str:
    """Return what the seat whose turn it is is advised to do, as it would be typed."""
    assert state.turn is not None
    action = GAME.hint(GAME.view(state, state.turn), GAME.legal(state, state.turn))
    assert action is not None
    return GAME.notation(action)


def hands(first: str, second: str, third: str, fourth: str) -> list[str]:
    """Return four hands written suit by suit, `C:6789 D:A` and so on."""
    return [
        " ".join(f"{rank}{suit[0]}" for suit in hand.split() for rank in suit[2:])
        for hand in (first, second, third, fourth)
    ]


@clause("NN-64", "NN-45")
@given(positions("nevernine", most=100), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_hint_is_legal_and_depends_on_the_view_alone(position: Position, luck: int) -> None:
    random, state = Random(luck), position.state
    for seat in range(4):
        legal = list(GAME.legal(state, seat))
        hint = GAME.hint(GAME.view(state, seat), legal)
        assert hint in legal if legal else hint is None
        random.shuffle(legal)
        other = rearranged("nevernine", state, seat, random)
        assert GAME.hint(GAME.view(other, seat), legal) == hint


def test_a_watcher_gets_no_hint() -> None:
    state = bidding([])
    assert GAME.hint(GAME.view(state, None), GAME.legal(state, 0)) is None


def test_the_server_can_be_hinted_for_the_seat_it_acts_for() -> None:
    state = bidding([], turn_seconds=30)
    assert GAME.hint(GAME.view(state, 0), GAME.legal(state, SERVER)) == BidFor(2, "p1")
    state = bidding([9, 0, 0, 1], turn_seconds=30)
    assert GAME.hint(GAME.view(state, 0), GAME.legal(state, SERVER)) == PlayFor("6C", "p1")


WEAK = hands("C:6789T D:6789", "C:JQKA D:TJQKA", "H:6789T S:6789", "H:JQKA S:TJQKA")
KINGS = hands("C:6789K D:678K", "C:TJQA D:9TJQA", "H:6789T S:6789", "H:JQKA S:TJQKA")
HALF = hands("C:6789J D:67JQ", "C:TQKA D:89TKA", "H:6789T S:6789", "H:JQKA S:TJQKA")


@pytest.mark.parametrize(
    ("dealt_hands", "seat", "bid"),
    [
        (WEAK, 0, 0),  # nothing
        (WEAK, 1, 4),  # two of each honour: 2 × (100 + 70 + 30 + 10) = 420
        (KINGS, 0, 1),  # 140
        (KINGS, 1, 3),  # 280
        (HALF, 0, 0),  # 50: the lower of two equally near
        (HALF, 1, 4),  # 370
    ],
)
def test_bids_count_the_high_cards(dealt_hands: list[str], seat: int, bid: int) -> None:
    state = bidding([], dealer=(seat + 3) % 4, hands=dealt_hands)
    assert advised(state) == f"bid {bid}"


def test_a_forbidden_bid_gives_way_to_the_nearest_other() -> None:
    assert advised(bidding([5, 3, 0], dealer=0, hands=KINGS)) == "bid 2"
    assert advised(bidding([5, 4, 0], dealer=0, hands=WEAK)) == "bid 1"
    assert advised(bidding([5, 0, 0], dealer=1, hands=WEAK)) == "bid 5"
    assert advised(bidding([4, 0, 0], dealer=1, hands=WEAK)) == "bid 4"


SPREAD = hands("C:6KA D:7Q H:8J S:9T", "C:789 D:89T H:67 S:6", "C:TJ D:6J H:9TQ S:78", "C:Q D:KA H:KA S:JQKA")


@pytest.mark.parametrize(
    ("bids", "card"),
    [
        ([2, 0, 0, 0], "KC"),  # nothing beats it, since the ace is in the same hand
        ([0, 0, 0, 0], "6C"),  # the most cards are above it
    ],
)
def test_leading(bids: list[int], card: str) -> None:
    assert advised(bidding(bids, hands=SPREAD)) == f"play {card}"


def test_a_card_that_nobody_can_follow_is_not_led_for_safety_but_for_its_weakness() -> None:
    state = bidding([0, 0, 0, 0], hands=hands("C:6789TJQKA", "D:6789TJQKA", "H:6789TJQKA", "S:6789TJQKA"))
    assert advised(state) == "play 6C"


LAST = hands("C:7T D:678 H:678 S:6", "C:8Q D:9TJ H:9T S:78", "C:6J D:QKA H:JQ S:9T", "C:9KA H:KA S:JQKA")


@pytest.mark.parametrize(
    ("dealer_bid", "played", "card"),
    [
        (2, "TC QC JC", "KC"),  # a trick is wanted: the cheapest card that wins
        (0, "TC QC JC", "9C"),  # none is wanted: the highest that loses
        (1, "7C 8C 6C", "9C"),  # the cheapest is enough
        (0, "7C 8C 6C", "AC"),  # it must win, so the highest goes
    ],
)
def test_the_last_to_play_a_trick(dealer_bid: int, played: str, card: str) -> None:
    assert advised(laid(bidding([0, 0, 0, dealer_bid], hands=LAST), played)) == f"play {card}"


SECOND = hands("C:7T D:678 H:678 S:6", "C:8QA D:9TJ H:9 S:78", "C:6JK D:QKA H:J S:9T", "C:9 H:TQKA S:JQKA")


@pytest.mark.parametrize(
    ("bid", "played", "card"),
    [
        (1, "TC", "AC"),  # the queen could still be beaten, the ace not
        (0, "TC", "8C"),  # loses for sure
        (0, "7C", "8C"),  # must go above, and stays low: somebody may go higher
        (3, "TC", "AC"),
    ],
)
def test_the_second_to_play_a_trick(bid: int, played: str, card: str) -> None:
    assert advised(laid(bidding([0, bid, 0, 0], hands=SECOND), played)) == f"play {card}"


KEEPING = hands("C:6A D:678 H:678 S:6", "C:8JQ D:9TJ H:9 S:78", "C:7TK D:QKA H:J S:9T", "C:9 H:TQKA S:JQKA")


@pytest.mark.parametrize(
    ("bid", "card"),
    [
        (0, "QC"),  # the ace takes it anyway: away with the highest
        (1, "QC"),  # the jack of diamonds is as good
        (9, "8C"),  # all are kept; the lowest goes
    ],
)
def test_a_lost_trick_takes_the_highest_spare_card(bid: int, card: str) -> None:
    assert advised(laid(bidding([0, bid, 1, 0], hands=KEEPING), "AC")) == f"play {card}"


VOID = hands("C:6789TJ D:678", "C:QKA D:9TJ H:6 S:67", "D:QKA H:78A S:89T", "H:9TJQK S:JQKA")


@pytest.mark.parametrize(
    ("bid", "card"),
    [
        (0, "QD"),  # as strong as the ace: nothing is above it but what the same hand holds
        (1, "KD"),  # one of three equals is kept
        (2, "AD"),
        (3, "AH"),  # the third kept, the next strongest goes
        (9, "7H"),  # everything is needed, so the weakest goes
    ],
)
def test_who_cannot_follow_throws_the_strongest_spare_card(bid: int, card: str) -> None:
    assert advised(laid(bidding([0, 0, bid, 1], hands=VOID), "6C QC")) == f"play {card}"


def test_a_player_with_enough_tricks_ducks() -> None:
    state = laid(bidding([0, 0, 0, 1], hands=LAST), "TC QC JC KC")
    assert (state.turn, state.taken) == (3, (0, 0, 0, 1))
    assert advised(state) == "play 9C"
    state = laid(bidding([0, 0, 0, 2], hands=LAST), "TC QC JC KC")
    assert advised(state) == "play KH"


GOLDEN_HISTORY = """
0 0 0 0, 0 0 0 2, 0 0 1 2, 1 0 1 2, 1 2 2 2, 1 2 2 4, 2 2 2 4, 3 2 3 6, 4 2 3 6, 4 2 5 6, 4 2 7 7,
4 2 7 8, 4 2 7 9, 4 2 8 9, 4 2 8 10, 4 3 9 13, 5 3 9 13, 5 3 10 13, 7 6 10 13, 7 6 10 14, 8 7 11 14, 8 9 11 15
"""


@clause("NN-37", "NN-79")
def test_a_game_of_four_hints_goes_the_same_forever() -> None:
    (*_, end) = to_the_end(dealt("golden", limit=15))
    assert [list(row) for row in end.history] == [[*map(int, row.split())] for row in GOLDEN_HISTORY.split(",")]
    assert end.winners == (0,)


def test_hints_play_well() -> None:
    """About half a point a round each; random players lose more than two."""
    (*_, end) = to_the_end(dealt("good"))
    assert sum(end.scores) / end.round / 4 < 0.65


@clause("NN-64")
def test_one_person_can_play_three_machines() -> None:
    random, state = Random(5), dealt("alone", limit=60)
    while state.turn is not None:
        legal = GAME.legal(state, state.turn)
        hint = GAME.hint(GAME.view(state, state.turn), legal)
        action = random.choice(legal) if state.turn == 0 else hint
        assert action is not None
        assert wire(action)[0] == ("bid" if state.phase == "bid" else "play")
        state = GAME.apply(state, state.turn, action)
    assert 0 not in state.winners
    assert scored([state]) == []
