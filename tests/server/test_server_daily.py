"""The deal of the day: found once for all processes, owed to everybody, and only for days that make sense."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from saloon.core.errors import BadInput
from saloon.core.records import GameRecord
from saloon.server.deals import daily as module
from saloon.server.deals.daily import FIRST_DAY, DailyDeals, asked_day, daily_result, today
from saloon.server.errors import Refused
from saloon.server.http.tokens import Signer
from saloon.server.limits.fair_queue import Requester
from saloon.server.operations.metrics import Metrics
from saloon.server.services import build_services
from saloon.server.settings import ServerLimits
from saloon.server.solving.solver_pool import SolverPool
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.new_table import NewTable
from saloon.solver import daily, solved_games
from saloon.store import Store
from saloon.store.daily import DailyStore
from saloon.store.database import StoreUnavailable
from saloon.store.records import DailyTable
from saloon.table.helpers import HintFor
from samples import SAVING, SOLITAIRE, TIMED, a_move
from server.running import Backend as RunningHouse
from server.scene import SETTINGS, Failing
from server.talking import act, help_seat

ASKER = Requester("x", "a")


class Solver(SolverPool):
    """A solver that finds a deal as soon as it is allowed to, and knows who has asked for it."""

    def __init__(self) -> None:
        super().__init__(1, ServerLimits())
        self.asked: list[tuple[Requester | None, str, date]] = []
        self.failures = 0

    async def ask(self, requester: Requester | None, question: Callable[..., Any], *about: Any, key: Any = None) -> Any:
        assert question is daily
        assert key == ("daily", *about)
        game, day = about
        self.asked.append((requester, game, day))
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


def test_the_daily_deal_is_sent_even_if_the_database_or_a_worker_fails(tmp_path: Path) -> None:
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
        monkeypatch.setattr(module, "_CHECK_SECONDS", 0.0)
        monkeypatch.setattr(module, "_AHEAD", timedelta(0))
        watching = asyncio.create_task(DailyDeals(Store(database), solver).watch())
        await asyncio.sleep(0.05)
        assert solver.asked == [], "the day is not nearly over"
        monkeypatch.setattr(module, "_AHEAD", timedelta(days=1))
        tomorrow = today() + timedelta(days=1)
        solver.failures = 2
        async with asyncio.timeout(10):
            while (
                await DailyStore(Store(database)).daily_deal(SAVING, tomorrow.isoformat()) is None
                or len(solver.asked) < 5
            ):
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


# --- the state of a player --------------------------------------------------------------------------------------

DAY = date(2026, 3, 10)
NOON = 12 * 3_600_000


def table(days_ago: int = 0, *, late: int = 0, touched: bool = True, **result: bool) -> DailyTable:
    """A player's table with the deal of a day, finished on it or some days later; unfinished without a result."""
    day = DAY - timedelta(days=days_ago)
    at = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000) + NOON + late * 2 * NOON
    record = GameRecord(
        game=SOLITAIRE, options={}, won=result.get("won", False), drawn=False, finished=result.get("won", False),
        actions=int(touched), score=None, hints=0, undos=0, assisted=result.get("assisted", False), milliseconds=1,
    )  # fmt: skip
    name = f"{days_ago} {late} {result}"
    return DailyTable(
        SOLITAIRE,
        day.isoformat(),
        name,
        "finished" if result else "active",
        touched,
        at if result else None,
        record if result else None,
    )


UNTOUCHED, BEGUN = table(touched=False), table()
LEFT, LEFT_UNTOUCHED = table(won=False), table(won=False, touched=False)
WON, ASSISTED = table(won=True), table(won=True, assisted=True)


@pytest.mark.parametrize(
    ("tables", "state"),
    [
        ([], "new"),
        ([UNTOUCHED], "new"),
        ([LEFT_UNTOUCHED], "new"),
        ([BEGUN], "begun"),
        ([LEFT], "played"),
        ([LEFT, BEGUN], "played"),
        ([ASSISTED], "wonAssisted"),
        ([WON, ASSISTED], "won"),
        ([table(1, won=True)], "new"),
    ],
)
def test_only_a_deal_with_an_action_counts_as_begun_or_played(tables: list[DailyTable], state: str) -> None:
    found = daily_result(tables, DAY)
    assert (found.date, found.state) == (DAY.isoformat(), state)
    unfinished = [one.table_id for one in tables if one.status == "active"]
    assert found.table_id == (unfinished[-1] if unfinished else None)


@pytest.mark.parametrize(
    ("tables", "streak"),
    [
        ([], 0),
        ([WON], 1),
        ([table(1, won=True)], 1),
        ([table(2, won=True)], 0),
        ([table(2, won=True), table(1, won=True), WON], 3),
        ([table(2, won=True), table(1, won=True, assisted=True), WON], 1),
        ([table(2, won=True), table(1, won=True, late=1), WON], 1),
        ([table(1, won=True), ASSISTED], 1),
        ([table(1, won=True), LEFT], 1),
    ],
)
def test_a_streak_is_of_days_won_on_their_day_without_help(tables: list[DailyTable], streak: int) -> None:
    assert daily_result(tables, DAY).streak == streak


def test_an_untouched_deal_of_the_day_is_still_new(tmp_path: Path) -> None:
    async def scenario(database: Failing, _: Solver) -> None:
        store = Store(database)
        services = build_services(database, Signer("key"), SETTINGS, Metrics())
        await DailyStore(store).keep_daily_deal(SOLITAIRE, today().isoformat(), "7")
        for player in ("one", "two"):
            await store.add_player(player, player, 0)

        async def opened(seed: str = "7", **options: int) -> LiveTable:
            seated = await services.seating.create("one", NewTable(SOLITAIRE, options, seed))
            return await services.tables.get(seated.table_id)

        async def moved(live: LiveTable) -> None:
            assert (await act(live, 0, a_move(live.table)))["kind"] == "ack"

        async def standing(player: str = "one") -> tuple[str, str | None]:
            found = daily_result(await DailyStore(store).daily_tables(player), today())
            return found.state, found.table_id

        assert await standing() == ("new", None)
        untouched = await opened()
        await help_seat(untouched, HintFor("p1"))
        assert await standing() == ("new", untouched.table_id)
        await services.seating.leave(untouched.table_id, 0)
        assert await standing() == ("new", None), "an untouched game that was left was not played"
        begun = await opened()
        await moved(begun)
        assert await standing() == ("begun", begun.table_id)
        await services.seating.leave(begun.table_id, 0)
        assert await standing() == ("played", None)
        await moved(await opened("another"))
        await moved(await opened(draw=1))
        assert await standing() == ("played", None), "another deal, or other options"
        assert await standing("two") == ("new", None)
        services.close()

    asyncio.run(_with_store(tmp_path, scenario))


def test_everyone_may_ask_how_they_stand(backend: RunningHouse) -> None:
    player = backend.player()
    new = {"date": today().isoformat(), "state": "new", "tableId": None, "streak": 0}
    assert player.ask("GET", "/api/players/me/daily") == dict.fromkeys(solved_games(), new)
    assert player.refused("GET", "/api/players/me/daily", token="") == (401, "NOT_SIGNED_IN")
