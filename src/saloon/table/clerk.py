"""What a clerk (`saloon.core.clerk`) is asked about a table, and what it answers."""

from collections.abc import Mapping

from msgspec import Struct

from saloon.core.errors import InvariantBreach
from saloon.core.game import Action, Seat

from .progress import Progress

Written = Mapping[Seat | None, bytes]
"""What each seat is told of an action, as it is sent."""


class Question(Struct, frozen=True, gc=False):
    """What a clerk is asked: a message at a table that stands so. It is in step, and its payload is not read yet."""

    progress: Progress
    seat: Seat
    seq: int
    kind: str
    payload: bytes
    at: int | None


class Taken(Struct, frozen=True, gc=False):
    """The action that was meant, the progress after it, and what is told of it."""

    action: Action
    after: Progress
    written: Written


Answer = Taken | InvariantBreach | None
"""What a clerk made of a question: None leaves it to the law, and a breach is the concern of that table alone."""
