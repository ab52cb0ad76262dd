"""Which waiting players play together: a rating range that widens while a player waits.

Everything here is pure, so that a simulation can measure what the server does (`bench/pairing.py`).
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.core.bots import Rating

POINTS: Final = 40
"""Displayed points per unit of a rating's mean."""
FIRST_REACH: Final = 80
"""Points by which the ratings of a match may differ at first."""
REACH_PER_SECOND: Final = 12
"""Points by which a second of waiting widens that."""
OPEN_AFTER: Final = 60_000
"""Milliseconds after which any opponent is accepted."""
FILL_AFTER: Final = 45_000
"""Milliseconds after which bots take the seats that people do not fill."""
_ANYBODY: Final = 1_000_000


class Waiting(Struct, frozen=True):
    """A player who has waited for a match since a time in milliseconds."""

    player_id: str
    rating: Rating
    since: int

    @property
    def points(self) -> float:
        """The estimated strength in points; unlike the displayed rating it does not depend on the uncertainty."""
        return POINTS * self.rating.mu


def reach(waited: int) -> int | None:
    """Return by how many points ratings may differ after a wait in milliseconds; None for no limit."""
    return None if waited >= OPEN_AFTER else FIRST_REACH + REACH_PER_SECOND * max(0, waited) // 1000


def groups(waiting: Sequence[Waiting], seats: int, now: int) -> list[list[Waiting]]:
    """Return the players of each match that can begin now; everybody in a match accepts the others.

    The longest waiting player is matched first, with those nearest in rating. A group with fewer people than seats is
    for a player who has waited so long that bots fill the table.
    """
    left = _ByRating(sorted(waiting, key=lambda one: (one.points, one.player_id)))
    found = []
    for anchor in sorted(left.players, key=lambda one: (one.since, one.player_id)):
        if left.has(anchor):
            group = left.best_group(anchor, seats, now)
            if group is not None:
                left.remove(group)
                found.append(group)
    return found


class _ByRating:
    """The waiting players by rating; a linked list, so that removing one is cheap."""

    def __init__(self, players: Sequence[Waiting]) -> None:
        self.players = players
        self._place = {one.player_id: place for place, one in enumerate(players)}
        self._left = [place - 1 for place in range(len(players))]
        self._right = [*range(1, len(players)), -1][: len(players)]

    def has(self, player: Waiting) -> bool:
        return player.player_id in self._place

    def remove(self, group: Sequence[Waiting]) -> None:
        for one in group:
            place = self._place.pop(one.player_id)
            left, right = self._left[place], self._right[place]
            if left >= 0:
                self._right[left] = right
            if right >= 0:
                self._left[right] = left

    def best_group(self, anchor: Waiting, seats: int, now: int) -> list[Waiting] | None:
        """Return the closest group around a player that everybody in it accepts."""
        place = self._place[anchor.player_id]
        near = [*reversed(self._walk(place, self._left, seats - 1)), place, *self._walk(place, self._right, seats - 1)]
        people = [self.players[one] for one in near]
        own = near.index(place)
        fewest = 2 if now - anchor.since >= FILL_AFTER else seats
        for size in range(seats, fewest - 1, -1):
            firsts = range(max(0, own - size + 1), min(own, len(people) - size) + 1)
            windows = [people[first : first + size] for first in firsts]
            accepted = [window for window in windows if _spread(window) <= min(_reach(one, now) for one in window)]
            if accepted:
                return min(accepted, key=_spread)
        return None

    def _walk(self, place: int, neighbours: Sequence[int], count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count and (place := neighbours[place]) >= 0:
            found.append(place)
        return found


def _spread(window: Sequence[Waiting]) -> float:
    return window[-1].points - window[0].points


def _reach(one: Waiting, now: int) -> float:
    reached = reach(now - one.since)
    return _ANYBODY if reached is None else reached
