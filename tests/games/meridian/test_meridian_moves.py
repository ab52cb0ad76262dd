"""Which card may go where, what a move does to the table, and what is counted."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clauses import clause
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
    text_foundation,
    text_pocket,
    text_tab,
)
from positions import Position, positions
from saloon.core.cards import card, deck
from saloon.core.game import SERVER, Outcome
from saloon.games.meridian.compat.engine import (
    Engine,
    can_place_on_foundation,
    count_all_cards,
    create_deck,
    is_complete_down_sequence,
    is_complete_up_sequence,
    is_valid_down_sequence,
    is_valid_up_sequence,
)
from saloon.games.meridian.compat.shapes import Result
from saloon.games.meridian.locations import LOCATIONS, Location, place_at
from saloon.games.meridian.moves import (
    EVERY_CODE,
    UNKNOWN,
    Carry,
    carried,
    carries,
    find,
    foundation_of,
    goes_home,
    headings,
    is_accessible,
    is_placeable,
    judged,
    laid,
    piles,
    spot_of,
    taken,
    takers,
    useful,
)
from saloon.games.meridian.stalemate import fingerprint
from saloon.games.meridian.state import (
    SUITS,
    Board,
    DeclareStalemate,
    Draw,
    Move,
    Options,
    Place,
    Recycle,
    Resign,
    State,
    WarnIdle,
)
from saloon.games.meridian.trail import moved

SPREAD = position(
    "9S 8H", "KS", "4S 3D", waste="2H 3H", pockets=["JC", "QD"], up={"C": 2}, down={"D": 2}, mode="double_pocket"
)
"""Something in every place."""


def engine_at(state: State) -> Engine:
    """An engine whose game is at `state`."""
    engine = Engine()
    engine.initialize_game(state.options.mode, seed=state.seed, direction=state.options.direction)
    assert engine.restore_snapshot(state)
    return engine


# --- finding ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("2H", (("waste", 0), 0)),
        ("3H", (("waste", 0), 1)),
        ("JC", (("pocket", 0), 0)),
        ("QD", (("pocket", 1), 0)),
        ("9S", (("tab", 0), 0)),
        ("8H", (("tab", 0), 1)),
        ("KS", (("tab", 1), 0)),
        ("3D", (("tab", 2), 1)),
        ("7C", (("fUp", 2), 0)),
        ("8C", (("fUp", 2), 1)),
        ("6D", (("fDown", 1), 0)),
        ("5D", (("fDown", 1), 1)),
        ("TS", None),
        ("XX", None),
    ],
)
def test_a_card_is_found_in_its_place(code: str, found: object) -> None:
    assert find(SPREAD.board, code) == found


def test_the_piles_of_a_board_come_in_a_fixed_order() -> None:
    assert [(spot, codes(cards)) for spot, cards in piles(SPREAD.board)] == [
        (("waste", 0), "2H 3H"),
        (("pocket", 0), "JC"),
        (("pocket", 1), "QD"),
        (("tab", 0), "9S 8H"),
        (("tab", 1), "KS"),
        (("tab", 2), "4S 3D"),
        *((("tab", number), "") for number in (3, 4, 5, 6)),
        (("fUp", 0), ""),
        (("fDown", 0), ""),
        (("fUp", 1), ""),
        (("fDown", 1), "6D 5D"),
        (("fUp", 2), "7C 8C"),
        (("fDown", 2), ""),
        (("fUp", 3), ""),
        (("fDown", 3), ""),
    ]
    assert [(spot, codes(cards)) for spot, cards in piles(position().board)][:2] == [
        (("waste", 0), ""),
        (("pocket", 0), ""),
    ]


def test_places_are_written_like_this_and_no_other() -> None:
    written = {
        ("waste", 0): Location("waste"),
        ("pocket", 0): Location("pocket", pocket_num=1),
        ("pocket", 1): Location("pocket", pocket_num=2),
        ("tab", 0): Location("tab", col=0),
        ("tab", 1): Location("tab", col=1),
        ("tab", 2): Location("tab", col=2),
        ("tab", 3): Location("tab", col=3),
        ("tab", 4): Location("tab", col=4),
        ("tab", 5): Location("tab", col=5),
        ("tab", 6): Location("tab", col=6),
        ("fUp", 0): Location("fUp", suit="h"),
        ("fUp", 1): Location("fUp", suit="d"),
        ("fUp", 2): Location("fUp", suit="c"),
        ("fUp", 3): Location("fUp", suit="s"),
        ("fDown", 0): Location("fDown", suit="h"),
        ("fDown", 1): Location("fDown", suit="d"),
        ("fDown", 2): Location("fDown", suit="c"),
        ("fDown", 3): Location("fDown", suit="s"),
    }
    assert written == LOCATIONS
    assert len(EVERY_CODE) == 52
    assert {"AH", "TD", "KC", "7S"} < EVERY_CODE
    assert (UNKNOWN.card_id, UNKNOWN.face_down, UNKNOWN.rank, UNKNOWN.suit) == ("", True, 0, "")


@clause("MM-167", "MM-172")
def test_the_engine_finds_cards_and_says_which_are_in_reach() -> None:
    engine = engine_at(SPREAD)
    ids = engine.ids
    found = engine.find_card(ids["TS"])
    assert found is not None
    assert (found.value, found.suit, found.is_face_up, found.id) == ("10", "s", True, ids["TS"])
    assert engine.find_card("7h_1_2_x") is None
    assert engine.find_card_location(ids["2H"]) == Location("waste")
    assert engine.find_card_location(ids["QD"]) == Location("pocket", pocket_num=2)
    assert engine.find_card_location(ids["8H"]) == Location("tab", col=0)
    assert engine.find_card_location(ids["8C"]) == Location("fUp", suit="c")
    assert engine.find_card_location(ids["5D"]) == Location("fDown", suit="d")
    assert engine.find_card_location(ids["TS"]) is None
    assert engine.find_card_location("7h_1_2_x") is None
    reach = {code for code in EVERY_CODE if engine.is_card_accessible(ids[code])}
    assert reach == {"3H", "JC", "QD", "9S", "8H", "KS", "4S", "3D"}
    assert engine.is_card_accessible(found) is False
    assert engine.is_card_accessible(ids["JC"], {"type": "pocket"}) is True
    assert engine.is_card_accessible(ids["QD"], {"type": "pocket"}) is False
    assert engine.is_card_accessible(ids["8H"], Location("tab", col=0)) is True
    assert engine.is_card_accessible(ids["8H"], Location("tab", col=1)) is False


# --- reach ------------------------------------------------------------------------------------------------------


@clause("MM-168", "MM-226")
def test_only_the_last_card_of_the_waste_can_be_played() -> None:
    state = position("9S", waste="6H 7H 8H")
    reach = [is_accessible(state.board, ("waste", 0), height) for height in range(4)]
    assert reach == [False, False, True, False]
    assert refused(state, Move("7H", foundation("7H"))) == ("CARD_NOT_ACCESSIBLE", "Card not accessible")
    assert refused(state, Move("6H", pocket())) == ("CARD_NOT_ACCESSIBLE", "Card not accessible")
    after = move(state, "8H", tab(0))
    assert (codes(after.board.waste), codes(after.board.tableau[0])) == ("6H 7H", "9S 8H")
    after = move(after, "7H", foundation("7H"))
    assert (codes(after.board.waste), codes(after.board.up[0])) == ("6H", "7H")


@clause("MM-169")
def test_the_card_of_each_pocket_can_be_played() -> None:
    state = position("9S", pockets=["8H", "TD"], mode="double_pocket")
    assert codes(move(state, "8H", tab(0)).board.tableau[0]) == "9S 8H"
    after = move(state, "TD", tab(0))
    assert codes(after.board.tableau[0]) == "9S TD"
    assert after.board.pockets == (card("8H"), None)
    assert is_accessible(state.board, ("pocket", 0), 0)
    assert is_accessible(state.board, ("pocket", 1), 0)


@clause("MM-170")
@pytest.mark.parametrize(
    ("column", "kind", "reach"),
    [
        ("9S 8H 7C", "untyped", [True, True, True]),
        ("7C 8H 9S", "untyped", [True, True, True]),
        ("8H 9S 8D", "untyped", [False, True, True]),
        ("9S 8S 7H", "untyped", [False, True, True]),
        ("9S 7H 6C", "untyped", [False, True, True]),
        ("9s 8H 7C", "untyped", [False, True, True]),
        ("9s 8h 7C", "untyped", [False, False, True]),
        ("AS 2H 3C", "ace", [True, True, True]),
        ("3C 2H AS", "ace", [False, False, True]),
        ("KS QH JC", "king", [True, True, True]),
        ("JC QH KS", "king", [False, False, True]),
        ("9S 8H 7c", "untyped", [False, False, False]),
    ],
)
def test_a_column_gives_its_last_run(column: str, kind: str, reach: list[bool]) -> None:
    state = position("", column, types=[None, kind, *[None] * 5], mode="traditional")
    assert [is_accessible(state.board, ("tab", 1), height) for height in range(4)] == [*reach, False]
    assert not is_accessible(state.board, ("tab", 0), 0)


@clause("MM-171")
def test_cards_of_foundations_and_of_the_stock_stay_where_they_are() -> None:
    state = position("9H", "5S", up={"S": 2}, down={"H": 1})
    for code, target in (("8S", tab(0)), ("7S", pocket()), ("6H", tab(1)), ("6H", foundation("6H"))):
        assert refused(state, Move(code, target)) == ("CARD_NOT_ACCESSIBLE", "Card not accessible")
    assert not is_accessible(state.board, ("fUp", 3), 1)
    assert not is_accessible(state.board, ("fDown", 0), 0)
    assert state.stock[-1] == card("KS")
    assert refused(state, Move("KS", tab(3))) == ("INVALID_SOURCE", "Card location unknown")


# --- foundations ------------------------------------------------------------------------------------------------


def accepted_foundations(state: State, code: str) -> list[tuple[str, str]]:
    """The foundations that take a card, each tried."""
    found = []
    for kind in ("fUp", "fDown"):
        for suit in "hdcs":
            target = place_at(Location(kind, suit=suit))
            if takes(state, code, target):
                move(state, code, target)
                found.append((kind, suit))
            else:
                no = ("RULE_VIOLATION", "Foundation does not accept this card")
                assert refused(state, Move(code, target)) == no
    return found


@clause("MM-185")
def test_empty_foundations_take_sevens_up_and_sixes_down_and_nothing_else() -> None:
    for one in deck():
        taken_by = accepted_foundations(position(waste=one.code), one.code)
        begins = {7: [("fUp", one.suit.lower())], 6: [("fDown", one.suit.lower())]}
        assert taken_by == begins.get(one.rank, []), one


@clause("MM-186")
@pytest.mark.parametrize("suit", SUITS)
def test_a_foundation_continues_by_one_in_its_suit(suit: str) -> None:
    for ups in range(8):
        for downs in range(7):
            state = position(up={suit: ups}, down={suit: downs})
            for one in state.stock:
                home = one.suit == suit and (one.rank == 7 + ups or one.rank == 6 - downs)
                begins = one.suit != suit and one.rank in (6, 7)
                assert goes_home(state.board, one) is (home or begins), (ups, downs, one)
    state = position(waste="9" + suit, up={suit: 2})
    assert accepted_foundations(state, "9" + suit) == [("fUp", suit.lower())]
    state = position(waste="4" + suit, down={suit: 2})
    assert accepted_foundations(state, "4" + suit) == [("fDown", suit.lower())]
    state = position(waste="T" + suit, up={suit: 2}, down={suit: 2})
    assert accepted_foundations(state, "T" + suit) == []


def test_every_card_has_one_foundation() -> None:
    assert [foundation_of(card(code)) for code in ("7H", "KD", "6C", "AS", "8S", "5H")] == [
        ("fUp", 0),
        ("fUp", 1),
        ("fDown", 2),
        ("fDown", 3),
        ("fUp", 3),
        ("fDown", 0),
    ]


@clause("MM-187")
def test_the_engine_says_what_a_foundation_takes() -> None:
    made = {f"{one.value}{one.suit}": one for one in create_deck("x")}
    assert can_place_on_foundation(made["7h"], [], "up") is True
    assert can_place_on_foundation(made["7h"], [], "down") is False
    assert can_place_on_foundation(made["6h"], [], "down") is True
    assert can_place_on_foundation(made["6h"], [], "up") is False
    assert can_place_on_foundation(made["8h"], [], "up") is False
    assert can_place_on_foundation(made["8h"], [made["7h"]], "up") is True
    assert can_place_on_foundation(made["8d"], [made["7h"]], "up") is False
    assert can_place_on_foundation(made["9h"], [made["7h"]], "up") is False
    assert can_place_on_foundation(made["5c"], [made["6c"]], "down") is True
    assert can_place_on_foundation(made["5c"], [made["6s"]], "down") is False
    assert can_place_on_foundation(made["4c"], [made["6c"]], "down") is False
    assert can_place_on_foundation(made["7h"], [], "up", "h") is True
    assert can_place_on_foundation(made["7h"], [], "up", "d") is False


@clause("MM-188", "MM-190")
def test_complete_means_all_cards_of_a_foundation_in_order() -> None:
    made = {f"{one.value}{one.suit}": one for one in create_deck("x")}
    up = [made[value + "s"] for value in ("7", "8", "9", "10", "J", "Q", "K")]
    down = [made[value + "s"] for value in ("6", "5", "4", "3", "2", "A")]
    assert is_complete_up_sequence(up, "s") is True
    assert is_complete_up_sequence(up, "c") is False
    assert is_complete_up_sequence(up[:-1], "s") is False
    assert is_complete_up_sequence([*up, made["As"]], "s") is False
    assert is_complete_up_sequence([*up[:5], up[6], up[5]], "s") is False
    assert is_complete_up_sequence([], "s") is False
    assert is_complete_down_sequence(down, "s") is True
    assert is_complete_down_sequence(down, "h") is False
    assert is_complete_down_sequence(down[:-1], "s") is False
    assert is_complete_down_sequence([*down[:-1], made["Ah"]], "s") is False
    assert is_complete_down_sequence([], "s") is False
    assert is_valid_up_sequence(up[:3]) is True
    assert is_valid_up_sequence([up[0], up[2]]) is False
    assert is_valid_up_sequence(down[:2]) is False
    assert is_valid_down_sequence(down[:3]) is True
    assert is_valid_down_sequence(down[::-1]) is False
    assert is_valid_down_sequence([down[0], made["5c"]]) is False


ALL_UP, ALL_DOWN = dict.fromkeys(SUITS, 7), dict.fromkeys(SUITS, 6)


@clause("MM-130", "MM-189", "MM-190", "MM-236")
@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("last", ["K", "A"])
def test_the_last_card_wins(suit: str, last: str) -> None:
    up = ALL_UP | ({suit: 6} if last == "K" else {})
    down = ALL_DOWN | ({suit: 5} if last == "A" else {})
    state = position(waste=last + suit, up=up, down=down, moves=103)
    assert not state.board.is_complete
    engine = engine_at(state)
    assert (engine.status, engine.check_win_condition()) == ("active", False)
    after = move(state, last + suit, foundation(last + suit))
    assert after == replace(
        state,
        board=position(up=ALL_UP, down=ALL_DOWN).board,
        end="completed",
        moves=104,
        history=(*state.history, fingerprint(after.board, ())),
        trail=moved(state.trail, after.board, for_good=True),
    )
    assert after.board.is_complete
    assert after.status == "won"
    assert MERIDIAN.outcome(after) == Outcome((0,), "completed", (50,))
    assert engine.execute_move(engine.ids[last + suit], text_foundation(last + suit)) == Result(True)
    assert (engine.status, engine.check_win_condition()) == ("won", True)
    assert engine.get_current_game().efficiency == 50


def test_a_board_is_complete_with_all_52_cards_only() -> None:
    assert position(up=ALL_UP, down=ALL_DOWN).board.is_complete
    for suit in SUITS:
        assert not position(up=ALL_UP | {suit: 6}, down=ALL_DOWN).board.is_complete
        assert not position(up=ALL_UP, down=ALL_DOWN | {suit: 5}).board.is_complete
    assert not position().board.is_complete


STUCK = position("7H 8H 9H", "KH", "QH", "JH", waste="TH", up=ALL_UP | {"H": 0}, down=ALL_DOWN, moves=99)
"""One move is left, and after it none: the rest are hearts that wait for their seven."""


@clause("MM-131", "MM-236")
def test_a_stalemate_loses_the_game() -> None:
    after = move(STUCK, "TH", pocket())
    assert (after.end, after.status, after.moves) == ("stalemate", "lost", 100)
    assert MERIDIAN.outcome(after) == Outcome((), "stalemate", (45,))
    engine = engine_at(STUCK)
    assert engine.execute_move(engine.ids["TH"], text_pocket()) == Result(True)
    assert engine.status == "lost"
    assert not engine.get_game_state().active


# --- from one status to the next --------------------------------------------------------------------------------


@clause("MM-127", "MM-128", "MM-129", "MM-132")
def test_the_engine_goes_from_status_to_status_and_no_other_way() -> None:
    engine = Engine()

    def shown() -> tuple[str, bool, bool]:
        state = engine.get_game_state()
        return state.status, state.active, state.paused

    assert engine.status == "idle"
    idle_refusals = [engine.pause(), engine.resume(), engine.end_game(), engine.draw_card(), engine.resign()]
    assert [(one.success, one.reason) for one in idle_refusals] == [
        (False, "Game not active"),
        (False, "Game not paused"),
        (False, "Game not over"),
        (False, "Game not active"),
        (False, "Game not active"),
    ]
    assert engine.status == "idle"
    assert engine.initialize_game("classic", seed="1")
    assert shown() == ("active", True, False)
    assert engine.resume() == Result(False, "Game not paused")
    assert engine.end_game() == Result(False, "Game not over")
    assert engine.pause()
    assert shown() == ("paused", True, True)
    assert engine.pause() == Result(False, "Game not active")
    assert engine.draw_card() == Result(False, "Game not active")
    assert engine.end_game() == Result(False, "Game not over")
    assert engine.resume()
    assert shown() == ("active", True, False)
    assert engine.resign()
    assert shown() == ("lost", False, False)
    assert engine.pause() == Result(False, "Game not active")
    assert engine.resume() == Result(False, "Game not paused")
    assert engine.resign() == Result(False, "Game not active")
    assert engine.end_game()
    assert engine.status == "idle"
    assert engine.end_game() == Result(False, "Game not over")


@clause("MM-128")
def test_paused_time_is_not_playing_time() -> None:
    now = [1_000]
    engine = Engine(clock=lambda: now[0])
    engine.initialize_game("classic", seed="1")
    now[0] += 500
    engine.pause()
    now[0] += 60_000
    assert engine.elapsed == 500
    engine.resume()
    now[0] += 25
    assert engine.elapsed == 525


@clause("MM-131")
def test_a_resigned_game_and_one_left_for_a_new_one_are_lost_but_no_stalemates() -> None:
    state = position("5D 4C", "9S", waste="8H", moves=3)
    engine = engine_at(state)
    engine.pause()
    assert engine.resign()
    assert (engine.status, engine.state.end) == ("lost", "resign")
    assert MERIDIAN.outcome(engine.state) == Outcome((), "resign", (100,))
    stats = engine.records.stats
    assert (stats.games_played, stats.wins, stats.stalemates) == (1, 0, 0)
    engine = engine_at(state)
    engine.pause()
    engine.initialize_game("classic", seed="2")
    stats = engine.records.stats
    assert (stats.games_played, stats.wins, stats.stalemates) == (1, 0, 0)
    engine.initialize_game("classic", seed="3")
    assert engine.records.stats.games_played == 1


# --- pockets ----------------------------------------------------------------------------------------------------


@clause("MM-209", "MM-137", "MM-138")
@pytest.mark.parametrize("mode", ["classic", "double_pocket", "traditional", "expert"])
def test_the_second_pocket_is_double_pockets(mode: str) -> None:
    state = position("9S", "5C", mode=mode)
    after = move(state, "9S", pocket(1))
    second = after.board.pockets[1:]
    assert (after.board.pockets[0], after.board.tableau[0]) == (card("9S"), ())
    if mode == "double_pocket":
        assert second == (None,)
        assert move(after, "5C", pocket(2)).board.pockets == (card("9S"), card("5C"))
        assert move(state, "5C", pocket(2)).board.pockets == (None, card("5C"))
    else:
        assert second == ()
        assert refused(state, Move("5C", pocket(2))) == ("INVALID_TARGET", "Pocket not available in this mode")
        assert refused(after, Move("5C", pocket(2))) == ("INVALID_TARGET", "Pocket not available in this mode")


@clause("MM-210", "MM-213")
def test_a_pocket_is_emptied_before_it_takes_the_next_card() -> None:
    state = position("9S", "5C", pockets=["8H"])
    assert refused(state, Move("5C", pocket())) == ("RULE_VIOLATION", "Pocket is full")
    after = move(state, "8H", tab(0))
    assert after.board.pockets == (None,)
    after = move(after, "5C", pocket())
    assert after.board.pockets == (card("5C"),)
    assert after.board.tableau[1] == ()
    both = position("9S", "5C", pockets=["", "8H"], mode="double_pocket")
    assert refused(both, Move("5C", pocket(2))) == ("RULE_VIOLATION", "Pocket is full")
    assert move(both, "5C", pocket(1)).board.pockets == (card("5C"), card("8H"))


@clause("MM-211", "MM-212")
def test_the_engine_says_whether_a_pocket_takes_or_gives_a_card() -> None:
    engine = engine_at(position("9S", pockets=["8H"]))
    nine = engine.ids["9S"]
    assert [engine.can_place_to_pocket(nine, number) for number in (0, 1, 2, 3)] == [False] * 4
    assert [engine.can_retrieve_from_pocket(number) for number in (0, 1, 2, 3)] == [False, True, False, False]
    assert engine.can_retrieve_from_pocket() is True
    engine = engine_at(position("9S", pockets=["", "8H"], mode="double_pocket"))
    nine = engine.ids["9S"]
    assert [engine.can_place_to_pocket(nine, number) for number in (0, 1, 2, 3)] == [False, True, False, False]
    assert engine.can_place_to_pocket(nine) is True
    assert [engine.can_retrieve_from_pocket(number) for number in (0, 1, 2, 3)] == [False, False, True, False]
    assert engine.can_retrieve_from_pocket() is False
    assert engine.execute_move(nine, {"type": "pocket"}) == Result(True)
    assert engine.state.board.pockets == (card("9S"), card("8H"))


@clause("MM-214")
@pytest.mark.parametrize("number", [1, 2])
def test_no_card_goes_from_pocket_to_pocket(number: int) -> None:
    reason = ("RULE_VIOLATION", "Pocket-to-pocket moves are not allowed")
    state = position("9S", pockets=["8H"], mode="double_pocket")
    assert refused(state, Move("8H", pocket(number))) == reason
    assert refused(position("9S", pockets=["8H"]), Move("8H", pocket(number))) == reason
    assert not takes(state, "8H", pocket(number))
    assert takes(state, "9S", pocket(2))


# --- stock and waste --------------------------------------------------------------------------------------------


@clause("MM-216", "MM-219")
@pytest.mark.parametrize("mode", ["classic", "double_pocket", "traditional", "expert"])
def test_a_draw_brings_the_last_card_of_the_stock_onto_the_waste(mode: str) -> None:
    state = position("9S", waste="2H", stock="3C 4C 5C", mode=mode, moves=7, draws=4, moves_without_progress=2)
    after = drawn(state)
    board = replace(state.board, waste=pile("2H 5C"))
    assert after == replace(state, board=board, draws=5, stock=pile("3C 4C"), trail=replace(state.trail, draws=1))
    assert MERIDIAN.report(state, 0, Draw()) == {}
    dealt = MERIDIAN.deal("1", Options(mode=mode))  # type: ignore[arg-type]
    assert [len(drawn(dealt, times).board.waste) for times in (0, 1, 2, 24)] == [0, 1, 2, 24]


@clause("MM-216", "MM-218", "MM-220")
def test_the_engine_draws_and_turns_over() -> None:
    state = replace(MERIDIAN.deal("4", Options()), seed="4")
    engine = engine_at(state)
    result = engine.draw_card()
    assert result.success
    assert not result.recycled
    assert result.card is not None
    assert result.card.id == engine.ids[state.stock[-1].code]
    assert (engine.state.moves, engine.state.draws, engine.state.recycles) == (0, 1, 0)
    for _ in range(23):
        assert engine.draw_card()
    assert engine.recycle_waste() == Result(True)
    assert (engine.state.stock, engine.state.board.waste, engine.state.recycles) == (state.stock, (), 1)
    for _ in range(24):
        assert not engine.draw_card().recycled
    again = engine.draw_card()
    assert (again.success, again.recycled) == (True, True)
    assert again.card == result.card
    assert (engine.state.draws, engine.state.recycles) == (49, 2)
    assert engine.recycle_waste() == Result(False, "The stock is not empty")


@clause("MM-217")
def test_nothing_is_drawn_from_nothing() -> None:
    state = position("9S", stock="")
    assert refused(state, Draw()) == ("RULE_VIOLATION", "No cards to draw")
    assert refused(state, Recycle()) == ("RULE_VIOLATION", "No cards to draw")
    engine = engine_at(position("TS KS", "9S QS", "JS", up=ALL_UP | {"S": 2}, down=ALL_DOWN))
    assert engine.draw_card() == Result(False, "No cards to draw")
    assert engine.recycle_waste() == Result(False, "No cards to draw")


@clause("MM-218")
def test_a_draw_from_an_empty_stock_turns_the_waste_over_first() -> None:
    state = position("9S", waste="2H 5C KD", stock="", draws=3, moves=5)
    after = drawn(state)
    board, trail = replace(state.board, waste=pile("2H")), replace(state.trail, draws=1)
    assert after == replace(state, board=board, stock=pile("KD 5C"), draws=4, recycles=1, trail=trail)
    assert MERIDIAN.report(state, 0, Draw()) == {"recycled": True}
    assert MERIDIAN.report(state, 0, Recycle()) == {}
    assert MERIDIAN.report(state, 0, Resign()) == {}
    one = drawn(position("9S", waste="2H", stock=""))
    assert (one.board.waste, one.stock, one.draws, one.recycles) == (pile("2H"), (), 1, 1)


@clause("MM-220", "MM-222", "MM-223")
def test_recycling_reverses_the_waste_and_costs_nothing() -> None:
    state = position("9S", "5D 4C", waste="2H 5C KD", stock="", draws=3, moves=5, moves_without_progress=4, recycles=6)
    after = MERIDIAN.apply(state, 0, Recycle())
    assert after == replace(state, board=replace(state.board, waste=()), stock=pile("KD 5C 2H"), recycles=7)
    assert not any(one.face_down for one in after.stock)
    assert MERIDIAN.view(after, 0).efficiency == MERIDIAN.view(state, 0).efficiency
    assert refused(after, Recycle()) == ("RULE_VIOLATION", "The stock is not empty")


@clause("MM-221", "MM-223")
def test_every_pass_shows_the_cards_in_the_same_order() -> None:
    state = MERIDIAN.deal("3", Options())
    passes = []
    for _ in range(6):
        state = drawn(state, 24)
        passes.append(codes(state.board.waste))
    assert set(passes) == {codes(MERIDIAN.deal("3", Options()).stock[::-1])}
    assert (state.draws, state.recycles, state.moves) == (144, 5, 0)


@clause("MM-224")
def test_the_engine_says_what_can_be_played_from_the_waste() -> None:
    engine = engine_at(position("9S", waste="2H 5C"))
    assert engine.can_play_from_waste(engine.ids["5C"]) is True
    assert engine.can_play_from_waste(engine.ids["2H"]) is False
    assert engine.can_play_from_waste(engine.ids["9S"]) is False
    assert engine.can_play_from_waste("5c_1_2_x") is False
    engine = engine_at(position("9S"))
    assert not any(engine.can_play_from_waste(one) for one in engine.ids.values())


@clause("MM-225")
def test_the_top_of_the_waste_goes_to_foundation_column_and_pocket() -> None:
    state = position("8S", waste="2C 7H")
    up, column, held = (move(state, "7H", target).board for target in (foundation("7H"), tab(0), pocket()))
    assert (codes(up.up[0]), codes(column.tableau[0]), held.pockets) == ("7H", "8S 7H", (card("7H"),))
    assert up.waste == column.waste == held.waste == pile("2C")


# --- carrying ---------------------------------------------------------------------------------------------------


LADDER = position(
    "2d KC", "Ah 9C 8H", "TD", "AS 2H 3C", "KD QS JH", "", "5s 6s 4C",
    bases=[2, 3, 1, 0, 1, 0, 3], types=["untyped", "untyped", "untyped", "ace", "king", None, "untyped"],
    waste="7D 7S", mode="traditional",
)  # fmt: skip
"""Typed and untyped columns, hidden cards under some of them, and one empty column."""


def table_text(board: Board) -> list[str]:
    """The columns with their types and base heights."""
    columns = zip(board.tableau, board.column_types, board.base_heights, strict=True)
    return [f"{codes(column)} | {kind} {base}" for column, kind, base in columns]


LADDER_TEXT = [
    "2d KC | untyped 2",
    "Ah 9C 8H | untyped 3",
    "TD | untyped 1",
    "AS 2H 3C | ace 0",
    "KD QS JH | king 1",
    " | None 0",
    "5s 6s 4C | untyped 3",
]


def changed(**columns: str) -> list[str]:
    """The ladder with some columns, named c0 … c6, looking otherwise."""
    return [columns.get(f"c{number}", text) for number, text in enumerate(LADDER_TEXT)]


@clause("MM-230")
def test_a_card_moves_with_all_cards_on_top_of_it() -> None:
    MERIDIAN.check(LADDER)
    board, options = LADDER.board, LADDER.options
    assert judged(board, options, "9C", ("tab", 2)) == Carry(("tab", 1), 1, pile("9C 8H"), ("tab", 2))
    assert judged(board, options, "AS", ("tab", 5)) == Carry(("tab", 3), 0, pile("AS 2H 3C"), ("tab", 5))
    assert judged(board, options, "7S", ("tab", 1)) == Carry(("waste", 0), 0, pile("7S"), ("tab", 1))
    assert judged(board, options, "4C", ("pocket", 0)) == Carry(("tab", 6), 2, pile("4C"), ("pocket", 0))
    held = position("9S", "5C", pockets=["", "8H"], mode="double_pocket")
    assert judged(held.board, held.options, "8H", ("tab", 0)) == Carry(("pocket", 1), 0, pile("8H"), ("tab", 0))
    engine = engine_at(LADDER)
    assert [one.id for one in engine.get_moving_cards(engine.ids["2H"])] == [engine.ids["2H"], engine.ids["3C"]]
    assert engine.get_moving_cards(engine.ids["7D"]) == []
    assert engine.get_moving_cards(engine.ids["8H"], Location("tab", col=2)) == []


@clause("MM-233", "MM-234", "MM-240")
@pytest.mark.parametrize(
    ("code", "target", "after"),
    [
        ("KC", tab(5), changed(c0="2D | untyped 1", c5="KC | king 0")),
        ("9C", tab(2), changed(c1="AH | ace 1", c2="TD 9C 8H | untyped 1")),
        ("8H", pocket(), changed(c1="Ah 9C | untyped 2")),
        ("AS", tab(5), changed(c3=" | None 0", c5="AS 2H 3C | ace 0")),
        ("3C", pocket(), changed(c3="AS 2H | ace 0")),
        ("QS", pocket(), None),
        ("JH", pocket(), changed(c4="KD QS | king 1")),
        ("KD", tab(5), changed(c4=" | None 0", c5="KD QS JH | king 0")),
        ("TD", pocket(), changed(c2=" | None 0")),
        ("4C", pocket(), changed(c6="5s 6S | untyped 2")),
        ("7S", tab(1), changed(c1="Ah 9C 8H 7S | untyped 3")),
        ("7S", foundation("7S"), LADDER_TEXT),
    ],
)
def test_a_move_turns_and_types_what_it_leaves_and_reaches(code: str, target: Place, after: list[str] | None) -> None:
    if after is None:
        assert refused(LADDER, Move(code, target)) == ("RULE_VIOLATION", "Only a single card can be placed here")
        return
    moved = move(LADDER, code, target)
    assert table_text(moved.board) == after
    assert moved.board == carried(LADDER.board, judged(LADDER.board, LADDER.options, code, spot_of(target)))
    MERIDIAN.check(moved)


@clause("MM-240")
@pytest.mark.parametrize(("hidden", "kind"), [("As", "ace"), ("Kd", "king"), ("2h", "untyped"), ("Qc", "untyped")])
def test_a_turned_bottom_card_types_its_column(hidden: str, kind: str) -> None:
    state = position(f"{hidden} 9C", mode="expert")
    assert state.board.column_types[0] == "untyped"
    board = move(state, "9C", pocket()).board
    assert board.column_types[0] == kind
    assert codes(board.tableau[0]) == hidden.upper()
    deeper = position(f"{hidden} 5h 9C", mode="expert")
    assert move(deeper, "9C", pocket()).board.column_types[0] == "untyped"


@clause("MM-239")
def test_the_engine_turns_the_top_of_a_column_and_nothing_else() -> None:
    engine = engine_at(LADDER)
    for nothing in (None, -1, 7, 5, 0, 6, 2):
        assert engine.flip_top_card_if_needed(nothing) is None
    assert engine.state == LADDER
    covered = replace(LADDER, board=replace(LADDER.board, tableau=(*LADDER.board.tableau[:6], pile("5s 6s"))))
    engine.table._progress = replace(engine.table._progress, state=covered)
    turned = engine.flip_top_card_if_needed(6)
    assert turned is not None
    assert (turned.id, turned.is_face_up) == (engine.ids["6S"], True)


@clause("MM-237")
def test_cards_are_taken_from_waste_pocket_and_column_but_from_no_foundation() -> None:
    state = position("9S 8H", "KS", waste="2H 3H", pockets=["JC", "QD"], up={"C": 2}, mode="double_pocket")
    engine = engine_at(state)
    known = {code: engine.find_card(engine.ids[code]) for code in ("3H", "JC", "QD", "8H", "9S", "8C")}
    cards = {code: one for code, one in known.items() if one is not None}

    def left(codes: str, source: Location) -> Board:
        board = engine.remove_from_source([cards[code] for code in codes.split()], source)
        assert board is not None
        return board

    assert left("3H", Location("waste")) == replace(state.board, waste=pile("2H"))
    assert left("QD", text_pocket(2)) == replace(state.board, pockets=(card("JC"), None))
    assert left("JC", Location("pocket")) == replace(state.board, pockets=(None, card("QD")))
    assert table_text(left("8H", text_tab(0)))[0] == "9S | untyped 1"
    assert table_text(left("9S 8H", text_tab(0)))[0] == " | None 0"
    assert engine.remove_from_source([cards["9S"]], text_tab(0)) is None
    assert engine.remove_from_source([cards["8C"]], Location("fUp", suit="c")) is None
    assert engine.remove_from_source([cards["8C"]], Location("fDown", suit="c")) is None
    assert engine.remove_from_source([cards["8C"]], Location("hand")) is None
    assert engine.state == state


@clause("MM-238")
def test_cards_are_laid_on_foundation_column_and_pocket_but_nowhere_else() -> None:
    state = position("9S", "", waste="KH QS 7H", mode="double_pocket")
    engine = engine_at(state)
    known = [engine.find_card(engine.ids[code]) for code in ("7H", "KH", "QS")]
    seven, king, queen = (one for one in known if one is not None)
    board = state.board
    assert engine.add_to_target([seven], Location("fUp", suit="h")) == replace(board, up=(pile("7H"), (), (), ()))
    assert engine.add_to_target([seven], Location("fDown", suit="c")) == replace(board, down=((), (), pile("7H"), ()))
    assert engine.add_to_target([seven], text_pocket(2)) == replace(board, pockets=(None, card("7H")))
    assert engine.add_to_target([seven], Location("pocket")) == replace(board, pockets=(card("7H"), None))
    both = engine.add_to_target([king, queen], text_tab(1))
    assert both is not None
    assert table_text(both)[:2] == ["9S | untyped 1", "KH QS | king 0"]
    onto = engine.add_to_target([king], text_tab(0))
    assert onto is not None
    assert table_text(onto)[0] == "9S KH | untyped 1"
    for target in (Location("fUp", suit="h"), Location("fDown", suit="h"), text_pocket(1), text_pocket(2)):
        assert engine.add_to_target([king, queen], target) is None
    for nowhere in (Location("waste"), Location("hand"), Location("tab", col=7), {"type": "fUp"}):
        assert engine.add_to_target([king], nowhere) is None
    assert engine.state == state


def test_taking_and_laying_touch_nothing_else() -> None:
    carry = judged(LADDER.board, LADDER.options, "9C", ("tab", 2))
    between = taken(LADDER.board, carry)
    assert table_text(between) == changed(c1="AH | ace 1")
    assert replace(between, tableau=LADDER.board.tableau, column_types=LADDER.board.column_types,
                   base_heights=LADDER.board.base_heights) == LADDER.board  # fmt: skip
    assert table_text(laid(between, carry)) == changed(c1="AH | ace 1", c2="TD 9C 8H | untyped 1")


def test_an_unknown_card_never_turns() -> None:
    column = (UNKNOWN, *pile("9C 8H"))
    board = replace(LADDER.board, tableau=(LADDER.board.tableau[0], column, *LADDER.board.tableau[2:]))
    left = taken(board, Carry(("tab", 1), 1, pile("9C 8H"), ("tab", 2)))
    assert left.tableau[1] == (UNKNOWN,)
    assert (left.column_types[1], left.base_heights[1]) == ("untyped", 1)


# --- what is counted --------------------------------------------------------------------------------------------


@clause("MM-227", "MM-229", "MM-235", "MM-236")
def test_the_engine_makes_a_move_and_can_take_it_back() -> None:
    engine = engine_at(LADDER)
    assert engine.execute_move(engine.ids["9C"], text_tab(2)) == Result(True)
    assert engine.state == move(LADDER, "9C", tab(2))
    assert engine.get_current_game().moves == 1
    (played,) = engine.get_game_state().move_history
    assert (played.card_id, played.source_location, played.target_location) == (
        engine.ids["9C"],
        text_tab(1),
        text_tab(2),
    )
    assert [one.id for one in played.moving_cards] == [engine.ids["9C"], engine.ids["8H"]]
    assert played.state_snapshot == MERIDIAN.view(LADDER, 0)
    assert engine.undo()
    assert engine.state == replace(LADDER, moves=1)


def test_a_card_move_counts_and_is_remembered() -> None:
    state = replace(LADDER, moves=9, moves_without_progress=4, draws=3, recycles=2, first_ace_move=1, first_king_move=2)
    after = move(state, "9C", tab(2))
    assert after == replace(
        state,
        board=after.board,
        moves=10,
        moves_without_progress=5,
        history=(*state.history, fingerprint(after.board, state.stock)),
        trail=moved(state.trail, after.board, for_good=True),
    )
    home = move(state, "7S", foundation("7S"))
    assert (home.moves, home.moves_without_progress, len(home.history)) == (10, 0, 2)
    assert (home.board.waste, codes(home.board.up[3])) == (pile("7D"), "7S")


@pytest.mark.parametrize(("remembered", "kept"), [(48, 49), (49, 50), (50, 50)])
def test_fifty_positions_are_remembered(remembered: int, kept: int) -> None:
    history = tuple(f"{number:016x}" for number in range(remembered))
    after = move(replace(LADDER, history=history), "9C", tab(2))
    newest = fingerprint(after.board, after.stock)
    assert after.history == (*history, newest)[-kept:]
    assert len(after.history) == kept
    assert after.loop is False


def test_a_known_position_is_a_loop_and_is_not_remembered_again() -> None:
    known = fingerprint(move(LADDER, "9C", tab(2)).board, LADDER.stock)
    state = replace(LADDER, history=("0" * 16, known, "1" * 16))
    after = move(state, "9C", tab(2))
    assert (after.loop, after.history, after.end) == (True, state.history, None)
    assert move(after, "7S", pocket()).loop is True
    assert move(after, "7S", foundation("7S")).loop is False


def test_progress_clears_the_warnings() -> None:
    state = replace(LADDER, idle=True, loop=True, moves=250, moves_without_progress=44)
    other = move(state, "7S", tab(1))
    assert (other.idle, other.loop, other.moves_without_progress) == (True, True, 45)
    home = move(state, "7S", foundation("7S"))
    assert (home.idle, home.loop, home.moves_without_progress) == (False, False, 0)
    low = position("9S", waste="6H", idle=True, loop=True, moves=250)
    home = move(low, "6H", foundation("6H"))
    assert (home.idle, home.loop, home.moves_without_progress) == (False, False, 0)
    assert drawn(state).idle
    assert drawn(state).loop


def test_the_first_ace_and_king_on_an_empty_column_are_marked() -> None:
    state = position("AS", "KS QD", "2H 2S", "KC AD", waste="AH KH", moves=6)

    def marks(code: str, target: Place, before: State = state) -> tuple[int | None, int | None]:
        after = move(before, code, target)
        return after.first_ace_move, after.first_king_move

    assert marks("KH", tab(4)) == (None, 7)
    assert marks("KS", tab(4)) == (None, 7)
    assert marks("AS", tab(4)) == (7, None)
    assert marks("AD", tab(2)) == (None, None)
    assert marks("AD", pocket()) == (None, None)
    assert marks("KH", pocket()) == (None, None)
    marked = replace(state, first_ace_move=2, first_king_move=3)
    assert marks("KH", tab(4), marked) == (2, 3)
    assert marks("AS", tab(4), marked) == (2, 3)
    assert marks("AS", tab(4), replace(state, first_king_move=3)) == (7, 3)
    assert marks("KH", tab(4), replace(state, first_ace_move=3)) == (3, 7)
    kings = position("KS", "QD", up={"D": 5}, waste="KD", moves=1)
    assert marks("QD", foundation("QD"), kings) == (None, None)
    assert marks("KS", tab(1), kings) == (None, None)


# --- all moves --------------------------------------------------------------------------------------------------


def moves_of(state: State) -> list[str]:
    """Every legal action, as a player types it."""
    return [MERIDIAN.notation(action) for action in MERIDIAN.legal(state, 0)]


WIDE = position("9S 8H", "QD", "7C", "KC", "2S", "4H", waste="5C KH", pockets=["AD"], up={"D": 1})


def test_the_legal_actions_are_exactly_these() -> None:
    assert MERIDIAN.legal(WIDE, 0) == [
        Move("KH", tab(6)),
        Move("AD", tab(4)),
        Move("AD", tab(6)),
        Move("8H", tab(2)),
        Move("QD", tab(3)),
        Move("7C", foundation("7C")),
        Move("7C", tab(0)),
        Move("KC", tab(1)),
        Move("KC", tab(6)),
        Draw(),
        Resign(),
    ]
    assert MERIDIAN.legal(WIDE, SERVER) == []
    dry = replace(WIDE, stock=())
    assert MERIDIAN.legal(dry, 0)[-3:] == [Draw(), Recycle(), Resign()]
    bare = replace(dry, board=replace(dry.board, waste=()))
    assert moves_of(bare) == ["AD 5", "AD 7", "8H 3", "QD 4", "7C f", "7C 1", "KC 2", "KC 7", "resign"]
    fresh = replace(WIDE, board=replace(WIDE.board, waste=()))
    assert moves_of(fresh)[-2:] == ["draw", "resign"]


def test_runs_are_listed_from_their_lowest_card_and_pockets_last() -> None:
    state = position("9S 8H 7C", "TD", "8D", waste="KS", pockets=["", "3C"], mode="double_pocket")
    assert moves_of(state) == [
        "KS 4", "KS 5", "KS 6", "KS 7", "KS p1",
        "9S 2", "7C f", "7C 3", "7C p1", "TD p1", "8D 1", "8D p1", "draw", "resign",
    ]  # fmt: skip
    both = position("9S", mode="double_pocket", stock="")
    assert MERIDIAN.legal(both, 0) == [Move("9S", pocket(1)), Move("9S", pocket(2)), Resign()]


def test_declaring_is_legal_during_a_warning_and_nothing_after_the_end() -> None:
    for changes in ({"moves_without_progress": 30}, {"loop": True}, {"idle": True}):
        warned = replace(WIDE, **changes)
        assert MERIDIAN.legal(warned, 0)[-3:] == [Draw(), DeclareStalemate(), Resign()]
    assert DeclareStalemate() not in MERIDIAN.legal(replace(WIDE, moves_without_progress=29), 0)
    for end in ("completed", "stalemate", "declared", "resign"):
        over = replace(WIDE, end=end, moves=200, loop=True)
        assert MERIDIAN.legal(over, 0) == MERIDIAN.legal(over, SERVER) == []


def test_the_server_may_warn_from_the_two_hundredth_move_on_and_once() -> None:
    assert MERIDIAN.legal(replace(WIDE, moves=199), SERVER) == []
    assert MERIDIAN.legal(replace(WIDE, moves=200), SERVER) == [WarnIdle()]
    assert MERIDIAN.legal(replace(WIDE, moves=201), SERVER) == [WarnIdle()]
    assert MERIDIAN.legal(replace(WIDE, moves=200, idle=True), SERVER) == []
    state = replace(WIDE, moves=200)
    assert MERIDIAN.apply(state, SERVER, WarnIdle()) == replace(state, idle=True)
    assert MERIDIAN.apply(replace(state, idle=True), 0, DeclareStalemate()) == replace(state, idle=True, end="declared")


def test_takers_know_every_opening_of_every_column() -> None:
    state = position(
        "9S 8H", "AS 2D", "KH QS", "5D 4C", "6s 7c", "", "9D",
        types=["untyped", "ace", "king", "untyped", "untyped", None, "untyped"], bases=[1, 0, 0, 2, 2, 0, 1],
    )  # fmt: skip
    assert takers(state.board, Options()) == {
        (7, False): [(0, -1)],
        (3, False): [(1, 1)],
        (11, True): [(2, -1)],
        (5, True): [(3, 1)],
        (3, True): [(3, -1)],
        (1, True): [(5, 0)],
        (1, False): [(5, 0)],
        (13, True): [(5, 0)],
        (13, False): [(5, 0)],
        (10, False): [(6, 1)],
        (8, False): [(6, -1)],
    }
    assert takers(state.board, Options(direction="flexible"))[9, False] == [(0, 1)]
    assert headings(state.board, Options()) == (-1, 1, -1, 0, 0, 0, 0)
    assert headings(state.board, Options(direction="flexible")) == (0, 1, -1, 0, 0, 0, 0)


def test_a_whole_column_on_an_empty_one_is_legal_but_not_useful() -> None:
    state = position("KS QD", "9C KH", "JC", "QS", stock="", pockets=["5C"])
    every = [(codes(one.run), one.target) for one in carries(state.board, state.options)]
    worth = [(codes(one.run), one.target) for one in useful(state.board, state.options)]
    assert every == [
        ("KS QD", ("tab", 4)),
        ("KS QD", ("tab", 5)),
        ("KS QD", ("tab", 6)),
        ("QD", ("tab", 2)),
        ("KH", ("tab", 3)),
        ("KH", ("tab", 4)),
        ("KH", ("tab", 5)),
        ("KH", ("tab", 6)),
        ("JC", ("tab", 0)),
        ("QS", ("tab", 1)),
    ]
    assert worth == every[3:]
    assert [one.shifts_a_column(state.board) for one in carries(state.board, state.options)] == [
        True, True, True, False, False, False, False, False, False, False,
    ]  # fmt: skip
    assert not Carry(("waste", 0), 0, pile("KS"), ("tab", 4)).shifts_a_column(state.board)
    assert not Carry(("tab", 0), 0, pile("KS"), ("pocket", 0)).shifts_a_column(state.board)


def test_a_card_is_placeable_on_a_foundation_a_column_or_in_a_pocket() -> None:
    full = position("9S", pockets=["2C"], up={"H": 1})
    columns = takers(full.board, full.options)
    every = {one.code for one in full.stock if is_placeable(full.board, columns, one)}
    kings_and_aces = {rank + suit for rank in "AK" for suit in SUITS}
    assert every == {"8H", "7D", "7C", "7S", "6H", "6D", "6C", "6S", "8D", "TH", "TD", *kings_and_aces}
    free = position("9S", pockets=["2C"], mode="double_pocket")
    assert is_placeable(free.board, {}, card("4H"))
    assert not is_placeable(full.board, {}, card("4H"))


@given(positions("meridian", most=200))
@settings(max_examples=25, deadline=None)
def test_what_is_listed_is_judged_the_same_way(found: Position) -> None:
    state: State = found.state
    for carry in carries(state.board, state.options):
        assert judged(state.board, state.options, carry.run[0].code, carry.target) == carry


@clause("MM-133", "MM-134", "MM-135", "MM-136", "MM-141")
@given(positions("meridian", most=250))
@settings(max_examples=30, deadline=None)
def test_at_every_moment_all_cards_and_places_are_there(found: Position) -> None:
    state: State = found.state
    board = state.board
    lying = [*state.stock, *(one for _, cards in piles(board) for one in cards)]
    assert sorted(one.card_id for one in lying) == sorted(EVERY_CODE)
    assert count_all_cards(state) == len(lying) == 52
    assert (len(board.tableau), len(board.column_types), len(board.base_heights)) == (7, 7, 7)
    assert (len(board.up), len(board.down)) == (4, 4)


@clause("MM-137", "MM-138", "MM-139", "MM-140")
@given(positions("meridian", most=250))
@settings(max_examples=30, deadline=None)
def test_at_every_moment_pockets_types_and_faces_are_as_the_mode_has_them(found: Position) -> None:
    state: State = found.state
    board, mode = state.board, state.options.mode
    assert len(board.pockets) == (2 if mode == "double_pocket" else 1)
    assert not any(one.face_down for one in (*state.stock, *board.waste))
    for column, kind in zip(board.tableau, board.column_types, strict=True):
        faces = [one.face_down for one in column]
        assert faces == sorted(faces, reverse=True)
        assert not faces or not faces[-1]
        assert mode in ("traditional", "expert") or not any(faces)
        assert (kind is None) == (not column)
        if len(column) == 1 or kind in ("ace", "king"):
            assert kind == {1: "ace", 13: "king"}.get(column[0].rank, "untyped")
            assert not faces[0]
