"""Readiness: a probe that costs little, waits for nobody, and logs when things change."""

import asyncio
import logging
from pathlib import Path

import pytest

from saloon.server import clock
from saloon.server.operations import readiness
from saloon.store.database import StoreUnavailable
from server.scene import scene


def test_readiness_requests_cause_a_write_at_most_once_in_a_while(tmp_path: Path) -> None:
    async def check() -> None:
        async with scene(tmp_path) as table:
            await table.services.clock.start(1)
            before = table.database.writes
            await asyncio.gather(*(table.services.readiness.check() for _ in range(50)))
            for _ in range(50):
                await table.services.readiness.check()
            assert table.database.writes == before + 1

    asyncio.run(check())


def test_a_failure_shows_with_its_reason_and_goes_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
    caplog.set_level(logging.INFO)

    async def check() -> None:
        async with scene(tmp_path) as table:
            await table.services.clock.start(1)
            assert table.services.readiness.is_writable
            for reason in ("the disk is full", "the disk is gone"):
                table.database.next_writes = [StoreUnavailable(reason)]
                with pytest.raises(StoreUnavailable, match=reason):
                    await table.services.readiness.check()
                assert not table.services.readiness.is_writable
            await table.services.readiness.check()
            assert table.services.readiness.is_writable
        own = [record for record in caplog.records if record.name == clock.__name__]
        told = [(record.levelname, record.getMessage()[:12]) for record in own]
        assert told == [("ERROR", "not ready: t"), ("INFO", "ready again:")]

    asyncio.run(check())


def test_a_database_that_does_not_answer_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCE", 0.05)

    async def check() -> None:
        async with scene(tmp_path) as table:
            await table.services.clock.start(1)
            table.database.lag = lambda: 0.5
            for _ in range(3):
                with pytest.raises(StoreUnavailable, match=r"not answered a write for 0\.05 seconds"):
                    await table.services.readiness.check()
            table.database.lag = lambda: 0.0
            await asyncio.sleep(1.2)
            await table.services.readiness.check()

    asyncio.run(check())
