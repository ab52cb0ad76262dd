"""The database that version 0.1 wrote, and what 0.1 recorded of it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from saloon.server.clock import wall_clock as now
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import Services, build_services
from saloon.server.settings import Settings
from saloon.store import open_database

DATA = Path(__file__).parents[1] / "data" / "0.1"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_bytes())
IN_PLAY = [table_id for table_id, one in EXPECTED["tables"].items() if one["status"] == "active"]


@asynccontextmanager
async def served(url: str) -> AsyncIterator[Services]:
    """Let a server of today use the database; its bots do not move."""
    database = open_database(url)
    await database.open()
    backend = build_services(database, Signer("key"), Settings(database="", countdown_scale=0, bot_pace=1e9), Metrics())
    await backend.clock.start(now())
    try:
        yield backend
    finally:
        backend.close()
        await database.close()
