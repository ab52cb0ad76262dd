"""Who is there: the lobby lists a table while somebody who sits at it was seen lately."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from samples import DUEL
from server.running import QUICK, House, Player, Running, Seated, eventually
from server.scene import scenes

LOBBY_SECONDS = 1.2
BRISK = msgspec.structs.replace(QUICK, lobby_seconds=LOBBY_SECONDS, beat_seconds=0.1)


@pytest.fixture(scope="module", params=["sqlite", "two-processes"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Servers from whose lobby tables go soon."""
    if request.param == "sqlite":
        with Running(f"sqlite:///{tmp_path_factory.mktemp('presence')}/saloon.db", settings=BRISK) as server:
            yield House(server)
        return
    url = request.getfixturevalue("postgres")()
    with Running(url, settings=BRISK) as one, Running(url, settings=BRISK) as two:
        yield House(one, two)


@pytest.fixture
def house(shared: House) -> Iterator[House]:
    yield shared
    shared.dismiss()


def listed(house: House, table: Seated) -> bool:
    """Whether somebody else finds the table in the lobby; all processes say the same."""
    stranger = house.player()
    found = [
        table.table_id in [one["tableId"] for one in stranger.ask("GET", f"/api/tables?game={DUEL}")]
        for _ in house.servers
    ]
    return all(found)


def gone(house: House, table: Seated) -> Callable[[], bool]:
    return lambda: not listed(house, table)


def stays(house: House, table: Seated) -> bool:
    """Whether the table is listed for far longer than one that nobody looks at."""
    until = time.monotonic() + 2 * LOBBY_SECONDS
    while time.monotonic() < until:
        if not listed(house, table):
            return False
        time.sleep(0.1)
    return True


def test_a_table_whose_people_are_gone_is_not_listed_but_can_be_joined(house: House) -> None:
    table = house.player().create(DUEL)
    assert listed(house, table)
    eventually(gone(house, table))
    assert table.player.ask("GET", "/api/tables/" + table.table_id, token="")["status"] == "waiting"
    assert house.player().join(table.table_id).status == "active"
    assert listed(house, table), "those who want to watch find it in play"


def _opens_a_socket(table: Seated) -> None:
    with table.socket() as socket:
        socket.kind("table")


LOOKS: dict[str, Callable[[Seated], object]] = {
    "the table": Seated.view,
    "its socket": _opens_a_socket,
    "all their tables": lambda table: table.player.ask("GET", "/api/players/me/tables"),
    "sitting down again": lambda table: table.player.join(table.table_id),
}


def test_it_is_listed_again_as_soon_as_its_host_looks(house: House) -> None:
    tables = {name: house.player().create(DUEL) for name in LOOKS}
    for table in tables.values():
        eventually(gone(house, table))
    for name, table in tables.items():
        LOOKS[name](table)
        assert listed(house, table), name


@pytest.mark.parametrize("status", ["waiting", "active"])
def test_it_is_listed_while_somebody_who_sits_there_is_connected(house: House, status: str) -> None:
    table = house.player().create(DUEL)
    if status == "active":
        house.player().join(table.table_id)
    with table.socket() as socket:
        socket.kind("table")
        assert stays(house, table)
    eventually(gone(house, table))


def test_a_table_in_play_is_listed_while_it_is_played_without_a_socket_too(house: House) -> None:
    table = house.player().create(DUEL)
    other = house.player().join(table.table_id)
    move = other.legal()[0]
    eventually(gone(house, table))
    other.act(move)
    assert listed(house, table)


def test_watchers_do_not_keep_it_there(house: House) -> None:
    table = house.player().create(DUEL)
    with house.player().socket(table.table_id) as watching:
        watching.kind("table")
        eventually(gone(house, table))
        house.player().ask("GET", table.path)
        assert not listed(house, table)


def test_a_private_table_stays_private(house: House) -> None:
    table = house.player().create(DUEL, private=True)
    with table.socket() as socket:
        socket.kind("table")
        table.view()
        assert not listed(house, table)


def test_after_a_restart_it_is_listed_when_its_host_is_back(house: House) -> None:
    player: Player = house.player()
    table = player.create(DUEL)
    house.restart(kill=True)
    eventually(gone(house, table))
    with table.socket() as socket:
        socket.kind("table")
        assert listed(house, table)


def test_the_lobby_asks_the_database_as_often_for_many_tables_as_for_one(tmp_path: Path) -> None:
    async def reads_for(count: int) -> int:
        async with scenes(tmp_path / str(count), count) as tables:
            house, database = tables[0].services, tables[0].database
            before = database.reads
            assert len(await house.lobby.open_tables(DUEL)) == count
            assert len(await house.lobby.tables_of("two")) == count
            return database.reads - before

    assert asyncio.run(reads_for(1)) == asyncio.run(reads_for(30))
