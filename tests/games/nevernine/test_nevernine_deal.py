"""The pack, the deal, the options and the fields of a fresh game."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings

from clauses import clause
from games.nevernine.rounds_nevernine import GAME, dealt, plain
from positions import seeds
from saloon.core import cards
from saloon.core.errors import BadOption, BadSeed
from saloon.core.game import Outcome
from saloon.core.options import read_options
from saloon.games import GAMES
from saloon.games.nevernine import NeverNine
from saloon.games.nevernine.state import DECK, ORDER, Bid, BidFor, Move, Options, Play, PlayFor, Round, State, Trick
from saloon.games.nevernine.view import View


@clause("NN-05", "NN-14", "NN-53", "NN-70")
def test_the_pack_has_36_cards_ascending_in_each_suit() -> None:
    assert " ".join(DECK) == (
        "6C 7C 8C 9C TC JC QC KC AC 6D 7D 8D 9D TD JD QD KD AD 6H 7H 8H 9H TH JH QH KH AH 6S 7S 8S 9S TS JS QS KS AS"
    )
    assert list(ORDER) == list(DECK)
    assert list(ORDER.values()) == list(range(36))
    for code in DECK:
        card = cards.card(code)
        assert (card.code, card.card_id) == (code, code)
        assert card.rank in {6, 7, 8, 9, 10, 11, 12, 13, 1}


@clause("NN-04", "NN-65")
def test_a_game_has_four_seats_and_begins_with_nothing_scored() -> None:
    assert isinstance(GAMES["nevernine"], NeverNine)
    assert GAME.seats == range(4)
    assert (GAME.name, GAME.title, GAME.rules_version) == ("nevernine", "Never Nine", "1.0.0")
    assert GAME.actions == {"bid": Bid, "play": Play}
    assert GAME.server_actions == {"bidFor": BidFor, "playFor": PlayFor}
    assert (GAME.undo_depth, GAME.lowest_wins) == (0, True)
    state = plain(dealt("7", limit=15, tie_break="shared", turn_seconds=60))
    assert list(state) == sorted(state)
    assert {key: value for key, value in state.items() if key != "hands"} == {
        "bids": [None] * 4,
        "dealer": 2,
        "endedReason": None,
        "firstDealer": 2,
        "history": [[0, 0, 0, 0]],
        "lastRound": None,
        "options": {"limit": 15, "tieBreak": "shared", "turnSeconds": 60},
        "phase": "bid",
        "round": 1,
        "rulesVersion": "1.0.0",
        "scores": [0, 0, 0, 0],
        "seed": "7",
        "status": "active",
        "taken": [0, 0, 0, 0],
        "trick": {"leader": 3, "moves": [], "winner": None},
        "tricks": [],
        "turn": 3,
        "winners": [],
    }


@clause("NN-08", "NN-09", "NN-37")
def test_seed_7_deals_these_hands_forever() -> None:
    assert [" ".join(hand) for hand in dealt("7").hands] == [
        "QC 9S 9C 7D KH 9H JD AD 7C",
        "6D 6S QS QH QD 6C TH AC TC",
        "JH KC 8C 9D TS 8S TD 8D 6H",
        "JS KS JC 8H AS 7H 7S KD AH",
    ]
    assert [dealt(seed).first_dealer for seed in "abcdefgh"] == [2, 2, 3, 3, 3, 2, 2, 1]


@clause("NN-09", "NN-70")
@given(seeds("nevernine"))
@settings(max_examples=50, deadline=None)
def test_everyone_gets_nine_cards_and_none_are_left(seed: str) -> None:
    state = dealt(seed)
    assert [len(hand) for hand in state.hands] == [9, 9, 9, 9]
    assert sorted(card for hand in state.hands for card in hand) == sorted(DECK)


@clause("NN-08")
def test_every_seat_gets_to_deal_and_every_card_gets_everywhere() -> None:
    states = [dealt(str(seed)) for seed in range(400)]
    assert set(Counter(state.first_dealer for state in states)) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in Counter(state.first_dealer for state in states).values())
    where = Counter((seat, card) for state in states for seat in range(4) for card in state.hands[seat])
    assert len(where) == 4 * 36
    assert all(60 <= count <= 140 for count in where.values())


def test_a_game_is_active_until_it_has_an_outcome() -> None:
    assert GAME.outcome(dealt()) is None
    over = msgspec.structs.replace(dealt(), ended_reason="completed", winners=(1, 3), scores=(9, 2, 15, 2))
    assert GAME.outcome(over) == Outcome((1, 3), "completed", (9, 2, 15, 2))


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({}, Options(100, "later", 0)),
        ({"limit": 1}, Options(1, "later", 0)),
        ({"limit": 1000, "tieBreak": "shared", "turnSeconds": 30}, Options(1000, "shared", 30)),
        ({"turnSeconds": 60}, Options(100, "later", 60)),
    ],
)
def test_options_are_read_under_the_names_of_the_wire(given_: dict[str, object], expected: Options) -> None:
    assert read_options("nevernine", Options, given_) == expected


@pytest.mark.parametrize(
    "refused",
    [
        {"limit": 0},
        {"limit": 1001},
        {"limit": 15.0},
        {"limit": "15"},
        {"limit": True},
        {"tieBreak": "earlier"},
        {"turnSeconds": 15},
        {"tie_break": "later"},
        {"maxRounds": 5},
    ],
)
def test_options_outside_their_set_are_refused(refused: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        read_options("nevernine", Options, refused)


def test_presets_are_a_short_game_and_the_full_one() -> None:
    chosen = {name: read_options("nevernine", Options, preset) for name, preset in GAME.presets.items()}
    assert chosen == {"short": Options(limit=15), "full": Options()}


def test_a_seed_is_text() -> None:
    assert GAME.check_seed("any text") == "any text"
    with pytest.raises(BadSeed):
        GAME.check_seed(7)


@clause("NN-70")
@pytest.mark.parametrize("kind", [Options, Move, Trick, Round, State, Bid, Play, BidFor, PlayFor, View])
def test_nothing_can_be_changed(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen
