"""The deal: the generator, the seeds, the known layouts, and which cards are face-down."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.cards import oracle_cards as oracle
from games.cards.boards_cards import GAME, heights, plain, written
from positions import option_sets, seeds
from saloon import Table
from saloon.core.alea import Alea
from saloon.core.errors import BadOption, BadSeed, quoted
from saloon.core.options import read_options
from saloon.games.cards.rules import MOST_NUMBERS, dealt_hidden, scatter
from saloon.games.cards.seeds import LARGEST_SEED, check_seed
from saloon.games.cards.state import CAPACITIES, DECK, Options, State

DATA = Path(__file__).parents[2] / "data"
DEALS = json.loads((DATA / "cards-deals.json").read_text())["deals"]
LAYOUTS = json.loads((DATA / "cards-layouts.json").read_text())["layouts"]
LIKELY = settings(max_examples=60, deadline=None)


def deal(seed: str, **options: Any) -> State:
    return GAME.deal(seed, Options(**options))


# --- the generator ----------------------------------------------------------------------------------------------


@clause("CA-22", "CA-25")
def test_the_generator_gives_the_numbers_of_the_original() -> None:
    alea = Alea("1")
    assert [alea.random() for _ in range(3)] == [0.526047095656395, 0.12264361372217536, 0.47771977609954774]
    assert alea.drawn == 3
    assert Alea(1).random() == 0.526047095656395


@clause("CA-19", "CA-20", "CA-21")
@LIKELY
@given(seeds("cards"))
def test_every_number_follows_from_three_fractions_and_a_carry(seed: str) -> None:
    first, again = Alea(seed), Alea(seed)
    fractions = [first.random() for _ in range(40)]
    assert fractions == [again.random() for _ in range(40)]
    whole = [int(fraction * 2**32) for fraction in fractions]
    assert [number / 2**32 for number in whole] == fractions
    carry = (whole[3] - 2091639 * whole[0]) % 2**32
    assert carry < 2091640
    for oldest, newest in zip(whole, whole[3:], strict=False):
        t = 2091639 * oldest + carry
        assert newest == t % 2**32
        carry = t // 2**32


# --- the layouts ------------------------------------------------------------------------------------------------


@clause("CA-02", "CA-03", "CA-34", "CA-38")
@pytest.mark.parametrize("seed", DEALS)
def test_recorded_deals_are_reproduced_with_their_faces(seed: str) -> None:
    tableau = plain(deal(seed))["tableau"]
    assert [[[card["suit"], card["rank"], int(card["faceUp"])] for card in pile] for pile in tableau] == DEALS[seed]


@clause("CA-25", "CA-26", "CA-30", "CA-31", "CA-32")
@pytest.mark.parametrize("seed", LAYOUTS)
def test_recorded_layouts_are_reproduced_with_as_many_numbers(seed: str) -> None:
    alea = Alea(seed)
    piles = scatter(alea)
    assert written(piles) == LAYOUTS[seed]["piles"]
    assert alea.drawn == LAYOUTS[seed]["numbers"]
    assert written(deal(seed).tableau).replace("*", "") == LAYOUTS[seed]["piles"]


@clause("CA-26", "CA-28", "CA-33", "CA-35", "CA-36")
@LIKELY
@given(seeds("cards"), st.sampled_from(option_sets("cards")))
def test_the_deal_is_that_of_the_oracle(seed: str, options: dict[str, Any]) -> None:
    piles, taken = oracle.deal(Alea(seed).random, options["faces"])
    state = deal(seed, **options)
    assert plain(state) == {
        "foundations": [[], [], [], []],
        "options": options,
        "rulesVersion": "1.0.0",
        "seed": seed,
        "status": "active",
        "tableau": piles,
    }
    alea = Alea(seed)
    scatter(alea)
    assert alea.drawn == taken
    assert deal(seed, **options) == state
    GAME.check(state)


@clause("CA-27", "CA-29", "CA-08", "CA-115")
@LIKELY
@given(seeds("cards"))
def test_all_52_cards_are_on_the_piles_and_nowhere_else(seed: str) -> None:
    state = plain(deal(seed))
    cards = [card for pile in state["tableau"] for card in pile]
    assert sorted(card["id"] for card in cards) == list(range(52))
    assert {(card["suit"], card["rank"]) for card in cards} == {(s, r) for s in range(4) for r in range(13)}
    assert set(state) == {"foundations", "options", "rulesVersion", "seed", "status", "tableau"}


@clause("CA-07", "CA-09", "CA-12", "CA-113", "CA-114")
@LIKELY
@given(seeds("cards"))
def test_there_are_eight_piles_of_three_to_ten_cards_and_four_foundations(seed: str) -> None:
    state = deal(seed)
    assert [len(pile) for pile in state.tableau] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert tuple(map(len, state.tableau)) == CAPACITIES
    assert len(state.foundations) == 4


@clause("CA-15")
@pytest.mark.parametrize("faces", ["lastThreeUp", "firstThreeDown"])
def test_the_foundations_are_empty_at_the_start(faces: Any) -> None:
    assert heights(deal("5", faces=faces)) == (0, 0, 0, 0)
    assert deal("5", faces=faces).status == "active"


# --- faces ------------------------------------------------------------------------------------------------------


@clause("CA-04", "CA-34", "CA-38")
def test_the_last_three_of_every_pile_are_dealt_face_up() -> None:
    faces = [[card["faceUp"] for card in pile] for pile in plain(deal("9"))["tableau"]]
    assert faces == [[False] * hidden + [True] * 3 for hidden in range(8)]
    assert [dealt_hidden(index, "lastThreeUp") for index in range(8)] == [0, 1, 2, 3, 4, 5, 6, 7]


@clause("CA-10", "CA-36", "CA-37", "CA-116")
def test_the_first_three_of_every_pile_are_dealt_face_down_if_wished() -> None:
    faces = [[card["faceUp"] for card in pile] for pile in plain(deal("9", faces="firstThreeDown"))["tableau"]]
    assert faces == [[False, False, True], *([False] * 3 + [True] * size for size in range(1, 8))]
    assert [dealt_hidden(index, "firstThreeDown") for index in range(8)] == [2, 3, 3, 3, 3, 3, 3, 3]


def test_both_ways_deal_the_same_cards() -> None:
    assert written(deal("77").tableau).replace("*", "") == written(deal("77", faces="firstThreeDown").tableau).replace(
        "*", ""
    )


# --- what the deal refuses --------------------------------------------------------------------------------------


class _AlwaysFirst(Alea):
    """A broken generator: once pile 0 is full it deals nothing more."""

    def below(self, bound: int) -> int:
        self.drawn += 1
        return 0


@clause("CA-31")
def test_a_deal_that_does_not_end_is_given_up_after_a_hundred_thousand_numbers() -> None:
    alea = _AlwaysFirst("1")
    with pytest.raises(BadSeed, match=r"^this seed has not dealt all cards within 100000 random numbers \[BAD_SEED\]$"):
        scatter(alea)
    assert alea.drawn == MOST_NUMBERS == 100_000


BAD = ["01", "-1", "+1", "1.0", "1e3", " 1", "1 ", "1\n", "", "x", "0x1", "١", "00", "9007199254740992", "9" * 5000, 1]


@pytest.mark.parametrize("seed", [*BAD, None, 1.0, True, b"1"])
def test_only_a_plain_number_is_a_seed(seed: Any) -> None:
    for refusing in (GAME.check_seed, check_seed, lambda text: GAME.deal(text, Options())):
        with pytest.raises(BadSeed) as refused:
            refusing(seed)
        assert refused.value.code == "BAD_SEED"
        assert refused.value.reason == (
            f"{quoted(seed)} cannot seed Cards; write a number from 0 to 9007199254740991 in plain digits"
        )


@pytest.mark.parametrize("seed", ["0", "1", "10", "1700000000000", "9007199254740991"])
def test_plain_numbers_up_to_the_largest_exact_one_are_seeds(seed: str) -> None:
    assert GAME.check_seed(seed) == seed
    assert GAME.deal(seed, Options()).seed == seed
    assert LARGEST_SEED == 2**53 - 1 == 9007199254740991


@clause("CA-99")
def test_a_new_game_is_seeded_by_the_time_and_never_like_the_last_one() -> None:
    assert GAME.fresh_seed(1700000000000) == "1700000000000"
    assert GAME.fresh_seed(1700000000000, "1699999999999") == "1700000000000"
    assert GAME.fresh_seed(1700000000000, "1700000000000") == "1700000000001"
    assert GAME.fresh_seed(1700000000000, "1700000000001") == "1700000000000"
    assert GAME.fresh_seed(0) == "0"
    for now, last in ((-1, None), (LARGEST_SEED, str(LARGEST_SEED)), (LARGEST_SEED + 1, None)):
        with pytest.raises(BadSeed):
            GAME.fresh_seed(now, last)


@clause("CA-99")
def test_the_time_is_passed_in_since_the_rules_read_no_clock() -> None:
    assert Table.deal("cards", now=1700000000000).seed == "1700000000000"
    assert Table.deal("cards", now=1700000000000, seed="5").seed == "5"
    with pytest.raises(BadSeed, match="pass `now`, the milliseconds since 1970, or a seed"):
        Table.deal("cards")


def test_the_options_are_two_with_two_values_each() -> None:
    assert read_options("cards", GAME.options, {}) == Options(faces="lastThreeUp", stack="run")
    assert read_options("cards", GAME.options, {"stack": "any"}) == Options(stack="any")
    for wrong in ({"stack": "all"}, {"faces": "up"}, {"finishPolicy": "strict"}):
        with pytest.raises(BadOption):
            read_options("cards", GAME.options, wrong)


@clause("CA-27")
def test_the_deck_is_ordered_by_suit_and_rank() -> None:
    assert " ".join(card.code for card in DECK[:14]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    assert [card.code for card in DECK[13::13]] == ["AH", "AC", "AD"]
    assert len({card.card_id for card in DECK}) == 52
    assert not any(card.face_down for card in DECK)


def test_the_game_describes_itself() -> None:
    assert (GAME.name, GAME.title, GAME.rules_version, GAME.seats) == ("cards", "Cards", "1.0.0", range(1))
    assert list(GAME.actions) == ["tableauMove", "foundationMove", "finish"]
    assert (GAME.undo_depth, GAME.counters, dict(GAME.server_actions)) == (1, frozenset(), {})
