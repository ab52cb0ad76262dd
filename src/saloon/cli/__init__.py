"""The command line: one module for each command of `saloon`."""

from .commands import main

__all__ = ["main"]
