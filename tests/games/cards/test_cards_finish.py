"""Finish, undo and retry: what moves by itself, and what one step back restores."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.cards.boards_cards import GAME, across, back, board, heights, plain, up, written
from games.cards.strategies_cards import arrangements, states
from positions import option_sets, positions
from saloon import Table
from saloon.core.errors import Rejected
from saloon.games.cards.attempts import solve
from saloon.games.cards.rules import automatic_move, finishing, undo_to
from saloon.games.cards.state import Finish, FoundationMove, Options, State
from table.common import position_hash

MANY = settings(max_examples=60, deadline=None)


# --- finish -----------------------------------------------------------------------------------------------------


@clause("CA-58", "CA-60")
@MANY
@given(states())
def test_finish_leaves_no_card_that_could_go_up(state: State) -> None:
    if state.status == "won":
        return
    after = GAME.apply(state, 0, Finish())
    GAME.check(after)
    assert automatic_move(after) is None
    assert not any(isinstance(action, FoundationMove) for action in GAME.legal(after, 0))
    assert all(now >= was for was, now in zip(heights(state), heights(after), strict=True))


@clause("CA-59", "CA-60")
@MANY
@given(arrangements())
def test_finish_is_the_first_move_up_again_and_again(state: State) -> None:
    step = state
    for reached in finishing(state):
        ups = [action for action in GAME.legal(step, 0) if isinstance(action, FoundationMove)]
        assert automatic_move(step) == min(ups, key=lambda action: int(action.source.index or 0)) == ups[0]
        step = GAME.apply(step, 0, ups[0])
        assert step == reached
    assert [state, *finishing(state)][-1] == step


@clause("CA-59")
def test_finish_begins_again_at_pile_0_after_every_move() -> None:
    state = board("3S 2H / AS / *AH 2S / AH")
    seen = [written(step.tableau) for step in finishing(board("3S 2H / 2S AS / 9C AH"))]
    assert seen == ["3S 2H / 2S / 9C AH", "3S 2H /  / 9C AH", "3S 2H /  / 9C", "3S /  / 9C", " /  / 9C"]
    assert automatic_move(state) == up(1, 0)
    assert automatic_move(board("3S 2H / / 2C")) is None


@clause("CA-58", "CA-39")
def test_finish_turns_exposed_cards_and_plays_them_too() -> None:
    after = GAME.apply(board("*9C *2H AH / 5D"), 0, Finish())
    assert written(after.tableau) == "9C / 5D"
    assert heights(after) == (0, 2, 0, 0)


@clause("CA-58")
def test_finish_plays_every_legal_card_even_one_needed_later() -> None:
    after = GAME.apply(board("2H 5S / 4H", (4, 1, 0, 0)), 0, Finish())
    assert heights(after) == (5, 2, 0, 0)
    assert written(after.tableau) == " / 4H"


@clause("CA-60", "CA-95")
def test_finish_can_win() -> None:
    state = board("KS QS / KH / KC / KD QD", (11, 12, 12, 11))
    after = GAME.apply(state, 0, Finish())
    assert (after.status, heights(after)) == ("won", (13, 13, 13, 13))


def test_an_idle_finish_is_accepted_and_changes_nothing() -> None:
    state = board("2S / 2H")
    assert GAME.apply(state, 0, Finish()) is state


# --- undo_to ----------------------------------------------------------------------------------------------------


@clause("CA-71", "CA-72")
def test_undo_leads_before_the_move_or_before_the_last_move_of_a_finish() -> None:
    state = board("9C AS / 3H 2S / 4S")
    for action in (up(0, 0), across(2, 1)):
        if action in GAME.legal(state, 0):
            assert undo_to(state, action, GAME.apply(state, 0, action)) is state
    finish = Finish()
    to = undo_to(state, finish, GAME.apply(state, 0, finish))
    assert to is not None
    assert (written(to.tableau), heights(to)) == ("9C / 3H 2S / 4S", (1, 0, 0, 0))
    single = board("9C AS / 9H")
    assert undo_to(single, finish, GAME.apply(single, 0, finish)) == single
    idle = board("9C")
    assert undo_to(idle, finish, GAME.apply(idle, 0, finish)) is None


@clause("CA-72", "CA-75")
@MANY
@given(states())
def test_an_undone_action_is_one_move_of_cards_between_two_places(state: State) -> None:
    for action in GAME.legal(state, 0):
        after = GAME.apply(state, 0, action)
        earlier = undo_to(state, action, after)
        if earlier is None:
            assert after == state
            continue
        GAME.check(earlier)
        was, now = (one["tableau"] + one["foundations"] for one in (plain(earlier), plain(after)))
        ids = [[[card["id"] for card in pile] for pile in piles] for piles in (was, now)]
        changed = [i for i in range(12) if ids[0][i] != ids[1][i]]
        assert len(changed) == 2
        source, target = sorted(changed, key=lambda i: len(ids[1][i]) - len(ids[0][i]))
        moved = ids[0][source][len(ids[1][source]) :]
        assert ids[1][target] == ids[0][target] + moved
        assert ids[0][source] == ids[1][source] + moved


# --- at the table -----------------------------------------------------------------------------------------------


def table(seed: str = "1", **options: Any) -> Table:
    return Table.deal("cards", seed=seed, options=options)


@clause("CA-71", "CA-73", "CA-74")
def test_one_step_can_be_taken_back_and_a_new_move_replaces_it() -> None:
    game = table()
    first, second = up(7, 2), across(1, 0)
    dealt = game.state
    game.act(0, first)
    between = game.state
    game.act(0, second)
    game.undo(0)
    assert game.state == between
    assert game.state != dealt
    with pytest.raises(Rejected, match=r"\[NOTHING_TO_UNDO\]$"):
        game.undo(0)
    with pytest.raises(Rejected, match=r"\[INVALID_ACTION_KIND\]$"):
        game.redo(0)
    assert game.state == between


@clause("CA-39", "CA-75")
@MANY
@given(positions("cards"), st.integers(0, 99))
def test_undo_restores_the_position_exactly_and_hides_a_turned_card(position: Any, luck: int) -> None:
    legal = [action for action in position.legal if not isinstance(action, Finish)]
    if not legal:
        return
    game = table(position.state.seed, **msgspec.to_builtins(position.state.options))
    game._progress = msgspec.structs.replace(game._progress, state=position.state)
    before = position_hash(game)
    game.act(0, legal[luck % len(legal)])
    assert position_hash(game) != before
    if game.outcome is None:
        game.undo(0)
        assert game.state == position.state
        assert position_hash(game) == before


@clause("CA-74", "CA-75")
def test_undo_after_a_finish_takes_its_last_move_back() -> None:
    game = table("42")
    steps = [game.state, *finishing(game.state)]
    assert len(steps) > 2
    game.act(0, Finish())
    assert game.state == steps[-1]
    game.undo(0)
    assert game.state == steps[-2]
    with pytest.raises(Rejected, match=r"\[NOTHING_TO_UNDO\]$"):
        game.undo(0)


@clause("CA-74")
def test_an_idle_finish_keeps_the_step_that_can_be_taken_back() -> None:
    game = table("1")
    game.act(0, up(7, 2))
    game.act(0, across(1, 0))
    while automatic_move(game.state) is not None:
        game.act(0, Finish())
    game.act(0, next(action for action in game.moves(0) if not isinstance(action, Finish)))
    before, after = game._progress.past.top, game.state
    game.act(0, Finish())
    assert game.state == after
    game.undo(0)
    assert game.state == before


def test_a_return_from_a_foundation_can_be_taken_back() -> None:
    state = board("3S", (0, 2, 0, 0))
    assert undo_to(state, back(1, 0), GAME.apply(state, 0, back(1, 0))) is state


@clause("CA-73")
def test_nothing_is_taken_back_before_the_first_move_or_after_the_win() -> None:
    game = table("9", stack="any")
    with pytest.raises(Rejected, match=r"\[NOTHING_TO_UNDO\]$"):
        game.undo(0)
    for action in solve(game.state).actions:
        game.act(0, action)
    assert game.state.status == "won"
    with pytest.raises(Rejected, match=r"\[MATCH_FINISHED\]$"):
        game.undo(0)


@clause("CA-102", "CA-103")
@pytest.mark.parametrize("options", option_sets("cards"))
def test_retry_deals_the_same_game_again_without_its_moves(options: dict[str, Any]) -> None:
    game = table("1476865939254", **options)
    dealt = game.state_hash()
    for _ in range(5):
        game.act(0, game.moves(0)[0])
    again = game.retry()
    assert (again.rev, again.seed, again.state_hash()) == (0, "1476865939254", dealt)
    assert again.state == GAME.deal("1476865939254", Options(**options))
    with pytest.raises(Rejected, match=r"\[NOTHING_TO_UNDO\]$"):
        again.undo(0)
    assert game.rev == 5


@clause("CA-18", "CA-108")
@settings(max_examples=20, deadline=None)
@given(positions("cards", most=0), st.integers(0, 2**32))
def test_a_save_gives_the_same_game_again_and_knows_no_dragged_cards(position: Any, luck: int) -> None:
    game = table(position.state.seed, **msgspec.to_builtins(position.state.options))
    for step in range(30):
        moves = game.moves(0)
        if moves:
            game.act(0, moves[(luck >> step) % len(moves)])
    loaded = Table.load(game.save())
    assert loaded.state == game.state
    assert loaded.state_hash() == game.state_hash()
    state = plain(game.state)
    assert set(state) == {"foundations", "options", "rulesVersion", "seed", "status", "tableau"}
    assert b"drag" not in game.save()
    assert sum(map(len, state["tableau"] + state["foundations"])) == 52
