"""Analyses over HTTP: who may ask, what is streamed, and what is stored."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from saloon.core.game import Game
from saloon.core.solver import Verdict
from saloon.games import GAMES
from saloon.server.errors import Refused
from saloon.server.finished.analyses import PER_ADDRESS
from saloon.server.limits.fair_queue import Requester
from saloon.solver.analysis import AnyQuestion, Question, StepVerdict, analyse
from saloon.table import Table
from saloon.table.messages import wire
from samples import DUEL, SOLITAIRE, a_move, easy, idle_move
from server.running import Backend, Json, Player
from server.wire import Wire, running

COMPILING = 300.0
"""Seconds that a first answer may take on a machine where nothing is compiled yet."""
DEAL: Json = {"game": SOLITAIRE, "seed": "1", "options": easy(SOLITAIRE)}
SOMEBODY = Requester("somebody", "somewhere")


def lines_of(player: Player, path: str) -> list[Json]:
    """Ask for an analysis and return its lines."""
    answer = player.request("POST", f"{path}/analysis")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def expected(log: bytes) -> dict[int, str]:
    """Return the verdicts that an analysis of a log finds here."""
    return {event.step: event.verdict for event in analyse(Table.load(log)) if isinstance(event, StepVerdict)}


def test_an_analysis_is_stored_and_sent_again(backend: Backend) -> None:
    player, other = backend.player(), backend.player()
    player.http.timeout = COMPILING
    table = player.create(**DEAL)
    for _ in range(3):
        table.act(idle_move(SOLITAIRE))
    assert other.refused("POST", f"{table.path}/analysis") == (403, "PRIVATE_TABLE")
    assert table.view()["help"]["assisted"] is False
    first = lines_of(player, table.path)
    assert table.view()["help"]["assisted"] is True
    assert table.view()["rev"] == 4
    assert lines_of(player, table.path) == first
    assert table.view()["rev"] == 4
    player.ask("POST", f"{table.path}/leave")
    assert lines_of(player, table.path) == first
    assert other.refused("POST", f"{table.path}/analysis") == (403, "PRIVATE_TABLE")
    verdicts = {line["step"]: line["verdict"] for line in first if line["kind"] == "step"}
    assert verdicts == expected(player.log(table.table_id))
    assert first[-1]["kind"] == "summary"
    assert (first[-1]["game"], first[-1]["steps"], first[-1]["unknown"]) == (SOLITAIRE, 4, 0)


# --- in one process, with searches that the test answers ------------------------------------------------------------


def decide(question: AnyQuestion) -> Any:
    """Answer a question."""
    return question.decide()


class Scene:
    """A solitaire at a server whose searches the test answers."""

    def __init__(self, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wire = wire
        self.asked: list[AnyQuestion] = []
        self.answer: Callable[[Any], Any] = decide

        async def ask(_requester: Requester, _decide: Any, question: AnyQuestion) -> Any:
            await asyncio.sleep(0)
            self.asked.append(question)
            return self.answer(question)

        monkeypatch.setattr(wire.services.solver_pool, "ask", ask)

    async def seat(self, **more: Any) -> tuple[str, str]:
        """Open a table and play two moves; return its id and the token of its player."""
        seated = (await self.wire.ask("POST", "/api/tables", json={**DEAL, **more})).json()
        for seq in range(2):
            await self.act(seated["tableId"], seated["token"], seq)
        return seated["tableId"], seated["token"]

    async def act(self, table_id: str, token: str, seq: int) -> None:
        live = await self.wire.live(table_id)
        move = idle_move(SOLITAIRE)
        sent = {**move, "seq": seq, "baseRev": live.table.rev}
        answer = (await self.wire.ask("POST", f"/api/tables/{table_id}/actions", token, json=sent)).json()
        assert answer["kind"] == "ack", answer

    async def analysis(self, table_id: str, token: str | None = None) -> tuple[int, list[Json]]:
        answer = await self.wire.ask("POST", f"/api/tables/{table_id}/analysis", token)
        return answer.status_code, [json.loads(line) for line in answer.text.splitlines()]


def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: Callable[[Scene], Any]) -> None:
    async def run() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            await scenario(Scene(wire, monkeypatch))

    asyncio.run(run())


def test_a_stored_analysis_needs_no_search_until_the_log_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(scene: Scene) -> None:
        table_id, token = await scene.seat()
        first = await scene.analysis(table_id, token)
        searches = len(scene.asked)
        assert searches
        assert await scene.analysis(table_id, token) == first
        assert len(scene.asked) == searches
        await scene.act(table_id, token, 2)
        _, longer = await scene.analysis(table_id, token)
        assert len(scene.asked) > searches
        assert longer[-1]["steps"] == first[1][-1]["steps"] + 1

    play(tmp_path, monkeypatch, scenario)


def test_only_the_player_of_a_running_game_may_ask_and_anyone_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(scene: Scene) -> None:
        table_id, token = await scene.seat(private=False)
        status, lines = await scene.analysis(table_id)
        assert (status, lines[0]["code"]) == (403, "PRIVATE_UNTIL_THE_END")
        assert not (await scene.wire.live(table_id)).table.help.assisted
        await scene.wire.ask("POST", f"/api/tables/{table_id}/leave", token)
        status, lines = await scene.analysis(table_id)
        assert (status, lines[-1]["kind"]) == (200, "summary")
        assert (await scene.analysis("nosuchtable"))[1][0]["code"] == "NO_SUCH_TABLE"

    play(tmp_path, monkeypatch, scenario)


def test_a_match_is_estimated_after_its_end_and_the_estimates_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(scene: Scene) -> None:
        monkeypatch.setattr(GAMES[DUEL], "countdown", 0)
        monkeypatch.setattr(GAMES[DUEL], "server_seed", lambda now, last: "2")  # a deal with a choice at both steps
        seats = [{"kind": "human"}, {"kind": "human"}]
        seated = (await scene.wire.ask("POST", "/api/tables", json={"game": DUEL, "seats": seats})).json()
        table_id, token = seated["tableId"], seated["token"]
        await scene.wire.ask("POST", f"/api/tables/{table_id}/join")
        for caller in (token, None):
            status, lines = await scene.analysis(table_id, caller)
            assert (status, lines[0]["code"]) == (403, "PRIVATE_UNTIL_THE_END")
        table = (await scene.wire.live(table_id)).table
        for seq in range(3):
            move = wire(a_move(table)) if seq < 2 else {"kind": "resign", "payload": {}}
            sent = {**msgspec.to_builtins(move), "seq": seq, "baseRev": table.rev}
            answer = (await scene.wire.ask("POST", f"/api/tables/{table_id}/actions", token, json=sent)).json()
            assert answer["kind"] == "ack", answer
        status, lines = await scene.analysis(table_id, token)
        assert (status, lines[-1]["kind"], lines[-1]["steps"]) == (200, "estimateSummary", 3)
        assert [line["step"] for line in lines if line["kind"] == "estimate"] == [1, 2]
        assert await scene.analysis(table_id) == (200, lines)
        assert len(scene.asked) == 1

    play(tmp_path, monkeypatch, scenario)


def test_a_game_with_neither_solver_nor_evaluator_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(scene: Scene) -> None:
        monkeypatch.setattr(type(GAMES[SOLITAIRE]), "solver", Game.solver)
        seated = (await scene.wire.ask("POST", "/api/tables", json=DEAL)).json()
        status, lines = await scene.analysis(seated["tableId"], seated["token"])
        assert (status, lines[0]["code"]) == (400, "NO_SOLVER")

    play(tmp_path, monkeypatch, scenario)


def test_lines_are_sent_before_the_last_search_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(scene: Scene) -> None:
        table_id, _ = await scene.seat()
        scene.answer = lambda question: [Verdict("unwinnable")] if len(scene.asked) == 1 else question.decide()
        stored = (await scene.wire.live(table_id)).stored
        lines: AsyncIterator[bytes] = await scene.wire.services.analyses.stream(stored, SOMEBODY)
        first = json.loads(await anext(lines))
        assert (first["kind"], first["verdict"], len(scene.asked)) == ("step", "unwinnable", 1)

    play(tmp_path, monkeypatch, scenario)


def test_a_stream_whose_search_fails_says_so_last_and_nothing_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_question: Question) -> list[Verdict]:
        raise Refused("SOLVER_BUSY", "the solver is busy")

    async def scenario(scene: Scene) -> None:
        table_id, token = await scene.seat()
        scene.answer = refuse
        status, lines = await scene.analysis(table_id, token)
        assert (status, lines) == (200, [{"kind": "failed", "code": "SOLVER_BUSY", "reason": "the solver is busy"}])
        scene.answer = decide
        assert (await scene.analysis(table_id, token))[1][-1]["kind"] == "summary"

    play(tmp_path, monkeypatch, scenario)


def test_an_address_holds_only_a_few_analyses_open_and_others_are_not_affected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(scene: Scene) -> None:
        table_id, _ = await scene.seat()
        stored = (await scene.wire.live(table_id)).stored
        analyses = scene.wire.services.analyses

        async def begin(requester: Requester) -> tuple[AsyncIterator[bytes], Json]:
            lines = await analyses.stream(stored, requester)
            return lines, json.loads(await anext(lines))

        opened = [await begin(SOMEBODY) for _ in range(PER_ADDRESS)]
        assert [first["kind"] for _, first in opened] == ["step"] * PER_ADDRESS
        _, refused = await begin(SOMEBODY)
        assert (refused["kind"], refused["code"]) == ("failed", "SOLVER_BUSY")
        assert (await begin(Requester("other", "elsewhere")))[1]["kind"] == "step"
        await cast(AsyncGenerator[bytes], opened[0][0]).aclose()
        assert (await begin(SOMEBODY))[1]["kind"] == "step"

    play(tmp_path, monkeypatch, scenario)
