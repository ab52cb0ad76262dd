"""The server clock: it counts only while a server runs and can write, and all processes agree on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from saloon.server.clock import LEEWAY, ServerClock
from saloon.store import Store, open_database


class Ticks:
    """A monotonic clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    database = open_database(f"sqlite:///{path / 'saloon.db'}")
    await database.open()
    try:
        yield Store(database)
    finally:
        await database.close()


def test_the_clock_of_a_new_database_begins_with_the_wall_clock_and_follows_the_monotonic_one(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            ticks = Ticks()
            clock = ServerClock(store, ticks)
            await clock.start(5_000)
            assert clock.now() == 5_000
            ticks.seconds += 3
            assert clock.now() == 8_000
            await clock.beat()
            ticks.seconds += 2
            assert clock.now() == 10_000

    asyncio.run(check())


def test_time_without_a_server_does_not_count(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            ticks = Ticks()
            clock = ServerClock(store, ticks)
            await clock.start(5_000)
            ticks.seconds += 10
            await clock.beat()
        async with opened(tmp_path) as store:
            after = ServerClock(store, Ticks())
            await after.start(9_000_000)
            assert after.now() == 15_000

    asyncio.run(check())


def test_without_a_successful_write_the_clock_runs_on_for_a_moment_only(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            ticks = Ticks()
            clock = ServerClock(store, ticks)
            await clock.start(0)
            ticks.seconds += 3_600
            assert clock.now() == LEEWAY
            await clock.beat()
            ticks.seconds += 1
            assert clock.now() == LEEWAY + 1_000

    asyncio.run(check())


def test_processes_agree_on_the_later_time(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as store:
            fast, slow = Ticks(), Ticks()
            one, two = ServerClock(store, fast), ServerClock(store, slow)
            await one.start(0)
            await two.start(0)
            fast.seconds += 8
            slow.seconds += 2
            await one.beat()
            await two.beat()
            assert one.now() == two.now() == 8_000

    asyncio.run(check())
