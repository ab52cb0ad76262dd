"""Write what version 0.1 wrote: a database, saves and save files, and the hashes that it recorded of them.

Run it with the code of 0.1, from the root of the repository:

    git worktree add ../saloon-0.1 fa20b93
    PYTHONPATH=../saloon-0.1/src python tests/data/0.1/write.py
"""

import asyncio
import json
import sqlite3
import tempfile
from pathlib import Path
from random import Random

import msgspec

from saloon.games import GAMES
from saloon.games.meridian.engine import Engine
from saloon.server.house import House
from saloon.server.identity import Signer
from saloon.server.metrics import Metrics
from saloon.server.saves import saved
from saloon.server.settings import Settings
from saloon.server.wishes import WantedSeat, Wish
from saloon.store import Store, open_database
from saloon.store.migrate import upgrade_sql
from saloon.table import Intent, Table
from saloon.table.messages import wire

HERE = Path(__file__).parent
PEOPLE = ("ann", "ben", "cid", "dan")
ALONE = (WantedSeat("human"), WantedSeat("bot", "greedy"))
SOLITAIRES = {"klondike": {"draw": 1}, "cards": {"stack": "any"}, "meridian": {"mode": "double_pocket"}}


def plain(value):
    return json.loads(msgspec.json.encode(value))


class Match:
    """One table of the server, and a way to play it on."""

    def __init__(self, house, table_id):
        self.house, self.table_id, self.random = house, table_id, Random(table_id)

    async def send(self, seat, kind, payload=None):
        desk = await self.house.desk(self.table_id)
        intent = Intent(kind, payload or {}, desk.table.expected_seq(seat), desk.table.rev)
        answer = json.loads(await desk.submit(seat, intent))
        assert answer["kind"] == "ack", answer
        return desk.table

    async def play(self, actions, seats, only=None):
        table = (await self.house.desk(self.table_id)).table
        for _ in range(actions):
            able = [seat for seat in seats if useful(table, seat, only)]
            if not able or table.outcome is not None:
                return
            seat = self.random.choice(able)
            action = plain(wire(self.random.choice(useful(table, seat, only))))
            await self.send(seat, action["kind"], action["payload"])


def useful(table, seat, only=None):
    legal = [one for one in table.moves(seat) if one.kind not in table.game.giving_up]
    return [one for one in legal if only is None or one.kind in only]


async def write_database(path):
    database = open_database(f"sqlite:///{path}")
    await database.open()
    store = Store(database)
    for name in PEOPLE:
        await store.add_player(name, name.title(), 1_760_000_000_000)
    house = House(store, Signer("key"), Settings(database="", bot_pace=1e9), Metrics())

    async def opened(game, options=None, people=1, seats=None, seed=None):
        wish = Wish(game, options or {}, seats=seats, seed=seed)
        table_id = (await house.create(PEOPLE[0], wish)).table_id
        for name in PEOPLE[1:people]:
            await house.join(table_id, name)
        return Match(house, table_id)

    for game, options in SOLITAIRES.items():
        for finished in (False, True):
            match = await opened(game, options, seed="7")
            await match.play(6, [0])
            await match.send(0, "hint")
            await match.send(0, "undo")
            await match.play(3, [0])
            await match.send(0, "pause")
            if finished:
                await match.send(0, "resume")
                await match.send(0, "assist", {"what": "winnable"})
                await (match.send(0, "resign") if game == "meridian" else house.leave(match.table_id, 0, "ann"))
    won = await opened("klondike", {"draw": 1}, seed="193")
    table = (await house.desk(won.table_id)).table
    while table.outcome is None:
        last = [one for one in table.moves(0) if one.kind == "autoComplete"]
        action = plain(wire(last[0] if last else table.suggestion(0)))
        await won.send(0, action["kind"], action["payload"])

    still = await opened("highnoon", {"clock": 5}, people=2)
    await still.play(170, [0, 1], only={"draw", "recycle"})
    rated = await opened("highnoon", {"mode": "shared", "reveal": "auto"}, people=2)
    await rated.play(30, [0, 1])
    await rated.send(1, "resign")
    left = await opened("highnoon", people=2)
    await left.play(12, [0, 1])
    await house.leave(left.table_id, 1, "ben")
    paused = await opened("highnoon", seats=ALONE, seed="SEED-0002")
    await paused.play(8, [0])
    await paused.send(0, "hint")
    await paused.send(0, "pause")
    old = await opened("highnoon", {"profile": "vnext", "mode": "shared"}, seats=ALONE, seed="SEED-0002")
    await old.play(10, [0])
    await opened("highnoon")

    going_on = await opened("nevernine", {"turnSeconds": 30}, people=4)
    await going_on.play(45, range(4))
    over = await opened("nevernine", {"limit": 1}, people=4)
    await over.play(1000, range(4))

    meridian = await opened("meridian", {"mode": "expert"}, seed="3")
    await meridian.play(20, [0])
    await meridian.send(0, "hint")
    (HERE / "meridian.server.602.json").write_bytes(msgspec.json.encode(saved(await house.desk(meridian.table_id))))

    await house.ratings.fold()
    expected = {"tables": {}, "statistics": {}}
    with sqlite3.connect(path) as connection:
        ids = [row[0] for row in connection.execute("SELECT table_id FROM tables")]
    for table_id in ids:
        stored = await store.table(table_id)
        if stored.status == "waiting":
            expected["tables"][table_id] = {"status": stored.status}
            continue
        table = (await house.desk(table_id)).table
        expected["tables"][table_id] = {
            "game": stored.game,
            "status": stored.status,
            "rev": table.rev,
            "stateHash": table.state_hash(),
            "help": plain(table.help),
            "outcome": None if table.outcome is None else plain(table.outcome),
        }
    for name in PEOPLE:
        expected["statistics"][name] = plain(await house.statistics(name))
    house.close()
    await database.close()
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


def portable_rows(path):
    """Return all rows as statements that both SQLite and PostgreSQL understand."""
    order = ("secrets", "players", "tables", "seats", "entries", "results", "unrated", "ratings")
    with sqlite3.connect(path) as connection:
        for name in order:
            cursor = connection.execute(f"SELECT * FROM {name}")
            columns = [one[0] for one in cursor.description]
            for row in cursor:
                values = [written(column, value) for column, value in zip(columns, row, strict=True)]
                yield f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join(values)});"


def written(column, value):
    if value is None:
        return "NULL"
    if column in ("private", "seeded"):
        return "TRUE" if value else "FALSE"
    return repr(value) if isinstance(value, int | float) else "'" + str(value).replace("'", "''") + "'"


def write_saves():
    for game in GAMES:
        table = Table.deal(game.name, seed="11", nonce="00" * 16, options=SOLITAIRES.get(game.name))
        random = Random(11)
        for number in range(24):
            seat = random.choice([one for one in game.seats if useful(table, one)])
            table.act(seat, random.choice(useful(table, seat)), at=1000 * number)
        if game.undo_depth:
            table.undo(at=30_000)
            table.hint(at=31_000)
            table.pause(at=32_000)
        (HERE / f"{game.name}.save.json").write_bytes(table.save())
    old = Table.deal("highnoon", seed="SEED-0002", nonce="00" * 16, options={"profile": "vnext"})
    for number in range(12):
        seat = number % 2
        old.act(seat, useful(old, seat)[0])
    old.act(0, next(one for one in old.moves(0) if one.kind == "resign"))
    (HERE / "highnoon.vnext.save.json").write_bytes(old.save())
    engine = Engine(clock=lambda: 1_760_000_000_000)
    engine.initialize_game("traditional", seed="5")
    for _ in range(6):
        engine.draw_card()
    engine.get_hint()
    (HERE / "meridian.engine.602.json").write_bytes(msgspec.json.encode(engine.create_complete_snapshot()))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/saloon.db"
        asyncio.run(write_database(file))
        (HERE / "rows.sql").write_text("\n".join(portable_rows(file)) + "\n")
    for dialect in ("sqlite", "postgresql"):
        (HERE / f"schema.{dialect}.sql").write_text(upgrade_sql(dialect, None))
    write_saves()
