"""Two servers, their database and Caddy on four machines, which are network namespaces here.

Players reach either server through Caddy. Servers are killed and links cut while they play; whatever a player was told
must be in the database.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from random import Random

import msgspec
import pytest

import server.crash
from deploy.namespaces import Site, missing, site
from samples import DUEL, SOLITAIRE
from server.attacks.rows import metric
from server.crash import QUICK, Duel
from server.running import Player, Seated, Socket, eventually, some_move

pytestmark = pytest.mark.long
ACTIONS = 40
"""Actions before, during and after each disturbance."""
CUT = 7.0
"""Seconds for which a link is cut: longer than a process without heartbeat counts as live."""
SETTINGS = msgspec.structs.replace(QUICK, poll_seconds=0.5, drain_seconds=2.0)


@pytest.fixture(scope="module")
def machines() -> Iterator[Site]:
    """Build the site once."""
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with site(SETTINGS) as made:
        yield made


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give clients more time than a database that does not answer gets."""
    monkeypatch.setattr(server.crash, "PATIENCE", 40.0)


def outsider(machines: Site) -> Player:
    """Return a player who comes from outside."""
    return Player(machines.url, address="0.0.0.0")


def connections(machines: Site) -> list[float]:
    """Return how many sockets each server has."""
    return [metric(one.metrics(), "saloon_connections") for one in machines.servers]


def sockets_apart(machines: Site, stack: ExitStack, seats: list[Seated]) -> list[Socket]:
    """Open a socket for each of two seats, on different servers."""
    eventually(lambda: connections(machines) == [0, 0])
    while True:
        opened = ExitStack()
        sockets = [opened.enter_context(seat.socket()) for seat in seats]
        for socket in sockets:
            socket.kind("snapshot")
        if eventually(lambda: sum(found := connections(machines)) == 2 and found) == [1, 1]:
            stack.push(opened)
            return sockets
        opened.close()


def test_players_of_one_table_on_different_machines_see_each_others_actions(machines: Site) -> None:
    random = Random("apart")
    with ExitStack() as stack:
        host, guest = (stack.enter_context(outsider(machines)) for _ in range(2))
        seats = [host.create(DUEL)]
        seats.append(guest.join(seats[0].table_id))
        sockets = sockets_apart(machines, stack, seats)
        for turn in range(20):
            seat, own, other = seats[turn % 2], sockets[turn % 2], sockets[1 - turn % 2]
            view = seat.view()
            action = some_move(seat.legal(), random)
            assert action is not None
            assert own.ask(seat.message(action), seat.seat)["kind"] == "ack"
            assert other.rev(view["rev"] + 1)["clientId"] == f"p{seat.seat + 1}"


def test_the_address_of_a_player_comes_through(machines: Site) -> None:
    with outsider(machines) as player:
        table = player.create(SOLITAIRE, private=False)
        assert table.act(table.view()["legal"][0])["rev"] == 1
        assert player.request("GET", "/metrics").status_code == 404


async def disturbed(machines: Site, disturb: AbstractContextManager[None], seconds: float) -> Counter[str]:
    """Play, disturb for a while, play on; then compare what the players were told with the database.

    Return what the players came across.
    """
    duel = await asyncio.to_thread(Duel, [machines.url], Random("disturbed"), address="0.0.0.0")
    undisturbed = asyncio.Event()
    goal = ACTIONS

    def enough() -> bool:
        return undisturbed.is_set() and duel.taken >= goal

    async def disturbing() -> None:
        nonlocal goal
        while duel.taken < ACTIONS and not duel.over:
            await asyncio.sleep(0.02)
        await asyncio.to_thread(disturb.__enter__)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(disturb.__exit__, None, None, None)
        goal = duel.taken + ACTIONS
        undisturbed.set()

    async with asyncio.timeout(180):
        await asyncio.gather(duel.play(enough), disturbing())
        await duel.end()
    assert await duel.verify(machines.database_url) >= 2 * ACTIONS
    return duel.clients[0].counts + duel.clients[1].counts


@contextmanager
def busier_server_killed(machines: Site) -> Iterator[None]:
    """Kill the server with more sockets; it starts again at the end."""
    _, busier = max((sockets, number) for number, sockets in enumerate(connections(machines)))
    machines.servers[busier].kill()
    yield
    machines.servers[busier].start()


@pytest.mark.parametrize("what", ["a server", "a server again", "valkey", "database"])
def test_what_players_were_told_outlives_kills_and_cuts(machines: Site, what: str) -> None:
    disturbances: dict[str, AbstractContextManager[None]] = {
        "a server": busier_server_killed(machines),
        "a server again": busier_server_killed(machines),
        "valkey": machines.cut_valkey(),
        "database": machines.cut_database(),
    }
    counts = asyncio.run(disturbed(machines, disturbances[what], CUT))
    if what.startswith("a server"):
        assert counts["lost connections"] >= 1
    if what == "database":
        assert counts["STORE_UNAVAILABLE"] + counts["turned away"] >= 1
    eventually(lambda: all(one.is_ready() for one in machines.servers), 60)
    eventually(lambda: all(metric(one.metrics(), "saloon_processes") == 2 for one in machines.servers), 60)


def test_while_valkey_is_cut_off_the_other_machine_is_heard_of_through_the_database(machines: Site) -> None:
    random = Random("polled")
    with ExitStack() as stack:
        host, guest = (stack.enter_context(outsider(machines)) for _ in range(2))
        seats = [host.create(DUEL)]
        seats.append(guest.join(seats[0].table_id))
        sockets = sockets_apart(machines, stack, seats)
        with machines.cut_valkey():
            view = seats[0].view()
            action = some_move(seats[0].legal(), random)
            assert action is not None
            assert sockets[0].ask(seats[0].message(action))["kind"] == "ack"
            assert sockets[1].rev(view["rev"] + 1)["clientId"] == "p1"
        eventually(lambda: all(metric(one.metrics(), "saloon_processes") == 2 for one in machines.servers), 60)


def test_a_server_without_its_database_says_so_and_loses_nothing(machines: Site) -> None:
    with outsider(machines) as player:
        table = player.create(SOLITAIRE, seed="7")
        before = table.act(table.view()["legal"][0])["rev"]
        with machines.cut_database():
            eventually(lambda: not any(one.is_ready() for one in machines.servers), 60)
        eventually(lambda: all(one.is_ready() for one in machines.servers), 60)
        eventually(lambda: player.request("GET", table.path, token=table.token).is_success, 60)
        assert table.view()["rev"] == before
        assert table.act(table.view()["legal"][0])["rev"] == before + 1


def test_a_machine_that_drains_gets_no_new_players(machines: Site) -> None:
    first, second = machines.servers
    try:
        with outsider(machines) as player:
            first.stop()
            for _ in range(6):
                table = player.create(SOLITAIRE, seed="7")
                assert table.act(table.view()["legal"][0])["rev"] == 1
            assert metric(second.metrics(), "saloon_tables") >= 6
    finally:
        first.start()
