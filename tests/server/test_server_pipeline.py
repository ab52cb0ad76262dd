"""Group commit: messages of many tables share a batch, and a failure at one table affects no other."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saloon.server.actions.group_commit import CROWD, SILENCE
from saloon.server.tables.live_table import LiveTable
from saloon.store.database import StoreUnavailable
from saloon.store.store import StoredEntry
from saloon.table import Table
from server.running import Json
from server.scene import Scene, scenes
from server.talking import post

TABLES = 5


def everyone_draws(tables: list[Scene], seq: int = 0) -> None:
    """Let the host of each table draw a card, all of them at once."""
    for table in tables:
        post(table.live, 0, table.draw(0, seq, table.live.table.rev), table.ears[0])


async def answers(tables: list[Scene]) -> list[list[Json]]:
    """Return what each host was sent once everything is settled."""
    for table in tables:
        await table.settled()
    return [table.ears[0].take() for table in tables]


async def writes_of_two_pairs(tables: list[Scene], seq: int) -> int:
    """Act at two tables and then at two others; return how many writes that took."""
    before = tables[0].database.writes
    everyone_draws(tables[:2], seq)
    await asyncio.sleep(0)
    everyone_draws(tables[2:4], seq)
    await answers(tables)
    return tables[0].database.writes - before


async def is_as_stored(table: Scene) -> bool:
    """Whether a table in memory is what its log says."""
    entries = await table.services.store.entries(table.live.stored.table_id)
    return [entry.rev for entry in entries] == list(range(1, table.live.table.rev + 1))


def test_actions_at_many_tables_share_one_commit(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, TABLES) as tables:
            before = tables[0].database.writes
            everyone_draws(tables)
            assert [[(one["kind"], one["rev"]) for one in told] for told in await answers(tables)] == [
                [("ack", 1)]
            ] * TABLES
            assert tables[0].database.writes == before + 1
            assert [await is_as_stored(table) for table in tables] == [True] * TABLES
            assert [len(ear.take()) for ear in tables[2].ears[1:]] == [1, 1]

    asyncio.run(run())


def test_what_comes_while_a_round_is_written_is_the_next_round(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, 2) as tables:
            everyone_draws(tables)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert tables[0].live.is_busy
            everyone_draws(tables, 1)
            told = await answers(tables)
            assert [[one["rev"] for one in each] for each in told] == [[1, 2]] * 2
            assert not any(table.live.is_busy for table in tables)

    asyncio.run(run())


def test_messages_that_arrive_during_a_commit_form_the_next_batch(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, CROWD) as tables:
            for seq in range(2):
                everyone_draws(tables, seq)
                await answers(tables)
            before = tables[0].database.writes
            everyone_draws(tables[:2], 2)
            await asyncio.sleep(0)
            everyone_draws(tables[2:4], 2)
            told = await answers(tables)
            assert [[one["rev"] for one in each] for each in told] == [[3]] * 4 + [[]] * (CROWD - 4)
            assert tables[0].database.writes == before + 1
            everyone_draws(tables[4:5], 2)
            await asyncio.sleep(0)
            everyone_draws(tables[5:6], 2)
            await answers(tables)
            assert tables[0].database.writes == before + 3

    asyncio.run(run())


def test_a_single_large_batch_delays_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, CROWD) as tables:
            everyone_draws(tables)
            await answers(tables)
            assert await writes_of_two_pairs(tables, 1) == 2

    asyncio.run(run())


def test_who_comes_after_a_silence_does_not_wait_for_a_crowd_that_is_gone(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, CROWD) as tables:
            for seq in range(2):
                everyone_draws(tables, seq)
                await answers(tables)
            await asyncio.sleep(2 * SILENCE)
            assert await writes_of_two_pairs(tables, 2) == 2

    asyncio.run(run())


def test_only_a_table_that_another_process_wrote_to_is_decided_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, TABLES) as tables:
            drawn = tables[1].live.table.legal(1)[-2]
            elsewhere = StoredEntry(1, 1, drawn.kind, msgspec.json.encode(drawn).decode(), 0)
            await tables[1].services.store.append(tables[1].live.stored.table_id, [elsewhere])
            everyone_draws(tables)
            told = await answers(tables)
            assert [[one["rev"] for one in each] for each in told] == [[1], [1, 2], [1], [1], [1]]
            assert tables[0].count("saloon_lost_races_total") == 1
            assert [await is_as_stored(table) for table in tables] == [True] * TABLES

    asyncio.run(run())


def test_without_the_database_everyone_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, TABLES) as tables:
            tables[0].database.next_writes = [StoreUnavailable("gone")]
            everyone_draws(tables)
            told = await answers(tables)
            assert [[(one["code"], one["rev"]) for one in each] for each in told] == [
                [("STORE_UNAVAILABLE", 0)]
            ] * TABLES
            assert [ear.take() for table in tables for ear in table.ears] == [[]] * 3 * TABLES
            everyone_draws(tables)
            assert [each[0]["rev"] for each in await answers(tables)] == [1] * TABLES
            assert [await is_as_stored(table) for table in tables] == [True] * TABLES

    asyncio.run(run())


def _cannot_judge(live: LiveTable) -> None:
    live.table._progress = msgspec.structs.replace(live.table._progress, state=None)


class Unclear(Table):
    """A table of which nobody can say whether it is over."""

    @property
    def outcome(self) -> Any:
        raise RuntimeError("no outcome")


def _cannot_be_written(live: LiveTable) -> None:
    live.table.__class__ = Unclear


def _cannot_tell(live: LiveTable) -> None:
    def fail(_: Any, __: Any) -> Any:
        raise RuntimeError("no view")

    live.scheduler.note = fail  # type: ignore[assignment, method-assign]


def _cannot_be_sent(live: LiveTable) -> None:
    def fail(_: bytes) -> None:
        raise RuntimeError("no line")

    live.subscribers[2].send = fail  # type: ignore[assignment, method-assign]


def _cannot_be_planned(live: LiveTable) -> None:
    def fail() -> None:
        raise RuntimeError("no plan")

    live.scheduler.schedule_next = fail  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("fault", "told_there"),
    [
        (_cannot_judge, "snapshot"),
        (_cannot_be_written, "reject"),
        (_cannot_tell, "reject"),
        (_cannot_be_sent, "ack"),
        (_cannot_be_planned, "ack"),
    ],
)
def test_a_fault_at_one_table_is_answered_there_and_harms_no_other(
    fault: Callable[[LiveTable], None], told_there: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with scenes(tmp_path, TABLES) as tables:
            fault(tables[1].live)
            everyone_draws(tables)
            first, ill, *others = await answers(tables)
            assert [[one["rev"] for one in told] for told in (first, *others)] == [[1]] * (TABLES - 1)
            assert [one["kind"] for one in ill] == [told_there]
            everyone_draws([tables[0], *tables[2:]], 1)
            assert [told[0]["rev"] for told in await answers([tables[0], *tables[2:]])] == [2] * (TABLES - 1)
            assert not tables[1].live.lock.locked()
            assert len(await tables[1].services.store.entries(tables[0].live.stored.table_id)) == 2

    asyncio.run(run())


def test_several_messages_of_a_table_are_taken_in_their_order(tmp_path: Path) -> None:
    async def run() -> None:
        async with scenes(tmp_path, TABLES) as tables:
            for seq in (0, 1, 3, 2, 2):  # one too early, one twice
                everyone_draws(tables, seq)
            told = await answers(tables)
            assert [[(one["kind"], one["rev"]) for one in each] for each in told] == [
                [("ack", 1), ("ack", 2), ("snapshot", 2), ("ack", 3), ("reject", 3)]
            ] * TABLES
            assert [await is_as_stored(table) for table in tables] == [True] * TABLES

    asyncio.run(run())
