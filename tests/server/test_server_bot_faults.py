"""A bot that fails loses the move to a simpler one, and everyone at the table is told why."""

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from samples import DUEL, FOURSOME
from server.running import PATIENCE, QUICK, Backend, Json, Running, Socket, moves

SECRET = "the-seed-is-in-this-text"
_BROKEN = """
import sys, msgspec
from saloon.bots import seat_bot
from saloon.games import GAMES
from saloon.server.serve import serve
from saloon.server.settings import Settings

def fail(*_):
    raise ValueError({secret!r})

type(seat_bot(GAMES[{game!r}], "greedy", "1")).choose = fail
settings, port = sys.argv[1:]
serve(msgspec.json.decode(settings, type=Settings), host="127.0.0.1", port=int(port), workers=1)
"""


class WithBrokenBots(Running):
    """A server at which the greedy bot raises an exception at each decision."""

    def command(self) -> list[str]:
        program = _BROKEN.format(secret=SECRET, game=FOURSOME)
        return [sys.executable, "-c", program, self._written_settings(), str(self.port)]


def report(fault: object = "late") -> Json:
    """Return the message by which a program reports a fault of its bot."""
    return {"kind": "botFailed", "payload": {"fault": fault}}


def faults(received: list[Json]) -> list[tuple[str, str]]:
    """Return the faults among messages."""
    return [(one["seat"], one["fault"]) for one in received if one["kind"] == "botFailed"]


def test_everyone_is_told_once_why_a_bot_of_the_server_was_replaced(tmp_path: Path) -> None:
    with (
        WithBrokenBots(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server,
        ExitStack() as stack,
    ):
        backend = Backend(server)
        stack.callback(backend.dismiss)
        bots = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * 3]
        table = backend.player().create(FOURSOME, seats=bots, private=False, seed="7", options={"limit": 1})
        watcher = stack.enter_context(backend.player().socket(table.table_id))
        player = stack.enter_context(table.socket())
        watcher.kind("snapshot")
        legal = player.kind("snapshot")["legal"]
        for _ in range(2):  # until every bot has had a second decision
            while not (own := moves(legal)):
                legal = player.kind("ack").get("legal", legal)
            table.act(own[0])
            legal = player.until(lambda one: one["kind"] == "ack" and one["clientId"] == "p1")["legal"]
        player.until(lambda one: one["kind"] == "ack" and bool(moves(one.get("legal", []))))
        watcher.rev(player.received[-1]["rev"])
        for socket in (player, watcher):
            assert sorted(faults(socket.received)) == [(f"p{seat}", "crashed") for seat in (2, 3, 4)]
            assert SECRET not in str(socket.received)
        assert SECRET in server.errors(), "the log has the reason in full"


def test_a_program_reports_its_own_bot_to_all_and_nobody_reports_another(backend: Backend) -> None:
    host, guest, other = backend.player(), backend.player(bot="Careful"), backend.player()
    table = host.create(DUEL)
    with ExitStack() as stack:
        early = stack.enter_context(table.socket())
        early.send(report())  # the table waits for players
        early.send({"kind": "stateRequest", "payload": {}})
        assert early.kind("reject")["code"] == "MATCH_NOT_ACTIVE", "so the report has been read as well"
        seat = guest.join(table.table_id)
        first, second = stack.enter_context(table.socket()), stack.enter_context(seat.socket())
        watcher = stack.enter_context(other.socket(table.table_id))
        sockets = (first, second, watcher)
        for socket in sockets:
            socket.kind("snapshot")
        watcher.send(report())
        first.send(report())  # a person
        for wrong in ("slow", "", None, 3, ["late"], {"fault": "late"}):
            second.send(report(wrong))
        second.send({"kind": "botFailed", "payload": {}})
        second.send({"kind": "botFailed", "payload": {"fault": "late", "seat": "p1"}})
        second.send(report("illegal"))
        for socket in sockets:
            assert socket.kind("botFailed") == {"kind": "botFailed", "seat": "p2", "fault": "illegal"}
        for _ in range(10):
            second.send(report())
        table.act(table.legal()[0])
        for socket in sockets:
            socket.rev(1)
            assert len(faults(socket.received)) == 1
            assert "reject" not in {one["kind"] for one in socket.received}
    assert table.post(table.message(report()))["code"] == "INVALID_ACTION_KIND", "reports are for sockets"


def test_a_watcher_who_sees_the_match_later_is_told_later(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, watch_delay_seconds=0.5)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, ExitStack() as stack:
        backend = Backend(server)
        stack.callback(backend.dismiss)
        table = backend.player().create(DUEL)
        seat = backend.player(bot="Careful").join(table.table_id)
        watcher = stack.enter_context(backend.player().socket(table.table_id))
        watcher.kind("snapshot")
        socket = stack.enter_context(seat.socket())
        socket.kind("snapshot")
        socket.send(report())
        socket.kind("botFailed")
        told = time.monotonic()
        watcher.kind("botFailed")
        assert time.monotonic() - told > 0.3


def test_whoever_connects_later_still_learns_why_a_bot_lost_its_last_move(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    seat = backend.player(bot="Careful").join(table.table_id)
    with table.socket() as early, seat.socket() as program:
        assert "faults" not in early.kind("table")
        program.kind("snapshot")
        for fault in ("late", "crashed"):
            until_sent(early, program, fault)
        assert table.player.ask("GET", f"{table.path}/news")["faults"] == {"p2": "crashed"}
    for late in (table.socket(), backend.player().socket(table.table_id)):
        with late as socket:
            assert socket.kind("table")["faults"] == {"p2": "crashed"}
    seat.player.ask("POST", f"{seat.path}/leave", token=seat.token)
    with table.socket() as socket:
        assert "faults" not in socket.kind("table"), "another bot has the seat"


def until_sent(seen: Socket, program: Socket, fault: str) -> None:
    """Report a fault until the limit of a seat lets it through."""
    until = time.monotonic() + PATIENCE
    while ("p2", fault) not in faults(seen.received):
        assert time.monotonic() < until
        program.send(report(fault))
        seen.send({"kind": "hashRequest", "payload": {}})
        seen.kind("viewHash")


def test_the_schema_lists_the_faults(backend: Backend) -> None:
    components: Any = backend.player().ask("GET", "/api/messages")["components"]["schemas"]
    assert components["BotFailed"]["properties"]["fault"]["enum"] == ["crashed", "illegal", "late"]
