"""The deal, the description and the options of Klondike follow the rulebook."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from clauses import clause
from games.klondike.boards_klondike import KLONDIKE
from games.klondike.oracle_klondike import shuffled_codes
from positions import Position, option_sets, positions, seeds
from saloon.core.canonical import canonical_json, state_hash
from saloon.core.cards import deck, read_deck
from saloon.core.errors import BadDeck, BadOption, BadSeed
from saloon.core.options import read_options
from saloon.games import GAMES
from saloon.games.klondike.state import Draw, Options, State

GOLDEN_DECK = (
    "5H 9S 8S TC JC TS 4S TD KD 9H QD 9D 4C JD TH JH QS KH 7C 9C 8C AD 2H AS AC 3D 8H 2D "
    "8D 4D 7H 5D KC KS 5C 3S 2C 6D 7D 3C 2S JS 4H 5S 6H 6C QC 7S QH AH 3H 6S"
)


@clause("KL-01", "KL-02", "KL-14", "KL-25")
@given(seeds("klondike"))
@settings(max_examples=40, deadline=None)
def test_the_deal_is_the_usual_one(seed: str) -> None:
    state = KLONDIKE.deal(seed, Options())
    codes = shuffled_codes(seed)
    laid = [[card.card_id for card in column] for column in state.tableau]
    assert laid == [codes[n * (n - 1) // 2 : n * (n + 1) // 2] for n in range(1, 8)]
    assert [card.card_id for card in state.stock] == codes[28:]
    assert [card.face_down for card in state.stock] == [True] * 24
    assert [[card.face_down for card in column] for column in state.tableau] == [
        [True] * below + [False] for below in range(7)
    ]
    assert (state.foundations, state.waste) == (((), (), (), ()), ())
    KLONDIKE.check(state)


def test_the_canonical_state_has_exactly_these_fields() -> None:
    state = KLONDIKE.deal("1", Options(scoring="vegas"))
    plain: dict[str, Any] = msgspec.json.decode(canonical_json(KLONDIKE.canonical(state)))
    assert list(State.__struct_fields__) == sorted(State.__struct_fields__)
    assert {key: value for key, value in plain.items() if key not in ("stock", "tableau")} == {
        "foundations": [[], [], [], []],
        "moves": 0,
        "options": {"draw": 3, "redeals": -1, "scoring": "vegas"},
        "redealsUsed": 0,
        "rulesVersion": "1.1.0",
        "score": -52,
        "seed": "1",
        "status": "active",
        "waste": [],
    }
    assert plain["tableau"][0] == [
        {"cardId": shuffled_codes("1")[0], "faceDown": False, "rank": 8, "suit": "H"},
    ]


@given(positions("klondike"))
@settings(max_examples=20, deadline=None)
def test_a_state_is_read_from_the_json_it_was_written_to(position: Position) -> None:
    assert msgspec.json.decode(canonical_json(KLONDIKE.canonical(position.state)), type=State) == position.state


@pytest.mark.parametrize("change", [{"status": "lost"}, {"options": {"draw": 2}}, {"options": {"floor": 0}}])
def test_a_state_that_cannot_be_is_not_read(change: dict[str, Any]) -> None:
    plain: dict[str, Any] = msgspec.json.decode(canonical_json(KLONDIKE.canonical(KLONDIKE.deal("1", Options()))))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain | change, State)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.0.0", "9002b2dc9db386dd8eb3489ece52f826045c70f9ee8f7560e18589e20fd8f04d"),
        ("1.1.0", "39c6f83ba7d68fcb4929a9147d560f6a177ae2e5e589d4b1bae014ad8ede03c6"),
    ],
)
def test_a_deal_keeps_its_hash(version: str, expected: str) -> None:
    game = GAMES.version("klondike", version)
    assert state_hash(0, game.canonical(game.deal("1", Options()))) == expected


@pytest.mark.parametrize("options", option_sets("klondike"))
def test_the_options_change_nothing_but_themselves_and_the_first_score(options: dict[str, Any]) -> None:
    chosen = read_options("klondike", Options, options)
    state = KLONDIKE.deal("7", chosen)
    start = -52 if options["scoring"] == "vegas" else 0
    assert state == msgspec.structs.replace(KLONDIKE.deal("7", Options()), options=chosen, score=start)


def test_a_deck_given_by_hand_is_drawn_in_its_order() -> None:
    cards = read_deck(GOLDEN_DECK)
    state = KLONDIKE.deal_deck(cards, Options(draw=1), "golden 2")
    assert (state.seed, state.options, state.score) == ("golden 2", Options(draw=1), 0)
    assert [card.card_id for column in state.tableau for card in column] == GOLDEN_DECK.split()[:28]
    KLONDIKE.check(state)
    for _ in range(24):
        state = KLONDIKE.apply(state, 0, Draw())
    assert [card.card_id for card in state.waste] == GOLDEN_DECK.split()[28:]
    assert not state.stock


@pytest.mark.parametrize("change", [lambda cards: cards[1:], lambda cards: [*cards[1:], cards[1]]])
def test_a_deck_given_by_hand_has_each_card_once(change: Any) -> None:
    with pytest.raises(BadDeck, match=r"A deck has each of the 52 cards once"):
        KLONDIKE.deal_deck(change(deck()), Options(), "1")


@clause("KL-80")
def test_the_presets_are_the_difficulty_levels() -> None:
    levels = {name: read_options("klondike", Options, options) for name, options in KLONDIKE.presets.items()}
    assert levels == {
        "easy": Options(draw=1, redeals=-1, scoring="standard"),
        "normal": Options(draw=3, redeals=-1, scoring="standard"),
        "hard": Options(draw=3, redeals=2, scoring="standard"),
        "expert": Options(draw=3, redeals=1, scoring="standard"),
    }
    assert levels["normal"] == Options()


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"draw": 2}, "draw=2 is not possible in klondike: choose one of 3, 1"),
        ({"redeals": -2}, "redeals=-2 is not possible in klondike: Expected `int` >= -1"),
        ({"redeals": 10}, "redeals=10 is not possible in klondike: Expected `int` <= 9"),
        ({"scoring": "none"}, "scoring='none' is not possible in klondike: choose one of standard, vegas, legacyUnity"),
        ({"floor": 0}, "klondike has no option 'floor' (its options: draw, redeals, scoring)"),
    ],
)
def test_no_other_options_exist(option: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options("klondike", Options, option)
    assert refused.value.reason == reason


@pytest.mark.parametrize("redeals", [-1, 0, 9])
def test_redeals_reach_from_unlimited_to_nine(redeals: int) -> None:
    assert read_options("klondike", Options, {"redeals": redeals}).redeals == redeals


def test_the_rulebook_introduces_itself() -> None:
    assert (KLONDIKE.name, KLONDIKE.title, KLONDIKE.rules_version) == ("klondike", "Klondike", "1.1.0")
    assert list(KLONDIKE.seats) == [0]
    assert list(KLONDIKE.actions) == ["draw", "recycle", "tableauMove", "foundationMove", "autoComplete"]
    assert not KLONDIKE.server_actions
    assert KLONDIKE.counters == {"moves"}
    assert KLONDIKE.undo_depth > 100_000
    with pytest.raises(BadSeed):
        KLONDIKE.check_seed("")
