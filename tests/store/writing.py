"""A process that writes to a store as fast as it can, and reports everything acknowledged until it is killed."""

import asyncio
import os
import sys

from saloon.store import Store, open_database
from store.databases import a_table, entry

TABLES = 8


async def write(url: str) -> None:
    """Write to several tables at once; each acknowledged action is a line of standard output."""
    database = open_database(url)
    await database.open()
    store = Store(database)
    await store.add_player("ann", "Ann", 1)
    await store.add_player("ben", "Ben", 1)
    await asyncio.gather(*(_play(store, f"t{number}") for number in range(TABLES)))


async def _play(store: Store, table_id: str) -> None:
    await store.create_table(a_table(table_id))
    rev = 0
    while True:
        count = 1 + rev % 3
        await store.append(table_id, [entry(rev + more) for more in range(1, count + 1)])
        rev += count
        os.write(1, f"{table_id} {rev}\n".encode())


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
