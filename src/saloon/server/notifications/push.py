"""Push messages: who is told, while away, that it is their turn or that an opponent wants a rematch.

The process that changes a table notes it, and looks again when an absent player can no longer count as present: then
every process has written who is connected to it. The database decides which process sends. A message names the game
and the table, and nothing on it. What is noted is lost when a process stops.
"""

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec import Struct

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.games import GAMES
from saloon.server.clock import ServerClock
from saloon.server.operations.metrics import Metrics
from saloon.server.settings import Settings
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.tables import LiveTables
from saloon.store import Store, StoredTable
from saloon.store.database import StoreUnavailable
from saloon.store.push import PushStore, SeenPlayer

from .push_subscriptions import PushSubscriptions

if TYPE_CHECKING:
    from .push_messages import PushSender

_logger = logging.getLogger(__name__)

_SENDERS: Final = 8
"""Players who are sent messages at the same time."""
_MOST_NOTED: Final = 10_000
_MOST_QUEUED: Final = 1_000
_LONGEST_REST: Final = 1.0
_RETRY_SECONDS: Final = 2.0
_MINUTE: Final = 60_000
_SAW_IT: Final = 1_000
"""Whoever was seen this many milliseconds after something happened knows of it; clocks of processes differ a little."""

PushKind = Literal["turn", "rematch"]


class PushMessage(Struct, frozen=True):
    """All that a message says: what for, the title of the game, and the table."""

    kind: PushKind
    game: str
    table: str


class _Noted(Struct, frozen=True):
    """A table in play at which something happened, or one with a rematch; times are those of the server clock."""

    table_id: str
    rematch: str | None
    since: int
    due_at: int


class Push:
    """Notes what happens at tables of several people, and tells those who are away and want to know."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        settings: Settings,
        metrics: Metrics,
        *,
        tables: LiveTables,
        subscriptions: PushSubscriptions,
    ) -> None:
        self._store = store
        self._pushes = PushStore(store.database)
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._tables = tables
        self._subscriptions = subscriptions
        self._is_on = settings.push_contact is not None
        self._after = int(1000 * settings.push_after_seconds)
        self._noted: deque[_Noted] = deque()
        self._known: set[tuple[str, str | None]] = set()
        """Tables, and their rematches, that are noted already."""
        self._outgoing: asyncio.Queue[tuple[str, PushMessage]] = asyncio.Queue(_MOST_QUEUED)
        if self._is_on:
            tables.on_change(self.note)

    def note(self, stored: StoredTable) -> None:
        """Look at a table in a while: this process has written actions, begun play or opened a rematch there."""
        is_due = stored.status == "active" or (stored.status == "finished" and stored.rematch is not None)
        if is_due and len(stored.seats) > 1 and len(_people(stored)) > 1:
            self._note(stored, self._clock.now())

    def _note(self, stored: StoredTable, since: int) -> None:
        key = (stored.table_id, stored.rematch)
        if key not in self._known and len(self._noted) < _MOST_NOTED:
            self._known.add(key)
            self._noted.append(_Noted(*key, since, self._clock.now() + self._after))

    # --- running --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look at the noted tables when they are due, and send, until cancelled."""
        if not self._is_on:
            return
        key = await self._read_key()
        from .push_messages import PushSender

        async with PushSender(self._settings, key) as sender:

            async def send_queued() -> None:
                while True:
                    await self._send(sender, *await self._outgoing.get())

            await asyncio.gather(self._watch(), *(send_queued() for _ in range(_SENDERS)))

    async def _read_key(self) -> str:
        while True:
            try:
                return await self._subscriptions.key()
            except StoreUnavailable:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(_LONGEST_REST, self._settings.push_after_seconds / 4))
            while self._noted and self._noted[0].due_at <= self._clock.now():
                noted = self._noted.popleft()
                self._known.discard((noted.table_id, noted.rematch))
                try:
                    await self._look(noted)
                except SaloonError as error:  # the table is gone or damaged, or the database is away
                    _logger.debug("table %s was not looked at for push messages: %s", noted.table_id, error)
                except Exception:
                    _logger.exception("the push messages of table %s failed", noted.table_id)

    async def _look(self, noted: _Noted) -> None:
        table = await self._tables.get(noted.table_id)
        if noted.rematch is not None:
            await self._look_for_rematch(table, noted.rematch, noted.since)
        elif table.is_active:
            await self._look_for_turns(table)

    # --- whose turn it is -----------------------------------------------------------------------------------

    async def _look_for_turns(self, table: LiveTable) -> None:
        """Tell players whose turn began while they were away. In a game without turns somebody must be waiting."""
        turn = _turn(table)
        absent = [
            seat
            for seat in _people(table.stored)
            if not _is_connected(table, seat) and (_may_act(table, seat) if turn is None else seat == turn)
        ]
        if not absent or table.table.help.paused or len(_people(table.stored)) < 2:
            return
        seen, now, begun = await self._pushes.seen_at_table(table.table_id), self._clock.now(), _last_action(table)
        for player in (seen[seat] for seat in absent if seat in seen):
            if not player.is_subscribed or player.seen_at > begun + _SAW_IT:
                continue
            if now - player.seen_at < self._after:
                self._note(table.stored, now)  # they have just left; perhaps they come back
            elif turn is not None or self._somebody_waits(table, player, seen, now):
                await self._tell(player, "turn", table.stored.game, table.table_id)

    def _somebody_waits(self, table: LiveTable, away: SeenPlayer, seen: dict[Seat, SeenPlayer], now: int) -> bool:
        others = [one for one in seen.values() if one.player_id != away.player_id]
        return any(_is_connected(table, one.seat) or now - one.seen_at < self._after for one in others)

    # --- who wants a rematch --------------------------------------------------------------------------------

    async def _look_for_rematch(self, table: LiveTable, rematch: str, since: int) -> None:
        """Tell players who have not been seen anywhere since an opponent opened the table of a rematch."""
        old, new = table.stored, await self._store.table(rematch)
        if new is None or new.status != "waiting":
            return
        seated = {seat.player_id for seat in new.seats}
        missing = [
            player_id
            for seat, player_id in _people(old).items()
            if player_id not in seated and not _is_connected(table, seat)
        ]
        if not missing:
            return
        now = self._clock.now()
        for player in await self._pushes.seen_anywhere(missing):
            if not player.is_subscribed or player.seen_at > since + _SAW_IT:
                continue
            if now - player.seen_at < self._after:
                self._note(old, since)
            else:
                await self._tell(player, "rematch", old.game, new.table_id)

    # --- sending --------------------------------------------------------------------------------------------

    async def _tell(self, player: SeenPlayer, kind: PushKind, game: str, table_id: str) -> None:
        """Queue a message, unless one about the table was sent lately and the player has not been there since."""
        if self._outgoing.full():
            self._metrics.count("saloon_pushes_total", "dropped")
            return
        now = self._clock.now()
        before = max(now - int(_MINUTE * self._settings.push_minutes), player.seen_at if kind == "turn" else 0)
        if await self._pushes.claim(player.player_id, table_id, now, before):
            self._outgoing.put_nowait((player.player_id, PushMessage(kind, GAMES[game].title, table_id)))

    async def _send(self, sender: "PushSender", player_id: str, message: PushMessage) -> None:
        """Send a message to each browser of a player, and forget those that have withdrawn."""
        try:
            for subscription in await self._pushes.of(player_id):
                outcome = await sender.send(subscription, msgspec.json.encode(message), message.table)
                self._metrics.count("saloon_pushes_total", outcome)
                if outcome == "gone":
                    await self._pushes.remove(player_id, subscription.subscription_id)
        except SaloonError as error:
            _logger.debug("a push message was not sent: %s", error)
        except Exception:
            _logger.exception("a push message failed")


def _people(stored: StoredTable) -> dict[Seat, str]:
    return {one.seat: one.player_id for one in stored.seats if one.player_id is not None}


def _is_connected(table: LiveTable, seat: Seat | None) -> bool:
    return any(subscriber.receiver == seat for subscriber in table.subscribers)


def _turn(table: LiveTable) -> Seat | None:
    """Return the seat to move; None in a game in which all seats may act at the same time."""
    clock = table.table.game.clock()
    return None if clock is None else clock.turn(table.table.state)


def _may_act(table: LiveTable, seat: Seat) -> bool:
    return any(action.kind not in table.table.game.giving_up for action in table.table.moves(seat))


def _last_action(table: LiveTable) -> int:
    """Return when the last action was, or play began, by the server clock."""
    entries = table.table.entries
    return (table.stored.begun or 0) + ((entries[-1].at or 0) if entries else 0)
