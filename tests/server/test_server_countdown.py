"""The countdown before the first move: the server refuses every earlier action, from any client."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest

from saloon.games import GAMES
from saloon.table.helpers import helper_kinds
from samples import COUNTED_DOWN, FOURSOME, SOLITAIRE
from server.running import QUICK, Backend, Json, Player, Running, Seated, Socket, moves

ENDLESS = msgspec.structs.replace(QUICK, countdown_scale=1e6)
"""A countdown that no test sees the end of."""
REAL = msgspec.structs.replace(QUICK, countdown_scale=0.25)
"""A countdown that ends, so that what comes right after it is seen too."""
BOT: Json = {"kind": "bot", "level": "greedy"}
EARLY = ("reject", "TOO_EARLY", "the countdown is not over yet")


@pytest.fixture(scope="module", params=["sqlite", "two-processes"])
def endless(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Return a backend whose countdowns do not end: one process, or two that share a database."""
    with ExitStack() as servers:
        if request.param == "sqlite":
            path = tmp_path_factory.mktemp("countdown") / "saloon.db"
            backend = Backend(servers.enter_context(Running(f"sqlite:///{path}", settings=ENDLESS)))
        else:
            url, redis = request.getfixturevalue("postgres")(), request.getfixturevalue("valkey")
            running = [Running(url, redis=redis, settings=ENDLESS) for _ in range(2)]
            backend = Backend(*map(servers.enter_context, running))
        yield backend
        backend.dismiss()


def match(backend: Backend) -> tuple[Seated, Seated]:
    """Seat two people; the countdown begins."""
    first = backend.player().create(COUNTED_DOWN)
    return first, backend.player().join(first.table_id)


def said(answer: Json) -> tuple[str, str, str]:
    """Return the kind, code and reason of an answer."""
    return answer["kind"], answer.get("code", ""), answer.get("reason", "")


def is_untouched(seat: Seated) -> bool:
    """Whether nothing has happened at a table, and its countdown still runs."""
    seen = seat.view()
    with seat.socket() as socket:
        return bool(seen["rev"] == seen["expectedSeq"] == 0 and socket.kind("table")["startsIn"] > 0)


# --- while it runs ----------------------------------------------------------------------------------------------


def test_every_move_of_a_modified_client_is_refused_and_changes_nothing(endless: Backend) -> None:
    first, second = match(endless)
    with first.socket() as own, second.socket() as other, endless.player().socket(first.table_id) as watcher:
        before = own.kind("snapshot")
        for socket in (other, watcher):
            socket.kind("snapshot")
        for action in before["legal"]:
            assert said(own.ask(first.message(action))) == EARLY
            assert said(first.post(first.message(action))) == EARLY
        assert other.silent()
        assert watcher.silent()
        assert own.ask({"kind": "stateRequest", "payload": {}})["view"] == before["view"]
    assert is_untouched(first)
    assert is_untouched(second)


def test_the_cards_and_what_will_be_legal_are_shown_from_the_beginning(endless: Backend) -> None:
    first, _ = match(endless)
    with first.socket() as socket:
        assert socket.kind("table")["startsIn"] > 0
        assert moves(socket.kind("snapshot")["legal"])
        assert socket.ask_hash()["rev"] == 0


def test_a_client_that_is_out_of_step_learns_that_first(endless: Backend) -> None:
    first, _ = match(endless)
    move = moves(first.legal())[0]
    with first.socket() as socket:
        socket.kind("snapshot")
        for changes, reason in (({"seq": 1}, "SEQ_GAP"), ({"baseRev": 7}, "BASE_REV_MISMATCH")):
            answer = socket.ask(first.message(move, **changes))
            assert (answer["kind"], answer["reason"]) == ("snapshot", reason)
        assert socket.ask({**move, "seq": 0})["code"] == "MALFORMED_MESSAGE"
        assert socket.ask(first.message(move, matchId="another"))["code"] == "MALFORMED_MESSAGE"
    with endless.player().socket(first.table_id) as watcher:
        watcher.kind("snapshot")
        assert watcher.ask(first.message(move))["code"] == "NOT_YOUR_SEAT"


def test_there_is_no_help_undo_or_pause_either(endless: Backend) -> None:
    seat = endless.player().create(COUNTED_DOWN, seats=[{"kind": "human"}, BOT])
    with seat.socket() as socket:
        socket.kind("snapshot")
        for kind in helper_kinds(GAMES[COUNTED_DOWN]):
            message = seat.message({"kind": kind, "payload": {}})
            assert said(socket.ask(message)) == EARLY
            assert said(seat.post(message)) == EARLY
        hint = seat.player.ask("POST", f"{seat.path}/hint", token=seat.token)
        assert said(hint) == EARLY
    assert is_untouched(seat)


def test_no_clock_runs(endless: Backend) -> None:
    seat = endless.player().create(COUNTED_DOWN, seats=[{"kind": "human"}, BOT], options={"clock": 2})
    with seat.socket() as socket:
        news = socket.kind("table")
    for left in news["clock"]["left"].values():
        assert left == pytest.approx(news["startsIn"] + 120_000, abs=1_000)


def test_a_bot_waits(endless: Backend) -> None:
    seat = endless.player().create(COUNTED_DOWN, seats=[{"kind": "human"}, BOT])
    with seat.socket() as socket:
        socket.kind("snapshot")
        assert socket.silent(0.5)
    assert is_untouched(seat)


def test_a_new_connection_changes_nothing(endless: Backend) -> None:
    first, _ = match(endless)
    move = moves(first.legal())[0]
    left: list[int] = []
    for _ in range(3):
        with first.socket(rev=0) as socket:
            left.append(socket.kind("table")["startsIn"])
            assert said(socket.ask(first.message(move))) == EARLY
    if not endless.shared:  # the clocks of two processes agree after a moment only
        assert left == sorted(left, reverse=True)


def test_a_player_may_leave(endless: Backend) -> None:
    for seat in match(endless):
        seat.player.ask("POST", f"{seat.path}/leave", token=seat.token)


@pytest.mark.parametrize("game", [SOLITAIRE, FOURSOME])
def test_games_without_a_countdown_begin_at_once(game: str, endless: Backend) -> None:
    seats = [{"kind": "human"}, *[BOT] * (len(GAMES[game].seats) - 1)]
    seat = endless.player().create(game, seats=seats)
    with seat.socket() as socket:
        assert "startsIn" not in socket.kind("table")
        until = socket.kind("snapshot")
        while not moves(until["legal"]):  # a bot begins
            socket.kind("ack")
            until = socket.ask({"kind": "stateRequest", "payload": {}})
        seat.seq, seat.rev = until["expectedSeq"], until["rev"]
        assert socket.ask(seat.message(moves(until["legal"])[0]), seat.seat)["kind"] == "ack"


# --- its end ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Return a backend whose countdowns end soon."""
    path = tmp_path_factory.mktemp("start") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=REAL) as server:
        backend = Backend(server)
        yield backend
        backend.dismiss()


def over_a_socket(seat: Seated, socket: Socket, message: Json) -> Json:
    """Send a message over a socket."""
    return socket.ask(message, seat.seat)


def over_rest(seat: Seated, _: Socket, message: Json) -> Json:
    """Send a message in a request."""
    return seat.post(message)


@pytest.mark.parametrize("send", [over_a_socket, over_rest])
def test_a_move_is_accepted_as_soon_as_it_is_over(send: Callable[[Seated, Socket, Json], Json], real: Backend) -> None:
    """Repeated attempts are refused until the announced time, and never after it."""
    asked = time.monotonic()
    first, _ = match(real)
    move = moves(first.legal())[0]
    connecting = time.monotonic()
    with first.socket() as socket:
        left = socket.kind("table")["startsIn"] / 1000
        informed = time.monotonic()
        socket.kind("snapshot")
        answer: Json = {"kind": "reject"}
        while answer["kind"] == "reject":
            sent = time.monotonic()
            answer = send(first, socket, first.message(move))
            if answer["kind"] == "reject":
                assert said(answer) == EARLY
                assert sent <= informed + left, "it was over when this was sent"
    assert answer["kind"] == "ack"
    assert answer["rev"] == 1
    assert time.monotonic() >= connecting + left - 0.01
    assert time.monotonic() >= asked + 0.25 * GAMES[COUNTED_DOWN].countdown / 1000 - 0.01
    first.took(answer)
    with first.socket() as socket:
        assert "startsIn" not in socket.kind("table")
        assert socket.kind("snapshot")["rev"] == 1


def test_a_bot_moves_when_it_is_over(real: Backend) -> None:
    connecting = time.monotonic()
    seat = real.player().create(COUNTED_DOWN, seats=[{"kind": "human"}, BOT])
    with seat.socket() as socket:
        left = socket.kind("table").get("startsIn", 0) / 1000
        assert socket.kind("ack")["clientId"] == "p2"
    assert time.monotonic() >= connecting + left - 0.01


# --- restarts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kill", [True, False])
def test_a_restart_does_not_end_it(kill: bool, tmp_path: Path) -> None:
    path = tmp_path / "saloon.db"
    with Running(f"sqlite:///{path}", settings=ENDLESS) as server, Player(server.url) as one, Player(server.url) as two:
        first = one.create(COUNTED_DOWN)
        second = two.join(first.table_id)
        move = moves(first.legal())[0]
        assert said(first.post(first.message(move))) == EARLY
        server.restart(kill=kill)
        with first.socket() as socket:
            assert socket.kind("table")["startsIn"] > 0
            socket.kind("snapshot")
            assert said(socket.ask(first.message(move))) == EARLY
        server.stop()
        with closing(sqlite3.connect(path, isolation_level=None)) as database:  # a long time passes
            database.execute("UPDATE tables SET clock_start = clock_start - ?", (10**10,))
        server.start()
        with second.socket() as socket:
            assert "startsIn" not in socket.kind("table")
            assert first.act(move)["rev"] == 1
            assert socket.rev(1)["clientId"] == "p1"
