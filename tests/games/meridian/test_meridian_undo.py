"""Undo and redo at a table, and the engine's history and snapshots."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    MERIDIAN,
    codes,
    drawn,
    foundation,
    move,
    pocket,
    position,
    tab,
    text_foundation,
    text_pocket,
    text_tab,
)
from positions import option_sets, seeds
from saloon import Table
from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.core.game import SERVER
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.locations import Location
from saloon.games.meridian.state import DeclareStalemate, Draw, Move, Recycle, Resign, State, WarnIdle
from saloon.games.meridian.view import view


def shuttle(**changes: Any) -> State:
    """The seven of hearts may go to and fro between two eights and the pocket; all else is in the stock."""
    return position("8S 7H", "8C", bases=[1, 1, 0, 0, 0, 0, 0], **changes)


def table_of(state: State) -> Table:
    return Table.set_up(MERIDIAN, state)


def engine_of(state: State) -> Engine:
    engine = Engine(clock=lambda: 1000)
    assert engine.initialize_game(state.options.mode, seed="1")
    assert engine.restore_snapshot(state)
    return engine


def refusal(table: Table, what: str) -> str:
    with pytest.raises(Rejected) as refused:
        getattr(table, what)()
    return refused.value.code


def counted(earlier: State, now: State) -> State:
    """An earlier state with the counters that undo leaves alone."""
    return replace(earlier, moves=now.moves, draws=now.draws, recycles=now.recycles)


# --- undo -------------------------------------------------------------------------------------------------------


@clause("MM-242", "MM-243", "MM-245")
def test_ten_moves_can_be_taken_back_and_the_eleventh_pushes_out_the_oldest() -> None:
    table = table_of(shuttle())
    states = [table.state]
    for number in range(11):
        table.act(0, Move("7H", tab(1 - number % 2)))
        states.append(table.state)
    for number in range(10, 0, -1):
        table.undo()
        assert table.state == counted(states[number], states[-1])
    assert refusal(table, "undo") == "NOTHING_TO_UNDO"
    assert (table.state.moves, table.help.undos) == (11, 10)
    for number in range(2, 12):
        table.redo()
        assert table.state == counted(states[number], states[-1])
    assert refusal(table, "redo") == "NOTHING_TO_REDO"
    table.undo()
    assert table.state == counted(states[10], states[-1])


@clause("MM-244")
def test_undo_brings_back_everything_but_the_counters() -> None:
    before = position("AS 2H", "9C", waste="7D", moves=7, draws=5, recycles=1, moves_without_progress=4)
    table = table_of(before)
    for code, target in [("2H", pocket()), ("7D", foundation("7D")), ("AS", tab(2))]:
        table.act(0, Move(code, target))
    assert codes(table.state.board.tableau[2]) == "AS"
    assert (table.state.board.column_types[:3], table.state.first_ace_move) == ((None, "untyped", "ace"), 10)
    assert table.state.moves_without_progress == 1
    for _ in range(3):
        table.undo()
    assert table.state == replace(before, moves=10)


@clause("MM-244", "MM-248")
def test_the_engine_counts_an_undo_and_recomputes_the_efficiency() -> None:
    engine = engine_of(position("8C 7H", "2C 3C 4C 5C TC JC", moves=3))
    assert engine.execute_move(engine.ids["7H"], {"type": "fUp", "suit": "h"})
    assert (engine.calculate_efficiency(), len(engine.get_game_state().move_history)) == (25, 1)
    result = engine.undo()
    assert (result.success, result.reason) == (True, "")
    game = engine.get_current_game()
    assert (game.undo_uses, game.moves, game.efficiency) == (1, 4, 25)
    assert engine.get_game_state().move_history == ()
    assert engine.state.board == position("8C 7H", "2C 3C 4C 5C TC JC").board


@clause("MM-245", "MM-249")
def test_the_engine_says_that_there_is_nothing_to_undo_or_redo() -> None:
    engine = Engine()
    assert [engine.undo().reason, engine.redo().reason] == ["Game not active", "Game not active"]
    engine.initialize_game(seed="1")
    assert [engine.undo().reason, engine.redo().reason] == ["No moves to undo", "No moves to redo"]
    assert not engine.undo()
    assert engine.get_current_game().undo_uses == 0
    engine.pause()
    assert [engine.undo().reason, engine.redo().reason] == ["Game not active", "Game not active"]


LAST = position(
    "KS",
    up={"H": 7, "D": 7, "C": 7, "S": 6},
    down={"H": 6, "D": 6, "C": 6, "S": 6},
)


@clause("MM-246")
@pytest.mark.parametrize(
    ("state", "action", "end"),
    [
        (LAST, Move("KS", foundation("KS")), "completed"),
        (shuttle(), Resign(), "resign"),
        (shuttle(moves_without_progress=30), DeclareStalemate(), "declared"),
    ],
)
def test_nothing_is_taken_back_after_the_end(state: State, action: Any, end: str) -> None:
    table = table_of(state)
    if end != "completed":
        table.act(0, Move("7H", tab(1)))
        table.act(0, Move("7H", tab(0)))
        table.undo()
    table.act(0, action)
    assert table.state.end == end
    assert (refusal(table, "undo"), refusal(table, "redo")) == ("MATCH_FINISHED", "MATCH_FINISHED")
    engine = engine_of(state)
    engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1})
    {"completed": lambda: engine.auto_place_card(engine.ids["KS"]), "resign": engine.resign}.get(
        end, engine.declare_stalemate
    )()
    assert engine.state.end == end
    assert [engine.undo().reason, engine.redo().reason] == ["Game not active", "Game not active"]


@clause("MM-247")
def test_a_draw_alone_gives_undo_nothing_to_do() -> None:
    table = table_of(shuttle())
    table.act(0, Draw())
    assert refusal(table, "undo") == "NOTHING_TO_UNDO"
    for _ in range(48):
        table.act(0, Draw())
    table.act(0, Recycle())
    assert refusal(table, "undo") == "NOTHING_TO_UNDO"
    assert (table.state.draws, table.state.recycles, table.state.moves) == (49, 1, 0)
    assert MERIDIAN.undo_to(shuttle(), Draw(), drawn(shuttle())) is None
    assert MERIDIAN.undo_to(shuttle(), Recycle(), shuttle()) is None
    assert MERIDIAN.undo_to(shuttle(), Resign(), shuttle()) is None


@clause("MM-247", "MM-249")
def test_draws_go_back_with_the_move_before_them_and_come_again() -> None:
    table = table_of(shuttle())
    table.act(0, Draw())
    before = table.state
    table.act(0, Move("7H", tab(1)))
    for _ in range(48):
        table.act(0, Draw())
    table.act(0, Draw())
    after = table.state
    assert (len(after.board.waste), after.draws, after.recycles) == (1, 50, 1)
    table.undo()
    assert table.state == replace(before, moves=1, draws=50, recycles=1)
    assert (len(table.state.board.waste), len(table.state.stock)) == (1, 48)
    assert refusal(table, "undo") == "NOTHING_TO_UNDO"
    table.redo()
    assert table.state == after
    table.undo()
    assert table.state == counted(before, after)


@clause("MM-248")
def test_the_move_that_was_taken_back_stays_counted() -> None:
    state = replace(shuttle(), moves=3, draws=4, recycles=5)
    current = replace(move(state, "7H", tab(1)), moves=11, draws=12, recycles=13)
    assert MERIDIAN.rewind(current, state) == replace(state, moves=11, draws=12, recycles=13)


def marks(table: Table) -> tuple[int | None, int | None]:
    return table.state.first_ace_move, table.state.first_king_move


def test_marks_progress_and_warnings_come_back() -> None:
    table = table_of(position("9C AS", "KD 9S", waste="7H", loop=True, idle=True, moves_without_progress=31, moves=220))
    start = table.state
    table.act(0, Move("7H", foundation("7H")))
    cleared = table.state
    assert (cleared.loop, cleared.idle, cleared.moves_without_progress, cleared.warnings) == (False, False, 0, ())
    table.undo()
    assert (table.state.warnings, table.state.moves_without_progress) == (("loop", "noProgress", "idle"), 31)
    table.redo()
    assert table.state == cleared
    table.act(0, Move("AS", tab(2)))
    assert marks(table) == (222, None)
    table.undo()
    assert marks(table) == (None, None)
    table.act(0, Move("AS", tab(3)))
    assert marks(table) == (223, None)
    table.act(0, Move("9S", pocket()))
    table.act(0, Move("KD", tab(2)))
    assert marks(table) == (223, 225)
    table.undo()
    assert marks(table) == (223, None)
    table.redo()
    assert marks(table) == (223, 225)
    for _ in range(4):
        table.undo()
    assert table.state == replace(start, moves=225)


def test_the_servers_warning_goes_back_with_the_move_and_can_be_given_again() -> None:
    table = table_of(shuttle(moves=199))
    table.act(0, Move("7H", tab(1)))
    table.act(SERVER, WarnIdle())
    assert table.state.idle
    table.undo()
    assert (table.state.idle, table.state.moves) == (False, 200)
    table.act(SERVER, WarnIdle())
    assert table.state.idle
    table.redo()
    assert table.state.idle


@clause("MM-254")
def test_an_undo_forgets_positions_so_a_repeated_move_is_not_a_cycle() -> None:
    table = table_of(shuttle())
    first = table.state.history
    table.act(0, Move("7H", tab(1)))
    known = table.state.history
    assert (len(first), len(known), known[:1]) == (1, 2, first)
    table.undo()
    assert table.state.history == first
    table.act(0, Move("7H", tab(1)))
    assert (table.state.loop, table.state.history) == (False, known)
    table.undo()
    table.redo()
    assert (table.state.loop, table.state.history) == (False, known)
    table.act(0, Move("7H", tab(0)))
    assert (table.state.loop, table.state.history) == (True, known)
    table.undo()
    assert not table.state.loop


# --- redo -------------------------------------------------------------------------------------------------------


@clause("MM-249")
@pytest.mark.parametrize("action", [Move("7H", pocket()), Draw()])
def test_the_next_move_or_draw_forgets_what_was_undone(action: Any) -> None:
    table = table_of(shuttle())
    table.act(0, Move("7H", tab(1)))
    table.undo()
    table.act(0, action)
    assert refusal(table, "redo") == "NOTHING_TO_REDO"
    engine = engine_of(shuttle())
    engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1})
    engine.undo()
    assert engine.draw_card() if action == Draw() else engine.execute_move(engine.ids["7H"], {"type": "pocket"})
    assert engine.redo().reason == "No moves to redo"


@clause("MM-249")
def test_a_refused_action_keeps_what_was_undone() -> None:
    table = table_of(shuttle())
    table.act(0, Move("7H", tab(1)))
    moved = table.state
    table.undo()
    for action in (Move("7H", tab(0)), Move("8S", tab(5)), Recycle(), DeclareStalemate()):
        with pytest.raises(Rejected):
            table.act(0, action)
    table.redo()
    assert (table.state, table.state.moves) == (moved, 1)
    assert refusal(table, "redo") == "NOTHING_TO_REDO"


@clause("MM-249")
@given(seeds("meridian"), st.sampled_from(option_sets("meridian")), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_any_mixture_of_play_undo_and_redo_keeps_to_the_record(seed: str, options: dict[str, Any], dice: int) -> None:
    random = Random(dice)
    table = Table.deal("meridian", seed=seed, options=options)
    past: list[State] = []
    future: list[State] = []
    for _ in range(80):
        now = table.state
        if now.end is not None:
            break
        choice = random.random()
        if choice < 0.25 and past:
            table.undo()
            future.append(now)
            assert table.state == counted(past.pop(), now)
        elif choice < 0.45 and future:
            table.redo()
            past.append(now)
            assert table.state == counted(future.pop(), now)
        else:
            action = random.choice([one for one in table.moves(0) if one.kind not in MERIDIAN.giving_up])
            table.act(0, action)
            future = []
            if action.kind == "move":
                past = [*past, now][-10:]
        assert ("undo" in {one.kind for one in table.legal(0)}) == bool(past and table.state.end is None)
        assert ("redo" in {one.kind for one in table.legal(0)}) == bool(future and table.state.end is None)
    assert Table.load(table.save()).state == table.state


# --- the engine's history and snapshots -------------------------------------------------------------------------


@clause("MM-241")
def test_an_entry_of_the_history_says_what_was_moved_from_where_to_where_and_when() -> None:
    engine = engine_of(position("9C 8H 7S", "9S", waste="2C", pockets=["KD"]))
    before = engine.state
    assert engine.execute_move(engine.ids["8H"], {"type": "tab", "col": 1})
    (entry,) = engine.get_game_state().move_history
    assert entry.card_id == engine.ids["8H"]
    assert (entry.source_location, entry.target_location) == (text_tab(0), text_tab(1))
    assert [card.id for card in entry.moving_cards] == [engine.ids["8H"], engine.ids["7S"]]
    assert entry.timestamp == 1000
    assert entry.state_snapshot == view(before, 0)
    assert set(msgspec.to_builtins(entry)) == {
        "cardId", "sourceLocation", "targetLocation", "movingCards", "timestamp", "stateSnapshot",
    }  # fmt: skip
    assert engine.execute_move(engine.ids["2C"], Location("pocket")).reason == "Pocket is full"
    assert engine.execute_move(engine.ids["KD"], Location("tab", col=4))
    assert [one.source_location for one in engine.get_game_state().move_history] == [text_tab(0), text_pocket()]


@clause("MM-241")
def test_a_move_may_name_its_target_by_either_name() -> None:
    engine = engine_of(position("9C 8H", "9S"))
    for name in ("target", "targetLocation", "target_location"):
        move_ = {"cardId": engine.ids["8H"], name: {"type": "tab", "col": 1}}
        assert engine.calculate_move_score(move_) == 10
    assert engine.calculate_move_score({"card_id": engine.ids["8H"], "target": text_tab(1)}) == 10


@clause("MM-242", "MM-243")
def test_the_engine_remembers_the_last_ten_moves() -> None:
    engine = engine_of(shuttle())
    for number in range(12):
        assert engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1 - number % 2})
        history = engine.get_game_state().move_history
        assert len(history) == min(number + 1, 10)
        assert history[-1].state_snapshot.moves == number
        assert history[0].state_snapshot.moves == max(0, number - 9)
    assert [bool(engine.undo()) for _ in range(11)] == [True] * 10 + [False]
    assert engine.get_game_state().move_history == ()
    assert [bool(engine.redo()) for _ in range(11)] == [True] * 10 + [False]
    assert [one.state_snapshot.moves for one in engine.get_game_state().move_history] == [*range(2, 12)]


SNAPSHOT_PARTS = (
    "deck", "waste", "pocket", "pocket2", "tableau", "foundations", "column_types", "column_typing_cards",
    "current_game",
)  # fmt: skip


@clause("MM-250", "MM-255")
def test_a_restored_snapshot_shows_every_part_as_it_was() -> None:
    start = position(
        "KD", "AS 2H", "9C 8H", waste="7D 3C", pockets=["5S", ""], up={"C": 2}, down={"S": 1},
        types=["king", "ace", "untyped", None, None, None, None], mode="double_pocket", moves=9,
    )  # fmt: skip
    engine = engine_of(start)
    before, snapshot = engine.get_game_state(), engine.create_snapshot()
    ids = engine.ids
    moves = [
        ("3C", text_tab(1)),
        ("7D", text_foundation("7D")),
        ("KD", text_tab(3)),
        ("5S", text_foundation("5S")),
        ("8H", text_pocket(2)),
    ]
    assert all(engine.execute_move(ids[code], target) for code, target in moves)
    assert engine.draw_card()
    after = engine.get_game_state()
    assert all(getattr(after, name) != getattr(before, name) for name in SNAPSHOT_PARTS)
    assert engine.restore_snapshot(snapshot)
    again = engine.get_game_state()
    assert [getattr(again, name) for name in SNAPSHOT_PARTS] == [getattr(before, name) for name in SNAPSHOT_PARTS]
    assert engine.state == start
    assert engine.undo().reason == "No moves to undo"


@clause("MM-251", "MM-252", "MM-253", "MM-254")
@pytest.mark.parametrize("mode", ["classic", "double_pocket", "traditional", "expert"])
def test_a_snapshot_is_untouched_by_what_comes_later(mode: Any) -> None:
    engine = Engine(clock=lambda: 5)
    engine.initialize_game(mode, seed="4")
    for _ in range(3):
        engine.draw_card()
    snapshot, written = engine.create_snapshot(), canonical_json(engine.create_snapshot())
    ids = {code: engine.find_card(card_id) for code, card_id in engine.ids.items()}
    for _ in range(25):
        hint = engine.get_hint()
        assert hint is not None
        if hint.move is not None:
            engine.execute_move(hint.move.card_id, hint.move.target_location)
        else:
            engine.draw_card()
    assert canonical_json(snapshot) == written != canonical_json(engine.state)
    assert engine.restore_snapshot(snapshot)
    assert canonical_json(engine.state) == written
    assert {code: engine.find_card(card_id) for code, card_id in engine.ids.items()} == ids
    hidden = [card for column in engine.state.board.tableau for card in column if card.face_down]
    assert len(hidden) == (21 if mode in ("traditional", "expert") else 0)


@clause("MM-255")
def test_a_broken_snapshot_is_refused_and_the_game_stays() -> None:
    engine = engine_of(shuttle())
    engine.execute_move(engine.ids["7H"], {"type": "tab", "col": 1})
    before = engine.state
    result = engine.restore_snapshot(replace(before, stock=before.stock[1:]))
    assert (result.success, result.reason) == (False, "51 cards are on the table, 51 of them different")
    assert engine.state == before
    assert engine.undo()
