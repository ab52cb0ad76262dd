"""Tables that were left cost nothing: bots pause while no person of the table is connected."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from samples import DUEL, FOURSOME, clocked
from server.attacks.cpu import cpu_seconds
from server.attacks.rows import leave_on_clock
from server.running import QUICK, Player, Running, Seated, eventually, moves

MINUTE = 60_000
BOT = {"kind": "bot", "level": "greedy"}
MASTER = {"kind": "bot", "level": "master"}


@pytest.fixture
def player(server: Running) -> Iterator[Player]:
    with Player(server.url) as somebody:
        yield somebody


def watched_rev(server: Running, table: Seated) -> int:
    """Return the revision of a table as somebody sees it who does not sit there."""
    with Player(server.url) as stranger:
        rev: int = stranger.ask("GET", table.path)["rev"]
        return rev


def test_bots_move_while_their_person_is_connected_and_only_then(server: Running, player: Player) -> None:
    table = player.create(DUEL, seats=[{"kind": "human"}, BOT])
    before = watched_rev(server, table)
    time.sleep(0.5)
    assert watched_rev(server, table) == before == 0, "nobody has come yet"
    with table.socket() as socket:
        socket.until(lambda message: message["kind"] == "ack" and message["clientId"] == "p2")
    rest = eventually(lambda: _settled_rev(server, table))
    time.sleep(1)
    assert watched_rev(server, table) == rest, "a stranger who watches is nobody of the table"
    with table.socket() as socket:
        socket.until(lambda message: message["kind"] == "ack" and message["rev"] > rest)


def _settled_rev(server: Running, table: Seated) -> int | None:
    """Return the revision once what was under way when the socket closed has arrived."""
    first = watched_rev(server, table)
    time.sleep(0.2)
    return first if watched_rev(server, table) == first else None


def test_a_person_who_only_sends_requests_counts_as_connected(server: Running, player: Player) -> None:
    table = player.create(FOURSOME, seats=[{"kind": "human"}, BOT, BOT, BOT])
    seen = table.view()
    for _ in range(8):  # bids and plays; between two of its own the bots act, without a socket anywhere
        seen = eventually(lambda: _own_turn(table))
        table.act(moves(seen["legal"])[0])
    assert seen["rev"] >= 8


def _own_turn(table: Seated) -> dict[str, object] | None:
    seen = table.view()
    return seen if moves(seen["legal"]) else None


def test_eighty_abandoned_tables_pause_and_use_almost_no_cpu_time(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, ExitStack() as stack:
        tables: list[Seated] = []
        for _ in range(80):
            player = stack.enter_context(Player(server.url))
            tables.append(player.create(DUEL, seats=[{"kind": "human"}, MASTER]))
            with tables[-1].socket() as socket:
                socket.kind("snapshot")
        stranger = stack.enter_context(Player(server.url))

        def revs() -> list[int]:
            return [stranger.ask("GET", table.path)["rev"] for table in tables]

        def is_calm() -> bool:
            before = cpu_seconds(server.pid)
            time.sleep(1)
            return cpu_seconds(server.pid) - before < 0.2

        time.sleep(0.5)
        before = revs()
        eventually(is_calm, 60)  # the bots' kernel may still be on its way
        assert revs() == before


def test_a_person_who_is_away_loses_on_time_and_a_paused_bot_does_not(tmp_path: Path) -> None:
    """Neither has made progress. The person's clock keeps running; the bot's has been stopped since they left."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        table = player.create(DUEL, options=clocked(DUEL), seats=[BOT, {"kind": "human"}])
        server.stop()
        leave_on_clock(server.database, table.table_id, 2 * MINUTE)
        server.start()
        with Player(server.url) as stranger:
            over = eventually(lambda: stranger.ask("GET", table.path)["outcome"])
        assert (over["winners"], over["reason"]) == (["p1"], "inactivity")


def test_nobody_plays_for_a_paused_bot_but_for_a_person_who_is_away(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        seats = [{"kind": "human"}, BOT, BOT, BOT]
        own, bots = (player.create(FOURSOME, options=clocked(FOURSOME), seats=seats, seed=seed) for seed in ("3", "5"))
        with Player(server.url) as stranger:  # if the player looked, the bots would move
            assert [stranger.ask("GET", table.path)["view"]["turn"] for table in (own, bots)] == ["p1", "p2"]
        server.kill()
        for table in (own, bots):
            leave_on_clock(server.database, table.table_id, 10 * MINUTE)
        server.start()
        with Player(server.url) as stranger:
            before = stranger.ask("GET", bots.path)["rev"]
            eventually(lambda: stranger.ask("GET", own.path)["view"]["turn"] == "p2")
            time.sleep(1)
            assert stranger.ask("GET", own.path)["view"]["turn"] == "p2", "the next is a bot, which waits"
            assert stranger.ask("GET", bots.path)["rev"] == before


def test_when_the_last_person_leaves_the_game_is_over(server: Running, player: Player) -> None:
    table = player.create(DUEL, seats=[{"kind": "human"}, BOT])
    table.view()
    table.act(moves(table.legal())[0])
    player.ask("POST", f"{table.path}/leave", token=table.token)
    with Player(server.url) as stranger:
        assert stranger.request("GET", f"{table.path}/replay").is_success
