"""The solver of Cards: moves against the rules, limits, what a player gets who asks for a way to win."""

import pytest
from msgspec.structs import replace

from clauses import clause
from games.cards.boards_cards import GAME, board
from saloon import Table
from saloon.core.errors import BadInput
from saloon.core.game import Action
from saloon.core.solver import MEGABYTE, Limits, Verdict
from saloon.games.cards.attempts import solve as original_solve
from saloon.games.cards.attempts import winning_attempt
from saloon.games.cards.solver import CardsSolver, actions_of, best_first_position
from saloon.games.cards.state import Finish, Options, TableauMove
from saloon.solver import daily, next_winnable, solve
from search.moves_of_best_first import Moves, random_positions
from solver.wins import is_won_by, wins_of_random_play

ANY, RUN = Options(stack="any"), Options(stack="run")
UNDECIDED = "41"
"""A deal with any stacks that no short search decides."""


def brings_back(action: Action) -> bool:
    """Whether a card leaves its foundation: the search leaves Aces there."""
    return isinstance(action, TableauMove) and action.source.zone == "foundation"


def test_the_moves_are_the_rules_but_for_those_that_change_nothing() -> None:
    moves = Moves(GAME, best_first_position, actions_of)
    for state in random_positions(GAME, ANY, 8):
        moves.check(state, lambda action: not isinstance(action, Finish), brings_back)


def test_positions_of_random_play_are_decided_and_lines_win() -> None:
    wins_of_random_play(GAME, RUN)
    wins_of_random_play(GAME, ANY, decided=False)


@pytest.mark.parametrize("states", [1, 7, 100, 20_000])
def test_the_limit_of_states_is_kept(states: int) -> None:
    found = solve("cards", ANY, seed=UNDECIDED, limits=Limits(states=states))
    assert found.states <= states
    assert (found.verdict, found.limit) == ("unknown", "states")


def test_the_limits_of_time_and_memory_are_kept() -> None:
    late = solve("cards", ANY, seed=UNDECIDED, limits=Limits(seconds=0.2))
    assert (late.verdict, late.limit) == ("unknown", "seconds")
    assert late.cpu_seconds < 0.5
    full = solve("cards", ANY, seed=UNDECIDED, limits=Limits(memory=16 * MEGABYTE))
    assert (full.verdict, full.limit) == ("unknown", "memory")


def test_impossible_positions_get_clear_errors() -> None:
    state = GAME.deal("1", Options())
    first, *rest = state.tableau
    for tableau in ((first[1:], *rest), ((*first[:-1], rest[0][-1]), *rest)):
        with pytest.raises(BadInput, match="this position cannot occur"):
            solve("cards", state=replace(state, tableau=tableau))


# --- asking for a way to win ------------------------------------------------------------------------------------


@clause("CA-62", "CA-68")
@pytest.mark.parametrize("seed", ["9", "10", "28"])
def test_a_player_gets_the_line_of_the_originals_solve(seed: str) -> None:
    state = GAME.deal(seed, ANY)
    assert CardsSolver().line(GAME, state).actions == original_solve(state).actions
    assert Table.deal("cards", seed=seed, options={"stack": "any"}).solve().actions == original_solve(state).actions


@pytest.mark.parametrize("seed", ["1", "3", "5"])
def test_a_player_gets_a_line_where_no_attempt_wins(seed: str) -> None:
    state = GAME.deal(seed, ANY)
    assert winning_attempt(state) is None
    found = CardsSolver().line(GAME, state)
    assert found.verdict == "winnable"
    assert is_won_by(GAME, state, found.actions)


def test_the_player_learns_that_a_game_cannot_be_won() -> None:
    assert CardsSolver().line(GAME, GAME.deal("1", RUN)).verdict == "unwinnable"
    found = CardsSolver().line(GAME, GAME.deal(UNDECIDED, ANY), Limits(states=1000))
    assert (found.verdict, found.limit) == ("unknown", "states")


def test_a_game_that_is_won_needs_nothing() -> None:
    assert CardsSolver().line(GAME, board("", (13, 13, 13, 13))) == Verdict("winnable")


# --- deals ------------------------------------------------------------------------------------------------------


def test_the_daily_deal_is_the_days_first_winnable_millisecond() -> None:
    midnight = 1_769_817_600_000
    seed = daily("cards", "2026-01-31")
    assert midnight <= int(seed) < midnight + 86_400_000
    assert seed == next_winnable("cards", first=midnight)
    assert solve("cards", seed=seed).verdict == "winnable"
    assert all(solve("cards", seed=str(n)).verdict == "unwinnable" for n in range(midnight, int(seed)))


def test_a_day_before_1970_has_no_deal() -> None:
    with pytest.raises(BadInput, match="no game of Cards on 1969-12-31") as refused:
        daily("cards", "1969-12-31")
    assert refused.value.code == "BAD_DATE"
