"""Cards on the server: it is dealt from the time, and never the deal before once more."""

import asyncio
import time
from pathlib import Path

import pytest

from clauses import clause
from saloon.server.tables import opening
from saloon.server.tables.new_table import NewTable
from saloon.solver.deals import find_seed
from samples import SOLITAIRE
from server.running import QUICK, Backend, Player, Running, Seated
from server.scene import scene

COMPILING = 300.0
"""Seconds that a first answer may take on a machine where nothing is compiled yet."""


@clause("CA-99")
def test_cards_without_a_seed_is_dealt_from_the_time_and_so_is_the_next_deal(backend: Backend) -> None:
    player = backend.player()
    times, seeds = [time.time_ns() // 1_000_000], []
    tables = [player.create("cards")]
    for _ in range(4):
        tables.append(Seated(player, player.ask("POST", f"{tables[-1].path}/rematch", {})))
    for table in tables:
        seeds.append(int(table.view()["seed"]))
    times.append(time.time_ns() // 1_000_000)
    assert times[0] <= seeds[0] < seeds[-1] <= times[1] + 1
    assert len(set(seeds)) == len(seeds)
    again = Seated(player, player.ask("POST", f"{tables[0].path}/rematch", {"retry": True}))
    assert again.view()["seed"] == str(seeds[0])


NOON = 1_700_000_000_000


class StoppedClock:
    """A stopped wall clock."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> int:
        return self.time


@clause("CA-99")
@pytest.mark.parametrize("winnable", [False, True])
def test_a_fresh_seed_of_cards_is_never_that_of_the_players_last_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winnable: bool
) -> None:
    clock = StoppedClock()
    monkeypatch.setattr(opening, "wall_clock", clock)
    wish = NewTable("cards", options={"stack": "any"}, winnable=winnable)

    async def scenario() -> None:
        async with scene(tmp_path) as at:
            backend = at.services
            backend.solver_pool.remember(("warm", "cards"), True)

            async def deal(player: str) -> tuple[str, int]:
                table_id = (await backend.seating.create(player, wish)).table_id
                return table_id, await seed_of(table_id)

            async def seed_of(table_id: str) -> int:
                return int((await backend.tables.get(table_id)).stored.seed)

            finished, first = await deal("three")
            await backend.seating.leave(finished, 0)
            assert (await backend.tables.get(finished)).stored.status == "finished"
            assert (await deal("three"))[1] > first, "a finished game counts"

            older, seed = await deal("four")
            assert seed == first
            clock.time += 1
            await backend.seating.create("four", NewTable(SOLITAIRE))
            clock.time -= 1
            assert (await deal("four"))[1] > seed, "a table of another game does not hide it"

            clock.time += 1_000_000
            await deal("four")
            clock.time = NOON
            again = await backend.seating.rematch(older, "four", retry=False)
            assert await seed_of(again.table_id) != seed, "New differs from the deal that it follows"

    asyncio.run(scenario())


@clause("CA-99")
def test_a_winnable_deal_of_cards_is_not_the_one_before_however_soon_it_is_asked_for(tmp_path: Path) -> None:
    """With `stack=run` the next winnable millisecond is often half a second ahead."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        player.http.timeout = COMPILING
        seeds = [player.create("cards", winnable=True).view()["seed"] for _ in range(3)]
    assert seeds[0] != seeds[1] != seeds[2]
    now = int(seeds[-1])
    assert find_seed("cards", None, None, now) == seeds[-1]
    assert int(find_seed("cards", None, None, now, seeds[-1])) > now
