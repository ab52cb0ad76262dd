"""The rulebooks, pure: no clock, no I/O, no randomness but the seed. Each is a package with the same rooms."""

from saloon.core.game import Registry

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
"""All games of the house. A new game is a package and a line here, and so is a new version of one."""
