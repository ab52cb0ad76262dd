"""The deal of the day: found once, kept in the database, and owed to everybody.

Today's deal never waits for what others ask the solver, and it is never refused. Any other day is the asker's own
question, like a search for a solution.
"""

import asyncio
import logging
from datetime import UTC, date, datetime, timedelta
from typing import Final

from saloon.core.errors import BadInput, SaloonError
from saloon.solver import daily, solved_games
from saloon.solver.deals import read_day
from saloon.store import Store
from saloon.store.database import StoreUnavailable

from .advisor import Advisor
from .fairness import Asker
from .refusals import Refused

_logger = logging.getLogger(__name__)

FIRST_DAY: Final = date(2020, 1, 1)
"""No deal is found for earlier days, nor for days after tomorrow: the database holds few of them."""
_LOOK: Final = 600.0
"""Seconds between two looks whether the day is nearly over."""
_AHEAD: Final = timedelta(minutes=25)
"""How long before midnight the deals of tomorrow are found."""


def today() -> date:
    """Return the day, in UTC."""
    return datetime.now(UTC).date()


def asked_day(text: str | None) -> date:
    """Return the day that a request names, or today; refuse one that has no daily deal."""
    if text is None:
        return today()
    day, last = read_day(text), today() + timedelta(days=1)
    if not FIRST_DAY <= day <= last:
        reason = f"there is no daily deal of {day.isoformat()}; there is one from {FIRST_DAY.isoformat()} to {last}"
        raise BadInput(reason, "BAD_DATE")
    return day


class DailyDeals:
    """The seeds of daily deals, in memory and in the database."""

    def __init__(self, store: Store, advisor: Advisor) -> None:
        self._store = store
        self._advisor = advisor
        self._seeds: dict[tuple[str, date], str] = {}

    async def seed(self, game: str, day: date, asker: Asker | None) -> str:
        """Return the seed of a day's deal."""
        if (game, day) in self._seeds:
            return self._seeds[game, day]
        stored = await self._stored(game, day)
        seed = stored or await self._found(game, day, None if day == today() else asker)
        is_news = stored is None and (game, day) not in self._seeds
        self._seeds[game, day] = seed
        if is_news:
            await self._keep(game, day, seed)
        return seed

    async def watch(self) -> None:
        """Find the deals of tomorrow shortly before midnight, so that nobody waits for them."""
        while True:
            await asyncio.sleep(_LOOK)
            tomorrow = today() + timedelta(days=1)
            if (datetime.now(UTC) + _AHEAD).date() < tomorrow:
                continue
            for game in solved_games():
                try:
                    await self.seed(game, tomorrow, None)
                except SaloonError as error:
                    _logger.warning("the deal of tomorrow was not found: %s", error)

    async def _stored(self, game: str, day: date) -> str | None:
        try:
            return await self._store.daily_deal(game, day.isoformat())
        except StoreUnavailable:
            return None

    async def _keep(self, game: str, day: date, seed: str) -> None:
        try:
            await self._store.keep_daily_deal(game, day.isoformat(), seed)
        except StoreUnavailable as error:
            _logger.warning("the deal of %s could not be kept: %s", day.isoformat(), error)

    async def _found(self, game: str, day: date, asker: Asker | None) -> str:
        """Search. A worker that dies takes all searches with it, whoever's fault it is; then it is tried again."""
        try:
            seed: str = await self._advisor.ask(asker, daily, game, day, key=("daily", game, day))
        except Refused as refused:
            if refused.code != "SOLVER_FAILED":
                raise
            seed = await self._advisor.ask(asker, daily, game, day, key=("daily", game, day))
        return seed
