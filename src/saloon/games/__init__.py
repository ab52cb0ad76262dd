"""The games: one package each, with the same modules. Rules are pure: no clock, no I/O, no randomness but the seed."""

from importlib.metadata import entry_points

from saloon.core.registry import ENTRY_POINTS, Registry

from .cards import Cards
from .highnoon import HighNoon
from .klondike import Klondike
from .meridian import Meridian
from .nevernine import NeverNine

GAMES = Registry(
    [
        HighNoon("1.0.0"),
        HighNoon("1.1.0"),
        Meridian(),
        Cards(),
        Klondike("1.0.0"),
        Klondike("1.1.0"),
        NeverNine(),
    ]
)
"""All games. A new game, or a new rules version of one, is a line here; plug-ins follow."""
GAMES.load_plugins(entry_points(group=ENTRY_POINTS))
