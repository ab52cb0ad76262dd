"""The commands: `saloon deal`, `saloon replay`, `saloon play`, `saloon bench`."""

from .commands import main

__all__ = ["main"]
