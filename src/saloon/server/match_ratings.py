"""Match ratings: matches are rated soon after they end, and each player is told whether the match counts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.games import GAMES
from saloon.store import StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.ratings import Ratings
from saloon.table.rated import RatingNotice, deal_note, notice_of

_logger = logging.getLogger(__name__)

_SOON: Final = 0.2
"""Seconds until an ended match is rated, together with the others that end meanwhile."""
_LATER: Final = 5.0
"""Seconds until the next try if the database cannot be reached."""


class MatchRatings:
    """Rates the matches that have ended, in the background."""

    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings
        self._ended: set[str] = set()
        self._has_ended = asyncio.Event()

    def note_end(self, table_id: str) -> None:
        """Rate a match soon; nobody waits for it."""
        self._ended.add(table_id)
        self._has_ended.set()

    async def notices(self, stored: StoredTable) -> Mapping[Seat, RatingNotice]:
        """Return what each player of a finished match is told; nothing while it is not rated yet, or not over."""
        if stored.status != "finished" or stored.seeded or len(stored.seats) == 1:
            return {}
        notes = await self._ratings.notes(stored.table_id)
        return {} if notes is None else {seat: notice_of(note) for seat, note in notes.items()}

    async def run(self, refresh: Callable[[str], Awaitable[object]]) -> None:
        """Rate for ever what has ended, and `refresh` each table so that its players are told."""
        wait = _SOON
        while True:
            await self._has_ended.wait()
            await asyncio.sleep(wait)
            self._has_ended.clear()
            ended, self._ended = self._ended, set()
            wait = _SOON
            try:
                await self._ratings.fold()
                for table_id in sorted(ended):
                    await refresh(table_id)
            except StoreUnavailable:
                self._ended |= ended
                self._has_ended.set()
                wait = _LATER
            except Exception:
                _logger.exception("matches could not be rated: %s", ", ".join(sorted(ended)))


def deal_notice(stored: StoredTable) -> RatingNotice | None:
    """Return what everyone is told of a match that cannot be rated because of its deal; None for any other."""
    try:
        game, options = GAMES.choose(stored.game, stored.options, stored.rules_version)
        note = deal_note(game, options, seeded=stored.seeded)
    except SaloonError:  # a table that this version cannot play
        return None
    return None if note is None else notice_of(note)
