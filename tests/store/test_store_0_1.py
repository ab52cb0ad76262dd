"""A database of version 0.1 is migrated, and all that it holds is there: tables, hashes, statistics, ratings."""

import asyncio
import sqlite3
from contextlib import closing
from random import Random
from typing import Any

import pytest

from clauses import clause
from saloon.games import GAMES
from saloon.server.players.statistics import statistics_of
from saloon.server.tables.live_table import LiveTable
from saloon.store.migrate import REVISION
from saloon.store.players import PlayerName
from saloon.store.ratings import Ratings
from saloon.table import Intent, replay
from saloon.table.messages import wire
from server.talking import ask
from store.databases import fetch, path_of
from store.old import EXPECTED, IN_PLAY, served
from table.common import plain

NAME_OF = {table_id: f"{one.get('game')} {one['status']}" for table_id, one in EXPECTED["tables"].items()}


@pytest.fixture
def url(old_url: str) -> str:
    """A copy of the database that 0.1 wrote."""
    return old_url


def rules_of(game: str) -> str:
    """Return the rules version of 0.1."""
    return GAMES.versions(game)[0].rules_version


async def revision(url: str) -> str:
    query = "SELECT version_num FROM alembic_version"
    if url.startswith("postgresql:"):
        return str((await fetch(url, query))[0][0])
    with closing(sqlite3.connect(path_of(url))) as connection:
        return str(connection.execute(query).fetchone()[0])


@clause("HN-01", "HN-90", "HN-91", "HN-92")
def test_the_migration_leaves_every_table_in_the_state_that_0_1_recorded(url: str) -> None:
    async def run() -> None:
        assert await revision(url) == "0004"
        async with served(url) as backend:
            assert await revision(url) == REVISION
            for table_id, expected in EXPECTED["tables"].items():
                stored = await backend.store.table(table_id)
                assert stored is not None
                assert (stored.status, stored.rules_version) == (expected["status"], rules_of(stored.game))
                if expected["status"] != "waiting":
                    assert standing(await backend.tables.get(table_id)) == expected, NAME_OF[table_id]
            assert len(backend.quarantine) == 0

    asyncio.run(run())


def standing(live: LiveTable) -> dict[str, Any]:
    """Return what 0.1 recorded of a table."""
    table = live.table
    return {
        "game": table.game.name,
        "status": live.stored.status,
        "rev": table.rev,
        "stateHash": table.state_hash(),
        "help": plain(table.help),
        "outcome": None if table.outcome is None else plain(table.outcome),
    }


def test_games_in_progress_continue_under_the_rules_they_began_with(url: str) -> None:
    async def run() -> None:
        async with served(url) as backend:
            for table_id in IN_PLAY:
                live = await backend.tables.get(table_id)
                people = [one.seat for one in live.stored.seats if one.kind == "human"]
                assert live.table.game.rules_version == rules_of(live.stored.game)
                if live.table.help.paused:
                    await send(live, 0, "resume", {})
                random, rev = Random(table_id), live.table.rev
                for _ in range(8):
                    able = [(seat, one) for seat in people for one in live.table.moves(seat)]
                    seat, action = random.choice([one for one in able if one[1].kind not in live.table.game.giving_up])
                    await send(live, seat, action.kind, plain(wire(action))["payload"])
                assert (live.table.rev, live.table.outcome) == (rev + 8, None)
                report = replay(live.table.save())
                assert (report.status, report.final_state_hash) == ("SUCCESS", live.table.state_hash())

    asyncio.run(run())


async def send(live: LiveTable, seat: int, kind: str, payload: Any) -> None:
    intent = Intent(kind, payload, live.table.expected_seq(seat), live.table.rev)
    answer = await ask(live, seat, intent)
    assert answer["kind"] == "ack", answer


@clause("HN-102")
def test_finished_games_can_be_verified(url: str) -> None:
    async def run() -> None:
        async with served(url) as backend:
            for table_id, expected in EXPECTED["tables"].items():
                if expected["status"] == "finished":
                    log = (await backend.tables.get(table_id)).table.save()
                    report = replay(log)
                    assert (report.status, report.final_rev) == ("SUCCESS", expected["rev"])
                    assert report.final_state_hash == expected["stateHash"]

    asyncio.run(run())


def test_statistics_and_ratings_equal_those_of_0_1(url: str) -> None:
    async def run() -> None:
        async with served(url) as backend:
            await backend.ratings.fold()
            for player, games in EXPECTED["statistics"].items():
                told = plain(await statistics_of(backend.store, Ratings(backend.store), player))
                assert told.keys() == games.keys(), player
                for game, figures in games.items():
                    assert {name: told[game][name] for name in figures} == figures, (player, game)

    asyncio.run(run())


def test_seats_and_names_are_kept(url: str) -> None:
    async def run() -> None:
        async with served(url) as backend:
            players, left = ["ann", "ben", "cid", "dan"], list[str]()
            assert await backend.store.names(players) == {player: PlayerName(player.title()) for player in players}
            for table_id in EXPECTED["tables"]:
                stored = await backend.store.table(table_id)
                assert stored is not None
                assert stored.host == "ann"
                if stored.seats[0].player_id != "ann":
                    left.append(table_id)
                    assert (stored.status, stored.outcome) == ("finished", None)
            assert [len(GAMES[EXPECTED["tables"][table_id]["game"]].seats) for table_id in left] == [1, 1]

    asyncio.run(run())
