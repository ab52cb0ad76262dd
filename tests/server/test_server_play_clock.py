"""The time of a table: that of a solitaire stops while its player is away, and everyone gets it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from saloon.server.actions.pipeline import decode
from saloon.server.http.tokens import Signer
from saloon.server.operations.metrics import Metrics
from saloon.server.services import Services, build_services
from saloon.server.tables.live_table import LiveTable
from saloon.server.tables.new_table import NewSeat, NewTable
from saloon.server.tables.play_clock import reported_away
from saloon.store import Store
from samples import DUEL, SOLITAIRE, a_move, easy
from server.running import Backend as Running
from server.scene import SETTINGS, Ear, Failing
from server.talking import act


class Room:
    """A server whose clock is moved by hand, and its one table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.seconds = 0.0
        services.clock._ticks = lambda: self.seconds
        services.clock._beaten = self.seconds
        self.live: LiveTable

    async def open(self, game: str, **wanted: Any) -> None:
        seated = await self.services.seating.create("one", NewTable(game, **wanted))
        self.live = await self.services.tables.get(seated.table_id)

    async def connect(self, seat: int | None) -> Ear:
        ear = Ear(seat)
        await self.live.connect(ear, None, await self.services.news.of(self.live.stored, seat))
        return ear

    async def move(self) -> int | None:
        """Make a move; return its time in the log."""
        await asyncio.wait_for(act(self.live, 0, a_move(self.live.table)), 3)
        return self.live.table.entries[-1].at


@asynccontextmanager
async def room(path: Path) -> AsyncIterator[Room]:
    database = Failing(f"{path}/saloon.db")
    await database.open()
    store = Store(database)
    await store.add_player("one", "one", 0)
    services = build_services(database, Signer("key"), SETTINGS, Metrics())
    await services.clock.start(0)
    try:
        yield Room(services)
    finally:
        services.close()
        await database.close()


def at_a_solitaire(path: Path, scenario: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
    async def played() -> None:
        async with room(path) as here:
            await here.open(SOLITAIRE)
            await scenario(here)

    asyncio.run(played())


def clocks(ear: Ear) -> list[tuple[int, bool]]:
    """Return the times that a socket received since the last call."""
    told = [one if one["kind"] == "clock" else one.get("clock") for one in ear.take()]
    return [(one["played"], one["runs"]) for one in told if one]


def test_time_away_from_a_solitaire_is_not_played(tmp_path: Path) -> None:
    async def scenario(here: Room) -> None:
        own = await here.connect(0)
        here.seconds += 2
        assert await here.move() == 2_000
        here.live.disconnect(own)
        here.seconds += 5
        await here.connect(0)
        here.seconds += 1
        assert await here.move() == 3_000
        assert here.live.time.play_time is not None
        assert here.live.time.play_time.played == 3_000

    at_a_solitaire(tmp_path, scenario)


def test_a_hidden_page_stops_the_clock_and_watchers_see_the_real_time(tmp_path: Path) -> None:
    async def scenario(here: Room) -> None:
        own, watcher = await here.connect(0), await here.connect(None)
        assert clocks(own) == [(0, True)]
        assert clocks(watcher) == [(0, True)]
        here.seconds += 2
        here.live.set_away(own, True)
        assert clocks(own) == clocks(watcher) == [(2_000, False)]
        here.seconds += 6
        here.live.set_away(own, False)
        assert clocks(own) == clocks(watcher) == [(2_000, True)]
        here.seconds += 1
        assert clocks(await here.connect(None)) == [(3_000, True)]
        here.live.disconnect(own)
        assert clocks(watcher) == [(3_000, False)]
        here.seconds += 1
        assert clocks(await here.connect(None)) == [(3_000, False)], "watchers do not make it run"

    at_a_solitaire(tmp_path, scenario)


def test_a_second_tab_keeps_it_running(tmp_path: Path) -> None:
    async def scenario(here: Room) -> None:
        first, second = await here.connect(0), await here.connect(0)
        here.live.set_away(first, True)
        here.seconds += 2
        here.live.disconnect(first)
        here.seconds += 1
        assert await here.move() == 3_000
        here.live.set_away(second, True)
        here.seconds += 5
        assert await here.move() == 3_000

    at_a_solitaire(tmp_path, scenario)


def test_a_player_without_a_socket_counts_as_present_after_each_request(tmp_path: Path) -> None:
    async def scenario(here: Room) -> None:
        here.live.note_request()
        here.seconds += 4
        assert await here.move() == 4_000
        here.seconds += 1
        here.live.note_request()
        await here.services.clock.beat()
        here.seconds += 14
        await here.services.clock.beat()
        here.seconds += 14
        await here.services.clock.beat()
        here.seconds += 14
        assert await here.move() == 35_000, "thirty seconds after the last one"

    at_a_solitaire(tmp_path, scenario)


def test_a_reloaded_table_continues_from_its_last_action(tmp_path: Path) -> None:
    async def scenario(here: Room) -> None:
        await here.connect(0)
        here.seconds += 2
        assert await here.move() == 2_000
        here.seconds += 9
        here.services.tables.drop(here.live.table_id)
        here.live = await here.services.tables.get(here.live.table_id)
        assert clocks(await here.connect(0)) == [(2_000, True)]
        here.seconds += 1
        assert await here.move() == 3_000

    at_a_solitaire(tmp_path, scenario)


def test_a_match_does_not_wait_for_a_person(tmp_path: Path) -> None:
    async def played() -> None:
        async with room(tmp_path) as here:
            await here.open(DUEL, seats=(NewSeat("human"), NewSeat("bot")))
            own = await here.connect(0)
            here.seconds += 2
            here.live.disconnect(own)
            here.seconds += 5
            assert here.live.time.elapsed == 7_000

    asyncio.run(played())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"kind":"presence","payload":{"away":true}}', True),
        (b'{"kind":"presence","payload":{"away":false}}', False),
        (b'{"kind":"presence","payload":{"away":1}}', None),
        (b'{"kind":"presence","payload":{}}', None),
        (b'{"kind":"presence","payload":{"away":true,"more":1}}', None),
        (b'{"kind":"presence"', None),
        (b'{"kind":"hint","payload":{"presence":true}}', None),
    ],
)
def test_what_counts_as_presence(text: bytes, expected: bool | None) -> None:
    assert reported_away(decode(text)) is expected


def test_the_last_word_at_a_table_is_the_time_of_its_result(backend: Running) -> None:
    from server.test_server_messages import GREEDY_GAMES, script

    library, actions = script(*GREEDY_GAMES[0])
    player = backend.player()
    won = player.create(SOLITAIRE, seed=library.seed, options=easy(SOLITAIRE))
    with won.socket() as socket:
        for number, action in enumerate(actions):
            socket.send({"seq": number, "baseRev": 0, **action})
        socket.rev(len(actions))
        if not backend.shared:
            last = socket.kind("clock")
            statistics = player.ask("GET", "/api/players/me/stats")[SOLITAIRE]
            assert last == {"kind": "clock", "played": statistics["fastestWin"], "runs": False}
    news = player.ask("GET", f"{won.path}/news")
    assert news["clock"]["played"] == player.ask("GET", "/api/players/me/stats")[SOLITAIRE]["milliseconds"]
