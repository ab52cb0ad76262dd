"""Watching with a delay: watchers of a match between people see what happens some time later, and never earlier."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saloon.games import GAMES
from saloon.server.tables.watching import TOGETHER, Delay
from saloon.table.progress import Progress
from samples import DUEL, FOURSOME
from server.running import QUICK, Backend, Json, Running, Seated, Socket, draw_on

HOUR = 3600.0
PAUSES = st.lists(st.integers(0, 4_000), max_size=40)
LATE = msgspec.structs.replace(QUICK, watch_delay_seconds=HOUR)
"""Nothing becomes visible during a test except by the end of a match."""


@pytest.fixture(scope="module", params=["sqlite", "two-processes"])
def late(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Return servers whose watchers see matches between people an hour later."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            path: Path = tmp_path_factory.mktemp("late") / "saloon.db"
            backend = Backend(stack.enter_context(Running(f"sqlite:///{path}", settings=LATE)))
        else:
            url, redis = request.getfixturevalue("postgres")(), request.getfixturevalue("valkey")
            servers = [stack.enter_context(Running(url, redis=redis, settings=LATE)) for _ in range(2)]
            backend = Backend(*servers)
        stack.callback(backend.dismiss)
        yield backend


def match(backend: Backend, actions: int = 4) -> tuple[Seated, Seated]:
    """Return the seats of a match in which something has happened."""
    host = backend.player().create(DUEL)
    guest = backend.player().join(host.table_id)
    draw_on((host, guest), actions)
    return host, guest


def shown_rev(socket: Socket) -> int:
    """Ask for the state; return the revision that is shown."""
    socket.send({"kind": "stateRequest", "payload": {}})
    return int(socket.kind("snapshot")["rev"])


def test_a_watcher_sees_nothing_that_is_newer_by_any_way(late: Backend) -> None:
    host, guest = match(late)
    stranger = late.player()
    with stranger.socket(host.table_id, rev=3) as watcher, guest.socket() as seat:
        news, first = watcher.kind("table"), watcher.kind("snapshot")
        assert (news["delay"], first["rev"], first["seat"]) == (3_600_000, 0, None)
        assert "delay" not in seat.kind("table")
        assert seat.kind("snapshot")["rev"] == 4
        draw_on((host,), 1)
        seat.rev(5)
        assert shown_rev(watcher) == 0
        watcher.send({"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0})
        refused = watcher.kind("reject")
        assert (refused["code"], refused["rev"]) == ("NOT_YOUR_SEAT", 0)
        watcher.send({"kind": "hashRequest", "payload": {}})
        answer = watcher.kind("viewHash")
        assert (answer["rev"], answer["viewHash"]) == (0, first["viewHash"])
        watcher.send("{")
        assert watcher.kind("reject")["rev"] == 0
        assert not [one for one in watcher.received if one["kind"] == "ack"]
    for who in (stranger, late.player()):
        for _ in late.servers:  # each process is asked
            assert who.ask("GET", host.path)["rev"] == 0
            assert who.ask("GET", f"{host.path}/news")["delay"] == 3_600_000
    assert stranger.refused("GET", f"{host.path}/replay") == (403, "PRIVATE_UNTIL_THE_END")
    assert stranger.refused("GET", f"{host.path}/replay/steps") == (403, "PRIVATE_UNTIL_THE_END")
    assert stranger.refused("POST", f"{host.path}/analysis")[0] == 403
    assert stranger.refused("GET", f"{host.path}/legal") == (403, "NOT_YOUR_SEAT")
    listed = next(one for one in stranger.ask("GET", "/api/tables") if one["tableId"] == host.table_id)
    assert listed.keys() <= {"kind", "tableId", "game", "status", "seats", "rematch", "rating", "clock"}
    assert listed["clock"] is None
    assert host.view()["rev"] == 5, "the players see everything at once"


def test_a_watcher_is_not_sent_the_time_left_which_shows_progress(late: Backend) -> None:
    host = late.player().create(DUEL, options=dict(GAMES[DUEL].options_between_people))
    guest = late.player().join(host.table_id)
    stranger = late.player()
    with stranger.socket(host.table_id) as watcher, guest.socket() as seat:
        assert seat.kind("table")["clock"]["left"].keys() == {"p1", "p2"}
        assert "left" not in watcher.kind("table")["clock"]
    assert "left" not in stranger.ask("GET", f"{host.path}/news")["clock"]
    with stranger.socket(host.table_id, rev=0) as again:
        again.kind("table")
        again.send({"kind": "stateRequest", "payload": {}})
        again.kind("snapshot")
        assert not [one for one in again.received if one["kind"] == "clock"]


def test_the_end_shows_watchers_the_whole_match(late: Backend) -> None:
    host, guest = match(late)
    with late.player().socket(host.table_id) as watcher:
        watcher.kind("snapshot")
        guest.act({"kind": "resign", "payload": {}})
        acks = [watcher.rev(rev) for rev in range(1, 6)]
        assert acks[-1]["outcome"]["winners"] == ["p1"]
        assert [one["rev"] for one in watcher.received if one["kind"] == "ack"] == [1, 2, 3, 4, 5]
        assert shown_rev(watcher) == 5
    late.player().log(host.table_id)
    for _ in late.servers:
        assert late.player().ask("GET", host.path)["rev"] == 5


def test_whoever_leaves_watches_from_then_on_with_the_delay(late: Backend) -> None:
    host, guest = match(late)
    with guest.socket() as socket, host.socket():
        socket.kind("snapshot")
        guest.player.ask("POST", f"{guest.path}/leave", token=guest.token)
        seen = socket.until(lambda one: one["kind"] == "snapshot" and one["seat"] is None)
        assert seen["rev"] == 0
    assert guest.player.ask("GET", guest.path)["rev"] == 0


def test_a_table_with_one_person_is_watched_without_delay(late: Backend) -> None:
    bots = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * 3]
    table = late.player().create(FOURSOME, seats=bots)
    with late.player().socket(table.table_id) as watcher:
        assert "delay" not in watcher.kind("table")
        watcher.kind("snapshot")
        table.act(table.legal()[0])
        watcher.rev(1)


def test_a_restart_shows_nothing_earlier(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=LATE) as server:
        backend = Backend(server)
        host, _ = match(backend)
        server.restart()
        assert backend.player().ask("GET", host.path)["rev"] == 0
        assert host.view()["rev"] == 4
        backend.dismiss()


def test_watchers_follow_a_running_match_in_order(postgres: Callable[[], str]) -> None:
    settings = msgspec.structs.replace(QUICK, watch_delay_seconds=0.3)
    with Running(postgres(), settings=settings) as server, ExitStack() as stack:
        backend = Backend(server)
        stack.callback(backend.dismiss)
        host, guest = match(backend, 0)
        watchers = [stack.enter_context(backend.player().socket(host.table_id)) for _ in range(2)]
        views: list[Json] = [one.kind("snapshot") for one in watchers]
        assert [one["rev"] for one in views] == [0, 0]
        draw_on((host, guest), 6)
        for watcher in watchers:
            watcher.rev(6)
            revs = [one["rev"] for one in watcher.received if one["kind"] == "ack"]
            assert revs == [1, 2, 3, 4, 5, 6]
        assert backend.player().ask("GET", host.path)["rev"] == 6


@given(
    st.lists(st.integers(0, 4_000), max_size=40), st.integers(1, 9_000), st.lists(st.integers(0, 3_000), max_size=40)
)
def test_nothing_is_shown_too_early_or_much_too_late(pauses: list[int], delay: int, looks: list[int]) -> None:
    times = [sum(pauses[: number + 1]) for number in range(len(pauses))]
    watched = Delay(Progress(None), delay)
    for rev, at in enumerate(times, 1):
        watched.remember(Progress(None, rev=rev), at)
    moments = [sum(looks[: number + 1]) for number in range(len(looks))]
    revs = []
    for now in moments:
        watched.advance(now, is_over=False)
        revs.append(watched.shown.rev)
        assert all(at + delay <= now for at in times[: watched.shown.rev]), "too early"
        assert all(at + delay + TOGETHER > now for at in times[watched.shown.rev :]), "too late"
        wait = watched.due_in(now)
        assert (wait is None) == (watched.shown.rev == len(times))
        assert wait is None or wait > 0
    assert all(one <= other for one, other in pairwise(revs))
    watched.advance(0, is_over=True)
    assert watched.shown.rev == len(times)
