"""Results that version 0.1 wrote: they load, and what they do not tell is missing."""

import asyncio

import msgspec

from clauses import clause
from saloon.server.players.statistics import statistics_of
from saloon.store.database import Statement
from saloon.store.ratings import Ratings
from saloon.store.records import Result
from store.databases import a_record, a_table, opened

OLD = (
    '{"game":"meridian","options":{"direction":"locked","mode":"classic"},"won":true,"drawn":false,"finished":true,'
    '"actions":140,"score":65,"hints":3,"undos":1,"assisted":false,"milliseconds":90000}'
)


@clause("MM-302", "MM-303", "MM-310")
def test_results_without_moves_and_endings_still_count(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.create_table(a_table(status="active", game="meridian"))
            await store.give_to_bot("t1", Result(0, "ann", "meridian", a_record()), "greedy", 5)
            await store.database.write(Statement("UPDATE results SET record = ? WHERE table_id = ?", [(OLD, "t1")]))
            (record,) = await store.records("ann")
            assert (record.moves, record.reason, record.score) == (None, None, 65)
            found = (await statistics_of(store, Ratings(store), "ann"))["meridian"]
            assert (found.played, found.won, found.own is None) == (1, 1, False)
            told = msgspec.to_builtins(found.own)
            assert (told["gamesPlayed"], told["totalHintUses"], told["totalTimePlayed"]) == (1, 3, 90000)
            assert (told["stalemates"], told["totalMoves"], told["averageMoves"], told["olderGames"]) == (
                None, None, None, 1,
            )  # fmt: skip
            best = {"games": 1, "wins": 1, "totalMoves": None, "bestEfficiency": 65, "bestTime": 90000}
            assert told["modeStats"]["classic"] == best

    asyncio.run(check())
