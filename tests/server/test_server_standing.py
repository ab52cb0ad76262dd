"""Who sits where, and whether play has begun: whatever happens at the same moment, what is known last is the newest."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from saloon.server.errors import Refused
from saloon.server.services import Services
from saloon.server.tables.new_table import NewTable
from samples import DUEL, FOURSOME
from server.scene import Failing, scene
from server.talking import post

TRIES = 40


def again_and_again(tmp_path: Path, happens: Callable[[Services, Random], Awaitable[None]]) -> None:
    """Let something happen on a database that answers now sooner, now later."""

    async def run() -> None:
        async with scene(tmp_path) as one:
            for seed in range(TRIES):
                random = Random(seed)
                one.database.lag = lambda random=random: random.choice((0, 0.001, 0.003))  # type: ignore[misc]
                await happens(one.services, random)

    asyncio.run(run())


def test_a_table_that_is_loaded_while_somebody_sits_down_knows_that_play_has_begun(tmp_path: Path) -> None:
    async def happens(backend: Services, random: Random) -> None:
        table_id = (await backend.seating.create("one", NewTable(DUEL))).table_id

        async def looked_at() -> None:
            await asyncio.sleep(random.choice((0, 0.001, 0.003)))
            await backend.tables.get(table_id)

        seated, _ = await asyncio.gather(backend.seating.join(table_id, "two"), looked_at())
        assert (seated.status, backend.tables.live[table_id].stored.status) == ("active", "active")
        assert backend.tables.live[table_id].announced == (await backend.store.standings([table_id]))[table_id]

    again_and_again(tmp_path, happens)


def test_of_several_who_sit_down_at_once_the_last_one_begins_play(tmp_path: Path) -> None:
    async def happens(backend: Services, _: Random) -> None:
        table_id = (await backend.seating.create("one", NewTable(FOURSOME))).table_id
        live = await backend.tables.get(table_id)
        people = ["two", "three", "four"]
        seated = await asyncio.gather(*(backend.seating.join(table_id, player) for player in people))
        assert {seat.seat for seat in seated} == {"p2", "p3", "p4"}
        assert {seat.player_id for seat in live.stored.seats} == {"one", *people}
        assert (live.stored.status, live.announced[0]) == ("active", False)

    again_and_again(tmp_path, happens)


def test_a_table_that_is_removed_while_it_is_loaded_is_gone(tmp_path: Path) -> None:
    async def happens(backend: Services, random: Random) -> None:
        table_id = (await backend.seating.create("one", NewTable(DUEL))).table_id

        async def looked_at() -> None:
            await asyncio.sleep(random.choice((0, 0.001, 0.003)))
            with suppress(Refused):
                await backend.tables.get(table_id)

        await asyncio.gather(backend.seating.remove(table_id, "one"), looked_at())
        assert table_id not in backend.tables.live
        with pytest.raises(Refused, match="there is no table"):
            await backend.tables.get(table_id)

    again_and_again(tmp_path, happens)


def test_a_table_is_loaded_once_even_if_its_first_requester_is_gone(tmp_path: Path) -> None:
    async def happens(backend: Services, random: Random) -> None:
        table_id = (await backend.seating.create("one", NewTable(DUEL))).table_id
        first = asyncio.create_task(backend.tables.get(table_id))
        await asyncio.sleep(random.choice((0, 0.001, 0.003)))
        first.cancel()
        lives = await asyncio.gather(backend.tables.get(table_id), backend.tables.get(table_id))
        assert lives[0] is lives[1] is backend.tables.live[table_id]

    again_and_again(tmp_path, happens)


def test_nothing_is_published_before_it_is_durable(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as one:
            written = asyncio.Event()
            _hold(one.database, written)
            first, _, watcher = one.ears
            post(one.live, 0, one.draw(0, 0), first)
            await asyncio.sleep(0.05)
            post(one.live, 0, b" " * 20_000, first)
            post(one.live, None, one.draw(0, 0), watcher)
            post(one.live, None, b'{"kind":"stateRequest","payload":{}}', watcher)
            await asyncio.sleep(0.05)
            assert [ear.take() for ear in one.ears] == [[], [], []]
            written.set()
            await one.settled()
            assert [(told["kind"], told["rev"]) for told in first.take()] == [("ack", 1), ("reject", 1)]
            told = watcher.take()
            assert [one["kind"] for one in told] == ["ack", "reject", "snapshot"]
            assert {one["rev"] for one in told} == {1}

    asyncio.run(run())


def _hold(database: Failing, until: asyncio.Event) -> None:
    """Let nothing be written until then."""
    write = database.write

    async def held(*statements: object) -> None:
        await until.wait()
        await write(*statements)  # type: ignore[arg-type]

    database.write = held  # type: ignore[method-assign]
