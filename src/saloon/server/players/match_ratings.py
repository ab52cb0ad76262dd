"""Match ratings: matches are rated soon after they end, and each player learns whether the match counts."""

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

_DELAY_SECONDS: Final = 0.2
"""Seconds until a finished match is rated, together with others that end meanwhile."""
_RETRY_SECONDS: Final = 5.0
"""Seconds until the next try if the database cannot be reached."""


class MatchRatings:
    """Rates finished matches in the background."""

    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings
        self._ended: set[str] = set()
        self._has_ended = asyncio.Event()

    def note_end(self, table_id: str) -> None:
        """Queue a match for rating."""
        self._ended.add(table_id)
        self._has_ended.set()

    async def notices(self, stored: StoredTable) -> Mapping[Seat, RatingNotice]:
        """Return the rating notice of each player; empty while the match is not over or not rated yet."""
        if stored.status != "finished" or stored.seeded or len(stored.seats) == 1:
            return {}
        notes = await self._ratings.notes(stored.table_id)
        return {} if notes is None else {seat: notice_of(note) for seat, note in notes.items()}

    async def run(self, refresh: Callable[[str], Awaitable[object]]) -> None:
        """Rate finished matches until cancelled, and `refresh` each table so that its players are notified."""
        wait = _DELAY_SECONDS
        while True:
            await self._has_ended.wait()
            await asyncio.sleep(wait)
            self._has_ended.clear()
            ended, self._ended = self._ended, set()
            wait = _DELAY_SECONDS
            try:
                await self._ratings.fold()
                for table_id in sorted(ended):
                    await refresh(table_id)
            except StoreUnavailable:
                self._ended |= ended
                self._has_ended.set()
                wait = _RETRY_SECONDS
            except Exception:
                _logger.exception("matches could not be rated: %s", ", ".join(sorted(ended)))


def deal_notice(stored: StoredTable) -> RatingNotice | None:
    """Return the notice for a match that cannot be rated because of its deal; None for any other."""
    try:
        game, options = GAMES.choose(stored.game, stored.options, stored.rules_version)
        note = deal_note(game, options, seeded=stored.seeded)
    except SaloonError:  # a table that this version cannot play
        return None
    return None if note is None else notice_of(note)
