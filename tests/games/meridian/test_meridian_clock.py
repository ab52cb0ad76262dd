"""The warning of five minutes without progress: when it is due, and how the server enters it."""

import json

from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import MERIDIAN
from saloon.bots import GreedySeat
from saloon.core.clock import Due, Times
from saloon.core.game import SERVER
from saloon.games.meridian.clock import IDLE, MeridianClock
from saloon.games.meridian.state import Options, WarnIdle
from saloon.table import Table
from saloon.table.messages import wire
from server.aging import MINUTE, is_servers, restarted_after_thinking
from server.running import Backend, Seated
from table.common import plain

CLOCK = MeridianClock()
OPTIONS = Options()

# --- what it decides --------------------------------------------------------------------------------------------


@clause("MM-298")
def test_a_long_game_is_warned_after_more_than_five_minutes_without_progress() -> None:
    dealt = MERIDIAN.deal("1", OPTIONS)
    assert IDLE == 5 * MINUTE
    assert CLOCK.due(dealt, OPTIONS, Times({0: 1_000}, turn=1_000)) == []
    long = replace(dealt, moves=201)
    assert MERIDIAN.legal(long, SERVER)
    assert CLOCK.due(long, OPTIONS, Times({0: 1_000}, turn=2_000)) == [Due(1_000 + IDLE + 1, WarnIdle())]
    assert CLOCK.due(replace(long, end="declared"), OPTIONS, Times({0: 1_000}, turn=2_000)) == []


def test_progress_resets_the_count_of_moves() -> None:
    dealt = MERIDIAN.deal("1", OPTIONS)
    assert CLOCK.is_progress(replace(dealt, moves_without_progress=7), dealt)
    assert not CLOCK.is_progress(dealt, replace(dealt, moves_without_progress=1))


def test_the_warning_belongs_to_every_game_but_keeps_no_table_in_memory() -> None:
    assert CLOCK.runs(OPTIONS)
    assert not CLOCK.keeps_table


# --- on a server ------------------------------------------------------------------------------------------------


def idle_meridian(backend: Backend) -> tuple[Seated, int]:
    """A long game of Meridian, two hundred moves old, that nobody has warned yet; its last move made no progress."""
    table = Table.deal("meridian", seed="11")
    bot = GreedySeat(table.game, "script")
    seat = backend.player().create("meridian", seed="11")
    with seat.socket() as socket:
        socket.kind("snapshot")
        while not table.legal(SERVER) or table.state.moves_without_progress == 0:
            action = bot.choose(table.view(0), [one for one in table.moves(0) if one.kind != "resign"])
            socket.send({"seq": table.rev, "baseRev": table.rev, **plain(wire(action))})
            table.act(0, action)
        last = socket.until(lambda message: message.get("rev") == table.rev)
        assert last["kind"] == "ack"
    return seat, table.rev


@clause("MM-298")
def test_the_warning_comes_though_the_server_was_restarted(backend: Backend) -> None:
    meridian, moved = idle_meridian(backend)
    restarted_after_thinking(backend, 5 * MINUTE, meridian)
    with meridian.socket() as socket:
        socket.until(lambda message: is_servers(message) or message.get("rev") == moved + 1)
    warned = meridian.view()
    assert (warned["rev"], warned["expectedSeq"]) == (moved + 1, moved)
    assert warned["outcome"] is None
    assert "idle" in json.dumps(warned["view"])
