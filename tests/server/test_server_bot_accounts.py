"""Bot accounts: declared when they are made, marked wherever they are named, and kept apart from people."""

import asyncio
from pathlib import Path

from saloon.server.players.leaderboards import LEAST_MATCHES
from saloon.store.database import Statement
from samples import DUEL
from server.running import Backend
from server.wire import Wire, running


def test_a_bot_account_is_declared_when_it_is_made_and_stays_one(backend: Backend) -> None:
    person, bot = backend.player(), backend.player(bot="Careful")
    assert person.ask("GET", "/api/players/me")["isBot"] is False
    me = bot.ask("GET", "/api/players/me")
    assert (me["name"], me["isBot"]) == ("Careful", True)
    for change in ({"isBot": False}, {"name": "Ann", "isBot": False}):
        assert bot.refused("PATCH", "/api/players/me", change)[0] == 400
        assert person.refused("PATCH", "/api/players/me", {**change, "isBot": True})[0] == 400
    assert bot.ask("PATCH", "/api/players/me", {"name": "Bold"})["isBot"] is True
    phrase = bot.ask("POST", "/api/players/me/recovery")["phrase"]
    token = person.ask("POST", "/api/recovery", {"phrase": phrase})["token"]
    assert backend.player(token).ask("GET", "/api/players/me")["isBot"] is True, "on other devices too"
    other = person.ask("POST", "/api/bots", {"name": "Mine"})
    assert other["playerId"] != person.player_id, "a person makes a bot account, but never becomes one"
    assert person.ask("GET", "/api/players/me")["isBot"] is False


def test_the_name_of_a_bot_account_is_checked_like_any_name(backend: Backend) -> None:
    player = backend.player()
    assert player.refused("POST", "/api/bots", {"name": "\u200b"}) == (400, "BAD_NAME")
    assert player.refused("POST", "/api/bots", {"name": ""})[0] == 400
    assert player.refused("POST", "/api/bots", {})[0] == 400


def test_a_bot_account_is_marked_wherever_it_is_named(backend: Backend) -> None:
    person, bot = backend.player(), backend.player(bot="Careful")
    table = person.create(DUEL, private=False)
    seat = bot.join(table.table_id)
    news = [person.ask("GET", f"{table.path}/news"), *person.ask("GET", f"/api/tables?game={DUEL}")]
    for one in news:
        if one["tableId"] == table.table_id:
            assert [taken.get("isBot", False) for taken in one["seats"]] == [False, True]
    public_id = news[0]["seats"][1]["publicId"]
    profile = person.ask("GET", f"/api/profiles/{public_id}")
    assert (profile["name"], profile["isBot"]) == ("Careful", True)
    own = news[0]["seats"][0]["publicId"]
    assert person.ask("GET", f"/api/profiles/{own}")["isBot"] is False
    seat.view()
    seat.act({"kind": "resign", "payload": {}})
    for player, marks in ((person, [True]), (bot, [False])):
        games = player.ask("GET", "/api/players/me/history")["games"]
        assert [one["isBot"] for one in games[0]["opponents"]] == marks


def test_only_people_are_paired(backend: Backend) -> None:
    bot = backend.player(bot="Careful")
    assert bot.refused("POST", f"/api/pairing/{DUEL}") == (403, "PEOPLE_ONLY")
    assert bot.ask("DELETE", "/api/pairing")["state"] == "idle"


async def _rated(wire: Wire, name: str, mean: float, *, is_bot: bool) -> None:
    me = (await wire.ask("POST", "/api/bots", json={"name": name})).json()
    if not is_bot:
        me = (await wire.ask("GET", "/api/players/me")).json()
        await wire.ask("PATCH", "/api/players/me", me["token"], json={"name": name})
    sql = "INSERT INTO ratings (player_id, game, mean, uncertainty, matches) VALUES (?, ?, ?, ?, ?)"
    await wire.services.store.database.write(Statement(sql, [(me["playerId"], DUEL, mean, 1.0, LEAST_MATCHES)]))


def test_people_and_bot_accounts_have_separate_leaderboards(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            for name, mean, is_bot in (("Ada", 30, False), ("Deep", 50, True), ("Careful", 20, True)):
                await _rated(wire, name, mean, is_bot=is_bot)
            path = f"/api/leaderboards/{DUEL}"
            for query, names in (("", ["Ada"]), ("?bots=false", ["Ada"]), ("?bots=true", ["Deep", "Careful"])):
                places = (await wire.ask("GET", path + query)).json()["places"]
                assert [(one["place"], one["name"]) for one in places] == list(enumerate(names, 1))

    asyncio.run(scenario())
