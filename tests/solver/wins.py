"""Lines that a solver found, played by the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

from positions import play
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits
from saloon.solver import solve


def is_won_by(game: AnyGame, state: Any, actions: Sequence[Action]) -> bool:
    """Whether the actions lead from `state` to a win."""
    for action in actions:
        state = game.apply(state, 0, action)
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (0,)


def wins_of_random_play(game: AnyGame, options: Any, *, decided: bool = True) -> int:
    """Solve positions of random play, assert that each is decided and each line wins; return how many can be won."""
    random, won = Random(f"{game.name} {options}"), 0
    for seed in range(4):
        for state, _, _ in list(play(game, game.deal(str(seed), options), random, 30))[::10]:
            found = solve(game.name, state=state, limits=Limits(seconds=20))
            assert found.verdict != "unknown" or not decided
            assert (found.verdict == "winnable") == bool(found.actions)
            assert not found.actions or is_won_by(game, state, found.actions)
            won += found.verdict == "winnable"
    return won
