"""The database that version 0.1 wrote, and what 0.1 recorded of it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from saloon.server.desk import now
from saloon.server.house import House
from saloon.server.identity import Signer
from saloon.server.metrics import Metrics
from saloon.server.settings import Settings
from saloon.store import Store, open_database

DATA = Path(__file__).parents[1] / "data" / "0.1"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_bytes())
IN_PLAY = [table_id for table_id, one in EXPECTED["tables"].items() if one["status"] == "active"]


@asynccontextmanager
async def served(url: str) -> AsyncIterator[House]:
    """Let a server of today use the database; its bots do not move."""
    database = open_database(url)
    await database.open()
    house = House(Store(database), Signer("key"), Settings(database="", bot_pace=1e9), Metrics())
    await house.clock.start(now())
    try:
        yield house
    finally:
        house.close()
        await database.close()
