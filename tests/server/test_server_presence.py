"""Who is there: the lobby lists a table while somebody who sits at it was seen lately."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from samples import DUEL
from server.running import QUICK, Backend, Player, Running, Seated, eventually
from server.scene import scenes

LOBBY_SECONDS = 3.0
BRISK = msgspec.structs.replace(QUICK, lobby_seconds=LOBBY_SECONDS, beat_seconds=0.1)


@pytest.fixture(scope="module", params=["sqlite", "two-processes"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Servers from whose lobby tables go soon."""
    if request.param == "sqlite":
        with Running(f"sqlite:///{tmp_path_factory.mktemp('presence')}/saloon.db", settings=BRISK) as server:
            yield Backend(server)
        return
    url = request.getfixturevalue("postgres")()
    with Running(url, settings=BRISK) as one, Running(url, settings=BRISK) as two:
        yield Backend(one, two)


@pytest.fixture
def backend(shared: Backend) -> Iterator[Backend]:
    yield shared
    shared.dismiss()


def listed(backend: Backend, table: Seated) -> bool:
    """Whether another player finds the table in the lobby; all processes agree."""
    stranger = backend.player()
    found = [
        table.table_id in [one["tableId"] for one in stranger.ask("GET", f"/api/tables?game={DUEL}")]
        for _ in backend.servers
    ]
    return all(found)


def gone(backend: Backend, table: Seated) -> Callable[[], bool]:
    return lambda: not listed(backend, table)


def stays(backend: Backend, table: Seated) -> bool:
    """Whether the table is listed for far longer than one that nobody looks at."""
    until = time.monotonic() + 2 * LOBBY_SECONDS
    while time.monotonic() < until:
        if not listed(backend, table):
            return False
        time.sleep(0.1)
    return True


def test_a_table_whose_people_are_gone_is_not_listed_but_can_be_joined(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    assert listed(backend, table)
    eventually(gone(backend, table))
    assert table.player.ask("GET", "/api/tables/" + table.table_id, token="")["status"] == "waiting"
    assert backend.player().join(table.table_id).status == "active"
    assert listed(backend, table), "those who want to watch find it in play"


def _opens_a_socket(table: Seated) -> None:
    with table.socket() as socket:
        socket.kind("table")


LOOKS: dict[str, Callable[[Seated], object]] = {
    "the table": Seated.view,
    "its socket": _opens_a_socket,
    "all their tables": lambda table: table.player.ask("GET", "/api/players/me/tables"),
    "sitting down again": lambda table: table.player.join(table.table_id),
}


def test_it_is_listed_again_as_soon_as_its_host_looks(backend: Backend) -> None:
    tables = {name: backend.player().create(DUEL) for name in LOOKS}
    for table in tables.values():
        eventually(gone(backend, table))
    for name, table in tables.items():
        LOOKS[name](table)
        assert listed(backend, table), name


@pytest.mark.parametrize("status", ["waiting", "active"])
def test_it_is_listed_while_somebody_who_sits_there_is_connected(backend: Backend, status: str) -> None:
    table = backend.player().create(DUEL)
    if status == "active":
        backend.player().join(table.table_id)
    with table.socket() as socket:
        socket.kind("table")
        assert stays(backend, table)
    eventually(gone(backend, table))


def test_a_table_in_play_is_listed_while_it_is_played_without_a_socket_too(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    other = backend.player().join(table.table_id)
    move = other.legal()[0]
    eventually(gone(backend, table))
    other.act(move)
    assert listed(backend, table)


def test_watchers_do_not_keep_it_there(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    with backend.player().socket(table.table_id) as watching:
        watching.kind("table")
        eventually(gone(backend, table))
        backend.player().ask("GET", table.path)
        assert not listed(backend, table)


def test_a_private_table_stays_private(backend: Backend) -> None:
    table = backend.player().create(DUEL, private=True)
    with table.socket() as socket:
        socket.kind("table")
        table.view()
        assert not listed(backend, table)


def test_after_a_restart_it_is_listed_when_its_host_is_back(backend: Backend) -> None:
    player: Player = backend.player()
    table = player.create(DUEL)
    backend.restart(kill=True)
    eventually(gone(backend, table))
    with table.socket() as socket:
        socket.kind("table")
        assert listed(backend, table)


def test_the_lobby_asks_the_database_as_often_for_many_tables_as_for_one(tmp_path: Path) -> None:
    async def reads_for(count: int) -> int:
        async with scenes(tmp_path / str(count), count) as tables:
            backend, database = tables[0].services, tables[0].database
            before = database.reads
            assert len(await backend.lobby.open_tables(DUEL)) == count
            assert len(await backend.lobby.tables_of("two")) == count
            return database.reads - before

    assert asyncio.run(reads_for(1)) == asyncio.run(reads_for(30))
