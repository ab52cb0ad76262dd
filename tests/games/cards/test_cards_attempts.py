"""Solve: seeded tries that win where they can, and an honest word where they cannot."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.cards.boards_cards import GAME, across, back, board, plain, up
from games.cards.strategies_cards import arrangements
from hidden import rearranged
from saloon import Table
from saloon.core.alea import Alea
from saloon.core.canonical import digest
from saloon.core.game import Action
from saloon.games.cards.attempts import ATTEMPTS, MOVES, Solution, _promise, _steps, attempt_stream, solve
from saloon.games.cards.state import Finish, FoundationMove, Options, State, TableauMove

SOLVED: list[tuple[str, Any, int, int, str]] = [
    ("9", "lastThreeUp", 1, 118, "844c29ead0a1"),
    ("27", "lastThreeUp", 1, 90, "f36ee71af2bb"),
    ("10", "lastThreeUp", 2, 164, "fa22d30add96"),
    ("28", "lastThreeUp", 3, 102, "dd0ee713b896"),
    ("17", "firstThreeDown", 5, 96, "d1476e38f849"),
    ("31", "firstThreeDown", 1, 253, "c249f4ea26f3"),
]
"""Seed, faces, attempts, moves and the digest of the typed moves, with stack=any."""


def deal(seed: str, faces: Any = "lastThreeUp", stack: Any = "any") -> State:
    return GAME.deal(seed, Options(faces=faces, stack=stack))


def states_of(state: State, solution: Solution) -> list[State]:
    states = [state]
    for action in solution.actions:
        states.append(GAME.apply(states[-1], 0, action))
    return states


@clause("CA-62", "CA-68", "CA-109")
@pytest.mark.parametrize(("seed", "faces", "attempts", "moves", "text"), SOLVED)
def test_a_solution_wins_at_the_table_and_is_always_the_same(
    seed: str, faces: Any, attempts: int, moves: int, text: str
) -> None:
    table = Table.deal("cards", seed=seed, options={"stack": "any", "faces": faces})
    before = plain(table.state)
    solution = solve(table.state)
    assert plain(table.state) == before
    assert (solution.status, solution.attempts, len(solution.actions)) == ("solved", attempts, moves)
    assert digest([GAME.notation(action) for action in solution.actions])[:12] == text
    assert solve(table.state) == solution
    for action in solution.actions:
        table.act(0, action)
    assert table.outcome is not None
    assert table.outcome.winners == (0,)


@clause("CA-63", "CA-64", "CA-65", "CA-66", "CA-67")
@pytest.mark.parametrize(("seed", "faces"), [case[:2] for case in SOLVED])
def test_every_step_is_of_the_best_kind_that_leads_somewhere_new(seed: str, faces: Any) -> None:
    start = deal(seed, faces)
    solution = solve(start)
    met: list[Any] = []
    for state, action in zip(states_of(start, solution), solution.actions, strict=False):
        met.append(state.tableau)
        new = [one for one in GAME.legal(state, 0) if GAME.apply(state, 0, one).tableau not in met]
        singles = [one for one in new if not isinstance(one, Finish)]
        best = min(kind(state, one) for one in singles)
        assert kind(state, action) == best
        assert action in singles
        if best == 0:
            assert action == singles[0]
    assert len({state.tableau for state in states_of(start, solution)}) == len(solution.actions) + 1


def kind(state: State, action: Action) -> int:
    """Up, freeing a hidden card, tearing no ordered pair apart, and the rest."""
    if isinstance(action, FoundationMove):
        return 0
    assert isinstance(action, TableauMove)
    assert isinstance(action.count, int)
    if action.source.zone == "foundation":
        return 3
    cards = plain(state)["tableau"][action.source.index][::-1]
    head, below = cards[action.count - 1], cards[action.count :]
    if not below:
        return 3 if head["rank"] == 12 else 2
    if not below[0]["faceUp"]:
        return 1
    ordered = below[0]["rank"] == head["rank"] + 1 and (below[0]["suit"] + head["suit"]) % 2 == 1
    return 3 if ordered else 2


@clause("CA-65", "CA-67")
@settings(max_examples=60, deadline=None)
@given(arrangements())
def test_moves_are_ranked_by_their_effect(state: State) -> None:
    for action in GAME.legal(state, 0):
        if not isinstance(action, Finish):
            assert _promise(state, action) == kind(state, action)


def test_each_kind_of_move_by_hand() -> None:
    state = board("9C 5H / 6S / *KC 5D / 6C / KH QS / JS TD / / 7D", (0, 0, 3, 0))
    expected = {
        across(0, 1): 2,
        across(0, 3): 2,
        across(1, 7): 2,
        across(2, 1): 1,
        across(2, 3): 1,
        across(3, 7): 2,
        across(4, 6, 2): 3,
    }
    assert {action: _promise(state, action) for action in GAME.legal(state, 0) if action != Finish()} == expected
    assert _promise(board("4H 3S / 4D / 9H"), across(0, 1)) == 3
    assert _promise(board("4S 3S / 4D / 9H"), across(0, 1)) == 2
    assert _promise(board("3S / 4D"), across(0, 1)) == 2
    assert _promise(board("3S", (0, 2, 0, 0)), back(1, 0)) == 3
    assert _promise(board("AS"), up(0, 0)) == 0


@clause("CA-67")
def test_some_wins_need_a_move_at_random() -> None:
    start = deal("10")
    solution = solve(start)
    kinds = [kind(state, action) for state, action in zip(states_of(start, solution), solution.actions, strict=False)]
    assert {0, 1, 2, 3} == set(kinds)


@clause("CA-69", "CA-109")
def test_every_attempt_has_random_numbers_of_its_own() -> None:
    assert attempt_stream("7", 3).random() == Alea("7::solve::3").random()
    firsts = [attempt_stream(seed, attempt).random() for seed in ("7", "8") for attempt in range(20)]
    assert len(set(firsts)) == 40
    assert Alea("7").random() not in firsts


@clause("CA-69")
def test_the_seed_decides_what_is_tried() -> None:
    start = deal("27")
    other = replace(start, seed="28")
    assert solve(start).actions != solve(other).actions


@settings(max_examples=60, deadline=None)
@given(arrangements(), st.integers(0, 2**32))
def test_steps_are_chosen_by_face_up_cards_alone(state: State, luck: int) -> None:
    other = rearranged("cards", state, 0, Random(luck))
    chosen, again = (
        [action for action, _ in _steps(one, {one.tableau}, attempt_stream("1", 0))] for one in (state, other)
    )
    assert chosen == again


@clause("CA-66", "CA-70")
@settings(max_examples=60, deadline=None)
@given(arrangements())
def test_no_step_leads_where_the_attempt_has_been(state: State) -> None:
    stream = attempt_stream("1", 0)
    steps = list(_steps(state, {state.tableau}, stream))
    met = {state.tableau, *(after.tableau for _, after in steps[::2])}
    rest = list(_steps(state, met, stream))
    assert {after.tableau for _, after in rest} == {after.tableau for _, after in steps} - met
    for action, after in steps:
        assert GAME.apply(state, 0, action) == after


# --- where it ends ----------------------------------------------------------------------------------------------


def reachable(start: State) -> list[State]:
    """Return every state that legal play can lead to, the start first."""
    found = {start.tableau: start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in GAME.legal(state, 0):
            after = GAME.apply(state, 0, action)
            if after.tableau not in found:
                found[after.tableau] = after
                waiting.append(after)
    return list(found.values())


@clause("CA-68", "CA-70")
@pytest.mark.parametrize("seed", ["1", "2", "12345"])
def test_a_game_is_called_stuck_only_when_everything_in_reach_was_seen(seed: str) -> None:
    start = deal(seed, stack="run")
    states = reachable(start)
    assert all(state.status == "active" for state in states)
    assert solve(start, attempts=1, moves=len(states)) == Solution("stuck", (), 1)
    assert solve(start, attempts=1, moves=len(states) - 1) == Solution("budget", (), 1)
    assert solve(start, attempts=2, moves=len(states)) == Solution("stuck", (), 2)
    assert solve(start).status == "stuck"
    assert solve(start).attempts == ATTEMPTS == 60
    assert MOVES == 400


def test_a_game_without_a_move_is_stuck_at_once() -> None:
    assert solve(board("2S / 2C / 4S / 4C / 6S / 6C / 8S / 8C")) == Solution("stuck", (), 0)


def test_a_game_that_is_won_needs_nothing() -> None:
    assert solve(board("", (13, 13, 13, 13))) == Solution("solved", (), 0)


def test_the_moves_of_an_attempt_are_bounded() -> None:
    state = board("KS QS", (11, 13, 13, 13))
    both = (up(0, 0), up(0, 0))
    assert solve(state, attempts=1, moves=2) == Solution("solved", both, 1)
    assert solve(state, attempts=9, moves=2) == Solution("solved", both, 1)
    assert solve(state, attempts=0, moves=2) == Solution("budget", (), 0)


def test_a_nearby_win_that_no_attempt_finds_is_found_by_search() -> None:
    state = board("KS QS", (11, 13, 13, 13))
    near = solve(state, attempts=50, moves=1)
    assert near == Solution("solved", (up(0, 0), up(0, 0)), 50)
    assert solve(state, attempts=2, moves=1) == Solution("budget", (), 2)
