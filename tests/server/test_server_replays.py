"""The log of a finished game over HTTP: what it costs is not paid by those who play meanwhile."""

import asyncio
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path

import msgspec
import pytest

from saloon.server.errors import Refused
from saloon.server.finished import replays
from saloon.server.limits.fair_queue import Requester
from saloon.store.store import StoredEntry, StoredTable
from saloon.table import Table
from saloon.table.replay import replay
from samples import DUEL, SOLITAIRE, easy, idle_move, lap
from server.running import applied
from server.wire import Wire, running

DRAWS = 2_000


async def _long_game(wire: Wire) -> str:
    """Return a solitaire that was left after many actions: the stock is gone through again and again."""
    wanted = {"game": SOLITAIRE, "options": easy(SOLITAIRE), "private": False}
    seated = (await wire.ask("POST", "/api/tables", json=wanted)).json()
    table_id: str = seated["tableId"]
    kinds = [action["kind"] for action in islice(cycle(lap(SOLITAIRE)), DRAWS)]
    await wire.services.store.append(
        table_id, [StoredEntry(rev, 0, kind, "{}", rev) for rev, kind in enumerate(kinds, start=1)]
    )
    assert (await wire.ask("POST", f"/api/tables/{table_id}/leave", seated["token"])).status_code == 204
    return table_id


def test_nobody_waits_while_a_long_log_is_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            path = f"/api/tables/{await _long_game(wire)}/replay"
            answered: list[str] = []

            async def ask(address: str) -> bytes:
                answer = await wire.ask("GET", address)
                answered.append(address)
                return answer.content

            logs = [asyncio.create_task(ask(path)) for _ in range(2)]
            await asyncio.gather(ask("/api/games"), *logs)
            assert answered == ["/api/games", path, path], "what takes no time comes first, though it was asked last"
            report = replay(logs[0].result())
            assert (report.status, report.final_rev) == ("SUCCESS", DRAWS)
            assert logs[0].result() == logs[1].result()

    asyncio.run(scenario())


def test_the_steps_of_a_finished_game_lead_from_the_deal_to_its_end_and_belong_to_its_log(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            wanted = {"game": DUEL, "seed": "7", "seats": [{"kind": "human"}, {"kind": "bot"}]}
            seated = (await wire.ask("POST", "/api/tables", json=wanted)).json()
            path = f"/api/tables/{seated['tableId']}"
            early = await wire.ask("GET", f"{path}/replay/steps?seat=1")
            assert early.json()["code"] == "PRIVATE_UNTIL_THE_END"
            move = {"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}}
            for message in ({"seq": 0, "baseRev": 0, **idle_move(DUEL)}, {**move, "seq": 1, "baseRev": 1}):
                answer = await wire.ask("POST", f"{path}/actions", seated["token"], json=message)
                assert answer.json()["kind"] == "ack", answer.json()
            log = (await wire.ask("GET", f"{path}/replay")).content
            for seat in (1, 2, None):
                query = "" if seat is None else f"?seat={seat}"
                steps = (await wire.ask("GET", f"{path}/replay/steps{query}")).json()
                table = Table.load(log)
                assert steps["logDigest"] == sha256(log).hexdigest()
                assert [one["clientId"] for one in steps["steps"]] == ["p1", "p1"]
                view = steps["first"]
                for step in steps["steps"]:
                    view = applied(view, step["change"])
                seen = table.view(None if seat is None else seat - 1)
                assert view == msgspec.json.decode(msgspec.json.encode(seen))
            for wrong in ("0", "3", "x"):
                answer = await wire.ask("GET", f"{path}/replay/steps?seat={wrong}")
                assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")

    asyncio.run(scenario())


def test_a_log_is_written_once_for_all_who_ask_and_kept_while_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = replays._log

    def noted(stored: StoredTable, entries: list[StoredEntry]) -> bytes:
        written.append(stored.table_id)
        return write(stored, entries)

    monkeypatch.setattr(replays, "_log", noted)

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            games = [await _long_game(wire) for _ in range(3)]

            async def log(table_id: str) -> bytes:
                return (await wire.ask("GET", f"/api/tables/{table_id}/replay")).content

            first = (await asyncio.gather(*(log(games[0]) for _ in range(5))))[0]
            assert (written, games[0] in wire.services.tables.live) == ([games[0]], True)
            wire.keep_replays(2 * len(first) + 1000)
            written.clear()
            for number in (0, 1, 0, 2, 0, 1):  # there is room for two of them
                assert replay(await log(games[number])).final_rev == DRAWS
            assert written == [games[number] for number in (0, 1, 2, 1)]
            wire.keep_replays(len(first) // 2)
            written.clear()
            assert [await log(games[0]) for _ in range(2)] == [first, first]
            assert written == [games[0]] * 2, "what is larger than all the room is not kept"

    asyncio.run(scenario())


def test_a_client_that_requests_many_logs_must_wait_and_others_are_served(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            games = [await _long_game(wire) for _ in range(6)]
            greedy = [wire.services.replays.log_of(table_id, Requester("greedy", "a")) for table_id in games[:5]]
            other = wire.services.replays.log_of(games[5], Requester("other", "b"))
            logs = await asyncio.gather(*greedy, other, return_exceptions=True)
            assert [one.code for one in logs if isinstance(one, Refused)] == ["REPLAY_BUSY"]
            assert isinstance(logs[-1], bytes)

    asyncio.run(scenario())
