"""Turning points of Klondike by a second solver: winnable before the step, and not after it."""

import pytest

from games.klondike.boards_klondike import KLONDIKE
from games.klondike.plain_klondike import board_of, check_log, winnable
from saloon.bots import seat_bot
from saloon.solver import solve
from saloon.table import Table

MOST = 1_500
"""Positions that the second solver looks at."""
LOST = ["33", "53", "58", "64", "66"]
"""Deals that the greedy bot loses by a step after which few positions are left."""


def played(seed: str) -> Table:
    """Let the greedy bot play a deal."""
    table = Table.deal("klondike", seed=seed, options={"draw": 1})
    bot = seat_bot(KLONDIKE, "greedy", "1")
    while table.outcome is None and not bot.gave_up:
        action = bot.choose(table.view(0), table.moves(0))
        assert action is not None
        table.act(0, action)
    return table


@pytest.mark.parametrize("seed", LOST)
def test_a_game_said_to_be_lost_by_a_step_is_winnable_before_and_lost_after_it(seed: str) -> None:
    assert list(check_log(played(seed).save(), MOST)) == [True]


def test_the_second_solver_agrees_on_the_ends_of_games() -> None:
    found = []
    for seed in [*LOST[:3], "0", "2", "3"]:
        table = played(seed)
        start = table.retry().progress
        for accepted in list(table.accepted_since(start))[-30::6]:
            judged = winnable(board_of(accepted.after.state), MOST)
            if judged is not None:
                found.append(judged)
                assert judged == (solve("klondike", state=accepted.after.state).verdict == "winnable")
    assert {True, False} == set(found)
