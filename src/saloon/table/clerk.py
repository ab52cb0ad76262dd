"""Who may stand in for a rulebook where speed counts? A clerk: it takes plain actions, the law has all the others."""

from collections.abc import Mapping, Sequence
from typing import Protocol

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


class Clerk(Protocol):
    """Does what `read_action`, `advance`, `check_change` and `Teller.ack` do, to the byte, where it is sure."""

    def get_ready(self) -> None:
        """Begin to load what is needed, beside everything else; until it is there the law has everything."""
        ...

    def take(self, questions: Sequence[Question]) -> Sequence[Answer]:
        """Take the actions that are legal and end no game, one of a table at most.

        Each step is done for all of them in a row: the processor then finds what it needs where it was.
        """
        ...
