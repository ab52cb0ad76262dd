"""The deal of the day: found once for all processes, owed to everybody, and only for days that make sense."""

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from saloon.core.errors import BadInput
from saloon.server import daily as module
from saloon.server.advisor import Advisor
from saloon.server.daily import FIRST_DAY, DailyDeals, asked_day, today
from saloon.server.fairness import Asker
from saloon.server.refusals import Refused
from saloon.server.settings import Limits
from saloon.solver import daily, solved_games
from saloon.store import Store
from saloon.store.database import StoreUnavailable
from samples import SAVING, SOLITAIRE, TIMED
from server.scene import Failing

ASKER = Asker("x", "a")


class Solver(Advisor):
    """A solver that finds a deal as soon as it is allowed to, and knows who has asked for it."""

    def __init__(self) -> None:
        super().__init__(1, Limits())
        self.asked: list[tuple[Asker | None, str, date]] = []
        self.failures = 0

    async def ask(self, asker: Asker | None, question: Callable[..., Any], *about: Any, key: Any = None) -> Any:
        assert question is daily
        assert key == ("daily", *about)
        game, day = about
        self.asked.append((asker, game, day))
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise Refused("SOLVER_FAILED", "a worker died")
        return f"{game} {day}"


async def _with_store(path: Path, scenario: Callable[[Failing, Solver], Any]) -> None:
    database = Failing(str(path / "saloon.db"))
    await database.open()
    try:
        await scenario(database, Solver())
    finally:
        await database.close()


def test_a_deal_is_found_once_and_known_to_the_next_process(tmp_path: Path) -> None:
    async def scenario(database: Failing, solver: Solver) -> None:
        deals = DailyDeals(Store(database), solver)
        found = f"{SOLITAIRE} {today()}"
        assert [await deals.seed(SOLITAIRE, today(), ASKER) for _ in range(3)] == [found] * 3
        assert await DailyDeals(Store(database), solver).seed(SOLITAIRE, today(), ASKER) == found
        assert solver.asked == [(None, SOLITAIRE, today())], "nobody in particular asks for the deal of today"

    asyncio.run(_with_store(tmp_path, scenario))


def test_another_day_is_the_askers_own_question(tmp_path: Path) -> None:
    async def scenario(database: Failing, solver: Solver) -> None:
        deals = DailyDeals(Store(database), solver)
        for days in (-400, -1, 1):
            day = today() + timedelta(days=days)
            assert await deals.seed(TIMED, day, ASKER) == f"{TIMED} {day}"
            assert solver.asked[-1] == (ASKER, TIMED, day)

    asyncio.run(_with_store(tmp_path, scenario))


def test_a_deal_is_told_though_the_database_or_a_worker_fails(tmp_path: Path) -> None:
    async def scenario(database: Failing, solver: Solver) -> None:
        deals = DailyDeals(Store(database), solver)
        database.next_reads, database.next_writes = [StoreUnavailable("no")], [StoreUnavailable("no")]
        solver.failures = 1
        assert await deals.seed(SAVING, today(), ASKER) == f"{SAVING} {today()}"
        solver.failures = 2
        with pytest.raises(Refused, match="a worker died"):
            await deals.seed(TIMED, today(), ASKER)

    asyncio.run(_with_store(tmp_path, scenario))


def test_the_deals_of_tomorrow_are_found_before_midnight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(database: Failing, solver: Solver) -> None:
        monkeypatch.setattr(module, "_LOOK", 0.0)
        monkeypatch.setattr(module, "_AHEAD", timedelta(0))
        watching = asyncio.create_task(DailyDeals(Store(database), solver).watch())
        await asyncio.sleep(0.05)
        assert solver.asked == [], "the day is not nearly over"
        monkeypatch.setattr(module, "_AHEAD", timedelta(days=1))
        tomorrow = today() + timedelta(days=1)
        solver.failures = 2
        async with asyncio.timeout(10):
            while await Store(database).daily_deal(SAVING, tomorrow.isoformat()) is None or len(solver.asked) < 5:
                await asyncio.sleep(0.01)
        watching.cancel()
        assert {asked for asked in solver.asked if asked[2] == tomorrow} >= {
            (None, game, tomorrow) for game in solved_games()
        }

    asyncio.run(_with_store(tmp_path, scenario))


def test_days_have_bounds_so_that_nobody_fills_the_database_with_them() -> None:
    assert asked_day(None) == today()
    for day in (FIRST_DAY, today(), today() + timedelta(days=1)):
        assert asked_day(day.isoformat()) == day
    for day in (FIRST_DAY - timedelta(days=1), today() + timedelta(days=2), date.max, date.min):
        with pytest.raises(BadInput, match=day.isoformat()) as refused:
            asked_day(day.isoformat())
        assert refused.value.code == "BAD_DATE"
