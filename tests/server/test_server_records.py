"""A player's records in a game: by options and difficulty, clean and assisted apart, and the course of the rating."""

import asyncio
from pathlib import Path
from typing import Any

from saloon.store.database import Statement
from samples import DUEL, SOLITAIRE, easy, idle_move
from server.wire import Wire, running

PATH = "/api/players/me/records"


async def _play(wire: Wire, token: str, game: str, record: dict[str, str], **wanted: Any) -> None:
    """Open a table, do one thing and leave; then let the stored result say how it ended."""
    table_id = (await wire.ask("POST", "/api/tables", token, json={"game": game, **wanted})).json()["tableId"]
    move = {"seq": 0, "baseRev": 0, **idle_move(game)}
    await wire.ask("POST", f"/api/tables/{table_id}/actions", token, json=move)
    await wire.ask("POST", f"/api/tables/{table_id}/leave", token)
    for name, value in record.items():
        sql = f"UPDATE results SET record = json_set(record, '$.{name}', json(?)) WHERE table_id = ?"
        await wire.services.store.database.write(Statement(sql, [(value, table_id)]))


def test_records_are_separate_by_options_difficulty_and_help(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, options = await wire.player(), easy(SOLITAIRE)
            won = {"won": "true", "finished": "true"}
            helped = {"milliseconds": "10", "assisted": "true", "moves": "2"}
            await _play(wire, ada, SOLITAIRE, {**won, "milliseconds": "9000", "moves": "120"}, options=options)
            await _play(wire, ada, SOLITAIRE, {**won, "milliseconds": "7000", "moves": "90"}, options=options)
            await _play(wire, ada, SOLITAIRE, {**won, **helped}, options=options)
            await _play(wire, ada, SOLITAIRE, {}, winnable=True, level="hard")
            short = {**won, "milliseconds": "5", "moves": "1", "reason": '"agreed"'}
            await _play(wire, ada, SOLITAIRE, short, winnable=True, level="hard")
            answer = (await wire.ask("GET", f"{PATH}/{SOLITAIRE}", ada)).json()
            first, second = answer["groups"]
            assert (first["options"], first["difficulty"]) == (options, None)
            assert (first["clean"]["played"], first["clean"]["won"], first["clean"]["fastestWin"]) == (2, 2, 7000)
            assert (first["assisted"]["played"], first["assisted"]["fastestWin"]) == (1, 10)
            assert (second["difficulty"], second["clean"]["won"], second["clean"]["fastestWin"]) == ("hard", 1, None)
            assert [(one["won"], one["clean"]) for one in answer["games"]] == [
                (True, True), (True, True), (True, False), (False, True), (True, True),
            ]  # fmt: skip
            moves = [(one["moves"], one["fewest"]) for one in answer["games"]]
            assert moves[:3] == [(120, 90), (90, 90), (2, 90)], "help sets no records"
            assert moves[3][1] is None, "other options, and a win that was not played out"
            assert answer["ratings"] == []
            assert (await wire.ask("GET", f"{PATH}/{SOLITAIRE}", await wire.player())).json()["games"] == []
            assert (await wire.ask("GET", f"{PATH}/{SOLITAIRE}")).json()["code"] == "NOT_SIGNED_IN"

    asyncio.run(scenario())


def test_a_rating_has_a_course(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, seats = await wire.player(), [{"kind": "human"}, {"kind": "bot"}]
            for _ in range(2):
                await _play(wire, ada, DUEL, {}, seats=seats)
            points = (await wire.ask("GET", f"{PATH}/{DUEL}", ada)).json()["ratings"]
            assert [one["matches"] for one in points] == [1, 2]
            assert 25 > points[0]["mean"] > points[1]["mean"]
            now = (await wire.ask("GET", "/api/players/me/stats", ada)).json()[DUEL]["rating"]
            assert (now["mean"], now["uncertainty"]) == (points[1]["mean"], points[1]["uncertainty"])

    asyncio.run(scenario())
