"""Moderation in a running server: an operator's changes take effect at once, also at tables in memory."""

import logging
import multiprocessing
import os
import signal
from contextlib import suppress

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError, quoted
from saloon.core.game import seat_name
from saloon.games import GAMES
from saloon.server.errors import Refused
from saloon.server.http.signing_keys import Rotation, rotate
from saloon.server.http.tokens import Signer
from saloon.server.players.player_names import read_name
from saloon.server.tables.quarantine import Quarantine
from saloon.server.tables.tables import LiveTables
from saloon.store import Store
from saloon.store.moderation import AuditEntry, ModerationStore
from saloon.store.ratings import Ratings

from .restrictions import Restrictions

_logger = logging.getLogger(__name__)


class SeatHolder(Struct, frozen=True, rename="camel"):
    """Who holds a seat."""

    seat: str
    kind: str
    player_id: str | None
    name: str | None


class TableFacts(Struct, frozen=True, rename="camel"):
    """A table as an operator sees it: no card, but who plays."""

    table_id: str
    game: str
    status: str
    host: str
    created_at: int
    seats: tuple[SeatHolder, ...]
    ended: str | None


class Moderation:
    """Runs the commands of operators."""

    def __init__(
        self,
        store: Store,
        moderation: ModerationStore,
        signer: Signer,
        *,
        tables: LiveTables,
        ratings: Ratings,
        restrictions: Restrictions,
        quarantine: Quarantine,
    ) -> None:
        self._store = store
        self._moderation = moderation
        self._signer = signer
        self._tables = tables
        self._ratings = ratings
        self._restrictions = restrictions
        self._quarantine = quarantine

    # --- tables ---------------------------------------------------------------------------------------------

    async def facts(self, table_id: str) -> TableFacts:
        """Return who plays at a table."""
        stored = await self._tables.stored(table_id)
        names = await self._store.names(seat.player_id for seat in stored.seats if seat.player_id)
        seats = tuple(
            SeatHolder(seat_name(one.seat), one.kind, one.player_id, None if player is None else player.name)
            for one in stored.seats
            for player in [names.get(one.player_id or "")]
        )
        return TableFacts(table_id, stored.game, stored.status, stored.host, stored.created_at, seats, stored.ended)

    async def end_table(self, entry: AuditEntry, *, void: bool) -> None:
        """End a table and send everyone there the reason. With `void` its results are removed too."""
        change = self._moderation.void_table if void else self._moderation.end_table
        live = self._tables.live.get(entry.subject)
        if live is None:
            await change(entry)
        else:
            async with live.lock:  # no batch of this process is being written
                await change(entry)
        self._log(entry)
        await self._refresh(entry.subject)

    async def _refresh(self, table_id: str) -> None:
        with suppress(SaloonError):  # a damaged table is not in memory
            await self._tables.refresh(table_id)

    # --- players --------------------------------------------------------------------------------------------

    async def rename(self, entry: AuditEntry, name: str) -> None:
        """Rename a player, also at the tables where they sit."""
        chosen = read_name(name)
        await self._moderation.rename(msgspec.structs.replace(entry, detail=chosen), chosen)
        self._log(entry)
        await self._refresh_tables_of(entry.subject)

    async def ban(self, entry: AuditEntry, *, lift: bool = False) -> None:
        """Ban a player and close their sockets, or lift the ban."""
        await (self._moderation.unban if lift else self._moderation.ban)(entry)
        self._log(entry)
        await self._restrictions.read()

    async def revoke_tokens(self, entry: AuditEntry) -> str:
        """Revoke a player's tokens, and return a new one."""
        await self._moderation.revoke_tokens(entry)
        self._log(entry)
        await self._restrictions.read()
        await self._refresh_tables_of(entry.subject)
        return self._signer.player_token(entry.subject)

    async def reset_rating(self, entry: AuditEntry, game: str | None) -> None:
        """Forget a rating, including what matches that are over would still add to it."""
        if game is not None:
            GAMES[game]
        await self._ratings.fold()
        await self._moderation.reset_rating(msgspec.structs.replace(entry, detail=game), game)
        self._log(entry)

    async def delete_player(self, entry: AuditEntry) -> None:
        """Delete a player and close their sockets."""
        await self._ratings.fold()  # opponents keep what they won
        tables = await self._moderation.tables_of(entry.subject)
        self._log(await self._moderation.delete_player(entry, self._signer.erased_key(entry.subject)))
        await self._restrictions.read()
        await self._tables.reread(tables)

    async def _refresh_tables_of(self, player_id: str) -> None:
        for table_id in await self._moderation.tables_of(player_id):
            await self._refresh(table_id)

    # --- the server -----------------------------------------------------------------------------------------

    def quarantined(self) -> dict[str, str]:
        """Return the quarantined tables of this process, with the reason of each."""
        return self._quarantine.reasons()

    async def rotate_key(self, entry: AuditEntry, forget_days: float | None) -> Rotation:
        """Sign with a new key; see `saloon admin rotate-key`."""
        if forget_days is not None and not 0 <= forget_days < float("inf"):
            raise Refused("BAD_DAYS", f"forgetDays must be at least 0, not {quoted(str(forget_days))}")
        done = await rotate(self._store, forget_days)
        await self._moderation.note(entry)
        self._log(entry)
        return done

    async def drain(self, entry: AuditEntry) -> None:
        """Stop the server as SIGTERM does: with `drain_seconds`, play continues for that long first."""
        await self._moderation.note(entry)
        self._log(entry)
        is_worker = multiprocessing.parent_process() is not None
        os.kill(os.getppid() if is_worker else os.getpid(), signal.SIGTERM)

    def _log(self, entry: AuditEntry) -> None:
        field = "table" if entry.action in ("end", "void") else "subject"
        _logger.warning("operator %r: %s", entry.operator, entry.action, extra={field: entry.subject})
