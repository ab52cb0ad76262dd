"""Who may stand in for a rulebook where speed counts? A clerk: it takes plain actions, the law has all the others."""

from collections.abc import Mapping
from typing import Protocol

from saloon.core.game import Action, Seat

from .progress import Progress

Written = Mapping[Seat | None, bytes]
"""What each seat is told of an action, as it is sent."""
Taken = tuple[Progress, Written]
"""The progress after an action, and what is told of it."""


class Clerk(Protocol):
    """Does what `advance`, `check_change` and `Teller.ack` do, to the byte, for whatever it is sure of."""

    def take(self, progress: Progress, seat: Seat, seq: int | None, action: Action) -> Taken | None:
        """Take an action that is legal and does not end the game, and write of it; None leaves it to the law."""
        ...
