"""When do clerks work? Where many tables are in memory, at all of them; a log is folded by the law."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from saloon.server.settings import Settings
from saloon.server.wishes import WantedSeat, Wish
from saloon.table.progress import Sheet
from samples import DUEL, SOLITAIRE
from server import scene
from server.scene import Scene, scenes

MANY = 3


@pytest.fixture(autouse=True)
def soon_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three tables be many."""
    monkeypatch.setattr(scene, "SETTINGS", Settings(database="", clerks_from=MANY))


def at_work(tables: list[Scene]) -> list[bool]:
    """Return at which tables there is a clerk."""
    return [table.desk.table.clerk is not None for table in tables]


@pytest.mark.parametrize("count", range(1, MANY + 2))
def test_clerks_work_at_all_tables_as_soon_as_there_are_many(count: int, tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, count) as tables:
            assert at_work(tables) == [count >= MANY] * count

    asyncio.run(run())


def test_a_game_without_a_clerk_and_a_table_with_a_bot_are_left_to_the_law(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, MANY) as tables:
            house = tables[0].house
            against_bot = Wish(DUEL, seats=(WantedSeat("human"), WantedSeat("bot")))
            for wish in (Wish(SOLITAIRE), against_bot):
                desk = await house.desk((await house.create("one", wish)).table_id)
                assert desk.table.clerk is None

    asyncio.run(run())


def test_a_table_that_comes_back_to_memory_is_folded_by_the_law_and_goes_on_with_a_clerk(
    tmp_path: Path, by_clerks: list[Any]
) -> None:
    async def run() -> None:
        async with scenes(tmp_path, MANY) as tables:
            table, house = tables[0], tables[0].house
            for seq in range(3):
                assert (await table.ask(0, table.draw(0, seq)))["rev"] == seq + 1
            assert len(by_clerks) == 3
            assert isinstance(table.desk.table._progress.held, Sheet)
            state = table.desk.table.state
            table.desk.outboxes.clear()
            table.desk.used = -1e9
            house.sweep()
            assert table.desk.stored.table_id not in house.desks
            desk = await house.desk(table.desk.stored.table_id)
            assert desk is not table.desk
            assert desk.table.state == state
            assert not isinstance(desk.table._progress.held, Sheet)
            table.desk = desk
            assert (await table.ask(1, table.draw(1, 0, 3)))["rev"] == 4
            assert len(by_clerks) == 4
            assert isinstance(desk.table._progress.held, Sheet)

    asyncio.run(run())


def test_a_server_that_starts_loads_no_kernel() -> None:
    code = (
        "import sys, saloon.server.app\n"
        "for game in saloon.games.GAMES: game.bots(), game.clerk()\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
