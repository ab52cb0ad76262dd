"""Saloon: one authoritative card table for many games.

>>> from saloon import GAMES, Table
>>> game, *others = GAMES
>>> table = Table.deal(game.name, seed="7")
>>> table.act(0, table.legal(0)[0])
>>> table.rev
1
"""

from .core.errors import Rejected, SaloonError
from .core.game import Game
from .games import GAMES
from .table import Table, replay

__all__ = ["GAMES", "Game", "Rejected", "SaloonError", "Table", "replay"]
__version__ = "0.2.0"
