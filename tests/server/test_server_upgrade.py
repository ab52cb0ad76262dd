"""A rolling upgrade: a newer version migrates the database while an older one goes on serving; no action is lost."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import Self

import msgspec
import pytest

import saloon
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.http.signing_keys import open_signer
from saloon.server.http.tokens import SeatClaim
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.store.migrate import REVISION
from samples import DUEL, VERSIONED
from server.attacks.rows import change, rows
from server.crash import QUICK, Duel, stored_entries
from server.running import STARTING, Player, Running, Seated, eventually, moves

NEWER = f"{int(REVISION) + 1:04}"
MIGRATION = f'''"""What a later version may add while older ones run: columns that may stay empty, tables, indexes."""

import sqlalchemy as sa
from alembic import op

revision = "{NEWER}"
down_revision = "{REVISION}"


def upgrade() -> None:
    """Add them."""
    op.add_column("tables", sa.Column("later", sa.Text, nullable=True))
    op.add_column("entries", sa.Column("later", sa.Integer, nullable=False, server_default="0"))
    op.add_column("players", sa.Column("later", sa.Text, nullable=True))
    op.create_table("later", sa.Column("name", sa.Text, primary_key=True), sa.Column("at", sa.BigInteger))
    op.create_index("tables_by_later", "tables", ["later"])
'''
SETTINGS = msgspec.structs.replace(QUICK, drain_seconds=0.5)
ACTIONS = 15
"""Actions of the match between two steps of the upgrade."""
PAUSE = 0.05
"""Seconds between two actions, so that the match lasts until both servers are replaced."""


class Newer(Running):
    """A server of a later version."""

    package: Path

    def command(self) -> list[str]:
        """Return the command that starts it: the same one with another package."""
        return ["env", f"PYTHONPATH={self.package}", *super().command()]


@pytest.fixture(scope="module")
def later_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a Saloon whose database has one revision more."""
    here = Path(saloon.__file__).parent
    folder = tmp_path_factory.mktemp("later")
    package = folder / "saloon"
    package.mkdir()
    for part in here.iterdir():
        if part.name not in ("store", "__pycache__"):
            (package / part.name).symlink_to(part)
    shutil.copytree(here / "store", package / "store", ignore=shutil.ignore_patterns("__pycache__"))
    known = package / "store" / "migrate.py"
    text = known.read_text()
    assert text.count(f'"{REVISION}",') == 1
    known.write_text(text.replace(f'"{REVISION}",', f'"{REVISION}", "{NEWER}",'))
    (package / "store" / "migrations" / "versions" / f"{NEWER}_later.py").write_text(MIGRATION)
    return folder


def oldest(name: str) -> AnyGame:
    """Return a game under its oldest rules."""
    return GAMES.versions(name)[0]


async def begin_with_old_rules(url: str) -> tuple[str, str]:
    """Store a table with the oldest rules of a game; return its id and the token of its first seat."""
    game = oldest(VERSIONED)
    assert game.rules_version != GAMES[VERSIONED].rules_version
    database = open_database(url)
    await database.open()
    store = Store(database)
    await store.add_player("ann", "Ann", 1)
    await store.create_table(
        StoredTable(
            table_id="old-rules", game=game.name, rules_version=game.rules_version, seed="7", nonce="old",
            options=msgspec.to_builtins(game.options()), dealt_to=tuple("human" for _ in game.seats),
            host="ann", created_at=1, seats=tuple(StoredSeat(seat, "human", None, "ann") for seat in game.seats),
            status="active", started_at=1, clock_start=-60_000,
        )
    )  # fmt: skip
    token = (await open_signer(store)).seat_token(SeatClaim("old-rules", 0, 0))
    await database.close()
    return "old-rules", token


class OldTable:
    """A table whose rules are no longer the newest; each action is made at another server."""

    def __init__(self, servers: list[Running], table_id: str, token: str) -> None:
        self._player = Player(*(server.url for server in servers), token=token)
        self._seat = Seated(self._player, {"tableId": table_id, "seat": "p1", "token": token, "status": "active"})
        self.acked: list[int] = []

    def act(self) -> None:
        """Make a move at each server."""
        for _ in range(2):
            self._seat.view()
            self.acked.append(self._seat.act(moves(self._seat.legal())[0])["rev"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._player.close()


@contextmanager
def replaced(old: Running, package: Path) -> Iterator[Running]:
    """Stop a server as an operator does, and start one of the later version in its place."""
    assert old.stop() in (0, -15)
    newer = Newer(old.database, redis=old._redis, settings=SETTINGS)
    newer.package, newer.port = package, old.port
    with newer:
        yield newer


def finish_one(server: Running) -> None:
    """Open a table, play and give up, at one server."""
    with Player(server.url) as player:
        seat = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
        seat.view()
        seat.post(seat.message({"kind": "resign", "payload": {}}))
        assert player.ask("GET", "/api/players/me/history")["games"][0]["tableId"] == seat.table_id


class Match:
    """A match that goes on by itself, each player at a server of their own."""

    def __init__(self, servers: list[Running], stack: ExitStack) -> None:
        self.duel = Duel([server.url for server in servers], Random("rolling"))
        self._is_enough = Event()
        pool = stack.enter_context(ThreadPoolExecutor(1))
        stack.callback(self._give_up)
        self._playing = pool.submit(lambda: asyncio.run(self.duel.play(lambda: self._is_enough.wait(PAUSE))))

    def _give_up(self) -> None:
        """Let the clients end even if their servers are gone."""
        self._is_enough.set()
        for client in self.duel.clients:
            client.over = True

    def go_on(self) -> None:
        """Wait for some more actions."""
        goal = self.duel.taken + ACTIONS
        eventually(lambda: self._playing.done() or self.duel.taken >= goal, 3 * STARTING)
        if self._playing.done():
            self._playing.result()
            assert self.duel.taken >= goal, "the match is over too soon"

    async def end(self, url: str) -> int:
        """End it, compare all that the players were told with the database; return how many actions there were."""
        self._is_enough.set()
        await asyncio.wrap_future(self._playing)
        await self.duel.end()
        return await self.duel.verify(url)


def test_a_newer_version_migrates_while_an_older_one_serves(
    postgres: Callable[[], str], valkey: str, later_version: Path
) -> None:
    url = postgres()
    table_id, token = asyncio.run(begin_with_old_rules(url))
    with ExitStack() as stack:
        one, two = (stack.enter_context(Running(url, redis=valkey, settings=SETTINGS)) for _ in range(2))
        old = stack.enter_context(OldTable([one, two], table_id, token))
        match = Match([one, two], stack)
        match.go_on()
        old.act()
        first = stack.enter_context(replaced(one, later_version))
        assert rows(url, "SELECT version_num FROM alembic_version") == [(NEWER,)]
        match.go_on()
        old.act()
        for server in (two, first):  # the older version serves on the migrated database, and all of the game
            finish_one(server)
        stack.enter_context(replaced(two, later_version))
        match.go_on()
        old.act()
        change(url, f"UPDATE alembic_version SET version_num = '{REVISION}'")  # the test itself is of the older version
        assert asyncio.run(match.end(url)) >= 3 * ACTIONS
    assert old.acked == [entry.rev for entry in asyncio.run(stored_entries(url, table_id))] == [*range(1, 7)]
    assert rows(url, f"SELECT rules_version FROM tables WHERE table_id = '{table_id}'") == [
        (oldest(VERSIONED).rules_version,)
    ]


def test_an_older_version_does_not_start_on_a_newer_database(postgres: Callable[[], str], later_version: Path) -> None:
    url = postgres()
    newer = Newer(url, settings=SETTINGS)
    newer.package = later_version
    with newer:
        pass
    with pytest.raises(AssertionError, match="DATABASE_NEWER"), Running(url, settings=SETTINGS):
        pass
