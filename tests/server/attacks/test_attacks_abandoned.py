"""Tables and players that nobody uses expire, and however many there are, nobody waits for them."""

import asyncio
import csv
import io
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import msgspec
import pytest

from saloon.games import GAMES
from saloon.store import open_database
from samples import DUEL, SAVING, SOLITAIRE
from server.attacks.rows import change, metric, rows
from server.running import QUICK, Player, Running, Seated, eventually, some_move

HOUR = 3_600_000
DAY = 24 * HOUR
SWEEPING = msgspec.structs.replace(QUICK, expiry_seconds=0.2)
BOT = {"kind": "bot", "level": "greedy"}


def is_gone(watcher: Player, seat: Seated) -> bool:
    """Whether a table is gone, as a watcher sees it: one of its people would be seen there by asking."""
    return watcher.request("GET", seat.path, token="").status_code == 404


def age(url: str, milliseconds: int, *seats: Seated, column: str = "seen_at") -> None:
    """Let the people of tables have been seen so much earlier."""
    names = ", ".join(f"'{seat.table_id}'" for seat in seats)
    change(url, f"UPDATE tables SET {column} = {column} - {milliseconds} WHERE table_id IN ({names})")


def moved(seat: Seated) -> None:
    seat.view()
    move = some_move(seat.legal(), Random(1))
    assert move is not None
    seat.act(move)


def test_tables_that_nobody_uses_expire_and_no_others(url: str) -> None:
    with Running(url, settings=SWEEPING) as server, Player(server.url) as player, Player(server.url) as other:
        waiting, kept_waiting, watched = (player.create(DUEL, private=True) for _ in range(3))
        playing, kept_playing, left, over = (player.create(DUEL) for _ in range(4))
        for seat in (playing, kept_playing, left, over):
            other.join(seat.table_id)
            moved(seat)
        over.act({"kind": "resign", "payload": {}})
        other.ask("POST", f"{left.path}/leave", token=other.join(left.table_id).token)
        server.stop()  # so that it does not note in the meantime that we were here
        age(url, 23 * HOUR, kept_waiting)
        age(url, 29 * DAY, kept_playing)
        server.start()
        with player.socket(watched.table_id, token="") as socket:
            socket.kind("table")
            age(url, 31 * DAY, playing, left, over)
            age(url, 24 * HOUR + HOUR, waiting, watched)
            eventually(lambda: is_gone(player, waiting))
            eventually(lambda: is_gone(player, playing))
            assert not is_gone(player, watched)
        eventually(lambda: is_gone(player, watched))
        assert rows(url, f"SELECT count(*) FROM entries WHERE table_id = '{playing.table_id}'") == [(0,)]
        eventually(
            lambda: rows(url, f"SELECT status FROM tables WHERE table_id = '{left.table_id}'") == [("finished",)]
        )
        stats = other.ask("GET", "/api/players/me/stats")[DUEL]
        assert stats["played"] == stats["won"] + stats["lost"] + stats["drawn"]
        for seat in (kept_waiting, kept_playing, left, over):
            assert not is_gone(player, seat)
        moved(kept_playing)
        assert player.request("GET", f"{over.path}/replay").is_success
        assert "Traceback" not in server.errors()


def test_players_without_games_expire_and_come_back_with_their_token(url: str) -> None:
    with Running(url, settings=SWEEPING) as server:
        idle, recent, seated, host, scored = (Player(server.url) for _ in range(5))
        seated.join(host.create(DUEL).table_id)
        scored.create(SAVING).act({"kind": "resign", "payload": {}})
        for player in (idle, seated, host, scored):
            player.ask("PATCH", "/api/players/me", {"name": "Wanderer"})
        known = ", ".join(f"'{one.player_id}'" for one in (idle, seated, host, scored))
        server.stop()
        change(url, f"UPDATE players SET seen_at = seen_at - {31 * DAY} WHERE player_id IN ({known})")
        server.start()
        here = f"SELECT count(*) FROM players WHERE player_id = '{idle.player_id}'"
        eventually(lambda: rows(url, here) == [(0,)])
        assert rows(url, "SELECT count(*) FROM players") == [(4,)]
        assert [one.ask("GET", "/api/players/me")["name"] for one in (seated, host, scored)] == ["Wanderer"] * 3
        assert recent.ask("GET", "/api/players/me")["playerId"] == recent.player_id
        back = idle.ask("GET", "/api/players/me")
        assert (back["playerId"], back["name"]) == (idle.player_id, f"Guest {idle.player_id[:4]}")
        moved(idle.create(SOLITAIRE))
        for player in (idle, recent, seated, host, scored):
            player.close()


def test_operators_may_keep_everything(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/saloon.db"
    forever = msgspec.structs.replace(SWEEPING, waiting_hours=0.0, abandoned_days=0.0)
    with Running(url, settings=forever) as server, Player(server.url) as player:
        waiting, playing = player.create(DUEL), player.create(SOLITAIRE)
        server.stop()
        age(url, 999 * DAY, waiting, playing)
        server.start()
        time.sleep(1)
        assert not is_gone(player, waiting)
        assert not is_gone(player, playing)


# --- many of them -----------------------------------------------------------------------------------------------


def fill(url: str, count: int, now: int, *, clocks: bool = True) -> None:
    """Write abandoned tables and as many players: half of the tables wait, and at a quarter a clock runs."""
    game = GAMES[DUEL]
    options = msgspec.json.encode(game.options()).decode()
    timed = msgspec.json.encode({**msgspec.to_builtins(game.options()), "clock": 5}).decode()
    tables, seats, players = [], [], []
    for number in range(count):
        player, table, age = f"idle{number}", f"table{number}", 2 * DAY + number
        waits, has_clock = number % 2 == 0, clocks and number % 4 == 3
        players.append((player, now - age, player, now - age))
        tables.append(
            (table, DUEL, game.rules_version, str(number), "n", timed if has_clock else options,
             '["human","human"]', player, now - age, number % 3 == 0, False, "waiting" if waits else "active",
             None if waits else now - age, now - age, None if waits else now - age, has_clock and not waits)
        )  # fmt: skip
        seats += [(table, 0, "human", player, 0), (table, 1, "human", None if waits else player, 0)]
    columns = {
        "players": ("player_id", "created_at", "name", "seen_at"),
        "tables": (
            "table_id", "game", "rules_version", "seed", "nonce", "options", "dealt_to", "host", "created_at",
            "private", "seeded", "status", "started_at", "seen_at", "clock_start", "timed",
        ),
        "seats": ("table_id", "seat", "kind", "player_id", "generation"),
        "server_clock": ("name", "at"),
    }  # fmt: skip
    filled: dict[str, list[Any]] = {
        "players": players,
        "tables": tables,
        "seats": seats,
        "server_clock": [("server", now)],
    }
    asyncio.run(_written(url, columns, filled))


async def _written(url: str, columns: dict[str, tuple[str, ...]], filled: dict[str, list[Any]]) -> None:
    database = open_database(url)  # which makes the tables
    await database.open()
    await database.close()
    if url.startswith("postgresql:"):
        connection = await asyncpg.connect(url)
        for table, records in filled.items():
            await connection.copy_records_to_table(table, records=records, columns=columns[table])
        await connection.execute("ANALYZE")
        await connection.close()
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
        for table, records in filled.items():
            marks = ", ".join("?" * len(columns[table]))
            file.executemany(f"INSERT INTO {table} ({', '.join(columns[table])}) VALUES ({marks})", records)


@contextmanager
def crowded(url: str, count: int) -> Iterator[Running]:
    """Run a server with this many abandoned tables; they do not expire meanwhile."""
    now = time.time_ns() // 1_000_000
    fill(url, count, now)
    with Running(url, settings=msgspec.structs.replace(QUICK, waiting_hours=0.0, abandoned_days=0.0)) as server:
        yield server


def measured(url: str, count: int) -> dict[str, float]:
    """Return how many milliseconds start-up and lists take."""
    with crowded(url, count) as server, Player(server.url) as player:
        player.create(DUEL)
        figures: dict[str, list[float]] = {}

        def time_of(name: str, work: Callable[[], object]) -> None:
            begun = time.perf_counter()
            work()
            figures.setdefault(name, []).append(1000 * (time.perf_counter() - begun))

        for _ in range(3):
            server.stop()
            time_of("start-up", server.start)
            for _ in range(20):
                time_of("lobby", lambda: player.ask("GET", "/api/tables"))
                time_of("my tables", lambda: player.ask("GET", "/api/players/me/tables"))
        for _ in range(20):
            time_of("create", lambda: player.create(SOLITAIRE))
        assert len(player.ask("GET", "/api/tables")) >= 1
        return {name: statistics.median(times) for name, times in figures.items()}


def test_thousands_of_abandoned_tables_are_not_read_at_the_start(tmp_path: Path) -> None:
    """They are counted instead of timed: what the server has in memory, and that it answers before it is done."""
    url = f"sqlite:///{tmp_path}/saloon.db"
    with crowded(url, 4_000) as server, Player(server.url) as player:
        begun = metric(player.request("GET", "/metrics").text, "saloon_tables")
        assert begun < 500
        own = player.create(DUEL)
        assert [one["tableId"] for one in player.ask("GET", "/api/tables")] == [own.table_id]


def test_thousands_of_abandoned_tables_and_players_are_removed_beside_the_play(url: str) -> None:
    fill(url, 2_000, time.time_ns() // 1_000_000 - 40 * DAY, clocks=False)
    with Running(url, settings=SWEEPING) as server, Player(server.url) as player:
        change(url, "UPDATE server_clock SET at = at + 2592000000")  # thirty days go by
        server.restart()
        seat = player.create(SOLITAIRE)
        waits: list[float] = []
        while rows(url, "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM players)") != [(1, 1)]:
            begun = time.monotonic()
            moved(seat)
            waits.append(time.monotonic() - begun)
            assert sum(waits) < 60
        assert rows(url, "SELECT count(*) FROM seats") == [(1,)]
        assert max(waits) < 5
        assert "Traceback" not in server.errors()


@pytest.mark.long
def test_start_up_and_lists_are_as_fast_with_200000_abandoned_tables_as_with_200(
    postgres: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = io.StringIO()
    table = csv.writer(report, delimiter="\t")
    for kind in ("sqlite", "postgresql"):
        few, many = (
            measured(f"sqlite:///{tmp_path}/{count}.db" if kind == "sqlite" else postgres(), count)
            for count in (200, 200_000)
        )
        table.writerows([kind, name, f"{few[name]:.1f} ms", f"{many[name]:.1f} ms"] for name in few)
        for name in few:
            assert many[name] < 1.5 * few[name] + 20, (kind, name, few, many)
    with capsys.disabled():
        print(f"\n{report.getvalue()}")
