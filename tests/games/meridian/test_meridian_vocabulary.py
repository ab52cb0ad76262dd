"""The text's functions on cards, decks, columns and foundations, and the ids of cards."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.meridian.boards_meridian import position
from saloon.core.errors import BadInput
from saloon.core.streams import Sha256Stream
from saloon.games.meridian.compat import engine as facade
from saloon.games.meridian.compat import vocabulary
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import Card
from saloon.games.meridian.compat.vocabulary import (
    can_place_on_foundation,
    can_place_on_tableau,
    clone_array,
    clone_foundations,
    clone_object,
    clone_tableau,
    count_all_cards,
    create_and_shuffle_deck,
    create_deck,
    deal_cards_to_tableau,
    deal_classic_mode,
    deal_traditional_mode,
    find_card_index,
    find_index_in_column,
    generate_random_string,
    get_movable_sequence,
    get_numeric_value,
    hash_string,
    initialize_column_types,
    is_complete_down_sequence,
    is_complete_up_sequence,
    is_valid_down_sequence,
    is_valid_sequence,
    is_valid_up_sequence,
    reconstruct_card,
    serialize_cards,
    serialize_foundations,
    serialize_tableau,
    shuffle_deck,
    validate_column_type,
)
from saloon.table import Table

VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
EVERY = [value + suit for suit in "hdcs" for value in VALUES]
EXAMPLES = ["Ah_1768112159226_9_wae4gq1zf", "10d_1768112159226_21_2exdfcg55", "Ks_1768112159226_51_r6ou7ozpc"]


def cards(text: str) -> list[Card]:
    """Engine cards such as `9s 10h`; one in brackets is face-down."""
    return [_card(word.strip("()"), face_up=not word.startswith("(")) for word in text.split()]


def _card(word: str, *, face_up: bool) -> Card:
    value, suit = word[:-1], word[-1]
    color = "red" if suit in "hd" else "black"
    return Card(f"{word}_1_2_x", value, suit, color, VALUES.index(value) + 1, face_up)


def card(word: str) -> Card:
    return _card(word, face_up=True)


def words(pile: Sequence[Card]) -> str:
    return " ".join(one.value + one.suit if one.is_face_up else f"({one.value}{one.suit})" for one in pile)


# --- cards and ids ----------------------------------------------------------------------------------------------


@clause("MM-143", "MM-144", "MM-55", "MM-57", "MM-58")
def test_the_deck_goes_suit_by_suit_from_ace_to_king() -> None:
    deck = create_deck("7")
    assert [one.value + one.suit for one in deck] == EVERY
    assert [one.numeric_value for one in deck] == [*range(1, 14)] * 4
    assert [one.color for one in deck] == ["red"] * 26 + ["black"] * 26
    assert all(one.is_face_up is True for one in deck)


@clause("MM-144")
def test_every_value_has_its_number() -> None:
    assert [get_numeric_value(value) for value in VALUES] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]


@clause("MM-29", "MM-54", "MM-60")
def test_the_ids_of_a_deck_have_the_form_of_the_text() -> None:
    form = re.compile(r"(10|[2-9AJQK])([hdcs])_(\d+)_(\d+)_([0-9a-z]{9})")
    for counter, one in enumerate(create_deck("7")):
        match = form.fullmatch(one.id)
        assert match is not None
        assert (match[1], match[2], match[3], match[4]) == (one.value, one.suit, "0", str(counter))


def test_the_random_part_of_an_id_comes_from_a_stream_of_its_own() -> None:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    data = b"".join(sha256(b"7::meridian::ids\x00" + n.to_bytes(8, "big")).digest() for n in range(60))
    numbers = [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]
    text = "".join(digits[number % 36] for number in numbers if number < 2**32 // 36 * 36)
    assert [one.id.split("_")[3] for one in create_deck("7")] == [text[at : at + 9] for at in range(0, 52 * 9, 9)]


@clause("MM-61", "MM-134")
@given(st.lists(st.text(min_size=1, max_size=9), min_size=2, max_size=4, unique=True))
@settings(max_examples=15)
def test_ids_belong_to_their_seed(seeds: list[str]) -> None:
    ids = [[one.id for one in create_deck(seed)] for seed in seeds]
    assert len({one for deck in ids for one in deck}) == 52 * len(seeds)
    assert [[one.id for one in create_deck(seed)] for seed in seeds] == ids


@clause("MM-149", "MM-60")
def test_a_new_id_has_the_time_a_rising_counter_and_nine_characters() -> None:
    now = [1768112159226]
    engine = Engine(clock=lambda: now[0])
    first, second = engine.generate_unique_id("10", "d"), engine.generate_unique_id("10", "d")
    now[0] += 5
    third = engine.generate_unique_id("A", "h")
    parts = [one.split("_") for one in (first, second, third)]
    assert [one[:3] for one in parts] == [
        ["10d", "1768112159226", "1"],
        ["10d", "1768112159226", "2"],
        ["Ah", "1768112159231", "3"],
    ]
    assert all(re.fullmatch("[0-9a-z]{9}", one[3]) for one in parts)
    assert len({one[3] for one in parts}) == 3


@clause("MM-150", "MM-343")
@pytest.mark.parametrize(
    ("card_id", "value", "suit", "color", "number"),
    [
        (EXAMPLES[0], "A", "h", "red", 1),
        (EXAMPLES[1], "10", "d", "red", 10),
        (EXAMPLES[2], "K", "s", "black", 13),
        ("Ah_1234567890_1_abc123", "A", "h", "red", 1),
        ("7c_0_0_x", "7", "c", "black", 7),
        ("Qd_5_05_a_b_C", "Q", "d", "red", 12),
    ],
)
def test_ids_of_other_programs_can_be_read(card_id: str, value: str, suit: str, color: str, number: int) -> None:
    assert reconstruct_card(card_id) == Card(card_id, value, suit, color, number, True)


@clause("MM-343")
def test_every_id_of_a_deck_gives_its_card_back() -> None:
    deck = create_deck("another seed")
    assert [reconstruct_card(one.id) for one in deck] == deck


@clause("MM-150")
@pytest.mark.parametrize(
    "card_id",
    [
        "", "Ah", "Ah_1_1", "Ah_1_1_", "Ah__1_x", "Ah_1__x", "Ah_a_1_x", "Ah_1_b_x", "AH_1_1_x", "ah_1_1_x", "Ax_1_1_x",
        "1h_1_1_x", "0h_1_1_x", "11h_1_1_x", "100h_1_1_x", "Th_1_1_x", "h_1_1_x", " Ah_1_1_x", "Ah_1_1_x\n",
        "Ah_1_1_x y", "Ah_1_1_é", "Ah_٣_1_x", "hidden", None, 7, b"Ah_1_1_x",
    ],
)  # fmt: skip
def test_an_invalid_id_is_refused(card_id: str) -> None:
    with pytest.raises(BadInput) as refused:
        reconstruct_card(card_id)
    assert refused.value.code == "BAD_CARD_ID"
    assert "is not a card id" in refused.value.reason


def test_random_text_is_as_long_as_asked() -> None:
    text = generate_random_string(stream=Sha256Stream("a"))
    assert len(text) == 9
    assert generate_random_string(4, Sha256Stream("a")) == text[:4]
    letters = Counter(generate_random_string(2000, Sha256Stream("b")))
    assert set(letters) == set("0123456789abcdefghijklmnopqrstuvwxyz")


# --- shuffling --------------------------------------------------------------------------------------------------


class Script:
    """A stream that returns given numbers and records the bounds."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.numbers.pop(0)


@clause("MM-145")
def test_the_shuffle_exchanges_from_the_last_card_down_to_the_second() -> None:
    stream = Script(1, 3, 0, 1)
    items = list("abcde")
    assert shuffle_deck(items, stream) is items
    assert items == ["c", "e", "a", "d", "b"]
    assert stream.bounds == [5, 4, 3, 2]
    assert not stream.numbers


@clause("MM-145")
def test_nothing_and_a_single_card_need_no_chance() -> None:
    assert shuffle_deck([], Script()) == []
    assert shuffle_deck(["a"], Script()) == ["a"]


@clause("MM-145", "MM-118")
def test_a_game_is_dealt_from_the_shuffled_deck_of_its_seed() -> None:
    deck = list(shuffle_deck(create_deck("12", timestamp=1500), Sha256Stream("12::meridian")))
    engine = Engine(clock=lambda: 1500)
    engine.initialize_game("classic", seed="12")
    shown = engine.get_game_state()
    assert [one for column in shown.tableau for one in column] == deck[:28]
    assert [engine.draw_card().card for _ in range(24)] == deck[:27:-1]


@clause("MM-146")
def test_without_a_seed_every_game_is_new() -> None:
    engine = Engine(clock=lambda: 1500)
    seeds, tableaus = set(), set()
    for _ in range(5):
        assert engine.initialize_game()
        seeds.add(engine.get_game_state().seed)
        tableaus.add(engine.get_game_state().tableau)
    assert len(seeds) == len(tableaus) == 5
    assert all(re.fullmatch("[0-9a-f]{32}", seed or "") for seed in seeds)
    again = Engine(clock=lambda: 1500)
    again.initialize_game(seed=engine.get_game_state().seed)
    assert again.get_game_state().tableau == engine.get_game_state().tableau


@clause("MM-147")
def test_every_order_of_four_is_equally_likely() -> None:
    stream = Sha256Stream("chi-square of orders")
    counts = Counter("".join(shuffle_deck(list("abcd"), stream)) for _ in range(4800))
    expected = 4800 / 24
    statistic = sum((counts["".join(order)] - expected) ** 2 / expected for order in permutations("abcd"))
    assert statistic < 49.7  # 23 degrees of freedom, one in a thousand


@clause("MM-147")
def test_every_card_is_equally_likely_in_every_place() -> None:
    stream = Sha256Stream("chi-square of places")
    counts: Counter[tuple[int, int]] = Counter()
    rounds = 520
    for _ in range(rounds):
        counts.update(enumerate(shuffle_deck(list(range(52)), stream)))
    statistic = sum((counts[place, card] - 10) ** 2 / 10 for place in range(52) for card in range(52))
    freedom = 51 * 51
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


# --- the deal ---------------------------------------------------------------------------------------------------


@clause("MM-153", "MM-111")
def test_the_classic_deal_is_face_up() -> None:
    deck = create_deck("x")
    tableau, stock = deal_classic_mode(deck)
    assert [len(column) for column in tableau] == [1, 2, 3, 4, 5, 6, 7]
    assert [one for column in tableau for one in column] == deck[:28]
    assert list(stock) == deck[28:]
    assert deal_cards_to_tableau("classic", deck) == deal_cards_to_tableau("double_pocket", deck) == (tableau, stock)


@clause("MM-154", "MM-155")
def test_the_traditional_deal_shows_the_tops_only() -> None:
    deck = create_deck("x")
    tableau, stock = deal_traditional_mode(deck)
    assert words(tableau[0]) == "Ah"
    assert words(tableau[1]) == "(2h) 3h"
    assert words(tableau[6]) == "(9d) (10d) (Jd) (Qd) (Kd) (Ac) 2c"
    assert [[one.is_face_up for one in column] for column in tableau] == [[False] * n + [True] for n in range(7)]
    assert [one.id for column in tableau for one in column] == [one.id for one in deck[:28]]
    assert list(stock) == deck[28:]
    assert deal_cards_to_tableau("traditional", deck) == deal_cards_to_tableau("expert", deck) == (tableau, stock)


@clause("MM-122", "MM-173")
@pytest.mark.parametrize(("first", "kind"), [("Ah", "ace"), ("Ks", "king"), ("Qd", "untyped"), ("2c", "untyped")])
def test_only_the_first_column_is_typed_at_the_deal(first: str, kind: str) -> None:
    tableau = [cards(first), cards("Ad 5c"), cards("Kc 5d"), *[cards("4h 9c")] * 4]
    assert initialize_column_types(tableau) == (kind, *["untyped"] * 6)


# --- columns ----------------------------------------------------------------------------------------------------


@clause("MM-195", "MM-196")
@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("", {"ascending", "descending", "flexible", None}),
        ("5h", {"ascending", "descending", "flexible", None}),
        ("5h 6s", {"ascending", "flexible", None}),
        ("6s 5h", {"descending", "flexible", None}),
        ("5h 6s 7d", {"ascending", "flexible", None}),
        ("7d 6s 5h", {"descending", "flexible", None}),
        ("5h 6s 5d", set()),
        ("6s 5d 6c", set()),
        ("5h 6d", set()),
        ("5h 7s", set()),
        ("5h 5s", set()),
        ("Kh As", set()),
        ("10h Js Qd Kc", {"ascending", "flexible", None}),
    ],
)
def test_a_sequence_goes_one_way_in_alternating_colours(text: str, ways: set[str | None]) -> None:
    every: list[str | None] = ["ascending", "descending", "flexible", None]
    assert {way for way in every if is_valid_sequence(cards(text), way)} == ways
    assert is_valid_sequence(cards(text)) == ("flexible" in ways)


@clause("MM-197", "MM-198", "MM-200", "MM-201", "MM-203")
@pytest.mark.parametrize(
    ("moving", "column", "kind", "takes"),
    [
        ("Ah", "", None, True),
        ("Ks", "", None, True),
        ("Ks Qh", "", None, True),
        ("5h", "", None, False),
        ("Qs", "", "king", False),
        ("2s", "", None, False),
        ("2s", "Ah", "ace", True),
        ("2d", "Ah", "ace", False),
        ("2s", "Ah 2c 3d", "ace", False),
        ("4s", "Ah 2c 3d", "ace", True),
        ("Qh", "Ks", "king", True),
        ("Qc", "Ks", "king", False),
        ("Qh", "Ks Qd Jc", "king", False),
        ("10h", "Ks Qd Jc", "king", True),
        ("5h", "6s", None, False),
        ("5h", "6s", "other", False),
        ("5h", "6s", "untyped", True),
        ("7h", "6s", "untyped", True),
        ("6h", "6s", "untyped", False),
        ("8h", "6s", "untyped", False),
        ("5h 4s", "6s", "untyped", True),
        ("5h 6c", "6s", "untyped", False),
        ("7h 6c", "6s", "untyped", False),
        ("7h 8c", "6s", "untyped", True),
        ("8s 7h", "7d", "ace", False),
        ("5h", "(6s)", "untyped", False),
    ],
)
def test_what_a_column_takes(moving: str, column: str, kind: str | None, takes: bool) -> None:
    assert can_place_on_tableau(cards(moving), cards(column), kind) is takes


@clause("MM-202", "MM-184")
def test_the_base_height_gives_the_direction_of_an_untyped_column() -> None:
    column = cards("9h 6s 5d")
    assert not can_place_on_tableau(cards("6c"), column, "untyped", 2)
    assert can_place_on_tableau(cards("4c"), column, "untyped", 2)
    assert can_place_on_tableau(cards("6c"), column, "untyped", 3)
    assert can_place_on_tableau(cards("6c"), column, "untyped")
    assert can_place_on_tableau(cards("6c"), column, "untyped", 2, locked=False)
    assert not can_place_on_tableau(cards("6c"), column, "king", 2, locked=False)


@clause("MM-208")
def test_the_movable_sequence_is_all_or_nothing() -> None:
    column = cards("(9d) (2c) 9h 6s 5d 4s")
    assert words(get_movable_sequence(column, 3)) == "6s 5d 4s"
    assert words(get_movable_sequence(column, 5)) == "4s"
    assert get_movable_sequence(column, 2) == []
    assert get_movable_sequence(column, 6) == []
    assert get_movable_sequence(cards("(6s) 5d"), 0) == []
    assert words(get_movable_sequence(cards("6s 5d"), 0)) == "6s 5d"


@clause("MM-139", "MM-142")
@pytest.mark.parametrize(
    ("column", "kinds"),
    [
        ("", {None}),
        ("Ah", {"ace"}),
        ("Kh", {"king"}),
        ("5h", {"untyped"}),
        ("Ah 2s", {"ace", "untyped"}),
        ("Kh 2s", {"king", "untyped"}),
        ("5h 2s", {"untyped"}),
        ("(Ah) 2s", {"untyped"}),
    ],
)
def test_which_type_goes_with_a_column(column: str, kinds: set[str | None]) -> None:
    assert validate_column_type(cards(column), None) is (None in kinds)
    assert validate_column_type(cards(column), "ace") is ("ace" in kinds)
    assert validate_column_type(cards(column), "king") is ("king" in kinds)
    assert validate_column_type(cards(column), "untyped") is ("untyped" in kinds)


# --- foundations ------------------------------------------------------------------------------------------------

UP = "7h 8h 9h 10h Jh Qh Kh"
DOWN = "6s 5s 4s 3s 2s As"


@clause("MM-187", "MM-185", "MM-186")
def test_a_foundation_takes_its_first_and_then_its_next_card() -> None:
    for pile, direction in ((UP, "up"), (DOWN, "down")):
        order = pile.split()
        for height in range(len(order)):
            foundation = cards(" ".join(order[:height]))
            fitting = [one for one in EVERY if can_place_on_foundation(card(one), foundation, direction)]
            first = [order[0][0] + suit for suit in "hdcs"]
            assert fitting == (sorted(first, key=EVERY.index) if not height else [order[height]])
        assert not [one for one in EVERY if can_place_on_foundation(card(one), cards(pile), direction)]


@clause("MM-32", "MM-187")
def test_a_named_suit_counts_from_the_first_card_on() -> None:
    assert can_place_on_foundation(card("7c"), [], "up", "c")
    assert not can_place_on_foundation(card("7h"), [], "up", "c")
    assert can_place_on_foundation(card("6h"), [], "down", "h")
    assert not can_place_on_foundation(card("6h"), [], "down", "s")
    assert not can_place_on_foundation(card("7h"), [], "down", "h")


@clause("MM-190", "MM-256")
def test_which_piles_are_in_order_and_which_complete() -> None:
    for length in range(8):
        pile = " ".join(UP.split()[:length])
        assert is_valid_up_sequence(cards(pile))
        assert is_valid_down_sequence(cards(pile)) is (length == 0)
        assert is_complete_up_sequence(cards(pile), "h") is (length == 7)
    for length in range(7):
        pile = " ".join(DOWN.split()[:length])
        assert is_valid_down_sequence(cards(pile))
        assert is_valid_up_sequence(cards(pile)) is (length == 0)
        assert is_complete_down_sequence(cards(pile), "s") is (length == 6)
    assert not is_complete_up_sequence(cards(UP), "d")
    assert not is_complete_down_sequence(cards(DOWN), "c")


@clause("MM-190", "MM-188")
@pytest.mark.parametrize(
    "pile", ["8h 9h", "7h 9h", "7h 8d", "7h 8h 9h 10h Jh Qh Kd", "7h 8h 9h 10h Jh Kh Qh", f"{UP} Ah"]
)
def test_which_up_piles_are_out_of_order(pile: str) -> None:
    assert not is_valid_up_sequence(cards(pile))
    assert not is_complete_up_sequence(cards(pile), "h")


@clause("MM-190", "MM-188")
@pytest.mark.parametrize("pile", ["5s 4s", "6s 4s", "6s 5c", "6s 5s 4s 3s 2s Ac", "6s 5s 4s 3s As 2s", f"{DOWN} Ks"])
def test_which_down_piles_are_out_of_order(pile: str) -> None:
    assert not is_valid_down_sequence(cards(pile))
    assert not is_complete_down_sequence(cards(pile), "s")


# --- whole states -----------------------------------------------------------------------------------------------


@clause("MM-133")
def test_all_cards_are_counted_wherever_they_lie() -> None:
    state = position("AH 2S", "KS", waste="9C", pockets=["9D", "9H"], up={"D": 2}, down={"C": 1}, mode="double_pocket")
    assert count_all_cards(state) == 52
    assert count_all_cards(position("AH 2S", "KS", stock="")) == 3
    assert count_all_cards(position(waste="9C", pockets=["9D", "9H"], stock="", mode="double_pocket")) == 3
    assert count_all_cards(position(up={"D": 2}, down={"C": 1}, stock="TD JD")) == 5


def test_positions_are_written_as_text() -> None:
    state = position("AH", "9s 5H", up={"D": 2}, down={"C": 1}, mode="traditional")
    assert serialize_tableau(state) == "AH ace 1|(9S) 5H untyped 2| None 0| None 0| None 0| None 0| None 0"
    assert serialize_foundations(state) == "|7D 8D|||||6C|"
    assert serialize_cards(cards("10h (As) 2c")) == "TH (AS) 2C"
    assert serialize_cards([]) == ""


@clause("MM-291")
def test_a_fingerprint_is_64_bits_of_sha_256() -> None:
    assert hash_string("abc") == "ba7816bf8f01cfea"


@clause("MM-251")
def test_copies_share_nothing() -> None:
    original = [[[1], [2, 3]]]
    for clone in (clone_object, clone_array, clone_tableau, clone_foundations):
        copy = clone(original)
        assert copy == original
        copy[0][0].append(3)
    assert original == [[[1], [2, 3]]]


def test_the_engine_offers_the_whole_vocabulary() -> None:
    for name in vocabulary.__all__:
        assert getattr(facade, name) is getattr(vocabulary, name)


@clause("MM-01")
def test_the_engine_names_the_version_of_its_rules() -> None:
    assert facade.VERSION == "6.0.2" == Table.deal("meridian").state.rules_version


def test_words_that_mean_nothing_are_refused() -> None:
    with pytest.raises(BadInput, match="'X' is not one of A, 2, 3"):
        get_numeric_value("X")
    with pytest.raises(BadInput, match="'up' is not one of ascending, descending"):
        is_valid_sequence([], "up")
    with pytest.raises(BadInput, match="'sideways' is not one of up, down"):
        can_place_on_foundation(create_deck("1")[6], [], "sideways")


def test_without_a_seed_or_a_stream_chance_decides() -> None:
    assert create_deck()[0].id != create_deck()[0].id
    assert sorted(shuffle_deck(list(range(52)))) == list(range(52))
    assert len({tuple(shuffle_deck(list(range(52)))) for _ in range(5)}) == 5
    assert len({generate_random_string() for _ in range(5)}) == 5
    assert len(generate_random_string()) == 9


def test_a_shuffled_deck_is_the_one_that_is_dealt() -> None:
    deck = create_and_shuffle_deck("7")
    tableau, stock = deal_cards_to_tableau("classic", deck)
    engine = Engine(clock=lambda: 0)
    engine.initialize_game("classic", seed="7")
    assert engine.get_game_state().tableau == tableau
    assert [one.id for one in stock] == [engine.ids[one.code] for one in engine.state.stock]
    assert create_and_shuffle_deck() != create_and_shuffle_deck()


def test_the_index_of_a_card_in_a_column() -> None:
    column = create_deck("7")[:5]
    assert [find_card_index(one, column) for one in column] == [0, 1, 2, 3, 4]
    assert find_index_in_column(create_deck("7")[9], column) == -1
