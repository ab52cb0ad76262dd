"""What columns accept and release: types, directions and runs; then foundations and pockets."""

from itertools import cycle, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.meridian import oracle_meridian as oracle
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    foundation,
    move,
    pile,
    pocket,
    position,
    refused,
    tab,
    takes,
)
from positions import Position, play, positions, seeds
from saloon.core.canonical import canonical_json
from saloon.core.cards import Card, Pile, card, deck
from saloon.core.errors import InvariantBreach
from saloon.core.game import Outcome
from saloon.games.meridian import columns
from saloon.games.meridian.columns import ASCENDING, DESCENDING, FREE
from saloon.games.meridian.compat import engine
from saloon.games.meridian.compat.questions import Questions
from saloon.games.meridian.compat.shapes import shape
from saloon.games.meridian.ids import Ids, seeded_ids
from saloon.games.meridian.state import Move, Options, Place, State

KINDS: tuple[Any, ...] = ("ace", "king", "untyped")
WAYS = (ASCENDING, DESCENDING, FREE)
REFUSED = ("RULE_VIOLATION", "Column does not accept this card")
NOT_EMPTY = ("RULE_VIOLATION", "Only Ace or King on an empty column")
NO_FOUNDATION = ("RULE_VIOLATION", "Foundation does not accept this card")
OUT_OF_REACH = ("CARD_NOT_ACCESSIBLE", "Card not accessible")
FOUNDATIONS = tuple(Place("foundation", index) for index in range(8))
IDS = seeded_ids("by hand")


class Asked(Questions):
    """The engine's questions about any state, be it one that no game comes to."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def state(self) -> State:
        return self._state

    @property
    def ids(self) -> Ids:
        return IDS

    @property
    def status(self) -> str:
        return self._state.status


def cards(text: str) -> tuple[Any, ...]:
    """Engine cards, written as in `pile`."""
    return tuple(shape(one, IDS[one.code]) for one in pile(text))


def plain(column: Pile) -> list[dict[str, Any]]:
    """A pile as the oracle knows it."""
    return [oracle.card_of(one.code, one.face_down) for one in column]


def json(state: State) -> dict[str, Any]:
    """A state as the oracle knows it."""
    read: dict[str, Any] = msgspec.json.decode(canonical_json(MERIDIAN.canonical(state)))
    return read


def tableau(state: State) -> list[str]:
    return [codes(column) for column in state.board.tableau]


def directions(state: State) -> tuple[str | None, ...]:
    found: tuple[str | None, ...] = MERIDIAN.view(state, 0).directions
    return found


NEIGHBOURS = {one: [other for other in deck() if oracle.slope(plain((one, other)))] for one in deck()}


@st.composite
def any_columns(draw: st.DrawFn) -> Pile:
    """Columns with runs in them: mostly steps of one and another colour, some breaks, and hidden cards below."""
    column = [draw(st.sampled_from(deck()))]
    for _ in range(draw(st.integers(0, 6))):
        column.append(draw(st.sampled_from([*NEIGHBOURS[column[-1]] * 2, draw(st.sampled_from(deck()))])))
    hidden = draw(st.sampled_from([0, 0, 0, 1, 2, len(column)]))
    return tuple(one.down() if place < hidden else one for place, one in enumerate(column))


# --- types ------------------------------------------------------------------------------------------------------


def test_a_single_card_gives_the_type() -> None:
    assert [columns.type_by(one) for one in deck("H")] == ["ace", *["untyped"] * 11, "king"]


@clause("MM-173")
@pytest.mark.parametrize(("first", "kind"), [("AS", "ace"), ("KH", "king"), ("2D", "untyped"), ("QC", "untyped")])
def test_the_first_column_is_typed_at_the_deal_and_no_other(first: str, kind: str) -> None:
    bottoms = [one for one in ("AH", "KD", "AC", "KS", "AD", "KC", "AS", "KH") if one != first][:6]
    rest = [one.code for one in deck() if one.code not in (first, *bottoms)]
    order = [first]
    for number, bottom in enumerate(bottoms, start=1):
        order += [bottom, *rest[:number]]
        rest = rest[number:]
    for mode in ("classic", "traditional"):
        given_deck = [card(code) for code in order + rest]
        state = MERIDIAN.deal_deck(given_deck, Options(mode=mode), "by hand")
        assert state.board.column_types == (kind, *["untyped"] * 6)
        assert columns.dealt_types(state.board.tableau) == state.board.column_types


@clause("MM-33", "MM-35", "MM-41", "MM-174")
def test_the_first_card_on_an_empty_column_types_it() -> None:
    state = position("", "", "3H AS", "9D", waste="KD")
    assert state.board.column_types == (None, None, "untyped", "untyped", None, None, None)
    ace = move(state, "AS", tab(0))
    assert (tableau(ace)[0], ace.board.column_types[0], ace.board.base_heights[0]) == ("AS", "ace", 0)
    assert ace.first_ace_move == 1
    king = move(ace, "KD", tab(1))
    assert (tableau(king)[1], king.board.column_types[1], king.board.base_heights[1]) == ("KD", "king", 0)
    assert king.board.column_types == ("ace", "king", "untyped", "untyped", None, None, None)
    assert directions(king)[:4] == ("ascending", "descending", None, None)


@clause("MM-40", "MM-198")
@pytest.mark.parametrize("rank", range(1, 14))
def test_only_an_ace_or_a_king_begins_a_column(rank: int) -> None:
    for one in (deck("S")[rank - 1], deck("D")[rank - 1]):
        state = position("5H 5C", waste=one.code)
        if rank in (1, 13):
            assert tableau(move(state, one.code, tab(4)))[4] == one.code
        else:
            assert refused(state, Move(one.code, tab(4))) == NOT_EMPTY
        assert engine.can_place_on_tableau(cards(one.code), (), None) == (rank in (1, 13))


@clause("MM-40", "MM-198")
def test_a_run_begins_a_column_if_its_lowest_card_is_an_ace_or_a_king() -> None:
    state = position("9C KS QH JC", "4D AH 2S", "")
    assert tableau(move(state, "KS", tab(2))) == ["9C", "4D AH 2S", "KS QH JC", "", "", "", ""]
    assert tableau(move(state, "AH", tab(6)))[6] == "AH 2S"
    assert refused(state, Move("QH", tab(2))) == NOT_EMPTY
    assert refused(state, Move("2S", tab(2))) == NOT_EMPTY
    rising = position("9C QH KS", "")
    assert refused(rising, Move("QH", tab(1))) == NOT_EMPTY


@clause("MM-180")
def test_a_run_on_an_empty_column_types_it_by_its_lowest_card() -> None:
    state = position("9C KS QH", "4D AH 2S")
    after = move(move(state, "KS", tab(2)), "AH", tab(3))
    assert after.board.column_types == ("untyped", "untyped", "king", "ace", None, None, None)
    assert after.board.base_heights == (1, 1, 0, 0, 0, 0, 0)
    asked = Asked(after)
    assert asked.update_column_type(2) == ("king", cards("KS")[0])
    assert asked.update_column_type(3) == ("ace", cards("AH")[0])
    placed = Asked(state).handle_empty_column_placement
    assert placed(2, cards("KS QH")) == ("king", cards("KS")[0])
    assert placed(3, cards("AH 2S")) == ("ace", cards("AH")[0])
    assert placed(4, cards("7D")) == ("untyped", None)
    assert placed(0, cards("KS")) == ("untyped", None)


@clause("MM-175", "MM-07", "MM-37")
@pytest.mark.parametrize(("bottom", "kind"), [("AC", "ace"), ("KD", "king"), ("7D", "untyped"), ("2S", "untyped")])
@pytest.mark.parametrize("mode", ["classic", "traditional"])
def test_the_last_card_of_a_column_sets_its_type_again(bottom: str, kind: str, mode: str) -> None:
    hidden = bottom[0] + bottom[1].lower()
    column = f"{bottom} 9S 8H" if mode == "classic" else f"{hidden} 9s 8H"
    state = move(position(column, "TD", "9C", mode=mode), "8H", tab(2))
    assert tableau(state)[0] == f"{bottom if mode == 'classic' else hidden} 9S"
    assert (state.board.column_types[0], state.board.base_heights[0]) == ("untyped", 2)
    state = move(state, "9S", tab(1))
    assert (tableau(state)[0], state.board.column_types[0], state.board.base_heights[0]) == (bottom, kind, 1)
    typing = None if kind == "untyped" else cards(bottom)[0]
    assert Asked(state).update_column_type(0) == (kind, typing)
    assert directions(state)[0] == {"ace": "ascending", "king": "descending", "untyped": None}[kind]


@clause("MM-176")
def test_the_bottom_types_a_column_and_never_the_top() -> None:
    state = position("2H", "QC", waste="KD AS")
    laid = move(move(state, "AS", tab(0)), "KD", tab(1))
    assert tableau(laid)[:2] == ["2H AS", "QC KD"]
    assert laid.board.column_types[:2] == ("untyped", "untyped")
    assert directions(laid)[:2] == ("descending", "ascending")
    assert refused(laid, Move("QC", tab(2))) == NOT_EMPTY
    kept = move(position("KS", "QH JS", types=["king", "untyped", *[None] * 5]), "QH", tab(0))
    assert (tableau(kept)[0], kept.board.column_types[:2]) == ("KS QH JS", ("king", None))


@clause("MM-177", "MM-178", "MM-179")
def test_the_type_of_a_column_that_lost_cards() -> None:
    assert [columns.retyped(kind, ()) for kind in (*KINDS, None)] == [None] * 4
    for kind in (*KINDS, None):
        for one in deck():
            assert columns.retyped(kind, (one,)) == columns.type_by(one)
    assert columns.retyped("ace", pile("AS 2H")) == "ace"
    assert columns.retyped("king", pile("KS QH")) == "king"
    assert [columns.retyped(kind, pile("9S 8H")) for kind in (*KINDS, None)] == ["untyped"] * 4
    assert [columns.retyped(kind, pile("KS QH")) for kind in ("ace", "untyped", None)] == ["untyped"] * 3
    assert [columns.retyped(kind, pile("AS 2H")) for kind in ("king", "untyped", None)] == ["untyped"] * 3


@clause("MM-177", "MM-178", "MM-179")
def test_update_column_type() -> None:
    types: list[str | None] = ["ace", "king", "untyped", "king", "untyped", "untyped", "ace"]
    asked = Asked(position("", "AS", "KD", "9C", "AH 7S", "KH QS", "JD TS", types=types))
    assert asked.update_column_type(None) == (None, None)
    assert asked.update_column_type(0) == (None, None)
    assert asked.update_column_type(1) == ("ace", cards("AS")[0])
    assert asked.update_column_type(2) == ("king", cards("KD")[0])
    assert asked.update_column_type(3) == ("untyped", None)
    assert asked.update_column_type(4) == ("untyped", None)
    assert asked.update_column_type(5) == ("untyped", None)
    assert asked.update_column_type(6) == ("untyped", None)


def test_the_typing_card_is_the_bottom_of_a_typed_column() -> None:
    board = position("KS QH", "AC 2D", "KD 5S", "AH", types=["king", "ace", "untyped", "ace", None, None, None]).board
    assert board.typing_cards == (card("KS"), card("AC"), None, card("AH"), None, None, None)


@clause("MM-07", "MM-33", "MM-35", "MM-37")
@given(positions("meridian"))
@settings(max_examples=60, deadline=None)
def test_types_agree_with_bottoms(position: Position) -> None:
    board = position.state.board
    for kind, column in zip(board.column_types, board.tableau, strict=True):
        assert (kind is None) == (not column)
        if not column:
            continue
        bottom = column[0]
        assert kind in ("untyped", {1: "ace", 13: "king"}.get(bottom.rank))
        assert kind == "untyped" or not bottom.face_down
        if len(column) == 1:
            assert kind == {1: "ace", 13: "king"}.get(bottom.rank, "untyped")
        if kind != "untyped":
            assert oracle.slope(plain(column)) in (0, 1 if kind == "ace" else -1)


# --- what a typed column takes ----------------------------------------------------------------------------------


@clause("MM-04", "MM-34", "MM-181", "MM-200")
def test_an_ace_column_climbs_to_the_king_and_never_turns() -> None:
    ladder = [rank + suit for rank, suit in zip("A23456789TJQK", cycle("SH"), strict=False)]
    for height in range(1, 13):
        state = position(
            " ".join(ladder[:height]), waste=ladder[height], types=["ace", *[None] * 6], bases=(0,) * 7,
        )  # fmt: skip
        after = move(state, ladder[height], tab(0))
        assert (tableau(after)[0], after.board.column_types[0]) == (" ".join(ladder[: height + 1]), "ace")
        assert directions(after)[0] == "ascending"
    for top in range(2, 13):
        lower = card(ladder[top - 2])
        twin = lower.code[0] + {"S": "C", "H": "D"}[lower.suit]
        state = position(" ".join(ladder[:top]), waste=twin, types=["ace", *[None] * 6], bases=(0,) * 7)
        assert refused(state, Move(twin, tab(0))) == REFUSED
    state = position("AS", waste="KH", types=["ace", *[None] * 6])
    assert refused(state, Move("KH", tab(0))) == REFUSED


@clause("MM-04", "MM-36", "MM-182", "MM-201")
def test_a_king_column_falls_to_the_ace_and_never_turns() -> None:
    ladder = [rank + suit for rank, suit in zip("KQJT98765432A", cycle("SH"), strict=False)]
    for height in range(1, 13):
        state = position(
            " ".join(ladder[:height]), waste=ladder[height], types=["king", *[None] * 6], bases=(0,) * 7,
        )  # fmt: skip
        after = move(state, ladder[height], tab(0))
        assert (tableau(after)[0], after.board.column_types[0]) == (" ".join(ladder[: height + 1]), "king")
        assert directions(after)[0] == "descending"
    for top in range(2, 13):
        higher = card(ladder[top - 2])
        twin = higher.code[0] + {"S": "C", "H": "D"}[higher.suit]
        state = position(" ".join(ladder[:top]), waste=twin, types=["king", *[None] * 6], bases=(0,) * 7)
        assert refused(state, Move(twin, tab(0))) == REFUSED
    state = position("KS", waste="AH", types=["king", *[None] * 6])
    assert refused(state, Move("AH", tab(0))) == REFUSED


@pytest.mark.parametrize("direction", ["locked", "flexible"])
def test_the_type_decides_the_direction_under_both_options(direction: str) -> None:
    state = position("AS", "KD", waste="QC 2H", direction=direction)
    assert directions(state)[:2] == ("ascending", "descending")
    after = move(move(state, "2H", tab(0)), "QC", tab(1))
    assert directions(after)[:2] == ("ascending", "descending")
    assert after.board.base_heights[:2] == (1, 1)


@clause("MM-42", "MM-191", "MM-199")
def test_colours_alternate_on_every_column() -> None:
    for kind, top, fitting in (("ace", "AS", 2), ("king", "KS", 12), ("untyped", "6S", 5), ("untyped", "6S", 7)):
        for suit in "HDCS":
            code = deck(suit)[fitting - 1].code
            state = position(top, waste=code)
            assert state.board.column_types[0] == kind
            assert takes(state, code, tab(0)) == (suit in "HD")
            if suit in "CS":
                assert refused(state, Move(code, tab(0))) == REFUSED


@clause("MM-43", "MM-44", "MM-45", "MM-46")
@pytest.mark.parametrize(
    ("laid", "top", "taken"), [("5H", "6S", True), ("JC", "QD", True), ("5H", "6D", False), ("JC", "QS", False)]
)
def test_some_cards_on_others(laid: str, top: str, taken: bool) -> None:
    for column, base in ((top, 1), (f"2C {top}", 2)):
        state = position(column, waste=laid)
        assert state.board.base_heights[0] == base
        if taken:
            after = move(state, laid, tab(0))
            assert (tableau(after)[0], after.board.waste) == (f"{column} {laid}", ())
        else:
            assert refused(state, Move(laid, tab(0))) == REFUSED


# --- the direction of an untyped column -------------------------------------------------------------------------


@clause("MM-38", "MM-202")
@pytest.mark.parametrize("direction", ["locked", "flexible"])
def test_an_untyped_column_takes_one_higher_or_one_lower(direction: str) -> None:
    for column in ("6S", "9C 6S", "7H 6S", "5H 6S"):
        taken = []
        for one in deck():
            if one.code not in column.split():
                state = position(column, waste=one.code, direction=direction)
                taken += [one.code] if takes(state, one.code, tab(0)) else []
        assert taken == [code for code in ("5D", "7D", "5H", "7H") if code not in column.split()]


@clause("MM-39", "MM-183", "MM-184")
def test_the_first_card_laid_locks_the_direction() -> None:
    falling = move(position("6S", waste="4D 4C 6C 5H"), "5H", tab(0))
    assert (directions(falling)[0], falling.board.base_heights[0]) == ("descending", 1)
    assert refused(falling, Move("6C", tab(0))) == REFUSED
    falling = move(falling, "6C", pocket())
    assert tableau(move(falling, "4C", tab(0)))[0] == "6S 5H 4C"
    rising = move(position("6S", waste="8D 6C 8C 7H"), "7H", tab(0))
    assert (directions(rising)[0], rising.board.base_heights[0]) == ("ascending", 1)
    assert tableau(move(rising, "8C", tab(0)))[0] == "6S 7H 8C"
    rising = move(rising, "8C", pocket())
    assert refused(rising, Move("6C", tab(0))) == REFUSED


@clause("MM-39")
def test_the_lock_holds_however_high_the_column_grows() -> None:
    state = position("JD 6S", waste="3S 3H 5D 4S 5H")
    state = move(move(state, "5H", tab(0)), "4S", tab(0))
    assert (tableau(state)[0], directions(state)[0], state.board.base_heights[0]) == ("JD 6S 5H 4S", "descending", 2)
    assert refused(state, Move("5D", tab(0))) == REFUSED
    state = move(state, "5D", pocket())
    assert tableau(move(state, "3H", tab(0)))[0] == "JD 6S 5H 4S 3H"


@clause("MM-39")
def test_dealt_neighbours_lock_nothing() -> None:
    state = position("8S 7H 6S", waste="7D 5H")
    assert directions(state)[0] is None
    assert takes(state, "5H", tab(0))
    state = move(state, "5H", pocket())
    turned = move(state, "7D", tab(0))
    assert (directions(turned)[0], turned.board.base_heights[0]) == ("ascending", 3)


@clause("MM-39")
def test_with_flexible_each_card_goes_either_way() -> None:
    state = position("6S", waste="6D 5C 6C 5H", direction="flexible")
    state = move(state, "5H", tab(0))
    assert directions(state)[0] is None
    state = move(state, "6C", tab(0))
    assert (tableau(state)[0], state.board.base_heights[0]) == ("6S 5H 6C", 1)
    assert refused(state, Move("5C", tab(0))) == REFUSED
    assert refused(state, Move("6S", tab(1))) == OUT_OF_REACH
    assert refused(state, Move("5H", tab(1))) == NOT_EMPTY
    MERIDIAN.check(state)


@clause("MM-184")
def test_the_lock_ends_when_all_laid_cards_have_left() -> None:
    state = move(position("9D 6S", "6C", waste="7D 5H"), "5H", tab(0))
    assert refused(state, Move("7D", tab(0))) == REFUSED
    free = move(state, "5H", tab(1))
    assert (directions(free)[:2], free.board.base_heights[:2]) == ((None, "descending"), (2, 1))
    turned = move(free, "7D", tab(0))
    assert (tableau(turned)[0], directions(turned)[0]) == ("9D 6S 7D", "ascending")


def test_the_lock_stays_while_one_laid_card_is_left() -> None:
    state = position("9D 6S", waste="6C 4S 5H")
    state = move(move(state, "5H", tab(0)), "4S", tab(0))
    state = move(state, "4S", pocket())
    assert (tableau(state)[0], directions(state)[0]) == ("9D 6S 5H", "descending")
    assert refused(state, Move("6C", tab(0))) == REFUSED


@clause("MM-39")
def test_the_base_sinks_with_the_dealt_cards_and_never_rises() -> None:
    state = position("9D 6S 8H", "9S", "7H", waste="7D 5H")
    state = move(state, "8H", tab(1))
    assert state.board.base_heights == (2, 1, 1, 0, 0, 0, 0)
    state = move(state, "5H", tab(0))
    assert (tableau(state)[0], state.board.base_heights[0], directions(state)[0]) == ("9D 6S 5H", 2, "descending")
    state = move(state, "6S", tab(2))
    assert (tableau(state)[0], state.board.base_heights[:3], directions(state)[0]) == ("9D", (1, 1, 1), None)


@clause("MM-184")
def test_the_lock_ends_with_the_last_card() -> None:
    state = move(position("9D 6S", "7H", waste="TC 8C 5D"), "5D", tab(0))
    state = move(state, "6S", tab(1))
    assert (tableau(state)[:2], state.board.base_heights[:2]) == (["9D", "7H 6S 5D"], (1, 1))
    assert directions(state)[:2] == (None, "descending")
    assert directions(move(state, "8C", tab(0)))[0] == "descending"
    state = move(move(state, "8C", pocket()), "TC", tab(0))
    assert (tableau(state)[0], directions(state)[0], state.board.base_heights[0]) == ("9D TC", "ascending", 1)


def test_an_emptied_column_starts_over() -> None:
    state = position("6S 5H", "7D", waste="AC", bases=(1, 1, 0, 0, 0, 0, 0))
    assert directions(state)[0] == "descending"
    state = move(state, "6S", tab(1))
    assert (state.board.base_heights, state.board.column_types[:2]) == ((0, 1, 0, 0, 0, 0, 0), (None, "untyped"))
    state = move(state, "AC", tab(0))
    assert (state.board.base_heights[0], state.board.column_types[0], directions(state)[0]) == (0, "ace", "ascending")


@clause("MM-39", "MM-184")
@given(seeds("meridian"), st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_a_locked_direction_never_turns(seed: str, random: int) -> None:
    start = MERIDIAN.deal(seed, Options(mode="double_pocket"))
    for before, seat, action in play(MERIDIAN, start, Random(random), 150):
        after = MERIDIAN.apply(before, seat, action)
        for number in range(7):
            old, new = before.board.tableau[number], after.board.tableau[number]
            base = before.board.base_heights[number]
            if not 0 < base < min(len(old), len(new)):
                continue
            assert (new[: base + 1], after.board.base_heights[number]) == (old[: base + 1], base)
            way = directions(before)[number]
            assert way == directions(after)[number]
            assert oracle.slope(plain(new[base - 1 :])) == {"ascending": 1, "descending": -1}[str(way)]


@clause("MM-04", "MM-179")
@given(seeds("meridian"), st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_a_typed_column_keeps_type_and_typing_card_to_its_last_card(seed: str, random: int) -> None:
    start = MERIDIAN.deal(seed, Options(mode="double_pocket", direction="flexible"))
    for before, seat, action in play(MERIDIAN, start, Random(random), 150):
        old, new = before.board, MERIDIAN.apply(before, seat, action).board
        for number, kind in enumerate(old.column_types):
            if kind in ("ace", "king") and new.tableau[number]:
                assert new.column_types[number] == kind
                assert new.tableau[number][0] == old.tableau[number][0]


def test_the_heading_of_a_column() -> None:
    column = pile("9D 6S 5H 4S")

    def heading(kind: Any, base: int, locked: bool = True) -> int:
        return columns.heading(column, kind, base, locked=locked)

    assert [heading("untyped", base) for base in range(5)] == [FREE, FREE, DESCENDING, DESCENDING, FREE]
    assert [heading("untyped", base, False) for base in range(5)] == [FREE] * 5
    for base, locked in product(range(5), (True, False)):
        assert (heading("ace", base, locked), heading("king", base, locked)) == (ASCENDING, DESCENDING)
    assert columns.heading((), None, 0, locked=True) == FREE
    assert columns.heading(pile("5H 9D 6S"), "untyped", 0, locked=True) == FREE
    assert columns.heading(pile("9D 6S 7H"), "untyped", 2, locked=True) == ASCENDING


@given(positions("meridian"))
@settings(max_examples=40, deadline=None)
def test_the_directions_shown_are_the_oracle_s(position: Position) -> None:
    names = {1: "ascending", -1: "descending", 0: None}
    assert list(directions(position.state)) == [names[way] for way in oracle.directions(json(position.state))]


# --- steps, runs and sequences ----------------------------------------------------------------------------------


def test_a_step_is_one_rank_and_another_colour() -> None:
    for lower, upper in product(deck(), deck()):
        way = oracle.slope(plain((lower, upper)))
        assert columns.step(lower, upper) == (way or FREE)


def test_a_direction_goes_with_itself_and_with_none() -> None:
    agreeing = {(own, junction) for own, junction in product(WAYS, WAYS) if columns.goes_with(own, junction)}
    assert agreeing == set(product(WAYS, WAYS)) - {(ASCENDING, DESCENDING), (DESCENDING, ASCENDING)}


def test_the_direction_of_a_run() -> None:
    assert columns.direction(pile("9S")) == FREE
    assert (columns.direction(pile("9S 8H")), columns.direction(pile("8H 9S"))) == (DESCENDING, ASCENDING)
    assert columns.direction(pile("9S 8H 7S")) == DESCENDING


@clause("MM-195", "MM-196")
@pytest.mark.parametrize(
    ("run", "ways"),
    [
        ("", "ascending descending flexible"),
        ("9S", "ascending descending flexible"),
        ("5S 6H", "ascending flexible"),
        ("5S 6H 7S", "ascending flexible"),
        ("7S 6H", "descending flexible"),
        ("7S 6H 5S", "descending flexible"),
        ("5S 6H 5C", ""),
        ("7S 6H 7C", ""),
        ("5S 6C 7S", ""),
        ("5S 6H 7D", ""),
        ("5S 7H", ""),
        ("5S 5H", ""),
        ("KS AH", ""),
    ],
)
def test_is_valid_sequence(run: str, ways: str) -> None:
    for way in ("ascending", "descending", "flexible"):
        assert engine.is_valid_sequence(cards(run), way) == (way in ways.split())
    assert engine.is_valid_sequence(cards(run)) == engine.is_valid_sequence(cards(run), None) == ("flexible" in ways)


@given(any_columns(), st.sampled_from(WAYS))
@settings(max_examples=200, deadline=None)
def test_a_sequence_is_what_the_oracle_says(column: Pile, wanted: int) -> None:
    way = oracle.slope(plain(column))
    assert columns.is_sequence(column, wanted) == (way is not None and FREE in (way, wanted, way - wanted))
    assert columns.is_sequence(column) == (way is not None)


@clause("MM-48", "MM-193", "MM-194", "MM-204", "MM-205")
@given(any_columns(), st.sampled_from(KINDS))
@settings(max_examples=300, deadline=None)
def test_what_can_be_moved_is_a_face_up_run_that_reaches_the_top(column: Pile, kind: Any) -> None:
    allowed = {"ace": (0, 1), "king": (0, -1), "untyped": (0, 1, -1)}[kind]
    movable = [
        start
        for start in range(len(column))
        if not any(one.face_down for one in column[start:]) and oracle.slope(plain(column[start:])) in allowed
    ]
    assert list(range(columns.run_start(column, kind), len(column))) == movable
    assert columns.run_start((), None) == 0


@pytest.mark.parametrize(
    ("column", "kind", "start"),
    [
        ("9S", "untyped", 0),
        ("9s", "untyped", 1),
        ("TH 9S 8H", "untyped", 0),
        ("8H 9S TH", "untyped", 0),
        ("8D 9S 8H", "untyped", 1),
        ("Th 9S 8H", "untyped", 1),
        ("Th 9s 8h", "untyped", 3),
        ("TH 9C 9S", "untyped", 2),
        ("KS QH JS", "king", 0),
        ("AS 2H 3S", "ace", 0),
        ("AS 2H 3S", "king", 2),
        ("KS QH JS", "ace", 2),
    ],
)
def test_where_a_run_begins(column: str, kind: Any, start: int) -> None:
    assert columns.run_start(pile(column), kind) == start


@clause("MM-208")
def test_get_movable_sequence() -> None:
    column = cards("2d 9C 5S 6H 7S")
    assert engine.get_movable_sequence(column, 2) == list(column[2:])
    assert engine.get_movable_sequence(column, 4) == list(column[4:])
    assert engine.get_movable_sequence(column, 1) == []
    assert engine.get_movable_sequence(column, 0) == []
    assert engine.get_movable_sequence(cards("8d 9S"), 0) == []
    assert engine.get_movable_sequence(cards("8D 9S"), 0) == list(cards("8D 9S"))


@clause("MM-47")
def test_the_top_card_moves_wherever_it_fits() -> None:
    state = position("2C 7H 9S", "TD", "8D", "JS", up={"S": 2})
    moves = [action for action in MERIDIAN.legal(state, 0) if isinstance(action, Move) and action.card == "9S"]
    assert {one.target for one in moves} == {tab(1), tab(2), pocket(), foundation("9S")}
    assert tableau(move(state, "9S", tab(1)))[:2] == ["2C 7H", "TD 9S"]
    assert move(state, "9S", foundation("9S")).board.up[3] == pile("7S 8S 9S")


@clause("MM-48", "MM-194", "MM-207")
def test_a_run_moves_with_all_cards_on_top_of_it() -> None:
    state = position("2C 9S 8H 7C", "TD", "8S", "6D")
    after = move(state, "9S", tab(1))
    assert tableau(after)[:2] == ["2C", "TD 9S 8H 7C"]
    assert (after.moves, after.board.base_heights[:2], directions(after)[1]) == (1, (1, 1), "descending")
    assert refused(state, Move("2C", tab(1))) == OUT_OF_REACH
    assert refused(state, Move("8H", tab(1))) == REFUSED
    assert refused(state, Move("8H", tab(3))) == REFUSED
    assert takes(state, "7C", tab(3))
    assert refused(state, Move("9S", pocket())) == ("RULE_VIOLATION", "Only a single card can be placed here")


@clause("MM-193", "MM-204")
def test_a_face_down_card_is_never_moved() -> None:
    state = position("9s 8H", "TD", "9C", mode="traditional")
    assert refused(state, Move("9S", tab(1))) == OUT_OF_REACH
    after = move(state, "8H", tab(2))
    assert tableau(move(after, "9S", tab(1)))[:2] == ["", "TD 9S"]


@clause("MM-205")
def test_a_broken_run_is_not_moved() -> None:
    for column in ("9S 8H 6C", "9S 8C", "9S 8H 9C", "9S 9H"):
        state = position(f"2C {column}", "TD")
        assert refused(state, Move("9S", tab(1))) == OUT_OF_REACH
        assert not takes(state, "9S", tab(1))


@clause("MM-192", "MM-206")
def test_a_run_goes_the_way_of_an_ace_column() -> None:
    types = ["untyped", "ace", "untyped", "ace", None, None, None]
    state = position("9C 2H 3S", "AC", "9D 8S 7H", "AH 2S 3H 4C 5H 6C 7D", types=types)
    assert tableau(move(state, "2H", tab(1)))[1] == "AC 2H 3S"
    assert refused(state, Move("8S", tab(3))) == REFUSED
    single = move(state, "7H", pocket())
    assert tableau(move(single, "8S", tab(3)))[3] == "AH 2S 3H 4C 5H 6C 7D 8S"


@clause("MM-192", "MM-206")
def test_a_run_goes_the_way_of_a_king_column() -> None:
    types = ["untyped", "king", "untyped", "king", None, None, None]
    state = position("9C QH JS", "KC", "9D 6S 7H", "KD QS JD TS 9H 8C 7D", types=types)
    assert tableau(move(state, "QH", tab(1)))[1] == "KC QH JS"
    assert refused(state, Move("6S", tab(3))) == REFUSED
    single = move(state, "7H", pocket())
    assert tableau(move(single, "6S", tab(3)))[3] == "KD QS JD TS 9H 8C 7D 6S"


@clause("MM-206")
def test_step_and_run_agree_on_a_free_column() -> None:
    state = position("2C 8S 7H", "7D", "9D")
    assert refused(state, Move("8S", tab(1))) == REFUSED
    assert tableau(move(state, "8S", tab(2)))[2] == "9D 8S 7H"
    rising = position("2C 6S 7H", "7D", "5D")
    assert refused(rising, Move("6S", tab(1))) == REFUSED
    after = move(rising, "6S", tab(2))
    assert (tableau(after)[2], directions(after)[2]) == ("5D 6S 7H", "ascending")
    flexible = position("2C 6S 7H", "7D", "5D", direction="flexible")
    assert refused(flexible, Move("6S", tab(1))) == REFUSED
    assert tableau(move(flexible, "6S", tab(2)))[2] == "5D 6S 7H"


@clause("MM-206")
def test_a_run_goes_the_way_of_the_lock() -> None:
    state = position("2C 8S 7H", "TS 9D", bases=(3, 1, 0, 0, 0, 0, 0))
    assert directions(state)[1] == "descending"
    assert tableau(move(state, "8S", tab(1)))[1] == "TS 9D 8S 7H"
    locked_up = position("2C 8S 7H", "8C 9D", bases=(3, 1, 0, 0, 0, 0, 0))
    assert directions(locked_up)[1] == "ascending"
    assert refused(locked_up, Move("8S", tab(1))) == REFUSED
    open_again = position("2C 8S 7H", "8C 9D", bases=(3, 2, 0, 0, 0, 0, 0))
    assert tableau(move(open_again, "8S", tab(1)))[1] == "8C 9D 8S 7H"
    flexible = position("2C 8S 7H", "8C 9D", bases=(3, 1, 0, 0, 0, 0, 0), direction="flexible")
    assert tableau(move(flexible, "8S", tab(1)))[1] == "8C 9D 8S 7H"


def test_a_single_card_has_no_way_of_its_own() -> None:
    state = position("2C 8S", "7D", "9D")
    assert directions(move(state, "8S", tab(1)))[1] == "ascending"
    assert directions(move(state, "8S", tab(2)))[2] == "descending"


def test_what_continues_a_column() -> None:
    assert set(columns.openings((), FREE)) == {(1, True, 0), (1, False, 0), (13, True, 0), (13, False, 0)}
    assert columns.openings(pile("9S 8h"), FREE) == ()
    assert set(columns.openings(pile("2C 8H"), FREE)) == {(9, False, 1), (7, False, -1)}
    assert columns.openings(pile("8S"), ASCENDING) == ((9, True, 1),)
    assert columns.openings(pile("8S"), DESCENDING) == ((7, True, -1),)


@clause("MM-197", "MM-199", "MM-200", "MM-201", "MM-202")
@given(st.sampled_from(deck()), any_columns(), st.sampled_from(KINDS))
@settings(max_examples=200, deadline=None)
def test_can_place_on_tableau(top: Card, run: Pile, kind: Any) -> None:
    run = tuple(one.up() for one in run)
    way = oracle.slope(plain((top, *run)))
    taken = way is not None and way in {"ace": (1,), "king": (-1,), "untyped": (1, -1)}[kind]
    if oracle.slope(plain(run)) is not None:
        shaped = [shape(one, IDS[one.code]) for one in (top, *run)]
        assert engine.can_place_on_tableau(shaped[1:], shaped[:1], kind) == taken
        assert columns.fits(run, columns.openings((top,), columns.heading((top,), kind, 1, locked=True))) == taken


@clause("MM-202", "MM-207")
def test_can_place_on_tableau_looks_at_the_lowest_card_and_the_lock() -> None:
    column = cards("9D 8S")
    assert engine.can_place_on_tableau(cards("7H 6S"), column, "untyped", 2)
    assert not engine.can_place_on_tableau(cards("6S 7H"), column, "untyped", 2)
    assert engine.can_place_on_tableau(cards("9H"), column, "untyped", 2)
    assert not engine.can_place_on_tableau(cards("9H"), column, "untyped", 1)
    assert engine.can_place_on_tableau(cards("9H"), column, "untyped", 1, locked=False)
    assert engine.can_place_on_tableau(cards("7H"), column, "untyped", 1)
    assert engine.can_place_on_tableau(cards("9H"), column, "untyped")


@clause("MM-203")
def test_a_column_of_another_type_takes_nothing() -> None:
    for kind in (None, "", "queen", "ACE", "descending"):
        for code in ("9H", "7H", "AS", "KS"):
            assert not engine.can_place_on_tableau(cards(code), cards("8S"), kind)
    assert engine.can_place_on_tableau(cards("9H"), cards("8S"), "untyped")


@clause("MM-52", "MM-192")
@given(positions("meridian"))
@settings(max_examples=25, deadline=None)
def test_columns_take_exactly_what_the_oracle_says(position: Position) -> None:
    listed = {
        (action.card, action.target.index)
        for action in position.legal
        if isinstance(action, Move) and action.target.zone == "tableau"
    }
    found = oracle.legal_moves(json(position.state))
    assert listed == {(code, target["col"]) for code, target in found if target["type"] == "tab"}


# --- foundations ------------------------------------------------------------------------------------------------


@clause("MM-06", "MM-15", "MM-16", "MM-51", "MM-186")
@pytest.mark.parametrize("one", deck("HDCS"), ids=lambda one: one.code)
def test_every_card_goes_on_one_foundation_when_it_is_next(one: Card) -> None:
    up = {one.suit: one.rank - 7} if one.rank >= 7 else {}
    down = {one.suit: 6 - one.rank} if one.rank < 7 else {}
    state = position("", waste=one.code, up=up, down=down)
    own = foundation(one.code)
    assert [target for target in FOUNDATIONS if takes(state, one.code, target)] == [own]
    for other in FOUNDATIONS:
        if other != own:
            assert refused(state, Move(one.code, other)) == NO_FOUNDATION
    after = move(state, one.code, own)
    grown = (after.board.up if one.rank >= 7 else after.board.down)["HDCS".index(one.suit)]
    assert [below.rank for below in grown] == list(
        range(7, one.rank + 1) if one.rank >= 7 else range(6, one.rank - 1, -1)
    )
    assert (grown[-1], after.board.waste, after.moves_without_progress) == (one, (), 0)


@clause("MM-30", "MM-31", "MM-185")
def test_an_empty_foundation_takes_its_seven_or_its_six_and_nothing_else() -> None:
    for one in deck():
        state = position("", waste=one.code)
        taken = [target for target in FOUNDATIONS if takes(state, one.code, target)]
        assert taken == ([foundation(one.code)] if one.rank in (6, 7) else [])


@clause("MM-186")
@pytest.mark.parametrize(("code", "up", "down"), [("9H", 1, 0), ("KH", 5, 0), ("4H", 0, 1), ("AH", 0, 4), ("8H", 0, 6)])
def test_a_foundation_skips_no_card(code: str, up: int, down: int) -> None:
    state = position("", waste=code, up={"H": up}, down={"H": down})
    assert refused(state, Move(code, foundation(code))) == NO_FOUNDATION


@clause("MM-32")
def test_a_foundation_has_one_suit_from_its_first_card_on() -> None:
    state = position("7H", waste="6H")
    assert refused(state, Move("7H", foundation("7C"))) == NO_FOUNDATION
    assert refused(state, Move("6H", foundation("6D"))) == NO_FOUNDATION
    begun = position("8D", waste="5S", up={"H": 1}, down={"C": 1})
    assert refused(begun, Move("8D", foundation("7H"))) == NO_FOUNDATION
    assert refused(begun, Move("5S", foundation("6C"))) == NO_FOUNDATION


@clause("MM-03")
def test_foundations_grow_in_any_order() -> None:
    state = position("7H", "6H", "7S", "6S")
    orders = (("7H", "6H", "7S", "6S"), ("6S", "7S", "6H", "7H"), ("6H", "6S", "7H", "7S"))
    boards = []
    for order in orders:
        after = state
        for code in order:
            after = move(after, code, foundation(code))
        boards.append(after.board)
    assert boards[0] == boards[1] == boards[2]
    assert (boards[0].up, boards[0].down) == (
        (pile("7H"), (), (), pile("7S")),
        (pile("6H"), (), (), pile("6S")),
    )


@clause("MM-187")
def test_can_place_on_foundation() -> None:
    def fits(code: str, below: str, direction: str, suit: str | None = None) -> bool:
        return engine.can_place_on_foundation(cards(code)[0], cards(below), direction, suit)

    assert [one.code for one in deck("H") if fits(one.code, "", "up")] == ["7H"]
    assert [one.code for one in deck("H") if fits(one.code, "", "down")] == ["6H"]
    assert [one.code for one in deck() if fits(one.code, "7H 8H", "up")] == ["9H"]
    assert [one.code for one in deck() if fits(one.code, "6C 5C 4C", "down")] == ["3C"]
    assert not fits("6H", "7H", "down")
    assert not fits("8H", "7H", "down")
    assert (fits("7H", "", "up", "h"), fits("7H", "", "up", "c")) == (True, False)


@clause("MM-30", "MM-31", "MM-188")
def test_a_complete_foundation() -> None:
    up, down = "7H 8H 9H TH JH QH KH", "6H 5H 4H 3H 2H AH"
    assert engine.is_complete_up_sequence(cards(up), "h")
    assert engine.is_complete_down_sequence(cards(down), "h")
    assert not engine.is_complete_up_sequence(cards(up), "d")
    assert not engine.is_complete_down_sequence(cards(down), "d")
    for wrong in ("", up[:-3], up[3:], up.replace("8H", "8D"), "7H 9H 8H TH JH QH KH", down):
        assert not engine.is_complete_up_sequence(cards(wrong), "h")
    for wrong in ("", down[:-3], down[3:], down.replace("AH", "AD"), "6H 4H 5H 3H 2H AH", up):
        assert not engine.is_complete_down_sequence(cards(wrong), "h")


@clause("MM-190")
def test_the_order_of_a_foundation() -> None:
    up, down = cards("7S 8S 9S TS JS QS KS"), cards("6D 5D 4D 3D 2D AD")
    assert all(engine.is_valid_up_sequence(up[:length]) for length in range(8))
    assert all(engine.is_valid_down_sequence(down[:length]) for length in range(7))
    assert not any(engine.is_valid_up_sequence(cards(wrong)) for wrong in ("8S", "7S 9S", "7S 8D", "6S", "7S 6S"))
    assert not any(engine.is_valid_down_sequence(cards(wrong)) for wrong in ("5D", "6D 4D", "6D 5S", "7D", "6D 7D"))


FULL_UP, FULL_DOWN = dict.fromkeys("HDCS", 7), dict.fromkeys("HDCS", 6)


@clause("MM-14", "MM-189", "MM-190")
@pytest.mark.parametrize("last", ["KH", "KS", "AD", "AC"])
def test_the_game_is_won_with_all_52_cards_on_the_foundations(last: str) -> None:
    one = card(last)
    full_up = FULL_UP | ({one.suit: 6} if one.rank == 13 else {})
    full_down = FULL_DOWN | ({one.suit: 5} if one.rank == 1 else {})
    state = position(last, up=full_up, down=full_down, stock="")
    assert (state.end, state.status, MERIDIAN.outcome(state), Asked(state).check_win_condition()) == (
        None, "active", None, False,
    )  # fmt: skip
    won = move(state, last, foundation(last))
    assert (won.end, won.status, MERIDIAN.outcome(won)) == ("completed", "won", Outcome((0,), "completed", (100,)))
    assert [len(up) for up in won.board.up] + [len(down) for down in won.board.down] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert Asked(won).check_win_condition()
    assert list(MERIDIAN.legal(won, 0)) == []


@clause("MM-190")
def test_the_win_needs_order_on_every_foundation() -> None:
    board = position("", up=FULL_UP, down=FULL_DOWN, stock="", end="completed")
    assert Asked(board).check_win_condition()
    for swapped in ({"up": board.board.up[::-1]}, {"down": tuple(one[::-1] for one in board.board.down)}):
        wrong = msgspec.structs.replace(board, board=msgspec.structs.replace(board.board, **swapped))
        assert not Asked(wrong).check_win_condition()
        with pytest.raises(InvariantBreach):
            MERIDIAN.check(wrong)


# --- pockets and the waste --------------------------------------------------------------------------------------


@clause("MM-49")
def test_the_top_of_the_waste_can_be_moved() -> None:
    state = position("8S", waste="4C 9H")
    after = move(state, "9H", tab(0))
    assert (tableau(after)[0], codes(after.board.waste)) == ("8S 9H", "4C")
    assert refused(state, Move("4C", pocket())) == OUT_OF_REACH
    assert move(after, "4C", pocket()).board.pockets == (card("4C"),)


@clause("MM-50")
def test_the_card_of_a_pocket_goes_to_a_foundation_or_a_column() -> None:
    state = position("8S", "6C 9C", pockets=["7H", "9D"], mode="double_pocket")
    laid = move(state, "9D", tab(0))
    assert (tableau(laid)[0], laid.board.pockets) == ("8S 9D", (card("7H"), None))
    assert tableau(move(state, "7H", tab(0)))[0] == "8S 7H"
    home = move(laid, "7H", foundation("7H"))
    assert (home.board.up[0], home.board.pockets) == (pile("7H"), (None, None))
    assert refused(state, Move("9D", tab(1))) == REFUSED
    assert refused(state, Move("9D", foundation("9D"))) == NO_FOUNDATION


@clause("MM-53")
def test_an_empty_pocket_takes_any_card() -> None:
    for one in deck():
        after = move(position("", waste=one.code), one.code, pocket())
        assert (after.board.pockets, after.board.waste, after.moves) == ((one,), (), 1)
    taken = drawn(move(position("8S 9H", stock="4C"), "9H", pocket()))
    assert refused(taken, Move("4C", pocket())) == ("RULE_VIOLATION", "Pocket is full")
    assert tableau(taken)[0] == "8S"
