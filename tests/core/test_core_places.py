"""Places: how they are sent, checked, typed and drawn."""

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from saloon.core.canonical import canonical_json
from saloon.core.cards import HIDDEN, card, shown
from saloon.core.errors import BadMove, Rejected
from saloon.core.places import (
    Place,
    TypedMove,
    card_text,
    check_count,
    check_place,
    columns_text,
    parse_move,
    parse_place,
    tops_text,
    write_place,
)

SIZES = {"tableau": 7, "foundation": 4}
STOCK, WASTE = Place("stock"), Place("waste")


def column(index: int) -> Place:
    return Place("tableau", index)


def pile(index: int) -> Place:
    return Place("foundation", index)


def test_a_place_on_the_wire() -> None:
    assert canonical_json(STOCK) == b'{"zone":"stock"}'
    assert canonical_json(column(0)) == b'{"index":0,"zone":"tableau"}'
    assert msgspec.convert({"zone": "foundation", "index": 3}, Place) == pile(3)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"zone": "tableau"}, "the zone tableau takes an index"),
        ({"zone": "foundation"}, "the zone foundation takes an index"),
        ({"zone": "stock", "index": 0}, "the zone stock takes no index"),
        ({"zone": "waste", "index": 0}, "the zone waste takes no index"),
        ({"zone": "hand"}, "Invalid enum value 'hand'"),
        ({"zone": "stock", "owner": "p1"}, "unknown field `owner`"),
        ({"zone": "tableau", "index": "1"}, "Expected `int`"),
        ({"zone": "tableau", "index": None}, "Expected `int`"),
        ({}, "missing required field `zone`"),
    ],
    ids=str,
)
def test_a_place_that_is_none(raw: Any, reason: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(raw, Place)
    assert reason in str(refused.value)


def test_checking_a_place() -> None:
    assert check_place(STOCK, ("stock",), SIZES, "INVALID_SOURCE") == 0
    assert check_place(column(6), ("waste", "tableau"), SIZES, "INVALID_SOURCE") == 6
    assert check_place(column(0), ("tableau",), SIZES, "INVALID_SOURCE") == 0
    assert check_place(pile(3), ("foundation",), SIZES, "INVALID_TARGET") == 3


@pytest.mark.parametrize(
    ("place", "allowed", "reason"),
    [
        (STOCK, ("waste",), "the stock cannot be used here, only waste"),
        (column(9), ("waste", "foundation"), "the tableau cannot be used here, only waste or foundation"),
        (column(7), ("tableau",), "there is no tableau 7"),
        (column(-1), ("tableau",), "there is no tableau -1"),
        (pile(4), ("foundation",), "there is no foundation 4"),
    ],
)
@pytest.mark.parametrize("code", ["INVALID_SOURCE", "INVALID_TARGET"])
def test_refusing_a_place(place: Place, allowed: tuple[str, ...], reason: str, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        check_place(place, allowed, SIZES, code)
    assert (refused.value.code, refused.value.reason) == (code, reason)


def test_checking_a_count() -> None:
    assert check_count(1) == 1
    assert check_count(13) == 13
    wrong: list[object] = [0, -1, None, True, False, 1.0, "1", [], 1.5]
    for count in wrong:
        with pytest.raises(Rejected) as refused:
            check_count(count)
        assert refused.value.code == "MALFORMED_MESSAGE"
        said = "a list" if count == [] else repr(count)
        assert refused.value.reason == f"count must be a positive whole number, not {said}"


# --- typing ---


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("s", STOCK),
        ("stock", STOCK),
        ("w", WASTE),
        ("waste", WASTE),
        ("1", column(0)),
        ("3", column(2)),
        ("12", column(11)),
        ("999", column(998)),
        ("f", pile(0)),
        ("f1", pile(0)),
        ("f4", pile(3)),
    ],
)
def test_reading_a_place(word: str, place: Place) -> None:
    assert parse_place(word) == place


@pytest.mark.parametrize("word", ["", "0", "f0", "x", "-1", "1.5", "ff", "f-1", "wa", "t1", "²", "1000", "f1000", "٣"])
def test_reading_no_place(word: str) -> None:
    with pytest.raises(BadMove) as refused:
        parse_place(word)
    assert refused.value.reason == (
        f"{word!r} is not a place; write w for the waste, 3 for a column, f or f2 for a foundation"
    )


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("w 3", TypedMove(WASTE, column(2), 1)),
        ("5 1 2", TypedMove(column(4), column(0), 2)),
        ("5 f", TypedMove(column(4), pile(0), 1)),
        (" F2   4 ", TypedMove(pile(1), column(3), 1)),
        ("5 1 0", TypedMove(column(4), column(0), 0)),
        ("s w", TypedMove(STOCK, WASTE, 1)),
    ],
)
def test_reading_a_move(text: str, typed: TypedMove) -> None:
    assert parse_move(text) == typed


@pytest.mark.parametrize("text", ["", "5", "5 1 2 3", "5 1 x", "5 1 -1", "5 1 1.5", "5 1 1000", "5 1 ٣"])
def test_reading_no_move(text: str) -> None:
    with pytest.raises(BadMove) as refused:
        parse_move(text)
    assert refused.value.reason == (
        f"{text!r} is not a move; write from, to and how many, such as 'w 3', '5 1 2' or '5 f'"
    )


@pytest.mark.parametrize("place", [STOCK, WASTE, column(0), column(6), pile(0), pile(3)])
def test_what_is_written_for_a_place_reads_as_that_place(place: Place) -> None:
    assert parse_place(write_place(place)) == place


def test_writing_a_place() -> None:
    assert [write_place(place) for place in (STOCK, WASTE, column(0), column(6), pile(0), pile(3))] == [
        "s",
        "w",
        "1",
        "7",
        "f1",
        "f4",
    ]
    assert STOCK.index is UNSET


# --- drawing ---


def test_drawing_a_card() -> None:
    assert [card_text(one) for one in (card("AS"), card("TH"), card("9D"), card("KC"), HIDDEN, None)] == [
        " A♠",
        "10♥",
        " 9♦",
        " K♣",
        " ▒▒",
        " ··",
    ]


def test_drawing_tops() -> None:
    assert tops_text([(card("AS"), card("2S")), (), (card("TD"),)]) == " 2♠  ·· 10♦"
    assert tops_text([]) == ""


def test_drawing_columns() -> None:
    columns = [shown((card("AS").down(), card("2S"))), (), shown((card("TD"),))]
    assert columns_text(columns) == "  1   2   3\n ▒▒  ·· 10♦\n 2♠"
    assert columns_text([(), shown((card("AS"), card("TD")))]) == "  1   2\n ··  A♠\n    10♦"
