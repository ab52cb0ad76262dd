"""A broadcast carries only what is new to its receiver, and every client can still tell that its view is wrong."""

import asyncio
from pathlib import Path

import pytest

from saloon.table.messages import HASH_EVERY, PROTOCOL_VERSION
from samples import DUEL
from server.running import applied
from server.scene import scene
from server.talking import ask
from server.wire import ClosedSocket, running
from table.common import plain, sha

RESIGN = b'{"kind":"resign","payload":{},"seq":%d,"baseRev":%d}'
HASH_REQUEST = b'{"kind":"hashRequest","payload":{}}'


def test_legal_actions_go_only_to_a_receiver_for_whom_they_changed(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            legal = [plain([{"kind": one.kind, "payload": one} for one in table.live.table.legal(s)]) for s in (0, 1)]
            omitted = [0, 0, 0]
            for seq in range(12):
                seat = seq % 2
                assert (await table.ask(seat, table.draw(seat, seq // 2, seq)))["kind"] == "ack"
                for number, ear in enumerate(table.ears):
                    [ack] = ear.take()
                    omitted[number] += "legal" not in ack
                    if number < 2:
                        legal[number] = ack.get("legal", legal[number])
                        now = plain(table.live.table.snapshot(number, "CONNECT"))["legal"]
                        assert legal[number] == now, "the list that a client has holds until it gets another"
                        assert number == seat or "legal" not in ack, "a draw changes nothing for the opponent"
            assert omitted[2] == 12

    asyncio.run(run())


def test_a_view_hash_comes_every_few_revisions_and_at_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            views = [plain(table.live.table.view(ear.receiver)) for ear in table.ears]
            hashed = set()
            for seq in range(HASH_EVERY + 4):
                assert (await table.ask(0, table.draw(0, seq, seq)))["viewHash"], "a reply over REST always has it"
                for number, ear in enumerate(table.ears):
                    [ack] = ear.take()
                    views[number] = applied(views[number], ack["change"])
                    if "viewHash" in ack:
                        assert ack["viewHash"] == sha({"rev": ack["rev"], "view": views[number]})
                        hashed.add(ack["rev"])
            assert hashed == {HASH_EVERY}
            await table.ask(0, RESIGN % (HASH_EVERY + 4, HASH_EVERY + 4))
            for number, ear in enumerate(table.ears):
                [ack] = ear.take()
                view = applied(views[number], ack["change"])
                assert ack["viewHash"] == sha({"rev": ack["rev"], "view": view})

    asyncio.run(run())


def test_a_client_can_request_the_hash_of_its_own_view(tmp_path: Path) -> None:
    async def run() -> None:
        async with scene(tmp_path) as table:
            await table.ask(0, table.draw(0, 0))
            game = table.live.table
            expected = [sha({"rev": 1, "view": game.view(seat)}) for seat in (0, 1)]
            replies = [await ask(table.live, seat, HASH_REQUEST) for seat in (0, 1)]
            assert replies == [{"kind": "viewHash", "rev": 1, "viewHash": one} for one in expected]
            assert expected[0] != expected[1]
            assert game.rev == 1

    asyncio.run(run())


def test_a_client_of_another_version_is_told_what_to_do(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            opened = (await wire.ask("POST", "/api/tables", token, json={"game": DUEL})).json()
            await wire.ask("POST", f"/api/tables/{opened['tableId']}/join", await wire.player())
            async with wire.socket(f"{opened['tableId']}", f"{token}&protocol={PROTOCOL_VERSION}") as current:
                assert (await current.json())["kind"] == "table"
            async with wire.socket(opened["tableId"], f"{token}&protocol=3.0.0") as older:
                told = await older.json()
                assert (told["kind"], told["code"]) == ("closed", "PROTOCOL_VERSION")
                assert "3.0.0" in told["reason"]
                assert PROTOCOL_VERSION in told["reason"]
                assert "reload the page" in told["reason"]
                with pytest.raises(ClosedSocket, match="4400"):
                    await older.text()
            older_intent = {"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0, "protocolVersion": "3.0.0"}
            path = f"/api/tables/{opened['tableId']}/actions"
            refused = (await wire.ask("POST", path, token, json=older_intent)).json()
            assert refused["code"] == "MALFORMED_MESSAGE"
            assert "update the client or reload the page" in refused["reason"]

    asyncio.run(run())
