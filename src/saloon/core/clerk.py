"""A compiled stand-in for a rulebook where speed counts; what it is asked and answers is `saloon.table.clerk`'s."""

from collections.abc import Sequence
from typing import Any, Protocol


class Clerk(Protocol):
    """Takes plain actions and leaves all others to the rules.

    It does what `read_action`, `advance`, `check_change` and `Teller.ack` do, to the byte, where it is sure.
    """

    def get_ready(self) -> None:
        """Begin to load what is needed in the background; until it is there the rules have everything."""
        ...

    def prepare(self) -> None:
        """Load what is needed now; compile it if that was never done here."""
        ...

    def take(self, questions: Sequence[Any]) -> Sequence[Any]:
        """Take the actions that are legal and end no game, at most one of each table.

        The questions and answers are those of `saloon.table.clerk`. Each step is done for all of them in a row: the
        processor then finds what it needs where it was.
        """
        ...
