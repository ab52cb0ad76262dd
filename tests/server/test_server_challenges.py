"""Daily challenges: three winnable deals a day, medals for clean wins, streaks, and a comparison with everybody."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from saloon.server.deals.daily import today
from saloon.solver import rate
from saloon.solver.deals import challenges
from saloon.store.database import Statement
from samples import DUEL, SAVING, SOLITAIRE, easy
from server.wire import Wire, running

Json = dict[str, Any]
PATH = f"/api/challenges/{SOLITAIRE}"
LEVELS = ("easy", "normal", "hard")
TODAY = today().isoformat()
YESTERDAY = (today() - timedelta(days=1)).isoformat()


async def _play(wire: Wire, token: str, day: str, level: str) -> str:
    answer = await wire.ask("POST", f"{PATH}/{day}/{level}", token)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["tableId"])


async def _finish(wire: Wire, table_id: str, token: str, **record: Any) -> None:
    """Give up, and let the stored result say something else: how it was won is not what is tested here."""
    move = {"seq": 0, "baseRev": 0, "kind": "draw", "payload": {}}
    await wire.ask("POST", f"/api/tables/{table_id}/actions", token, json=move)
    await wire.ask("POST", f"/api/tables/{table_id}/leave", token)
    for name, value in record.items():
        sql = f"UPDATE results SET record = json_set(record, '$.{name}', json(?)) WHERE table_id = ?"
        await wire.services.store.database.write(Statement(sql, [(value, table_id)]))


async def _win(wire: Wire, token: str, day: str, level: str, **record: Any) -> None:
    won = {"won": "true", "finished": "true", **record}
    await _finish(wire, await _play(wire, token, day, level), token, **won)


async def _month(wire: Wire, token: str, month: str = TODAY[:7]) -> Json:
    answer: Json = (await wire.ask("GET", PATH, token, params={"month": month})).json()
    return answer


@pytest.mark.parametrize("game", [SOLITAIRE, SAVING])
def test_a_day_has_three_deals_of_different_difficulty(game: str) -> None:
    seeds = challenges(game, today())
    assert tuple(seeds) == LEVELS
    assert len(set(seeds.values())) == len(LEVELS)
    for level, seed in seeds.items():
        assert rate(game, seed=seed).level == level
    assert challenges(game, today() - timedelta(days=1)) != seeds


def test_wins_bring_medals_and_streaks(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada = await wire.player()
            table = await _play(wire, ada, TODAY, "easy")
            assert await _play(wire, ada, TODAY, "easy") == table, "the unfinished game goes on"
            assert (await _month(wire, ada))["days"][0]["easy"] == "new", "nothing was done yet"
            await _finish(wire, table, ada)
            month = await _month(wire, ada)
            assert month["days"] == [{"day": TODAY, "easy": "played", "normal": "new", "hard": "new", "medal": None}]
            await _win(wire, ada, TODAY, "easy")
            await _win(wire, ada, TODAY, "hard", assisted="true")
            await _win(wire, ada, YESTERDAY, "normal")
            month = await _month(wire, ada)
            assert month["days"][-1] == {
                "day": TODAY, "easy": "won", "normal": "new", "hard": "wonAssisted", "medal": "bronze",
            }  # fmt: skip
            assert month["streak"] == 1, "yesterday was not won on its day"
            for level in LEVELS:
                await _win(wire, ada, TODAY, level)
            month = await _month(wire, ada)
            assert (month["medals"], month["won"]) == ({"bronze": 1, "silver": 0, "gold": 1}, 4)
            assert (await _month(wire, await wire.player()))["days"] == []

    asyncio.run(scenario())


def test_the_first_clean_win_of_each_player_is_compared(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob, eve, tim = [await wire.player() for _ in range(4)]
            for token, milliseconds, moves in ((ada, 90_000, 120), (bob, 60_000, 140), (ada, 1_000, 1)):
                await _win(wire, token, TODAY, "hard", milliseconds=str(milliseconds), moves=str(moves))
            await _win(wire, eve, TODAY, "hard", milliseconds="5", moves="5", assisted="true")
            await _finish(wire, await _play(wire, tim, TODAY, "hard"), tim)
            bot = (await wire.ask("POST", "/api/bots", json={"name": "Deep"})).json()["token"]
            await _win(wire, bot, TODAY, "hard", milliseconds="1", moves="1")
            shown = (await wire.ask("GET", f"{PATH}/{TODAY}/hard", ada)).json()
            assert (shown["players"], shown["won"]) == (4, 2)
            assert shown["best"] == {"milliseconds": 60_000, "moves": 120}
            assert shown["own"] == {"milliseconds": 90_000, "moves": 120}, "her first win, not the repeated one"
            assert (shown["slower"], shown["longer"]) == (0, 1)
            assert (await wire.ask("GET", f"{PATH}/{TODAY}/hard", tim)).json()["own"] is None
            assert (await wire.ask("GET", f"{PATH}/{TODAY}/hard", bot)).json()["players"] == 4, "people are compared"

    asyncio.run(scenario())


def test_strange_questions_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada = await wire.player()
            tomorrow = (today() + timedelta(days=1)).isoformat()
            for day in (tomorrow, "2019-12-31", "yesterday"):
                assert (await wire.ask("POST", f"{PATH}/{day}/easy", ada)).json()["code"] == "BAD_DATE"
            assert (await wire.ask("GET", PATH, ada, params={"month": "2026-13"})).json()["code"] == "BAD_DATE"
            assert (await wire.ask("GET", f"/api/challenges/{DUEL}", ada)).json()["code"] == "NO_CHALLENGES"
            assert (await wire.ask("POST", f"{PATH}/{TODAY}/expert", ada)).status_code == 400
            assert (await wire.ask("GET", PATH)).json()["code"] == "NOT_SIGNED_IN"

    asyncio.run(scenario())


def test_simultaneous_requests_get_the_same_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob = await wire.player(), await wire.player()
            await _play(wire, bob, TODAY, "easy")
            seed = (await wire.services.store.database.read("SELECT seed FROM tables"))[0][0]
            otherwise = {"game": SOLITAIRE, "options": easy(SOLITAIRE), "seed": seed}
            other = (await wire.ask("POST", "/api/tables", ada, json=otherwise)).json()["tableId"]
            tables = await asyncio.gather(*(_play(wire, ada, TODAY, "easy") for _ in range(5)))
            assert len(set(tables)) == 1
            assert tables[0] != other, "the same deal with other options is another game"

    asyncio.run(scenario())
