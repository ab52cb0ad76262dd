"""Undo, redo and the helpers beside them in Klondike: what is counted, what is kept, and how deep the record is."""

from random import Random
from typing import Any

from clauses import clause
from saloon.core.game import UNLIMITED
from saloon.games.klondike import Klondike
from saloon.table import Reject, Table, replay
from saloon.table.helpers import Assist, Help, Redo
from table.answers import code
from table.common import message, of_kind, position_hash, sha


def klondike(seed: str = "7", **options: Any) -> Table:
    return Table.deal("klondike", seed=seed, options=options, nonce="n")


@clause("KL-76", "KL-77")
def test_undo_and_redo_are_actions_that_are_counted_and_hashed() -> None:
    table = klondike()
    start = table.state
    table.act(0, table.game.parse("1 6", 0), at=5)
    moved = table.state
    table.undo(at=7)
    assert table.state == table.game.rewind(moved, start)
    assert (table.rev, table.help) == (2, Help(undos=1))
    table.redo(at=9)
    assert table.state == moved
    assert (table.rev, table.help) == (3, Help(undos=1, redos=1))
    assert [(entry.action.kind, entry.at) for entry in table.entries] == [("tableauMove", 5), ("undo", 7), ("redo", 9)]
    assert table.expected_seq(0) == 3
    assert table.state_hash() == sha({"rev": 3, "state": moved})
    assert replay(table.log()).final_state_hash == table.state_hash()


def test_undo_and_redo_go_all_the_way_and_back() -> None:
    table = klondike(draw=1)
    random, hashes = Random(5), [position_hash(table)]
    for _ in range(60):
        table.act(0, random.choice(table.moves(0)))
        hashes.append(position_hash(table))
    for earlier in reversed(hashes[:-1]):
        table.undo()
        assert position_hash(table) == earlier
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    for later in hashes[1:]:
        table.redo()
        assert position_hash(table) == later
    assert code(table, "redo") == "NOTHING_TO_REDO"
    assert table.help == Help(undos=60, redos=60)
    assert table.state.moves == sum(entry.action.kind not in ("undo", "redo", "recycle") for entry in table.entries)


def test_a_refused_action_keeps_the_redo_list_and_a_move_clears_it() -> None:
    table = klondike()
    table.act(0, of_kind(table, "draw"))
    table.undo()
    for sent in ({"kind": "recycle", "payload": {}}, {"kind": "fly", "payload": {}}):
        assert isinstance(table.submit(0, message(table, 0, sent)), Reject)
    assert code(table, "act", 0, table.game.parse("1 2", 0)) == "RULE_VIOLATION"
    table.hint()
    table.pause()
    table.resume()
    table.act(0, Assist("winnable"))
    assert Redo() in table.legal(0)
    table.redo()
    table.undo()
    table.act(0, table.game.parse("1 6", 0))
    assert Redo() not in table.legal(0)
    assert code(table, "redo") == "NOTHING_TO_REDO"


@clause("KL-77")
def test_the_moves_of_klondike_stay_counted_and_an_undone_recycle_gives_the_redeal_back() -> None:
    table = klondike(redeals=1, draw=3)
    while table.state.stock:
        table.act(0, of_kind(table, "draw"))
    moves = table.state.moves
    table.act(0, of_kind(table, "recycle"))
    assert (table.state.redeals_used, table.view(0).redeals_left) == (1, 0)
    table.undo()
    assert (table.state.redeals_used, table.view(0).redeals_left, table.state.moves) == (0, 1, moves)
    table.redo()
    assert (table.state.redeals_used, table.state.moves) == (1, moves)
    table.undo()
    table.undo()
    assert table.state.moves == moves
    assert len(table.state.stock) == 3


class Shallow(Klondike):
    """Klondike with three steps of undo, of which a draw leaves none."""

    undo_depth = 3

    def __init__(self) -> None:
        self.undo_to = lambda before, action, after: None if action.kind == "draw" else before  # type: ignore[method-assign]


def test_the_record_is_as_deep_as_the_game_says_also_after_redos() -> None:
    table = Table.deal(Shallow(), seed="3", options={"draw": 1}, nonce="n")
    assert UNLIMITED > Shallow.undo_depth == 3
    random, hashes = Random(2), [position_hash(table)]
    while len(hashes) < 7:
        moves = [action for action in table.moves(0) if action.kind != "draw"] or list(table.moves(0))
        table.act(0, random.choice(moves))
        if table.entries[-1].action.kind != "draw":
            hashes.append(position_hash(table))
        else:
            hashes[-1] = position_hash(table)
    for _ in range(2):
        for _ in range(3):
            table.undo()
        assert not table._progress.past
        assert code(table, "undo") == "NOTHING_TO_UNDO"
        for _ in range(3):
            table.redo()
        assert len(table._progress.past) == 3
        assert code(table, "redo") == "NOTHING_TO_REDO"
        assert position_hash(table) == hashes[-1]


def test_an_action_that_leaves_no_trace_is_passed_over_by_undo_and_clears_the_redo_list() -> None:
    table = Table.deal(Shallow(), seed="7", nonce="n")
    start = position_hash(table)
    table.act(0, table.game.parse("1 6", 0))
    table.act(0, of_kind(table, "draw"))
    table.undo()
    assert position_hash(table) == start
    table.act(0, of_kind(table, "draw"))
    assert code(table, "redo") == "NOTHING_TO_REDO"
    assert code(table, "undo") == "NOTHING_TO_UNDO"
