"""The full-screen terminal: any game, here or on a server, with colour, keys and mouse. Needs `saloon[terminal]`."""

from saloon.core.extras import optional_imports

with optional_imports():
    from .app import TableApp

__all__ = ["TableApp"]
