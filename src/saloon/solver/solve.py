"""Solve a deal or a position of any game that has a solver."""

from typing import Any

import msgspec

from saloon.core.errors import BadInput, InvariantBreach, quoted
from saloon.core.options import read_options
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits, Solver, Verdict
from saloon.games import GAMES
from saloon.search import kernels


def solve(
    game: str,
    options: Any = None,
    *,
    seed: str | None = None,
    state: Any = None,
    limits: Limits | None = None,
) -> Verdict:
    """Decide whether a game can be won with all cards known, from the deal of `seed` or from `state`.

    The actions of a winning line were applied by the rules one by one, up to the win.
    """
    solver, rules = solver_of(game), GAMES[game]
    return solver.verdict(rules, _position(rules, options, seed, state), limits)


def find_line(game: str, state: Any, limits: Limits | None = None) -> Verdict:
    """Find a winning line for a player, from `state`."""
    solver, rules = solver_of(game), GAMES[game]
    return solver.line(rules, _position(rules, None, None, state), limits)


def prepare(*games: str) -> None:
    """Load the kernels of these games, or of all; compile them if the cache lacks them (up to half a minute).

    Time limits of searches do not include this.
    """
    for game in games or solved_games():
        solver_of(game).prepare()
    if not games:
        kernels.mark_compiled()


def is_prepared() -> bool:
    """Whether the cache has all kernels, so that no search has to wait for the compiler."""
    return kernels.is_compiled()


def solved_games() -> tuple[str, ...]:
    """Return the names of the games that have a solver."""
    return tuple(game.name for game in GAMES if game.solver() is not None)


def solver_of(name: str) -> Solver[Any]:
    """Return the solver of a game; refuse a game that has none."""
    solver = GAMES[name].solver()
    if solver is None:
        raise BadInput(f"{name} has no solver (games with solvers: {', '.join(solved_games())})", "NO_SOLVER")
    return solver


def read_chosen(game: str, options: Any) -> Any:
    """Return the options of a game, read and checked."""
    solver_of(game)
    return _options(GAMES[game], options)


def _options(game: AnyGame, options: Any) -> Any:
    return options if isinstance(options, game.options) else read_options(game.name, game.options, options or {})


def _position(game: AnyGame, options: Any, seed: str | None, state: Any) -> Any:
    if (seed is None) == (state is None):
        raise BadInput("give a seed or a position, not both", "BAD_POSITION")
    if state is None:
        seed, options = game.check_seed(seed), _options(game, options)
        elsewhere = game.dealt_elsewhere(seed, options)
        return game.deal(seed, options) if elsewhere is None else elsewhere
    try:
        game.check(state)
    except InvariantBreach as breach:
        raise BadInput(f"this position cannot occur: {breach.reason}", "BAD_POSITION") from None
    except (AttributeError, TypeError, msgspec.MsgspecError):
        raise BadInput(f"{quoted(state)} is not a position of {game.name}", "BAD_POSITION") from None
    return state
