"""Who is there? When each player was last seen at a table, kept in the database for all processes.

The lobby lists a table while one of its players was seen lately, abandoned tables expire by it, and a player may claim
a match against an opponent who is away. Times are those of the server clock, so downtime counts against nobody.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from saloon.core.game import Seat
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.store import Seen

from .clock import ServerClock
from .desk import Desk

_NOTED_SECONDS = 20.0
"""A player who stays is written down this often at the least."""
_RETRY_SECONDS = 1.0
"""Seconds until what could not be written is tried again."""


class Presence:
    """Writes down who was seen at their tables, a few times in the `seconds` for which the lobby counts it."""

    def __init__(self, store: Store, clock: ServerClock, seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._lasts = int(1000 * seconds)
        self._every = min(self._lasts // 3, int(1000 * _NOTED_SECONDS))
        self._noted: dict[Seen, int] = {}
        self._later: dict[Seen, int] = {}
        """When players were last seen of whom that is not written down yet."""

    @property
    def since(self) -> int:
        """The time since which somebody must have been seen."""
        return self._clock.now() - self._lasts

    async def note(self, seen: Iterable[Seen], *, at_once: bool = False) -> None:
        """Players were seen at their tables. If that cannot be written now, nobody is refused anything.

        `at_once` writes it down even though that was done a moment ago.
        """
        at = self._clock.now()
        due = []
        for one in set(seen):
            if at_once or self._noted.get(one, -self._every) <= at - self._every:
                due.append(one)
            else:
                self._later[one] = at
        with suppress(StoreUnavailable):
            await self._write(due, at)

    async def _write(self, seen: Sequence[Seen], at: int) -> None:
        if seen:
            await self._store.see(seen, at)
            self._noted |= dict.fromkeys(seen, at)

    async def watch(self, desks: Mapping[str, Desk]) -> None:
        """Write down for ever who is connected, and exactly when those without a socket last sent a request.

        Whoever is connected is renewed each time, well within the time after which they would count as away.
        """
        pause = self._every / 1000
        while True:
            await asyncio.sleep(pause)
            self._noted = {one: at for one, at in self._noted.items() if at > self.since}
            pause = self._every / 1000 if await self._renew(desks) else min(_RETRY_SECONDS, self._every / 1000)

    async def _renew(self, desks: Mapping[str, Desk]) -> bool:
        """Write everything that is known now; return whether that succeeded."""
        later, self._later = self._later, {}
        try:
            await self._write([*{one for desk in desks.values() for one in connected(desk)}], self._clock.now())
            if later:
                await self._store.see_until(later)
        except StoreUnavailable:
            self._later = later | self._later
            return False
        return True


def connected(desk: Desk) -> list[Seen]:
    """Return the players who have a socket at a table."""
    sockets = [(outbox.receiver, outbox.address) for outbox in desk.outboxes if outbox.receiver is not None]
    return [one for seat, address in sockets for one in seen_at(desk.stored, seat, address)]


def seen_at(stored: StoredTable, seat: Seat, address: str | None) -> list[Seen]:
    """Return that the player of a seat was seen; nothing if nobody sits there or the game is over."""
    player_id = stored.seats[seat].player_id
    return [] if player_id is None or stored.status == "finished" else [Seen(stored.table_id, seat, player_id, address)]
