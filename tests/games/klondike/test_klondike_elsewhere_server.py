"""Deal numbers of other programs at a server: the table, its log, and playing it again."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import msgspec

from saloon.table import Table, replay
from samples import idle_move
from server.wire import Wire, running

SEED = "klondike-solver:2"


def test_a_table_begins_with_a_deal_of_another_program(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token: str = (await wire.ask("GET", "/api/players/me")).json()["token"]
            wanted = {"game": "klondike", "seed": SEED, "options": {"draw": 1}}
            path = await _opened(wire, token, wanted)
            expected = Table.deal("klondike", seed=SEED, options={"draw": 1})
            dealt = (await wire.ask("GET", path, token)).json()
            assert dealt["seed"] == SEED
            assert dealt["view"] == msgspec.json.decode(msgspec.json.encode(expected.view(0)))
            again = (await wire.ask("POST", f"{path}/rematch", token, json={"retry": True})).json()
            repeated = (await wire.ask("GET", f"/api/tables/{again['tableId']}", token)).json()
            assert (repeated["seed"], repeated["view"]) == (SEED, dealt["view"])
            move = {"seq": 0, "baseRev": 0, **idle_move("klondike")}
            assert (await wire.ask("POST", f"{path}/actions", token, json=move)).json()["kind"] == "ack"
            await wire.ask("POST", f"{path}/leave", token)
            log = await wire.ask("GET", f"{path}/replay", token)
            assert replay(log.content).status == "SUCCESS"
            refused = await wire.ask("POST", "/api/tables", token, json={"game": "klondike", "seed": "pysol:none"})
            assert (refused.status_code, refused.json()["code"]) == (400, "BAD_SEED")

    asyncio.run(scenario())


async def _opened(wire: Wire, token: str, wanted: Mapping[str, object]) -> str:
    return f"/api/tables/{(await wire.ask('POST', '/api/tables', token, json=wanted)).json()['tableId']}"
