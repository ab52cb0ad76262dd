"""Who stands in for a rulebook where speed counts? A clerk for each game that has one."""

from collections.abc import Mapping
from typing import Final

from saloon.table import Table
from saloon.table.clerk import Clerk

from .highnoon import HighNoonClerk

CLERKS: Final[Mapping[str, Clerk]] = {"highnoon": HighNoonClerk()}
"""By the game's name: who works at all of its tables."""


def clerk_for(table: Table) -> Clerk | None:
    """Return the clerk for a table at which nobody but people play, if its game has one, and let it get ready."""
    clerk = CLERKS.get(table.game.name) if "bot" not in table.seats else None
    if clerk is not None:
        clerk.get_ready()
    return clerk
