"""A compiled stand-in for a rulebook where speed counts; what it is asked and answers is `saloon.table.clerk`'s."""

from collections.abc import Sequence
from typing import Any, Protocol


class Clerk(Protocol):
    """Takes plain actions, to the byte as the rules and the table would; it leaves all others to them."""

    def get_ready(self) -> None:
        """Begin to load what is needed in the background; until it is there the rules have everything."""
        ...

    def take(self, questions: Sequence[Any]) -> Sequence[Any]:
        """Take the actions that are legal and end no game, at most one of each table."""
        ...
