"""A player's finished games over HTTP: all of them, only theirs, filtered and paged, and as one file."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from saloon.store.database import Statement
from saloon.table.replay import replay
from samples import DUEL, SOLITAIRE, easy, idle_move
from server.wire import Wire, running

Json = dict[str, Any]
PATH = "/api/players/me/history"


async def _player(wire: Wire, name: str) -> str:
    token: str = (await wire.ask("GET", "/api/players/me")).json()["token"]
    await wire.ask("PATCH", "/api/players/me", token, json={"name": name})
    return token


async def _play(wire: Wire, token: str, **wanted: Any) -> str:
    """Open a table, do one thing and leave; return its id."""
    seated = (await wire.ask("POST", "/api/tables", token, json=wanted)).json()
    path = f"/api/tables/{seated['tableId']}"
    move = {"seq": 0, "baseRev": 0, **idle_move(wanted["game"])}
    assert (await wire.ask("POST", f"{path}/actions", token, json=move)).json()["kind"] == "ack"
    assert (await wire.ask("POST", f"{path}/leave", token)).status_code == 204
    return str(seated["tableId"])


async def _solitaires(wire: Wire, token: str, count: int, **more: Any) -> list[str]:
    wanted = {"game": SOLITAIRE, "options": easy(SOLITAIRE), **more}
    return [await _play(wire, token, **wanted) for _ in range(count)]


async def _match(wire: Wire, host: str, guest: str) -> str:
    """Let two players sit down; the host gives up."""
    seats = [{"kind": "human"}, {"kind": "human"}]
    table_id = (await wire.ask("POST", "/api/tables", host, json={"game": DUEL, "seats": seats})).json()["tableId"]
    await wire.ask("POST", f"/api/tables/{table_id}/join", guest)
    resign = {"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}}
    answer = (await wire.ask("POST", f"/api/tables/{table_id}/actions", host, json=resign)).json()
    assert answer["kind"] == "ack", answer
    return str(table_id)


async def _ids(wire: Wire, token: str, **query: Any) -> list[str]:
    page = (await wire.ask("GET", PATH, token, params=query)).json()
    return [one["tableId"] for one in page["games"]]


def test_games_are_listed_newest_first_filtered_and_paged(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob = await _player(wire, "Ada"), await _player(wire, "Bob")
            alone = await _solitaires(wire, ada, 5)
            hard = await _solitaires(wire, ada, 1, winnable=True, level="hard")
            match = await _match(wire, ada, bob)
            untouched = (await wire.ask("POST", "/api/tables", ada, json={"game": SOLITAIRE})).json()["tableId"]
            await wire.ask("POST", f"/api/tables/{untouched}/leave", ada)
            everything = [match, *hard, *reversed(alone)]
            assert await _ids(wire, ada) == everything, "an untouched game does not count"
            assert await _ids(wire, bob) == [match]
            assert await _ids(wire, ada, game=DUEL) == await _ids(wire, ada, opponent="bO") == [match]
            assert await _ids(wire, ada, difficulty="hard") == hard
            assert await _ids(wire, ada, result="lost") == everything
            assert await _ids(wire, bob, result="won") == [match]
            assert await _ids(wire, ada, result="won") == await _ids(wire, ada, opponent="Ada") == []
            paged: list[str] = []
            before: Json | None = {}
            while before is not None:
                page = (await wire.ask("GET", PATH, ada, params={"limit": 3, **before})).json()
                paged += [one["tableId"] for one in page["games"]]
                before = None if page["next"] is None else {"before": page["next"]}
            assert paged == everything
            game = (await wire.ask("GET", PATH, ada)).json()["games"][0]
            assert game["opponents"] == [{"seat": "p2", "kind": "human", "name": "Bob", "level": None, "isBot": False}]
            assert (game["result"], game["reason"], game["left"]) == ("lost", "resign", False)

    asyncio.run(scenario())


def test_a_player_who_left_is_still_the_opponent(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob = await _player(wire, "Ada"), await _player(wire, "Bob")
            seats = [{"kind": "human"}, {"kind": "human"}]
            opened = await wire.ask("POST", "/api/tables", ada, json={"game": DUEL, "seats": seats})
            path = f"/api/tables/{opened.json()['tableId']}"
            await wire.ask("POST", f"{path}/join", bob)
            move = {"seq": 0, "baseRev": 0, **idle_move(DUEL)}
            assert (await wire.ask("POST", f"{path}/actions", ada, json=move)).json()["kind"] == "ack"
            for token in (bob, ada):
                assert (await wire.ask("POST", f"{path}/leave", token)).status_code == 204
            game = (await wire.ask("GET", PATH, ada)).json()["games"][0]
            assert [(one["kind"], one["name"]) for one in game["opponents"]] == [("human", "Bob")]

    asyncio.run(scenario())


def test_strange_questions_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            assert (await wire.ask("GET", PATH)).json()["code"] == "NOT_SIGNED_IN"
            assert (await wire.ask("GET", f"{PATH}/export")).json()["code"] == "NOT_SIGNED_IN"
            token = await _player(wire, "Ada")
            for query in ({"before": "x"}, {"before": "9" * 30}, {"limit": 0}, {"limit": 101}, {"result": "great"}):
                answer = await wire.ask("GET", PATH, token, params=query)
                assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST"), query

    asyncio.run(scenario())


def test_the_export_has_every_game_with_a_log_that_verifies(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada = await _player(wire, "Ada")
            played = await _solitaires(wire, ada, 3)
            broken = played.pop(1)
            await _damage(wire, broken)
            answer = await wire.ask("GET", f"{PATH}/export", ada)
            assert "attachment" in answer.headers["content-disposition"]
            *games, end = map(msgspec.json.decode, answer.content.splitlines())
            assert end == {"kind": "end", "games": 3}
            logs = {one["summary"]["tableId"]: one["log"] for one in games}
            assert logs.pop(broken) is None
            assert [*logs] == [*reversed(played)]
            for log in logs.values():
                report = replay(msgspec.json.encode(log))
                assert (report.status, report.final_rev) == ("SUCCESS", 1)

    asyncio.run(scenario())


async def _damage(wire: Wire, table_id: str) -> None:
    sql = "UPDATE entries SET kind = 'nonsense' WHERE table_id = ?"
    await wire.services.store.database.write(Statement(sql, [(table_id,)]))
