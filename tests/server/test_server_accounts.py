"""One player on several devices by a recovery phrase; and everything about a player exported or erased."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saloon.core.errors import BadInput
from saloon.store.database import Statement
from saloon.store.moderation import AuditEntry, ModerationStore
from saloon.store.profiles import Profiles
from saloon.store.push import PushStore
from saloon.store.schema import METADATA
from samples import DUEL, FOURSOME, SOLITAIRE, idle_move
from server.authenticator import ORIGIN, Authenticator
from server.push_service import CONTACT, Browser
from server.wire import Wire, running


async def _player(wire: Wire, name: str) -> tuple[str, str]:
    me = (await wire.ask("GET", "/api/players/me")).json()
    await wire.ask("PATCH", "/api/players/me", me["token"], json={"name": name})
    return me["token"], me["playerId"]


async def _mentions(wire: Wire, *texts: str) -> list[tuple[str, Any]]:
    """Return every value of every table that contains one of the texts."""
    found = []
    for table in METADATA.sorted_tables:
        for row in await wire.services.store.database.read(f"SELECT * FROM {table.name}"):
            found += [(table.name, value) for value in row if any(text in str(value) for text in texts)]
    return found


async def _live_a_little(wire: Wire, ada: str, bob: str) -> list[str]:
    """Leave traces of a player everywhere: games alone and with others, over and not, a rating, a profile, a search."""
    tables = []
    seats = [{"kind": "human"}, {"kind": "human"}]
    for game, more in (
        (SOLITAIRE, {}),
        (DUEL, {"seats": [{"kind": "human"}, {"kind": "bot"}]}),
        (DUEL, {"seats": seats}),
    ):
        for over in (True, False):
            table_id = (await wire.ask("POST", "/api/tables", ada, json={"game": game, **more})).json()["tableId"]
            await wire.ask("POST", f"/api/tables/{table_id}/join", bob)
            move = {"seq": 0, "baseRev": 0, **idle_move(game)}
            await wire.ask("POST", f"/api/tables/{table_id}/actions", ada, json=move)
            if over:
                resign = {"seq": 1, "baseRev": 1, "kind": "resign", "payload": {}}
                await wire.ask("POST", f"/api/tables/{table_id}/actions", ada, json=resign)
            tables.append(table_id)
    await wire.ask("GET", "/api/players/me/stats", ada)
    await wire.ask("GET", "/api/players/me/profile", ada)
    await wire.ask("POST", "/api/players/me/recovery", ada)
    await wire.ask("POST", f"/api/pairing/{DUEL}", ada)
    await _add_passkey(wire, ada)
    subscription = Browser("https://fcm.googleapis.com/fcm/send/lovelace").subscription
    assert (await wire.ask("POST", "/api/players/me/push", ada, json=subscription)).status_code == 201
    ada_id = (await wire.ask("GET", "/api/players/me", ada)).json()["playerId"]
    assert await PushStore(wire.services.store.database).claim(ada_id, tables[-1], 1, 0)
    return tables


async def _add_passkey(wire: Wire, token: str) -> None:
    page = {"host": "localhost:8000", "origin": ORIGIN, "authorization": f"Bearer {token}"}
    options = (await wire.http.post("/api/players/me/passkeys/options", headers=page)).json()
    made = {"name": "Lovelace's phone", "credential": Authenticator().create(options)}
    assert (await wire.http.post("/api/players/me/passkeys", json=made, headers=page)).status_code == 201


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_after_the_erasure_no_table_has_the_id_or_the_name(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}" if kind == "sqlite" else request.getfixturevalue("postgres")()

    async def scenario() -> None:
        async with running(url, push_contact=CONTACT) as wire:
            (ada, ada_id), (bob, _) = await _player(wire, "Ada Lovelace"), await _player(wire, "Bob")
            tables = await _live_a_little(wire, ada, bob)
            operator = AuditEntry(1, "Olga", "unban", ada_id, "Ada Lovelace asked")
            moderation = ModerationStore(wire.services.store.database)
            await moderation.ban(operator)
            await moderation.unban(operator)
            await moderation.rename(msgspec.structs.replace(operator, detail="Ada Lovelace"), "Ada Lovelace")
            traces = {table for table, _ in await _mentions(wire, ada_id, "Lovelace")}
            assert traces >= {"audit", "restrictions"}
            where = traces - {"audit"}  # which is the operator's
            assert where >= {"players", "tables", "seats", "results", "presence", "profiles", "recoveries", "pairing"}
            assert where >= {"passkeys", "push_subscriptions", "pushes"}
            exported = (await wire.ask("GET", "/api/players/me/data", ada)).json()
            assert {table for table, rows in exported.items() if rows} == where
            assert not any("seed" in row for rows in exported.values() for row in rows), "hidden cards stay hidden"
            assert not any("auth_secret" in row for rows in exported.values() for row in rows), "a credential"
            games = (await wire.ask("GET", "/api/players/me/history", bob)).json()["games"]
            assert (await wire.ask("DELETE", "/api/players/me", ada)).status_code == 204
            assert await _mentions(wire, ada_id, "Lovelace") == []
            assert len((await wire.ask("GET", "/api/players/me/history", bob)).json()["games"]) == len(games)
            again = (await wire.ask("GET", "/api/players/me", ada)).json()
            assert again["playerId"] != ada_id, "the old token makes a new player"
            assert (await wire.ask("GET", f"/api/tables/{tables[-1]}/news", bob)).json()["status"] == "active"
            await asyncio.sleep(0)
            assert await _mentions(wire, ada_id, "Lovelace") == []

    asyncio.run(scenario())


def test_what_an_erased_player_opened_is_gone_at_once_for_everybody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            (ada, _), (bob, _) = await _player(wire, "Ada"), await _player(wire, "Bob")
            over = (await wire.ask("POST", "/api/tables", ada, json={"game": SOLITAIRE, "private": False})).json()
            await wire.ask("POST", f"/api/tables/{over['tableId']}/leave", ada)
            assert (await wire.ask("GET", f"/api/tables/{over['tableId']}/replay", bob)).status_code == 200
            waiting = (await wire.ask("POST", "/api/tables", ada, json={"game": FOURSOME})).json()["tableId"]
            seat = (await wire.ask("POST", f"/api/tables/{waiting}/join", bob)).json()
            async with wire.socket(waiting, seat["token"]) as socket:
                assert (await socket.json())["status"] == "waiting"
                assert (await wire.ask("DELETE", "/api/players/me", ada)).status_code == 204
                while (news := await socket.json())["status"] == "waiting":
                    pass
                assert news["status"] == "removed"
            for table_id in (over["tableId"], waiting):
                for path in ("", "/news", "/replay"):
                    assert (await wire.ask("GET", f"/api/tables/{table_id}{path}", bob)).status_code == 404, path

    asyncio.run(scenario())


def test_a_damaged_table_does_not_prevent_an_erasure(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            (ada, ada_id), (bob, _) = await _player(wire, "Ada Lovelace"), await _player(wire, "Bob")
            for game in (SOLITAIRE, DUEL):
                table_id = (await wire.ask("POST", "/api/tables", ada, json={"game": game})).json()["tableId"]
                await wire.ask("POST", f"/api/tables/{table_id}/join", bob)
                wire.services.tables.drop(table_id)
                sql = "UPDATE tables SET rules_version = '0.0.9' WHERE table_id = ?"
                await wire.services.store.database.write(Statement(sql, [(table_id,)]))
            assert (await wire.ask("DELETE", "/api/players/me", ada)).status_code == 204
            assert await _mentions(wire, ada_id, "Lovelace") == []

    asyncio.run(scenario())


RACERS = (
    ("POST", "/api/players/me/recovery", None),
    ("PATCH", "/api/players/me/profile", {"isOpen": False}),
    ("GET", "/api/players/me/profile", None),
    ("POST", f"/api/pairing/{DUEL}", None),
    ("POST", "/api/tables", {"game": SOLITAIRE}),
    ("POST", "/api/tables", {"game": DUEL}),
    ("GET", "/api/players/me", None),
    ("GET", "/api/players/me/stats", None),
)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_requests_during_an_erasure_do_not_fail(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}" if kind == "sqlite" else request.getfixturevalue("postgres")()

    async def scenario() -> None:
        async with running(url) as wire:
            (bob, _) = await _player(wire, "Bob")
            for number in range(12):
                ada, ada_id = await _player(wire, f"Ada Lovelace {number}")
                going = (await wire.ask("POST", "/api/tables", ada, json={"game": DUEL})).json()["tableId"]
                racers = [wire.ask(method, path, ada, json=body) for method, path, body in RACERS * 2]
                racers.insert(number, wire.ask("DELETE", "/api/players/me", ada))
                racers.insert(number // 2, wire.ask("POST", f"/api/tables/{going}/join", bob))
                answers = await asyncio.gather(*racers, wire.ask("GET", "/api/tables", bob))
                assert max(one.status_code for one in answers) < 500, [one.text for one in answers]
                assert {one[0] for one in await _mentions(wire, ada_id, "Lovelace")} == set()

    asyncio.run(scenario())


def test_players_who_are_gone_have_no_profile(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            _, ada_id = await _player(wire, "Ada")
            profiles = Profiles(wire.services.store.database)
            assert set(await profiles.of_players([ada_id, "gone"])) == {ada_id}
            with pytest.raises(BadInput, match="not known"):
                await profiles.of("gone")

    asyncio.run(scenario())


def test_an_address_may_not_fill_the_memory_with_exports(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, _ = await _player(wire, "Ada")
            answers = await asyncio.gather(*(wire.ask("GET", "/api/players/me/data", ada) for _ in range(5)))
            assert sorted(one.status_code for one in answers) == [200, 200, 429, 429, 429]

    asyncio.run(scenario())


def test_a_phrase_makes_another_device_the_same_player_until_it_is_replaced(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, ada_id = await _player(wire, "Ada")
            phrase = (await wire.ask("POST", "/api/players/me/recovery", ada)).json()["phrase"]
            assert len(phrase.split()) == 6
            assert await _mentions(wire, phrase) == [], "only a hash is stored"
            spoken = {"phrase": f" {phrase.upper().replace(' ', ', ')} "}
            answer = await wire.ask("POST", "/api/recovery", json=spoken)
            assert answer.json()["playerId"] == ada_id
            assert "saloon_player" in answer.headers["set-cookie"]
            assert (await wire.ask("POST", "/api/recovery", json=spoken)).json()["code"] == "RATE_LIMITED"
            await wire.ask("POST", "/api/players/me/recovery", ada)
            wire.services.accounts._tries._buckets.clear()
            refused = await wire.ask("POST", "/api/recovery", json=spoken)
            assert (refused.status_code, refused.json()["code"]) == (404, "BAD_PHRASE")
            assert (await wire.ask("POST", "/api/players/me/recovery")).json()["code"] == "NOT_SIGNED_IN"
            assert (await wire.ask("DELETE", "/api/players/me")).json()["code"] == "NOT_SIGNED_IN"

    asyncio.run(scenario())
