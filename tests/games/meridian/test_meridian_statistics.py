"""Statistics: what is counted in a game, in a mode and in all games, when, and where it is kept."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clauses import clause
from games.meridian.boards_meridian import position, text_foundation, text_pocket, text_tab
from saloon.games.meridian.compat.engine import STATISTICS_KEY, Engine
from saloon.games.meridian.compat.shapes import Result
from saloon.games.meridian.state import Mode, State
from saloon.games.meridian.statistics import (
    MODES,
    CurrentGame,
    FinishedGame,
    ModeStats,
    ModeSummary,
    Records,
    Stats,
    Summary,
)

FULL = {"H": 7, "D": 7, "C": 7}
ALL_DOWN = dict.fromkeys("HDCS", 6)


class Clock:
    """A clock that advances on request."""

    def __init__(self, now: int = 5_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds


def nearly_won(mode: Mode = "classic", moves: int = 51) -> State:
    return position("KS", up={**FULL, "S": 6}, down=ALL_DOWN, mode=mode, moves=moves)


def nearly_stuck(moves: int = 0) -> State:
    """All tops, and the cards under them, are red and far from any goal: 4H into the pocket is the end."""
    return position(
        "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH", "8S 9S TS JS QH KH",
        "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="", moves=moves,
    )  # fmt: skip


def put(engine: Engine, state: State) -> Engine:
    """A new game of the engine in this position."""
    engine.initialize_game(state.options.mode)
    assert engine.restore_snapshot(state)
    return engine


def win(engine: Engine, mode: Mode = "classic", moves: int = 51) -> None:
    put(engine, nearly_won(mode, moves))
    assert engine.execute_move(engine.ids["KS"], text_foundation("KS"))


@clause("MM-80", "MM-299", "MM-300", "MM-303", "MM-307")
def test_a_win_is_counted() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    put(engine, nearly_won(moves=79))
    clock.wait(1500)
    assert engine.records == Records()
    assert engine.execute_move(engine.ids["KS"], text_foundation("KS"))
    assert engine.get_game_state().stats == Stats(
        games_played=1, wins=1, total_moves=80, total_time_played=1500, efficiency_history=(65,)
    )
    win(engine, moves=51)
    assert engine.records.stats.efficiency_history == (65, 100)
    assert (engine.records.stats.games_played, engine.records.stats.total_moves) == (2, 132)


@clause("MM-299", "MM-301", "MM-302", "MM-307")
def test_a_stalemate_is_a_loss_too() -> None:
    clock = Clock()
    engine = put(Engine(clock=clock), nearly_stuck(moves=11))
    clock.wait(20)
    assert engine.execute_move(engine.ids["4H"], text_pocket())
    assert engine.records.stats == Stats(
        games_played=1, losses=1, stalemates=1, total_moves=12, total_time_played=20, efficiency_history=()
    )
    assert engine.records.mode_stats["classic"] == ModeStats(games=1, total_moves=12)


@clause("MM-299", "MM-301", "MM-302", "MM-303")
def test_every_way_to_lose_is_counted_as_it_should() -> None:
    engine = Engine(clock=Clock())
    put(engine, position("KS", "QH", moves=40, moves_without_progress=30))
    assert engine.declare_stalemate()
    put(engine, position("KS", "QH", moves=1))
    assert engine.resign()
    put(engine, position("KS", "QH", moves=100))
    engine.initialize_game()
    stats = engine.records.stats
    assert (stats.games_played, stats.wins, stats.losses, stats.stalemates) == (3, 0, 3, 1)
    assert stats.total_moves == 141
    put(engine, position("KS", "QH", moves=0))
    engine.resign()
    assert engine.records.stats == stats


@clause("MM-308", "MM-309", "MM-310", "MM-311", "MM-312")
@pytest.mark.parametrize("mode", MODES)
def test_each_mode_has_figures_of_its_own(mode: Mode) -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    assert engine.records.mode_stats == dict.fromkeys(
        ("classic", "double_pocket", "traditional", "expert"), ModeStats()
    )
    put(engine, nearly_won(mode, 103))
    clock.wait(700)
    engine.execute_move(engine.ids["KS"], text_foundation("KS"))
    expected = ModeStats(games=1, wins=1, total_moves=104, best_efficiency=50, best_time=700)
    others = {other: ModeStats() for other in MODES if other != mode}
    assert engine.get_game_state().mode_stats == {**others, mode: expected}
    put(engine, position("KS", "QH", mode=mode, moves=7))
    clock.wait(9)
    engine.resign()
    expected = ModeStats(games=2, wins=1, total_moves=111, best_efficiency=50, best_time=700)
    assert engine.records.mode_stats == {**others, mode: expected}


@clause("MM-311", "MM-312", "MM-327")
def test_best_values_are_those_of_the_best_wins() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    told = []
    for moves, time in ((103, 500), (51, 800), (207, 300), (103, 400)):
        put(engine, nearly_won(moves=moves))
        clock.wait(time)
        engine.execute_move(engine.ids["KS"], text_foundation("KS"))
        best = engine.records.mode_stats["classic"]
        told.append((best.best_efficiency, best.best_time))
    assert told == [(50, 500), (100, 500), (100, 300), (100, 300)]
    assert engine.records.stats.efficiency_history == (50, 100, 25, 50)
    assert engine.records.stats.total_time_played == 2000


def test_a_win_in_no_time_is_the_best() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    win(engine)
    assert engine.records.mode_stats["classic"].best_time == 0
    put(engine, nearly_won())
    clock.wait(1)
    engine.execute_move(engine.ids["KS"], text_foundation("KS"))
    assert engine.records.mode_stats["classic"].best_time == 0


@clause("MM-312")
def test_no_best_time_is_written_as_null() -> None:
    written = json.loads(msgspec.json.encode(Records()))
    assert list(written["modeStats"]) == ["classic", "double_pocket", "traditional", "expert"]
    assert written["modeStats"]["expert"] == {
        "games": 0, "wins": 0, "totalMoves": 0, "bestEfficiency": 0, "bestTime": None,
    }  # fmt: skip
    assert written["stats"] == {
        "gamesPlayed": 0, "wins": 0, "losses": 0, "stalemates": 0, "totalMoves": 0, "totalHintUses": 0,
        "totalUndoUses": 0, "totalTimePlayed": 0, "efficiencyHistory": [],
    }  # fmt: skip


@clause("MM-304", "MM-305", "MM-306")
def test_hints_undos_and_time_add_up() -> None:
    clock = Clock()
    engine = Engine(clock=clock)
    for hints, undos, time in ((2, 1, 40), (1, 3, 60)):
        put(engine, position("KS", "QH"))
        for _ in range(hints):
            assert engine.get_hint()
        for _ in range(undos):
            assert engine.execute_move(engine.ids["QH"], text_tab(0))
            assert engine.undo()
        clock.wait(time)
        engine.pause()
        clock.wait(10_000)
        engine.resume()
        engine.resign()
    stats = engine.records.stats
    assert (stats.total_hint_uses, stats.total_undo_uses, stats.total_time_played) == (3, 4, 100)
    assert (stats.total_moves, stats.games_played) == (4, 2)


@clause("MM-304")
def test_a_hint_counts_even_if_the_game_is_dropped() -> None:
    engine = Engine()
    engine.initialize_game()
    engine.get_hint()
    engine.resign()
    assert engine.records.stats == Stats(total_hint_uses=1)


@clause("MM-313", "MM-314", "MM-315", "MM-316", "MM-317")
def test_a_game_begins_with_nothing_counted() -> None:
    clock = Clock(321)
    engine = Engine(clock=clock)
    assert engine.get_current_game().start_time == 0
    engine.initialize_game()
    game = engine.get_game_state().current_game
    assert (game.moves, game.hint_uses, game.undo_uses) == (0, 0, 0)
    assert (game.start_time, game.end_time, game.draws, game.recycles) == (321, 0, 0, 0)
    assert msgspec.to_builtins(game) == {
        "moves": 0, "hintUses": 0, "undoUses": 0, "startTime": 321, "endTime": 0, "efficiency": 100,
        "movesWithoutProgress": 0, "acePlaced": False, "kingPlaced": False, "firstAceMove": None,
        "firstKingMove": None, "draws": 0, "recycles": 0,
    }  # fmt: skip


@clause("MM-318", "MM-319", "MM-320", "MM-322")
def test_the_first_ace_on_an_empty_column_is_marked() -> None:
    engine = put(Engine(clock=Clock()), position("9D AH", "8C AS", "5D", "KD", moves=4))
    game = engine.get_current_game()
    assert (game.efficiency, game.moves_without_progress, game.moves) == (100, 0, 4)
    assert (game.ace_placed, game.first_ace_move) == (False, None)
    engine.execute_move(engine.ids["AH"], text_pocket())
    assert engine.get_current_game().ace_placed is False
    engine.execute_move(engine.ids["AH"], text_tab(4))
    game = engine.get_current_game()
    assert (game.ace_placed, game.first_ace_move, game.moves, game.moves_without_progress) == (True, 6, 6, 2)
    engine.execute_move(engine.ids["AS"], text_tab(5))
    game = engine.get_current_game()
    assert (game.ace_placed, game.first_ace_move) == (True, 6)
    assert (game.king_placed, game.first_king_move) == (False, None)
    engine.undo()
    engine.undo()
    assert engine.get_current_game().ace_placed is False


@clause("MM-321", "MM-323", "MM-318", "MM-319")
def test_the_first_king_on_an_empty_column_is_marked() -> None:
    engine = Engine(clock=Clock())
    engine.initialize_game()
    game = engine.get_current_game()
    assert (game.efficiency, game.moves_without_progress, game.king_placed) == (100, 0, False)
    put(engine, position("9D KH", "8C KS", "QD"))
    engine.execute_move(engine.ids["KH"], text_tab(4))
    engine.execute_move(engine.ids["KS"], text_tab(5))
    game = engine.get_current_game()
    assert (game.king_placed, game.first_king_move, game.moves_without_progress) == (True, 1, 2)
    assert (game.ace_placed, game.first_ace_move) == (False, None)


def test_a_type_from_a_last_card_is_not_a_placed_ace() -> None:
    engine = put(Engine(clock=Clock()), position("AD 6S", "7H", down={}))
    engine.execute_move(engine.ids["6S"], text_foundation("6S"))
    assert engine.state.board.column_types[0] == "ace"
    assert engine.get_current_game() == CurrentGame(moves=1, start_time=5_000_000, efficiency=100)


@clause("MM-324", "MM-325", "MM-326")
def test_rates_and_averages_are_nothing_before_the_first_game() -> None:
    assert (Stats().win_rate, Stats().average_efficiency, Stats().average_moves) == (0, 0, 0)
    lost = Stats(games_played=1, losses=1, total_moves=7)
    assert (lost.win_rate, lost.average_efficiency, lost.average_moves) == (0, 0, 7)


@clause("MM-324", "MM-325", "MM-326")
@given(st.integers(1, 500), st.integers(0, 500), st.integers(0, 10**6), st.lists(st.integers(0, 100), min_size=1))
def test_rates_and_averages_follow_their_formulas(wins: int, losses: int, moves: int, history: list[int]) -> None:
    games = wins + losses
    stats = Stats(games_played=games, wins=wins, losses=losses, total_moves=moves, efficiency_history=tuple(history))
    assert stats.win_rate == pytest.approx(wins / games * 100)
    assert stats.average_moves == pytest.approx(moves / games)
    assert stats.average_efficiency == pytest.approx(sum(history) / len(history))


# --- where they are kept ----------------------------------------------------------------------------------------


@clause("MM-337", "MM-80")
def test_statistics_outlive_the_engine() -> None:
    storage: dict[str, str] = {}
    engine = Engine(clock=Clock(), storage=storage)
    assert (storage, STATISTICS_KEY) == ({}, "meridian_statistics")
    win(engine, "expert", 60)
    engine.initialize_game()
    engine.get_hint()
    assert list(storage) == ["meridian_statistics"]
    again = Engine(storage=storage)
    assert again.records == engine.records
    assert again.records.stats.total_hint_uses == again.records.mode_stats["expert"].wins == 1
    win(again, "expert", 51)
    assert Engine(storage=storage).records.stats.wins == 2
    assert engine.records.stats.wins == 1
    assert Engine().records == Records()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "\ud800", '"many"', '{"stats": 5}', '{"stats": {"wins": -1}}', '{"stats": {"wins": "1"}}',
     '{"modeStats": {"hard": {}}}', '{"modeStats": {"classic": {"bestTime": "inf"}}}'],
)  # fmt: skip
def test_damaged_statistics_are_reset(text: str) -> None:
    engine = Engine(clock=Clock(), storage={STATISTICS_KEY: text})
    assert engine.records == Records()
    win(engine)
    assert engine.records.stats.wins == 1


@pytest.mark.parametrize("text", ["{}", '{"modeStats": {}}', '{"modeStats": {"expert": {"games": 2}}}'])
def test_statistics_that_lack_a_mode_do_not_prevent_a_game(text: str) -> None:
    engine = Engine(clock=Clock(), storage={STATISTICS_KEY: text})
    put(engine, position("KS", "QH", moves=3))
    assert engine.resign() == Result(True)
    assert engine.records.stats.losses == 1
    assert engine.records.mode_stats["classic"] == ModeStats(games=1, total_moves=3)


def test_whichever_has_seen_more_games_is_newer() -> None:
    old, new = Records(Stats(games_played=3)), Records(Stats(games_played=4))
    same = Records(Stats(games_played=3, wins=1))
    assert old.newer(new) is new
    assert new.newer(old) is new
    assert old.newer(same) is old


# --- summaries --------------------------------------------------------------------------------------------------


def finished(mode: Mode = "classic", **changes: Any) -> FinishedGame:
    won = FinishedGame(mode, won=True, efficiency=65, undos=2, milliseconds=900, hints=1, moves=80, stalemate=False)
    return msgspec.structs.replace(won, **changes)


@clause("MM-302", "MM-303", "MM-325", "MM-326", "MM-327")
def test_a_summary_has_totals_averages_and_modes() -> None:
    lost = finished(won=False, efficiency=90, moves=11, stalemate=True, milliseconds=100)
    games = [finished(), lost, finished("expert", efficiency=50, moves=104, milliseconds=400), finished(moves=0)]
    found = Summary.of(games)
    assert (found.games_played, found.wins, found.losses, found.stalemates) == (3, 2, 1, 1)
    assert (found.total_moves, found.average_moves, found.total_time_played) == (195, 65.0, 1400)
    assert (found.total_hint_uses, found.total_undo_uses, found.older_games) == (3, 6, 0)
    assert (found.efficiency_history, found.average_efficiency) == ((65, 50), 57.5)
    assert found.win_rate == pytest.approx(200 / 3)
    assert found.mode_stats["classic"] == ModeSummary(2, 1, 91, 65, 900)
    assert found.mode_stats["expert"] == ModeSummary(1, 1, 104, 50, 400)
    assert found.mode_stats["traditional"] == ModeSummary(0, 0, None, None, None)


@clause("MM-302", "MM-303", "MM-310", "MM-326")
def test_figures_missing_in_old_results_are_null_not_zero() -> None:
    old = finished(moves=None, stalemate=None)
    found = Summary.of([old, old])
    assert (found.games_played, found.wins, found.older_games) == (2, 2, 2)
    assert (found.stalemates, found.total_moves, found.average_moves) == (None, None, None)
    assert found.mode_stats["classic"] == ModeSummary(2, 2, None, 65, 900)
    assert (found.total_hint_uses, found.efficiency_history) == (2, (65, 65))
    mixed = Summary.of([old, finished()])
    assert (mixed.games_played, mixed.total_moves, mixed.average_moves, mixed.older_games) == (2, 80, 80.0, 1)
    assert mixed.stalemates == 0


def test_a_summary_of_nothing_has_no_averages() -> None:
    found = Summary.of([])
    assert (found.games_played, found.win_rate, found.average_efficiency, found.average_moves) == (0, None, None, None)
