"""How hard the deals of tables are: found once in the solver pool, and stored with the table."""

import logging
from typing import Any, Final

import msgspec

from saloon.core.solver import MEGABYTE, Limits
from saloon.games import GAMES
from saloon.server.limits.fair_queue import Requester
from saloon.server.tables.persistence import deal_stored
from saloon.solver import DealRating, rate
from saloon.solver.solve import read_chosen
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.deal_ratings import DealRatingStore

from .solver_pool import SolverPool

_logger = logging.getLogger(__name__)

VERSION: Final = 1
"""Increase it when ratings change, so that stored ones are computed again."""
PATIENCE: Final = Limits(seconds=10.0, memory=500 * MEGABYTE)
"""The limits of the search."""


class DealRatings:
    """Rates deals, and keeps the ratings."""

    def __init__(self, store: Store, solver_pool: SolverPool) -> None:
        self._kept = DealRatingStore(store.database)
        self._pool = solver_pool

    async def of(self, stored: StoredTable, requester: Requester) -> DealRating:
        """Return the rating of a table's deal; refuse a game without a solver."""
        options = read_chosen(stored.game, stored.options)
        kept = await self._read(stored.table_id)
        if kept is not None:
            return kept
        game, state = GAMES[stored.game].name, deal_stored(stored).state
        key = ("rating", game, msgspec.json.encode(options), stored.seed) if stored.start is None else None
        rating: DealRating = await self._pool.ask(requester, _rate, game, state, key=key)
        if rating.verdict != "unknown":
            await self._keep(stored.table_id, rating)
        return rating

    async def _read(self, table_id: str) -> DealRating | None:
        try:
            kept = await self._kept.read(table_id, VERSION)
        except StoreUnavailable:
            return None
        return None if kept is None else msgspec.json.decode(kept, type=DealRating)

    async def _keep(self, table_id: str, rating: DealRating) -> None:
        try:
            await self._kept.keep(table_id, VERSION, msgspec.json.encode(rating).decode())
        except StoreUnavailable:
            _logger.warning("the rating of table %s could not be stored", table_id)


def _rate(game: str, state: Any) -> DealRating:
    return rate(game, state=state, limits=PATIENCE)
