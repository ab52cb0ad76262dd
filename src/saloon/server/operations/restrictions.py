"""Restrictions: banned players and revoked tokens, in memory because every request is checked against them."""

import asyncio
import logging

from saloon.server.errors import Refused
from saloon.server.http.tokens import Signer
from saloon.server.tables.tables import LiveTables
from saloon.store.database import StoreUnavailable
from saloon.store.moderation import ModerationStore, Restriction

_logger = logging.getLogger(__name__)


class Restrictions:
    """The restricted players of this server, as this process last read them."""

    def __init__(self, store: ModerationStore, signer: Signer, tables: LiveTables) -> None:
        self._store = store
        self._signer = signer
        self._tables = tables
        self._known: dict[str, Restriction] = {}

    def check(self, player_id: str | None) -> None:
        """Refuse a banned player, with the reason."""
        if not self._known or player_id is None:
            return
        known = self._known.get(player_id) or self._known.get(self._signer.erased_subject(player_id))
        if known is not None and known.banned is not None:
            raise Refused("PLAYER_BANNED", f"you are banned from this server: {known.banned}")

    async def read(self) -> None:
        """Read the restrictions again, and disconnect players who are banned or signed out since the last time."""
        known = await self._store.restrictions()
        changed = {player_id for player_id, one in known.items() if one != self._known.get(player_id, Restriction())}
        self._known = known
        self._signer.use_generations({player_id: one.generation for player_id, one in known.items() if one.generation})
        if changed:
            self._disconnect(changed)

    def _disconnect(self, players: set[str]) -> None:
        for table in list(self._tables.live.values()):
            for one in list(table.subscribers):
                holder = None if one.receiver is None else table.stored.seats[one.receiver].player_id
                for player_id in filter(None, {one.player_id, holder}):
                    if player_id in players or self._signer.erased_subject(player_id) in players:
                        one.close(self._refusal(player_id))

    def _refusal(self, player_id: str) -> Refused:
        try:
            self.check(player_id)
        except Refused as banned:
            return banned
        return Refused("BAD_TOKEN", "the token was revoked")

    async def follow(self, seconds: float) -> None:
        """Reread restrictions that other processes wrote, until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.read()
            except StoreUnavailable:
                continue  # the known ones stay in force
            except Exception:
                _logger.exception("the restrictions of players could not be read")
