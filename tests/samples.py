"""Games to test the platform with, each chosen by what it is like."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from positions import is_ours, kit_of
from saloon.core.game import UNLIMITED, Action, Game
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.messages import wire


def _first(is_like: Callable[[AnyGame], bool]) -> str:
    return next(game.name for game in GAMES if is_ours(game) and is_like(game))


SOLITAIRE: Final = _first(lambda game: len(game.seats) == 1 and game.undo_depth == UNLIMITED and bool(game.presets))
"""A solitaire with presets, in which every step can be taken back."""
ONE_STEP_BACK: Final = _first(lambda game: len(game.seats) == 1 and game.undo_depth == 1)
"""A solitaire in which the last step can be taken back, and no other."""
TIMED: Final = _first(lambda game: len(game.seats) == 1 and game.seeds_are_times)
"""A solitaire that is dealt from the time."""
SAVING: Final = _first(lambda game: type(game).save_format is not Game.save_format)
"""A game with a save file of its own."""
DUEL: Final = _first(lambda game: len(game.seats) == 2 and "resign" in game.actions)
"""A match of two, which a player may give up."""
COUNTED_DOWN: Final = _first(lambda game: game.countdown > 0)
"""A match with a countdown before the first move."""
FOURSOME: Final = _first(lambda game: len(game.seats) == 4)
"""A match of four."""
DUPLICATE: Final = _first(lambda game: game.duplicate is not None)
"""A game with a daily deal that everybody plays against the same bots."""
LOWEST_WINS: Final = _first(lambda game: game.lowest_wins)
"""A game in which the lower score is the better one."""
VERSIONED: Final = _first(lambda game: len(GAMES.versions(game.name)) > 1)
"""A game with more than one version of its rules."""
WEAK: Final = _first(lambda game: len(game.seats) > 1 and bool(game.weak_options))
"""A match with options whose deals can be computed from the visible cards."""

BETWEEN_PEOPLE: Final = [game.name for game in GAMES if len(game.seats) > 1]
"""The games that people play against each other."""
UNTIMED: Final = [game.name for game in GAMES if not game.seeds_are_times]
"""The games that are dealt from a seed that nobody can guess."""
UNSOLVED: Final = [game.name for game in GAMES if game.solver() is None]
"""The games without a solver."""


def preset_options(name: str) -> dict[str, Any]:
    """Return the options of the preset that a new player is offered first."""
    game = GAMES[name]
    assert game.first_preset is not None
    return dict(game.presets[game.first_preset])


def easy(name: str) -> dict[str, Any]:
    """Return options with which a game is won most easily, or over soonest."""
    return dict(kit_of(name).easy)


def clocked(name: str) -> dict[str, Any]:
    """Return options with which the clock of a game runs, and gives the shortest time."""
    return dict(kit_of(name).clocked[0])


def slowly_clocked(name: str) -> dict[str, Any]:
    """Return options with which the clock of a game runs, and gives the longest time."""
    return dict(kit_of(name).clocked[-1])


def an_option(name: str) -> str:
    """Return the name of an option of a game."""
    return str(GAMES[name].options.__struct_encode_fields__[0])


def a_move(table: Table, seat: int = 0) -> Action:
    """Return the first legal action of a seat that gives nothing up."""
    return next(action for action in table.moves(seat) if action.kind not in table.game.giving_up)


def lap(name: str, seat: int = 0) -> list[dict[str, Any]]:
    """Return actions, as they are sent, that lead back to the deal they begin with: for games as long as one likes."""
    return [msgspec.to_builtins(wire(action)) for action in kit_of(name).lap(seat)]


def idle_move(name: str, seat: int = 0) -> dict[str, Any]:
    """Return an action, as it is sent, that every deal allows, many times over."""
    return lap(name, seat)[0]


def an_illegal_move(table: Table, seat: int = 0) -> Action:
    """Return a well-formed action of a seat that the rules refuse now."""
    kit = kit_of(table.game.name)
    legal = {kit.essence(action) for action in table.moves(seat)}
    return next(action for action in kit.every_action(seat) if kit.essence(action) not in legal)


def seat_to_act(table: Table) -> int:
    """Return the first seat that may act."""
    return next(seat for seat in table.game.seats if table.moves(seat))
