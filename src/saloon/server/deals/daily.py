"""The deal of the day: found once and stored for everybody; and each player's results on it.

Today's deal never waits for other solver requests and is never refused. Any other day counts as the requester's own
search, like a solution.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Final, Literal, get_args

from msgspec import Struct

from saloon.core.errors import BadInput, SaloonError
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.server.solving.solver_pool import SolverPool
from saloon.solver import daily, solved_games
from saloon.solver.deals import read_day
from saloon.store import Store
from saloon.store.daily import DailyStore
from saloon.store.database import StoreUnavailable
from saloon.store.records import DailyTable

_logger = logging.getLogger(__name__)

FIRST_DAY: Final = date(2020, 1, 1)
"""The first day with a deal. There are none beyond tomorrow either, so the database holds few of them."""
_CHECK_SECONDS: Final = 600.0
"""Seconds between two checks whether the day is nearly over."""
_AHEAD: Final = timedelta(minutes=25)
"""How long before midnight the deals of tomorrow are found."""


DailyState = Literal["new", "begun", "played", "wonAssisted", "won"]
"""The state of a day's deal for a player; a game without an action of the player is still new."""


class DailyResult(Struct, frozen=True, rename="camel"):
    """A player's result with a game's deal of the day."""

    date: str
    state: DailyState
    table_id: str | None
    """The unfinished table to continue at."""
    streak: int
    """Days in a row, up to today or yesterday, whose deal was won on its day without the solver's help."""


def daily_result(tables: Sequence[DailyTable], day: date) -> DailyResult:
    """Return a player's result on `day`, from all their tables with daily deals of one game, oldest first."""
    todays = [one for one in tables if one.day == day.isoformat()]
    state: DailyState = max(map(state_of, todays), key=get_args(DailyState).index, default="new")
    unfinished = [one.table_id for one in todays if one.status != "finished"]
    won = {one.day for one in tables if state_of(one) == "won" and day_of(one) == one.day}
    return DailyResult(day.isoformat(), state, unfinished[-1] if unfinished else None, streak_of(won, day))


def streak_of(won: Collection[str], day: date) -> int:
    """Return how many days in a row, up to `day` or the one before it, were won."""
    last = day if day.isoformat() in won else day - timedelta(days=1)
    return next(days for days in count() if (last - timedelta(days=days)).isoformat() not in won)


def state_of(table: DailyTable) -> DailyState:
    """Return the state of a player's daily deal from one table."""
    if not table.touched:
        return "new"
    if table.status != "finished":
        return "begun"
    if table.record is None or not table.record.won:
        return "played"
    return "wonAssisted" if table.record.assisted else "won"


def day_of(table: DailyTable) -> str:
    """Return the UTC day on which a table was finished; empty if it was not."""
    return "" if table.finished_at is None else datetime.fromtimestamp(table.finished_at / 1000, UTC).date().isoformat()


def today() -> date:
    """Return the day, in UTC."""
    return datetime.now(UTC).date()


def asked_day(text: str | None) -> date:
    """Return the requested day, by default today; refuse a day without a daily deal."""
    if text is None:
        return today()
    day, last = read_day(text), today() + timedelta(days=1)
    if not FIRST_DAY <= day <= last:
        reason = f"there is no daily deal of {day.isoformat()}; there is one from {FIRST_DAY.isoformat()} to {last}"
        raise BadInput(reason, "BAD_DATE")
    return day


class DailyDeals:
    """The seeds of daily deals, in memory and in the database."""

    def __init__(self, store: Store, solver_pool: SolverPool) -> None:
        self._store = DailyStore(store)
        self._solver_pool = solver_pool
        self._seeds: dict[tuple[str, date], str] = {}

    async def seed(self, game: str, day: date, requester: Requester | None) -> str:
        """Return the seed of a day's deal."""
        if (game, day) in self._seeds:
            return self._seeds[game, day]
        stored = await self._stored(game, day)
        seed = stored or await self._found(game, day, None if day == today() else requester)
        is_news = stored is None and (game, day) not in self._seeds
        self._seeds[game, day] = seed
        if is_news:
            await self._keep(game, day, seed)
        return seed

    async def watch(self) -> None:
        """Find the deals of tomorrow shortly before midnight, so that nobody waits for them."""
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
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
            _logger.warning("the deal of %s could not be stored: %s", day.isoformat(), error)

    async def _found(self, game: str, day: date, requester: Requester | None) -> str:
        """Search, again if a worker dies: that cancels all searches, not only the one that caused it."""
        try:
            seed: str = await self._solver_pool.ask(requester, daily, game, day, key=("daily", game, day))
        except Refused as refused:
            if refused.code != "SOLVER_FAILED":
                raise
            seed = await self._solver_pool.ask(requester, daily, game, day, key=("daily", game, day))
        return seed
