"""Games for the tests of bots, chosen by what they are like."""

from typing import Any

from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table

SOLITAIRES = [game for game in GAMES if len(game.seats) == 1]
MATCHES = [game for game in GAMES if len(game.seats) > 1]


def short(game: AnyGame) -> dict[str, Any]:
    """Return the options of the game's first preset: where it has any, matches are short with them."""
    return dict(game.presets[game.first_preset]) if game.first_preset else {}


def first_to_act(table: Table) -> list[int]:
    """Return the seats that may act."""
    return [seat for seat in table.game.seats if table.moves(seat)]


def _in_turn(game: AnyGame) -> bool:
    return len(first_to_act(Table.deal(game, seed="1"))) == 1


RACE = next(game for game in MATCHES if not _in_turn(game))
"""A match in which everyone may act at once."""
IN_TURN = next(game for game in MATCHES if _in_turn(game))
"""A match in which one seat after the other acts."""
