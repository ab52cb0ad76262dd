"""What each action does: the whole state afterwards, card by card."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from clauses import clause
from games.highnoon.boards_highnoon import (
    GAME,
    NOTHING,
    Json,
    Owner,
    Side,
    all_cards,
    column,
    foundation,
    heights,
    move,
    plain,
    position,
    since,
    stock,
    tableau,
    up,
    waste,
    written,
)
from games.highnoon.strategies_highnoon import states
from positions import positions
from saloon.core.game import Action, Seat
from saloon.games.highnoon.foundations import chosen_foundation
from saloon.games.highnoon.state import (
    Draw,
    Flip,
    FoundationMove,
    Recycle,
    State,
    TableauMove,
)

DRAW = Draw(stock(), waste())
RECYCLE = Recycle(waste(), stock())


def after(state: State, action: Action, seat: Seat = 0) -> State:
    """Apply an action, and look whether it is legal and keeps the invariants."""
    result: State = GAME.apply(state, seat, action)
    GAME.check(result)
    if not isinstance(action, FoundationMove):
        assert action in GAME.legal(state, seat)
    return result


def assert_only(state: State, result: State, change: Callable[[Json], None]) -> None:
    """Assert that `change` is all that happened."""
    expected = plain(state)
    change(expected)
    assert plain(result) == expected


# --- draw and recycle ---


@clause("HN-62", "HN-63")
@pytest.mark.parametrize("reveal", ["explicit", "auto"])
def test_draw_turns_one_card_onto_the_waste(reveal: Any) -> None:
    state = position(Side("4C", stock="7H 2C", waste="5D"), rest="p2", reveal=reveal, since=(3, 4))

    def change(board: Json) -> None:
        card = board["players"]["p1"]["stock"].pop()
        assert (card["rank"], card["suit"]) == (2, "C")
        board["players"]["p1"]["waste"].append({**card, "faceDown": False})
        board["sinceProgress"] = {"p1": 4, "p2": 4}

    assert_only(state, after(state, DRAW), change)


@clause("HN-13", "HN-62")
def test_either_player_may_act_at_any_time() -> None:
    state = GAME.deal("13", GAME.options())
    for seat in (0, 0, 1, 1, 1, 0):
        draw = Draw(stock("p2"), waste("p2")) if seat else DRAW
        state = after(state, draw, seat)
    assert (len(state.players.p1.waste), len(state.players.p2.waste)) == (3, 3)
    assert since(state) == (3, 3)


@clause("HN-64", "HN-65", "HN-66")
def test_recycle_turns_the_waste_over() -> None:
    state = position(Side("4C", waste="5D 2C 9S"), rest="p2", since=(3, 4))

    def change(board: Json) -> None:
        one = board["players"]["p1"]
        one["stock"] = [{**card, "faceDown": True} for card in one["waste"][::-1]]
        one["waste"] = []
        board["sinceProgress"] = {"p1": 4, "p2": 4}

    result = after(state, RECYCLE)
    assert written(result.players.p1.stock) == "-9S -2C -5D"
    assert_only(state, result, change)


@clause("HN-64", "HN-67")
@given(positions("highnoon", most=60))
@settings(max_examples=15, deadline=None)
def test_every_pass_through_the_stock_shows_the_same_cards(spot: Any) -> None:
    state, seat = spot.state, spot.seat
    owner: Owner = "p2" if seat else "p1"
    draw, recycle = Draw(stock(owner), waste(owner)), Recycle(waste(owner), stock(owner))
    passes = []
    for _ in range(2):
        while draw in GAME.legal(state, seat):
            assert recycle not in GAME.legal(state, seat)
            state = GAME.apply(state, seat, draw)
        passes.append(state.board(seat).waste)
        if recycle not in GAME.legal(state, seat):
            return
        state = GAME.apply(state, seat, recycle)
    assert passes[0] == passes[1]


# --- flip ---


@clause("HN-68", "HN-69", "HN-70")
def test_flip_turns_the_top_and_is_progress() -> None:
    state = position(Side("-5D -2C | 9H"), rest="p2", since=(7, 9))

    def change(board: Json) -> None:
        board["players"]["p1"]["tableau"][0][-1]["faceDown"] = False
        board["sinceProgress"] = {"p1": 0, "p2": 0}

    result = after(state, Flip(tableau(0)))
    assert column(result, 0, 0) == "-5D 2C"
    assert_only(state, result, change)


@clause("HN-71", "HN-68")
def test_with_explicit_reveal_a_bared_card_waits_for_its_flip() -> None:
    state = position(Side("-5D 8C | 9H | -AS AD"), rest="p2", since=(2, 3))
    bared = after(state, move(0, 1))
    assert column(bared, 0, 0) == "-5D"
    assert column(bared, 0, 1) == "9H 8C"
    assert since(bared) == (3, 3), "a move that turns nothing is no progress"
    raised = after(state, up(2))
    assert column(raised, 0, 2) == "-AS"
    turned = after(bared, Flip(tableau(0)))
    assert column(turned, 0, 0) == "5D"
    assert since(turned) == (0, 0)


@pytest.mark.parametrize("profile", ["saloon", "vnext"])
def test_with_auto_reveal_the_move_turns_what_it_bares(profile: Any) -> None:
    state = position(Side("-7C -5D 8C | 9H | -AS AD"), rest="p2", reveal="auto", profile=profile, since=(2, 3))
    bared = after(state, move(0, 1))
    assert column(bared, 0, 0) == "-7C 5D", "one card is turned, not the column"
    assert column(bared, 0, 1) == "9H 8C"
    raised = after(state, up(2))
    assert column(raised, 0, 2) == "AS"
    if profile == "saloon":
        assert since(bared) == (0, 0), "a card turned by a move is progress"


def test_with_auto_reveal_a_move_that_turns_nothing_is_not_progress() -> None:
    state = position(Side("9S 8H | 9C | KD", waste="7C"), rest="p2", reveal="auto", since=(2, 3))
    assert since(after(state, move(0, 1))) == (3, 3), "the card left behind lay open already"
    assert since(after(state, move(waste(), 0))) == (3, 3)
    assert since(after(state, move(2, 3))) == (3, 3), "nothing is left behind"
    assert column(after(state, move(0, 1)), 0, 0) == "9S"


# --- tableau moves ---


@clause("HN-72", "HN-73", "HN-74")
def test_a_run_moves_as_a_whole() -> None:
    state = position(Side("-2C 9H 8S 7D | TC | TD", waste="3C"), rest="p2", since=(0, 5))

    def change(board: Json) -> None:
        one = board["players"]["p1"]["tableau"]
        one[1] += one[0][1:]
        del one[0][1:]
        board["sinceProgress"] = {"p1": 1, "p2": 5}

    result = after(state, move(0, 1, 3))
    assert (column(result, 0, 0), column(result, 0, 1)) == ("-2C", "TC 9H 8S 7D")
    assert_only(state, result, change)


@clause("HN-72", "HN-82")
def test_a_part_of_a_run_may_be_taken_from_the_top() -> None:
    state = position(Side("9H 8S 7D | 9D | 8C"), rest="p2")
    assert column(after(state, move(0, 1, 2)), 0, 1) == "9D 8S 7D"
    assert column(after(state, move(0, 1, 2)), 0, 0) == "9H"
    assert column(after(state, move(0, 2)), 0, 2) == "8C 7D"
    assert column(after(state, move(0, 2)), 0, 0) == "9H 8S"


@clause("HN-72", "HN-75")
def test_the_top_of_the_waste_goes_onto_a_column() -> None:
    state = position(Side("9H", waste="2D 8C"), rest="p2", since=(1, 1))

    def change(board: Json) -> None:
        one = board["players"]["p1"]
        one["tableau"][0].append(one["waste"].pop())
        board["sinceProgress"] = {"p1": 2, "p2": 1}

    assert_only(state, after(state, move(waste(), 0)), change)


@clause("HN-11", "HN-75")
def test_only_a_king_goes_to_an_empty_column() -> None:
    state = position(Side("-2C KD QS | QH", waste="KC"), rest="p2")
    legal = [action for action in GAME.legal(state, 0) if isinstance(action, TableauMove)]
    assert {(action.source, action.count) for action in legal if action.target == tableau(6)} == {
        (tableau(0), 2),
        (waste(), 1),
    }
    result = after(state, move(0, 4, 2))
    assert (column(result, 0, 0), column(result, 0, 4)) == ("-2C", "KD QS")
    assert column(after(state, move(waste(), 6)), 0, 6) == "KC"


@clause("HN-73", "HN-74", "HN-11")
@pytest.mark.parametrize("top", ["9C", "9S", "9D", "9H"])
def test_colours_alternate_and_ranks_descend_by_one(top: str) -> None:
    for code in (f"{rank}{suit}" for rank in "78TA" for suit in "CDHS"):
        state = position(Side(f"{top} | {code}"), rest="p2")
        legal = move(1, 0) in GAME.legal(state, 0)
        assert legal == (code in (("8D", "8H") if top[1] in "CS" else ("8C", "8S")))


def test_a_column_is_the_players_own_for_p2_as_well() -> None:
    state = position(NOTHING, Side("9H | 8C", waste="AD"), rest="p1", since=(4, 4))
    result = after(state, TableauMove(tableau(1, "p2"), tableau(0, "p2"), 1), seat=1)
    assert column(result, 1, 0) == "9H 8C"
    assert result.players.p1 == state.players.p1
    assert since(result) == (4, 5)
    result = after(result, FoundationMove(waste("p2"), foundation(0)), seat=1)
    assert (result.players.p1.score, result.players.p2.score) == (0, 1)
    assert since(result) == (0, 0)


# --- foundation moves ---


@clause("HN-76", "HN-77", "HN-14", "HN-35", "HN-36")
def test_an_ace_begins_a_foundation_and_scores_one() -> None:
    state = position(Side("-5C AH | 2H", waste="3D AS"), rest="p2", since=(5, 6))

    def change(board: Json) -> None:
        one = board["players"]["p1"]
        board["foundations"][4]["cards"].append(one["tableau"][0].pop())
        one["score"] = 1
        board["sinceProgress"] = {"p1": 0, "p2": 0}

    assert_only(state, after(state, up(0)), change)
    from_waste = after(state, up(waste()))
    assert heights(from_waste) == (0, 0, 0, 0, 0, 0, 1, 0)
    assert written(from_waste.players.p1.waste) == "3D"
    assert [action for action in GAME.legal(state, 0) if isinstance(action, FoundationMove)] == [
        FoundationMove(tableau(0), foundation(4)),
        FoundationMove(waste(), foundation(6)),
    ]


@clause("HN-37", "HN-38", "HN-35", "HN-78")
def test_a_foundation_takes_the_next_of_its_suit_only() -> None:
    up_to = (0, 0, 0, 0, 13, 3, 0, 0)
    state = position(Side("4H | 5H | 4C | 2C | KH"), foundations=up_to, rest="p2", score=2)
    assert [action for action in GAME.legal(state, 0) if isinstance(action, FoundationMove)] == [
        FoundationMove(tableau(0), foundation(5))
    ]
    result = after(state, up(0))
    assert heights(result) == (0, 0, 0, 0, 13, 4, 0, 0)
    assert result.foundations[5].cards[-1].code == "4H"
    assert result.players.p1.score == 6
    assert result.players.p2.score == state.players.p2.score


@clause("HN-39", "HN-41", "HN-89", "HN-107")
@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("height", range(13))
def test_of_two_foundations_that_fit_the_lower_index_is_chosen(suit: int, height: int) -> None:
    up_to = [0] * 8
    up_to[2 * suit] = up_to[2 * suit + 1] = height
    card = " A23456789TJQK"[height + 1] + "CDHS"[suit]
    state = position(Side(f"{card} | {card}"), foundations=tuple(up_to), rest="p2")
    first = after(state, up(0))
    up_to[2 * suit] += 1
    assert heights(first) == tuple(up_to)
    second = after(first, up(1))
    up_to[2 * suit + 1] += 1
    assert heights(second) == tuple(up_to)
    assert second.players.p1.score == 2 * (height + 1)


@clause("HN-40", "HN-39", "HN-42")
@given(states())
@settings(max_examples=60, deadline=None)
def test_foundations_that_fit_the_same_card_are_equally_high(state: State) -> None:
    """So the criterion of the higher top never decides, and any choice by it is the same choice."""
    for card in all_cards(state):
        fitting = [
            i for i, pile in enumerate(state.foundations) if pile.suit == card.suit and len(pile.cards) == card.rank - 1
        ]
        assert len({len(state.foundations[i].cards) for i in fitting}) <= 1
        best = sorted(fitting, key=lambda i: (-len(state.foundations[i].cards), i))
        assert chosen_foundation(state.foundations, card) == (best[0] if best else None)


@clause("HN-42", "HN-18", "HN-34")
@pytest.mark.parametrize("wish", range(8))
def test_the_index_sent_is_only_advice(wish: int) -> None:
    state = position(Side("AH | 2C", waste="2H"), foundations=(1, 0, 0, 0, 0, 1, 0, 0), rest="p2")
    for source, chosen in ((0, 4), (1, 0), (waste(), 5)):
        action = up(source, wish)
        result = after(state, action)
        expected = list(heights(state))
        expected[chosen] += 1
        assert heights(result) == tuple(expected)
        assert GAME.report(state, 0, action) == {"resolvedFoundationIndex": chosen}


def test_other_actions_report_nothing() -> None:
    state = position(Side("-AH | 9H | 8C", stock="3D"), rest="p2")
    for action in (DRAW, Flip(tableau(0)), move(2, 1)):
        assert GAME.report(state, 0, action) == {}


@clause("HN-14", "HN-59", "HN-34")
def test_both_players_build_on_the_same_foundations() -> None:
    state = position(Side("AH | 3H"), Side("2H"), rest="p2")
    state = after(state, up(0))
    state = after(state, FoundationMove(tableau(0, "p2"), foundation(7)), seat=1)
    state = after(state, up(1))
    assert heights(state) == (0, 0, 0, 0, 3, 0, 0, 0)
    assert (state.players.p1.score, state.players.p2.score) == (4, 2)
    assert [card.card_id for card in state.foundations[4].cards] == ["d0:H:01", "d0:H:02", "d0:H:03"]


# --- what holds for all actions ---


@clause("HN-80", "HN-81", "HN-82", "HN-83", "HN-104")
@given(positions("highnoon", most=200))
@settings(max_examples=40, deadline=None)
def test_every_legal_action_keeps_the_invariants(spot: Any) -> None:
    state = spot.state
    for action in spot.legal:
        result = GAME.apply(state, spot.seat, action)
        GAME.check(result)
        assert {card.card_id for card in all_cards(result)} == {card.card_id for card in all_cards(state)}
        assert len(all_cards(result)) == 104
        assert result.board(1 - spot.seat) == state.board(1 - spot.seat), "nobody touches the other's zones"
        for before, afterwards in zip(piles(state, spot.seat), piles(result, spot.seat), strict=True):
            shorter, longer = sorted([before, afterwards], key=len)
            if action.kind != "recycle":
                assert longer[: len(shorter)] == shorter, "cards come off and go onto the top only"


def piles(state: State, seat: Seat) -> list[list[str]]:
    board = state.board(seat)
    zones = [board.stock, board.waste, *board.tableau, *(pile.cards for pile in state.foundations)]
    return [[card.card_id for card in pile] for pile in zones]


@clause("HN-25", "HN-27", "HN-84", "HN-05")
@given(positions("highnoon", most=40))
@settings(max_examples=20, deadline=None)
def test_a_card_always_keeps_its_id_and_its_face(spot: Any) -> None:
    faces = {card.card_id: (card.rank, card.suit) for card in all_cards(spot.state)}
    for action in spot.legal:
        once, twice = (GAME.apply(spot.state, spot.seat, action) for _ in range(2))
        assert once == twice
        assert {card.card_id: (card.rank, card.suit) for card in all_cards(once)} == faces
        assert (once.seed, once.mode, once.options) == (spot.state.seed, spot.state.mode, spot.state.options)
