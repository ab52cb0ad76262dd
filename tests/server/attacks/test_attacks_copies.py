"""Continuing a long finished game copies its log: one client cannot hold up others by doing so again and again."""

import asyncio
from itertools import cycle, islice
from pathlib import Path

import msgspec

from saloon.store import Store, open_database
from saloon.store.records import StoredEntry
from samples import SOLITAIRE, easy, lap
from server.attacks.rows import rows
from server.running import QUICK, Player, Running, Seated

ACTIONS = 6_000
EASY = easy(SOLITAIRE)
SLOW = msgspec.structs.replace(QUICK.limits, copied_actions_per_second=1e-3)


def finished(server: Running, player: Player, actions: int) -> Seated:
    """Return a solitaire that anybody may continue, which was given up after so many actions."""
    table = player.create(SOLITAIRE, options=EASY, private=False)

    async def lengthen() -> None:
        database = open_database(server.database)
        await database.open()
        kinds = [action["kind"] for action in islice(cycle(lap(SOLITAIRE)), actions)]
        log = [StoredEntry(rev, 0, kind, "{}", 10 * rev) for rev, kind in enumerate(kinds, start=1)]
        await Store(database).append(table.table_id, log)
        await database.close()

    server.stop()
    asyncio.run(lengthen())
    server.start()
    player.ask("POST", f"{table.path}/leave", token=table.token)
    return table


def test_an_address_copies_so_many_actions_whoever_asks(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'saloon.db'}"
    settings = msgspec.structs.replace(QUICK, limits=SLOW)
    with Running(database, settings=settings) as server, Player(server.url) as player:
        table = finished(server, player, ACTIONS)
        answers = []
        for step in (ACTIONS - 1, 0, 1):  # reading a log costs as much, whatever the step
            with Player(server.url) as guest:
                answers.append(guest.request("POST", f"{table.path}/branch", {"step": step}))
        assert [one.status_code for one in answers] == [201, 429, 429]
        assert {one.json()["code"] for one in answers[1:]} == {"RATE_LIMITED"}
        assert str(ACTIONS) in answers[1].json()["reason"]
        assert rows(database, f"SELECT count(*) FROM entries WHERE table_id <> '{table.table_id}'") == [(ACTIONS,)]
        with Player(server.url, address="127.0.0.2") as other:
            mine = Seated(other, other.ask("POST", f"{table.path}/branch", {"step": 3}))
            again = other.refused("POST", f"{mine.path}/rematch", {"retry": True})
        assert again == (429, "RATE_LIMITED"), "retrying a practice game copies its log too"
