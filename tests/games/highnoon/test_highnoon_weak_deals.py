"""Tables with HighNoon's old profile that version 0.1 opened between people: they are played on, but not again."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from saloon.server.clock import wall_clock as now
from saloon.server.errors import Refused
from saloon.store import StoredSeat, StoredTable
from server.scene import Scene, scene
from server.talking import ask


async def opened_by_an_older_version(table: Scene) -> str:
    """Write a table as version 0.1 did, with two people at it."""
    stored = StoredTable(
        table_id="old",
        game="highnoon",
        rules_version="1.0.0",
        seed="7",
        nonce="n",
        options={"clock": 0, "mode": "split", "profile": "vnext", "reveal": "auto"},
        dealt_to=("human", "human"),
        host="one",
        created_at=now(),
        seats=(StoredSeat(0, "human", None, "one"), StoredSeat(1, "human", None, "two")),
        status="active",
        started_at=now(),
    )
    await table.services.store.create_table(stored)
    return stored.table_id


def test_a_table_that_was_opened_before_is_played_to_its_end_but_not_rated_and_not_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            backend, old = table.services, await opened_by_an_older_version(table)
            live = await backend.tables.get(old)
            for number in range(24):
                answer = await ask(live, 0, table.draw(0, number, number))
                assert answer["kind"] == "ack", answer
            resign = msgspec.json.encode({"seq": 0, "baseRev": 24, "kind": "resign", "payload": {}})
            assert (await ask(live, 1, resign))["kind"] == "ack"
            await backend.ratings.fold()
            assert await backend.ratings.of("one") == {}
            told = (await backend.news.of(live.stored, 0)).rating
            assert told is not None
            assert (told.status, told.code) == ("void", "WEAK_DEAL")
            with pytest.raises(Refused) as refused:
                await backend.seating.rematch(old, "one", retry=False)
            assert refused.value.code == "WEAK_DEAL"

    asyncio.run(asyncio.wait_for(run(), 20))
