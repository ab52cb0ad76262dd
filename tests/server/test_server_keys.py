"""Signing keys: a new one signs nobody out, tokens of earlier versions stay valid, and old keys can be forgotten."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path

import msgspec
import pytest

from saloon.server.errors import Refused
from saloon.server.http import signing_keys
from saloon.server.http.signing_keys import LEAD, Rotation, follow_keys, open_signer, rotate
from saloon.server.http.tokens import SeatClaim, Signer
from saloon.store import Store
from saloon.store.sqlite import SqliteDatabase
from samples import SOLITAIRE
from server.running import QUICK, Player, Running, fetch, lay_out_tables

DAY = 86_400_000
OLD_PLAYER = "p.0123456789abcdef.pbwmkpXfBkEN0zKkPiGJEw"
OLD_SEAT = "s.fedcba9876543210.1.3.e0UJV8mm1xtoMHCGNpeDkw"
OLD_ADDRESS = "LdJgDickyccpOxEqc-5M0Q"
"""What versions 0.1 and 0.2 signed with the key "key"; the last one is how they stored the address 192.0.2.1."""


class Wall:
    """A wall clock that the test turns."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Let keys be dated by the test's clock."""
    clock = Wall()
    monkeypatch.setattr(signing_keys, "wall_clock", clock)
    return clock


def accepts(signer: Signer, token: str) -> bool:
    """Whether a signer accepts a token."""
    try:
        return bool(signer.read(token))
    except Refused:
        return False


async def opened(tmp_path: Path) -> SqliteDatabase:
    """Open a new database, or the one that is there."""
    database = SqliteDatabase(str(tmp_path / "saloon.db"))
    await database.open()
    return database


def test_tokens_of_earlier_versions_are_read_and_written_as_they_were() -> None:
    signer = Signer("key")
    assert signer.read(OLD_PLAYER) == "0123456789abcdef"
    assert signer.read(OLD_SEAT) == SeatClaim("fedcba9876543210", 1, 3)
    assert signer.player_token("0123456789abcdef") == OLD_PLAYER
    assert signer.address_key("192.0.2.1") == OLD_ADDRESS


def test_the_last_key_signs_and_all_are_accepted() -> None:
    first, both, second = Signer("a"), Signer("a", "b"), Signer("b")
    old, new = first.player_token("0" * 16), both.player_token("0" * 16)
    assert new == second.player_token("0" * 16) != old
    assert accepts(both, old)
    assert accepts(both, new)
    assert not accepts(second, old)
    assert both.address_key("192.0.2.1") == first.address_key("192.0.2.1")


def test_a_database_of_an_earlier_version_keeps_its_key_for_tokens_and_addresses(tmp_path: Path, wall: Wall) -> None:
    async def scenario() -> None:
        database = await opened(tmp_path)
        store = Store(database)
        await store.secret("signing", "key")
        signer = await open_signer(store)
        assert accepts(signer, OLD_PLAYER)
        assert signer.address_key("192.0.2.1") == OLD_ADDRESS
        await rotate(store, 0)
        signer = await open_signer(store)
        assert not accepts(signer, OLD_PLAYER)
        assert signer.address_key("192.0.2.1") == OLD_ADDRESS
        await database.close()

    asyncio.run(scenario())


def test_a_new_key_is_accepted_before_it_signs(tmp_path: Path, wall: Wall) -> None:
    async def scenario() -> None:
        database = await opened(tmp_path)
        store = Store(database)
        behind = await open_signer(store)
        old = behind.player_token("0" * 16)
        assert await rotate(store) == Rotation(wall.time + LEAD, accepted=1, forgotten=0)
        ahead = await open_signer(store)
        assert ahead.player_token("0" * 16) == old, "a process that has not read the new key must accept what is signed"
        wall.time += LEAD
        later = await open_signer(store)
        new = later.player_token("0" * 16)
        assert new != old
        assert accepts(ahead, new)
        assert accepts(later, old)
        await database.close()

    asyncio.run(scenario())


def test_a_running_process_follows_the_keys(tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing_keys, "_READ_SECONDS", 0.001)

    async def scenario() -> None:
        database = await opened(tmp_path)
        store = Store(database)
        signer = await open_signer(store)
        old = signer.player_token("0" * 16)
        following = asyncio.create_task(follow_keys(store, signer))
        await rotate(store)
        wall.time += LEAD
        async with asyncio.timeout(10):
            while signer.player_token("0" * 16) == old:
                await asyncio.sleep(0.001)
            assert accepts(signer, old)
            await rotate(store, 0)
            while accepts(signer, old):
                await asyncio.sleep(0.001)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await database.close()

    asyncio.run(scenario())


def test_keys_are_forgotten_by_the_time_since_they_were_replaced(tmp_path: Path, wall: Wall) -> None:
    async def scenario() -> None:
        database = await opened(tmp_path)
        store = Store(database)
        first = (await open_signer(store)).player_token("0" * 16)
        await rotate(store)
        wall.time += 10 * DAY
        second = (await open_signer(store)).player_token("0" * 16)
        assert await rotate(store, 11) == Rotation(wall.time + LEAD, accepted=2, forgotten=0)
        wall.time += 2 * DAY
        assert await rotate(store, 11) == Rotation(wall.time + LEAD, accepted=2, forgotten=1)
        signer = await open_signer(store)
        assert not accepts(signer, first)
        assert accepts(signer, second)
        assert await rotate(store, 0) == Rotation(wall.time, accepted=0, forgotten=3)
        await database.close()

    asyncio.run(scenario())


def admin(database: str, *words: str) -> Rotation:
    """Rotate the key as an operator does."""
    command = [sys.executable, "-m", "saloon", "admin", "rotate-key", "--json", "--database", database, *words]
    return msgspec.json.decode(subprocess.run(command, capture_output=True, check=True).stdout, type=Rotation)


def test_an_operator_rotates_the_key_and_the_browser_gets_a_new_cookie(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'saloon.db'}"
    lay_out_tables(database)
    with Running(database, settings=QUICK) as server:
        with Player(server.url) as player:
            table = player.create(SOLITAIRE)
            assert admin(database).accepted == 1
            assert player.ask("GET", "/api/players/me")["token"] == player.token, "the new key waits for all processes"
        server.stop()
        with closing(sqlite3.connect(tmp_path / "saloon.db")) as file, file:
            file.execute("UPDATE secrets SET name = 'signing.1' WHERE name LIKE 'signing._%'")
        server.start()
        cookie = {"cookie": f"saloon_player={player.token}"}
        visited = fetch(f"{server.url}/api/players/me", **cookie)
        renewed = SimpleCookie(visited.headers["set-cookie"])["saloon_player"].value
        assert visited.json() == visited.json() | {"playerId": player.player_id, "token": renewed}
        assert renewed != player.token
        assert fetch(server.url + table.path, authorization=f"Bearer {table.token}").json()["kind"] == "snapshot"
        program = fetch(f"{server.url}/api/players/me", authorization=f"Bearer {player.token}", **cookie)
        assert program.json()["token"] == renewed
        again = fetch(f"{server.url}/api/players/me", cookie=f"saloon_player={renewed}")
        assert (again.json(), "set-cookie" in again.headers) == (visited.json(), False)
        rotation = admin(database, "--forget", "0")
        assert (rotation.accepted, rotation.forgotten) == (0, 2)
