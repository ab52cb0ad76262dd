"""Leaderboards list who has played enough and is rated with certainty, unless they have closed their profile."""

import asyncio
from pathlib import Path

import msgspec

from saloon.server.players.leaderboards import LEAST_MATCHES, MOST_UNCERTAIN
from saloon.store.database import Statement
from saloon.table import record
from samples import DUEL, SOLITAIRE
from server.wire import Wire, running


async def _rated(wire: Wire, name: str, mean: float, uncertainty: float, matches: int) -> str:
    me = (await wire.ask("GET", "/api/players/me")).json()
    await wire.ask("PATCH", "/api/players/me", me["token"], json={"name": name})
    sql = "INSERT INTO ratings (player_id, game, mean, uncertainty, matches) VALUES (?, ?, ?, ?, ?)"
    await wire.services.store.database.write(Statement(sql, [(me["playerId"], DUEL, mean, uncertainty, matches)]))
    return str(me["token"])


def test_only_open_profiles_with_enough_certain_matches_are_listed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada = await _rated(wire, "Ada", 30, 1.0, LEAST_MATCHES)
            bob = await _rated(wire, "Bob", 33, 3.0, 50)
            await _rated(wire, "New", 40, 1.0, LEAST_MATCHES - 1)
            await _rated(wire, "Unsure", 40, MOST_UNCERTAIN + 0.1, 50)
            path = f"/api/leaderboards/{DUEL}"
            places = (await wire.ask("GET", path, bob)).json()["places"]
            assert [(one["place"], one["name"], one["isYou"]) for one in places] == [
                (1, "Ada", False),
                (2, "Bob", True),
            ]
            mine = (await wire.ask("GET", "/api/players/me/profile", ada)).json()
            assert mine == {"publicId": places[0]["publicId"], "isOpen": True}
            profile = (await wire.ask("GET", f"/api/profiles/{mine['publicId']}")).json()
            assert (profile["name"], profile["ratings"][DUEL]["matches"]) == ("Ada", LEAST_MATCHES)
            assert "playerId" not in profile
            closed = await wire.ask("PATCH", "/api/players/me/profile", ada, json={"isOpen": False})
            assert closed.json()["isOpen"] is False
            assert [one["name"] for one in (await wire.ask("GET", path)).json()["places"]] == ["Bob"]
            gone = await wire.ask("GET", f"/api/profiles/{mine['publicId']}")
            assert (gone.status_code, gone.json()["code"]) == (404, "NO_SUCH_PLAYER")
            assert (await wire.ask("GET", "/api/profiles/nobody")).json() == gone.json(), "closed looks like missing"
            assert (await wire.ask("GET", f"/api/leaderboards/{SOLITAIRE}")).json()["code"] == "NO_OPPONENTS"
            assert (await wire.ask("GET", "/api/players/me/profile")).json()["code"] == "NOT_SIGNED_IN"

    asyncio.run(scenario())


def test_a_profile_shows_sums_and_never_single_games(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            own = (await wire.ask("GET", "/api/players/me/profile", token)).json()
            path = f"/api/profiles/{own['publicId']}"
            empty = (await wire.ask("GET", path)).json()
            assert (empty["ratings"], empty["records"]) == ({}, {})
            assert empty["medals"] == {"bronze": 0, "silver": 0, "gold": 0}
            other = (await wire.ask("GET", "/api/players/me")).json()
            table = (await wire.ask("POST", "/api/tables", token, json={"game": DUEL, "private": True})).json()
            where = f"/api/tables/{table['tableId']}"
            await wire.ask("POST", f"{where}/join", other["token"])
            seats = (await wire.ask("GET", f"{where}/news")).json()["seats"]
            assert [seat["hasProfile"] for seat in seats] == [True, True]
            assert seats[0]["publicId"] == own["publicId"]
            message = {"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0}
            await wire.ask("POST", f"{where}/actions", token, json=message)
            rival = (await wire.ask("GET", f"/api/profiles/{seats[1]['publicId']}")).json()
            assert rival["records"][DUEL]["won"] == rival["records"][DUEL]["played"] == 1
            assert table["tableId"] not in str(rival)
            assert other["playerId"] not in str(rival)
            await wire.ask("PATCH", "/api/players/me/profile", token, json={"isOpen": False})
            seats = (await wire.ask("GET", f"{where}/news")).json()["seats"]
            assert [seat["hasProfile"] for seat in seats] == [False, True], "no link leads to a closed profile"
            assert (await wire.ask("GET", path)).status_code == 404
            alone = (await wire.ask("POST", "/api/tables", token, json={"game": SOLITAIRE})).json()
            mine = (await wire.ask("GET", f"/api/tables/{alone['tableId']}/news", token)).json()
            assert "publicId" not in mine["seats"][0], "a solitaire needs none"

    asyncio.run(scenario())


def test_medals_of_all_days_are_added_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            me = (await wire.ask("GET", "/api/players/me")).json()
            sql = "INSERT INTO challenge_deals (game, day, level, seed) VALUES (?, ?, ?, ?)"
            for day, level in (("2026-01-01", "easy"), ("2026-01-01", "hard"), ("2026-01-02", "easy")):
                seed = await _won(wire, me, f"{day} {level}")
                await wire.services.store.database.write(Statement(sql, [(SOLITAIRE, day, level, seed)]))
            assert await wire.services.challenges.medals_of(me["playerId"]) == {"bronze": 1, "silver": 1, "gold": 0}

    asyncio.run(scenario())


async def _won(wire: Wire, me: dict[str, str], seed: str) -> str:
    """Open a table, do something there and write down that it was won; return its seed."""
    opened = (await wire.ask("POST", "/api/tables", me["token"], json={"game": SOLITAIRE, "seed": seed})).json()
    live = await wire.services.tables.get(opened["tableId"])
    legal = (await wire.ask("GET", f"/api/tables/{live.table_id}/legal", me["token"])).json()["legal"]
    await wire.ask(
        "POST", f"/api/tables/{live.table_id}/actions", me["token"], json={"seq": 0, "baseRev": 0, **legal[0]}
    )
    won = msgspec.structs.replace(record(live.table), won=True, finished=True, actions=9)
    row = (live.table_id, 0, me["playerId"], SOLITAIRE, 1, msgspec.json.encode(won).decode())
    sql = "INSERT INTO results (table_id, seat, player_id, game, finished_at, record) VALUES (?, ?, ?, ?, ?, ?)"
    over = "UPDATE tables SET status = 'finished', finished_at = 1 WHERE table_id = ?"
    await wire.services.store.database.write(Statement(sql, [row]), Statement(over, [(live.table_id,)]))
    return live.stored.seed
