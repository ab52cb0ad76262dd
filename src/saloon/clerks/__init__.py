"""Who stands in for a rulebook where speed counts? A clerk for each game that has one."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from saloon.table import Table
from saloon.table.clerk import Clerk

from .highnoon import HighNoonClerk

CLERKS: Final[Mapping[str, Callable[[Any], Clerk]]] = {"highnoon": HighNoonClerk}
"""By the game's name: what makes the clerk of a table from any of its states."""


def clerk_for(table: Table) -> Clerk | None:
    """Return a clerk for a table at which nobody but people play, if its game has one."""
    maker = CLERKS.get(table.game.name)
    return maker(table.state) if maker is not None and "bot" not in table.seats else None
