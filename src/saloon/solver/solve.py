"""Can this game be won? One question for three solitaires, from the deal or from any position."""

from contextlib import suppress
from itertools import chain
from typing import Any, Final

import msgspec

from saloon.core.errors import BadInput, InvariantBreach, quoted
from saloon.core.game import Action, Game
from saloon.core.options import read_options
from saloon.core.solver import Answer, Budget, Limits, Verdict
from saloon.games import GAMES

from .kernels import load

_BUILDING: Final = ("klondike", "klondike_search")
_PILING: Final = ("piling", "piling_search")
SOLVED: Final = ("klondike", "cards", "meridian")
"""The games that have a solver."""
_KERNELS: Final = {"klondike": _BUILDING, "cards": (*_BUILDING, *_PILING), "meridian": _PILING}


def solve(
    game: str,
    options: Any = None,
    *,
    seed: str | None = None,
    state: Any = None,
    limits: Limits | None = None,
) -> Verdict:
    """Say whether a game can be won, all cards being known, from the deal of `seed` or from `state`.

    The actions of a winning line were applied by the rules one by one, up to the win.
    """
    rules = solved_game(game)
    position = _position(rules, options, seed, state)
    prepare(game)
    budget = Budget(limits or Limits())
    outcome = rules.outcome(position)
    if outcome is not None:
        return Verdict("winnable" if outcome.winners else "unwinnable")
    answer, actions = _search(rules, position, budget)
    limit = budget.hit if answer == "unknown" else None
    return Verdict(answer, actions, budget.states, round(budget.spent, 6), limit)


def prepare(*games: str) -> None:
    """Load the kernels of these games, or of all; compile them if that was never done here (up to half a minute).

    What it takes is no part of a search: limits of time count from when the kernels are there.
    """
    for game in games or SOLVED:
        for kernel in _KERNELS[game]:
            load(kernel)


def solved_game(name: str) -> Game[Any, Any]:
    """Return a game that has a solver."""
    if name not in SOLVED:
        GAMES[name]
        raise BadInput(f"{name} has no solver (there are solvers for {', '.join(SOLVED)})", "NO_SOLVER")
    return GAMES[name]


def _position(game: Game[Any, Any], options: Any, seed: str | None, state: Any) -> Any:
    if (seed is None) == (state is None):
        raise BadInput("a solver takes a seed or a position, and not both", "BAD_POSITION")
    if state is None:
        chosen = options if isinstance(options, game.options) else read_options(game.name, game.options, options or {})
        return game.deal(game.check_seed(seed), chosen)
    try:
        game.check(state)
    except InvariantBreach as breach:
        raise BadInput(f"no game comes to this position: {breach.reason}", "BAD_POSITION") from None
    except (AttributeError, TypeError, msgspec.MsgspecError):
        raise BadInput(f"{quoted(state)} is no position of {game.name}", "BAD_POSITION") from None
    return state


def _search(game: Game[Any, Any], state: Any, budget: Budget) -> tuple[Answer, tuple[Action, ...]]:
    """Hand the position to the search of its game."""
    from . import building, lines, piling

    if game.name == "meridian":
        return piling.decide(game, state, budget)
    position = lines.klondike_position(state) if game.name == "klondike" else lines.cards_position(state)
    found = building.decide(position, budget)
    if found.answer != "winnable":
        return found.answer, ()
    if position.hidden is None:
        return found.answer, lines.actions_of(game, state, found.log)
    for line in chain([found], building.other_wins(position, budget)):  # an easier game's: it may not win the real one
        with suppress(InvariantBreach):
            return "winnable", lines.actions_of(game, state, line.log)
    return piling.decide(game, state, budget)
