"""What is logged of a damaged table names no card, and what failed for a moment is tried again."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from saloon.core.errors import BadSeed
from saloon.server.errors import Refused
from saloon.server.tables.quarantine import Quarantine
from saloon.store.database import Statement, StoreUnavailable
from saloon.store.records import Position, StoredEntry
from server.scene import scene


def test_the_text_of_an_error_that_may_name_cards_or_the_seed_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    quarantine = Quarantine()
    for number, error in enumerate([BadSeed("'4711' is no seed"), ValueError("KS is not there"), KeyError("QH")]):
        refusal = quarantine.add(f"t{number}", error)
        assert refusal.code == "TABLE_QUARANTINED"
        assert all(word not in f"{refusal} {caplog.text}" for word in ("4711", "KS", "QH"))
    assert len(quarantine) == 3
    assert all(f"table t{number} is quarantined" in caplog.text for number in range(3))


def test_a_table_that_does_not_fit_its_log_is_loaded_again_and_stays_if_that_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state in memory is wrong, the log is not: connected clients must reconnect, and play continues."""

    async def run() -> None:
        async with scene(tmp_path) as table:
            await table.ask(0, table.draw(0, 0))
            backend, live, table_id = table.services, table.live, table.live.stored.table_id
            [first] = await backend.store.entries(table_id)
            payload = first.payload.replace("p1", "p2")
            await backend.store.append(table_id, [msgspec.structs.replace(first, rev=2, seat=1, payload=payload)])
            entries = {table_id: await backend.store.entries(table_id, after=1)}

            async def positions(_: object) -> dict[str, Position]:
                return {table_id: Position(live.stored.version, 2)}

            async def entries_since(_: object) -> dict[str, list[StoredEntry]]:
                return entries

            # As if another process had written the second entry: SQLite does not know the queries about others.
            monkeypatch.setattr(backend.store, "positions", positions)
            monkeypatch.setattr(backend.store, "entries_since", entries_since)
            table.database.shared = True  # it looks at what others wrote before it answers
            broken = msgspec.structs.replace(live.table.state, players=None)
            live.table._progress = msgspec.structs.replace(live.table._progress, state=broken)
            again = await backend.tables.get(table_id)
            assert again is not live
            assert again.table.rev == 2
            while not all(ear.heard and ear.heard[-1]["kind"] == "closed" for ear in table.ears):
                await asyncio.sleep(0.01)
            assert {ear.heard[-1]["code"] for ear in table.ears} == {"STORE_UNAVAILABLE"}
            assert len(backend.quarantine) == 0

    asyncio.run(asyncio.wait_for(run(), 10))


def test_only_a_load_that_fails_for_good_quarantines_a_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            backend, table_id = table.services, table.live.stored.table_id
            backend.tables.drop(table_id)
            table.database.next_reads = [StoreUnavailable("gone")]
            with pytest.raises(StoreUnavailable):
                await backend.tables.get(table_id)
            assert len(backend.quarantine) == 0
            assert (await backend.tables.get(table_id)).stored.table_id == table_id
            backend.tables.drop(table_id)
            await table.database.write(Statement("UPDATE tables SET options = ?", [("{",)]))
            reads = []
            for _ in range(3):
                with pytest.raises(Refused, match="TABLE_DAMAGED"):
                    await backend.tables.get(table_id)
                reads.append(table.database.reads)
            assert reads[0] == reads[2]  # it is not read again and again
            assert len(backend.quarantine) == 1

    asyncio.run(run())
