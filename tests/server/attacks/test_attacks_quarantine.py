"""One bad table must not stop the server, empty a list or keep others from their figures."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from samples import DUEL, SAVING, SOLITAIRE, slowly_clocked
from server.attacks.rows import change, metric, rows
from server.running import QUICK, Player, Running, Seated, eventually, some_move

RESIGN = {"kind": "resign", "payload": {}}
BOT = {"kind": "bot", "level": "greedy"}
CLOCK = slowly_clocked(DUEL)

DAMAGES: dict[str, str] = {
    "older rules": "UPDATE tables SET rules_version = '0.0.9' WHERE table_id = '{}'",
    "an unknown game": "UPDATE tables SET game = 'tarot' WHERE table_id = '{}'",
    "an unknown option": "UPDATE tables SET options = '{{\"wind\":1,\"clock\":5}}' WHERE table_id = '{}'",
    "options that are no JSON": "UPDATE tables SET options = '{{' WHERE table_id = '{}'",
    "options that are a list": "UPDATE tables SET options = '[]' WHERE table_id = '{}'",
    "no seats": "DELETE FROM seats WHERE table_id = '{}'",
    "a missing seat": "DELETE FROM seats WHERE table_id = '{}' AND seat = 1",
    "an unknown status": "UPDATE tables SET status = 'adjourned' WHERE table_id = '{}'",
    "a start that is no position": "UPDATE tables SET start = '{{\"state\":1}}' WHERE table_id = '{}'",
    "a damaged payload": "UPDATE entries SET payload = '{{' WHERE table_id = '{}' AND rev = 1",
    "an action that is none": "UPDATE entries SET kind = 'fold' WHERE table_id = '{}' AND rev = 2",
    "a seat that is none": "UPDATE entries SET seat = 9 WHERE table_id = '{}' AND rev = 1",
    "a gap in the log": "DELETE FROM entries WHERE table_id = '{}' AND rev = 2",
}
CODES = {"older rules": "RULES_VERSION_UNKNOWN"}


def play(seat: Seated, actions: int) -> Seated:
    """Make some moves."""
    seat.view()
    for _ in range(actions):
        move = some_move(seat.legal(), Random(1))
        assert move is not None
        seat.act(move)
    return seat


def doctor(url: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "saloon", "admin", "doctor", "--database", url]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_bad_tables_are_set_aside_and_everything_else_is_served(url: str) -> None:
    with Running(url, settings=QUICK) as server, Player(server.url) as player, Player(server.url) as other:
        tables: dict[str, Seated] = {}
        for damage in DAMAGES:  # a clock runs at them, so that the server brings them to memory when it starts
            seat = tables[damage] = player.create(DUEL, options=CLOCK)
            other.join(seat.table_id)
            play(seat, 3)
        good = player.create(SOLITAIRE, private=False)
        play(good, 2)
        over = player.create(SAVING)
        over.act(next(action for action in over.legal() if action["kind"] == "move"))
        over.act(RESIGN)
        lost = player.create(DUEL, seats=[{"kind": "human"}, BOT])
        lost.act(RESIGN)
        waiting = player.create(DUEL)
        server.stop()
        for damage, command in DAMAGES.items():
            change(url, command.format(tables[damage].table_id))
        change(url, f"UPDATE results SET record = '{{' WHERE table_id = '{lost.table_id}'")
        server.start()

        assert waiting.table_id in tables_listed(player, "/api/tables")
        assert good.table_id in tables_listed(player, "/api/players/me/tables")
        for _ in range(2):
            for damage, seat in tables.items():
                code = CODES.get(damage, "TABLE_QUARANTINED")
                refused = player.refused("GET", seat.path)
                assert refused == (503, code), damage
                with player.socket(seat.table_id) as socket:
                    closed = socket.closed()
                    assert (closed.code, closed.word["code"]) == (4400, code), damage
        assert tables_listed(player, "/api/tables") == [waiting.table_id, good.table_id]
        assert tables_listed(player, "/api/players/me/tables") == [waiting.table_id, good.table_id]
        assert player.ask("GET", "/api/players/me/stats")[SAVING]["played"] == 1
        play(good, 1)
        with waiting.socket() as socket:
            assert socket.kind("table")["status"] == "waiting"
        eventually(lambda: gauge(player) == len(DAMAGES))
        errors = server.errors()
        for damage, seat in tables.items():
            assert errors.count(f"table {seat.table_id} is quarantined") == 1, damage
        assert "Traceback" not in errors

        found = doctor(url)
        assert found.returncode == 1
        for damage, seat in tables.items():
            assert f"table {seat.table_id} " in found.stdout, damage
        assert f"table {lost.table_id} " in found.stdout
        assert f"table {good.table_id} " not in found.stdout


def tables_listed(player: Player, path: str) -> list[str]:
    return [news["tableId"] for news in player.ask("GET", path)]


def gauge(player: Player) -> float:
    return metric(player.request("GET", "/metrics").text, "saloon_quarantined_tables")


def test_a_server_that_starts_finds_the_bad_tables_whose_clocks_must_run(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/saloon.db"
    with Running(url, settings=QUICK) as server, Player(server.url) as player, Player(server.url) as other:
        bad = player.create(DUEL, options=CLOCK)
        other.join(bad.table_id)
        good = player.create(DUEL, options=CLOCK)
        other.join(good.table_id)
        server.stop()
        change(url, f"UPDATE tables SET rules_version = '0.0.9' WHERE table_id = '{bad.table_id}'")
        server.start()
        eventually(lambda: gauge(player) == 1)
        eventually(lambda: metric(player.request("GET", "/metrics").text, "saloon_tables") == 1)
        assert f"table {bad.table_id} is quarantined" in server.errors()


def test_text_that_is_not_utf8_is_the_damage_of_its_own_table(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/saloon.db"
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        good, bad = player.create(SOLITAIRE), player.create(SOLITAIRE)
        play(bad, 1)
        server.stop()
        change(url, f"UPDATE tables SET options = CAST(x'7bff7d' AS TEXT) WHERE table_id = '{bad.table_id}'")
        server.start()
        assert tables_listed(player, "/api/players/me/tables") == [good.table_id]
        assert player.refused("GET", bad.path) == (503, "TABLE_QUARANTINED")


def test_a_table_that_is_damaged_while_it_is_played_hurts_nobody_else(postgres: Callable[[], str]) -> None:
    """Two processes that find each other's changes only by polling: a bad table must not block the good ones."""
    url = postgres()
    with (
        Running(url, settings=QUICK) as one,
        Running(url, settings=QUICK) as two,
        Player(one.url) as host,
        Player(two.url) as guest,
    ):
        bad, good = host.create(DUEL), host.create(DUEL)
        bad_guest, good_guest = guest.join(bad.table_id), guest.join(good.table_id)
        with bad_guest.socket() as hurt, good_guest.socket() as well:
            hurt.kind("snapshot")
            well.kind("snapshot")
            entry = f"INSERT INTO entries (table_id, rev, seat, kind, payload, at) VALUES ('{bad.table_id}', 1, 0"
            change(url, f"{entry}, 'fold', '{{}}', 1)")
            play(good, 3)
            assert [well.rev(rev)["rev"] for rev in (1, 2, 3)] == [1, 2, 3]
            closed = hurt.closed()
            assert (closed.code, closed.word["code"]) == (4400, "TABLE_QUARANTINED")
        assert guest.refused("GET", bad.path) == (503, "TABLE_QUARANTINED")
        assert host.refused("GET", bad.path) == (503, "TABLE_QUARANTINED")
        assert rows(url, f"SELECT count(*) FROM entries WHERE table_id = '{good.table_id}'") == [(3,)]
        play(good_guest, 1)


def test_an_outage_of_the_database_is_not_mistaken_for_damage(postgres: Callable[[], str]) -> None:
    url = postgres()
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        server.restart()
        name: Any = url.split("?")[0].rsplit("/", 1)[1]
        elsewhere = url.replace(f"/{name}?", "/postgres?")
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        change(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", cut)
        assert player.refused("GET", seat.path) == (503, "STORE_UNAVAILABLE")
        change(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        eventually(lambda: player.request("GET", seat.path).status_code == 200)
        assert gauge(player) == 0
