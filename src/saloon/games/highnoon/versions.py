"""The differences between the rules versions of HighNoon. Everything else is the same code."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import UNSET, Struct

from .state import Profile, State


class Version(Struct, frozen=True):
    """What differs in one rules version."""

    stalemate_after: int
    """Actions without progress, by each player, that end the match."""
    has_offers: bool
    """Whether players may offer to end the match; one who can do nothing else then counts as without progress."""
    needs_clock: bool
    """Whether only a match with a clock can end by inactivity."""
    schemas: Mapping[Profile, str]
    """The version of the canonical state by profile; other profiles are not supported."""


VERSIONS: Final[Mapping[str, Version]] = MappingProxyType(
    {
        "1.0.0": Version(200, has_offers=False, needs_clock=True, schemas={"saloon": "2.0.0", "vnext": "1.4.0"}),
        "1.1.0": Version(60, has_offers=True, needs_clock=False, schemas={"saloon": "2.1.0"}),
    }
)
"""By rules version, the oldest first."""
NEWEST: Final = list(VERSIONS)[-1]


def can_time_out(state: State) -> bool:
    """Return whether the server may end a match by inactivity; in profile `vnext` the state does not show a clock."""
    return state.options is UNSET or state.options.clock > 0 or not VERSIONS[state.rules_version].needs_clock
