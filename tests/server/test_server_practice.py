"""Practice: finished solitaires continued from a step, which count for nothing, and drills at growing intervals."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saloon.core.game import Action
from saloon.server.finished.drills import DAY, INTERVALS, reviewed_drill
from saloon.solver.analysis import Choice, TurningPoint
from saloon.store.database import Statement
from saloon.store.drills import Attempt, StoredDrill
from saloon.table.messages import WireAction
from saloon.table.replay import replay
from samples import DUEL, SAVING, SOLITAIRE, easy, idle_move
from server.wire import Wire, running

Json = dict[str, Any]
DRILLS = "/api/players/me/drills"


class Move(Action, frozen=True):
    """An action with a field, as those of games have."""

    kind = "x"
    count: int


class Scene:
    """A server, a player, and a solitaire of theirs in which they did three things and left."""

    def __init__(self, wire: Wire, token: str) -> None:
        self.wire, self.token = wire, token

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        answer = await self.wire.ask(method, path, token or self.token, json=body)
        return answer.json() if answer.content else None

    async def act(self, table_id: str, action: Json) -> Json:
        seen = await self.ask("GET", f"/api/tables/{table_id}")
        message = {"seq": seen["expectedSeq"], "baseRev": seen["rev"], **action}
        answer: Json = await self.ask("POST", f"/api/tables/{table_id}/actions", message)
        assert answer["kind"] == "ack", answer
        return answer

    async def played(self, game: str = SOLITAIRE, **more: Any) -> str:
        wanted = {"game": game, "options": easy(game), **more}
        table_id: str = (await self.ask("POST", "/api/tables", wanted))["tableId"]
        for action in (idle_move(game), {"kind": "pause", "payload": {}}, {"kind": "resume", "payload": {}}):
            await self.act(table_id, action)
        await self.ask("POST", f"/api/tables/{table_id}/leave")
        return table_id

    async def branch(self, table_id: str, step: int) -> str:
        answer = await self.ask("POST", f"/api/tables/{table_id}/branch", {"step": step})
        assert "tableId" in answer, answer
        return str(answer["tableId"])

    async def log(self, table_id: str) -> Json:
        answer = await self.wire.ask("GET", f"/api/tables/{table_id}/replay", self.token)
        assert replay(answer.content).status == "SUCCESS"
        found: Json = answer.json()
        return found


def scene(tmp_path: Path, scenario: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            await scenario(Scene(wire, (await wire.ask("GET", "/api/players/me")).json()["token"]))

    asyncio.run(run())


def test_a_finished_solitaire_continues_from_any_step_and_its_log_verifies(tmp_path: Path) -> None:
    async def scenario(scene: Scene) -> None:
        table_id = await scene.played()
        old = await scene.log(table_id)
        for step, kept in ((0, 0), (1, 1), (2, 1), (3, 3)):  # a pause is left out, so that play can go on
            branched = await scene.branch(table_id, step)
            assert (await scene.ask("GET", f"/api/tables/{branched}"))["help"]["assisted"] is True
            news = await scene.ask("GET", f"/api/tables/{branched}/news")
            assert news["origin"] == {"tableId": table_id, "step": kept}
            await scene.act(branched, idle_move(SOLITAIRE))
            await scene.ask("POST", f"/api/tables/{branched}/leave")
            log = await scene.log(branched)
            assert [one["action"] for one in log["steps"][:kept]] == [one["action"] for one in old["steps"][:kept]]
            hashes = [one["expectedStateHashAfter"] for one in log["steps"][:kept]]
            assert hashes == [one["expectedStateHashAfter"] for one in old["steps"][:kept]]
            assert log["steps"][kept]["action"]["kind"] == "assist"
            assert log["header"]["seed"] == old["header"]["seed"]

    scene(tmp_path, scenario)


def test_practice_counts_for_nothing_even_if_it_is_begun_again(tmp_path: Path) -> None:
    async def scenario(scene: Scene) -> None:
        table_id = await scene.played()
        news = await scene.ask("GET", f"/api/tables/{table_id}/news")
        assert "origin" not in news
        seed = (await scene.log(table_id))["header"]["seed"]
        day = (await scene.ask("GET", "/api/players/me/daily"))[SOLITAIRE]["date"]
        sql = "INSERT INTO daily_deals (game, day, seed) VALUES (?, ?, ?)"
        await scene.wire.services.store.database.write(Statement(sql, [(SOLITAIRE, day, seed)]))
        counted = [await scene.ask("GET", f"/api/players/me/{what}") for what in ("stats", "history", "daily")]
        branched = await scene.branch(table_id, 1)
        await scene.act(branched, idle_move(SOLITAIRE))
        again = (await scene.ask("POST", f"/api/tables/{branched}/rematch", {"retry": True}))["tableId"]
        origin = (await scene.ask("GET", f"/api/tables/{again}/news"))["origin"]
        assert origin == {"tableId": table_id, "step": 1}
        assert (await scene.ask("GET", f"/api/tables/{again}"))["rev"] == 2
        await scene.act(again, idle_move(SOLITAIRE))
        for one in (branched, again):
            await scene.ask("POST", f"/api/tables/{one}/leave")
        assert [await scene.ask("GET", f"/api/players/me/{what}") for what in ("stats", "history", "daily")] == counted
        assert not await scene.wire.services.store.results([branched, again])

    scene(tmp_path, scenario)


def test_what_cannot_be_continued_is_refused_and_hidden_cards_stay_hidden(tmp_path: Path) -> None:
    async def scenario(scene: Scene) -> None:
        stranger = (await scene.wire.ask("GET", "/api/players/me")).json()["token"]

        async def code(table_id: str, step: int, token: str | None = None) -> str:
            answer = await scene.ask("POST", f"/api/tables/{table_id}/branch", {"step": step}, token)
            return str(answer.get("code"))

        finished = await scene.played()
        begun = (await scene.ask("POST", "/api/tables", {"game": SOLITAIRE}))["tableId"]
        match = (await scene.ask("POST", "/api/tables", {"game": DUEL}))["tableId"]
        assert await code(begun, 0) == "TABLE_NOT_OVER"
        assert await code(match, 0) == "NOT_BETWEEN_PEOPLE"
        assert await code(finished, 4) == await code(finished, -1) == "BAD_REQUEST"
        assert await code(finished, 1, stranger) == "PRIVATE_TABLE"
        assert await code("none", 0) == "NO_SUCH_TABLE"
        saved = await scene.branch(await scene.played(SAVING), 1)
        assert (await scene.ask("GET", f"/api/tables/{saved}/save"))["code"] == "NO_SAVES"

    scene(tmp_path, scenario)


def test_the_mistakes_of_an_analysis_become_drills_of_its_player(tmp_path: Path) -> None:
    choice = Choice("x", WireAction("x", Move(3)), "winnable")
    points = [TurningPoint(step + 1, step, "x", (), (), (choice,)) for step in (0, 1)]
    lines = [msgspec.json.encode(one) for one in (*points, TurningPoint(3, 2, "resign", (), (), ()))]

    async def scenario(scene: Scene) -> None:
        table_id = await scene.played()
        services = scene.wire.services
        stored = await services.tables.stored(table_id)
        for _ in range(2):  # the second time changes nothing
            await services.drills.add(stored, lines)
        drills = (await scene.ask("GET", DRILLS))["drills"]
        assert [(one["tableId"], one["step"], one["lostAt"], one["due"], one["solved"]) for one in drills] == [
            (table_id, 0, 1, True, 0),
            (table_id, 1, 2, True, 0),
        ]
        branched = await scene.branch(table_id, 1)
        assert [one["openTable"] for one in (await scene.ask("GET", DRILLS))["drills"]] == [None, branched]
        await services.drills.add(await services.tables.stored(branched), lines)
        await scene.act(branched, idle_move(SOLITAIRE))
        await scene.ask("POST", f"/api/tables/{branched}/leave")
        left = (await scene.ask("GET", DRILLS))["drills"]
        assert [(one["step"], one["due"], one["openTable"]) for one in left] == [(0, True, None), (1, False, None)]
        assert await scene.ask("DELETE", f"{DRILLS}/{table_id}/0") is None
        rest = await scene.ask("GET", DRILLS)
        assert ([one["step"] for one in rest["drills"]], rest["learned"]) == ([1], 1)
        database = services.store.database
        await database.write(Statement("DELETE FROM tables WHERE table_id = ?", [(table_id,)]))
        assert await database.read("SELECT * FROM drills") == []

    scene(tmp_path, scenario)


def _attempt(at: int, *, won: bool, helped: bool = False, touched: bool = True) -> Attempt:
    return Attempt("t", 3, at, won, helped, touched)


NEW = StoredDrill("t", 3, 4, solved=0, due_at=100, reviewed_at=100, game=SOLITAIRE, open_table=None)


def test_a_drill_comes_back_at_growing_intervals_until_it_is_learned() -> None:
    drill, at = NEW, 200
    for number, days in enumerate(INTERVALS, 1):
        drill = reviewed_drill(drill, [_attempt(at, won=True), _attempt(at + 1, won=True)])  # the second is not due yet
        assert (drill.solved, drill.due_at, drill.reviewed_at) == (number, at + days * DAY, at + 1)
        assert drill.due_at is not None
        at = drill.due_at
    drill = reviewed_drill(drill, [_attempt(at, won=True)])
    assert (drill.solved, drill.due_at) == (len(INTERVALS) + 1, None)
    assert reviewed_drill(drill, [_attempt(at + 1, won=False)]) == drill


@pytest.mark.parametrize("failure", [{"won": False}, {"won": True, "helped": True}])
def test_a_failed_drill_begins_again(failure: Json) -> None:
    known = msgspec.structs.replace(NEW, solved=3)
    drill = reviewed_drill(known, [_attempt(200, **failure)])
    assert (drill.solved, drill.due_at) == (0, 200 + DAY)


def test_what_was_counted_or_is_of_another_drill_or_untouched_does_not_count() -> None:
    others = [Attempt(table_id, step, 200, False, False, True) for table_id, step in (("t", 2), ("u", 3))]
    assert reviewed_drill(NEW, [*others, _attempt(100, won=False)]) == NEW
    untouched = reviewed_drill(NEW, [_attempt(200, won=False, touched=False)])
    assert (untouched.solved, untouched.due_at) == (0, 100)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_step_that_no_log_has_is_no_drill(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}" if kind == "sqlite" else request.getfixturevalue("postgres")()

    async def scenario() -> None:
        async with running(url) as wire:
            ada = await wire.player()
            for step in (-1, 2**31, 2**63, 10**30):
                assert (await wire.ask("DELETE", f"{DRILLS}/none/{step}", ada)).status_code == 204, step

    asyncio.run(scenario())
