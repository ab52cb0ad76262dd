"""The differences between the rules versions of Klondike. Everything else is the same code."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class Version(Struct, frozen=True):
    """What differs in one rules version."""

    completes_early: bool
    """Whether auto-complete is offered as soon as it is certain to win, or only once stock and waste are empty."""


VERSIONS: Final[Mapping[str, Version]] = MappingProxyType(
    {"1.0.0": Version(completes_early=False), "1.1.0": Version(completes_early=True)}
)
"""By rules version, the oldest first."""
NEWEST: Final = list(VERSIONS)[-1]
