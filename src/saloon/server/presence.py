"""Who is there? When each player was last seen at a table, kept in the database for all processes.

The lobby lists a table while one of its players was seen lately, abandoned tables expire by it, and a player may claim
a match against an opponent who is away. Times are those of the server clock, so downtime counts against nobody.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress

from saloon.core.game import Seat
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.store import Seen

from .clock import ServerClock
from .desk import Desk

_NOTED_SECONDS = 20.0
"""A player who stays is written down this often at the least."""


class Presence:
    """Writes down who was seen at their tables, a few times in the `seconds` for which the lobby counts it."""

    def __init__(self, store: Store, clock: ServerClock, seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._lasts = int(1000 * seconds)
        self._every = min(self._lasts // 3, int(1000 * _NOTED_SECONDS))
        self._noted: dict[Seen, int] = {}

    @property
    def since(self) -> int:
        """The time since which somebody must have been seen."""
        return self._clock.now() - self._lasts

    async def note(self, seen: Iterable[Seen], *, at_once: bool = False) -> None:
        """Players were seen at their tables. If that cannot be written now, nobody is refused anything.

        `at_once` writes it down even though that was done a moment ago.
        """
        at = self._clock.now()
        due = [one for one in set(seen) if at_once or self._noted.get(one, -self._every) <= at - self._every]
        if due:
            with suppress(StoreUnavailable):
                await self._store.see(due, at)
                self._noted |= dict.fromkeys(due, at)

    async def watch(self, desks: Mapping[str, Desk]) -> None:
        """Look for ever at which tables somebody is connected."""
        while True:
            await asyncio.sleep(self._every / 1000)
            self._noted = {one: at for one, at in self._noted.items() if at > self.since}
            await self.note(one for desk in desks.values() for one in connected(desk))


def connected(desk: Desk) -> list[Seen]:
    """Return the players who have a socket at a table."""
    sockets = [(outbox.receiver, outbox.address) for outbox in desk.outboxes if outbox.receiver is not None]
    return [one for seat, address in sockets for one in seen_at(desk.stored, seat, address)]


def seen_at(stored: StoredTable, seat: Seat, address: str | None) -> list[Seen]:
    """Return that the player of a seat was seen; nothing if nobody sits there or the game is over."""
    player_id = stored.seats[seat].player_id
    return [] if player_id is None or stored.status == "finished" else [Seen(stored.table_id, seat, player_id, address)]
