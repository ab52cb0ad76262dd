"""The difficulty of a deal, from the cost of the search, the share of losing first moves and the length of the line.

It comes with the odds of a player who does not see the hidden cards.
"""

from bisect import bisect_left
from math import log10
from typing import Any, Final

from msgspec import Struct

from saloon.core.solver import MEGABYTE, Answer, Limits
from saloon.games import GAMES

from .difficulty import DIFFICULTIES, Difficulty
from .odds import Odds, odds_of
from .solve import read_chosen, solve, solver_of

FIRST_MOVE: Final = Limits(states=50_000, seconds=None, memory=200 * MEGABYTE)
"""Search limits for a first move; an undecided one counts as half lost."""


class DealRating(Struct, frozen=True, rename="camel"):
    """How hard a deal is; no difficulty if it is not known to be winnable."""

    verdict: Answer
    level: Difficulty | None
    states: int
    losing_first_moves: float
    """The share of first moves that lose."""
    length: int
    """The number of actions in the line."""
    people: Odds | None = None
    """How often a bot that sees no hidden card wins; None if the deal is not known to be winnable."""


def rate(
    game: str,
    options: Any = None,
    *,
    seed: str | None = None,
    state: Any = None,
    limits: Limits | None = None,
    people: bool = True,
) -> DealRating:
    """Return how hard the deal of `seed`, or the game from `state` on, is; `people` asks for the odds too."""
    found = solve(game, options, seed=seed, state=state, limits=limits)
    if found.verdict != "winnable":
        return DealRating(found.verdict, None, found.states, 1.0, 0)
    rules = GAMES[game]
    if state is None:
        state = rules.deal(rules.check_seed(seed), read_chosen(game, options))
    losing, length = _losing_first_moves(game, state), len(found.actions)
    level = difficulty_of(game, found.states, losing, length)
    return DealRating("winnable", level, found.states, losing, length, odds_of(rules, state) if people else None)


def difficulty_of(game: str, states: int, losing: float, length: int) -> Difficulty:
    """Combine the three: a search ten times as long weighs as much as a third of the first moves or 200 actions."""
    weight = log10(max(states, 1)) + 3 * losing + length / 200
    return DIFFICULTIES[bisect_left(solver_of(game).bands, weight)]


def _losing_first_moves(game: str, state: Any) -> float:
    rules, closing = GAMES[game], solver_of(game).closing
    weights = {"winnable": 0.0, "unknown": 0.5, "unwinnable": 1.0}
    lost = [
        weights[solve(game, state=rules.apply(state, 0, action), limits=FIRST_MOVE).verdict]
        for action in rules.legal(state, 0)
        if action.kind not in closing
    ]
    return round(sum(lost) / len(lost), 3) if lost else 0.0
