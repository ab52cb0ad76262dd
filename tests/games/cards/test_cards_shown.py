"""What is seen, hashed, hinted, typed and drawn."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from clauses import clause
from games.cards.boards_cards import GAME, across, back, board, plain, up
from games.cards.strategies_cards import states
from hidden import rearranged
from saloon.core.canonical import canonical_json, state_hash
from saloon.core.cards import HIDDEN
from saloon.core.errors import BadMove
from saloon.core.game import Action
from saloon.core.places import Place
from saloon.games.cards.state import DECK, Finish, FoundationMove, Options, State, TableauMove

MANY = settings(max_examples=60, deadline=None)


# --- what is hashed ---------------------------------------------------------------------------------------------


@clause("CA-02", "CA-03", "CA-04")
def test_cards_are_numbered_by_suit_and_rank() -> None:
    assert plain(board("*AS 2S TS JS QS KS / AH / AC / AD KD", (0, 0, 1, 0)))["tableau"][:4] == [
        [
            {"faceUp": False, "id": 0, "rank": 0, "suit": 0},
            {"faceUp": True, "id": 1, "rank": 1, "suit": 0},
            {"faceUp": True, "id": 9, "rank": 9, "suit": 0},
            {"faceUp": True, "id": 10, "rank": 10, "suit": 0},
            {"faceUp": True, "id": 11, "rank": 11, "suit": 0},
            {"faceUp": True, "id": 12, "rank": 12, "suit": 0},
        ],
        [{"faceUp": True, "id": 13, "rank": 0, "suit": 1}],
        [{"faceUp": True, "id": 26, "rank": 0, "suit": 2}],
        [{"faceUp": True, "id": 39, "rank": 0, "suit": 3}, {"faceUp": True, "id": 51, "rank": 12, "suit": 3}],
    ]


def test_the_canonical_state_is_plain_json_with_sorted_keys() -> None:
    text = canonical_json(GAME.canonical(board("*AS KD", (0, 1, 0, 0), stack="any"))).decode()
    assert text == (
        '{"foundations":[[],[{"faceUp":true,"id":13,"rank":0,"suit":1}],[],[]],'
        '"options":{"faces":"lastThreeUp","stack":"any"},"rulesVersion":"1.0.0","seed":"0","status":"active",'
        '"tableau":[[{"faceUp":false,"id":0,"rank":0,"suit":0},{"faceUp":true,"id":51,"rank":12,"suit":3}],'
        "[],[],[],[],[],[],[]]}"
    )


HASHES = {
    ("run", "lastThreeUp"): "bd478833a7cc6fad2b7a23db572ae78b9bd7dd422791801ba5a7b3d071cf7f39",
    ("any", "lastThreeUp"): "df9a7b31bce4d2acca88a00e2e49e312ea4a0ee67fade9d030f9c1a0656c162e",
    ("run", "firstThreeDown"): "3589526e5db3d3fbcc1ca6917bf649559b2ccb53196e8d811380bafdb2d3e100",
    ("any", "firstThreeDown"): "5652df3cdbf0bc6b31e9b0357d7c2c548b09f7f7bf501d61cb7b36d28fe70363",
}


@pytest.mark.parametrize(("stack", "faces"), HASHES)
def test_the_hash_of_a_deal_depends_on_the_options(stack: Any, faces: Any) -> None:
    state = GAME.deal("1", Options(stack=stack, faces=faces))
    assert state_hash(0, GAME.canonical(state)) == HASHES[stack, faces]


# --- what is seen -----------------------------------------------------------------------------------------------


@clause("CA-04")
@MANY
@given(states(), st.sampled_from([0, None]))
def test_a_view_is_the_state_without_seed_and_hidden_faces(state: State, seat: int | None) -> None:
    seen = msgspec.to_builtins(GAME.view(state, seat))
    expected = plain(state)
    for name in ("seed", "rulesVersion"):
        del expected[name]
    for pile in (*expected["tableau"], *expected["foundations"]):
        pile[:] = [seen_card(card["id"]) if card["faceUp"] else {"faceDown": True} for card in pile]
    assert msgspec.json.decode(msgspec.json.encode(seen)) == expected


def seen_card(number: int) -> dict[str, Any]:
    rank, suit = number % 13 + 1, "SHCD"[number // 13]
    return {"cardId": " A23456789TJQK"[rank] + suit, "faceDown": False, "rank": rank, "suit": suit}


@MANY
@given(states(), st.integers(0, 2**32))
def test_what_is_hidden_changes_neither_view_nor_hint_nor_what_is_legal(state: State, luck: int) -> None:
    other = rearranged("cards", state, 0, Random(luck))
    view, legal = GAME.view(state, 0), GAME.legal(state, 0)
    assert GAME.view(other, 0) == view
    assert GAME.legal(other, 0) == legal
    assert GAME.hint(GAME.view(other, 0), legal) == GAME.hint(view, legal)


def test_a_face_down_card_looks_like_any_other() -> None:
    view = GAME.view(board("*AS 2D"), 0)
    assert view.tableau[0] == (HIDDEN, DECK[40])


# --- hints ------------------------------------------------------------------------------------------------------


def hint(state: State) -> Action | None:
    return GAME.hint(GAME.view(state, 0), GAME.legal(state, 0))


def test_the_best_hint_is_a_card_that_goes_up() -> None:
    assert hint(board("6S / *KC 5H / AD")) == up(2, 3)


def test_then_a_hidden_card_is_freed() -> None:
    assert hint(board("9S 5H / 6S / *KC 5D")) == across(2, 1)
    assert hint(board("AS 5H / 6S / *KC 5D")) == across(2, 1)
    assert hint(board("9S 5H / *KC 6S / 7D / KH")) == across(1, 2)


def test_then_a_card_is_bared_that_goes_up_at_once() -> None:
    assert hint(board("7D / 6S 8H / 5S 9S 6C 5H / 9C / KH QC / QH", (4, 0, 0, 0))) is None
    assert hint(board("3H 2H / 5S 6H / 7S / QC / QS / 8S / TS / JS", (4, 0, 0, 0))) == across(1, 2)
    assert hint(board("3H 2H / 6S 6H / 7S / QC / QS / 8S / TS / JS", (4, 0, 0, 0))) is None


def test_then_a_pile_is_emptied_for_a_king_that_waits() -> None:
    rest = "2C / 2S / 8S / 8C / QH"
    assert hint(board(f"5H / 6S / 9C KH / {rest}")) == across(0, 1)
    assert hint(board(f"5H / 6S / 9C KH QS / {rest}")) == across(0, 1)
    assert hint(board(f"5H / 6S / KH 9C / {rest}")) is None
    assert hint(board(f"5H / 6S / *KH 9C / {rest}")) is None
    assert hint(board(f"9D 5H / 6S / 9C KH / {rest}")) is None
    assert hint(board("5H / 6S / 9C KH KD JS / 2C / 2S / 8S / 8C")) is None


def test_then_a_king_moves_to_an_empty_pile() -> None:
    assert hint(board("9C KH QS / 2C / 2S / / 3C / 3S / 4C / 4S")) == across(0, 3, 2)
    assert hint(board("KH QS / 2C / 2S / / 3C / 3S / 4C / 4S")) is None
    assert hint(board("5H / 6S / 9C KH / ")) == across(2, 3)


def test_no_hint_takes_a_card_off_a_foundation_or_says_finish() -> None:
    assert hint(board("3S / 3C / 5S / 5C / 7S / 7C / 9S / 9C", (0, 2, 0, 0))) is None
    assert hint(board("3S")) is None
    assert GAME.hint(GAME.view(board("", (13, 13, 13, 13)), 0), []) is None


def test_the_first_of_equal_hints_is_given() -> None:
    assert hint(board("*KC 5H / *KS 5D / 6S / 6C")) == across(0, 2)
    assert hint(board("AS / AH")) == up(0, 0)


RANKED: list[tuple[State, Action]] = [
    (board("6S / *KC 5H / AD"), up(2, 3)),
    (board("7S / *KC 6D / 5S 6H", (4, 0, 0, 0)), across(1, 0)),
    (board("7S / 5S 6H / *KC 6D", (4, 0, 0, 0)), across(2, 0)),
    (board("7S / 5S 6H / 4D / 5C / 9C KH / QH / 2C / 2S", (4, 0, 0, 0)), across(1, 0)),
    (board("7S / 4D / 5C / 9C KH / QH / 2C / 2S / 5S 6H", (4, 0, 0, 0)), across(7, 0)),
    (board("9C KH / 2C / 2S / 3C / 3S / / 7S / 5S 6H", (4, 0, 0, 0)), across(7, 6)),
]


@pytest.mark.parametrize(("state", "best"), RANKED)
def test_the_kind_of_a_move_counts_before_its_place_in_the_list(state: State, best: Action) -> None:
    legal = GAME.legal(state, 0)
    assert GAME.hint(GAME.view(state, 0), legal) == best
    assert GAME.hint(GAME.view(state, 0), legal[::-1]) == best


@MANY
@given(states())
def test_hints_never_lead_in_a_circle(state: State) -> None:
    seen = {state.tableau}
    while (action := hint(state)) is not None:
        assert action in GAME.legal(state, 0)
        state = GAME.apply(state, 0, action)
        assert state.tableau not in seen
        seen.add(state.tableau)


# --- the terminal -----------------------------------------------------------------------------------------------


TYPED: list[tuple[str, Action]] = [
    ("finish", Finish()),
    ("5 f", up(4)),
    ("5 1 2", across(4, 0, 2)),
    ("8 1 12", across(7, 0, 12)),
    ("f2 4 1", back(1, 3)),
]


@pytest.mark.parametrize(("text", "action"), TYPED)
def test_what_is_typed_is_what_is_written(text: str, action: Action) -> None:
    assert GAME.parse(text, 0) == action
    assert GAME.notation(action) == text


MORE: list[tuple[str, Action]] = [
    (" FINISH ", Finish()),
    ("5 1", across(4, 0, 1)),
    ("f2 4", back(1, 3)),
    ("F4 1", back(3, 0)),
    ("5  F", up(4)),
    ("5 f1", up(4, 0)),
    ("5 f3", up(4, 2)),
    ("5 f 2", FoundationMove(Place("tableau", 4), UNSET, 2)),
    ("f1 f2", FoundationMove(Place("foundation", 0), Place("foundation", 1), 1)),
    ("w 3", TableauMove(Place("waste"), Place("tableau", 2), 1)),
    ("9 1 0", across(8, 0, 0)),
]


@pytest.mark.parametrize(("text", "action"), MORE)
def test_more_can_be_typed(text: str, action: Action) -> None:
    assert GAME.parse(text, 0) == action


@pytest.mark.parametrize("text", ["", "5", "5 x", "0 1", "5 1 two", "5 1 2 3", "finish now", "f 4", "undo"])
def test_other_text_names_no_move(text: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.parse(text, 0)
    assert refused.value.code == "BAD_MOVE"
    if text == "f 4":
        assert refused.value.reason == "'f 4' does not say which foundation; write f1 to f4, such as 'f2 4'"


def test_an_explicit_foundation_is_written_short() -> None:
    assert GAME.notation(up(4, 2)) == "5 f"


@MANY
@given(states())
def test_every_legal_action_can_be_typed(state: State) -> None:
    for action in GAME.legal(state, 0):
        typed = GAME.parse(GAME.notation(action), 0)
        assert GAME.apply(state, 0, typed) == GAME.apply(state, 0, action)


def test_the_picture_names_foundations_and_piles() -> None:
    state = board("*KC TH / / 2S", (0, 10, 0, 13))
    assert GAME.picture(GAME.view(state, 0)) == "\n".join(
        [
            " f1  f2  f3  f4",
            " ·· 10♥  ··  K♦",
            "",
            "  1   2   3   4   5   6   7   8",
            " ▒▒  ··  2♠  ··  ··  ··  ··  ··",
            "10♥",
        ]
    )
