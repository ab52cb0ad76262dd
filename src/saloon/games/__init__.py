"""The rulebooks, pure: no clock, no I/O, no randomness but the seed. Each is a package with the same rooms."""

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
"""All games. A new game is a package and a line here, and so is a new version of one; plug-ins follow."""
GAMES.load_plugins(entry_points(group=ENTRY_POINTS))
