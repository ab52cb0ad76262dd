"""The options, the deal and the description of Meridian Master follow the rulebook."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    move,
    pocket,
    position,
    refused,
    tab,
    takes,
    text_pocket,
)
from games.meridian.oracle_meridian import DECK, dealt, shuffled_codes
from positions import Position, option_sets, positions, seeds
from saloon.core.canonical import canonical_json, state_hash
from saloon.core.cards import Card, card, deck, read_deck
from saloon.core.errors import BadDeck, BadOption, BadSeed
from saloon.core.options import read_options
from saloon.core.streams import Sha256Stream
from saloon.games.meridian import Meridian
from saloon.games.meridian.compat import engine
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.state import Canonical, Move, Options, State

MODES: tuple[Any, ...] = ("classic", "double_pocket", "traditional", "expert")
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NOON = 1_768_000_000_000

every_mode = pytest.mark.parametrize("mode", MODES)


def plain(value: Any) -> Any:
    """What JSON would say."""
    return msgspec.json.decode(canonical_json(MERIDIAN.canonical(value)))


def faces(state: State) -> list[str]:
    """Of each column, bottom first: `d` for a face-down card, `u` for a face-up one."""
    return ["".join("d" if one.face_down else "u" for one in column) for column in state.board.tableau]


def every_card(state: State) -> list[Card]:
    board = state.board
    piles = (state.stock, board.waste, *board.tableau, *board.up, *board.down)
    return [one for pile in piles for one in pile] + [one for one in board.pockets if one is not None]


def begun(mode: Any = "classic", seed: str = "7", **options: Any) -> Engine:
    """An engine whose clock is at noon, with a new game."""
    table = Engine(clock=lambda: NOON)
    assert table.initialize_game(mode, seed=seed, **options)
    return table


def shown(table: Engine) -> dict[str, Any]:
    """What the engine shows a page, as JSON."""
    state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.get_game_state()))
    return state


def set_up(state: State) -> Engine:
    """An engine in the midst of a game."""
    table = begun(state.options.mode)
    assert table.restore_snapshot(state)
    return table


# --- the options ------------------------------------------------------------------------------------------------


@clause("MM-05", "MM-91", "MM-96", "MM-101", "MM-106")
def test_there_are_four_modes_by_these_names() -> None:
    for mode in MODES:
        assert MERIDIAN.deal("7", read_options("meridian", Options, {"mode": mode})).options.mode == mode
        assert begun(mode).get_game_state().game_mode == mode
    for other in ("easy", "doublePocket", "Classic", ""):
        with pytest.raises(BadOption) as error:
            read_options("meridian", Options, {"mode": other})
        listed = "choose one of classic, double_pocket, traditional, expert"
        assert error.value.reason == f"mode={other!r} is not possible in meridian: {listed}"


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"direction": "up"}, "direction='up' is not possible in meridian: choose one of locked, flexible"),
        ({"direction": None}, "direction=None is not possible in meridian: choose one of locked, flexible"),
        ({"draw": 3}, "meridian has no option 'draw' (its options: direction, mode)"),
    ],
)
def test_no_other_options_exist(option: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as error:
        read_options("meridian", Options, option)
    assert error.value.reason == reason


def test_the_options_begin_with_the_text_s_own_rules() -> None:
    assert Options() == Options(direction="locked", mode="classic")
    assert [Options(mode=mode).has_hidden_cards for mode in MODES] == [False, False, True, True]
    assert [Options(direction="locked").locked, Options(direction="flexible").locked] == [True, False]


@clause("MM-08", "MM-23", "MM-92", "MM-97")
def test_the_mode_says_how_many_pockets_there_are() -> None:
    for mode, pockets in (("classic", 1), ("double_pocket", 2)):
        state = MERIDIAN.deal("7", Options(mode=mode))  # type: ignore[arg-type]
        assert state.board.pockets == (None,) * pockets
    one = position("9S", "8S", "4H", mode="classic")
    held = move(one, "9S", pocket())
    assert (held.board.pockets, held.board.tableau[0]) == ((card("9S"),), ())
    assert refused(held, Move("8S", pocket())) == ("RULE_VIOLATION", "Pocket is full")
    assert refused(one, Move("8S", pocket(2))) == ("INVALID_TARGET", "Pocket not available in this mode")
    two = move(move(position("9S", "8S", "4H", mode="double_pocket"), "9S", pocket(2)), "8S", pocket(1))
    assert two.board.pockets == (card("8S"), card("9S"))
    for number in (1, 2):
        assert refused(two, Move("4H", pocket(number))) == ("RULE_VIOLATION", "Pocket is full")


@clause("MM-102", "MM-107")
@pytest.mark.parametrize("mode", ["traditional", "expert"])
def test_the_modes_with_hidden_cards_have_one_pocket(mode: Any) -> None:
    state = MERIDIAN.deal("7", Options(mode=mode))
    assert state.board.pockets == (None,)
    assert refused(state, Move("8H", pocket(2))) == ("INVALID_TARGET", "Pocket not available in this mode")
    assert move(state, "8H", pocket()).board.pockets == (card("8H"),)


@clause("MM-93", "MM-98", "MM-103", "MM-108")
@every_mode
def test_a_draw_turns_over_one_card(mode: Any) -> None:
    state = MERIDIAN.deal("7", Options(mode=mode))
    last = shuffled_codes("7")[::-1]
    for count in range(1, 25):
        state = drawn(state)
        assert [one.code for one in state.board.waste] == last[:count]
        assert (len(state.stock), state.draws, state.moves) == (24 - count, count, 0)


# --- the deal ---------------------------------------------------------------------------------------------------


@clause("MM-111", "MM-151", "MM-152")
@given(seeds("meridian"))
@settings(max_examples=40, deadline=None)
def test_a_seed_deals_its_shuffled_deck_from_the_first_card_on(seed: str) -> None:
    for options in option_sets("meridian"):
        state = MERIDIAN.deal(seed, read_options("meridian", Options, options))
        order = shuffled_codes(seed)
        laid = [[one.card_id for one in column] for column in state.board.tableau]
        assert laid == [order[n * (n - 1) // 2 : n * (n + 1) // 2] for n in range(1, 8)]
        assert [one.card_id for one in state.stock] == order[28:]
        assert not any(one.face_down for one in state.stock)
        expected = dealt(seed, options)
        assert len(state.history) == len(expected["history"]) == 1
        assert plain(state) == {**expected, "history": list(state.history)}
        MERIDIAN.check(state)


@clause("MM-151", "MM-152")
def test_only_the_top_of_a_column_and_of_the_stock_can_be_taken() -> None:
    state = MERIDIAN.deal("7", Options())
    order = shuffled_codes("7")
    for number in range(7):
        bottom, top = order[number * (number + 1) // 2], order[number * (number + 3) // 2]
        assert takes(state, top, pocket())
        assert takes(state, bottom, pocket()) == (number == 0)
    assert drawn(state).board.waste == (card(order[51]),)
    assert drawn(state, 24).board.waste == tuple(map(card, order[:27:-1]))


@clause("MM-09", "MM-94", "MM-99")
@pytest.mark.parametrize("mode", ["classic", "double_pocket"])
def test_the_open_modes_hide_no_card_of_a_column(mode: Any) -> None:
    assert faces(MERIDIAN.deal("7", Options(mode=mode))) == ["u" * size for size in range(1, 8)]


@clause("MM-94", "MM-99", "MM-28")
@given(positions("meridian"))
@settings(max_examples=40, deadline=None)
def test_face_down_cards_are_only_at_the_bottom_of_columns_in_two_modes(position: Position) -> None:
    state = position.state
    hidden = [one for one in every_card(state) if one.face_down]
    columns = faces(state)
    assert len(hidden) == "".join(columns).count("d") <= 21
    assert not hidden or state.options.mode in ("traditional", "expert")
    assert all(re.fullmatch("(d{0,6}u+)?", column) for column in columns)


@clause("MM-09", "MM-104", "MM-109", "MM-112", "MM-155")
@pytest.mark.parametrize("mode", ["traditional", "expert"])
def test_the_other_modes_hide_all_but_the_tops(mode: Any) -> None:
    columns = faces(MERIDIAN.deal("7", Options(mode=mode)))
    assert columns == ["u", "du", "ddu", "dddu", "ddddu", "dddddu", "ddddddu"]
    assert ("".join(columns).count("d"), "".join(columns).count("u")) == (21, 7)


@clause("MM-114")
@given(seeds("meridian"))
@settings(max_examples=20, deadline=None)
def test_expert_is_dealt_like_traditional(seed: str) -> None:
    expert, traditional = (MERIDIAN.deal(seed, Options(mode=mode)) for mode in ("expert", "traditional"))
    assert expert == replace(traditional, options=Options(mode="expert"))


@clause("MM-113")
def test_a_bared_card_turns_within_the_same_move() -> None:
    state = position("2h 9s 8D", "9C", mode="traditional")
    after = move(state, "8D", tab(1))
    assert [codes(column) for column in after.board.tableau[:2]] == ["2h 9S", "9C 8D"]
    assert after.moves == 1
    assert after.board.base_heights == (2, 1, 0, 0, 0, 0, 0)
    again = move(after, "9S", pocket())
    assert (codes(again.board.tableau[0]), again.moves) == ("2H", 2)


@clause("MM-17", "MM-19", "MM-20", "MM-21", "MM-25")
def test_the_table_after_the_deal() -> None:
    state = MERIDIAN.deal("7", Options())
    board = state.board
    assert [len(column) for column in board.tableau] == [1, 2, 3, 4, 5, 6, 7]
    assert board.base_heights == (1, 2, 3, 4, 5, 6, 7)
    assert (board.up, board.down) == (((), (), (), ()), ((), (), (), ()))
    assert (len(state.stock), board.waste, board.pockets) == (24, (), (None,))
    assert sorted(one.card_id for one in every_card(state)) == sorted(DECK)
    assert [sum(one.suit == suit for one in every_card(state)) for suit in "HDCS"] == [13] * 4


@clause("MM-29")
@given(positions("meridian"))
@settings(max_examples=40, deadline=None)
def test_each_of_52_cards_is_followed_by_its_id(position: Position) -> None:
    cards = every_card(position.state)
    assert sorted(one.card_id for one in cards) == sorted(DECK)
    assert all(one.up() == card(one.card_id) for one in cards)


@clause("MM-22")
def test_a_drawn_card_stays_on_the_waste_until_it_is_played() -> None:
    state = drawn(position("8S", "KD", stock="QC 4H 9H"), 2)
    assert (codes(state.board.waste), codes(state.stock)) == ("9H 4H", "QC")
    held = move(state, "4H", pocket())
    assert (codes(held.board.waste), held.board.pockets) == ("9H", (card("4H"),))
    laid = move(held, "9H", tab(0))
    assert (laid.board.waste, codes(laid.board.tableau[0])) == ((), "8S 9H")


def test_the_canonical_state_has_exactly_these_fields() -> None:
    state = MERIDIAN.deal("1", Options(mode="double_pocket", direction="flexible"))
    found = plain(state)
    assert list(Canonical.__struct_fields__) == sorted(Canonical.__struct_fields__)
    assert set(State.__struct_fields__) - set(Canonical.__struct_fields__) == {"trail"}
    assert re.fullmatch("[0-9a-f]{16}", found["history"][0])
    assert {key: value for key, value in found.items() if key not in ("board", "stock", "history")} == {
        "draws": 0,
        "end": None,
        "firstAceMove": None,
        "firstKingMove": None,
        "idle": False,
        "loop": False,
        "moves": 0,
        "movesWithoutProgress": 0,
        "options": {"direction": "flexible", "mode": "double_pocket"},
        "recycles": 0,
        "rulesVersion": "6.0.2",
        "seed": "1",
    }
    assert {key: value for key, value in found["board"].items() if key != "tableau"} == {
        "baseHeights": [1, 2, 3, 4, 5, 6, 7],
        "columnTypes": ["untyped"] * 7,
        "down": [[], [], [], []],
        "pockets": [None, None],
        "up": [[], [], [], []],
        "waste": [],
    }
    assert found["board"]["tableau"][0] == [{"cardId": "5C", "faceDown": False, "rank": 5, "suit": "C"}]


def test_a_deal_keeps_its_hash() -> None:
    expected = "0d0bbcffa7c27be84fbce09004993fb35d3fa33ff33e8fc4cd759f75b7194bd1"
    assert state_hash(0, MERIDIAN.canonical(MERIDIAN.deal("1", Options()))) == expected


@given(positions("meridian"))
@settings(max_examples=20, deadline=None)
def test_a_state_is_read_from_the_json_it_was_written_to(position: Position) -> None:
    assert msgspec.convert(plain(position.state), Canonical) == MERIDIAN.canonical(position.state)


GIVEN_DECK = (
    "AS 9S 8S TC JC TS 4S TD KD 9H QD 9D 4C JD TH JH QS KH 7C 9C 8C AD 2H 5H AC 3D 8H 2D "
    "8D 4D 7H 5D KC KS 5C 3S 2C 6D 7D 3C 2S JS 4H 5S 6H 6C QC 7S QH AH 3H 6S"
)


@every_mode
def test_a_deck_given_by_hand_is_drawn_in_its_order(mode: Any) -> None:
    state = MERIDIAN.deal_deck(read_deck(GIVEN_DECK), Options(mode=mode), "by hand")
    assert (state.seed, state.options) == ("by hand", Options(mode=mode))
    assert [one.card_id for column in state.board.tableau for one in column] == GIVEN_DECK.split()[:28]
    assert faces(state) == faces(MERIDIAN.deal("7", Options(mode=mode)))
    assert state.board.column_types == ("ace", *["untyped"] * 6)
    MERIDIAN.check(state)
    assert codes(drawn(state, 24).board.waste) == " ".join(GIVEN_DECK.split()[28:])


@pytest.mark.parametrize("change", [lambda cards: cards[1:], lambda cards: [*cards[1:], cards[1]]])
def test_a_deck_given_by_hand_has_each_card_once(change: Any) -> None:
    with pytest.raises(BadDeck, match=r"A deck has each of the 52 cards once"):
        MERIDIAN.deal_deck(change(deck()), Options(), "by hand")


@clause("MM-01")
def test_the_rulebook_introduces_itself() -> None:
    assert (MERIDIAN.name, MERIDIAN.title, MERIDIAN.rules_version) == ("meridian", "Meridian Master", "6.0.2")
    assert (engine.VERSION, MERIDIAN.deal("7", Options()).rules_version) == ("6.0.2", "6.0.2")
    assert msgspec.to_builtins(begun().create_complete_snapshot())["version"] == "6.0.2"
    assert list(MERIDIAN.seats) == [0]
    assert list(MERIDIAN.actions) == ["move", "draw", "recycle", "declareStalemate", "resign"]
    assert list(MERIDIAN.server_actions) == ["warnIdle"]
    assert Meridian.giving_up == {"declareStalemate", "resign"}
    assert MERIDIAN.counters == {"draws", "moves", "recycles"}
    assert MERIDIAN.undo_depth == 10
    with pytest.raises(BadSeed):
        MERIDIAN.check_seed("")


# --- cards and deals as the engine names them -------------------------------------------------------------------


@clause("MM-18", "MM-24", "MM-26", "MM-27")
def test_a_card_has_value_suit_colour_and_number() -> None:
    found = [(one.value, one.suit, one.color, one.numeric_value) for one in engine.create_deck("7")]
    colours = {"h": "red", "d": "red", "c": "black", "s": "black"}
    assert found == [(value, suit, colours[suit], n) for suit in "hdcs" for n, value in enumerate(VALUES, start=1)]
    assert [one.rank for one in deck("S")] == list(range(1, 14))
    assert [card(code).red for code in ("7H", "7D", "7C", "7S")] == [True, True, False, False]


@clause("MM-54", "MM-55", "MM-56", "MM-57", "MM-58")
def test_the_fields_of_an_engine_card() -> None:
    cards = msgspec.to_builtins(engine.create_deck("7"))
    assert {tuple(one) for one in cards} == {("id", "value", "suit", "color", "numericValue", "isFaceUp")}
    assert len({one["id"] for one in cards}) == 52
    assert all(isinstance(one["id"], str) for one in cards)
    ten = {key: value for key, value in cards[22].items() if key != "id"}
    assert ten == {"value": "10", "suit": "d", "color": "red", "numericValue": 10, "isFaceUp": True}
    queen = {key: value for key, value in cards[50].items() if key != "id"}
    assert queen == {"value": "Q", "suit": "s", "color": "black", "numericValue": 12, "isFaceUp": True}


@clause("MM-59")
def test_an_engine_card_says_whether_it_is_face_up() -> None:
    tableau = shown(begun("traditional"))["tableau"]
    assert [[one["isFaceUp"] for one in column] for column in tableau] == [
        [False] * below + [True] for below in range(7)
    ]


@clause("MM-60")
def test_an_id_is_value_suit_time_counter_and_chance() -> None:
    cards = engine.create_deck("7")
    for place, one in enumerate(cards):
        found = re.fullmatch(r"(10|[2-9AJQK])([hdcs])_(\d+)_(\d+)_([0-9a-z]{9})", one.id)
        assert found is not None
        assert (found[1], found[2], int(found[4])) == (one.value, one.suit, place)
    assert [one.id for one in engine.create_deck("7")] == [one.id for one in cards]
    made = Engine(clock=lambda: NOON).generate_unique_id("10", "d")
    assert re.fullmatch(rf"10d_{NOON}_1_[0-9a-z]{{9}}", made)


@clause("MM-60")
def test_no_view_has_the_id_of_a_hidden_card() -> None:
    table = begun("traditional")
    text = msgspec.json.encode(table.get_game_state()).decode()
    hidden = [one for one in every_card(table.state) if one.face_down] + list(table.state.stock)
    assert len(hidden) == 45
    assert not [one.code for one in hidden if table.ids[one.code] in text]
    assert all(table.ids[column[-1].code] in text for column in table.state.board.tableau)


@clause("MM-61")
def test_ids_of_several_games_differ() -> None:
    ids = [one.id for seed in ("1", "2", "7") for one in engine.create_deck(seed)]
    assert len(set(ids)) == 156
    table = Engine(clock=lambda: NOON)
    made = [table.generate_unique_id("A", "h").rsplit("_", 1)[0] for _ in range(3)]
    assert made == [f"Ah_{NOON}_{counter}" for counter in (1, 2, 3)]


def shuffled() -> Any:
    return engine.shuffle_deck(engine.create_deck("7"), Sha256Stream("7::meridian"))


@clause("MM-153")
def test_deal_classic_mode() -> None:
    cards = shuffled()
    tableau, stock = engine.deal_classic_mode(cards)
    assert [list(column) for column in tableau] == [cards[n * (n - 1) // 2 : n * (n + 1) // 2] for n in range(1, 8)]
    assert list(stock) == cards[28:]
    assert all(one.is_face_up for column in tableau for one in column)
    assert engine.deal_cards_to_tableau("double_pocket", cards) == (tableau, stock)
    game = begun()
    dealt = [[game.ids[one.code] for one in column] for column in game.state.board.tableau]
    assert [[_timeless(one.id) for one in column] for column in tableau] == [[*map(_timeless, one)] for one in dealt]


def _timeless(card_id: str) -> list[str]:
    """An id without its timestamp."""
    code, _, *rest = card_id.split("_")
    return [code, *rest]


@clause("MM-154", "MM-155")
def test_deal_traditional_mode() -> None:
    cards = shuffled()
    tableau, stock = engine.deal_traditional_mode(cards)
    assert [[one.is_face_up for one in column] for column in tableau] == [
        [row == number for row in range(number + 1)] for number in range(7)
    ]
    assert [one.id for column in tableau for one in column] == [one.id for one in cards[:28]]
    assert list(stock) == cards[28:]
    assert engine.deal_cards_to_tableau("expert", cards) == (tableau, stock)


# --- a new game of the engine -----------------------------------------------------------------------------------


@clause("MM-126", "MM-117", "MM-119", "MM-121", "MM-123")
@every_mode
def test_a_new_game(mode: Any) -> None:
    table = Engine()
    assert table.status == "idle"
    result = table.initialize_game(mode, seed="7")
    assert (result.success, result.reason, table.status) == (True, "", "active")
    assert table.state == MERIDIAN.deal("7", Options(mode=mode))
    state = shown(table)
    assert (state["active"], state["paused"], state["gameMode"]) == (True, False, mode)
    assert (state["waste"], state["pocket"], state["pocket2"]) == ([], [], [])
    empty: dict[str, list[Any]] = {"h": [], "d": [], "c": [], "s": []}
    assert state["foundations"] == {"up": empty, "down": empty}
    assert [len(column) for column in state["tableau"]] == [1, 2, 3, 4, 5, 6, 7]
    hidden = sum(not one["isFaceUp"] for column in state["tableau"] for one in column)
    assert hidden == (21 if mode in ("traditional", "expert") else 0)


@clause("MM-118", "MM-120")
def test_a_new_game_is_shuffled_and_leaves_24_cards_in_the_stock() -> None:
    first, second = Engine(), Engine()
    assert first.initialize_game()
    assert second.initialize_game()
    order = [one.code for column in first.state.board.tableau for one in column] + [
        one.code for one in first.state.stock
    ]
    assert order == shuffled_codes(first.state.seed)
    assert first.state.seed != second.state.seed
    assert order != [one.code for one in deck("HDCS")]
    assert len(first.state.stock) == len(first.get_game_state().deck) == 24


@clause("MM-122")
@pytest.mark.parametrize(("seed", "first"), [("20", "ace"), ("6", "king"), ("7", "untyped")])
def test_a_new_game_sets_the_column_types(seed: str, first: str) -> None:
    table = begun(seed=seed)
    types = (first, *["untyped"] * 6)
    assert table.get_game_state().column_types == types
    cards = [[table.find_card(table.ids[one.code]) for one in column] for column in table.state.board.tableau]
    assert engine.initialize_column_types(cards) == types  # type: ignore[arg-type]


@clause("MM-124", "MM-125")
def test_a_new_game_begins_now_and_without_moves() -> None:
    moments = iter(range(NOON, NOON + 1000))
    table = Engine(clock=lambda: next(moments))
    assert table.initialize_game("classic", seed="7")
    game = table.get_current_game()
    assert (game.start_time, game.end_time, game.moves) == (NOON, 0, 0)


@clause("MM-116")
def test_a_new_game_knows_nothing_of_the_last_one() -> None:
    table, fresh = begun(), begun(seed="1", direction="flexible")
    for _ in range(3):
        assert table.draw_card()
    assert table.get_hint()
    assert table.execute_move(table.ids["8H"], text_pocket())
    assert table.undo()
    assert table.redo()
    assert table.undo()
    assert table.pause()
    assert table.initialize_game("classic", seed="1", direction="flexible")
    assert table.state == fresh.state == MERIDIAN.deal("1", Options(direction="flexible"))
    seen, expected = table.get_game_state(), fresh.get_game_state()
    assert replace(seen, stats=expected.stats, mode_stats=expected.mode_stats) == expected
    game = table.get_current_game()
    assert (game.hint_uses, game.undo_uses, game.draws, game.moves, game.efficiency) == (0, 0, 0, 0, 100)
    assert (table.undo().reason, table.redo().reason) == ("No moves to undo", "No moves to redo")
    assert (table.status, table.elapsed) == ("active", 0)


# --- the engine's state -----------------------------------------------------------------------------------------


@clause("MM-62", "MM-63")
def test_the_last_card_of_the_deck_is_drawn_first() -> None:
    table = begun()
    state = shown(table)
    hidden = {"id": "hidden", "value": "", "suit": "", "color": "", "numericValue": 0, "isFaceUp": False}
    assert state["deck"] == [hidden] * 24
    order = shuffled_codes("7")
    for count, code in enumerate(order[:-4:-1], start=1):
        drawn_card = table.draw_card().card
        assert drawn_card is not None
        assert drawn_card.id == table.ids[code]
        seen = table.get_game_state()
        assert (len(seen.deck), seen.stock, seen.waste[-1]) == (24 - count, seen.deck, drawn_card)
    assert [one["id"] for one in shown(table)["waste"]] == [table.ids[code] for code in order[:-4:-1]]


@clause("MM-64", "MM-65")
def test_the_pockets_are_lists_of_one_card_at_most() -> None:
    table = begun("double_pocket")
    assert table.execute_move(table.ids["8H"], {"type": "pocket", "pocketNum": 2})
    state = shown(table)
    assert (state["pocket"], [one["id"] for one in state["pocket2"]]) == ([], [table.ids["8H"]])
    assert table.execute_move(table.ids["AC"], {"type": "pocket"})
    state = shown(table)
    assert [[one["value"] for one in state[name]] for name in ("pocket", "pocket2")] == [["A"], ["8"]]
    assert not table.execute_move(table.ids["3C"], {"type": "pocket"})
    single = begun("classic")
    assert not single.execute_move(single.ids["8H"], {"type": "pocket", "pocketNum": 2})
    assert single.execute_move(single.ids["8H"], {"type": "pocket", "pocketNum": 1})
    assert ([one["value"] for one in shown(single)["pocket"]], shown(single)["pocket2"]) == (["8"], [])


@clause("MM-66", "MM-67", "MM-68")
def test_columns_and_foundations_are_lists_of_cards() -> None:
    table = set_up(position("KS QH", "4H 3D", up={"H": 2, "C": 1}, down={"D": 3}))
    state = shown(table)

    def ids(*piles: Any) -> list[list[str]]:
        return [[one["id"] for one in pile] for pile in piles]

    def known(*piles: str) -> list[list[str]]:
        return [[table.ids[code] for code in pile.split()] for pile in piles]

    assert ids(*state["tableau"]) == known("KS QH", "4H 3D", "", "", "", "", "")
    assert list(state["foundations"]["up"]) == list(state["foundations"]["down"]) == ["h", "d", "c", "s"]
    assert ids(*state["foundations"]["up"].values()) == known("7H 8H", "", "7C", "")
    assert ids(*state["foundations"]["down"].values()) == known("", "6D 5D 4D", "", "")


@clause("MM-69", "MM-70")
def test_types_and_typing_cards_of_the_columns() -> None:
    board = position(
        "KS QH", "AH 2S", "AD 9S", "KD", "4H", types=["king", "ace", "untyped", "king", "untyped", None, None]
    )
    table = set_up(board)
    state = shown(table)
    assert state["columnTypes"] == ["king", "ace", "untyped", "king", "untyped", None, None]
    typing = [one and one["id"] for one in state["columnTypingCards"]]
    assert typing == [table.ids["KS"], table.ids["AH"], None, table.ids["KD"], None, None, None]


@clause("MM-10")
def test_nobody_but_the_engine_changes_its_state() -> None:
    table = begun()
    before = table.state
    seen = table.get_game_state()
    seen.foundations.up["h"] = ("anything",)
    with pytest.raises(AttributeError):
        seen.status = "won"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        before.moves = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        table.state = before  # type: ignore[misc]
    assert table.get_game_state().foundations.up["h"] == ()
    assert table.state == before == MERIDIAN.deal("7", Options())


@clause("MM-11", "MM-12")
def test_the_engine_judges_moves_and_says_whether_they_succeeded() -> None:
    table = begun()
    before = table.state
    judged = table.validate_move(table.ids["7C"], {"type": "tab", "col": 0})
    assert (judged.success, judged.reason, table.state) == (True, "", before)
    judged = table.validate_move(table.ids["7H"], {"type": "tab", "col": 0})
    assert (judged.success, judged.reason) == (False, "Column does not accept this card")
    failed = table.execute_move(table.ids["7H"], {"type": "tab", "col": 0})
    assert (failed.success, failed.reason, table.state) == (False, "Column does not accept this card", before)
    made = table.execute_move(table.ids["7C"], {"type": "tab", "col": 0})
    assert (made.success, made.reason, table.state.moves) == (True, "", 1)
    assert codes(table.state.board.tableau[0]) == "8H 7C"
