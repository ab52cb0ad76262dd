"""Tables of all kinds in a database, as a server leaves them there."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import msgspec

from saloon.bots import seat_bot
from saloon.bots.match import act_once
from saloon.store import Store, StoredSeat, StoredTable, open_database
from saloon.store.store import Finish, StoredEntry
from saloon.table import Table
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, TIMED
from store.databases import execute


def played(game: str, rounds: int, **how: Any) -> Table:
    """Return a game of greedy seats, some rounds long."""
    table = Table.deal(game, seed=how.pop("seed", "7"), **how)
    bots = {seat: seat_bot(table.game, "greedy", str(seat)) for seat in table.game.seats}
    for _ in range(rounds):
        act_once(table, bots)
    return table


def given_up(table: Table) -> Table:
    """Return the table, the game ended by seat 0."""
    resign = next(action for action in table.moves(0) if action.kind == "resign")
    table.act(0, resign, at=99)
    assert table.outcome is not None
    return table


def games() -> dict[str, Table]:
    """Return tables of all kinds, oldest first: played a little, helped, with bots, begun, and over."""
    helped = played(SOLITAIRE, 9)
    helped.hint()
    helped.undo()
    return {
        "helped": helped,
        "over": given_up(played(DUEL, 5, seed="SEED-0001")),
        "bots": played(FOURSOME, 3, seats=("human", "bot", "bot", "bot")),
        "begun": Table.deal(TIMED, seed="11982"),
        "saving": played(SAVING, 4),
    }


async def keep(url: str, tables: dict[str, Table]) -> None:
    """Store tables as the server does, and one that waits for a player."""
    database = open_database(url)
    await database.open()
    store = Store(database)
    await store.add_player("ann", "Ann", 1)
    for number, (table_id, table) in enumerate(tables.items()):
        await store.create_table(stored(table_id, table, created_at=number, status="active", started_at=1))
        finish = None if table.outcome is None else Finish(99, table.outcome, ())
        if table.entries:
            await store.append(table_id, log_of(table), finish)
    waiting = stored("waiting", Table.deal(DUEL, seed="1"), created_at=1000)
    seats = (waiting.seats[0], StoredSeat(1, "human"))
    await store.create_table(msgspec.structs.replace(waiting, seats=seats))
    await database.close()


def stored(table_id: str, table: Table, **more: Any) -> StoredTable:
    """Return the row of a table."""
    return StoredTable(
        table_id=table_id,
        game=table.game.name,
        rules_version=table.game.rules_version,
        seed=table.seed,
        nonce=table.nonce,
        options=msgspec.to_builtins(table.options),
        dealt_to=table.seats,  # type: ignore[arg-type]
        host="ann",
        seats=tuple(StoredSeat(seat, "human", None, "ann") for seat in table.game.seats),
        **more,
    )


def log_of(table: Table) -> list[StoredEntry]:
    """Return the entries of a table's log."""
    return [
        StoredEntry(rev, one.seat, one.action.kind, msgspec.json.encode(one.action).decode(), one.at)
        for rev, one in enumerate(table.entries, 1)
    ]


def change(url: str, *commands: str) -> None:
    """Do something to a database past the store."""
    if url.startswith("postgresql:"):
        asyncio.run(execute(url, *commands))
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        for command in commands:
            connection.execute(command)
