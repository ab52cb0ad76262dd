"""The engine: its commands and questions, the states it goes through, its clock, and what it never shows."""

import doctest
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    codes,
    pile,
    position,
    text_foundation,
    text_pocket,
    text_tab,
)
from positions import Position, positions
from saloon.core.errors import BadInput, InvariantBreach, Rejected
from saloon.core.game import SERVER
from saloon.games.meridian import rules
from saloon.games.meridian.compat import engine as engine_module
from saloon.games.meridian.compat.engine import (
    HISTORY_LENGTH,
    IDLE,
    Engine,
    can_place_on_tableau,
    get_movable_sequence,
    initialize_column_types,
    now,
    serialize_cards,
    validate_column_type,
)
from saloon.games.meridian.compat.shapes import HIDDEN_CARD, Card, Event, Hint, Result
from saloon.games.meridian.hints import ranking
from saloon.games.meridian.locations import LOCATIONS, Location, place_at
from saloon.games.meridian.moves import PLACES
from saloon.games.meridian.state import Mode, Move, State
from saloon.games.meridian.statistics import CurrentGame
from saloon.games.meridian.view import view

MODES: tuple[Mode, ...] = ("classic", "double_pocket", "traditional", "expert")
NOT_ACTIVE = Result(False, "Game not active")
ALL_DOWN = SIX_UP = dict.fromkeys("HDCS", 6)
NEARLY_WON = position("KS", "QS", up={"H": 7, "D": 7, "C": 7, "S": 5}, down=ALL_DOWN)
NEARLY_STUCK = position(
    "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH", "8S 9S TS JS QH KH",
    "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="",
)  # fmt: skip
"""All tops, and the cards under them, are red and far from any goal: 4H into the pocket is the end."""


class Clock:
    """A clock that advances on request."""

    def __init__(self, now: int = 5_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds


def engine_at(state: State, clock: Clock | None = None, storage: dict[str, str] | None = None) -> Engine:
    """An engine with a game in this position."""
    engine = Engine(clock=clock or Clock(), storage=storage)
    engine.initialize_game(seed="any")
    assert engine.restore_snapshot(state)
    return engine


def shown(engine: Engine, code: str, *, face_up: bool = True) -> Card:
    """The engine's card of a code."""
    value = {"T": "10"}.get(code[0], code[0])
    number = "A23456789TJQK".index(code[0]) + 1
    color = "red" if code[1] in "HD" else "black"
    return Card(engine.ids[code], value, code[1].lower(), color, number, face_up)


def go(engine: Engine, code: str, target: object) -> Result:
    return engine.execute_move(engine.ids[code], target)


# --- idle -------------------------------------------------------------------------------------------------------


@clause("MM-127", "MM-165", "MM-316")
def test_an_engine_begins_idle_and_refuses_to_play() -> None:
    engine = Engine()
    heard: list[Event] = []
    engine.subscribe(heard.append)
    assert (engine.status, engine.elapsed, dict(engine.ids)) == ("idle", 0, {})
    assert engine.get_current_game() == CurrentGame()
    commands: list[Callable[[], object]] = [
        engine.draw_card, engine.recycle_waste, engine.undo, engine.redo, engine.resign, engine.declare_stalemate,
        engine.pause, lambda: engine.execute_move("x", text_tab(0)), lambda: engine.auto_place_card("x"),
        lambda: engine.validate_move("x", text_tab(0)),
    ]  # fmt: skip
    assert [command() for command in commands] == [NOT_ACTIVE] * len(commands)
    assert engine.resume() == Result(False, "Game not paused")
    assert engine.end_game() == Result(False, "Game not over")
    assert engine.save_game() == Result(False, "No game to save")
    assert engine.load_game() == Result(False, "No saved game")
    assert engine.get_hint() == Hint(False, "Game not active")
    assert engine.check_stalemate_conditions() == "active"
    assert engine.find_all_valid_moves() == engine.analyze_all_possible_moves() == []
    assert engine.find_best_move() is None
    assert (heard, engine.status) == ([], "idle")


def test_what_needs_a_game_says_so() -> None:
    engine = Engine()
    questions: list[Callable[[], object]] = [
        lambda: engine.table, lambda: engine.state, lambda: engine.view, engine.create_snapshot,
        engine.check_win_condition, engine.create_complete_snapshot,
    ]  # fmt: skip
    for ask in questions:
        with pytest.raises(BadInput) as refused:
            ask()
        assert refused.value.code == "NO_GAME"
        assert refused.value.reason == "there is no game; call initialize_game first"


def test_an_idle_engine_shows_an_empty_table() -> None:
    state = Engine().get_game_state()
    assert (state.status, state.active, state.paused, state.game_mode, state.seed) == ("idle", False, False, None, None)
    assert [state.deck, state.waste, state.pocket, state.pocket2, state.move_history, state.warnings] == [()] * 6
    assert state.tableau == ((),) * 7
    assert state.foundations.up == state.foundations.down == {"h": (), "d": (), "c": (), "s": ()}
    assert [state.column_types, state.column_typing_cards, state.column_directions] == [(None,) * 7] * 3
    assert state.base_heights == (0,) * 7
    assert (state.current_game, state.rating, state.direction) == (CurrentGame(), "", None)


def test_a_snapshot_is_restored_only_in_an_active_game() -> None:
    engine = Engine()
    engine.initialize_game(seed="1")
    snapshot = engine.create_snapshot()
    assert engine.draw_card()
    assert engine.restore_snapshot(snapshot)
    assert engine.state == snapshot
    engine.resign()
    assert engine.restore_snapshot(snapshot) == Result(False, "Game not active")
    engine.end_game()
    assert engine.restore_snapshot(snapshot) == Result(False, "Game not active")


def test_the_usual_clock_is_that_of_the_machine() -> None:
    engine = Engine()
    before = now()
    engine.initialize_game()
    assert before <= engine.get_current_game().start_time <= now()
    assert 1_700_000_000_000 < before < 10_000_000_000_000


# --- beginning --------------------------------------------------------------------------------------------------


@clause("MM-71", "MM-72", "MM-73", "MM-75", "MM-76")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("direction", ["locked", "flexible"])
def test_a_new_game_is_shown_from_the_start(mode: Mode, direction: str) -> None:
    clock = Clock(1234)
    engine = Engine(clock=clock)
    assert engine.initialize_game(mode, seed="5", direction=direction) == Result(True)
    seen = engine.get_game_state()
    assert (seen.status, seen.active, seen.paused) == ("active", True, False)
    assert (seen.game_mode, seen.direction, seen.seed) == (mode, direction, "5")
    assert seen.current_game == CurrentGame(start_time=1234)
    assert (seen.deck, seen.stock) == ((HIDDEN_CARD,) * 24,) * 2
    assert seen.waste == seen.pocket == seen.pocket2 == ()
    assert (seen.move_history, seen.warnings) == ((), ())
    assert seen.foundations.up == seen.foundations.down == dict.fromkeys("hdcs", ())
    assert seen.column_types == engine.state.board.column_types
    assert seen.column_typing_cards == (None,) * 7
    assert seen.column_directions == (None,) * 7
    assert seen.base_heights == (1, 2, 3, 4, 5, 6, 7)
    assert seen.rating == "Excellent"
    assert (seen.stats, seen.mode_stats) == (engine.records.stats, engine.records.mode_stats)
    hides = mode in ("traditional", "expert")
    assert [sum(one == HIDDEN_CARD for one in column) for column in seen.tableau] == [n * hides for n in range(7)]
    assert [codes(column) for column in engine.state.board.tableau] == [
        codes(column) for column in rules.deal("5", engine.state.options).board.tableau
    ]


@clause("MM-127", "MM-399")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [({"mode": "hard"}, "mode"), ({"direction": "up"}, "direction"), ({"seed": ""}, "seed"), ({"seed": 7}, "seed")],
)
def test_a_game_that_cannot_be_dealt_leaves_the_present_one(arguments: dict[str, Any], reason: str) -> None:
    engine = engine_at(NEARLY_WON)
    go(engine, "QS", text_foundation("QS"))
    before, table = engine.get_game_state(), engine.table
    result = engine.initialize_game(**arguments)
    assert not result
    assert reason in result.reason
    assert (engine.table, engine.get_game_state()) == (table, before)
    assert engine.records.stats.losses == 0


@clause("MM-116", "MM-125")
def test_a_new_game_knows_nothing_of_the_last() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    engine.initialize_game("classic", seed="1")
    clock.wait(50)
    best = engine.find_best_move()
    assert best is not None
    engine.execute_move(best.card_id, best.target_location)
    engine.get_hint()
    engine.undo()
    engine.pause()
    clock.wait(50)
    engine.initialize_game("expert", seed="2")
    assert engine.get_current_game() == CurrentGame(start_time=clock.now)
    assert (engine.status, engine.elapsed, engine.get_game_state().move_history) == ("active", 0, ())
    assert engine.undo() == Result(False, "No moves to undo")
    assert engine.redo() == Result(False, "No moves to redo")
    fresh = Engine(clock=clock)
    fresh.initialize_game("expert", seed="2")
    assert engine.state == fresh.state
    assert engine.ids == fresh.ids


# --- the states of a game ---------------------------------------------------------------------------------------


def won() -> Engine:
    engine = engine_at(NEARLY_WON)
    assert go(engine, "QS", text_foundation("QS"))
    assert go(engine, "KS", text_foundation("KS"))
    return engine


def lost() -> Engine:
    engine = engine_at(NEARLY_STUCK)
    assert go(engine, "4H", text_pocket())
    return engine


def paused() -> Engine:
    engine = engine_at(NEARLY_WON)
    assert engine.pause()
    return engine


def idle_again() -> Engine:
    engine = lost()
    assert engine.end_game() == Result(True)
    return engine


@clause("MM-128", "MM-129", "MM-130", "MM-131", "MM-132")
def test_a_game_goes_from_state_to_state() -> None:
    engine = engine_at(NEARLY_WON)
    assert engine.status == "active"
    assert engine.pause() == Result(True)
    assert engine.status == "paused"
    assert engine.resume() == Result(True)
    assert engine.status == "active"
    assert [made().status for made in (won, lost, paused, idle_again)] == ["won", "lost", "paused", "idle"]
    assert (won().state.end, lost().state.end) == ("completed", "stalemate")


@clause("MM-127", "MM-159", "MM-165", "MM-246")
@pytest.mark.parametrize("made", [won, lost, paused, idle_again])
def test_nothing_is_played_unless_the_game_is_active(made: Callable[[], Engine]) -> None:
    engine = made()
    heard: list[Event] = []
    engine.subscribe(heard.append)
    status, records, rest = engine.status, engine.records, engine.get_current_game()
    card_id = next(iter(engine.ids.values()))
    commands: list[Callable[[], object]] = [
        engine.draw_card, engine.recycle_waste, engine.undo, engine.redo, engine.declare_stalemate, engine.pause,
        lambda: engine.execute_move(card_id, text_tab(0)), lambda: engine.auto_place_card(card_id),
        lambda: engine.validate_move("no id", None), lambda: engine.execute_move("no id", None),
    ]  # fmt: skip
    assert [command() for command in commands] == [NOT_ACTIVE] * len(commands)
    hint = engine.get_hint()
    assert hint == Hint(False, "Game not active")
    assert not hint
    assert engine.find_all_valid_moves() == engine.analyze_all_possible_moves() == []
    assert engine.find_best_move() is None
    assert (engine.status, engine.records, engine.get_current_game()) == (status, records, rest)
    assert heard == []


@clause("MM-129", "MM-132", "MM-127")
def test_what_is_not_listed_is_refused() -> None:
    for made in (won, lost, idle_again, lambda: engine_at(NEARLY_WON)):
        assert made().resume() == Result(False, "Game not paused")
    for made in (paused, idle_again, lambda: engine_at(NEARLY_WON)):
        assert made().end_game() == Result(False, "Game not over")
    for made in (won, lost, idle_again):
        assert made().resign() == NOT_ACTIVE
    assert won().end_game() == Result(True)


@clause("MM-71", "MM-72")
def test_active_and_paused_follow_from_the_status() -> None:
    told = {
        engine.status: (engine.get_game_state().active, engine.get_game_state().paused)
        for engine in (engine_at(NEARLY_WON), paused(), won(), lost())
    }
    assert told == {"active": (True, False), "paused": (True, True), "won": (False, False), "lost": (False, False)}


@clause("MM-131")
@pytest.mark.parametrize("resting", [False, True])
def test_a_game_can_be_given_up_also_in_a_pause(resting: bool) -> None:
    clock = Clock()
    engine = engine_at(NEARLY_WON, clock)
    go(engine, "QS", text_foundation("QS"))
    clock.wait(100)
    if resting:
        engine.pause()
        clock.wait(1000)
    assert engine.resign() == Result(True)
    assert (engine.status, engine.state.end, engine.elapsed) == ("lost", "resign", 100)
    assert engine.get_current_game().end_time == clock.now
    stats = engine.records.stats
    assert (stats.games_played, stats.losses, stats.stalemates, stats.total_time_played) == (1, 1, 0, 100)


@clause("MM-131", "MM-301")
def test_a_game_without_a_move_is_dropped() -> None:
    engine = Engine()
    untouched = engine.records
    engine.initialize_game()
    engine.draw_card()
    engine.initialize_game()
    engine.pause()
    engine.initialize_game()
    assert engine.resign()
    assert (engine.status, engine.records) == ("lost", untouched)


@clause("MM-131", "MM-301", "MM-126")
@pytest.mark.parametrize("resting", [False, True])
def test_a_game_left_after_a_move_is_a_loss_and_no_stalemate(resting: bool) -> None:
    clock = Clock()
    engine = engine_at(NEARLY_WON, clock)
    go(engine, "QS", text_foundation("QS"))
    clock.wait(70)
    if resting:
        engine.pause()
        clock.wait(7000)
    engine.initialize_game("traditional")
    stats = engine.records.stats
    assert (stats.games_played, stats.wins, stats.losses, stats.stalemates) == (1, 0, 1, 0)
    assert (stats.total_moves, stats.total_time_played) == (1, 70)
    assert (engine.records.mode_stats["classic"].games, engine.records.mode_stats["traditional"].games) == (1, 0)
    engine.initialize_game()
    assert engine.records.stats == stats


def test_a_finished_game_is_counted_once() -> None:
    engine = lost()
    engine.initialize_game()
    assert engine.records.stats.games_played == 1


# --- time -------------------------------------------------------------------------------------------------------


@clause("MM-128", "MM-350", "MM-306")
def test_pauses_are_no_playing_time() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    engine.initialize_game(seed="3")
    clock.wait(1000)
    assert engine.elapsed == 1000
    engine.draw_card()
    clock.wait(200)
    engine.pause()
    clock.wait(9999)
    assert engine.elapsed == 1200
    engine.resume()
    assert engine.elapsed == 1200
    clock.wait(30)
    engine.draw_card()
    engine.pause()
    clock.wait(5)
    engine.resume()
    clock.wait(4)
    assert engine.elapsed == 1234


def test_a_clock_that_is_set_back_takes_nothing_away() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    engine.initialize_game()
    clock.wait(100)
    engine.draw_card()
    clock.wait(-5000)
    assert engine.elapsed == 100
    assert engine.draw_card()
    assert engine.elapsed == 100


@clause("MM-317")
def test_the_end_stops_the_clock() -> None:
    clock = Clock()
    engine = engine_at(NEARLY_WON, clock)
    clock.wait(10)
    go(engine, "QS", text_foundation("QS"))
    assert engine.get_current_game().end_time == 0
    clock.wait(20)
    go(engine, "KS", text_foundation("KS"))
    end = clock.now
    clock.wait(1000)
    assert (engine.elapsed, engine.get_current_game().end_time) == (30, end)
    assert engine.records.stats.total_time_played == 30
    engine.end_game()
    assert (engine.elapsed, engine.get_current_game()) == (0, CurrentGame())


@clause("MM-298")
@pytest.mark.parametrize(
    ("moves", "waited", "warned"), [(199, 300_001, True), (198, 300_001, False), (199, 300_000, False)]
)
def test_a_long_game_without_progress_is_warned_of(moves: int, waited: int, warned: bool) -> None:
    assert IDLE == 300_000
    clock = Clock()
    engine = engine_at(replace(NEARLY_WON, moves=moves), clock)
    clock.wait(waited)
    assert go(engine, "QS", text_pocket())
    assert engine.state.moves == moves + 1
    assert engine.state.idle is warned
    assert engine.get_game_state().warnings == (("idle",) if warned else ())


@clause("MM-298", "MM-260")
def test_progress_restarts_the_five_minutes_and_pauses_do_not_count() -> None:
    clock = Clock()
    engine = engine_at(replace(NEARLY_WON, moves=250), clock)
    clock.wait(200_000)
    go(engine, "QS", text_foundation("QS"))
    clock.wait(299_999)
    engine.pause()
    clock.wait(10_000_000)
    engine.check_stalemate_conditions()
    assert not engine.state.idle
    engine.resume()
    clock.wait(1)
    assert engine.check_stalemate_conditions() == "active"
    assert not engine.state.idle
    clock.wait(1)
    assert engine.check_stalemate_conditions() == "active"
    assert engine.state.idle
    assert [entry.seat for entry in engine.table.entries].count(SERVER) == 1
    clock.wait(1_000_000)
    engine.check_stalemate_conditions()
    assert [entry.seat for entry in engine.table.entries].count(SERVER) == 1


def test_a_draw_and_a_move_within_the_columns_are_no_progress() -> None:
    clock = Clock()
    engine = engine_at(replace(position("6S", "5H", "AC"), moves=300), clock)
    clock.wait(200_000)
    go(engine, "5H", text_tab(0))
    engine.draw_card()
    clock.wait(100_001)
    engine.draw_card()
    assert engine.state.idle
    down = engine_at(replace(position("6S", "5H", "AC"), moves=300), clock)
    clock.wait(200_000)
    go(down, "6S", text_foundation("6S"))
    clock.wait(100_001)
    assert down.draw_card()
    assert not down.state.idle


@clause("MM-261", "MM-302")
def test_a_standing_warning_lets_the_player_end_the_game() -> None:
    clock = Clock()
    engine = engine_at(position("KS", "QH", moves=28, moves_without_progress=28), clock)
    assert go(engine, "QH", text_pocket())
    assert engine.declare_stalemate() == Result(False, "There is no warning")
    assert go(engine, "QH", text_tab(0))
    assert engine.track_progress() == 30
    assert engine.declare_stalemate() == Result(True)
    assert (engine.status, engine.state.end) == ("lost", "declared")
    assert engine.records.stats.stalemates == engine.records.stats.losses == 1


# --- moving -----------------------------------------------------------------------------------------------------

BOARD = position(
    "9D 6S", "AS 8D", "7C 4C", "KD QS", "9C TC", "2C", waste="AD 5H", pockets=["7H"], down={"H": 1}, mode="classic"
)


@clause("MM-346", "MM-161", "MM-157", "MM-163", "MM-399")
@pytest.mark.parametrize(
    ("card", "target", "reason"),
    [
        ("no id", text_tab(0), "Card not found"),
        ("7H", text_tab(0), "Card not found"),
        ("", text_tab(0), "Card not found"),
        ("QD_", text_tab(0), "Card location unknown"),
        ("AD_", text_tab(0), "Card not accessible"),
        ("6H_", text_tab(0), "Card not accessible"),
        ("9D_", text_tab(0), "Card not accessible"),
        ("6S_", Location("waste"), "Invalid target"),
        ("6S_", Location("stock"), "Invalid target"),
        ("6S_", None, "Invalid target"),
        ("6S_", "tab", "Invalid target"),
        ("6S_", {}, "Invalid target"),
        ("6S_", {"type": 5}, "Invalid target"),
        ("6S_", {"type": "tab"}, "Invalid target"),
        ("6S_", {"type": "tab", "col": 7}, "Invalid target"),
        ("6S_", {"type": "tab", "col": -1}, "Invalid target"),
        ("6S_", {"type": "tab", "col": "0"}, "Invalid target"),
        ("6S_", {"type": "fUp"}, "Invalid target"),
        ("6S_", {"type": "fDown", "suit": "S"}, "Invalid target"),
        ("6S_", {"type": "pocket", "pocketNum": 0}, "Invalid target"),
        ("6S_", {"type": "pocket", "pocketNum": 3}, "Invalid target"),
        ("6S_", text_tab(0), "Card is already there"),
        ("7H_", text_pocket(1), "Pocket-to-pocket moves are not allowed"),
        ("7H_", text_pocket(2), "Pocket-to-pocket moves are not allowed"),
        ("6S_", text_pocket(2), "Pocket not available in this mode"),
        ("KD_", text_pocket(1), "Only a single card can be placed here"),
        ("KD_", text_foundation("KD"), "Only a single card can be placed here"),
        ("QS_", text_foundation("QS"), "Foundation does not accept this card"),
        ("6S_", {"type": "fDown", "suit": "h"}, "Foundation does not accept this card"),
        ("5H_", text_tab(6), "Only Ace or King on an empty column"),
        ("5H_", text_tab(1), "Column does not accept this card"),
        ("6S_", text_pocket(1), "Pocket is full"),
        ("6S_", {"type": "pocket"}, "Pocket is full"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(card: str, target: object, reason: str) -> None:
    engine = engine_at(BOARD)
    card_id = engine.ids[card[:2]] if card.endswith("_") else card
    heard: list[Event] = []
    engine.subscribe(heard.append)
    before = engine.get_game_state()
    assert engine.validate_move(card_id, target) == Result(False, reason)
    assert engine.validate_target(card_id, target) == Result(False, reason)
    assert engine.execute_move(card_id, target) == Result(False, reason)
    assert (engine.state, engine.get_game_state(), heard) == (BOARD, before, [])


@clause("MM-87", "MM-88", "MM-89", "MM-90", "MM-346")
@pytest.mark.parametrize(
    ("card", "target", "place"),
    [
        ("5H", {"type": "tab", "col": 0}, "tab 0"),
        ("5H", text_tab(0), "tab 0"),
        ("5H", {"type": "fDown", "suit": "h"}, "fDown h"),
        ("5H", {"type": "fDown", "suit": "h", "col": 9, "pocketNum": "x"}, "fDown h"),
        ("7H", {"type": "fUp", "suit": "h"}, "fUp h"),
        ("7H", {"type": "tab", "col": 0, "suit": "q", "pocketNum": 7}, "tab 0"),
        ("6S", {"type": "fDown", "suit": "s"}, "fDown s"),
    ],
)
def test_places_are_named_as_the_text_has_them(card: str, target: object, place: str) -> None:
    engine = engine_at(BOARD)
    assert engine.validate_move(engine.ids[card], target) == Result(True)
    assert engine.state == BOARD
    result = go(engine, card, target)
    assert result == Result(True)
    assert result
    found = engine.find_card_location(engine.ids[card])
    assert found is not None
    assert f"{found.type} {found.suit if found.col is None else found.col}" == place


@clause("MM-90", "MM-74")
@pytest.mark.parametrize(
    ("target", "number"),
    [
        ({"type": "pocket"}, 1),
        (Location("pocket"), 1),
        ({"type": "pocket", "pocketNum": 1}, 1),
        ({"type": "pocket", "pocketNum": 2}, 2),
        ({"type": "pocket", "pocket_num": 2, "col": 3}, 2),
        ({"type": "pocket", "pocketNum": None}, 1),
    ],
)
def test_a_pocket_without_a_number_is_the_first(target: object, number: int) -> None:
    engine = engine_at(position("9D 6S", mode="double_pocket"))
    assert go(engine, "6S", target)
    assert engine.find_card_location(engine.ids["6S"]) == Location("pocket", pocket_num=number)
    assert engine.get_game_state().move_history[0].target_location == Location("pocket", pocket_num=number)


@clause("MM-63", "MM-64", "MM-66", "MM-67", "MM-70")
def test_the_state_shows_where_every_card_is() -> None:
    engine = engine_at(position("AH 2S", "9s 6S", waste="3D 4D", pockets=["KC", "QC"], up={"D": 2}, down={"C": 1},
                                types=["ace", "untyped", *[None] * 5], mode="traditional", bases=[1, 2, *[0] * 5]),
                       Clock())  # fmt: skip
    seen = engine.get_game_state()
    assert seen.tableau[0] == (shown(engine, "AH"), shown(engine, "2S"))
    assert seen.tableau[1] == (HIDDEN_CARD, shown(engine, "6S"))
    assert seen.tableau[2:] == ((),) * 5
    assert seen.waste == (shown(engine, "3D"), shown(engine, "4D"))
    assert (seen.pocket, seen.pocket2) == ((shown(engine, "KC"),), ())
    assert seen.foundations.up == {"h": (), "d": (shown(engine, "7D"), shown(engine, "8D")), "c": (), "s": ()}
    assert seen.foundations.down == {"h": (), "d": (), "c": (shown(engine, "6C"),), "s": ()}
    assert seen.column_types == ("ace", "untyped", None, None, None, None, None)
    assert seen.column_typing_cards == (shown(engine, "AH"), *[None] * 6)
    assert seen.column_directions == ("ascending", *[None] * 6)
    assert seen.base_heights == (1, 2, 0, 0, 0, 0, 0)
    assert seen.deck == (HIDDEN_CARD,) * 42


@clause("MM-65")
def test_the_second_pocket_is_shown_in_double_pocket() -> None:
    engine = engine_at(position("AH 2S", pockets=["", "QC"], mode="double_pocket"))
    assert (engine.get_game_state().pocket, engine.get_game_state().pocket2) == ((), (shown(engine, "QC"),))


def test_the_state_is_written_with_the_names_of_the_text() -> None:
    engine = engine_at(BOARD)
    written = msgspec.to_builtins(engine.get_game_state())
    assert set(written) == {
        "status", "active", "paused", "gameMode", "direction", "seed", "deck", "waste", "pocket", "pocket2", "tableau",
        "foundations", "columnTypes", "columnTypingCards", "columnDirections", "baseHeights", "moveHistory",
        "currentGame", "rating", "warnings", "stats", "modeStats",
    }  # fmt: skip
    assert written["waste"][1] == {
        "id": engine.ids["5H"], "value": "5", "suit": "h", "color": "red", "numericValue": 5, "isFaceUp": True,
    }  # fmt: skip
    assert written["deck"][0] == {
        "id": "hidden", "value": "", "suit": "", "color": "", "numericValue": 0, "isFaceUp": False,
    }  # fmt: skip


@clause("MM-360", "MM-399")
def test_a_card_is_brought_to_its_foundation() -> None:
    engine = engine_at(BOARD)
    result = engine.auto_place_card(engine.ids["5H"])
    assert (result.success, result.reason, result.card, result.recycled) == (True, "", None, False)
    assert engine.auto_place_card(engine.ids["7H"]) == Result(True)
    assert engine.auto_place_card(engine.ids["6S"]) == Result(True)
    board = engine.state.board
    assert (codes(board.down[0]), codes(board.up[0]), codes(board.down[3])) == ("6H 5H", "7H", "6S")
    assert engine.state.moves == 3
    before = engine.state
    assert engine.auto_place_card(engine.ids["8D"]) == Result(False, "Foundation does not accept this card")
    assert engine.auto_place_card(engine.ids["KD"]) == Result(False, "Only a single card can be placed here")
    assert engine.auto_place_card(engine.ids["6H"]) == Result(False, "Card not accessible")
    assert engine.auto_place_card(engine.ids["QD"]) == Result(False, "Card location unknown")
    assert engine.auto_place_card("QD") == Result(False, "Card not found")
    assert engine.state == before


@clause("MM-347", "MM-399", "MM-62")
def test_a_draw_reports_its_card_and_whether_the_waste_was_turned_over() -> None:
    engine = engine_at(position("KS", waste="KH", stock="KD KC", up=SIX_UP, down=ALL_DOWN))
    assert engine.draw_card() == Result(True, card=shown(engine, "KC"))
    assert engine.recycle_waste() == Result(False, "The stock is not empty")
    assert engine.draw_card() == Result(True, card=shown(engine, "KD"))
    assert engine.draw_card() == Result(True, card=shown(engine, "KH"), recycled=True)
    assert codes(engine.state.stock) == "KD KC"
    assert (engine.get_current_game().draws, engine.get_current_game().recycles) == (3, 1)
    assert engine.get_current_game().moves == 0
    empty = engine_at(replace(NEARLY_WON, moves=1))
    assert empty.draw_card() == empty.recycle_waste() == Result(False, "No cards to draw")


def test_the_waste_is_turned_over_without_drawing() -> None:
    engine = engine_at(position("KS", waste="KH KD KC", stock="", up=SIX_UP, down=ALL_DOWN))
    assert engine.recycle_waste() == Result(True)
    assert (codes(engine.state.stock), engine.state.board.waste) == ("KC KD KH", ())
    assert (engine.state.draws, engine.state.recycles) == (0, 1)


@clause("MM-231", "MM-232", "MM-10")
@pytest.mark.parametrize("reason", ["Failed to remove from source", "Failed to add to target"])
def test_a_fault_within_a_move_leaves_the_game_as_it_was(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_at(BOARD)

    def fail(*_: object) -> None:
        raise InvariantBreach(reason)

    heard: list[Event] = []
    engine.subscribe(heard.append)
    with monkeypatch.context() as patched:
        patched.setattr(rules, "carried", fail)
        assert go(engine, "5H", text_tab(0)) == Result(False, reason)
    assert (engine.state, heard, engine.get_game_state().move_history) == (BOARD, [], ())
    assert go(engine, "5H", text_tab(0))


# --- undo, redo, the history ------------------------------------------------------------------------------------


@clause("MM-81", "MM-82", "MM-83", "MM-84", "MM-85")
def test_the_history_has_every_field_of_a_move() -> None:
    clock = Clock()
    engine = engine_at(position("7S", "9S 6H 5C", "4S", bases=[1, 2, 1, 0, 0, 0, 0]), clock)
    before = engine.state
    clock.wait(77)
    assert go(engine, "6H", text_tab(0))
    (move,) = engine.get_game_state().move_history
    assert move.card_id == engine.ids["6H"]
    assert (move.source_location, move.target_location) == (text_tab(1), text_tab(0))
    assert move.moving_cards == (shown(engine, "6H"), shown(engine, "5C"))
    assert move.timestamp == clock.now
    assert move.state_snapshot == view(before, 0)
    assert set(msgspec.to_builtins(move)) == {
        "cardId", "sourceLocation", "targetLocation", "movingCards", "timestamp", "stateSnapshot",
    }  # fmt: skip


@clause("MM-86", "MM-74", "MM-242", "MM-243")
def test_the_history_holds_ten_moves_and_forgets_the_oldest() -> None:
    clock = Clock()
    engine = engine_at(position("KS", "QH"), clock)
    seen = []
    for number in range(13):
        clock.wait(1)
        seen.append(engine.view)
        assert go(engine, "QH", text_tab(0) if number % 2 else text_pocket())
        history = engine.get_game_state().move_history
        assert len(history) == min(number + 1, 10)
        assert [one.state_snapshot for one in history] == seen[-10:]
    assert HISTORY_LENGTH == 10
    last = clock.now
    assert [one.timestamp for one in history] == list(range(last - 9, last + 1))
    for _ in range(10):
        assert engine.undo()
    assert engine.undo() == Result(False, "No moves to undo")


@clause("MM-348", "MM-79", "MM-74", "MM-249")
def test_undo_and_redo_carry_the_history_with_them() -> None:
    clock = Clock()
    engine = engine_at(BOARD, clock)
    go(engine, "5H", text_foundation("5H"))
    clock.wait(3)
    go(engine, "7H", text_foundation("7H"))
    both, after = engine.get_game_state().move_history, engine.state
    assert len(both) == 2
    assert engine.undo() == Result(True)
    assert engine.get_game_state().move_history == both[:1]
    assert engine.undo() == Result(True)
    assert engine.get_game_state().move_history == ()
    assert engine.state.board == BOARD.board
    assert (engine.get_current_game().undo_uses, engine.get_current_game().moves) == (2, 2)
    assert engine.undo() == Result(False, "No moves to undo")
    assert engine.get_current_game().undo_uses == 2
    assert engine.redo() == Result(True)
    assert engine.get_game_state().move_history == both[:1]
    assert engine.redo() == Result(True)
    assert (engine.get_game_state().move_history, engine.state) == (both, after)
    assert engine.redo() == Result(False, "No moves to redo")


@clause("MM-249", "MM-247")
def test_a_new_move_or_draw_forgets_what_was_undone_but_a_refusal_does_not() -> None:
    for forget in (lambda one: one.draw_card(), lambda one: go(one, "6S", text_foundation("6S"))):
        engine = engine_at(BOARD)
        go(engine, "5H", text_foundation("5H"))
        engine.undo()
        assert not go(engine, "7H", text_pocket(2))
        assert engine.redo()
        engine.undo()
        assert forget(engine)
        assert engine.redo() == Result(False, "No moves to redo")
    assert len(engine.get_game_state().move_history) == 1
    drawn = engine_at(BOARD)
    drawn.draw_card()
    assert drawn.undo() == Result(False, "No moves to undo")


@clause("MM-77", "MM-248", "MM-318")
def test_the_efficiency_falls_with_an_undo_and_is_a_whole_number() -> None:
    engine = engine_at(position("KS QH", "9D 8C 7D 6C", "JH TH 9H", moves=2))
    assert engine.get_current_game().efficiency == 100
    assert go(engine, "QH", text_pocket())
    assert engine.get_current_game().efficiency == 33
    assert engine.undo()
    assert engine.get_current_game().efficiency == 67
    assert go(engine, "6C", text_foundation("6C"))
    assert engine.calculate_efficiency() == engine.update_efficiency() == engine.get_current_game().efficiency == 50
    assert engine.get_efficiency_rating() == engine.get_game_state().rating == "Average"


@clause("MM-250", "MM-251", "MM-255", "MM-254")
def test_a_snapshot_brings_a_position_back() -> None:
    clock = Clock()
    engine = engine_at(BOARD, clock)
    engine.get_hint()
    clock.wait(10)
    go(engine, "5H", text_foundation("5H"))
    snapshot = engine.create_snapshot()
    held = msgspec.json.encode(snapshot)
    clock.wait(10)
    go(engine, "7H", text_foundation("7H"))
    engine.undo()
    start = engine.get_current_game().start_time
    clock.wait(10)
    heard: list[Event] = []
    engine.subscribe(heard.append)
    assert engine.restore_snapshot(snapshot) == Result(True)
    assert heard == [Event("stateChanged", {})]
    assert msgspec.json.encode(engine.state) == held
    assert (engine.elapsed, engine.status) == (30, "active")
    game = engine.get_current_game()
    assert (game.hint_uses, game.undo_uses, game.start_time) == (1, 1, start)
    assert engine.undo() == Result(False, "No moves to undo")
    assert engine.get_game_state().move_history == ()
    clock.wait(5)
    assert engine.elapsed == 35


def test_a_snapshot_restored_in_a_pause_stays_paused() -> None:
    clock = Clock()
    engine = engine_at(BOARD, clock)
    clock.wait(10)
    engine.pause()
    clock.wait(10)
    assert engine.restore_snapshot(BOARD)
    clock.wait(10)
    assert (engine.status, engine.elapsed) == ("paused", 10)
    engine.resume()
    clock.wait(1)
    assert engine.elapsed == 11


def test_a_finished_game_restored_in_a_pause_is_over() -> None:
    engine = paused()
    assert engine.restore_snapshot(replace(BOARD, end="resign"))
    assert (engine.status, engine.get_game_state().paused) == ("lost", False)


@clause("MM-142", "MM-255")
def test_a_broken_snapshot_is_refused() -> None:
    engine = engine_at(BOARD)
    broken = replace(BOARD, stock=BOARD.stock[1:])
    table = engine.table
    heard: list[Event] = []
    engine.subscribe(heard.append)
    refusal = Result(False, "51 cards are on the table, 51 of them different")
    assert engine.validate_state(broken) == engine.restore_snapshot(broken) == refusal
    assert engine.validate_state() == engine.validate_state(NEARLY_WON) == Result(True)
    assert engine.table is table
    assert heard == []


# --- hints ------------------------------------------------------------------------------------------------------


@clause("MM-349", "MM-78", "MM-304", "MM-314")
def test_a_hint_is_the_best_move_and_is_counted() -> None:
    clock = Clock()
    engine = engine_at(BOARD, clock)
    best = ranking(engine.view)[0]
    clock.wait(5)
    hint = engine.get_hint()
    assert hint is not None
    assert hint
    assert (hint.success, hint.reason, hint.draw, hint.move) == (True, "", False, engine.find_best_move())
    assert hint.move is not None
    assert (hint.move.card_id, hint.move.target_location) == (
        engine.ids[best.action.card],
        LOCATIONS[best.carry.target],
    )
    assert (engine.get_current_game().hint_uses, engine.records.stats.total_hint_uses) == (1, 1)
    assert engine.table.entries[-1].at == 5
    engine.get_hint()
    assert (engine.get_game_state().current_game.hint_uses, engine.records.stats.total_hint_uses) == (2, 2)
    engine.find_best_move()
    engine.analyze_all_possible_moves()
    assert engine.get_current_game().hint_uses == 2
    assert engine.state == BOARD


@clause("MM-349", "MM-269")
def test_a_draw_is_hinted_if_no_card_moves_and_nothing_in_a_stalemate() -> None:
    stuck = position(
        "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH", "8S 9S QH KH",
        "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", pockets=["4H"], stock="JS TS",
    )  # fmt: skip
    engine = engine_at(stuck)
    assert engine.find_best_move() is None
    hint = engine.get_hint()
    assert hint is not None
    assert (hint.success, hint.reason, hint.draw, hint.move) == (True, "", True, None)
    assert engine.get_current_game().hint_uses == 1
    over = engine_at(replace(lost().state, end=None))
    assert over.check_stalemate()
    assert over.check_stalemate_conditions() == "stalemate"
    assert over.get_hint() is None
    assert (over.get_current_game().hint_uses, over.records.stats.total_hint_uses) == (0, 0)


@clause("MM-273", "MM-274", "MM-278", "MM-259")
@given(positions("meridian", most=80))
@settings(max_examples=15)
def test_scores_and_looks_ahead_are_those_of_the_ranking(somewhere: Position) -> None:
    if somewhere.state.end is not None:
        return
    engine = engine_at(somewhere.state)
    advice = ranking(engine.view)
    ranked = engine.analyze_all_possible_moves()
    assert len(ranked) == len(advice)
    for move, one in list(zip(ranked, advice, strict=True))[:6]:
        assert (move.card_id, move.target_location) == (engine.ids[one.action.card], LOCATIONS[one.carry.target])
        assert [card.id for card in move.moving_cards] == [engine.ids[card.code] for card in one.carry.run]
        assert move.moving_cards == tuple(engine.get_moving_cards(move.card_id, move.source_location))
        assert move.source_location == engine.find_card_location(move.card_id)
        assert (move.score, move.lookahead_score, move.leads_to_stalemate) == (
            one.score, one.lookahead, one.leads_to_stalemate,
        )  # fmt: skip
        assert move.total_score == one.tenths / 10
        written = {"cardId": move.card_id, "targetLocation": msgspec.to_builtins(move.target_location)}
        assert engine.calculate_move_score(move) == engine.calculate_move_score(written) == one.score
        assert engine.analyze_lookahead(move) == engine.analyze_lookahead(written) == one.lookahead
        assert engine.leads_to_stalemate(move) is engine.leads_to_stalemate(written) is one.leads_to_stalemate
    legal = [action for action in somewhere.game.legal(somewhere.state, 0) if action.kind == "move"]
    assert [(one.card_id, place_at(one.target_location)) for one in engine.find_all_valid_moves()] == [
        (engine.ids[action.card], action.target) for action in legal
    ]


@clause("MM-280")
def test_a_move_is_tried_on_a_copy_and_bares_nothing() -> None:
    engine = engine_at(position("9s 6H", "7S", "5C", mode="traditional"))
    before = engine.state
    move = {"card_id": engine.ids["6H"], "target": text_tab(1)}
    after = engine.simulate_move(move)
    assert engine.state == before
    assert codes(after.board.tableau[1]) == "7S 6H"
    assert [card.card_id for card in after.board.tableau[0]] == [""]
    assert after.moves == before.moves
    named = {"cardId": engine.ids["6H"], "target_location": text_tab(1)}
    assert engine.simulate_move(named) == after
    further = engine.simulate_move({"cardId": engine.ids["5C"], "target": {"type": "tab", "col": 1}}, after)
    assert codes(further.board.tableau[1]) == "7S 6H 5C"


def test_a_move_that_is_none_is_refused_with_its_reason() -> None:
    engine = engine_at(BOARD)
    for move, reason in (
        ({}, "Card not found"),
        ({"cardId": engine.ids["6S"]}, "Invalid target"),
        ({"cardId": engine.ids["6S"], "target": text_tab(0)}, "Card is already there"),
    ):
        with pytest.raises(Rejected, match=reason):
            engine.calculate_move_score(move)


# --- questions --------------------------------------------------------------------------------------------------


@clause("MM-167")
def test_cards_are_found_by_their_ids() -> None:
    engine = engine_at(position("9s 6H", waste="2C", pockets=["3D"], up={"C": 1}, down={"S": 1}, mode="traditional"))
    where = {
        "6H": text_tab(0), "2C": Location("waste"), "3D": Location("pocket", pocket_num=1),
        "7C": Location("fUp", suit="c"), "6S": Location("fDown", suit="s"), "KD": None,
    }  # fmt: skip
    for code, place in where.items():
        assert engine.find_card(engine.ids[code]) == shown(engine, code)
        assert engine.find_card_location(engine.ids[code]) == place
    assert engine.find_card(engine.ids["9S"]) == shown(engine, "9S", face_up=False)
    assert engine.find_card("6H") is None
    assert engine.find_card_location("no id") is None


@clause("MM-172", "MM-168", "MM-169", "MM-171", "MM-230")
def test_what_can_be_picked_up_and_what_moves_with_it() -> None:
    engine = engine_at(
        position("9s 8D 6H 5S", waste="2C 2D", pockets=["3D"], up={"C": 1}, down={"S": 1}, mode="traditional")
    )
    taking = {"6H": "6H 5S", "5S": "5S", "2D": "2D", "3D": "3D"}
    for code in engine.ids:
        expected = [shown(engine, one) for one in taking.get(code, "").split()]
        assert engine.is_card_accessible(engine.ids[code]) is bool(expected)
        assert engine.get_moving_cards(engine.ids[code]) == expected
    assert engine.is_card_accessible(shown(engine, "6H"))
    assert engine.is_card_accessible(shown(engine, "6H"), text_tab(0))
    assert engine.is_card_accessible(engine.ids["3D"], {"type": "pocket"})
    assert engine.is_card_accessible(engine.ids["3D"], {"type": "pocket", "pocketNum": 1})
    assert not engine.is_card_accessible(engine.ids["3D"], {"type": "pocket", "pocketNum": 2})
    assert not engine.is_card_accessible(engine.ids["6H"], text_tab(1))
    assert not engine.is_card_accessible(engine.ids["6H"], Location("waste"))
    assert engine.get_moving_cards(engine.ids["6H"], text_tab(1)) == []
    assert not engine.is_card_accessible(HIDDEN_CARD)


@clause("MM-224", "MM-211", "MM-212")
def test_waste_and_pockets_answer() -> None:
    engine = engine_at(position("KS", waste="2C 2D", pockets=["3D"], mode="double_pocket"))
    assert [code for code in engine.ids if engine.can_play_from_waste(engine.ids[code])] == ["2D"]
    assert not engine_at(NEARLY_WON).can_play_from_waste("x")
    card = shown(engine, "KS")
    assert [engine.can_place_to_pocket(card, number) for number in (0, 1, 2, 3)] == [False, False, True, False]
    assert [engine.can_retrieve_from_pocket(number) for number in (0, 1, 2, 3)] == [False, True, False, False]
    assert (engine.can_place_to_pocket(card), engine.can_retrieve_from_pocket()) == (False, True)
    single = engine_at(position("KS"))
    assert [single.can_place_to_pocket(card.id, number) for number in (1, 2)] == [True, False]
    assert [single.can_retrieve_from_pocket(number) for number in (1, 2)] == [False, False]


@clause("MM-177", "MM-178", "MM-180")
def test_the_types_that_columns_must_have() -> None:
    engine = engine_at(position("AH", "KS", "5D", "AS 9D", "KC QD", types=["ace", "king", "untyped", "untyped", "king", None, None]))  # noqa: E501 # fmt: skip
    kinds = [engine.update_column_type(column) for column in (0, 1, 2, 3, 4, 5, None)]
    assert kinds == [
        ("ace", shown(engine, "AH")),
        ("king", shown(engine, "KS")),
        ("untyped", None),
        ("untyped", None),
        ("king", shown(engine, "KC")),
        (None, None),
        (None, None),
    ]
    run = [shown(engine, "KC"), shown(engine, "QD")]
    assert engine.handle_empty_column_placement(5, run) == ("king", run[0])
    assert engine.handle_empty_column_placement(6, [shown(engine, "AC")]) == ("ace", shown(engine, "AC"))
    assert engine.handle_empty_column_placement(6, [shown(engine, "5C")]) == ("untyped", None)
    assert engine.handle_empty_column_placement(0, run) == ("ace", shown(engine, "AH"))


@clause("MM-239")
def test_no_column_has_a_card_to_be_turned() -> None:
    engine = engine_at(position("AH", "9s 6H", mode="traditional"))
    assert [engine.flip_top_card_if_needed(column) for column in (0, 1, None, -1, 2, 7)] == [None] * 6


@clause("MM-237", "MM-238")
def test_cards_are_taken_and_laid_on_a_copy() -> None:
    engine = engine_at(
        position("9s 6H 5S", "AD", waste="2C 2D", pockets=["3D"], up={"C": 1}, down={"S": 1}, mode="traditional")
    )
    before = engine.state
    run = [shown(engine, "6H"), shown(engine, "5S")]
    without = engine.remove_from_source(run, text_tab(0))
    assert without is not None
    assert (codes(without.tableau[0]), without.column_types[0], without.base_heights[0]) == ("9S", "untyped", 1)
    waste = engine.remove_from_source([shown(engine, "2D")], {"type": "waste"})
    assert waste is not None
    assert codes(waste.waste) == "2C"
    emptied = engine.remove_from_source([shown(engine, "3D")], {"type": "pocket"})
    assert emptied is not None
    assert emptied.pockets == (None,)
    assert engine.remove_from_source([shown(engine, "7C")], text_foundation("7C")) is None
    assert engine.remove_from_source([shown(engine, "7C")], {"type": "nowhere"}) is None
    laid = engine.add_to_target(run, text_tab(2))
    assert laid is not None
    assert (codes(laid.tableau[2]), laid.column_types[2]) == ("6H 5S", "untyped")
    up = engine.add_to_target([shown(engine, "8C")], text_foundation("8C"))
    assert up is not None
    assert codes(up.up[2]) == "7C 8C"
    assert engine.add_to_target([shown(engine, "4C")], {"type": "pocket"}) is None
    pocketed = engine.add_to_target([shown(engine, "4C")], {"type": "pocket"}, emptied)
    assert pocketed is not None
    assert pocketed.pockets == pile("4C")
    for target in (text_foundation("6H"), text_pocket(), Location("waste"), {"type": "nowhere"}):
        assert engine.add_to_target(run, target) is None
    assert engine.add_to_target([shown(engine, "4C")], Location("waste")) is None
    assert engine.state == before


@clause("MM-237")
@pytest.mark.parametrize(
    ("card", "source"),
    [
        ("5S", text_tab(1)),
        ("7C", text_tab(0)),
        ("6H", Location("waste")),
        ("2C", Location("waste")),
        ("2D", text_pocket()),
    ],
)
def test_cards_are_not_taken_from_where_they_do_not_lie(card: str, source: Location) -> None:
    engine = engine_at(position("9S 6H 5S", "AD", waste="2C 2D", pockets=["3D"], up={"C": 1}))
    assert engine.remove_from_source([shown(engine, card)], source) is None


@clause("MM-190", "MM-258", "MM-296")
def test_how_a_game_stands() -> None:
    engine = engine_at(NEARLY_WON)
    assert (engine.check_win_condition(), engine.check_stalemate()) == (False, False)
    finished = won()
    assert (finished.check_win_condition(), finished.check_stalemate()) == (True, False)
    assert finished.check_stalemate_conditions() == "active"
    ended = lost()
    assert (ended.check_win_condition(), ended.check_stalemate()) == (False, True)
    assert ended.check_stalemate_conditions() == "stalemate"


@clause("MM-291", "MM-293", "MM-260")
def test_circles_are_noticed_by_fingerprints() -> None:
    engine = engine_at(position("KS", "QH"))
    first = engine.hash_game_state()
    assert first == engine.state.history[0] == engine.hash_game_state(engine.state)
    assert (len(first), engine.detect_loop(), engine.track_progress()) == (16, False, 0)
    go(engine, "QH", text_pocket())
    assert engine.hash_game_state() != first
    assert engine.hash_game_state(position("KS", "QH")) == first
    go(engine, "QH", text_tab(0))
    go(engine, "QH", text_pocket())
    assert engine.detect_loop() is True
    assert engine.track_progress() == 3
    assert engine.get_game_state().warnings == ("loop",)


@clause("MM-161", "MM-228", "MM-346")
@given(positions("meridian", most=60), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_a_move_is_judged_as_it_is_made(somewhere: Position, random: Random) -> None:
    if somewhere.state.end is not None:
        return
    engine = engine_at(somewhere.state)
    targets = [location for spot, location in LOCATIONS.items() if spot in PLACES]
    legal = {(action.card, action.target) for action in somewhere.legal if isinstance(action, Move)}
    tried = [(code, random.choice(targets)) for code in random.sample(sorted(engine.ids), 12)]
    good = [(code, target) for code, place in sorted(legal, key=str) for target in targets if place_at(target) == place]
    for code, target in [*tried, *random.sample(good, min(3, len(good)))]:
        judged = engine.validate_move(engine.ids[code], target)
        assert bool(judged) is ((code, place_at(target)) in legal)
        assert go(engine, code, target) == judged
        if judged:
            break
        assert engine.state == somewhere.state


# --- what is hidden ---------------------------------------------------------------------------------------------


@clause("MM-345")
@given(positions("meridian", most=80, mode="traditional"), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_hidden_cards_cannot_be_located(somewhere: Position, random: Random) -> None:
    state = somewhere.state
    columns = state.board.tableau
    unseen = [card for column in columns for card in column if card.face_down] + [one.down() for one in state.stock]
    random.shuffle(unseen)
    dealt = iter(unseen)
    other = replace(
        state,
        board=replace(
            state.board,
            tableau=tuple(tuple(next(dealt) if card.face_down else card for card in column) for column in columns),
        ),
        stock=tuple(card.up() for card in dealt),
    )
    seen = [msgspec.json.encode(engine_at(one).get_game_state()) for one in (state, other)]
    assert seen[0] == seen[1]


@clause("MM-345", "MM-86")
@given(st.integers(0, 10**6), st.sampled_from(["traditional", "expert"]), st.randoms(use_true_random=False))
@settings(max_examples=12)
def test_state_history_events_and_hints_reveal_no_hidden_card(seed: int, mode: Mode, random: Random) -> None:
    engine = Engine(clock=Clock())
    heard: list[Event] = []
    engine.subscribe(heard.append)
    engine.initialize_game(mode, seed=str(seed))
    for _ in range(25):
        moves = engine.find_all_valid_moves()
        if moves and random.random() < 0.7:
            move = random.choice(moves)
            engine.execute_move(move.card_id, move.target_location)
        else:
            engine.draw_card()
    told = msgspec.json.encode([engine.get_game_state(), heard, engine.get_hint(), engine.analyze_all_possible_moves()])
    for column in engine.state.board.tableau:
        for card in column:
            if card.face_down:
                assert engine.ids[card.code].encode() not in told
                assert f'"cardId":"{card.code}"'.encode() not in told


@clause("MM-61", "MM-252")
def test_cards_keep_their_ids_wherever_they_go() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="9")
    ids = dict(engine.ids)
    for _ in range(30):
        engine.draw_card()
        if best := engine.find_best_move():
            engine.execute_move(best.card_id, best.target_location)
    assert engine.ids == ids
    assert len(set(ids.values())) == 52
    engine.undo()
    shown_cards = [one for column in engine.get_game_state().tableau for one in column]
    assert all(engine.find_card(one.id) == one for one in shown_cards)


@pytest.mark.parametrize("mode", ["classic", "traditional"])
def test_a_simulated_position_has_the_fingerprint_of_the_real_one_unless_a_card_is_bared(mode: Mode) -> None:
    compared = 0
    engine = Engine()
    engine.initialize_game(mode, seed="2")
    for _ in range(40):
        hint = engine.get_hint()
        assert hint is not None
        if hint.move is None:
            engine.draw_card()
            continue
        hidden = sum(one.face_down for column in engine.state.board.tableau for one in column)
        simulated = engine.hash_game_state(engine.simulate_move(hint.move))
        engine.execute_move(hint.move.card_id, hint.move.target_location)
        turned = hidden != sum(one.face_down for column in engine.state.board.tableau for one in column)
        assert (simulated == engine.hash_game_state()) != turned
        compared += not turned
    assert compared > 5


def test_a_simulated_state_can_be_analyzed() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="2")
    best = engine.find_best_move()
    assert best is not None
    future = engine.analyze_all_possible_moves(engine.simulate_move(best))
    worth = [20 if one.target_location.type in ("fUp", "fDown") else 10 if one.score >= 40 else 2 for one in future]
    assert sum(worth) == best.lookahead_score


def test_a_move_of_the_history_can_be_simulated_again() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="2")
    best = engine.find_best_move()
    assert best is not None
    engine.execute_move(best.card_id, best.target_location)
    after = engine.state
    played = engine.get_game_state().move_history[-1]
    engine.undo()
    assert engine.simulate_move(played).board == after.board


def test_loading_another_game_leaves_the_running_one_as_lost() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="2")
    engine.save_game()
    engine.draw_card()
    assert engine.load_game()
    assert engine.records.stats.games_played == 0
    engine.initialize_game("classic", seed="3")
    best = engine.find_best_move()
    assert best is not None
    engine.execute_move(best.card_id, best.target_location)
    assert engine.load_game()
    assert (engine.records.stats.losses, engine.state.seed) == (1, "2")


def test_a_column_that_is_none_has_no_type() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="2")
    for none in (None, -1, 7):
        assert engine.update_column_type(none) == (None, None)
    assert engine.handle_empty_column_placement(0, []) == engine.update_column_type(0)


def test_cards_may_be_given_themselves_or_by_their_ids() -> None:
    engine = Engine()
    engine.initialize_game("classic", seed="2")
    top = engine.get_game_state().tableau[3][-1]
    assert engine.get_moving_cards(top) == engine.get_moving_cards(top.id) == [top]
    assert engine.validate_target(top, {"type": "pocket"}).valid
    assert engine.auto_place_card(top) == engine.auto_place_card(top.id)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["traditional", "expert"])
def test_the_functions_take_what_a_state_shows_hidden_cards_too(mode: Mode) -> None:
    engine = Engine()
    engine.initialize_game(mode, seed="5")
    state = engine.get_game_state()
    assert initialize_column_types(state.tableau) == state.column_types
    assert all(
        validate_column_type(column, kind) for column, kind in zip(state.tableau, state.column_types, strict=True)
    )
    assert serialize_cards(state.deck[:2]) == "() ()"
    top = state.tableau[3][-1]
    assert not can_place_on_tableau([top], state.tableau[3], "untyped")
    assert engine.remove_from_source(state.tableau[2], text_tab(2)) is None
    assert get_movable_sequence(state.tableau[3], 0) == []


@clause("MM-60", "MM-149")
def test_ids_carry_the_time_of_the_deal_by_the_engines_clock() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    engine.initialize_game(seed="7")
    assert {one.split("_")[1] for one in engine.ids.values()} == {str(clock())}
    before = dict(engine.ids)
    clock.wait(1500)
    assert engine.draw_card()
    assert engine.ids == before
    engine.initialize_game(seed="7")
    assert {one.split("_")[1] for one in engine.ids.values()} == {str(clock())}
    assert not set(before.values()) & set(engine.ids.values())
    assert [one.split("_")[2:] for one in before.values()] == [one.split("_")[2:] for one in engine.ids.values()]


def test_the_examples_of_the_docstring_run() -> None:
    results = doctest.testmod(engine_module)
    assert results.failed == 0
    assert results.attempted > 0
