"""The nine scenarios that are always tested, each played through the engine alone."""

import pytest

from clauses import clause
from games.meridian.boards_meridian import codes, position
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import Result
from saloon.games.meridian.state import Mode, State
from saloon.games.meridian.statistics import ModeStats, Stats

MODES: tuple[Mode, ...] = ("classic", "double_pocket", "traditional", "expert")
ALL_DOWN = dict.fromkeys("HDCS", 6)
COLUMN_REFUSES = Result(False, "Column does not accept this card")


def engine_at(state: State) -> Engine:
    """An engine with a game in this position; its clock advances by one millisecond at each call."""
    times = iter(range(1_000_000))
    engine = Engine(clock=lambda: next(times))
    engine.initialize_game(state.options.mode, seed="any")
    assert engine.restore_snapshot(state)
    return engine


def go(engine: Engine, code: str, kind: str, where: int | str) -> Result:
    """Move the card of a code, the target being written as a page writes it."""
    fields = {"tab": "col", "pocket": "pocketNum", "fUp": "suit", "fDown": "suit"}
    return engine.execute_move(engine.ids[code], {"type": kind, fields[kind]: where})


def column(engine: Engine, number: int) -> str:
    """The cards of a column, as the engine shows them."""
    return " ".join(f"{card.value}{card.suit}" for card in engine.get_game_state().tableau[number])


# --- basic play -------------------------------------------------------------------------------------------------


@clause("MM-383", "MM-15")
@pytest.mark.parametrize("suit", "HDCS")
def test_scenario_1_a_seven_begins_its_foundation_and_the_eight_follows(suit: str) -> None:
    low, other = suit.lower(), "d" if suit == "H" else "h"
    engine = engine_at(position(f"2{'C' if suit == 'S' else 'S'} 8{suit}", f"7{suit}"))
    refused = Result(False, "Foundation does not accept this card")
    assert go(engine, f"8{suit}", "fUp", low) == refused
    assert go(engine, f"7{suit}", "fUp", other) == go(engine, f"7{suit}", "fDown", low) == refused
    assert go(engine, f"7{suit}", "fUp", low) == Result(True)
    assert [card.value for card in engine.get_game_state().foundations.up[low]] == ["7"]
    assert go(engine, f"8{suit}", "fUp", low) == Result(True)
    seen = engine.get_game_state()
    assert [card.value + card.suit for card in seen.foundations.up[low]] == [f"7{low}", f"8{low}"]
    assert sum(map(len, seen.foundations.up.values())) == 2
    assert (seen.column_types[1], seen.current_game.moves, seen.current_game.moves_without_progress) == (None, 2, 0)


@clause("MM-383", "MM-126")
def test_scenario_1_in_a_dealt_game() -> None:
    for number in range(200):
        engine = Engine()
        engine.initialize_game("classic", seed=str(number))
        tops = [pile[-1] for pile in engine.get_game_state().tableau]
        seven = next((card for card in tops if card.value == "7"), None)
        if seven is None:
            continue
        assert engine.execute_move(seven.id, {"type": "fUp", "suit": seven.suit}) == Result(True)
        assert engine.get_game_state().foundations.up[seven.suit] == (seven,)
        eight = next(card_id for code, card_id in engine.ids.items() if code == f"8{seven.suit.upper()}")
        for _ in range(24):
            if engine.auto_place_card(eight):
                assert [card.value for card in engine.get_game_state().foundations.up[seven.suit]] == ["7", "8"]
                return
            engine.draw_card()
    raise AssertionError("no seed has both cards within reach")


@clause("MM-384", "MM-42")
@pytest.mark.parametrize("red", ["5H", "5D"])
@pytest.mark.parametrize("black", ["6S", "6C"])
def test_scenario_2_a_red_five_goes_on_a_black_six(red: str, black: str) -> None:
    engine = engine_at(position(f"JH {black}", f"TH {red}", "QD 6H", "QC 4S", "KH 7D", "KC 8C"))
    assert go(engine, red, "tab", 2) == COLUMN_REFUSES
    assert go(engine, black, "tab", 5) == COLUMN_REFUSES
    assert go(engine, red, "tab", 0) == Result(True)
    assert column(engine, 0).upper() == f"JH {black} {red}"
    assert engine.get_game_state().column_directions[0] == "descending"
    assert go(engine, "4S", "tab", 0) == Result(True)
    assert go(engine, red, "tab", 4) == COLUMN_REFUSES
    assert column(engine, 0).upper() == f"JH {black} {red} 4S"


@clause("MM-384", "MM-184")
def test_scenario_2_the_direction_is_kept() -> None:
    engine = engine_at(position("JH 6S", "TH 5D", "QD 6C", "QC 7H"))
    assert go(engine, "5D", "tab", 0)
    assert go(engine, "6C", "tab", 0) == COLUMN_REFUSES
    flexible = engine_at(position("JH 6S", "TH 5D", "QD 6C", "QC 7H", direction="flexible"))
    assert go(flexible, "5D", "tab", 0)
    assert go(flexible, "6C", "tab", 0) == Result(True)


@clause("MM-385", "MM-34", "MM-41")
def test_scenario_3_an_ace_makes_an_ace_column_which_never_descends() -> None:
    engine = engine_at(position("8H", "9C", "4H AS", "5H 2D", "6D AC", "3D KH", "TD 3C"))
    assert go(engine, "8H", "tab", 1) == Result(True)
    assert engine.get_game_state().column_types[0] is None
    assert go(engine, "AS", "tab", 0) == Result(True)
    seen = engine.get_game_state()
    assert seen.column_types[0] == "ace"
    assert (seen.column_typing_cards[0], seen.column_directions[0]) == (seen.tableau[0][0], "ascending")
    assert go(engine, "KH", "tab", 0) == COLUMN_REFUSES
    assert go(engine, "2D", "tab", 0) == Result(True)
    assert go(engine, "AC", "tab", 0) == COLUMN_REFUSES
    assert go(engine, "3C", "tab", 0) == Result(True)
    assert column(engine, 0) == "As 2d 3c"


# --- edge cases -------------------------------------------------------------------------------------------------


@clause("MM-386", "MM-40")
def test_scenario_4_a_five_does_not_go_on_an_empty_column() -> None:
    engine = engine_at(position("8H", "9C", "4H 5S", waste="5D", pockets=["5C"]))
    assert go(engine, "8H", "tab", 1)
    assert engine.get_game_state().tableau[0] == ()
    only = Result(False, "Only Ace or King on an empty column")
    assert [go(engine, five, "tab", 0) for five in ("5S", "5D", "5C")] == [only] * 3
    taken = []
    for code in set(engine.ids) - {"8H", "9D"}:
        other = engine_at(position("8H 9D", pockets=[code]))
        result = go(other, code, "tab", 1)
        assert result in (Result(True), only)
        taken += [code] * result.success
    assert sorted(taken) == sorted(f"{rank}{suit}" for rank in "AK" for suit in "HDCS")
    assert engine.get_game_state().tableau[0] == ()


@clause("MM-387", "MM-113", "MM-240")
@pytest.mark.parametrize("mode", ["traditional", "expert"])
@pytest.mark.parametrize(("bared", "kind"), [("As", "ace"), ("Kd", "king"), ("9d", "untyped")])
def test_scenario_5_a_bared_card_turns_and_types_its_column(mode: Mode, bared: str, kind: str) -> None:
    engine = engine_at(position(f"{bared} 2c 6H", "7S", "TD 3D", mode=mode))
    assert [card.is_face_up for card in engine.get_game_state().tableau[0]] == [False, False, True]
    assert go(engine, "6H", "tab", 1) == Result(True)
    assert [card.is_face_up for card in engine.get_game_state().tableau[0]] == [False, True]
    assert engine.get_game_state().column_types[0] == "untyped"
    assert go(engine, "2C", "tab", 2) == Result(True)
    seen = engine.get_game_state()
    (card,) = seen.tableau[0]
    assert (card.is_face_up, card.id) == (True, engine.ids[bared.upper()])
    assert seen.column_types[0] == kind
    assert seen.column_typing_cards[0] == (None if kind == "untyped" else card)
    assert engine.undo()
    assert [card.is_face_up for card in engine.get_game_state().tableau[0]] == [False, True]


@clause("MM-388", "MM-210", "MM-213")
@pytest.mark.parametrize("mode", MODES)
def test_scenario_6_a_full_pocket_takes_no_second_card(mode: Mode) -> None:
    engine = engine_at(position("8H", "9C", "4H", mode=mode))
    assert go(engine, "4H", "pocket", 1) == Result(True)
    assert go(engine, "9C", "pocket", 1) == Result(False, "Pocket is full")
    seen = engine.get_game_state()
    assert ([card.id for card in seen.pocket], column(engine, 1)) == ([engine.ids["4H"]], "9c")
    second = go(engine, "9C", "pocket", 2)
    if mode == "double_pocket":
        assert second == Result(True)
        assert go(engine, "8H", "pocket", 2) == Result(False, "Pocket is full")
    else:
        assert second == Result(False, "Pocket not available in this mode")


@clause("MM-388", "MM-213")
def test_scenario_6_the_pocket_is_free_again_once_its_card_has_left() -> None:
    engine = engine_at(position("8H", "9C 7D", pockets=["7S"]))
    assert go(engine, "7D", "pocket", 1) == Result(False, "Pocket is full")
    assert go(engine, "7S", "tab", 0) == Result(True)
    assert go(engine, "7D", "pocket", 1) == Result(True)


@clause("MM-389", "MM-218", "MM-220")
@pytest.mark.parametrize("mode", MODES)
def test_scenario_7_an_exhausted_stock_takes_the_waste_back_in_reverse(mode: Mode) -> None:
    engine = Engine()
    engine.initialize_game(mode, seed="24")
    first = [engine.draw_card() for _ in range(24)]
    assert all(one.success and not one.recycled for one in first)
    seen = engine.get_game_state()
    assert (seen.deck, list(seen.waste)) == ((), [one.card for one in first])
    waste = codes(engine.state.board.waste).split()
    again = engine.draw_card()
    assert (again.success, again.recycled, again.card) == (True, True, first[0].card)
    assert codes(engine.state.stock).split() == waste[:0:-1]
    seen = engine.get_game_state()
    assert (len(seen.deck), len(seen.waste)) == (23, 1)
    assert [engine.draw_card().card for _ in range(23)] == [one.card for one in first[1:]]
    assert engine.recycle_waste() == Result(True)
    assert codes(engine.state.stock).split() == waste[::-1]
    game = engine.get_current_game()
    assert (game.draws, game.recycles, game.moves, game.efficiency) == (48, 2, 0, 100)


# --- the end ----------------------------------------------------------------------------------------------------


@clause("MM-390", "MM-189", "MM-256")
@pytest.mark.parametrize("mode", MODES)
def test_scenario_8_the_last_cards_win_and_are_counted(mode: Mode) -> None:
    up = {"H": 7, "D": 7, "C": 7, "S": 5}
    engine = engine_at(position("KS", "AD", up=up, down={**ALL_DOWN, "D": 5}, pockets=["QS"], mode=mode, moves=62))
    assert go(engine, "QS", "fUp", "s")
    assert go(engine, "KS", "fUp", "s")
    assert (engine.status, engine.check_win_condition()) == ("active", False)
    assert engine.records.stats == Stats()
    assert go(engine, "AD", "fDown", "d") == Result(True)
    assert (engine.status, engine.check_win_condition()) == ("won", True)
    game = engine.get_current_game()
    assert (game.moves, game.efficiency) == (65, 80)
    assert game.end_time > game.start_time
    stats, of_mode = engine.records.stats, engine.records.mode_stats[mode]
    assert (stats.games_played, stats.wins, stats.losses, stats.stalemates) == (1, 1, 0, 0)
    assert (stats.total_moves, stats.efficiency_history) == (65, (80,))
    assert of_mode == ModeStats(1, 1, 65, 80, stats.total_time_played)
    assert go(engine, "AD", "tab", 0) == engine.undo() == engine.draw_card() == Result(False, "Game not active")


@clause("MM-391", "MM-257", "MM-131")
def test_scenario_9_a_position_without_moves_ends_the_game() -> None:
    engine = engine_at(
        position(
            "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH",
            "8S 9S TS JS QH KH", "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="",
        )
    )  # fmt: skip
    assert (engine.check_stalemate(), engine.check_stalemate_conditions()) == (False, "active")
    assert go(engine, "4H", "pocket", 1) == Result(True)
    assert (engine.check_stalemate(), engine.check_stalemate_conditions()) == (True, "stalemate")
    assert (engine.status, engine.state.end) == ("lost", "stalemate")
    assert engine.find_all_valid_moves() == []
    stats = engine.records.stats
    assert (stats.games_played, stats.wins, stats.losses, stats.stalemates) == (1, 0, 1, 1)
    assert engine.undo() == engine.draw_card() == Result(False, "Game not active")
    assert engine.end_game() == Result(True)
    assert engine.status == "idle"


@clause("MM-391", "MM-258")
def test_scenario_9_a_game_lives_as_long_as_a_card_of_the_stock_could_be_played() -> None:
    engine = engine_at(
        position(
            "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH",
            "8S 9S TS QH KH", "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="JS",
        )
    )  # fmt: skip
    assert go(engine, "4H", "pocket", 1) == Result(True)
    assert engine.find_all_valid_moves() == []
    assert (engine.check_stalemate(), engine.status) == (True, "lost")
    alive = engine_at(
        position(
            "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH",
            "8S 9S JS QH KH", "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="TS",
        )
    )  # fmt: skip
    assert go(alive, "4H", "pocket", 1) == Result(True)
    assert alive.find_all_valid_moves() == []
    assert (alive.check_stalemate(), alive.status) == (False, "active")
    assert alive.draw_card()
    assert go(alive, "TS", "tab", 2) == Result(True)
