"""The log of a finished game over HTTP: what it costs is not paid by those who play meanwhile."""

import asyncio
from pathlib import Path

from saloon.store.store import StoredEntry
from saloon.table.replay import replay
from server.wire import Wire, running

DRAWS = 2_000


async def _long_game(wire: Wire) -> str:
    """Return a solitaire that was left after many actions: the stock is gone through again and again."""
    seated = (await wire.ask("POST", "/api/tables", json={"game": "klondike", "options": {"draw": 1}})).json()
    table_id: str = seated["tableId"]
    kinds = ["recycle" if number % 25 == 24 else "draw" for number in range(DRAWS)]
    await wire.house.store.append(
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
