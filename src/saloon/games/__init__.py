"""The rulebooks, pure: no clock, no I/O, no randomness but the seed. Each is a package with the same rooms."""

from saloon.core.game import Registry

from .highnoon import HighNoon

GAMES = Registry([HighNoon()])
"""All games of the house. A new one is a package and a line here."""
