"""Undo, redo, saves and hints of Klondike at a table."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.klondike.boards_klondike import GAMES_WON_BY_HINTS, KLONDIKE, position
from positions import option_sets, seeds
from saloon import Table
from saloon.core.errors import Rejected
from saloon.core.game import SERVER
from saloon.games.klondike.state import Draw, Options, Recycle
from saloon.table import record
from saloon.table.helpers import Assist, AssistFor
from table.common import message, of_kind, plain, position_hash


def played(seed: str, steps: int, random: Random, **options: object) -> tuple[Table, list[str]]:
    """A table after random play, and the position before each step."""
    table = Table.deal("klondike", seed=seed, options=options)
    before = []
    for _ in range(steps):
        moves = list(table.moves(0))
        if not moves:
            break
        before.append(position_hash(table))
        table.act(0, random.choice(moves))
    return table, before


@clause("KL-68", "KL-76")
@given(seeds("klondike"), st.sampled_from(option_sets("klondike")), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_undo_takes_everything_back_but_the_moves(seed: str, options: dict[str, object], dice: int) -> None:
    table, before = played(seed, 60, Random(dice), **options)
    moves, after = table.state.moves, position_hash(table)
    for expected in reversed(before):
        table.undo(0)
        assert position_hash(table) == expected
        assert table.state.moves == moves
    with pytest.raises(Rejected) as refused:
        table.undo(0)
    assert refused.value.code == "NOTHING_TO_UNDO"
    for _ in before:
        table.redo(0)
    assert (position_hash(table), table.state.moves) == (after, moves)
    with pytest.raises(Rejected) as refused:
        table.redo(0)
    assert refused.value.code == "NOTHING_TO_REDO"
    assert Table.load(table.save()).state_hash() == table.state_hash()


@clause("KL-76")
def test_an_undone_recycle_gives_the_redeal_back() -> None:
    table = Table.deal("klondike", seed="1", options={"redeals": 1})
    for _ in range(8):
        table.act(0, Draw())
    table.act(0, Recycle())
    assert (table.state.redeals_used, table.state.redeals_left, table.state.moves) == (1, 0, 8)
    table.undo(0)
    assert (table.state.redeals_used, table.state.redeals_left, table.state.moves) == (0, 1, 8)
    assert len(table.state.waste) == 24
    table.act(0, Recycle())
    assert table.state.redeals_left == 0


@clause("KL-76")
def test_a_new_action_clears_the_redo_list_and_a_refused_one_keeps_it() -> None:
    table = Table.deal("klondike", seed="1")
    table.act(0, Draw())
    table.undo(0)
    with pytest.raises(Rejected):
        table.act(0, Recycle())
    table.redo(0)
    assert len(table.state.waste) == 3
    table.undo(0)
    table.act(0, Draw())
    assert table.state.moves == 2
    with pytest.raises(Rejected) as refused:
        table.redo(0)
    assert refused.value.code == "NOTHING_TO_REDO"


@clause("KL-76", "KL-77")
def test_a_game_won_by_hints_is_over_for_undo_too() -> None:
    seed, draw, moves, score = GAMES_WON_BY_HINTS[0]
    table = Table.deal("klondike", seed=seed, options={"draw": draw})
    while (action := table.suggestion(0)) is not None:
        table.act(0, action)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason, table.outcome.scores) == ((0,), "completed", (score,))
    assert table.state.moves == moves
    assert table.legal(0) == []
    for refuse in (table.undo, table.redo, table.hint):
        with pytest.raises(Rejected) as refused:
            refuse(0)
        assert refused.value.code == "MATCH_FINISHED"
    assert Table.load(table.save()).outcome == table.outcome


@clause("KL-68", "KL-76")
def test_rewinding_keeps_the_moves_and_nothing_else() -> None:
    earlier, current = position("4C", moves=3, score=15), position("5C", moves=9, score=40, redeals_used=2)
    rewound = KLONDIKE.rewind(current, earlier)
    assert rewound == position("4C", moves=9, score=15)
    assert KLONDIKE.undo_to(earlier, Draw(), current) is earlier
    assert KLONDIKE.canonical(KLONDIKE.deal("1", Options())).moves == 0


def test_a_move_between_two_columns_changes_only_these_two_in_the_view() -> None:
    table = Table.deal("klondike", seed="7")
    action = table.game.parse("1 6", 0)
    answer: Any = table.submit(0, message(table, 0, action))
    assert sorted(one["path"] for one in plain(answer)["change"]) == [["moves"], ["tableau", 0], ["tableau", 5]]


@clause("KL-79")
def test_the_record_of_a_running_game() -> None:
    table = Table.deal("klondike", seed="7", nonce="n", options={"draw": 1})
    table.act(0, of_kind(table, "draw"), at=1_000)
    table.act(0, of_kind(table, "draw"), at=2_500)
    table.undo(at=3_000)
    table.hint(at=3_500)
    table.hint(at=3_600)
    table.act(0, Assist("winnable"), at=3_900)
    table.act(SERVER, AssistFor("winnable", "p1"), at=4_000)
    table.pause(at=5_000)
    table.resume(at=65_000)
    table.act(0, of_kind(table, "draw"), at=66_000)
    assert plain(record(table)) == {
        "game": "klondike",
        "options": {"draw": 1, "redeals": -1, "scoring": "standard"},
        "won": False,
        "drawn": False,
        "finished": False,
        "actions": 3,
        "score": None,
        "hints": 2,
        "undos": 1,
        "assisted": True,
        "milliseconds": 6_000,
        "moves": 3,
        "reason": None,
    }
    assert record(table).counts


SPENT = "79"
"""A deal of Klondike whose hints end after eight actions."""


@clause("KL-77")
def test_klondike_is_stuck_exactly_when_it_has_no_hint() -> None:
    table = Table.deal("klondike", seed=SPENT)
    while (hint := table.suggestion(0)) is not None:
        assert table.stuck(0) is None
        table.act(0, hint)
    assert table.stuck(0) == "noUsefulMoves"
    assert table.outcome is None
