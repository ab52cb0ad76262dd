"""Hints make progress: the trail of positions, what it forgets, and games that follow every hint."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import MERIDIAN, drawn, foundation, move, pocket, position, tab
from games.meridian.following import DIRECTIONS, MODES, MOST_HINTS, followed
from hidden import rearranged
from positions import Position, positions
from saloon import Table
from saloon.core.canonical import state_hash
from saloon.core.game import Action
from saloon.games.meridian.rules import resumed
from saloon.games.meridian.state import Draw, Move, Options, Place, State, Trail
from saloon.games.meridian.trail import is_full, listed, moved, position_key, started
from saloon.table.changes import difference

STUCK = position("KS", "QC", "QS", "JS", "9S", "5S", "3S", stock="2S 2C", pockets=["QH"])
"""Nothing can be done for good: the Queen goes on the King or on the Jack, and back into the pocket."""


def hinted(state: State) -> Action | None:
    hint: Action | None = MERIDIAN.hint(MERIDIAN.view(state, 0), MERIDIAN.legal(state, 0))
    return hint


# --- games played by their hints --------------------------------------------------------------------------------


@clause("MM-269", "MM-349", "MM-272")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_following_hints_never_goes_in_circles(mode: str, direction: str) -> None:
    games = [followed(seed, mode, direction) for seed in ("2", "17", "60")]
    assert not [one for one in games if one.circled or one.hints > MOST_HINTS]


@pytest.mark.long
@clause("MM-269", "MM-349", "MM-272")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_following_hints_in_a_hundred_deals(mode: str, direction: str) -> None:
    games = [followed(str(seed), mode, direction) for seed in range(100)]
    assert not [one for one in games if one.circled or one.hints > MOST_HINTS]
    assert sum(one.end == "completed" for one in games) >= 35


@clause("MM-269")
def test_a_king_is_not_sent_to_the_pocket_and_back() -> None:
    table = Table.deal("meridian", seed="2")
    lying = []
    for _ in range(40):
        hint = table.hint()
        assert hint is not None
        table.act(0, hint)
        if isinstance(hint, Move):
            lying.append(position_key(table.state.board))
    assert len(set(lying)) == len(lying)


# --- draw, then go back -----------------------------------------------------------------------------------------


@clause("MM-269", "MM-349")
@pytest.mark.parametrize(("older", "newer"), [(tab(0), tab(3)), (tab(3), tab(0))])
def test_a_pass_comes_first_then_the_way_back_to_the_older_position(older: Place, newer: Place) -> None:
    ways = [position_key(move(STUCK, "QH", target).board) for target in (older, newer)]
    visits = tuple((key, number) for number, key in enumerate([*ways, position_key(STUCK.board)]))
    state = replace(STUCK, trail=Trail(0, visits, 0))
    hints = [hinted(drawn(state, draws)) for draws in range(5)]
    assert hints == [Draw(), Draw(), *[Move("QH", older)] * 3]
    assert hinted(replace(state, trail=Trail(0, visits[:1], 0))) == Move("QH", newer)


# --- the list ---------------------------------------------------------------------------------------------------


def wandering(steps: int) -> list[State]:
    """States of a game in which a King goes from column to column by way of the pocket."""
    states = [position("KS QH", "KD", stock="2S 2C")]
    for step in range(steps):
        state = states[-1]
        states.append(move(state, "KD", tab(1 + step // 2 % 6) if step % 2 else pocket()))
    return states


@clause("MM-269", "MM-116")
def test_the_list_begins_with_the_deal_and_gains_each_new_position() -> None:
    state = MERIDIAN.deal("7", Options())
    assert state.trail == started(state.board) == Trail(0, ((position_key(state.board), 0),), 0)
    pocketed = move(drawn(state), state.board.tableau[3][-1].code, pocket())
    assert pocketed.trail == Trail(0, (*state.trail.positions, (position_key(pocketed.board), 1)), 0)
    turned = MERIDIAN.deal("7", Options(mode="traditional"))
    bared = move(turned, turned.board.tableau[3][-1].code, pocket())
    assert bared.trail == Trail(0, (*turned.trail.positions, (position_key(bared.board), 1)), 1)


def test_a_repeat_is_not_listed_again() -> None:
    states = wandering(30)
    keys = [position_key(state.board) for state in states]
    assert len(set(keys)) < len(keys)
    assert [key for key, _ in states[-1].trail.positions] == list(dict.fromkeys(keys))


def test_fifty_positions_are_listed_each_in_its_slot() -> None:
    trail = Trail(0, (("first", 0),), 0)
    boards = [position(" ".join(["9C"] * (n + 1))).board for n in range(70)]
    for number, board in enumerate(boards, 1):
        trail = moved(trail, board, for_good=False)
        assert len(trail.positions) == min(number + 1, 50)
        assert trail.positions[number % 50] == (position_key(board), number)
        assert sorted(listed(trail).values()) == list(range(max(0, number - 49), number + 1))
        assert is_full(trail) == (number >= 49)
    assert not is_full(moved(trail, position("8C").board, for_good=True))


@clause("MM-269")
def test_a_full_list_lets_only_moves_for_good_through() -> None:
    full = Trail(0, tuple((f"{number:016x}", number) for number in range(50)), 0)
    state = replace(STUCK, trail=full)
    assert hinted(STUCK) == Move("QH", tab(0))
    assert [hinted(drawn(state, draws)) for draws in (0, 1, 2)] == [Draw(), Draw(), Move("QH", tab(0))]
    assert hinted(replace(state, trail=replace(full, since=1))) == Move("QH", tab(0))
    seven = position("KS", "QC", "QS", "JS", "9S", "5S", "7S", stock="2S 2C", pockets=["QH"])
    assert hinted(replace(seven, trail=full)) == Move("7S", foundation("7S"))


# --- where it is kept -------------------------------------------------------------------------------------------


@clause("MM-248", "MM-249")
@given(positions("meridian"), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_undo_and_redo_bring_the_list_back(somewhere: Position, random: Random) -> None:
    state = somewhere.state
    moves = [action for action in somewhere.legal if isinstance(action, Move)]
    if not moves:
        return
    table = Table.set_up(MERIDIAN, state)
    table.act(0, random.choice(moves))
    after = table.state.trail
    table.undo()
    assert table.state.trail == state.trail
    table.redo()
    assert table.state.trail == after


def test_hashes_and_written_states_know_nothing_of_the_list() -> None:
    table = Table.deal("meridian", seed="7")
    for _ in range(12):
        table.act(0, table.suggestion(0) or Draw())
    state = table.state
    other = resumed(MERIDIAN.canonical(state))
    assert other.trail != state.trail
    assert state_hash(3, MERIDIAN.canonical(other)) == state_hash(3, MERIDIAN.canonical(state))
    assert "trail" not in msgspec.to_builtins(MERIDIAN.canonical(other))
    assert Table.load(table.save()).state.trail == state.trail
    assert Table.load(Table.set_up(MERIDIAN, state).save()).state.trail == started(state.board)


@given(positions("meridian"), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_list_says_nothing_of_hidden_cards(somewhere: Position, random: Random) -> None:
    """A game with other hidden cards, played the same way as far as that goes, has the same view."""
    state = somewhere.state
    other = rearranged("meridian", state, 0, random)
    assert position_key(other.board) == position_key(state.board)
    for action in somewhere.legal:
        after, changed = (MERIDIAN.apply(one, 0, action) for one in (state, other))
        seen, hidden = (MERIDIAN.view(one, 0) for one in (after, changed))
        if seen.tableau == hidden.tableau and seen.waste == hidden.waste:
            assert seen.trail == hidden.trail


def test_an_ack_brings_one_slot_of_the_list() -> None:
    states = wandering(70)
    for before, after in pairwise(states):
        changes: list[Any] = difference(before.trail, after.trail)
        assert len(msgspec.json.encode(changes)) < 150
