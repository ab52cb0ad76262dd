"""Tables in this process, on a database that fails or is slow on request."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import Services, build_services
from saloon.server.settings import Settings
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.new_table import NewTable
from saloon.store.database import Row, Statement
from saloon.store.sqlite import SqliteDatabase
from samples import DUEL, idle_move
from server.running import Json
from server.talking import ask

SETTINGS = Settings(database="", countdown_scale=0, watch_delay_seconds=0)


class Failing(SqliteDatabase):
    """A database whose next calls fail on request, and which may be slow."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.reads = self.writes = 0
        self.next_writes: list[Exception] = []
        self.next_reads: list[Exception] = []
        self.lag: Callable[[], float] = lambda: 0.0
        """How many seconds the next answer takes."""

    async def read(self, sql: str, *values: Any) -> list[Row]:
        self.reads += 1
        if self.next_reads:
            raise self.next_reads.pop(0)
        found = await super().read(sql, *values)
        await asyncio.sleep(self.lag())
        return found

    async def write(self, *statements: Statement) -> None:
        self.writes += 1
        if self.next_writes:
            raise self.next_writes.pop(0)
        await super().write(*statements)
        await asyncio.sleep(self.lag())


class Ear:
    """A connection that only listens."""

    def __init__(self, receiver: Seat | None) -> None:
        self.receiver = receiver
        self.player_id: str | None = None
        self.address: str | None = None
        self.since = 0
        self.away = False
        self.is_bot = False
        self.heard: list[Json] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def close(self, error: SaloonError) -> None:
        self.heard.append({"kind": "closed", "code": error.code})

    def take(self) -> list[Json]:
        heard, self.heard = self.heard, []
        return heard


class Scene:
    """A table of two people in this process, with two seats and a watcher who listen."""

    def __init__(self, services: Services, live: LiveTable, database: Failing) -> None:
        self.services = services
        self.live = live
        self.database = database
        self.ears = [Ear(0), Ear(1), Ear(None)]

    def draw(self, seat: Seat, seq: int, base_rev: int = 0) -> bytes:
        """Return a message that is legal while the stock has cards."""
        return msgspec.json.encode({"seq": seq, "baseRev": base_rev, **idle_move(DUEL, seat)})

    async def ask(self, seat: Seat, message: bytes) -> Json:
        """Send a message and return its answer."""
        answer: Json = await asyncio.wait_for(ask(self.live, seat, message), 3)
        return answer

    async def settled(self) -> None:
        """Wait until the table has answered everything."""
        async with asyncio.timeout(3):
            while self.live.is_busy:
                await asyncio.sleep(0.001)

    def count(self, name: str) -> int:
        """Return a counter's sum."""
        lines = self.services.metrics.text().splitlines()
        return sum(int(float(line.rsplit(" ", 1)[1])) for line in lines if line.split("{")[0].split(" ")[0] == name)


@asynccontextmanager
async def scenes(tmp_path: Path, count: int) -> AsyncIterator[list[Scene]]:
    """Set tables for two."""
    database = Failing(f"{tmp_path}/saloon.db")
    await database.open()
    services = build_services(database, Signer("key"), SETTINGS, Metrics())
    try:
        for player in ("one", "two", "three", "four"):
            await services.store.add_player(player, player, 0)
        yield [await _set_up(services, database) for _ in range(count)]
    finally:
        services.close()
        await database.close()


async def _set_up(services: Services, database: Failing) -> Scene:
    seated = await services.seating.create("one", NewTable(DUEL))
    await services.seating.join(seated.table_id, "two")
    set_up = Scene(services, await services.tables.get(seated.table_id), database)
    for ear in set_up.ears:
        await set_up.live.connect(ear, None, await services.news.of(set_up.live.stored))
        ear.take()
    return set_up


@asynccontextmanager
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """Set one table."""
    async with scenes(tmp_path, 1) as tables:
        yield tables[0]
