"""Push messages: who gets one, what it says, where it goes, and that nobody gets too many."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saloon.core.errors import MissingExtra
from saloon.core.extras import optional_imports
from saloon.games import GAMES
from saloon.server.notifications import push_messages
from saloon.server.notifications.push_subscriptions import MOST_SUBSCRIPTIONS
from saloon.server.serve import check
from saloon.server.settings import Settings
from saloon.store.database import Statement
from samples import DUEL, FOURSOME, SOLITAIRE
from server.push_service import CONTACT, Browser, PushService
from server.running import PATIENCE, QUICK, Json, Player, Running
from server.wire import Wire, running


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that the servers of the test trust."""
    with PushService(tmp_path).trusted(monkeypatch) as service:
        yield service


class Person:
    """A player, with a browser that gets their messages."""

    def __init__(self, wire: Wire, token: str, browser: Browser) -> None:
        self.wire, self.token, self.browser = wire, token, browser

    async def ask(self, method: str, path: str, **rest: Any) -> Any:
        answer = await self.wire.ask(method, path, self.token, **rest)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def subscribe(self) -> None:
        await self.ask("POST", "/api/players/me/push", json=self.browser.subscription)

    async def act(self, table_id: str) -> bool:
        """Make a move, if it is their turn."""
        legal = (await self.ask("GET", f"/api/tables/{table_id}/legal"))["legal"]
        moves = [one for one in legal if one["kind"] not in ("resign", "offerEnd", "hint", "assist", "undo")]
        if not moves:
            return False
        view = await self.ask("GET", f"/api/tables/{table_id}")
        message = {"seq": view["expectedSeq"], "baseRev": view["rev"], **moves[0]}
        answer = await self.ask("POST", f"/api/tables/{table_id}/actions", json=message)
        assert answer["kind"] == "ack", answer
        return True


class Room:
    """A running server with a push service, and people on it."""

    def __init__(self, wire: Wire, service: PushService) -> None:
        self.wire, self.service = wire, service
        self.people: dict[str, Person] = {}

    async def person(self, name: str, *, subscribed: bool = True) -> Person:
        person = Person(self.wire, await self.wire.player(), self.service.browser(f"/{name}"))
        self.people[f"/{name}"] = person
        if subscribed:
            await person.subscribe()
        return person

    async def table(self, game: str, *people: Person) -> str:
        """Seat people at a new table; play begins with the last."""
        seats = [{"kind": "human"}] * len(GAMES[game].seats)
        first, *others = people
        table_id: str = (await first.ask("POST", "/api/tables", json={"game": game, "seats": seats}))["tableId"]
        for one in others:
            await one.ask("POST", f"/api/tables/{table_id}/join")
        return table_id

    @asynccontextmanager
    async def duel(self) -> AsyncIterator[tuple[Person, Person, str]]:
        """Seat Ada and Bob at a table; Ada goes away, and Bob waits there."""
        ada, bob = await self.person("ada"), await self.person("bob")
        table_id = await self.table(DUEL, ada, bob)
        async with self.wire.socket(table_id, bob.token) as socket:
            await socket.json()
            yield ada, bob, table_id

    async def told(self) -> tuple[str, Json]:
        """Wait for the next message; return whom it is for and what it says."""
        posted = await asyncio.to_thread(self.service.next)
        return posted.path, self.people[posted.path].browser.read(posted.body)

    async def nobody_is_told(self) -> None:
        """Everything that was noted so far has been looked at, and nobody was told. Noted tables wait their turn."""
        marker = await self.person(f"marker{len(self.people)}")
        name = next(path for path, one in self.people.items() if one is marker)
        table_id = await self.table(DUEL, marker, other := await self.person("other", subscribed=False))
        async with self.wire.socket(table_id, other.token) as socket:
            await socket.json()
            assert await self.told() == (name, said("turn", DUEL, table_id))


@asynccontextmanager
async def rooms(tmp_path: Path, service: PushService, **changes: Any) -> AsyncIterator[Room]:
    async with running(f"sqlite:///{tmp_path / 'saloon.db'}", **service.settings(**changes)) as wire:
        yield Room(wire, service)


def said(kind: str, game: str, table_id: str) -> Json:
    return {"kind": kind, "game": GAMES[game].title, "table": table_id}


# --- who is told ------------------------------------------------------------------------------------------------


def test_a_player_whose_turn_begins_while_they_are_away_is_told_once(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            people = [await room.person(f"player{number}") for number in range(4)]
            table_id = await room.table(FOURSOME, *people)
            told = []
            for _ in people:
                path, message = await room.told()
                assert message == said("turn", FOURSOME, table_id)
                assert await room.people[path].act(table_id), "whoever is told has the turn"
                told.append(path)
            assert len(set(told)) == len(people)
            await room.told()
            await room.nobody_is_told()

    asyncio.run(scenario())


def test_a_message_is_signed_and_encrypted_and_names_only_the_table(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            async with room.duel() as (ada, _, table_id):
                posted = await asyncio.to_thread(service.next)
            key = (await ada.ask("GET", "/api/push"))["publicKey"]
            claims = posted.claims()
            assert (claims["aud"], claims["sub"]) == (f"https://{service.name}", CONTACT)
            assert 0 < claims["exp"] - room.wire.services.clock.now() // 1000 <= 24 * 3600
            assert posted.key() == key
            assert posted.headers["content-encoding"] == "aes128gcm"
            assert int(posted.headers["ttl"]) > 0
            assert len(posted.headers["topic"]) <= 32
            assert table_id.encode() not in posted.body
            assert ada.browser.read(posted.body) == said("turn", DUEL, table_id)

    asyncio.run(scenario())


def test_in_a_game_without_turns_somebody_must_be_waiting(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service, push_after_seconds=3.0) as room:
            ada, bob = await room.person("ada"), await room.person("bob")
            table_id = await room.table(DUEL, ada, bob)
            gone = "UPDATE presence SET seen_at = seen_at - 10000 WHERE table_id = ?"
            await room.wire.services.store.database.write(Statement(gone, [(table_id,)]))
            await room.nobody_is_told()

    asyncio.run(scenario())


def test_a_player_who_is_connected_is_not_told(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada"), await room.person("bob")
            table_id = await room.table(DUEL, ada, bob)
            async with room.wire.socket(table_id, ada.token) as one, room.wire.socket(table_id, bob.token) as two:
                await one.json()
                await two.json()
                assert await bob.act(table_id)
                await room.nobody_is_told()

    asyncio.run(scenario())


def test_a_player_who_has_not_asked_and_a_player_alone_are_not_told(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada", subscribed=False), await room.person("bob")
            table_id = await room.table(DUEL, ada, bob)
            await bob.ask("POST", "/api/tables", json={"game": SOLITAIRE})
            bots = [{"kind": "human"}, *({"kind": "bot"} for _ in range(3))]
            await bob.ask("POST", "/api/tables", json={"game": FOURSOME, "seats": bots})
            async with room.wire.socket(table_id, bob.token) as socket:
                await socket.json()
                await room.nobody_is_told()

    asyncio.run(scenario())


def test_a_player_gets_no_further_message_until_they_have_been_back(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room, room.duel() as (ada, bob, table_id):
            assert (await room.told())[0] == "/ada"
            assert await bob.act(table_id)
            await room.nobody_is_told()
            async with room.wire.socket(table_id, ada.token) as back:
                await back.json()
            assert await bob.act(table_id)
            assert await room.told() == ("/ada", said("turn", DUEL, table_id))

    asyncio.run(scenario())


def test_after_some_minutes_there_may_be_another(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service, push_minutes=0.001) as room, room.duel() as (_, bob, table_id):
            for _ in range(2):
                assert await room.told() == ("/ada", said("turn", DUEL, table_id))
                assert await bob.act(table_id)

    asyncio.run(scenario())


async def finished(room: Room, ada: Person, bob: Person) -> str:
    """Play a match that Ada gives up."""
    table_id = await room.table(DUEL, ada, bob)
    resign = {"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}}
    await ada.ask("POST", f"/api/tables/{table_id}/actions", json=resign)
    return table_id


def test_an_opponent_who_is_away_is_told_of_a_rematch(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada", subscribed=False), await room.person("bob", subscribed=False)
            table_id = await finished(room, ada, bob)
            for one in (ada, bob):  # not before: during the match they might be told of that
                await one.subscribe()
            rematch = (await bob.ask("POST", f"/api/tables/{table_id}/rematch", json={}))["tableId"]
            assert await room.told() == ("/ada", said("rematch", DUEL, rematch))
            await room.nobody_is_told()

    asyncio.run(scenario())


def test_an_opponent_who_is_there_is_not_told_of_a_rematch(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada", subscribed=False), await room.person("bob", subscribed=False)
            table_id = await finished(room, ada, bob)
            await ada.subscribe()
            async with room.wire.socket(table_id, ada.token) as socket:
                await socket.json()
                await bob.ask("POST", f"/api/tables/{table_id}/rematch", json={})
                await room.nobody_is_told()

    asyncio.run(scenario())


def test_of_two_processes_one_sends_and_a_player_at_the_other_counts_as_present(
    postgres: Any, service: PushService
) -> None:
    # Presence is written every half second by clocks that agree roughly; six seconds leave room for a busy machine.
    settings = msgspec.structs.replace(QUICK, **service.settings(push_after_seconds=6.0, lobby_seconds=1.5))
    url = postgres()
    with (
        Running(url, settings=settings) as first,
        Running(url, settings=settings) as second,
        Player(first.url, second.url) as ada,
        Player(first.url, second.url) as bob,
        Player(first.url, second.url) as cyd,
    ):
        names = {"/ada": service.browser("/ada"), "/bob": service.browser("/bob"), "/cyd": service.browser("/cyd")}
        for player, browser in zip((ada, bob, cyd), names.values(), strict=True):
            player.ask("POST", "/api/players/me/push", browser.subscription)
        table = ada.create(DUEL)
        seat = bob.join(table.table_id)
        with seat.socket() as here, seat.socket() as there:  # one with each process
            here.kind("snapshot")
            there.kind("snapshot")
            for _ in range(4):  # both processes write, and so both look
                seat.view()
                seat.act(next(one for one in seat.legal() if one["kind"] != "resign"))
            assert names["/ada"].read(service.next().body) == said("turn", DUEL, table.table_id)
            with table.socket() as back:
                back.kind("snapshot")
                for _ in range(4):
                    seat.view()
                    seat.act(next(one for one in seat.legal() if one["kind"] != "resign"))
                marker = cyd.create(DUEL)
                other = bob.join(marker.table_id)
                with other.socket() as waiting:
                    waiting.kind("snapshot")
                    posted = service.next()
                assert posted.path == "/cyd", "nobody else was told"
                assert names["/cyd"].read(posted.body) == said("turn", DUEL, marker.table_id)


def test_a_server_stops_while_a_service_does_not_answer(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            service.stuck.add("/ada")
            async with room.duel():
                await asyncio.to_thread(service.next)
        assert len(asyncio.all_tasks()) == 1, "nothing is left of it"

    asyncio.run(scenario())


# --- subscriptions ----------------------------------------------------------------------------------------------


def test_nobody_is_offered_messages_unless_the_operator_has_named_a_contact(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            subscription = Browser("https://fcm.googleapis.com/fcm/send/x").subscription
            assert (await wire.ask("GET", "/api/push")).json() == {"publicKey": None}
            answer = await wire.ask("POST", "/api/players/me/push", token, json=subscription)
            assert (answer.status_code, answer.json()["code"]) == (409, "PUSH_UNAVAILABLE")
            assert (await wire.ask("GET", "/api/players/me/push", token)).json() == []

    asyncio.run(scenario())


def test_without_its_packages_a_server_names_the_extra_and_without_a_contact_it_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "http_ece", None)
    monkeypatch.delitem(sys.modules, push_messages.__name__)
    with pytest.raises(MissingExtra, match=r"pip install 'saloon\[push\]'"), optional_imports():
        check(Settings(database="sqlite:///x.db", push_contact=CONTACT), 1)
    check(Settings(database="sqlite:///x.db"), 1)

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            assert (await wire.ask("GET", "/api/push")).json() == {"publicKey": None}
            assert (await wire.ask("GET", "/api/players/me/push", await wire.player())).json() == []

    asyncio.run(scenario())


def test_a_subscription_is_listed_and_removed_by_its_player_only(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, eve = await room.person("ada"), await room.person("eve")
            [listed] = await ada.ask("GET", "/api/players/me/push")
            assert listed["endpoint"] == ada.browser.endpoint
            path = f"/api/players/me/push/{listed['subscriptionId']}"
            refused = await room.wire.ask("DELETE", path, eve.token)
            assert (refused.status_code, refused.json()["code"]) == (404, "NO_SUCH_SUBSCRIPTION")
            await ada.subscribe()
            [again] = await ada.ask("GET", "/api/players/me/push")
            assert again["endpoint"] == listed["endpoint"]
            await ada.ask("DELETE", f"/api/players/me/push/{again['subscriptionId']}")
            assert await ada.ask("GET", "/api/players/me/push") == []
            for method in ("GET", "POST"):
                answer = await room.wire.ask(
                    method, "/api/players/me/push", json=ada.browser.subscription if method == "POST" else None
                )
                assert answer.json()["code"] == "NOT_SIGNED_IN"

    asyncio.run(scenario())


def test_a_browser_belongs_to_the_player_who_asked_last_and_a_player_has_a_limited_number(
    tmp_path: Path, service: PushService
) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada"), await room.person("bob", subscribed=False)
            bob.browser = ada.browser
            await bob.subscribe()
            assert await ada.ask("GET", "/api/players/me/push") == []
            assert len(await bob.ask("GET", "/api/players/me/push")) == 1
            for number in range(MOST_SUBSCRIPTIONS):
                bob.browser = service.browser(f"/{number}")
                await bob.subscribe()
                await asyncio.sleep(0.002)  # the oldest goes, by the millisecond
            listed = [one["endpoint"] for one in await bob.ask("GET", "/api/players/me/push")]
            assert listed == [f"https://{service.name}/{number}" for number in range(MOST_SUBSCRIPTIONS)]

    asyncio.run(scenario())


def test_a_browser_that_has_withdrawn_is_forgotten_and_a_failure_forgets_nobody(
    tmp_path: Path, service: PushService
) -> None:
    async def scenario() -> None:
        async with rooms(tmp_path, service) as room:
            ada, bob = await room.person("ada"), await room.person("bob")
            for name, status in (("gone", 410), ("unknown", 404), ("broken", 500), ("busy", 429)):
                ada.browser = service.browser(f"/{name}")
                service.answers[f"/{name}"] = (status, {})
                await ada.subscribe()
            table_id = await room.table(DUEL, ada, bob)
            async with room.wire.socket(table_id, bob.token) as socket:
                await socket.json()
                paths = {(await asyncio.to_thread(service.next)).path for _ in range(5)}
                assert paths == {"/ada", "/gone", "/unknown", "/broken", "/busy"}

                def counted() -> bool:
                    text = room.wire.services.metrics.text()
                    outcomes = (("sent", 1), ("gone", 2), ("failed", 2))
                    return all(f'saloon_pushes_total{{kind="{kind}"}} {number}.0' in text for kind, number in outcomes)

                async def left() -> set[str]:
                    listed = await ada.ask("GET", "/api/players/me/push")
                    return {one["endpoint"].rpartition("/")[2] for one in listed}

                async with asyncio.timeout(PATIENCE):
                    while not counted() or await left() != {"ada", "broken", "busy"}:
                        await asyncio.sleep(0.02)

    asyncio.run(scenario())


def test_revoked_tokens_take_subscriptions_along(tmp_path: Path, service: PushService) -> None:
    async def scenario() -> None:
        operator = "a token of the operator"
        async with rooms(tmp_path, service, operator_token=operator) as room:
            ada = await room.person("ada")
            ada_id = (await ada.ask("GET", "/api/players/me"))["playerId"]
            why = {"reason": "a theft", "operator": "Olga"}
            path = f"/api/operator/players/{ada_id}/revoke-tokens"
            assert (await room.wire.ask("POST", path, operator, json=why)).is_success
            rows = await room.wire.services.store.database.read("SELECT count(*) FROM push_subscriptions")
            assert rows == [(0,)], "a thief may have added it"

    asyncio.run(scenario())
